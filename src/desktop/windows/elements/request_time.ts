/** How long programs may take over the requests of a client: no longer than whoever asked has time. */
import type { AutomationTimeouts } from "../../../../ffi/uia/automation.ts";

/** However little time is left, a program that is there can answer. */
const LEAST_MS = 100;

/**
 * Sets a client's time-outs before each request, as they are counted for one. Whether clients of one program share them is
 * nowhere said, so what was set before is not relied on.
 */
export class RequestTime {
  readonly #set: (timeouts: AutomationTimeouts) => void;
  readonly #most: AutomationTimeouts;
  #endsAt = 0;

  /** @param set sets the time-outs of the client */
  constructor(set: (timeouts: AutomationTimeouts) => void, most: AutomationTimeouts) {
    this.#set = set;
    this.#most = most;
  }

  /** The time for what consists of several requests begins; {@link next} divides what is left of it. */
  begin(timeoutMs: number): void {
    this.#endsAt = performance.now() + timeoutMs;
    this.allow(timeoutMs);
  }

  /** One more request of what has begun. */
  next(): void {
    this.allow(this.#endsAt - performance.now());
  }

  /** How long the next requests may take, each for itself. Answers what they have. */
  allow(leftMs: number): number {
    const { connectionTimeoutMs, transactionTimeoutMs } = this.#most;
    const allowedMs = Math.min(transactionTimeoutMs, Math.max(LEAST_MS, Math.round(leftMs)));
    this.#set({
      connectionTimeoutMs: Math.min(connectionTimeoutMs, allowedMs),
      transactionTimeoutMs: allowedMs,
    });
    return allowedMs;
  }
}
