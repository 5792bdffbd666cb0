/**
 * Whether an element is wholly to be seen in a part of the screen, and which way and how far to scroll where it is not.
 * All rectangles are in screen pixels; what an element says of itself being off screen plays no part.
 */
import { isEmpty, type Rect } from "../../core/geometry.ts";
import type { UiRange } from "../../desktop/ui_element.ts";

/** Which way a container is scrolled; `none` where scrolling up or down would not help. */
export type ScrollDirection = "forward" | "backward" | "none";

/** Of a range that does not say how far a step goes, this part of it is one. */
const STEP_SHARE = 0.1;

/** A wheel message carries no more. */
const MOST_NOTCHES = 250;

/** Whether the element lies in the viewport, at least `margin` pixels from each edge of it. */
export function isFullyVisible(element: Rect | null, viewport: Rect | null, margin: number): boolean {
  if (element === null || viewport === null || isEmpty(element) || isEmpty(viewport)) return false;
  if (margin * 2 >= viewport.width || margin * 2 >= viewport.height) return false;
  return element.x >= viewport.x + margin && element.y >= viewport.y + margin &&
    element.x + element.width <= viewport.x + viewport.width - margin &&
    element.y + element.height <= viewport.y + viewport.height - margin;
}

/** Which way to scroll; on where it reaches too far down, so that one too tall for the viewport is scrolled on. */
export function scrollDirection(
  element: Rect | null,
  viewport: Rect | null,
  margin: number,
): ScrollDirection {
  return distanceBeyond(element, viewport, margin).direction;
}

/** Which way to scroll, and how many pixels lie beyond that edge. */
export function distanceBeyond(
  element: Rect | null,
  viewport: Rect | null,
  margin: number,
): { readonly direction: ScrollDirection; readonly pixels: number } {
  if (element === null || viewport === null) return { direction: "none", pixels: 0 };
  const below = element.y + element.height - (viewport.y + viewport.height - margin);
  if (below > 0) return { direction: "forward", pixels: below };
  const above = viewport.y + margin - element.y;
  if (above > 0) return { direction: "backward", pixels: above };
  return { direction: "none", pixels: 0 };
}

/** The number that a range is set to next: one step on or back from where it is now, within its limits. */
export function nextRangeValue(range: UiRange, direction: Exclude<ScrollDirection, "none">): number {
  const minimum = finite(range.minimum);
  const maximum = Math.max(minimum, finite(range.maximum));
  const next = finite(range.value) + (direction === "forward" ? 1 : -1) * stepOf(range, maximum - minimum);
  return Math.min(Math.max(next, minimum), maximum);
}

function stepOf({ largeChange, smallChange }: UiRange, span: number): number {
  if (largeChange > 0 && Number.isFinite(largeChange)) return largeChange;
  if (smallChange > 0 && Number.isFinite(smallChange)) return smallChange;
  return Math.max(span * STEP_SHARE, 1);
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/**
 * How many notches of the wheel come nearest to `pixels` without going beyond them, by how many pixels the last ones
 * moved; one where that is not known.
 */
export function wheelNotches(pixels: number, pixelsPerNotch: number | undefined): number {
  if (pixelsPerNotch === undefined || !(pixelsPerNotch > 0)) return 1;
  return Math.min(Math.max(1, Math.floor(pixels / pixelsPerNotch)), MOST_NOTCHES);
}
