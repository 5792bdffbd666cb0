/** The plain data that the fake desktop is driven by. Everything may be changed while a test runs. */
import type { Point, Rect } from "../../src/core/geometry.ts";
import type { Hwnd } from "../../src/core/hwnd.ts";
import type {
  CaptureBackend,
  CapturedFrame,
  CaptureRefusal,
  DeliveryResult,
  MouseReceiver,
  Responding,
  TextControl,
  WindowState,
} from "../../src/desktop/desktop.ts";
import type { FakeMenuBar } from "./fake_menu.ts";
import { createBitmap } from "../../src/image/bitmap.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A text control of a fake window. */
export interface FakeControl extends Mutable<TextControl> {
  text: string;
  selection: { start: number; end: number };
  /** Stops every delivery after this many units, for this reason. */
  stopsAfter?: { units: number; reason: NonNullable<DeliveryResult["stopped"]> };
  /** Accepts everything and keeps nothing, as a control that filters its messages does. */
  isDeaf?: boolean;
  /** So many times it does not say what it holds. */
  silentReads?: number;
}

/** What a capture method gives; a function is asked each time. */
export type FakeCapture =
  | CapturedFrame
  | CaptureRefusal
  | (() => CapturedFrame | CaptureRefusal);

/** A window of the fake desktop; `processName` and `foreground` follow from the desktop's own lists. */
export interface FakeWindow extends Mutable<Omit<WindowState, "foreground" | "processName" | "responding">> {
  /** What a probe finds. */
  responding: Exclude<Responding, "unknown">;
  elevated: boolean | undefined;
  captureProtected: boolean;
  onOtherDesktop: boolean;
  controls: FakeControl[];
  captures: Partial<Record<CaptureBackend, FakeCapture>>;
  menu: FakeMenuBar | undefined;
  /** What gets the mouse, where that is not the client area of the window itself. */
  receiver: Partial<MouseReceiver> | "busy" | undefined;
  /** What a polite request to close does. */
  onClose: "closes" | "ignores" | "refuses" | (() => void);
  /** What it does when it is to be moved, resized or shown otherwise; a function says where it lies then. */
  onChange: "obeys" | "ignores" | ((wanted: Rect) => Rect);
}

/** A process of the fake desktop. */
export interface FakeProcess {
  pid: number;
  creationTime: bigint;
  parentPid: number;
  name: string;
  /** Of its program; undefined where it is closed to us. */
  path: string | undefined;
  exitCode: number | "running";
  /** Whether Windows lets us end it. */
  isEndable: boolean;
}

/** A visible, responsive window with these properties, and unremarkable ones for the rest. */
export function fakeWindow(given: Partial<FakeWindow> & { hwnd: Hwnd }): FakeWindow {
  const screenRect: Rect = given.screenRect ?? { x: 100, y: 80, width: 400, height: 300 };
  const clientScreenRect: Rect = {
    x: screenRect.x + 8,
    y: screenRect.y + 31,
    width: Math.max(0, screenRect.width - 16),
    height: Math.max(0, screenRect.height - 39),
  };
  return {
    title: "Untitled - Notepad",
    className: "Notepad",
    pid: 4_200,
    threadId: 4_204,
    screenRect,
    clientScreenRect,
    visible: true,
    minimized: false,
    cloaked: false,
    hung: false,
    owner: 0n,
    toolWindow: false,
    root: given.hwnd,
    enabled: true,
    maximized: false,
    restoresMaximized: false,
    topmost: false,
    layered: false,
    clickThrough: false,
    noActivate: false,
    style: 0x14CF_0000,
    exStyle: 0x0000_0100,
    dpi: 96,
    dpiUnaware: false,
    responding: "yes",
    elevated: false,
    captureProtected: false,
    onOtherDesktop: false,
    controls: [],
    captures: {},
    menu: undefined,
    receiver: undefined,
    onClose: "closes",
    onChange: "obeys",
    ...given,
  };
}

/** What gets the mouse at a point of a window. */
export function receiverAt(window: FakeWindow, screenPoint: Point): MouseReceiver | "busy" {
  if (window.receiver === "busy") return "busy";
  const { x, y } = window.clientScreenRect;
  return {
    hwnd: window.hwnd,
    className: window.className,
    part: "client",
    hitTest: 1,
    clientPoint: { x: screenPoint.x - x, y: screenPoint.y - y },
    programScreenPoint: screenPoint,
    takesDoubleClicks: true,
    systemCommand: undefined,
    scrollStep: undefined,
    disabled: undefined,
    dialog: undefined,
    coveredBy: undefined,
    ...window.receiver,
  };
}

/** A multi-line edit control with the caret at the end of its text. */
export function fakeControl(given: Partial<FakeControl> & { hwnd: Hwnd }): FakeControl {
  const text = given.text ?? "";
  return {
    className: "Edit",
    kind: "edit",
    focused: true,
    unicode: true,
    enabled: true,
    menuOpen: false,
    readOnly: false,
    password: false,
    multiline: true,
    transform: "none",
    limitUnits: undefined,
    text,
    selection: { start: text.length, end: text.length },
    ...given,
  };
}

/** A running process that may be ended. */
export function fakeProcess(given: Partial<FakeProcess> & { pid: number }): FakeProcess {
  return {
    creationTime: 133_000_000_000_000_000n + BigInt(given.pid),
    parentPid: 1_000,
    name: "notepad",
    path: undefined,
    exitCode: "running",
    isEndable: true,
    ...given,
  };
}

/** A picture of a window that no judge takes for an empty one: a dark line across a light page. */
export function fakeFrame(backend: CaptureBackend, screenRect: Rect): CapturedFrame {
  const bitmap = createBitmap({ width: screenRect.width, height: screenRect.height });
  bitmap.data.fill(255);
  const middle = Math.floor(screenRect.height / 2) * screenRect.width * 4;
  for (let at = middle; at < middle + screenRect.width * 4; at += 4) bitmap.data.fill(0x30, at, at + 3);
  return {
    backend,
    method: `fake ${backend}`,
    bitmap,
    screenRect,
    windowScreenRect: screenRect,
    uniformColor: undefined,
  };
}

/** A picture of one colour, `RRGGBB`. */
export function fakeUniformFrame(
  backend: CaptureBackend,
  screenRect: Rect,
  uniformColor: string,
): CapturedFrame {
  const bitmap = createBitmap({ width: screenRect.width, height: screenRect.height });
  const colour = Number.parseInt(uniformColor, 16);
  for (let at = 0; at < bitmap.data.length; at += 4) {
    bitmap.data.set([colour & 0xFF, (colour >> 8) & 0xFF, colour >> 16, 0xFF], at);
  }
  return {
    backend,
    method: `fake ${backend}`,
    bitmap,
    screenRect,
    windowScreenRect: screenRect,
    uniformColor,
  };
}
