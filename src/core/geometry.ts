/**
 * Coordinates, and every conversion between their spaces. All numbers are physical pixels.
 *
 * | space | origin |
 * |---|---|
 * | screen | top-left of the primary monitor; other monitors may lie at negative coordinates |
 * | window | top-left of the window's visible frame |
 * | client | top-left of the window's client area |
 * | image | top-left of a returned picture, after cropping and scaling |
 */

/** A point; the property that holds it says in which space it is. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its top-left corner and its size; the right and bottom edges are outside it. */
export interface Rect extends Point, Size {}

/** A rectangle as the contract publishes it: corner and size, and all four edges. */
export interface EdgeRect extends Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The rectangle between four edges; a crossed pair gives an empty one. */
export function rectFromEdges(left: number, top: number, right: number, bottom: number): Rect {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The same rectangle with its edges spelt out. */
export function withEdges(rect: Rect): EdgeRect {
  return {
    x: rect.x,
    y: rect.y,
    width: rect.width,
    height: rect.height,
    left: rect.x,
    top: rect.y,
    right: rect.x + rect.width,
    bottom: rect.y + rect.height,
  };
}

/** Whether the rectangle covers no pixel. */
export function isEmpty(rect: Size): boolean {
  return rect.width <= 0 || rect.height <= 0;
}

/** Whether the point lies inside (right and bottom edges are outside). */
export function contains(rect: Rect, point: Point): boolean {
  return point.x >= rect.x && point.x < rect.x + rect.width && point.y >= rect.y &&
    point.y < rect.y + rect.height;
}

/** What two rectangles share; empty where they do not meet. */
export function intersect(a: Rect, b: Rect): Rect {
  return rectFromEdges(
    Math.max(a.x, b.x),
    Math.max(a.y, b.y),
    Math.min(a.x + a.width, b.x + b.width),
    Math.min(a.y + a.height, b.y + b.height),
  );
}

/** The rectangle moved by a vector. */
export function translate(rect: Rect, by: Point): Rect {
  return { x: rect.x + by.x, y: rect.y + by.y, width: rect.width, height: rect.height };
}

/** A screen rectangle as seen from another origin (a window's frame, a client area, a picture's corner). */
export function relativeTo(rect: Rect, origin: Point): Rect {
  return translate(rect, { x: -origin.x, y: -origin.y });
}

/** What a size in physical pixels is in pixels of 96 to the inch, rounded. */
export function logicalSize(size: Size, dpi: number): Size {
  return { width: Math.round(size.width * 96 / dpi), height: Math.round(size.height * 96 / dpi) };
}

/** The largest size with the same proportions whose longer side is at most `maxSidePx`; never enlarges. */
export function fitWithin(size: Size, maxSidePx: number): Size {
  const longest = Math.max(size.width, size.height);
  if (longest <= maxSidePx) return { width: size.width, height: size.height };
  const scale = maxSidePx / longest;
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/**
 * The screen pixel under the centre of an image pixel. `screenRect` is what the picture shows and `imageSize` how
 * large it was returned; the answer is always inside `screenRect` for a point inside the picture.
 */
export function imageToScreen(imagePoint: Point, imageSize: Size, screenRect: Rect): Point {
  return {
    x: screenRect.x + Math.floor((imagePoint.x + 0.5) * screenRect.width / imageSize.width),
    y: screenRect.y + Math.floor((imagePoint.y + 0.5) * screenRect.height / imageSize.height),
  };
}
