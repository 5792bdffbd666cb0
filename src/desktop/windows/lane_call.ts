import { cancelledError } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import { requestWords } from "./request_words.ts";

/** How a request runs. */
export interface LaneRequestOptions {
  /** Counted from the moment the lane begins with it: what takes longer is taken for stuck. */
  readonly deadlineMs: number;
  /** How long its caller waits, also while others have their turn; the program is not refused when this passes. */
  readonly callerMs?: number;
  /**
   * How long it may go on once its caller has left it, unless what comes next is to wait for it to the end; then a fresh
   * Worker takes over.
   */
  readonly abandonedMs?: number;
  /** Whom the request asks something, for refusing programs that overran: a process id, or undefined for nobody. */
  readonly pid?: number | undefined;
  /** No program can hold it up, so it runs even while many hang. */
  readonly asksNobody?: boolean;
  /**
   * What is answered when it overruns, instead of TIMEOUT. That a program takes its time is expected then, so the program
   * is not refused for it.
   */
  readonly overrunAnswer?: unknown;
  /** It may have had an effect by the time it overruns. */
  readonly maySend?: boolean;
  /** Hears what the handler says of the request under way; the answer is what holds for it from then on. */
  readonly onNote?: (note: unknown) => Pick<LaneRequestOptions, "deadlineMs" | "overrunAnswer">;
}

/** A request to a lane with whoever waits for it. It is answered once; whatever comes later is dropped. */
export class LaneCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** What holds for it now. */
  options: LaneRequestOptions;
  readonly answer: Promise<unknown>;
  /** Settles when the lane is done with it. */
  readonly isOver: Promise<void>;
  readonly #settled = Promise.withResolvers<unknown>();
  readonly #over = Promise.withResolvers<void>();
  #isLeft = false;
  #isCancelled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: () => void = () => {};

  constructor(
    id: number,
    { method, args, options }: Pick<LaneCall, "method" | "args" | "options">,
  ) {
    this.id = id;
    this.method = method;
    this.args = args;
    this.options = options;
    this.answer = this.#settled.promise;
    this.isOver = this.#over.promise;
  }

  /** Whether its caller has gone without its answer. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Whether its caller did not wait for it until a deadline. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Its caller leaves, and `left` is told, when the call is cancelled or the caller's time is over. */
  leaveWith(left: (call: LaneCall) => void, signal: AbortSignal | undefined): void {
    const leave = (settle: () => void): void => {
      this.#isLeft = true;
      settle();
      left(this); // the lane may be busy with it for some time yet
    };
    const cancel = (): void => {
      this.#isCancelled = true;
      leave(() => this.reject(cancelledError()));
    };
    signal?.addEventListener("abort", cancel, { once: true });
    this.#stopListening = () => signal?.removeEventListener("abort", cancel);
    const { callerMs } = this.options;
    if (callerMs !== undefined) this.#timer = setTimeout(() => leave(() => this.overrun(callerMs)), callerMs);
  }

  /** The caller's time no longer counts: another deadline holds. */
  waitOn(): void {
    clearTimeout(this.#timer);
  }

  /** The lane is done with it, whoever has waited for it. */
  end(): void {
    this.#over.resolve();
  }

  resolve(value: unknown): void {
    this.#stopWaiting();
    this.#settled.resolve(value);
  }

  reject(error: unknown): void {
    this.#stopWaiting();
    this.#settled.reject(error);
  }

  /** Answers as is due when it took longer than it may. */
  overrun(withinMs: number): void {
    const { overrunAnswer, maySend = false } = this.options;
    if (overrunAnswer !== undefined) return this.resolve(overrunAnswer);
    this.reject(
      new ToolError("TIMEOUT", `${requestWords(this.method)} took longer than ${Math.round(withinMs)} ms`, {
        ...(maySend ? { details: { mayHaveHadEffect: true } } : {}),
      }),
    );
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }
}
