import { ToolError } from "../core/errors.ts";
import { contains, imageToScreen, type Point, type Rect, type Size } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";

/** Frames that are remembered: more than an agent looks back, few enough that a point is never from long ago. */
const FRAMES_KEPT = 32;

/** What must be known of a returned picture to find the screen pixel under one of its pixels. */
export interface Frame {
  /** The window and its visible frame when the picture was taken; null for a picture of the screen. */
  readonly window: { readonly hwnd: Hwnd; readonly pid: number; readonly screenRect: Rect } | null;
  /** The part of the screen that the picture shows, at capture. */
  readonly screenRect: Rect;
  /** The size the picture was returned in. */
  readonly imageSize: Size;
}

/** The frames of the last captures, by an opaque id that is never used twice. */
export class FrameStore {
  readonly #frames = new Map<string, Frame>();
  #count = 0;

  /** Remembers a returned picture, and forgets the oldest one if there are too many. */
  add(frame: Frame): string {
    const random = crypto.randomUUID().slice(0, 8);
    const frameId = `frame_${++this.#count}_${random}`;
    this.#frames.set(frameId, frame);
    const [oldest] = this.#frames.keys();
    if (this.#frames.size > FRAMES_KEPT && oldest !== undefined) this.#frames.delete(oldest);
    return frameId;
  }

  /** @throws {ToolError} FRAME_STALE if the frame has expired or never was. */
  get(frameId: string): Frame {
    const frame = this.#frames.get(frameId);
    if (frame !== undefined) return frame;
    throw new ToolError(
      "FRAME_STALE",
      `The frame has expired: only the last ${FRAMES_KEPT} pictures of this run are remembered`,
      { details: { reason: "expired" } },
    );
  }

  /**
   * The screen pixel under the centre of an image pixel, moved along with a window that has been moved since.
   *
   * @param imagePoint a whole pixel of the returned picture
   * @param currentWindowRect the visible frame now, or null if the window is gone; not looked at for the screen
   * @throws {ToolError} FRAME_STALE if the frame has expired, or its window has changed size or is gone;
   * INVALID_PARAMS if the point is not in the picture
   */
  toScreen(frameId: string, imagePoint: Point, currentWindowRect: Rect | null): Point {
    const frame = this.get(frameId);
    assertInPicture(imagePoint, frame.imageSize);
    const screenPoint = imageToScreen(imagePoint, frame.imageSize, frame.screenRect);
    if (frame.window === null) return screenPoint;
    const movement = movementSince(frame.window.screenRect, currentWindowRect);
    return { x: screenPoint.x + movement.x, y: screenPoint.y + movement.y };
  }
}

/** How far a window has moved; refuses one that is not what the picture shows any more. */
function movementSince(captured: Rect, current: Rect | null): Point {
  if (current === null) {
    throw new ToolError("FRAME_STALE", "The window that the frame shows is gone", {
      details: { reason: "gone" },
    });
  }
  if (current.width === captured.width && current.height === captured.height) {
    return { x: current.x - captured.x, y: current.y - captured.y };
  }
  throw new ToolError(
    "FRAME_STALE",
    `The window was ${captured.width} x ${captured.height} pixels when the frame was captured and is ` +
      `${current.width} x ${current.height} now`,
    { details: { reason: "resized" } },
  );
}

function assertInPicture(imagePoint: Point, imageSize: Size): void {
  const isWhole = Number.isInteger(imagePoint.x) && Number.isInteger(imagePoint.y);
  if (isWhole && contains({ x: 0, y: 0, ...imageSize }, imagePoint)) return;
  throw new ToolError(
    "INVALID_PARAMS",
    `${imagePoint.x},${imagePoint.y} is no pixel of the picture, which is ${imageSize.width} x ` +
      `${imageSize.height} pixels; its first pixel is 0,0`,
    { suggestion: "Give a whole pixel inside the picture that has this frameId." },
  );
}
