import { ToolError } from "./errors.ts";

/** Time as a value, so that retries and deadlines test in milliseconds. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; never goes back. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws {ToolError} CANCELLED as soon as the signal is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** @throws {ToolError} CANCELLED when the signal has been aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledError();
}

/** The error for a call that the client has cancelled. */
export function cancelledError(): ToolError {
  return new ToolError("CANCELLED", "The client cancelled the call");
}

/** Waits for a promise, but no longer than `timeoutMs` of real time. */
export async function atMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => timer = setTimeout(resolve, timeoutMs));
  await Promise.race([promise, timeUp]);
  clearTimeout(timer);
}

/**
 * Work that is given up when its time is over: undefined then. The signal that it gets is aborted at that moment, and
 * when the caller's own is.
 *
 * @throws {ToolError} CANCELLED as soon as the caller's signal is aborted, and what the work throws
 */
export async function beforeDeadline<T>(
  clock: Clock,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  throwIfCancelled(signal);
  const deadline = new AbortController();
  const done = new AbortController();
  const timeUp = clock.sleep(timeoutMs, AbortSignal.any([signal, done.signal]));
  try {
    return await Promise.race([
      work(AbortSignal.any([signal, deadline.signal])),
      timeUp.then(() => {
        deadline.abort();
        return undefined;
      }),
    ]);
  } finally {
    done.abort();
  }
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        clearTimeout(timer);
        reject(cancelledError());
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      }, ms);
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
    });
  },
};

/** Calls back when there may be something new to see, until it is disposed of. */
export type Wakes = (wake: () => void) => Disposable;

/** However often something changes, there is this long between two looks. */
const LEAST_PAUSE_MS = 15;

/**
 * The pauses between looks. What wakes is listened to from the first pause on, as most waits are over with the first
 * look; a change during a look cuts the pause after it short, so none is lost.
 */
export class Pauses implements Disposable {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #wokenBy: Wakes | undefined;
  #listening: Disposable | undefined;
  #isWoken = false;
  #endPause = (): void => {};

  constructor(
    clock: Clock,
    options: { readonly signal?: AbortSignal | undefined; readonly wokenBy?: Wakes | undefined },
  ) {
    this.#clock = clock;
    this.#signal = options.signal;
    this.#wokenBy = options.wokenBy;
  }

  /**
   * Resolves after `ms` milliseconds, or as soon as there may be something new to see.
   *
   * @throws {ToolError} CANCELLED as soon as the signal is aborted.
   */
  async next(ms: number): Promise<void> {
    if (this.#wokenBy === undefined) return await this.#clock.sleep(ms, this.#signal);
    this.#listening ??= this.#wokenBy(() => {
      this.#isWoken = true;
      this.#endPause();
    });
    const leastMs = Math.min(ms, LEAST_PAUSE_MS);
    await this.#clock.sleep(leastMs, this.#signal);
    if (!this.#isWoken && ms > leastMs) await this.#sleepUnlessWoken(ms - leastMs);
    this.#isWoken = false;
  }

  [Symbol.dispose](): void {
    this.#listening?.[Symbol.dispose]();
  }

  async #sleepUnlessWoken(ms: number): Promise<void> {
    const pause = new AbortController();
    this.#endPause = () => pause.abort();
    const signals = this.#signal === undefined ? [pause.signal] : [pause.signal, this.#signal];
    try {
      await this.#clock.sleep(ms, AbortSignal.any(signals));
    } catch (error) {
      throwIfCancelled(this.#signal);
      if (!pause.signal.aborted) throw error;
    }
  }
}

/**
 * Asks again and again, with pauses of `intervalMs`, until the answer is not undefined or `timeoutMs` have passed; the
 * first question is asked at once and one more at the very end. Where something wakes, it asks earlier too. Undefined when
 * time ran out.
 *
 * @throws {ToolError} CANCELLED when the signal is aborted between two questions.
 */
export async function pollUntil<T>(
  clock: Clock,
  options: {
    readonly timeoutMs: number;
    /** A function where it depends on what the last answer was. */
    readonly intervalMs: number | (() => number);
    readonly signal?: AbortSignal | undefined;
    readonly wokenBy?: Wakes | undefined;
  },
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = clock.now() + options.timeoutMs;
  const { intervalMs } = options;
  using pauses = new Pauses(clock, options);
  for (;;) {
    throwIfCancelled(options.signal);
    const answer = await ask();
    const leftMs = end - clock.now();
    if (answer !== undefined || leftMs <= 0) return answer;
    await pauses.next(Math.min(typeof intervalMs === "number" ? intervalMs : intervalMs(), leftMs));
  }
}
