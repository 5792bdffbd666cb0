/** Making pictures smaller. */

import type { Size } from "../core/geometry.ts";
import { type Bitmap, createBitmap } from "./bitmap.ts";

/** Colour channels that are averaged; alpha is 255 everywhere and stays so. */
const CHANNELS = 3;

/**
 * The picture averaged down to a size: every pixel of the answer is the mean of the source area it covers, with
 * pixels that are cut by its border counted by the part inside, rounded half up. The bitmap itself if it has that
 * size already.
 *
 * A source pixel counts as `target` units wide, so a target pixel is `source` units wide, every weight is a whole
 * number and every sum is exact: rows in 32 bits, areas in the 53 bits of a double.
 * @throws {RangeError} if the size is empty or larger than the picture on either side
 */
export function shrink(bitmap: Bitmap, size: Size): Bitmap {
  if (size.width > bitmap.width || size.height > bitmap.height) {
    throw new RangeError(
      `${bitmap.width} x ${bitmap.height} is not enlarged to ${size.width} x ${size.height}`,
    );
  }
  if (size.width === bitmap.width && size.height === bitmap.height) return bitmap;
  const small = createBitmap(size);
  const rowSums = new Int32Array(size.width * CHANNELS);
  const areaSums = new Float64Array(size.width * CHANNELS);
  let freeUnits = bitmap.height;
  let targetY = 0;
  for (let y = 0; y < bitmap.height; y++) {
    sumRow(bitmap, y, rowSums);
    let unitsLeft = size.height;
    while (unitsLeft > 0) {
      const units = Math.min(unitsLeft, freeUnits);
      for (let i = 0; i < areaSums.length; i++) areaSums[i] = (areaSums[i] ?? 0) + (rowSums[i] ?? 0) * units;
      unitsLeft -= units;
      freeUnits -= units;
      if (freeUnits > 0) continue;
      writeRow(small, targetY++, areaSums, bitmap.width * bitmap.height);
      areaSums.fill(0);
      freeUnits = bitmap.height;
    }
  }
  return small;
}

/** Weighted sums of one source row for every target column: three numbers a column, in units of 1/target width. */
function sumRow(bitmap: Bitmap, y: number, rowSums: Int32Array): void {
  const { width, data } = bitmap;
  const targetWidth = rowSums.length / CHANNELS;
  let freeUnits = width;
  let column = 0;
  let blue = 0;
  let green = 0;
  let red = 0;
  const rowEnd = (y + 1) * width * 4;
  for (let i = y * width * 4; i < rowEnd; i += 4) {
    const b = data[i] ?? 0;
    const g = data[i + 1] ?? 0;
    const r = data[i + 2] ?? 0;
    let units = Math.min(targetWidth, freeUnits);
    blue += b * units;
    green += g * units;
    red += r * units;
    freeUnits -= units;
    if (freeUnits > 0) continue;
    rowSums[column] = blue;
    rowSums[column + 1] = green;
    rowSums[column + 2] = red;
    column += CHANNELS;
    units = targetWidth - units;
    blue = b * units;
    green = g * units;
    red = r * units;
    freeUnits = width - units;
  }
}

/** Divides the sums of one target row by the units that a target pixel holds, and stores the pixels. */
function writeRow(small: Bitmap, y: number, areaSums: Float64Array, unitsPerPixel: number): void {
  const half = unitsPerPixel / 2;
  let out = y * small.width * 4;
  for (let i = 0; i < areaSums.length; i += CHANNELS) {
    small.data[out] = ((areaSums[i] ?? 0) + half) / unitsPerPixel;
    small.data[out + 1] = ((areaSums[i + 1] ?? 0) + half) / unitsPerPixel;
    small.data[out + 2] = ((areaSums[i + 2] ?? 0) + half) / unitsPerPixel;
    small.data[out + 3] = 255;
    out += 4;
  }
}
