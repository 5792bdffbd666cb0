/** Requests to the lane that acts. A program may take as long as it likes over the act itself. */
import { ToolError } from "../../core/errors.ts";
import type {
  UiActRequest,
  UiActResult,
  UiItemQuery,
  UiItems,
  UiLook,
  UiSelection,
  UiSubject,
} from "../ui_act.ts";
import type { SendingNote } from "./elements/act.ts";
import { ACT_STATE } from "./elements/act_state.ts";
import type { Lane } from "./lane.ts";
import type { LaneRequestOptions } from "./lane_call.ts";
import type { UiActApi } from "./lanes/ui_act_lane.ts";

/**
 * How long a program is waited for once it has the verb. Most come back in a few milliseconds; one that opens a dialog
 * may come back when that is closed.
 */
const RETURN_MS = 400;

/** A program that keeps its time-outs answers in the caller's own time, and a little later for sure. */
const GRACE_MS = 500;

/** Other programs' acts do not wait longer than this for what a call has left behind. */
const ABANDONED_MS = 300;

/** Letting go of another program's element takes no time, unless that program holds it up. */
const LET_GO_MS = 1_000;

/** Of which program each lane holds an element: the one that was acted on last. */
const holders = new WeakMap<Lane<UiActApi>, number>();

/** No act waits for a program that it is not about: what it holds up costs its lane. */
async function letGoOfOthers(
  lane: Lane<UiActApi>,
  pid: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const holder = holders.get(lane);
  if (holder !== undefined && holder !== pid) {
    const options = { deadlineMs: LET_GO_MS, overrunAnswer: null, asksNobody: true };
    await lane.request("uiLetGo", [], options, signal);
  }
  // Where that was cancelled the lane may still hold the other one's.
  holders.set(lane, pid);
}

/** What is looked for is waited for as long as its caller has time. */
function within(timeoutMs: number): Pick<LaneRequestOptions, "deadlineMs" | "callerMs" | "abandonedMs"> {
  const callerMs = timeoutMs + GRACE_MS;
  // The caller leaves first, and what has been left is given up soon, so that the next act need not wait for it.
  return { deadlineMs: callerMs + GRACE_MS, callerMs, abandonedMs: ABANDONED_MS };
}

/**
 * Asks the lane to act. Once the call is cancelled or given up, nothing is sent any more; what was sent is `running`.
 *
 * @throws {ToolError} CANCELLED, TIMEOUT, and what the lane throws; with `mayHaveHadEffect` where it had been sent
 */
export async function actOnElement(
  lane: Lane<UiActApi>,
  request: UiActRequest,
  signal: AbortSignal | undefined,
): Promise<UiActResult> {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const giveUp = (): boolean =>
    Atomics.compareExchange(state, 0, ACT_STATE.wanted, ACT_STATE.givenUp) === ACT_STATE.sent;
  const { pid } = request.subject.identity.window;
  try {
    await letGoOfOthers(lane, pid, signal);
    return await lane.request("uiAct", [request, state], {
      ...within(request.timeoutMs),
      pid,
      // Only our own lane posts notes, and only this one.
      onNote: (note) => ({ deadlineMs: RETURN_MS, overrunAnswer: note as SendingNote }),
    }, signal);
  } catch (error) {
    throw giveUp() ? sentError(error) : error;
  }
}

/** Looks at an element that was acted on; a program that does not answer in time is silent. */
export function lookAtElement(
  lane: Lane<UiActApi>,
  subject: UiSubject,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<UiLook> {
  const overrunAnswer: UiLook = { outcome: "silent" };
  return lane.request("uiLook", [subject, timeoutMs], { ...within(timeoutMs), overrunAnswer }, signal);
}

/** Looks for items of a container. */
export function findItems(
  lane: Lane<UiActApi>,
  query: UiItemQuery,
  signal: AbortSignal | undefined,
): Promise<UiItems> {
  const { pid } = query.container.identity.window;
  return lane.request("uiItems", [query], { ...within(query.timeoutMs), pid }, signal);
}

/** Looks what is selected in a container. */
export function findSelection(
  lane: Lane<UiActApi>,
  container: UiSubject,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<UiSelection> {
  const { pid } = container.identity.window;
  return lane.request("uiSelection", [container, timeoutMs], { ...within(timeoutMs), pid }, signal);
}

/** The error with what the caller must know before it tries again. */
function sentError(error: unknown): unknown {
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, `${error.message}; the action had been sent`, {
    details: { ...error.details, mayHaveHadEffect: true },
    suggestion: "Look at the element before repeating the call: the action was sent.",
    cause: error,
  });
}
