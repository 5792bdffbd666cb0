/** The ways to get a window's pixels with GDI, as a lane runs them. */
import { getVirtualScreen } from "../../../ffi/desktop.ts";
import { GDI, MemoryBitmap, printWindow, screenDc, windowDc } from "../../../ffi/gdi32.ts";
import { isCloaked } from "../../../ffi/dwmapi.ts";
import {
  enumWindows,
  getClassName,
  getExStyle,
  getLayeredAlpha,
  getRoot,
  getWindowRect,
  isHungAppWindow,
  isIconic,
  isWindow,
  isWindowVisible,
  WINDOW,
  withWindowDpiAwareness,
} from "../../../ffi/window.ts";
import { intersect, isEmpty, type Rect, rectFromEdges, relativeTo, translate } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import { type Bitmap, createBitmap, crop } from "../../image/bitmap.ts";
import { uniformColour } from "../../image/judge.ts";
import type { CaptureBackend, CapturedFrame, CaptureRefusal } from "../desktop.ts";
import { GHOST_CLASS, visibleFrame } from "./window_reader.ts";

/** 256 MB of pixels: four 4K screens; beyond that Windows is asked for memory that one picture does not need. */
const MOST_PIXELS = 67_108_864;

/** A window that moves or is resized while it is captured gets another try, so that picture and rectangle agree. */
const MOST_ATTEMPTS = 3;

/** See the port. */
export function captureWindow(
  hwnd: Hwnd,
  backend: CaptureBackend,
  region?: Rect,
): CapturedFrame | CaptureRefusal {
  for (let attempt = 1;; attempt++) {
    const answer = captureOnce(hwnd, backend, region);
    if ("reason" in answer || attempt === MOST_ATTEMPTS) return answer;
    if (isSameRect(answer.windowScreenRect, visibleFrame(hwnd))) return answer;
  }
}

/** See the port. */
export function captureScreen(screenRect: Rect): CapturedFrame | CaptureRefusal {
  const shown = intersect(screenRect, getVirtualScreen());
  if (isEmpty(shown)) return { backend: "screen", reason: "offScreen" };
  if (shown.width * shown.height > MOST_PIXELS) return { backend: "screen", reason: "tooLarge" };
  return copyScreen(shown, shown);
}

function captureOnce(hwnd: Hwnd, backend: CaptureBackend, region?: Rect): CapturedFrame | CaptureRefusal {
  if (!isWindow(hwnd)) return { backend, reason: "gone" };
  const frame = visibleFrame(hwnd);
  if (isEmpty(frame)) return { backend, reason: "offScreen" };
  if (frame.width * frame.height > MOST_PIXELS) return { backend, reason: "tooLarge" };
  if (backend === "print") return print(hwnd, frame);
  const shown = intersect(frame, getVirtualScreen());
  const needed = region === undefined ? shown : intersect(translate(region, frame), shown);
  if (isEmpty(needed)) return { backend, reason: "offScreen" };
  const coveredBy = coveringWindow(hwnd, needed);
  if (coveredBy !== undefined) return { backend, reason: "covered", coveredBy };
  return backend === "screen" ? copyScreen(shown, frame) : copyWindowDc(hwnd, shown, frame);
}

function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** What a method has drawn into memory, and of what. */
interface Reading {
  readonly backend: CaptureBackend;
  readonly method: string;
  readonly memory: MemoryBitmap;
  /** The part of the memory that is the picture; all of it when left out. */
  readonly part?: Rect;
  readonly screenRect: Rect;
  readonly windowScreenRect: Rect;
}

/** The picture as it lies in memory that GDI owns, or a cut of it that we own. */
function borrowed(memory: MemoryBitmap, part?: Rect): Bitmap {
  const all = createBitmap({ width: memory.widthPx, height: memory.heightPx }, memory.view());
  return part === undefined ? all : crop(all, part);
}

function nameOf(colour: number | undefined): string | undefined {
  return colour?.toString(16).toUpperCase().padStart(6, "0");
}

/** The picture in memory of ours, which outlives GDI's. */
function frameOf({ backend, method, memory, part, screenRect, windowScreenRect }: Reading): CapturedFrame {
  const picture = borrowed(memory, part);
  const isCut = picture.width !== memory.widthPx || picture.height !== memory.heightPx;
  const bitmap = isCut ? picture : createBitmap(picture, picture.data.slice());
  return {
    backend,
    method,
    bitmap,
    screenRect,
    windowScreenRect,
    uniformColor: nameOf(uniformColour(bitmap)),
  };
}

/**
 * Lets the program draw its window. A DPI-unaware program draws at its logical size, so the bitmap has that size while
 * `screenRect` stays physical.
 */
function print(hwnd: Hwnd, frame: Rect): CapturedFrame | CaptureRefusal {
  const outer = toRect(getWindowRect(hwnd));
  const drawn = toRect(withWindowDpiAwareness(hwnd, () => getWindowRect(hwnd)));
  if (isEmpty(outer) || isEmpty(drawn)) return { backend: "print", reason: "gone" };
  const scale = drawn.width / outer.width;
  const border = relativeTo(frame, outer);
  const visible = intersect({
    x: Math.round(border.x * scale),
    y: Math.round(border.y * scale),
    width: Math.round(border.width * scale),
    height: Math.round(border.height * scale),
  }, { x: 0, y: 0, width: drawn.width, height: drawn.height });
  if (isEmpty(visible)) return { backend: "print", reason: "failed" };

  using memory = new MemoryBitmap(drawn.width, drawn.height);
  const reading: Reading = {
    backend: "print",
    method: "PrintWindow",
    memory,
    part: visible,
    screenRect: frame,
    windowScreenRect: frame,
  };
  const isDrawn = printWindow(hwnd, memory, GDI.PW_RENDERFULLCONTENT);
  const colour = isDrawn ? uniformColour(borrowed(memory, visible)) : undefined;
  if (isDrawn && colour === undefined) return frameOf(reading);
  // The bitmap began black; a program that leaves it black and then white has drawn nothing at all.
  memory.view().fill(0xFF);
  if (!printWindow(hwnd, memory, 0)) {
    return { backend: "print", reason: isWindow(hwnd) ? "failed" : "gone" };
  }
  const isUntouched = colour === 0 && uniformColour(borrowed(memory, visible)) === 0xFFFFFF;
  return isUntouched ? { backend: "print", reason: "blank" } : frameOf(reading);
}

function copyWindowDc(hwnd: Hwnd, shown: Rect, frame: Rect): CapturedFrame | CaptureRefusal {
  const outer = toRect(getWindowRect(hwnd));
  // The pixels of a window that Windows scales are not those on the screen.
  const drawn = toRect(withWindowDpiAwareness(hwnd, () => getWindowRect(hwnd)));
  if (drawn.width !== outer.width) return { backend: "windowDc", reason: "failed" };
  using source = windowDc(hwnd);
  using memory = new MemoryBitmap(shown.width, shown.height);
  const from = relativeTo(shown, outer);
  if (!memory.copyFrom(source.value, from.x, from.y)) return { backend: "windowDc", reason: "failed" };
  return frameOf({
    backend: "windowDc",
    method: "BitBlt(GetWindowDC)",
    memory,
    screenRect: shown,
    windowScreenRect: frame,
  });
}

function copyScreen(shown: Rect, frame: Rect): CapturedFrame | CaptureRefusal {
  using source = screenDc();
  using memory = new MemoryBitmap(shown.width, shown.height);
  const copied = memory.copyFrom(source.value, shown.x, shown.y, GDI.SRCCOPY | GDI.CAPTUREBLT);
  if (!copied) return { backend: "screen", reason: "failed" };
  return frameOf({
    backend: "screen",
    method: "BitBlt(GetDC)",
    memory,
    screenRect: shown,
    windowScreenRect: frame,
  });
}

function toRect(edges: { left: number; top: number; right: number; bottom: number } | undefined): Rect {
  return edges === undefined
    ? { x: 0, y: 0, width: 0, height: 0 }
    : rectFromEdges(edges.left, edges.top, edges.right, edges.bottom);
}

/** The frontmost window that lies above this one and hides a part of the rectangle; undefined when none does. */
function coveringWindow(hwnd: Hwnd, screenRect: Rect): Hwnd | undefined {
  const root = getRoot(hwnd);
  for (const above of enumWindows()) {
    if (above === root) return undefined;
    if (!hides(above) || isGhostOf(above, root)) continue;
    if (!isEmpty(intersect(visibleFrame(above), screenRect))) return above;
  }
  return undefined;
}

/** Windows lays a ghost exactly over a hung window, and it shows what that window showed last. */
function isGhostOf(above: Hwnd, root: Hwnd): boolean {
  return getClassName(above) === GHOST_CLASS && isHungAppWindow(root) &&
    isSameRect(visibleFrame(above), visibleFrame(root));
}

function hides(hwnd: Hwnd): boolean {
  if (!isWindowVisible(hwnd) || isIconic(hwnd) || isCloaked(hwnd)) return false;
  const isLayered = (getExStyle(hwnd) & WINDOW.WS_EX_LAYERED) !== 0;
  return !isLayered || getLayeredAlpha(hwnd) !== 0;
}
