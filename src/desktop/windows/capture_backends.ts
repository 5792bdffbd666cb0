/** The ways to get a window's pixels with GDI, as a lane runs them. */
import { getVirtualScreen } from "../../../ffi/desktop.ts";
import { GDI, MemoryBitmap, printWindow, screenDc, windowDc } from "../../../ffi/gdi32.ts";
import { isCloaked } from "../../../ffi/dwmapi.ts";
import {
  enumWindows,
  getLayeredAlpha,
  getRoot,
  getStyles,
  getWindowRect,
  isIconic,
  isWindow,
  isWindowVisible,
  WINDOW,
  withWindowDpiAwareness,
} from "../../../ffi/window.ts";
import { intersect, isEmpty, type Rect, rectFromEdges, relativeTo } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import { type Bitmap, createBitmap, crop, forceOpaque } from "../../image/bitmap.ts";
import { uniformColour } from "../../image/judge.ts";
import type { CaptureBackend, CapturedFrame, CaptureRefusal } from "../desktop.ts";
import { visibleFrame } from "./window_reader.ts";

/** 256 MB of pixels: four 4K screens; beyond that Windows is asked for memory that one picture does not need. */
const MOST_PIXELS = 67_108_864;

/** See the port. */
export function captureWindow(
  hwnd: Hwnd,
  backend: CaptureBackend,
  neededScreenRect?: Rect,
): CapturedFrame | CaptureRefusal {
  if (!isWindow(hwnd)) return { backend, reason: "gone" };
  const frame = visibleFrame(hwnd);
  if (isEmpty(frame)) return { backend, reason: "offScreen" };
  if (frame.width * frame.height > MOST_PIXELS) return { backend, reason: "tooLarge" };
  if (backend === "print") return print(hwnd, frame);
  const shown = intersect(frame, getVirtualScreen());
  if (isEmpty(shown)) return { backend, reason: "offScreen" };
  const coveredBy = coveringWindow(hwnd, neededScreenRect ?? shown);
  if (coveredBy !== undefined) return { backend, reason: "covered", coveredBy };
  return backend === "screen" ? copyScreen(shown) : copyWindowDc(hwnd, shown);
}

function frameOf(
  backend: CaptureBackend,
  method: string,
  bitmap: Bitmap,
  screenRect: Rect,
): CapturedFrame {
  forceOpaque(bitmap);
  const colour = uniformColour(bitmap);
  const uniformColor = colour?.toString(16).toUpperCase().padStart(6, "0");
  return { backend, method, bitmap, screenRect, uniformColor };
}

function pixelsOf(memory: MemoryBitmap): Bitmap {
  return createBitmap({ width: memory.widthPx, height: memory.heightPx }, memory.pixels());
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
  let answer: CapturedFrame | undefined;
  for (const flags of [GDI.PW_RENDERFULLCONTENT, 0]) {
    if (!printWindow(hwnd, memory, flags)) continue;
    answer = frameOf("print", "PrintWindow", crop(pixelsOf(memory), visible), frame);
    if (answer.uniformColor === undefined) return answer;
  }
  return answer ?? { backend: "print", reason: isWindow(hwnd) ? "failed" : "gone" };
}

function copyWindowDc(hwnd: Hwnd, shown: Rect): CapturedFrame | CaptureRefusal {
  const outer = toRect(getWindowRect(hwnd));
  using source = windowDc(hwnd);
  using memory = new MemoryBitmap(shown.width, shown.height);
  const from = relativeTo(shown, outer);
  if (!memory.copyFrom(source.value, from.x, from.y)) return { backend: "windowDc", reason: "failed" };
  return frameOf("windowDc", "BitBlt(GetWindowDC)", pixelsOf(memory), shown);
}

function copyScreen(shown: Rect): CapturedFrame | CaptureRefusal {
  using source = screenDc();
  using memory = new MemoryBitmap(shown.width, shown.height);
  const copied = memory.copyFrom(source.value, shown.x, shown.y, GDI.SRCCOPY | GDI.CAPTUREBLT);
  if (!copied) return { backend: "screen", reason: "failed" };
  return frameOf("screen", "BitBlt(GetDC)", pixelsOf(memory), shown);
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
    if (hides(above) && !isEmpty(intersect(visibleFrame(above), screenRect))) return above;
  }
  return undefined;
}

function hides(hwnd: Hwnd): boolean {
  if (!isWindowVisible(hwnd) || isIconic(hwnd) || isCloaked(hwnd)) return false;
  const isLayered = (getStyles(hwnd).exStyle & WINDOW.WS_EX_LAYERED) !== 0;
  return !isLayered || getLayeredAlpha(hwnd) !== 0;
}
