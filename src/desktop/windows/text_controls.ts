/** Controls that take text, as a lane reads and fills them. */
import { fitsAnsiCodePage } from "../../../ffi/code_page.ts";
import {
  EDIT_STYLE,
  getControlText,
  getControlTextLength,
  getEditSelection,
  MESSAGE,
  postMessage,
  sendMessage,
  sendMessageWithBuffer,
} from "../../../ffi/message.ts";
import { wideString } from "../../../ffi/wide_string.ts";
import {
  enumChildWindows,
  getClassName,
  getGuiThreadInfo,
  getRoot,
  getStyle,
  getWindowThread,
  isWindow,
  isWindowEnabled,
  isWindowUnicode,
  isWindowVisible,
} from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type {
  CaretState,
  DeliveryResult,
  EditCommand,
  TextContent,
  TextControl,
  TextControlKind,
} from "../desktop.ts";
import { isMenuOpen } from "./keyboard.ts";

/** For questions that a control answers from memory; a busy program gets more time by being asked again. */
const ASK_MS = 250;

/** For messages that move text; an edit control inserts 10,000 units in a few milliseconds. */
const TEXT_MS = 2_000;

/** What a window class says about taking text. Classes of .NET, Delphi and VB carry the native name inside theirs. */
export function textControlKind(className: string): TextControlKind {
  if (/richedit/i.test(className)) return "richEdit";
  if (/scintilla/i.test(className)) return "scintilla";
  const isEdit = /^(edit|T(Edit|Memo|MaskEdit)|ThunderRT\dTextBox)$|\.EDIT\./i.test(className);
  return isEdit ? "edit" : "other";
}

/**
 * The windows inside a window. The desktop window has every other program's windows below it, and none of them is a part
 * of it.
 */
function partsOf(hwnd: Hwnd): Hwnd[] {
  const root = getRoot(hwnd);
  return enumChildWindows(hwnd).filter((child) => getRoot(child) === root);
}

function destination(hwnd: Hwnd): { hwnd: Hwnd; focused: boolean } {
  const focus = getGuiThreadInfo(getWindowThread(hwnd).threadId)?.focus ?? 0n;
  if (textControlKind(getClassName(hwnd)) !== "other") return { hwnd, focused: focus === hwnd };
  const parts = partsOf(hwnd);
  if (focus === hwnd || parts.includes(focus)) return { hwnd: focus, focused: true };
  const edit = parts.find((child) =>
    textControlKind(getClassName(child)) !== "other" && isWindowVisible(child) && isWindowEnabled(child)
  );
  return { hwnd: edit ?? hwnd, focused: false };
}

/** See the port. */
export function textControl(target: Hwnd): TextControl | undefined {
  if (!isWindow(target)) return undefined;
  const { hwnd, focused } = destination(target);
  const className = getClassName(hwnd);
  const kind = textControlKind(className);
  const style = getStyle(hwnd);
  const isEdit = kind === "edit" || kind === "richEdit";
  const has = (bit: number): boolean => isEdit && (style & bit) !== 0;
  const limit = isEdit ? sendMessage(hwnd, MESSAGE.EM_GETLIMITTEXT, 0n, 0n, ASK_MS) : undefined;
  return {
    hwnd,
    className,
    kind,
    focused,
    unicode: isWindowUnicode(hwnd),
    // A dialog that is open over a window disables the window, and with it what lies inside.
    enabled: isWindowEnabled(hwnd) && isWindowEnabled(getRoot(hwnd)),
    menuOpen: isMenuOpen(hwnd),
    readOnly: has(EDIT_STYLE.ES_READONLY),
    password: isEdit ? has(EDIT_STYLE.ES_PASSWORD) || hidesText(hwnd) : false,
    multiline: has(EDIT_STYLE.ES_MULTILINE),
    transform: transformOf(has),
    limitUnits: limit === undefined || limit === 0n ? undefined : Number(BigInt.asUintN(32, limit)),
  };
}

/** Whether an edit shows another character in place of its text; undefined when it does not answer. */
function hidesText(hwnd: Hwnd): boolean | undefined {
  const character = sendMessage(hwnd, MESSAGE.EM_GETPASSWORDCHAR, 0n, 0n, ASK_MS);
  return character === undefined ? undefined : character !== 0n;
}

function transformOf(has: (bit: number) => boolean): TextControl["transform"] {
  if (has(EDIT_STYLE.ES_UPPERCASE)) return "upper";
  if (has(EDIT_STYLE.ES_LOWERCASE)) return "lower";
  return has(EDIT_STYLE.ES_NUMBER) ? "digits" : "none";
}

/** See the port. */
export function readText(hwnd: Hwnd, maxUnits: number): TextContent | undefined {
  const length = getControlTextLength(hwnd, ASK_MS);
  if (length === undefined || length > maxUnits) return undefined;
  const text = getControlText(hwnd, length, TEXT_MS);
  if (text === undefined) return undefined;
  const kind = textControlKind(getClassName(hwnd));
  const hasSelection = kind === "edit" || kind === "richEdit";
  return { text, selection: hasSelection ? getEditSelection(hwnd, ASK_MS) : undefined };
}

/** See the port. */
export function replaceSelection(hwnd: Hwnd, text: string): DeliveryResult {
  if (!isWindow(hwnd)) return { acceptedUnits: 0, stopped: "gone" };
  const native = text.replace(/\r\n?|\n/g, "\r\n");
  const canUndo = 1n;
  const answer = sendMessageWithBuffer(hwnd, MESSAGE.EM_REPLACESEL, canUndo, wideString(native), TEXT_MS);
  if (answer !== undefined) return { acceptedUnits: text.length };
  return { acceptedUnits: 0, stopped: isWindow(hwnd) ? "busy" : "gone" };
}

function refusal(hwnd: Hwnd, acceptedUnits: number): DeliveryResult {
  return { acceptedUnits, stopped: isWindow(hwnd) ? "refused" : "gone" };
}

/** See the port. */
export function postCharacters(hwnd: Hwnd, text: string): DeliveryResult {
  const repeatOnce = 1n;
  for (let i = 0; i < text.length; i++) {
    if (!postMessage(hwnd, MESSAGE.WM_CHAR, BigInt(text.charCodeAt(i)), repeatOnce)) return refusal(hwnd, i);
  }
  return { acceptedUnits: text.length };
}

/** See the port. */
export function readCaret(hwnd: Hwnd): CaretState | undefined {
  const ask = (message: number, wParam: bigint): number | undefined => {
    const answer = sendMessage(hwnd, message, wParam, 0n, ASK_MS);
    return answer === undefined ? undefined : Number(BigInt.asIntN(32, answer));
  };
  const selection = getEditSelection(hwnd, ASK_MS);
  const textUnits = getControlTextLength(hwnd, ASK_MS);
  const lineOfCaret = BigInt.asUintN(64, -1n);
  const lineStart = ask(MESSAGE.EM_LINEINDEX, lineOfCaret);
  if (selection === undefined || textUnits === undefined || lineStart === undefined) return undefined;
  const lineUnits = ask(MESSAGE.EM_LINELENGTH, BigInt(lineStart));
  if (lineUnits === undefined) return undefined;
  return { selection, textUnits, line: { start: lineStart, end: lineStart + lineUnits } };
}

const EDIT_MESSAGES = {
  copy: [MESSAGE.WM_COPY, 0n, 0n],
  cut: [MESSAGE.WM_CUT, 0n, 0n],
  paste: [MESSAGE.WM_PASTE, 0n, 0n],
  undo: [MESSAGE.WM_UNDO, 0n, 0n],
  clear: [MESSAGE.WM_CLEAR, 0n, 0n],
  noteChanged: [MESSAGE.EM_SETMODIFY, 1n, 0n],
} as const;

/** See the port. */
export function editCommand(hwnd: Hwnd, command: EditCommand): DeliveryResult {
  if (!isWindow(hwnd)) return { acceptedUnits: 0, stopped: "gone" };
  const [message, wParam, lParam] = typeof command === "string"
    ? EDIT_MESSAGES[command]
    : [MESSAGE.EM_SETSEL, BigInt(command.anchor), BigInt(command.caret)] as const;
  const answer = sendMessage(hwnd, message, wParam, lParam, TEXT_MS);
  // The keys that move a caret show it as well.
  if (answer !== undefined && typeof command !== "string" && command.caret >= 0) {
    sendMessage(hwnd, MESSAGE.EM_SCROLLCARET, 0n, 0n, ASK_MS);
  }
  if (answer !== undefined) return { acceptedUnits: 1 };
  return { acceptedUnits: 0, stopped: isWindow(hwnd) ? "busy" : "gone" };
}

export { fitsAnsiCodePage };
