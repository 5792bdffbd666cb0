/** Changes of another program's window: asked for, then looked at until they are there or will not come. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { WindowPlace, WindowState } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { destroyedError, PROBE_MS } from "./preflight.ts";

/** A window that answers takes a change within a few frames; animations and a change of scale take longest. */
const CHANGE_MS = 1_000;
const LOOK_MS = 30;

/** A program may put back what it was made to do, or change its size for another monitor's scale. */
const STEADY_LOOKS = 3;

/** Windows rounds to logical pixels what it scales itself. */
const SCALED_TOLERANCE_PX = 3;

/** What came of a change. */
export interface ChangeOutcome {
  /** The native way; `none` where nothing had to be done. */
  readonly method: string;
  /** The window is as it was wanted; it is otherwise, having changed; its program does not answer. */
  readonly verified: "yes" | "no" | "unknown";
  readonly after: WindowState;
}

/** A change that is wanted. */
export interface WantedChange {
  readonly method: string;
  /** What was asked for, as an error says it. */
  readonly wanted: Readonly<Record<string, unknown>>;
  /** Asks for it; asked twice where the first time does not bring it about. */
  ask(): Promise<void>;
  isDone(window: WindowState): boolean;
}

/**
 * Asks for a change of a window that is not as wanted yet, and looks until it is.
 *
 * @throws {ToolError} WINDOW_CHANGE_REFUSED when nothing at all has changed; STALE_WINDOW_HANDLE, CANCELLED
 */
export async function changeWindow(
  context: ActContext,
  window: WindowState,
  change: WantedChange,
): Promise<ChangeOutcome> {
  if (change.isDone(window)) return { method: "none", verified: "yes", after: window };
  const { clock, signal } = context;
  const secondAskAt = clock.now() + CHANGE_MS / 2;
  let isAskedTwice = false;
  let steadyLooks = 0;
  let after = window;
  await change.ask();
  const done = await pollUntil(clock, { timeoutMs: CHANGE_MS, intervalMs: LOOK_MS, signal }, async () => {
    after = await reread(context, window, 0);
    steadyLooks = change.isDone(after) ? steadyLooks + 1 : 0;
    if (steadyLooks === STEADY_LOOKS) return true;
    if (steadyLooks === 0 && !isAskedTwice && clock.now() >= secondAskAt) {
      isAskedTwice = true;
      await change.ask();
    }
    return undefined;
  });
  const { method } = change;
  if (done || change.isDone(after)) return { method, verified: "yes", after };
  if (hasChanged(window, after)) return { method, verified: "no", after };
  after = await reread(context, window, PROBE_MS);
  // What was asked for waits in the program's queue and may come yet.
  if (after.responding === "no") return { method, verified: "unknown", after };
  throw refused(window, "did not change", change.wanted);
}

/** Whether the corners and sizes that were given are the window's; those of a window that Windows scales nearly so. */
export function liesAt(window: WindowState, place: WindowPlace): boolean {
  const tolerancePx = window.dpiUnaware ? SCALED_TOLERANCE_PX : 0;
  const { screenRect } = window;
  return (["x", "y", "width", "height"] as const).every((side) =>
    Math.abs((place[side] ?? screenRect[side]) - screenRect[side]) <= tolerancePx
  );
}

/**
 * The window as it is now.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE
 */
export async function reread(
  { desktop }: ActContext,
  window: WindowState,
  probeMs: number,
): Promise<WindowState> {
  const now = await desktop.windowState(window.hwnd, probeMs);
  if (now === undefined || now.pid !== window.pid) throw destroyedError(window.hwnd);
  return now;
}

/**
 * The error for a window that does not take a change, in words that go behind its handle, and what to do about it where
 * that is known.
 */
export function refused(
  { hwnd, screenRect }: WindowState,
  why: string,
  details: Readonly<Record<string, unknown>> = {},
  suggestion?: string,
): ToolError {
  return new ToolError("WINDOW_CHANGE_REFUSED", `Window ${formatHwnd(hwnd)} ${why}`, {
    details: { hwnd: formatHwnd(hwnd), rect: screenRect, ...details },
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

function hasChanged(before: WindowState, after: WindowState): boolean {
  return before.minimized !== after.minimized || before.maximized !== after.maximized ||
    !isSameRect(before.screenRect, after.screenRect);
}

function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
