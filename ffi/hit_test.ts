/** What lies under a point: windows inside windows, their parts, and the point as their programs count it. */
import { defineConstants } from "./constants.ts";
import { type Hwnd, toHwnd } from "./handles.ts";
import { sendMessage } from "./message.ts";
import { user32 } from "./user32.ts";
import { POINT, withWindowDpiAwareness } from "./window.ts";

/** Answers to `WM_NCHITTEST`: the part of a window that a point lies in. */
export const HIT = defineConstants({
  HTTRANSPARENT: -1,
  HTNOWHERE: 0,
  HTCLIENT: 1,
  HTCAPTION: 2,
  HTSYSMENU: 3,
  HTGROWBOX: 4,
  HTMENU: 5,
  HTHSCROLL: 6,
  HTVSCROLL: 7,
  HTMINBUTTON: 8,
  HTMAXBUTTON: 9,
  HTLEFT: 10,
  HTBORDER: 18,
  HTCLOSE: 20,
  HTHELP: 21,
});

const HIT_TEST = defineConstants({ WM_NCHITTEST: 0x0084 });

const RELATION = defineConstants({
  GW_HWNDNEXT: 2,
  GW_CHILD: 5,
});

const CLASS = defineConstants({ GCL_STYLE: -26 });

/** Class styles that decide what a click does. */
export const CLASS_STYLE = defineConstants({ CS_DBLCLKS: 0x0008, CS_NOCLOSE: 0x0200 });

/** A list of windows that changes while it is walked could be walked in a circle. */
const MOST_CHILDREN = 10_000;

/** The windows directly inside a window, front first. */
export function childrenInFrontOrder(parent: Hwnd): Hwnd[] {
  const found: Hwnd[] = [];
  let child = toHwnd(user32.symbols.GetWindow(parent, RELATION.GW_CHILD));
  while (child !== 0n && found.length < MOST_CHILDREN) {
    found.push(child);
    child = toHwnd(user32.symbols.GetWindow(child, RELATION.GW_HWNDNEXT));
  }
  return found;
}

/** The style bits of the window's class (`CS_…`). */
export function getClassStyle(hwnd: Hwnd): number {
  return Number(BigInt.asUintN(32, user32.symbols.GetClassLongPtrW(hwnd, CLASS.GCL_STYLE)));
}

type PointValue = { readonly x: number; readonly y: number };

/**
 * A point of the screen as the window's own program counts: logical pixels for a program that Windows scales, and the
 * same point for every other.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-physicaltologicalpointforpermonitordpi
 */
export function toProgramScreenPoint(hwnd: Hwnd, screenPoint: PointValue): PointValue {
  const bytes = POINT.make(screenPoint);
  const isConverted = user32.symbols.PhysicalToLogicalPointForPerMonitorDPI(hwnd, bytes) !== 0;
  return isConverted ? POINT.read(bytes) : screenPoint;
}

/** A point of the screen, as the window's program counts it, from the corner of its client area. */
export function toProgramClientPoint(hwnd: Hwnd, programScreenPoint: PointValue): PointValue {
  const bytes = POINT.make(programScreenPoint);
  withWindowDpiAwareness(hwnd, () => user32.symbols.ScreenToClient(hwnd, bytes));
  return POINT.read(bytes);
}

/** Two 16-bit coordinates as a message carries them: x in the low word, y in the high one, each signed. */
export function packPoint({ x, y }: PointValue): bigint {
  return BigInt.asUintN(16, BigInt(y)) << 16n | BigInt.asUintN(16, BigInt(x));
}

/** Which part of the window the point lies in, as its program answers; undefined when it did not within `timeoutMs`. */
export function hitTest(hwnd: Hwnd, programScreenPoint: PointValue, timeoutMs: number): number | undefined {
  const answer = sendMessage(hwnd, HIT_TEST.WM_NCHITTEST, 0n, packPoint(programScreenPoint), timeoutMs);
  // An LRESULT is signed; programs answer with 32 bits of it.
  return answer === undefined ? undefined : Number(BigInt.asIntN(32, answer));
}
