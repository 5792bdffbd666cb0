import { throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";

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
   * @throws {ToolError} CANCELLED when the signal is aborted while waiting; `act` is then never run.
   */
  async take<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    throwIfCancelled(signal);
    const before = this.#last;
    let release: () => void = () => {};
    this.#last = new Promise((resolve) => release = resolve);
    try {
      await abortable(before, signal);
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

function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void =>
      reject(new ToolError("CANCELLED", "The client cancelled the call while it waited"));
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(() => {
      signal.removeEventListener("abort", cancel);
      resolve();
    });
  });
}
