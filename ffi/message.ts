import { defineConstants } from "./constants.ts";
import type { Hwnd } from "./handles.ts";
import { user32 } from "./user32.ts";
import { fromWide } from "./wide_string.ts";

/** Messages and their parameters. */
export const MESSAGE = defineConstants({
  WM_NULL: 0x0000,
  WM_GETTEXT: 0x000D,
  WM_GETTEXTLENGTH: 0x000E,
  WM_CLOSE: 0x0010,
  WM_GETOBJECT: 0x003D,
  WM_KEYDOWN: 0x0100,
  WM_KEYUP: 0x0101,
  WM_CHAR: 0x0102,
  WM_COMMAND: 0x0111,
  WM_INITMENU: 0x0116,
  WM_INITMENUPOPUP: 0x0117,
  WM_UNINITMENUPOPUP: 0x0125,
  WM_MENUCOMMAND: 0x0126,
  WM_SYSKEYDOWN: 0x0104,
  WM_SYSKEYUP: 0x0105,
  WM_CUT: 0x0300,
  WM_COPY: 0x0301,
  WM_PASTE: 0x0302,
  WM_CLEAR: 0x0303,
  WM_UNDO: 0x0304,
  EM_GETSEL: 0x00B0,
  EM_SETSEL: 0x00B1,
  EM_SCROLLCARET: 0x00B7,
  EM_SETMODIFY: 0x00B9,
  EM_LINEINDEX: 0x00BB,
  EM_LINELENGTH: 0x00C1,
  EM_REPLACESEL: 0x00C2,
  EM_GETPASSWORDCHAR: 0x00D2,
  EM_GETLIMITTEXT: 0x00D5,
  SMTO_ABORTIFHUNG: 0x0002,
  SMTO_ERRORONEXIT: 0x0020,
});

/** What answers how many items a control has, and whether they are in groups; none of them has a pointer. */
export const COUNT_MESSAGE = defineConstants({
  CB_GETCOUNT: 0x0146,
  LB_GETCOUNT: 0x018B,
  SB_GETPARTS: 0x0406,
  RB_GETBANDCOUNT: 0x040C,
  TB_BUTTONCOUNT: 0x0418,
  LVM_GETITEMCOUNT: 0x1004,
  MCM_GETCALENDARCOUNT: 0x1017,
  LVM_ISGROUPVIEWENABLED: 0x10AF,
  TVM_GETCOUNT: 0x1105,
  HDM_GETITEMCOUNT: 0x1200,
  TCM_GETITEMCOUNT: 0x1304,
});

/** What `WM_GETOBJECT` asks for: which of its own classes Windows takes a control for. */
export const OBJECT_ID = defineConstants({ OBJID_QUERYCLASSNAMEIDX: -12 });

/** Edit styles that decide what may be typed. */
export const EDIT_STYLE = defineConstants({
  ES_MULTILINE: 0x0004,
  ES_UPPERCASE: 0x0008,
  ES_LOWERCASE: 0x0010,
  ES_PASSWORD: 0x0020,
  ES_READONLY: 0x0800,
  ES_NUMBER: 0x2000,
});

/** Virtual keys. */
export const VIRTUAL_KEY = defineConstants({
  VK_TAB: 0x09,
  VK_RETURN: 0x0D,
  VK_SHIFT: 0x10,
  VK_CONTROL: 0x11,
  VK_MENU: 0x12,
  VK_CAPITAL: 0x14,
  VK_SNAPSHOT: 0x2C,
  VK_LWIN: 0x5B,
  VK_RWIN: 0x5C,
});

const resultUnits = new BigUint64Array(1);

const SEND_FLAGS = MESSAGE.SMTO_ABORTIFHUNG | MESSAGE.SMTO_ERRORONEXIT;

/** At least 1: what 0 means differs between systems. */
function waitMs(timeoutMs: number): number {
  return Math.max(1, Math.ceil(timeoutMs));
}

/**
 * Sends a message whose parameters are numbers and waits at most `timeoutMs` for the answer. Undefined when none came:
 * the window is gone, hung, or busy.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-sendmessagetimeoutw
 */
export function sendMessage(
  hwnd: Hwnd,
  message: number,
  wParam: bigint,
  lParam: bigint,
  timeoutMs: number,
): bigint | undefined {
  resultUnits[0] = 0n;
  const answered = user32.symbols
    .SendMessageTimeoutW(hwnd, message, wParam, lParam, SEND_FLAGS, waitMs(timeoutMs), resultUnits);
  return answered === 0n ? undefined : resultUnits[0];
}

/**
 * Sends a message whose `lParam` is memory of ours. Only for system messages (below `WM_USER`), which Windows copies
 * between processes.
 */
export function sendMessageWithBuffer(
  hwnd: Hwnd,
  message: number,
  wParam: bigint,
  memory: BufferSource,
  timeoutMs: number,
): bigint | undefined {
  resultUnits[0] = 0n;
  const answered = user32.symbols
    .SendMessageTimeoutBuffer(hwnd, message, wParam, memory, SEND_FLAGS, waitMs(timeoutMs), resultUnits);
  return answered === 0n ? undefined : resultUnits[0];
}

/** Whether the window answers `WM_NULL` within `timeoutMs`. */
export function answersWithin(hwnd: Hwnd, timeoutMs: number): boolean {
  return sendMessage(hwnd, MESSAGE.WM_NULL, 0n, 0n, timeoutMs) !== undefined;
}

/** The first `length` units of a control's text, read from its program; undefined when it did not answer. */
export function getControlText(hwnd: Hwnd, length: number, timeoutMs: number): string | undefined {
  const units = new Uint16Array(length + 1);
  const copied = sendMessageWithBuffer(hwnd, MESSAGE.WM_GETTEXT, BigInt(units.length), units, timeoutMs);
  return copied === undefined ? undefined : fromWide(units, Number(copied));
}

/** How many UTF-16 units the text of a control has at most; undefined when it did not answer. */
export function getControlTextLength(hwnd: Hwnd, timeoutMs: number): number | undefined {
  const length = sendMessage(hwnd, MESSAGE.WM_GETTEXTLENGTH, 0n, 0n, timeoutMs);
  return length === undefined ? undefined : Number(length);
}

/**
 * The selection of an edit control in its own units; undefined when it did not answer. The pointers, not the packed
 * result, are read: the result holds 16 bits only.
 */
export function getEditSelection(hwnd: Hwnd, timeoutMs: number): { start: number; end: number } | undefined {
  const bounds = new Uint32Array(2);
  const startAddress = Deno.UnsafePointer.value(Deno.UnsafePointer.of(bounds));
  const endAddress = BigInt(startAddress) + 4n;
  const answer = sendMessage(hwnd, MESSAGE.EM_GETSEL, BigInt(startAddress), endAddress, timeoutMs);
  return answer === undefined ? undefined : { start: bounds[0] ?? 0, end: bounds[1] ?? 0 };
}

/** Puts a message into the window's queue. False when Windows refused (10,000 are waiting, or the window is gone). */
export function postMessage(hwnd: Hwnd, message: number, wParam: bigint, lParam: bigint): boolean {
  return user32.symbols.PostMessageW(hwnd, message, wParam, lParam) !== 0;
}
