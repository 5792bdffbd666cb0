/** The one request whose program may take as long as it likes: a deadline until it is sent, and another one after. */
import { ToolError } from "../../core/errors.ts";
import type { UiActRequest, UiActResult } from "../ui_act.ts";
import type { SendingNote } from "./elements/act.ts";
import type { Lane } from "./lane.ts";
import type { UiActApi } from "./lanes/ui_act_lane.ts";

/**
 * How long a program is waited for once it has the verb. Most come back in a few milliseconds; one that opens a dialog
 * may come back when that is closed.
 */
const RETURN_MS = 400;

/**
 * Asks the lane to act. Once the call is cancelled or given up, nothing is sent any more; what was sent is `running`.
 *
 * @throws {ToolError} CANCELLED, TIMEOUT, and what the lane throws
 */
export async function actOnElement(
  lane: Lane<UiActApi>,
  request: UiActRequest,
  signal: AbortSignal | undefined,
): Promise<UiActResult> {
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const giveUp = (): void => void Atomics.store(cancelled, 0, 1);
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    giveUp();
    aborted.reject(new ToolError("CANCELLED", "The client cancelled the call"));
  };
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const answer = lane.request("uiAct", [request, cancelled], {
      deadlineMs: request.timeoutMs,
      pid: request.subject.identity.window.pid,
      // Only our own lane posts notes, and only this one.
      onNote: (note) => ({ deadlineMs: RETURN_MS, overrunAnswer: note as SendingNote }),
    }, signal);
    return await Promise.race([answer, aborted.promise]);
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
