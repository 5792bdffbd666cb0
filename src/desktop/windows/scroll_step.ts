import { toProgramClientPoint } from "../../../ffi/hit_test.ts";
import { getScrollPosition, scrollArrowLength, type ScrollPosition } from "../../../ffi/scroll_bar.ts";
import { getClientRectOnScreen, getDpiForWindow, withWindowDpiAwareness } from "../../../ffi/window.ts";
import type { Point } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { MouseReceiver } from "../desktop.ts";

/** Windows draws no thumb shorter than this at 96 DPI. */
const SHORTEST_THUMB_PX = 8;

/** What a click on the scroll bar at a window's edge does; the point is in the pixels that the program counts. */
export function scrollStepAt(
  hwnd: Hwnd,
  isVertical: boolean,
  programScreenPoint: Point,
): MouseReceiver["scrollStep"] {
  const client = withWindowDpiAwareness(hwnd, () => getClientRectOnScreen(hwnd));
  if (client === undefined) return undefined;
  const point = toProgramClientPoint(hwnd, programScreenPoint);
  const dpi = getDpiForWindow(hwnd);
  return scrollStepOf({
    // The bar is as long as the client area beside it.
    barLength: isVertical ? client.bottom - client.top : client.right - client.left,
    at: isVertical ? point.y : point.x,
    arrowLength: scrollArrowLength(isVertical, dpi),
    shortestThumb: Math.round(SHORTEST_THUMB_PX * dpi / 96),
    scrolled: getScrollPosition(hwnd, isVertical),
  });
}

/** A point on a scroll bar, along its length. */
export interface ScrollBarPoint {
  readonly barLength: number;
  readonly at: number;
  readonly arrowLength: number;
  readonly shortestThumb: number;
  readonly scrolled: ScrollPosition | undefined;
}

/** What a click at this point of a scroll bar does. */
export function scrollStepOf(bar: ScrollBarPoint): NonNullable<MouseReceiver["scrollStep"]> {
  const arrow = Math.min(bar.arrowLength, Math.floor(bar.barLength / 2));
  if (bar.at < arrow) return "lineBack";
  if (bar.at >= bar.barLength - arrow) return "lineForward";
  const thumb = thumbOf(bar, bar.barLength - 2 * arrow);
  if (thumb === undefined) return "unknown";
  if (bar.at < arrow + thumb.start) return "pageBack";
  return bar.at < arrow + thumb.start + thumb.length ? "thumb" : "pageForward";
}

function thumbOf(
  { scrolled, shortestThumb, arrowLength }: ScrollBarPoint,
  trackLength: number,
): { readonly start: number; readonly length: number } | undefined {
  // Windows answers with zeros where it knows nothing.
  if (scrolled === undefined || scrolled.max <= scrolled.min) return undefined;
  const range = scrolled.max - scrolled.min + 1;
  // Where a program tells no page, the thumb is as long as an arrow.
  const length = scrolled.page === 0
    ? arrowLength
    : Math.max(shortestThumb, Math.floor(trackLength * scrolled.page / range));
  const steps = range - Math.max(1, scrolled.page);
  if (length >= trackLength || steps <= 0) return undefined;
  const start = Math.round((scrolled.position - scrolled.min) * (trackLength - length) / steps);
  return { start, length };
}
