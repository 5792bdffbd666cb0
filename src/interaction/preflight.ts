import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { TargetCondition, TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { waitNotice } from "./wait_notice.ts";

/** One probe of a program; short, so that the lane is free for others between two of them. */
export const PROBE_MS = 50;

/** Between two probes of a busy program. */
const PROBE_PAUSE_MS = 50;

/** The window of an act, as the call found it: a handle alone may name another program's window by now. */
export type ActedWindow = Pick<TopLevelWindow, "hwnd" | "pid">;

/** What is about to be done with a window; reading is of what is inside it, through its program. */
export type ActPurpose = "input" | "capture" | "close" | "read";

/**
 * What keeps an act of this purpose from working, as an error; undefined when nothing does. Whether the program
 * responds is not judged here, since that can be waited for.
 */
export function refusalFor(
  condition: TargetCondition,
  { hwnd, pid }: ActedWindow,
  purpose: ActPurpose,
): ToolError | undefined {
  const details = { hwnd: formatHwnd(hwnd), pid: condition.pid };
  if (!condition.interactiveDesktop && purpose !== "read") {
    return noInteractiveDesktopError();
  }
  if (!condition.exists || condition.pid !== pid) return destroyedError(hwnd);
  if (condition.onOtherDesktop) {
    return new ToolError("WINDOW_ON_OTHER_DESKTOP", `Window ${formatHwnd(hwnd)} is not on this desktop`, {
      details,
    });
  }
  if (condition.elevated !== false && purpose !== "capture") {
    // What may not even be looked at takes no input from us either.
    const isReadable = condition.elevated !== undefined;
    const reason = isReadable ? "runs with higher rights" : "does not let its rights be read";
    return new ToolError("TARGET_ELEVATED", `Process ${condition.pid} ${reason}`, {
      details: { ...details, integrity: isReadable ? "higher" : "unreadable" },
    });
  }
  if (condition.cloaked && purpose !== "close" && purpose !== "read") {
    return new ToolError("WINDOW_CLOAKED", `Window ${formatHwnd(hwnd)} is cloaked`, { details });
  }
  if (purpose !== "capture") return undefined;
  if (condition.captureProtected) {
    return new ToolError("CAPTURE_PROTECTED", `Window ${formatHwnd(hwnd)} keeps itself out of captures`, {
      details,
    });
  }
  if (condition.minimized) {
    return new ToolError("WINDOW_MINIMIZED", `Window ${formatHwnd(hwnd)} is minimised`, { details });
  }
  return undefined;
}

/**
 * Looks, before an act, whether it can work at all, and waits at most `waitMs` for a busy program. A program that
 * Windows calls hung is not waited for.
 *
 * @param toldMs how long the window has been waited for in all, as the error says it
 *
 * @throws {ToolError} NO_INTERACTIVE_DESKTOP, STALE_WINDOW_HANDLE, WINDOW_ON_OTHER_DESKTOP, TARGET_ELEVATED, WINDOW_CLOAKED, CAPTURE_PROTECTED,
 * WINDOW_MINIMIZED, WINDOW_HUNG, WINDOW_NOT_RESPONDING, CANCELLED
 */
export async function preflight(
  context: ActContext,
  window: ActedWindow,
  purpose: ActPurpose,
  waitMs: number,
  toldMs = waitMs,
): Promise<TargetCondition> {
  const { desktop, clock, signal } = context;
  const { hwnd } = window;
  const notice = waitNotice(context, `window ${formatHwnd(hwnd)} to respond`);
  const answered = await pollUntil(
    clock,
    { timeoutMs: waitMs, intervalMs: PROBE_PAUSE_MS, signal },
    async () => {
      const condition = await desktop.targetCondition(hwnd, PROBE_MS);
      const refusal = refusalFor(condition, window, purpose);
      if (refusal !== undefined) throw refusal;
      if (condition.hung) throw hungError(condition, hwnd);
      notice();
      return condition.responding === "yes" ? condition : undefined;
    },
  );
  if (answered !== undefined) return answered;
  throw notRespondingError(hwnd, toldMs);
}

/** The error for a session that is locked, disconnected or shows a secure prompt. */
export function noInteractiveDesktopError(): ToolError {
  return new ToolError(
    "NO_INTERACTIVE_DESKTOP",
    "The desktop that receives input is not this session's own",
  );
}

/** The error for a window that was there when the call began. */
export function destroyedError(hwnd: Hwnd): ToolError {
  return new ToolError("STALE_WINDOW_HANDLE", `Window ${formatHwnd(hwnd)} has been destroyed`);
}

/** The error for a window that no program of the person's own has made. */
export function shellWindowError({ hwnd, className }: Pick<TopLevelWindow, "hwnd" | "className">): ToolError {
  return new ToolError("PROTECTED_PROCESS", `Window ${formatHwnd(hwnd)} is part of the Windows shell`, {
    details: { hwnd: formatHwnd(hwnd), className },
    suggestion: "Choose the window of a program.",
  });
}

/** The error for a window whose program Windows has given up. */
export function hungError(condition: TargetCondition, hwnd: Hwnd): ToolError {
  return new ToolError("WINDOW_HUNG", `Windows says that process ${condition.pid} does not respond`, {
    details: { hwnd: formatHwnd(hwnd), pid: condition.pid },
  });
}

/** The error for a window that stayed busy until the deadline. */
export function notRespondingError(hwnd: Hwnd, busyMs: number): ToolError {
  const waitedMs = Math.round(busyMs);
  return new ToolError("WINDOW_NOT_RESPONDING", `Window ${formatHwnd(hwnd)} stayed busy for ${waitedMs} ms`, {
    details: { hwnd: formatHwnd(hwnd), waitedMs },
  });
}
