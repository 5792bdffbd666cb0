/** Uncompressed pictures as GDI gives them, and the few cuts that everything else builds on. */

import { ToolError } from "../core/errors.ts";
import { contains, intersect, isEmpty, type Rect, type Size } from "../core/geometry.ts";

/** Bytes of one pixel. */
const BYTES_PER_PIXEL = 4;

/** The colour bits of a pixel word; the rest is alpha. */
const COLOUR_BITS = 0x00ff_ffff;

/**
 * A picture in memory: rows from the top, four bytes a pixel in the order blue, green, red, alpha, no padding.
 * The bytes own a whole `ArrayBuffer`, so a bitmap can be transferred to another thread.
 */
export interface Bitmap extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * A bitmap over these bytes, or over fresh zeros.
 * @throws {RangeError} if a side is not a positive whole number or the bytes do not fit the size
 */
export function createBitmap(size: Size, data?: Uint8Array<ArrayBuffer>): Bitmap {
  const { width, height } = size;
  if (!Number.isSafeInteger(width) || !Number.isSafeInteger(height) || isEmpty(size)) {
    throw new RangeError(`a bitmap cannot be ${width} x ${height} pixels`);
  }
  const expectedBytes = width * height * BYTES_PER_PIXEL;
  const pixels = data ?? new Uint8Array(expectedBytes);
  if (pixels.length !== expectedBytes) {
    throw new RangeError(`${width} x ${height} pixels need ${expectedBytes} bytes, not ${pixels.length}`);
  }
  return { width, height, data: pixels };
}

/**
 * The pixels as numbers `0xAARRGGBB`, one a pixel. A view of the same memory, except over a buffer that is not
 * aligned to four bytes: there it is a copy, so write through `data`.
 */
export function pixelWords(bitmap: Bitmap): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bitmap.data;
  if (byteOffset % BYTES_PER_PIXEL === 0) {
    return new Uint32Array(buffer, byteOffset, length / BYTES_PER_PIXEL);
  }
  return new Uint32Array(bitmap.data.slice().buffer);
}

/**
 * The part of a region that lies inside a picture of this size.
 * @throws {ToolError} REGION_OUTSIDE_TARGET if nothing of it does
 */
export function clampRegion(region: Rect, size: Size): Rect {
  const inside = intersect(region, { x: 0, y: 0, width: size.width, height: size.height });
  if (!isEmpty(inside)) return inside;
  throw new ToolError(
    "REGION_OUTSIDE_TARGET",
    `The region ${region.width} x ${region.height} at ${region.x},${region.y} has no pixel in common with ` +
      `the ${size.width} x ${size.height} picture`,
  );
}

/**
 * The pixels of a region. The bitmap itself if the region is all of it, else a copy.
 * @throws {RangeError} if the region is empty or not wholly inside; {@link clampRegion} makes it so
 */
export function crop(bitmap: Bitmap, region: Rect): Bitmap {
  const all = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
  const lastPixel = { x: region.x + region.width - 1, y: region.y + region.height - 1 };
  if (isEmpty(region) || !contains(all, region) || !contains(all, lastPixel)) {
    throw new RangeError(`the region is not inside the ${bitmap.width} x ${bitmap.height} picture`);
  }
  if (region.width === bitmap.width && region.height === bitmap.height) return bitmap;
  const part = createBitmap(region);
  const rowBytes = region.width * BYTES_PER_PIXEL;
  for (let y = 0; y < region.height; y++) {
    const start = ((region.y + y) * bitmap.width + region.x) * BYTES_PER_PIXEL;
    part.data.set(bitmap.data.subarray(start, start + rowBytes), y * rowBytes);
  }
  return part;
}

/** The colour of one pixel word as `0xRRGGBB`. */
export function colourOf(word: number): number {
  return word & COLOUR_BITS;
}
