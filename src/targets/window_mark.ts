import type { TopLevelWindow } from "../desktop/desktop.ts";

/** Windows reuses handles: these do not change as long as a window lives. */
export type WindowMark = Pick<TopLevelWindow, "hwnd" | "pid" | "threadId" | "className">;

/** What a window is known by later. */
export function markOf({ hwnd, pid, threadId, className }: WindowMark): WindowMark {
  return { hwnd, pid, threadId, className };
}

/** Whether it is the window still that was marked, and not another of the same handle. */
export function isMarkedWindow(window: WindowMark, mark: WindowMark): boolean {
  return window.hwnd === mark.hwnd && window.pid === mark.pid && window.threadId === mark.threadId &&
    window.className === mark.className;
}
