import { type Clock, throwIfCancelled } from "../../src/core/clock.ts";
import { ToolError } from "../../src/core/errors.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * Virtual time: a sleep takes no real time. The clock moves to the next sleeper only when everything that could run
 * without waiting has run, so a test of minutes takes milliseconds and always runs in the same order.
 */
export class FakeClock implements Clock {
  #now: number;
  #turn: ReturnType<typeof setTimeout> | undefined;
  readonly #sleepers: Sleeper[] = [];

  constructor(startMs = 1_000) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  /** Lets time pass without anyone sleeping, as a long computation would. */
  pass(ms: number): void {
    this.#now += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      throwIfCancelled(signal);
      const cancel = (): void => {
        this.#remove(sleeper);
        reject(new ToolError("CANCELLED", "The client cancelled the call"));
      };
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener("abort", cancel);
          resolve();
        },
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#sleepers.push(sleeper);
      this.#plan();
    });
  }

  /** A timer of the real event loop fires when no promise is left to settle: then the next sleeper is due. */
  #plan(): void {
    this.#turn ??= setTimeout(() => {
      this.#turn = undefined;
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) return;
      this.#remove(next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      if (this.#sleepers.length > 0) this.#plan();
    }, 0);
  }

  #remove(sleeper: Sleeper): void {
    this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
    if (this.#sleepers.length > 0) return;
    // A test must not leave a timer behind.
    clearTimeout(this.#turn);
    this.#turn = undefined;
  }
}
