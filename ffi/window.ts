import { defineCallback } from "./callback.ts";
import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { type Hwnd, toHwnd } from "./handles.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";
import { fromWide } from "./wide_string.ts";

/** `RECT`: four edges in physical pixels; right and bottom are outside. */
export const RECT = defineStruct("RECT", { left: "i32", top: "i32", right: "i32", bottom: "i32" });

/** `POINT` in physical pixels. */
export const POINT = defineStruct("POINT", { x: "i32", y: "i32" });

/** `GUITHREADINFO`: which windows of a thread are active and focused. */
export const GUITHREADINFO = defineStruct("GUITHREADINFO", {
  cbSize: "u32",
  flags: "u32",
  hwndActive: "usize",
  hwndFocus: "usize",
  hwndCapture: "usize",
  hwndMenuOwner: "usize",
  hwndMoveSize: "usize",
  hwndCaret: "usize",
  rcCaret: RECT,
});

/** `WINDOWPLACEMENT`: what a window is restored to. */
export const WINDOWPLACEMENT = defineStruct("WINDOWPLACEMENT", {
  length: "u32",
  flags: "u32",
  showCmd: "u32",
  ptMinPosition: POINT,
  ptMaxPosition: POINT,
  rcNormalPosition: RECT,
});

/** Window constants. */
export const WINDOW = defineConstants({
  GW_OWNER: 4,
  GA_PARENT: 1,
  GA_ROOT: 2,
  GWL_STYLE: -16,
  GWL_EXSTYLE: -20,
  WS_CHILD: 0x40000000,
  WS_CAPTION: 0x00C00000,
  WS_HSCROLL: 0x00100000,
  WS_VSCROLL: 0x00200000,
  WS_MAXIMIZEBOX: 0x00010000,
  WS_MINIMIZEBOX: 0x00020000,
  WS_MINIMIZE: 0x20000000,
  WS_VISIBLE: 0x10000000,
  WS_EX_TOPMOST: 0x00000008,
  WS_EX_TRANSPARENT: 0x00000020,
  WS_EX_TOOLWINDOW: 0x00000080,
  WS_EX_LAYERED: 0x00080000,
  WS_EX_NOACTIVATE: 0x08000000,
  LWA_ALPHA: 2,
  WDA_NONE: 0,
  SW_SHOWNORMAL: 1,
  SW_SHOWMINIMIZED: 2,
  SW_SHOWMAXIMIZED: 3,
  SW_SHOWNOACTIVATE: 4,
  SW_MINIMIZE: 6,
  SW_SHOWMINNOACTIVE: 7,
  SW_RESTORE: 9,
  SWP_NOSIZE: 0x0001,
  SWP_NOMOVE: 0x0002,
  SWP_NOZORDER: 0x0004,
  SWP_NOACTIVATE: 0x0010,
  SWP_NOOWNERZORDER: 0x0200,
  SWP_ASYNCWINDOWPOS: 0x4000,
  WPF_RESTORETOMAXIMIZED: 0x2,
  GUI_INMENUMODE: 0x4,
  GUI_SYSTEMMENUMODE: 0x8,
  GUI_POPUPMENUMODE: 0x10,
});

/** `HWND_BOTTOM` and friends: place names for `SetWindowPos`. */
export const HWND_PLACE = defineConstants({ HWND_TOP: 0, HWND_BOTTOM: 1 });

type RectValue = { left: number; top: number; right: number; bottom: number };

const WNDENUMPROC = defineCallback("WNDENUMPROC", { parameters: [C.HWND, C.LPARAM], result: C.BOOL }); // hwnd, lParam

function collect(enumerate: (callback: Deno.PointerObject) => void): Hwnd[] {
  const found: Hwnd[] = [];
  const goOn = 1;
  using callback = WNDENUMPROC.create((hwnd) => {
    found.push(toHwnd(hwnd));
    return goOn;
  });
  enumerate(callback.value.pointer);
  return found;
}

/**
 * The top-level windows of this desktop in z-order, front first, hidden ones included.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-enumwindows
 */
export function enumWindows(): Hwnd[] {
  return collect((callback) => user32.symbols.EnumWindows(callback, 0n));
}

/**
 * All descendants of a window, parents before their children.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-enumchildwindows
 */
export function enumChildWindows(parent: Hwnd): Hwnd[] {
  return collect((callback) => user32.symbols.EnumChildWindows(parent, callback, 0n));
}

/** Whether the handle names a window now. Handles are reused, so a yes says nothing about *which* window. */
export function isWindow(hwnd: Hwnd): boolean {
  return user32.symbols.IsWindow(hwnd) !== 0;
}

/** Whether the window and all its parents have the visible style; covered and cloaked windows count as visible. */
export function isWindowVisible(hwnd: Hwnd): boolean {
  return user32.symbols.IsWindowVisible(hwnd) !== 0;
}

/** Whether the window takes mouse and keyboard input. */
export function isWindowEnabled(hwnd: Hwnd): boolean {
  return user32.symbols.IsWindowEnabled(hwnd) !== 0;
}

/** Whether the window procedure takes UTF-16; an ANSI window loses what its code page lacks. */
export function isWindowUnicode(hwnd: Hwnd): boolean {
  return user32.symbols.IsWindowUnicode(hwnd) !== 0;
}

/** Whether the window is minimised. */
export function isIconic(hwnd: Hwnd): boolean {
  return user32.symbols.IsIconic(hwnd) !== 0;
}

/** Whether the window is maximised. */
export function isZoomed(hwnd: Hwnd): boolean {
  return user32.symbols.IsZoomed(hwnd) !== 0;
}

/** Whether Windows itself has given the window up: some 5 s without taking input. */
export function isHungAppWindow(hwnd: Hwnd): boolean {
  return user32.symbols.IsHungAppWindow(hwnd) !== 0;
}

const titleUnits = new Uint16Array(32_768);

/**
 * The window's title (at most 32,767 units) without sending it a message, so a hung program does not matter. Lone
 * surrogates are kept.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-internalgetwindowtext
 */
export function getWindowTitle(hwnd: Hwnd): string {
  const length = user32.symbols.InternalGetWindowText(hwnd, titleUnits, titleUnits.length);
  return fromWide(titleUnits, length);
}

const classUnits = new Uint16Array(257);

/** The window's class name; empty when the window is gone. */
export function getClassName(hwnd: Hwnd): string {
  return fromWide(classUnits, user32.symbols.GetClassNameW(hwnd, classUnits, classUnits.length));
}

/** The window's outer rectangle on the screen, invisible resize borders included; undefined when it is gone. */
export function getWindowRect(hwnd: Hwnd): RectValue | undefined {
  const bytes = RECT.make();
  return user32.symbols.GetWindowRect(hwnd, bytes) === 0 ? undefined : RECT.read(bytes);
}

/**
 * The client area on the screen; undefined when the window is gone. One that is laid out from right to left counts from
 * its right edge, so its width decides where its left one is.
 */
export function getClientRectOnScreen(hwnd: Hwnd): RectValue | undefined {
  const bytes = RECT.make();
  if (user32.symbols.GetClientRect(hwnd, bytes) === 0) return undefined;
  const { right: width, bottom: height } = RECT.read(bytes);
  const origin = POINT.make();
  const end = POINT.make({ x: width, y: height });
  if (user32.symbols.ClientToScreen(hwnd, origin) === 0) return undefined;
  if (user32.symbols.ClientToScreen(hwnd, end) === 0) return undefined;
  const { x, y } = POINT.read(origin);
  const left = Math.min(x, POINT.read(end).x);
  return { left, top: y, right: left + width, bottom: y + height };
}

const pidUnits = new Uint32Array(1);

/** The thread that made the window and its process; zeros when the window is gone. */
export function getWindowThread(hwnd: Hwnd): { threadId: number; pid: number } {
  pidUnits[0] = 0;
  const threadId = user32.symbols.GetWindowThreadProcessId(hwnd, pidUnits);
  return { threadId, pid: pidUnits[0] };
}

/** The window that owns this one (dialogs have one), or 0n. */
export function getOwner(hwnd: Hwnd): Hwnd {
  return toHwnd(user32.symbols.GetWindow(hwnd, WINDOW.GW_OWNER));
}

/** The top-level window that contains this one; itself when it is top-level, 0n when it is gone. */
export function getRoot(hwnd: Hwnd): Hwnd {
  return toHwnd(user32.symbols.GetAncestor(hwnd, WINDOW.GA_ROOT));
}

/** The window directly around this one: for a top-level one the desktop window of its own desktop; 0n when it is gone. */
export function getParent(hwnd: Hwnd): Hwnd {
  return toHwnd(user32.symbols.GetAncestor(hwnd, WINDOW.GA_PARENT));
}

/** The window behind all others of the desktop that this thread belongs to. */
export function getDesktopWindow(): Hwnd {
  return toHwnd(user32.symbols.GetDesktopWindow());
}

function getStyleBits(hwnd: Hwnd, index: number): number {
  return Number(BigInt.asUintN(32, user32.symbols.GetWindowLongPtrW(hwnd, index)));
}

/** The style bits (`GWL_STYLE`) as an unsigned number; 0 when the window is gone. */
export function getStyle(hwnd: Hwnd): number {
  return getStyleBits(hwnd, WINDOW.GWL_STYLE);
}

/** The extended style bits (`GWL_EXSTYLE`) as an unsigned number; 0 when the window is gone. */
export function getExStyle(hwnd: Hwnd): number {
  return getStyleBits(hwnd, WINDOW.GWL_EXSTYLE);
}

/** The constant alpha (0–255) of a layered window; undefined when it has none. */
export function getLayeredAlpha(hwnd: Hwnd): number | undefined {
  const alpha = new Uint8Array(1);
  const flags = new Uint32Array(1);
  if (user32.symbols.GetLayeredWindowAttributes(hwnd, null, alpha, flags) === 0) return undefined;
  return ((flags[0] ?? 0) & WINDOW.LWA_ALPHA) === 0 ? undefined : alpha[0];
}

/** The display affinity (`WDA_…`); undefined when it cannot be read. */
export function getDisplayAffinity(hwnd: Hwnd): number | undefined {
  const affinity = new Uint32Array(1);
  return user32.symbols.GetWindowDisplayAffinity(hwnd, affinity) === 0 ? undefined : affinity[0];
}

/** The foreground window, or 0n while there is none (it is changing, or the desktop is locked). */
export function getForegroundWindow(): Hwnd {
  return toHwnd(user32.symbols.GetForegroundWindow());
}

/** Asks for the foreground; Windows may refuse. Look at {@link getForegroundWindow} afterwards instead of believing. */
export function setForegroundWindow(hwnd: Hwnd): boolean {
  return user32.symbols.SetForegroundWindow(hwnd) !== 0;
}

/** Asks the window's own thread to show it (`SW_…`) and returns at once, so a hung program cannot block us. */
export function showWindowAsync(hwnd: Hwnd, command: number): void {
  user32.symbols.ShowWindowAsync(hwnd, command);
}

/** Asks the window's own thread to put it below every other window without activating anything. */
export function sendToBottomAsync(hwnd: Hwnd): void {
  const flags = WINDOW.SWP_NOMOVE | WINDOW.SWP_NOSIZE | WINDOW.SWP_NOACTIVATE | WINDOW.SWP_ASYNCWINDOWPOS;
  user32.symbols.SetWindowPos(hwnd, BigInt(HWND_PLACE.HWND_BOTTOM), 0, 0, 0, 0, flags);
}

/** Asks the window's own thread to put it above every other window (not above topmost ones) without activating it. */
export function bringToTopAsync(hwnd: Hwnd): void {
  const flags = WINDOW.SWP_NOMOVE | WINDOW.SWP_NOSIZE | WINDOW.SWP_NOACTIVATE | WINDOW.SWP_ASYNCWINDOWPOS;
  user32.symbols.SetWindowPos(hwnd, BigInt(HWND_PLACE.HWND_TOP), 0, 0, 0, 0, flags);
}

/**
 * Asks the window's own thread to give it another corner, another size, or both, keeping its place in the z-order.
 * The outer rectangle, invisible resize borders included.
 */
export function placeWindowAsync(
  hwnd: Hwnd,
  corner: { x: number; y: number } | undefined,
  size: { width: number; height: number } | undefined,
): void {
  const { x, y } = corner ?? { x: 0, y: 0 };
  const { width, height } = size ?? { width: 0, height: 0 };
  const keeps = (corner === undefined ? WINDOW.SWP_NOMOVE : 0) | (size === undefined ? WINDOW.SWP_NOSIZE : 0);
  const flags = keeps | WINDOW.SWP_NOZORDER | WINDOW.SWP_NOOWNERZORDER | WINDOW.SWP_NOACTIVATE |
    WINDOW.SWP_ASYNCWINDOWPOS;
  user32.symbols.SetWindowPos(hwnd, 0n, x, y, width, height, flags);
}

/** Whether restoring a minimised window makes it a maximised one, as it was before. */
export function isRestoredToMaximized(hwnd: Hwnd): boolean {
  const bytes = WINDOWPLACEMENT.make({ length: WINDOWPLACEMENT.byteLength });
  if (user32.symbols.GetWindowPlacement(hwnd, bytes) === 0) return false;
  return (WINDOWPLACEMENT.read(bytes).flags & WINDOW.WPF_RESTORETOMAXIMIZED) !== 0;
}

/** Active and focused window of a thread and whether it is in a menu; undefined when the thread has no windows. */
export function getGuiThreadInfo(
  threadId: number,
): { active: Hwnd; focus: Hwnd; isInMenu: boolean } | undefined {
  const bytes = GUITHREADINFO.make({ cbSize: GUITHREADINFO.byteLength });
  if (user32.symbols.GetGUIThreadInfo(threadId, bytes) === 0) return undefined;
  const info = GUITHREADINFO.read(bytes);
  const menuFlags = WINDOW.GUI_INMENUMODE | WINDOW.GUI_SYSTEMMENUMODE | WINDOW.GUI_POPUPMENUMODE;
  return {
    active: toHwnd(info.hwndActive),
    focus: toHwnd(info.hwndFocus),
    isInMenu: (info.flags & menuFlags) !== 0,
  };
}

const DPI_AWARENESS = defineConstants({ DPI_AWARENESS_UNAWARE: 0 });

/** Whether Windows scales this window's pixels because its program knows nothing of DPI. */
export function isDpiUnaware(hwnd: Hwnd): boolean {
  const context = user32.symbols.GetWindowDpiAwarenessContext(hwnd);
  return context !== 0n &&
    user32.symbols.GetAwarenessFromDpiAwarenessContext(context) === DPI_AWARENESS.DPI_AWARENESS_UNAWARE;
}

/** The dots per inch the window is drawn at: 96 for an unaware one, whatever its monitor has. */
export function getDpiForWindow(hwnd: Hwnd): number {
  return user32.symbols.GetDpiForWindow(hwnd);
}

/**
 * Runs a read with this thread's coordinates set to those that the window's own program sees: logical pixels for a
 * DPI-unaware window.
 */
export function withWindowDpiAwareness<T>(hwnd: Hwnd, read: () => T): T {
  const context = user32.symbols.GetWindowDpiAwarenessContext(hwnd);
  if (context === 0n) return read();
  const previous = user32.symbols.SetThreadDpiAwarenessContext(context);
  try {
    return read();
  } finally {
    if (previous !== 0n) user32.symbols.SetThreadDpiAwarenessContext(previous);
  }
}
