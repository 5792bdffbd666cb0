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

/** WinEvent and message-wait constants. */
export const EVENT = defineConstants({
  EVENT_SYSTEM_FOREGROUND: 0x0003,
  WINEVENT_OUTOFCONTEXT: 0,
  PM_REMOVE: 1,
  QS_ALLINPUT: 0x1CFF, // touch and pen included, as for every program built for Windows 8 or later
  MWMO_INPUTAVAILABLE: 0x0004,
  WAIT_FAILED: 0xFFFFFFFF,
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

/**
 * Handles this thread's waiting messages, then waits at most `timeoutMs` for another message or for a handle to be
 * signalled. Returns the index of the signalled handle, or undefined.
 */
export function pumpMessages(handles: readonly bigint[], timeoutMs: number): number | undefined {
  const bytes = MSG.make();
  while (user32.symbols.PeekMessageW(bytes, 0n, 0, 0, EVENT.PM_REMOVE) !== 0) {
    user32.symbols.TranslateMessage(bytes);
    user32.symbols.DispatchMessageW(bytes);
  }
  const memory = new BigUint64Array(Math.max(1, handles.length));
  handles.forEach((handle, index) => memory[index] = handle);
  const signalled = user32.symbols
    .MsgWaitForMultipleObjectsEx(
      handles.length,
      memory,
      timeoutMs,
      EVENT.QS_ALLINPUT,
      EVENT.MWMO_INPUTAVAILABLE,
    );
  return signalled < handles.length ? signalled : undefined;
}
