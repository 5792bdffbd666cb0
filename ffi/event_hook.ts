import { defineCallback } from "./callback.ts";
import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { type Hwnd, Owned, toHwnd } from "./handles.ts";
import { requireNonZero } from "./result.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";
import { POINT } from "./window.ts";

/** `MSG`: one message of this thread's queue. */
export const MSG = defineStruct("MSG", {
  hwnd: "usize",
  message: "u32",
  wParam: "usize",
  lParam: "isize",
  time: "u32",
  pt: POINT,
});

/** WinEvent and message constants. */
export const EVENT = defineConstants({
  EVENT_SYSTEM_FOREGROUND: 0x0003,
  WINEVENT_OUTOFCONTEXT: 0,
  PM_REMOVE: 1,
});

const WINEVENTPROC = defineCallback("WINEVENTPROC", {
  // hWinEventHook, event, hwnd, idObject, idChild, idEventThread, dwmsEventTime
  parameters: [C.HWINEVENTHOOK, C.DWORD, C.HWND, C.LONG, C.LONG, C.DWORD, C.DWORD],
  result: C.VOID,
});

/**
 * Calls back on this thread, while it pumps messages, whenever the foreground changes. Dispose on the same thread.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setwineventhook
 */
export function watchForeground(changed: (hwnd: Hwnd) => void): Disposable {
  const callback = WINEVENTPROC.create((_hook, _event, hwnd) => changed(toHwnd(hwnd)));
  const event = EVENT.EVENT_SYSTEM_FOREGROUND;
  const handle = user32.symbols
    .SetWinEventHook(event, event, 0n, callback.value.pointer, 0, 0, EVENT.WINEVENT_OUTOFCONTEXT);
  const hook = new Owned(
    "hook",
    requireNonZero("SetWinEventHook", handle),
    (open) => void user32.symbols.UnhookWinEvent(open),
  );
  return {
    [Symbol.dispose]() {
      hook[Symbol.dispose]();
      callback[Symbol.dispose]();
    },
  };
}

/** Handles the messages that wait in this thread's queue, WinEvents among them, and returns at once. */
export function handleMessages(): void {
  const bytes = MSG.make();
  while (user32.symbols.PeekMessageW(bytes, 0n, 0, 0, EVENT.PM_REMOVE) !== 0) {
    user32.symbols.TranslateMessage(bytes);
    user32.symbols.DispatchMessageW(bytes);
  }
}
