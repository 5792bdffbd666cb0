/** What a person does to a window with its frame and buttons: move, resize, minimise, maximise, restore, activate. */
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { ShowChange, WindowPlace, WindowState } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { activate } from "./activation.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { InteractionMode } from "./modes.ts";
import { pidsAround, windowsOf } from "./program_windows.ts";
import { type ChangeOutcome, changeWindow, liesAt, refused } from "./window_change.ts";

const RESTORE_FIRST = "Restore it first, then move or resize it.";

/** The window of an action, and how far it may go. */
export interface WindowAction {
  readonly window: WindowState;
  readonly mode: InteractionMode;
  readonly tracker: ForegroundTracker;
}

/**
 * Moves and resizes the visible frame of a window that is neither minimised nor maximised.
 *
 * @throws {ToolError} WINDOW_MINIMIZED, WINDOW_CHANGE_REFUSED, STALE_WINDOW_HANDLE
 */
export async function placeWindow(
  context: ActContext,
  action: WindowAction,
  place: WindowPlace,
): Promise<ChangeOutcome> {
  const { window } = action;
  if (window.minimized) {
    throw new ToolError("WINDOW_MINIMIZED", `Window ${formatHwnd(window.hwnd)} is minimised`, {
      suggestion: RESTORE_FIRST,
    });
  }
  if (window.maximized) throw refused(window, "is maximised", { maximized: true }, RESTORE_FIRST);
  const outcome = await changeWindow(context, window, {
    method: "SetWindowPos",
    wanted: { wanted: place },
    ask: () => context.desktop.placeWindow(window.hwnd, place),
    isDone: (now) => liesAt(now, place),
  });
  await present(action);
  return outcome;
}

/**
 * Minimises a window. One that is in front gives the foreground to the next one, as its button does.
 *
 * @throws {ToolError} WINDOW_CHANGE_REFUSED, STALE_WINDOW_HANDLE
 */
export async function minimizeWindow(context: ActContext, action: WindowAction): Promise<ChangeOutcome> {
  const { window, tracker } = action;
  const isInFront = tracker.before === window.hwnd;
  // Bringing it back to the front would restore it.
  if (isInFront) tracker.keepForeground();
  return await changeShow(
    context,
    window,
    isInFront ? "minimizeAndActivateNext" : "minimize",
    (now) => now.minimized,
  );
}

/**
 * Maximises a window. Windows knows no way to do that without activating it, so it is refused in background mode unless
 * the window is in front, and elsewhere the foreground is given back.
 *
 * @throws {ToolError} FOREGROUND_REQUIRED, WINDOW_CHANGE_REFUSED, STALE_WINDOW_HANDLE
 */
export async function maximizeWindow(context: ActContext, action: WindowAction): Promise<ChangeOutcome> {
  const { window, mode, tracker } = action;
  const isDone = (now: WindowState): boolean => now.maximized && !now.minimized;
  if (mode === "background" && tracker.before !== window.hwnd && !isDone(window)) {
    throw foregroundRequired(window, "Maximising a window activates it");
  }
  return await changeShowForward(context, action, "maximize", isDone);
}

/**
 * Restores a minimised window to what it was before, or a maximised one to its ordinary size, without activating it
 * where Windows can do that: in background mode a window that was maximised before it was minimised becomes an ordinary
 * one.
 *
 * @throws {ToolError} WINDOW_CHANGE_REFUSED, STALE_WINDOW_HANDLE
 */
export async function restoreWindow(context: ActContext, action: WindowAction): Promise<ChangeOutcome> {
  const { window, mode } = action;
  if (window.restoresMaximized && mode !== "background") {
    return await changeShowForward(context, action, "restoreAndActivate", (now) => !now.minimized);
  }
  const outcome = await changeShow(context, window, "restore", (now) => !now.minimized && !now.maximized);
  await present(action);
  return outcome;
}

/**
 * Brings a window to the front, restoring it when it is minimised; one that a dialog of its own disables, that dialog.
 * It stays there.
 *
 * @throws {ToolError} FOREGROUND_REQUIRED, FOCUS_FAILED, STALE_WINDOW_HANDLE
 */
export async function activateWindow(context: ActContext, action: WindowAction): Promise<ChangeOutcome> {
  const { window, mode, tracker } = action;
  if (mode === "background") throw foregroundRequired(window, "Activating a window takes the foreground");
  const front = window.enabled ? undefined : await dialogOf(context, window);
  const hwnd = front ?? window.hwnd;
  const isInFront = tracker.before === hwnd;
  if (!isInFront && !(await activate(context, hwnd))) {
    const foreground = formatHwnd(await context.desktop.foregroundWindow());
    throw new ToolError("FOCUS_FAILED", "The window could not be brought to the front", {
      details: { hwnd: formatHwnd(hwnd), foreground },
    });
  }
  if (!isInFront) tracker.noteActivated();
  const outcome = await changeWindow(context, window, {
    method: "ShowWindowAsync",
    wanted: { minimized: false },
    // Asking for the foreground has restored it; asked twice, a window that was maximised would become an ordinary one.
    ask: async () => {
      if (isInFront) await context.desktop.changeShowState(window.hwnd, "restoreAndActivate");
    },
    isDone: (now) => !now.minimized,
  });
  return isInFront ? outcome : { ...outcome, method: "SetForegroundWindow" };
}

/** The dialog that keeps a window from being used; undefined when there is none to be seen. */
export async function dialogOf(context: ActContext, window: WindowState): Promise<bigint | undefined> {
  const windows = await windowsOf(context.desktop, pidsAround(window));
  return windows.find(({ owner }) => owner === window.hwnd)?.hwnd;
}

function changeShow(
  context: ActContext,
  window: WindowState,
  change: ShowChange,
  isDone: (now: WindowState) => boolean,
): Promise<ChangeOutcome> {
  return changeWindow(context, window, {
    method: "ShowWindowAsync",
    wanted: { wanted: change },
    ask: () => context.desktop.changeShowState(window.hwnd, change),
    isDone,
  });
}

/** A change that activates the window: noted, so that the foreground is given back. */
async function changeShowForward(
  context: ActContext,
  action: WindowAction,
  change: ShowChange,
  isDone: (now: WindowState) => boolean,
): Promise<ChangeOutcome> {
  const { window, tracker } = action;
  const outcome = await changeShow(context, window, change, isDone);
  const isForward = await context.desktop.foregroundWindow() === window.hwnd;
  if (isForward && tracker.before !== window.hwnd) tracker.noteActivated();
  await present(action);
  return outcome;
}

/** Shows what was done, in the mode that is for that. */
async function present({ window, mode, tracker }: WindowAction): Promise<void> {
  if (mode === "foregroundDemo") await tracker.activate(window.hwnd);
}

function foregroundRequired({ hwnd }: WindowState, why: string): ToolError {
  return new ToolError("FOREGROUND_REQUIRED", `${why}; nothing was sent`, {
    details: {
      hwnd: formatHwnd(hwnd),
      requestedMode: "background",
      effectiveMode: "background",
      foregroundChanged: false,
      suggestedMode: "foregroundDemo",
    },
  });
}
