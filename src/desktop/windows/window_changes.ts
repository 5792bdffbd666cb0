/** Moving, resizing and showing other programs' windows, as a lane does it: their own threads are asked, nobody waits. */
import { getWindowRect, placeWindowAsync, showWindowAsync, WINDOW } from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { ShowChange, WindowPlace } from "../desktop.ts";
import { visibleFrame } from "./window_reader.ts";

const SHOW_COMMANDS: Readonly<Record<ShowChange, number>> = {
  minimize: WINDOW.SW_SHOWMINNOACTIVE,
  minimizeAndActivateNext: WINDOW.SW_MINIMIZE,
  maximize: WINDOW.SW_SHOWMAXIMIZED,
  restore: WINDOW.SW_SHOWNOACTIVATE,
  restoreAndActivate: WINDOW.SW_RESTORE,
};

/** See the port. */
export function changeShowState(hwnd: Hwnd, change: ShowChange): void {
  showWindowAsync(hwnd, SHOW_COMMANDS[change]);
}

/** See the port. */
export function placeWindow(hwnd: Hwnd, place: WindowPlace): void {
  const outer = getWindowRect(hwnd);
  if (outer === undefined) return;
  const { x, y, width, height } = place;
  const frame = visibleFrame(hwnd);
  const isMoved = x !== undefined || y !== undefined;
  const isResized = width !== undefined || height !== undefined;
  // Windows places the outer rectangle; its invisible borders lie around what is asked for.
  const corner = {
    x: (x ?? frame.x) + outer.left - frame.x,
    y: (y ?? frame.y) + outer.top - frame.y,
  };
  const size = {
    width: (width ?? frame.width) + outer.right - outer.left - frame.width,
    height: (height ?? frame.height) + outer.bottom - outer.top - frame.height,
  };
  placeWindowAsync(hwnd, isMoved ? corner : undefined, isResized ? size : undefined);
}
