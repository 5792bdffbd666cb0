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
  #isTurning = false;
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
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
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
      this.#turn();
    });
  }

  /** A timer of the real event loop fires when no promise is left to settle: then the next sleeper is due. */
  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setTimeout(() => {
      this.#isTurning = false;
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) return;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      if (this.#sleepers.length > 0) this.#turn();
    }, 0);
  }
}
