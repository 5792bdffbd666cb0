import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import { activate } from "./activation.ts";
import { type CaptureRequest, captureTrusted, type TrustedFrame } from "./capture.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { PROBE_MS } from "./preflight.ts";

/** After a window was brought to the front: the time until it has drawn itself. */
const REPAINT_MS = 150;

/** How long a window that was brought to the front may take to be raised above the others and to answer. */
const RAISE_MS = 1_000;
const LOOK_MS = 50;

/**
 * Brings a window to the front and captures it there. Giving the foreground back is left to the caller's tracker.
 *
 * @throws {ToolError} what `captureTrusted` throws
 */
export async function captureInFront(
  context: ActContext,
  request: CaptureRequest,
  tracker: ForegroundTracker,
): Promise<TrustedFrame> {
  const isForward = await bringForward(context, request.window.hwnd, tracker);
  return isForward ? await captureRaised(context, request) : await captureTrusted(context, request);
}

/** Whether the window has just come to the front; if it could not, the cover check says what is in the way. */
async function bringForward(
  context: ActContext,
  hwnd: Hwnd,
  tracker: ForegroundTracker,
): Promise<boolean> {
  // A control cannot be in front, the window around it can.
  const root = (await context.desktop.windowState(hwnd, 0))?.root ?? hwnd;
  if (tracker.before === root || !(await activate(context, root))) return false;
  tracker.noteActivated();
  return true;
}

/** The picture of a window that is being raised: its own thread does that, so the first looks may come too early. */
async function captureRaised(context: ActContext, request: CaptureRequest): Promise<TrustedFrame> {
  const { desktop, clock, signal } = context;
  const looks = { timeoutMs: RAISE_MS, intervalMs: LOOK_MS, signal };
  await pollUntil(clock, looks, async () => {
    const { responding } = await desktop.targetCondition(request.window.hwnd, PROBE_MS);
    return responding === "yes" ? true : undefined;
  });
  await clock.sleep(REPAINT_MS, signal);
  const end = clock.now() + RAISE_MS;
  for (;;) {
    try {
      return await captureTrusted(context, request);
    } catch (error) {
      const isEarly = error instanceof ToolError && error.code === "CAPTURE_OCCLUDED" && clock.now() < end;
      if (!isEarly) throw error;
      await clock.sleep(LOOK_MS, signal);
    }
  }
}
