/** The one deadline of a run. */
import type { Clock } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { RunTime } from "./pipeline.ts";

/** Nobody waits for a cancelled run any more: what is put in order after it gets this long. */
export const CLEAN_UP_MS = 30_000;

/** See the head of this file. It has to be disposed of, or it ends a run that is over. */
export class Deadline implements RunTime, Disposable {
  readonly clock: Clock;
  readonly #client: AbortSignal;
  readonly #over = new AbortController();
  readonly #closed = new AbortController();
  #endsAt: number;
  #isCleaningUp = false;

  constructor(clock: Clock, maxTotalMs: number, client: AbortSignal) {
    this.clock = clock;
    this.#client = client;
    this.#endsAt = clock.now() + maxTotalMs;
    this.#endAfter(maxTotalMs);
  }

  get endsAt(): number {
    return this.#endsAt;
  }

  get signal(): AbortSignal {
    return this.#isCleaningUp ? this.#over.signal : AbortSignal.any([this.#over.signal, this.#client]);
  }

  leftMs(): number {
    return Math.max(0, this.#endsAt - this.clock.now());
  }

  isOver(): boolean {
    return this.#over.signal.aborted || this.leftMs() === 0;
  }

  /** From here on the client's cancellation ends nothing: what the run has changed is put in order all the same. */
  beginCleanUp(): void {
    this.#isCleaningUp = true;
    if (this.#client.aborted) return this.#hurry();
    this.#client.addEventListener("abort", () => this.#hurry(), { once: true, signal: this.#closed.signal });
  }

  [Symbol.dispose](): void {
    this.#closed.abort();
  }

  #hurry(): void {
    if (this.leftMs() <= CLEAN_UP_MS) return;
    this.#endsAt = this.clock.now() + CLEAN_UP_MS;
    this.#endAfter(CLEAN_UP_MS);
  }

  #endAfter(ms: number): void {
    this.clock.sleep(ms, this.#closed.signal).then(
      () => this.#over.abort(),
      // The run was over first.
      () => {},
    );
  }
}

/** The error of what there was no time for. */
export function timeoutError(what: string): ToolError {
  return new ToolError("PIPELINE_TIMEOUT", `The time of the run was over ${what}`);
}
