/**
 * Looks at programs by other ways than the product's own: a test must not believe the tool it tests. These functions
 * block while a program hangs; tests call them on programs that do not.
 */
const user32 = Deno.build.os !== "windows" ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  GetWindowRect: { parameters: ["usize", "buffer"], result: "i32" },
  GetDlgItem: { parameters: ["usize", "i32"], result: "usize" },
  SendMessageW: { parameters: ["usize", "u32", "usize", "buffer"], result: "isize" },
  FindWindowExW: { parameters: ["usize", "usize", "buffer", "buffer"], result: "usize" },
  PostMessageW: { parameters: ["usize", "u32", "usize", "isize"], result: "i32" },
  GetDesktopWindow: { parameters: [], result: "usize" },
  GetForegroundWindow: { parameters: [], result: "usize" },
  SetForegroundWindow: { parameters: ["usize"], result: "i32" },
  SetWindowPos: { parameters: ["usize", "usize", "i32", "i32", "i32", "i32", "u32"], result: "i32" },
  ShowWindow: { parameters: ["usize", "i32"], result: "i32" },
  IsWindow: { parameters: ["usize"], result: "i32" },
  IsIconic: { parameters: ["usize"], result: "i32" },
  IsZoomed: { parameters: ["usize"], result: "i32" },
  IsWindowVisible: { parameters: ["usize"], result: "i32" },
  GetWindow: { parameters: ["usize", "u32"], result: "usize" },
  GetCursorPos: { parameters: ["buffer"], result: "i32" },
  WindowFromPoint: { parameters: ["i64"], result: "usize" },
  keybd_event: { parameters: ["u8", "u8", "u32", "usize"], result: "void" },
});

function symbols(): NonNullable<typeof user32>["symbols"] {
  if (user32 === undefined) throw new Error("Cannot look at windows: this system is not Windows");
  return user32.symbols;
}

const WM_GETTEXT = 0x0D;
const WM_GETTEXTLENGTH = 0x0E;
const WM_SETTEXT = 0x0C;
const LB_ADDSTRING = 0x180;
const KEYUP = 2;

/** The child control with this id. */
export function controlOf(hwnd: bigint, id: number): bigint {
  const control = symbols().GetDlgItem(hwnd, id);
  if (control === 0n) throw new Error(`there is no control ${id}`);
  return control;
}

/** The text that a control holds, UTF-16 as it is. */
export function textOf(control: bigint): string {
  const length = Number(symbols().SendMessageW(control, WM_GETTEXTLENGTH, 0n, null));
  const units = new Uint16Array(length + 1);
  const copied = Number(symbols().SendMessageW(control, WM_GETTEXT, BigInt(units.length), units));
  let text = "";
  for (const unit of units.subarray(0, copied)) text += String.fromCharCode(unit);
  return text;
}

/** A window's outer rectangle on the screen. */
export function outerRect(hwnd: bigint): { x: number; y: number; width: number; height: number } {
  const edges = new Int32Array(4);
  user32?.symbols.GetWindowRect(hwnd, edges);
  const [left = 0, top = 0, right = 0, bottom = 0] = edges;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Sets a control's text from outside. */
export function setText(control: bigint, text: string): void {
  sendText(control, WM_SETTEXT, text);
}

/** Adds a line to a list box from outside. */
export function addLine(list: bigint, text: string): void {
  sendText(list, LB_ADDSTRING, text);
}

function sendText(control: bigint, message: number, text: string): void {
  const units = Uint16Array.from([...text, "\0"].join("").split(""), (unit) => unit.charCodeAt(0));
  symbols().SendMessageW(control, message, 0n, units);
}

/** Sends a message of numbers and returns the answer. */
export function sendNumber(hwnd: bigint, message: number): number {
  return Number(symbols().SendMessageW(hwnd, message, 0n, null));
}

/** The first child of this class inside a window. */
export function childOf(hwnd: bigint, className: string): bigint | undefined {
  const units = Uint16Array.from([...className, "\0"], (character) => character.charCodeAt(0));
  const child = symbols().FindWindowExW(hwnd, 0n, units, null);
  return child === 0n ? undefined : child;
}

/** Puts a control in front of its siblings, over another one of them. */
export function placeOver(
  control: bigint,
  place: { x: number; y: number; width: number; height: number },
): void {
  const noActivate = 0x10;
  symbols().SetWindowPos(control, 0n, place.x, place.y, place.width, place.height, noActivate);
}

/** Posts a message to a window. */
export function post(hwnd: bigint, message: number, wParam: bigint, lParam = 0n): void {
  symbols().PostMessageW(hwnd, message, wParam, lParam);
}

/** The window that lies behind all others and has them as its children. */
export function desktopWindow(): bigint {
  return symbols().GetDesktopWindow();
}

/** The window in front. */
export function foreground(): bigint {
  return symbols().GetForegroundWindow();
}

/** Brings a window to the front. */
export function bringToFront(hwnd: bigint): void {
  symbols().SetForegroundWindow(hwnd);
}

/** Moves a window, keeping its size and place in the z-order. */
export function moveTo(hwnd: bigint, x: number, y: number): void {
  const noSizeNoZOrderNoActivate = 0x1 | 0x4 | 0x10;
  symbols().SetWindowPos(hwnd, 0n, x, y, 0, 0, noSizeNoZOrderNoActivate);
}

/** Resizes a window. */
export function resizeTo(hwnd: bigint, width: number, height: number): void {
  const noMoveNoZOrderNoActivate = 0x2 | 0x4 | 0x10;
  symbols().SetWindowPos(hwnd, 0n, 0, 0, width, height, noMoveNoZOrderNoActivate);
}

/** Minimises a window without activating it. */
export function minimize(hwnd: bigint): void {
  const showMinimizedNoActive = 7;
  symbols().ShowWindow(hwnd, showMinimizedNoActive);
}

/** Hides a window. */
export function hide(hwnd: bigint): void {
  symbols().ShowWindow(hwnd, 0);
}

/** Whether a window still exists. */
export function exists(hwnd: bigint): boolean {
  return symbols().IsWindow(hwnd) !== 0;
}

/** Whether a window is minimised. */
export function isMinimized(hwnd: bigint): boolean {
  return symbols().IsIconic(hwnd) !== 0;
}

/** Maximises a window, which activates it. */
export function maximize(hwnd: bigint): void {
  symbols().ShowWindow(hwnd, 3);
}

/** Whether a window is maximised. */
export function isMaximized(hwnd: bigint): boolean {
  return symbols().IsZoomed(hwnd) !== 0;
}

/** Whether a window is shown, minimised or not. */
export function isVisible(hwnd: bigint): boolean {
  return symbols().IsWindowVisible(hwnd) !== 0;
}

/** The window right below this one in the z-order, hidden ones left out. */
export function nextBelow(hwnd: bigint): bigint {
  const gwHwndNext = 2;
  let below = symbols().GetWindow(hwnd, gwHwndNext);
  while (below !== 0n && !isVisible(below)) below = symbols().GetWindow(below, gwHwndNext);
  return below;
}

/** The window that gets a click at a point of the screen. */
export function windowAt(x: number, y: number): bigint {
  // A POINT by value: both numbers in one register.
  return symbols().WindowFromPoint(BigInt(y) << 32n | BigInt(x >>> 0));
}

/** Where the pointer is. */
export function pointer(): { x: number; y: number } {
  const point = new Int32Array(2);
  symbols().GetCursorPos(point);
  return { x: point[0] ?? 0, y: point[1] ?? 0 };
}

/** Presses a key and holds it, as a person would, until the returned object is disposed of. */
export function holdKey(virtualKey: number): Disposable {
  symbols().keybd_event(virtualKey, 0, 0, 0n);
  return { [Symbol.dispose]: () => symbols().keybd_event(virtualKey, 0, KEYUP, 0n) };
}
