import { ToolError } from "../../core/errors.ts";

/** More threads than this are not spent on programs that hang. */
const MOST_STUCK = 8;

/** So many more are risked for requests that ask no program anything: what hangs must still be seen and ended. */
const RESERVE = 4;

/** So many calls that were cancelled may one program hold before it is refused: it may be slow and not hang. */
const MOST_CANCELLED = 2;

/** How long a program is refused after a call into it overran: long enough to stop a caller that repeats at once. */
const REFUSAL_MS = 5_000;

/** A native call that has not returned by its deadline. */
export interface StuckCall {
  readonly lane: string;
  readonly method: string;
  readonly pid: number | undefined;
  /** It was not waited for until its deadline. */
  readonly isCancelled?: boolean;
}

/** The native calls, of all lanes together, that overran and have not returned yet. */
export class StuckCalls {
  readonly #calls = new Set<StuckCall>();
  readonly #refusedUntil = new Map<number, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many there are now. */
  get count(): number {
    return this.#calls.size;
  }

  /** Notes one; the function returned is to be called when the call returns after all. */
  add(call: StuckCall): () => void {
    this.#calls.add(call);
    if (call.pid !== undefined && call.isCancelled !== true) {
      this.#refusedUntil.set(call.pid, this.#now() + REFUSAL_MS);
    }
    return () => this.#calls.delete(call);
  }

  /**
   * @param asksNobody the request cannot be held up by a program
   * @throws {ToolError} PROVIDER_BUSY when the process made a call overrun a moment ago or still holds one, or
   * several that were cancelled, or when there is no thread left to risk.
   */
  refuseIfBusy(pid: number | undefined, asksNobody = false): void {
    const holders = [...this.#calls];
    if (holders.length >= MOST_STUCK + (asksNobody ? RESERVE : 0)) {
      const pids = [...new Set(holders.map((call) => call.pid).filter((holder) => holder !== undefined))];
      throw new ToolError("PROVIDER_BUSY", `${holders.length} calls into other programs hang`, {
        details: { stuckCalls: holders.length, pids },
      });
    }
    if (pid === undefined) return;
    const held = holders.filter((call) => call.pid === pid);
    const isHeld = held.some(({ isCancelled }) => isCancelled !== true) || held.length >= MOST_CANCELLED;
    const until = this.#refusedUntil.get(pid) ?? 0;
    if (!isHeld && this.#now() >= until) {
      this.#refusedUntil.delete(pid);
      return;
    }
    throw new ToolError("PROVIDER_BUSY", `A call into process ${pid} overran its deadline a moment ago`, {
      details: { pid },
    });
  }
}
