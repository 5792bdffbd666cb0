/** How long a reading waits for one answer: shorter, the more often it has waited for nothing. */

/** A person would not wait longer for an answer. */
const AT_FIRST_MS = 2_000;

/** What does not come within this time hangs, as far as a reading is concerned. */
const AT_LEAST_MS = 500;

/** Nor does what takes a little longer than what has been answered: a busy machine is not the element's fault. */
const TIMES_THE_SLOWEST = 2;
const AT_LEAST_WHERE_BUSY_MS = 1_000;

/** One request never takes all of the time that is left: then nothing would be known of anything else. */
const SHARE = 0.6;

/** See the head of this file. */
export class Patience {
  #timeouts = 0;
  #slowestMs = 0;
  #allowedMs = AT_FIRST_MS;

  /** How long the next request may take, of the time that is left. */
  next(leftMs: number): number {
    const mostMs = Math.max(this.#leastMs, AT_FIRST_MS / 2 ** this.#timeouts);
    return this.#allowedMs = Math.min(mostMs, leftMs * SHARE);
  }

  /** Notes how long an answer took. */
  noteAnswer(tookMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
  }

  /** Notes that the last request was not answered. Answers whether that says anything of its element. */
  noteTimeout(): boolean {
    this.#timeouts++;
    return this.#allowedMs >= this.#leastMs;
  }

  get #leastMs(): number {
    return Math.max(AT_LEAST_MS, Math.min(AT_LEAST_WHERE_BUSY_MS, TIMES_THE_SLOWEST * this.#slowestMs));
  }
}
