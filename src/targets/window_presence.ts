import type { Desktop, TopLevelWindow } from "../desktop/desktop.ts";
import {
  fits,
  isListable,
  requireHandle,
  requireTarget,
  shownFirst,
  type TargetQuery,
} from "./resolve_target.ts";

/** The window that is there, and how many others fit as well. */
export interface PresentWindow {
  readonly window: TopLevelWindow;
  readonly otherMatches: number;
}

/** Looks once; undefined when no such window is there. */
export type PresenceLook = () => Promise<PresentWindow | undefined>;

/**
 * A way to look again and again whether a window is there: visible, or minimised. By filters also not cloaked and no
 * part of the shell. By a handle it is the window that the first look found: a handle that names another thread's
 * window later has been reused, so the window meant is gone.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS (a handle that is none)
 */
export function presenceLook(desktop: Desktop, query: TargetQuery): PresenceLook {
  requireTarget(query);
  return query.hwnd === undefined
    ? filterLook(desktop, query)
    : handleLook(desktop, requireHandle(query.hwnd));
}

function filterLook(desktop: Desktop, query: TargetQuery): PresenceLook {
  return async () => {
    const windows = await desktop.listWindows(false);
    const fitting = windows.filter((window) => isListable(window) && !window.cloaked && fits(window, query));
    const [window, ...others] = shownFirst(fitting);
    return window === undefined ? undefined : { window, otherMatches: others.length };
  };
}

function handleLook(desktop: Desktop, hwnd: bigint): PresenceLook {
  let first: TopLevelWindow | undefined;
  return async () => {
    const window = await desktop.windowState(hwnd, 0);
    if (window === undefined) return undefined;
    first ??= window;
    const isSame = window.pid === first.pid && window.threadId === first.threadId;
    return isSame && window.visible ? { window, otherMatches: 0 } : undefined;
  };
}
