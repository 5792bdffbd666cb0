/** Which window is in front, and asking for that, as a lane does it. */
import { sendEmptyMouseEvent } from "../../../ffi/input.ts";
import { MESSAGE, postMessage } from "../../../ffi/message.ts";
import {
  bringToTopAsync,
  getForegroundWindow,
  getRoot,
  isIconic,
  sendToBottomAsync,
  setForegroundWindow,
  showWindowAsync,
  WINDOW,
} from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { ForegroundWay } from "../desktop.ts";

/** See the port. */
export function foregroundWindow(): Hwnd {
  return getForegroundWindow();
}

/** See the port. */
export function requestForeground(hwnd: Hwnd, way: ForegroundWay): void {
  const root = getRoot(hwnd);
  if (root === 0n) return;
  if (isIconic(root)) showWindowAsync(root, WINDOW.SW_RESTORE);
  if (way === "emptyInput") sendEmptyMouseEvent();
  // Windows raises the window that it lets into the foreground; Wine 10 does not, for another process's window.
  if (setForegroundWindow(root)) bringToTopAsync(root);
}

/** See the port. */
export function sendToBottom(hwnd: Hwnd): void {
  sendToBottomAsync(hwnd);
}

/** See the port. */
export function requestClose(hwnd: Hwnd): boolean {
  return postMessage(hwnd, MESSAGE.WM_CLOSE, 0n, 0n);
}
