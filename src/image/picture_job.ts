/** The heavy work on one capture, and the messages by which a Worker is asked for it. */

import type { ErrorBody } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import { type Bitmap, clampRegion, crop } from "./bitmap.ts";
import { type InlineLimits, type InlinePicture, inlinePicture } from "./inline_picture.ts";
import { encodePng } from "./png.ts";

/** What to make of a bitmap. */
export interface PictureOptions {
  /** The part to keep, in pixels of the bitmap; what lies outside is cut off. All of it if left out. */
  readonly region?: Rect;
  /** {@link DEFAULT_INLINE_LIMITS} if left out. */
  readonly inlineLimits?: InlineLimits;
  /** Only the file is wanted: the copy is then the file itself, however large, and costs nothing. */
  readonly isFileOnly?: boolean;
}

/** A capture ready for a file and for an answer. */
export interface EncodedPicture {
  /** The part of the bitmap that both pictures show. */
  readonly region: Rect;
  /** The full-size PNG. */
  readonly png: Uint8Array<ArrayBuffer>;
  /** The copy within the limits; its bytes are those of `png` where that one fits. */
  readonly inline: InlinePicture;
}

/**
 * Crops and encodes a capture.
 * @throws {ToolError} REGION_OUTSIDE_TARGET if the region has no pixel in common with the bitmap
 */
export function encodePicture(bitmap: Bitmap, options: PictureOptions = {}): EncodedPicture {
  const all = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
  const region = options.region === undefined ? all : clampRegion(options.region, bitmap);
  const part = crop(bitmap, region);
  const png = encodePng(part);
  const inline = options.isFileOnly ? fileItself(part, png) : inlinePicture(part, options.inlineLimits, png);
  return { region, png, inline };
}

function fileItself({ width, height }: Bitmap, data: Uint8Array<ArrayBuffer>): InlinePicture {
  return { mimeType: "image/png", data, imageSize: { width, height }, scale: { x: 1, y: 1 } };
}

/** A request to the picture Worker, which gets the next one after its answer; the bitmap's memory changes hands. */
export interface PictureRequest {
  readonly bitmap: Bitmap;
  readonly options: PictureOptions;
}

/** What the picture Worker answers; a failure without a code is a defect and crosses as it is. */
export type PictureAnswer =
  | { readonly picture: EncodedPicture }
  | { readonly error: ErrorBody }
  | { readonly defect: unknown };
