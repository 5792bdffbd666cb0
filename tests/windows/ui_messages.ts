/** Drives controls by plain messages, and finds windows by plain questions: nothing of the product is used. */
import { wideString } from "../../ffi/wide_string.ts";
import { post } from "./observe.ts";

const user32 = Deno.build.os !== "windows" ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  SendMessageW: { parameters: ["usize", "u32", "usize", "isize"], result: "isize" },
  FindWindowExW: { parameters: ["usize", "usize", "buffer", "buffer"], result: "usize" },
  IsWindowVisible: { parameters: ["usize"], result: "i32" },
  IsWindowEnabled: { parameters: ["usize"], result: "i32" },
  GetDlgCtrlID: { parameters: ["usize"], result: "i32" },
});

function symbols(): NonNullable<typeof user32>["symbols"] {
  if (user32 === undefined) throw new Error("Cannot send messages: this system is not Windows");
  return user32.symbols;
}

const WM_KEYDOWN = 0x100;
const WM_KEYUP = 0x101;
const WM_CHAR = 0x102;
const WM_LBUTTONDOWN = 0x201;
const WM_LBUTTONUP = 0x202;
const BM_CLICK = 0xF5;

/** The keys that tests press. */
export const KEY = {
  space: 0x20,
  end: 0x23,
  home: 0x24,
  left: 0x25,
  up: 0x26,
  right: 0x27,
  down: 0x28,
} as const;

/** Sends a message without pointers and waits for the answer. */
export function send(hwnd: bigint, message: number, wParam = 0, lParam = 0): number {
  return Number(symbols().SendMessageW(hwnd, message, BigInt(wParam), BigInt(lParam)));
}

/** Presses a push button; returns before it has done anything. */
export function press(button: bigint): void {
  post(button, BM_CLICK, 0n);
}

/** Gives a control a key. */
export function key(control: bigint, virtualKey: number): void {
  post(control, WM_KEYDOWN, BigInt(virtualKey), 1n);
  post(control, WM_KEYUP, BigInt(virtualKey), 0xC0000001n);
}

/** Gives a control one UTF-16 unit. */
export function type(control: bigint, unit: string): void {
  post(control, WM_CHAR, BigInt(unit.charCodeAt(0)), 1n);
}

/** Clicks at a point of a control's client area. */
export function clickAt(control: bigint, x: number, y: number): void {
  const at = BigInt(y << 16 | x);
  post(control, WM_LBUTTONDOWN, 1n, at);
  post(control, WM_LBUTTONUP, 0n, at);
}

/** The first child of a window with this class and text; `0n` when there is none. Of the desktop: parent `0n`. */
export function childWindow(
  parent: bigint,
  what: { readonly className?: string; readonly text?: string; readonly after?: bigint },
): bigint {
  const className = what.className === undefined ? null : wideString(what.className);
  const text = what.text === undefined ? null : wideString(what.text);
  return symbols().FindWindowExW(parent, what.after ?? 0n, className, text);
}

/** Whether a window and all around it are visible. */
export function isVisible(hwnd: bigint): boolean {
  return symbols().IsWindowVisible(hwnd) !== 0;
}

/** Whether a window itself is enabled, whatever is around it. */
export function isEnabled(hwnd: bigint): boolean {
  return symbols().IsWindowEnabled(hwnd) !== 0;
}

/** A control's id. */
export function idOf(control: bigint): number {
  return symbols().GetDlgCtrlID(control);
}
