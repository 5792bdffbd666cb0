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
  if (signal?.aborted) throw new ToolError("CANCELLED", "The client cancelled the call");
}

/** Waits for a promise, but no longer than `timeoutMs` of real time. */
export async function atMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => timer = setTimeout(resolve, timeoutMs));
  await Promise.race([promise, timeUp]);
  clearTimeout(timer);
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        clearTimeout(timer);
        reject(new ToolError("CANCELLED", "The client cancelled the call"));
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

/**
 * Asks again and again, with pauses of `intervalMs`, until the answer is not undefined or `timeoutMs` have passed; the
 * first question is asked at once and one more at the very end. Undefined when time ran out.
 *
 * @throws {ToolError} CANCELLED when the signal is aborted between two questions.
 */
export async function pollUntil<T>(
  clock: Clock,
  options: {
    readonly timeoutMs: number;
    readonly intervalMs: number;
    readonly signal?: AbortSignal | undefined;
  },
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = clock.now() + options.timeoutMs;
  for (;;) {
    throwIfCancelled(options.signal);
    const answer = await ask();
    const leftMs = end - clock.now();
    if (answer !== undefined || leftMs <= 0) return answer;
    await clock.sleep(Math.min(options.intervalMs, leftMs), options.signal);
  }
}
