/** What the mouse does, as the messages that Windows itself would put into a program's queue. */
import { packPoint, toProgramScreenPoint } from "../../../ffi/hit_test.ts";
import { postMessage, sendMessage } from "../../../ffi/message.ts";
import { CHECK_BUTTON, MOUSE_MESSAGE } from "../../../ffi/mouse_message.ts";
import { SCROLL } from "../../../ffi/scroll_bar.ts";
import { getClassName, getStyle, isWindow } from "../../../ffi/window.ts";
import type { Point } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { CheckMark, MouseClick, MouseReceiver, PostOutcome } from "../desktop.ts";

/** For a control that tells its check mark from memory. */
const ASK_MS = 250;

/** A message as it is posted. */
export interface PostedMessage {
  readonly message: number;
  readonly wParam: bigint;
  readonly lParam: bigint;
}

const BUTTONS = {
  left: {
    down: MOUSE_MESSAGE.WM_LBUTTONDOWN,
    up: MOUSE_MESSAGE.WM_LBUTTONUP,
    double: MOUSE_MESSAGE.WM_LBUTTONDBLCLK,
    key: MOUSE_MESSAGE.MK_LBUTTON,
  },
  right: {
    down: MOUSE_MESSAGE.WM_RBUTTONDOWN,
    up: MOUSE_MESSAGE.WM_RBUTTONUP,
    double: MOUSE_MESSAGE.WM_RBUTTONDBLCLK,
    key: MOUSE_MESSAGE.MK_RBUTTON,
  },
  middle: {
    down: MOUSE_MESSAGE.WM_MBUTTONDOWN,
    up: MOUSE_MESSAGE.WM_MBUTTONUP,
    double: MOUSE_MESSAGE.WM_MBUTTONDBLCLK,
    key: MOUSE_MESSAGE.MK_MBUTTON,
  },
} as const;

const SYSTEM_COMMANDS = {
  close: MOUSE_MESSAGE.SC_CLOSE,
  minimize: MOUSE_MESSAGE.SC_MINIMIZE,
  maximize: MOUSE_MESSAGE.SC_MAXIMIZE,
  restore: MOUSE_MESSAGE.SC_RESTORE,
} as const;

const SCROLL_STEPS = {
  lineBack: SCROLL.SB_LINEUP,
  lineForward: SCROLL.SB_LINEDOWN,
  pageBack: SCROLL.SB_PAGEUP,
  pageForward: SCROLL.SB_PAGEDOWN,
} as const;

/**
 * The messages of a click; none where this part of a window does nothing by message. The context menu of a right click
 * comes of the button-up message by itself. A program that asks where the pointer is (`GetMessagePos`, `GetCursorPos`)
 * hears of the real one: a tree view's context menu may stay away for that reason.
 */
export function clickMessages(receiver: MouseReceiver, click: MouseClick): PostedMessage[] {
  const { part, systemCommand, scrollStep } = receiver;
  if (part === "client") return clientClick(receiver, click);
  if (systemCommand !== undefined) {
    const lParam = packPoint(receiver.programScreenPoint);
    const wParam = BigInt(SYSTEM_COMMANDS[systemCommand]);
    return [{ message: MOUSE_MESSAGE.WM_SYSCOMMAND, wParam, lParam }];
  }
  if (scrollStep === undefined || scrollStep === "thumb" || scrollStep === "unknown") return [];
  const message = part === "verticalScrollBar" ? SCROLL.WM_VSCROLL : SCROLL.WM_HSCROLL;
  const step = { message, wParam: BigInt(SCROLL_STEPS[scrollStep]), lParam: 0n };
  const end = { message, wParam: BigInt(SCROLL.SB_ENDSCROLL), lParam: 0n };
  return click.isDouble ? [step, end, step, end] : [step, end];
}

function clientClick(receiver: MouseReceiver, click: MouseClick): PostedMessage[] {
  const { down, up, double, key } = BUTTONS[click.button];
  const held = (click.ctrl ? MOUSE_MESSAGE.MK_CONTROL : 0) | (click.shift ? MOUSE_MESSAGE.MK_SHIFT : 0);
  const lParam = packPoint(receiver.clientPoint);
  const press = (message: number) => ({ message, wParam: BigInt(held | key), lParam });
  const release = { message: up, wParam: BigInt(held), lParam };
  const move = { message: MOUSE_MESSAGE.WM_MOUSEMOVE, wParam: BigInt(held), lParam };
  if (!click.isDouble) return [move, press(down), release];
  return [move, press(down), release, press(receiver.takesDoubleClicks ? double : down), release];
}

/** The message of a move; outside the client area it carries the part and the point on the screen. */
export function moveMessage(receiver: MouseReceiver): PostedMessage {
  if (receiver.part === "client") {
    return { message: MOUSE_MESSAGE.WM_MOUSEMOVE, wParam: 0n, lParam: packPoint(receiver.clientPoint) };
  }
  return {
    message: MOUSE_MESSAGE.WM_NCMOUSEMOVE,
    wParam: BigInt(receiver.hitTest),
    lParam: packPoint(receiver.programScreenPoint),
  };
}

/**
 * The message of a wheel that is turned over a window; a positive number of notches scrolls on, towards the end. The point
 * is on the screen, as the program counts it, and not in the window.
 */
export function wheelMessage(programScreenPoint: Point, notches: number): PostedMessage {
  // Away from the person is positive to Windows, and scrolls back. The low word is for buttons that are held.
  const delta = BigInt.asUintN(16, BigInt(-notches * MOUSE_MESSAGE.WHEEL_DELTA));
  return {
    message: MOUSE_MESSAGE.WM_MOUSEWHEEL,
    wParam: delta << 16n,
    lParam: packPoint(programScreenPoint),
  };
}

function post(hwnd: Hwnd, messages: readonly PostedMessage[]): PostOutcome {
  // A button that went down comes up again, even where a message in between is refused.
  const isTaken = messages.map(({ message, wParam, lParam }) => postMessage(hwnd, message, wParam, lParam));
  if (isTaken.every((taken) => taken)) return "posted";
  return isWindow(hwnd) ? "refused" : "gone";
}

/** See the port. */
export function postClick(receiver: MouseReceiver, click: MouseClick): PostOutcome {
  return post(receiver.hwnd, clickMessages(receiver, click));
}

/** See the port. */
export function postMouseMove(receiver: MouseReceiver): PostOutcome {
  return post(receiver.hwnd, [moveMessage(receiver)]);
}

/** See the port. */
export function postWheel(hwnd: Hwnd, screenPoint: Point, notches: number): PostOutcome {
  return post(hwnd, [wheelMessage(toProgramScreenPoint(hwnd, screenPoint), notches)]);
}

const CHECK_BOXES: ReadonlySet<number> = new Set([
  CHECK_BUTTON.BS_CHECKBOX,
  CHECK_BUTTON.BS_AUTOCHECKBOX,
  CHECK_BUTTON.BS_3STATE,
  CHECK_BUTTON.BS_AUTO3STATE,
]);

const RADIO_BUTTONS: ReadonlySet<number> = new Set([
  CHECK_BUTTON.BS_RADIOBUTTON,
  CHECK_BUTTON.BS_AUTORADIOBUTTON,
]);

/** See the port. */
export function checkMark(hwnd: Hwnd): CheckMark | undefined {
  // Classes of .NET and Delphi carry the native name inside theirs.
  if (!/^(button|T(CheckBox|RadioButton))$|\.BUTTON\./i.test(getClassName(hwnd))) return undefined;
  const type = getStyle(hwnd) & CHECK_BUTTON.BS_TYPEMASK;
  const isRadio = RADIO_BUTTONS.has(type);
  if (!isRadio && !CHECK_BOXES.has(type)) return undefined;
  const state = sendMessage(hwnd, CHECK_BUTTON.BM_GETCHECK, 0n, 0n, ASK_MS);
  return state === undefined ? undefined : { isRadio, state: Number(state) };
}
