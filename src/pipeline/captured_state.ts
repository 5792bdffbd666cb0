/** States that a run has read, to put them back. */
import type { ErrorCode } from "../core/errors.ts";
import type { Fields } from "./pipeline.ts";

/** What kind of state it is. */
export type StateKind = "value" | "toggle" | "range" | "expanded" | "selection" | "page";

/** One call, with everything in its place that references stood for. */
export interface Call {
  readonly tool: string;
  readonly args: Fields;
}

/** A state of an element, as it was read. */
export type StateValue =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "toggle"; readonly toggleState: string }
  | { readonly kind: "range"; readonly number: number }
  | { readonly kind: "expanded"; readonly isExpanded: boolean }
  /**
   * The name only where it says which item it is; the place only where that is known. At least one of them. The name may
   * be a text that somebody typed where that can be done.
   */
  | { readonly kind: "selection"; readonly name?: string; readonly index?: number; readonly isTypable?: true }
  /** Which control of its group is selected. */
  | { readonly kind: "page"; readonly selected: string };

/** What became of reading a state. */
export type StateFound =
  /** It can be read again, and put back by `act`, which lacks its action; undefined where nothing is known to act on it. */
  | {
    readonly outcome: "read";
    readonly was: StateValue;
    readonly read: Call;
    readonly act: Call | undefined;
  }
  /** It is a password or the like: nothing is kept. */
  | { readonly outcome: "protected" }
  | { readonly outcome: "unreadable"; readonly reason: string };

/** One state, as it was before the run changed it. Plain data: a run that is continued keeps it. */
export interface CapturedState {
  /** `saveAs` of the capture. */
  readonly key: string;
  /** Of the step that it was read for; undefined for one of the whole run. */
  readonly stepIndex?: number;
  readonly stepId?: string;
  /** Undefined where nothing could be read. */
  readonly kind?: StateKind;
  /** Put back and seen to be so: not done again. */
  readonly isRestored: boolean;
  /** What its kind needs; never a password. */
  readonly state: StateFound;
}

/** Whether two states are of the same capture. */
export function isOfSameCapture(one: CapturedState, other: CapturedState): boolean {
  return one.key === other.key && one.stepIndex === other.stepIndex;
}

/** What became of one state. */
export interface RestoreResult {
  readonly key: string;
  readonly stepId?: string;
  readonly kind?: StateKind;
  readonly attempted: boolean;
  readonly success: boolean;
  readonly verified: boolean;
  readonly code?: ErrorCode;
  readonly method?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly message?: string;
  readonly valueCaptured: boolean;
  readonly skipped?: true;
  readonly interaction?: Fields;
}
