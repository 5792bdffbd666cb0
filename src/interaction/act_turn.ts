import { type Clock, throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";

/** As long as clients commonly wait for an answer. */
const LONGEST_WAIT_MS = 60_000;

/** What waiting for a turn needs. */
export interface TurnContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Whose turn it is to act: acts on the desktop (a foreground, a keyboard, a launch) happen one after another, in the
 * order in which they asked, while reads run beside them. A turn covers one act; a busy program
 * is waited for before it asks for one.
 */
export class ActTurn {
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs `act` when all earlier ones have ended, however they ended.
   *
   * @throws {ToolError} CANCELLED when the signal is aborted while waiting, TIMEOUT when the acts before take too long;
   * `act` is then never run.
   */
  async take<T>(context: TurnContext, act: () => Promise<T>): Promise<T> {
    throwIfCancelled(context.signal);
    const before = this.#last;
    let release: () => void = () => {};
    this.#last = new Promise((resolve) => release = resolve);
    try {
      await within(before, context);
    } catch (error) {
      // This one leaves at once; those behind it still wait for those before it.
      void before.then(release);
      throw error;
    }
    try {
      return await act();
    } finally {
      release();
    }
  }
}

/** Waits for the acts before, as long as the call is wanted and not for ever. */
async function within(before: Promise<void>, { clock, signal }: TurnContext): Promise<void> {
  const arrived = new AbortController();
  const limit = clock.sleep(LONGEST_WAIT_MS, AbortSignal.any([signal, arrived.signal])).then(
    () => {
      throw new ToolError("TIMEOUT", `Acts of other calls took longer than ${LONGEST_WAIT_MS} ms`, {
        suggestion: "Repeat the call when those calls have been answered.",
      });
    },
    (error: unknown) => {
      if (!arrived.signal.aborted) throw error;
    },
  );
  await Promise.race([before, limit]).finally(() => arrived.abort());
}
