/**
 * The last calls that named a program by its `targetRef`: what may be told of a program that has ended. Never a text, an
 * argument, a title or a message.
 */

/** How a program and its window were. */
export interface TargetState {
  readonly processAlive: boolean;
  readonly windowAlive: boolean;
  /** Undefined where no window was known. */
  readonly hwnd: string | undefined;
}

/** How a call came out. */
export type OperationResult = "success" | "business-error" | "target-disappeared" | "protocol-error";

/** One call. */
export interface TargetOperation {
  readonly tool: string;
  readonly startedAt: string;
  /** Undefined while it runs. */
  readonly finishedAt?: string;
  /** The native way that the result reported. */
  readonly interactionMethod?: string;
  readonly before: TargetState;
  readonly after?: TargetState;
  /** The window had been recreated when the call was over. */
  readonly windowRebound: boolean;
  /** How things were afterwards could not be seen. */
  readonly afterDiagnosticsAvailable?: false;
  readonly result?: OperationResult;
  readonly errorCode?: string;
  /** The program had ended when the call was over, however that came out. */
  readonly observedExit?: { readonly exitCode: number | undefined; readonly observedAt: string };
}

/** More are not kept; the oldest goes first. */
export const MOST_OPERATIONS = 20;

/** See the head of this file. */
export class OperationRing {
  #operations: TargetOperation[] = [];

  /** Writes down that a call begins; what is returned completes the entry. */
  begin(operation: Pick<TargetOperation, "tool" | "startedAt" | "before">): (end: EndOfOperation) => void {
    let entry: TargetOperation = { ...operation, windowRebound: false };
    this.#operations = [...this.#operations, entry].slice(-MOST_OPERATIONS);
    return (end) => {
      const completed = { ...entry, ...end };
      this.#operations = this.#operations.map((each) => each === entry ? completed : each);
      entry = completed;
    };
  }

  /** Oldest first. */
  entries(): readonly TargetOperation[] {
    return this.#operations;
  }
}

/** What is known at the end of a call. */
export type EndOfOperation = Partial<Omit<TargetOperation, "tool" | "startedAt" | "before">>;
