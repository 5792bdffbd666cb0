/** Which pixels of a captured bitmap a caller's region means, and where on the screen they are. */
import { invalidParameter, ToolError } from "../core/errors.ts";
import { intersect, isEmpty, type Rect, relativeTo, type Size, translate } from "../core/geometry.ts";
import type { CapturedFrame } from "../desktop/desktop.ts";

/** A region may cover four 4K screens; what is larger is a mistake. */
const MOST_REGION_PIXELS = 67_108_864;

/** @throws {ToolError} INVALID_PARAMS for a region of too many pixels */
export function requireArea(region: Size | undefined): void {
  if (region === undefined || region.width * region.height <= MOST_REGION_PIXELS) return;
  throw invalidParameter("region", `width times height must be at most ${MOST_REGION_PIXELS}`);
}

/**
 * The part of the screen that is wanted: the whole window, or a region of it clamped to the window.
 *
 * @throws {ToolError} REGION_OUTSIDE_TARGET
 */
export function wantedScreenRect(region: Rect | undefined, windowScreenRect: Rect): Rect {
  if (region === undefined) return windowScreenRect;
  const wanted = intersect(translate(region, windowScreenRect), windowScreenRect);
  if (!isEmpty(wanted)) return wanted;
  throw new ToolError("REGION_OUTSIDE_TARGET", "The region lies outside the window", {
    details: { windowWidth: windowScreenRect.width, windowHeight: windowScreenRect.height },
  });
}

/** A part of the screen in pixels of the bitmap, which may show a part of the window or be drawn at another scale. */
export function toBitmapRegion(screenRect: Rect, frame: CapturedFrame): Rect {
  const wanted = relativeTo(screenRect, frame.screenRect);
  const scaleX = frame.bitmap.width / frame.screenRect.width;
  const scaleY = frame.bitmap.height / frame.screenRect.height;
  const x = Math.floor(wanted.x * scaleX);
  const y = Math.floor(wanted.y * scaleY);
  return {
    x,
    y,
    width: Math.ceil((wanted.x + wanted.width) * scaleX) - x,
    height: Math.ceil((wanted.y + wanted.height) * scaleY) - y,
  };
}

/** The part of the screen that a region of the bitmap shows. */
export function shownOnScreen(bitmapRegion: Rect, frame: CapturedFrame): Rect {
  const scaleX = frame.screenRect.width / frame.bitmap.width;
  const scaleY = frame.screenRect.height / frame.bitmap.height;
  return {
    x: frame.screenRect.x + Math.round(bitmapRegion.x * scaleX),
    y: frame.screenRect.y + Math.round(bitmapRegion.y * scaleY),
    width: Math.round(bitmapRegion.width * scaleX),
    height: Math.round(bitmapRegion.height * scaleY),
  };
}

/** Whether a part of what is wanted is not in the bitmap. */
export function isClipped(wanted: Rect, frame: CapturedFrame): boolean {
  const captured = intersect(wanted, frame.screenRect);
  return captured.width < wanted.width || captured.height < wanted.height;
}
