/** The copy of a picture that travels inside an answer: as good as fits the limits, for any content. */

import { fitWithin, type Size } from "../core/geometry.ts";
import { type Bitmap, createBitmap, pixelWords } from "./bitmap.ts";
import { encodeJpeg } from "./jpeg.ts";
import { encodePng } from "./png.ts";
import { shrink } from "./resize.ts";

/** How large an inline copy may be. */
export interface InlineLimits {
  readonly maxSidePx: number;
  /** Length of the base64 text, which is a third longer than the bytes. */
  readonly maxBase64Bytes: number;
}

/** What clients take: a longer side is scaled down by them anyway, and a message of a megabyte passes everywhere. */
export const DEFAULT_INLINE_LIMITS: InlineLimits = { maxSidePx: 1568, maxBase64Bytes: 1_000_000 };

/** An encoded copy within the limits. */
export interface InlinePicture {
  readonly mimeType: "image/png" | "image/jpeg";
  readonly data: Uint8Array<ArrayBuffer>;
  readonly imageSize: Size;
  /** Image pixels for one pixel of the picture, on each axis; 1 where nothing was scaled. */
  readonly scale: { readonly x: number; readonly y: number };
  /** Of a JPEG. */
  readonly quality?: number;
}

/** Qualities that are tried at full size; below the last one a smaller picture is easier to read. */
const QUALITIES = [90, 80, 70, 60, 50];

/** What an estimate must stay under, as a part of the limit: estimates from a sample were up to 8 % low. */
const ESTIMATE_AIM = 0.9;

/** The most of its area that a picture keeps from one attempt to the next, so that attempts are few. */
const MAX_AREA_KEPT = 0.7;

/** The sample that sizes are estimated on: so many tiles of so many pixels a side, on each axis. */
const SAMPLE_TILES = 8;
const SAMPLE_TILE_PX = 32;

/**
 * The copy of a picture within the limits: lossless and unscaled if that fits, else scaled down to the longest side,
 * else as JPEG of the best quality that fits, else smaller still. Noise of any size takes one or two full attempts,
 * since quality is chosen on a sample.
 * @param png the picture as PNG if there is one already; used where the picture needs no scaling
 * @throws {RangeError} if not even one pixel fits the limits
 */
export function inlinePicture(
  bitmap: Bitmap,
  limits: InlineLimits = DEFAULT_INLINE_LIMITS,
  png?: Uint8Array<ArrayBuffer>,
): InlinePicture {
  const maxBytes = Math.floor(limits.maxBase64Bytes / 4) * 3;
  const size = fitWithin(bitmap, limits.maxSidePx);
  const fitted = shrink(bitmap, size);
  const lossless = fitted === bitmap && png !== undefined ? png : encodePng(fitted);
  if (lossless.length <= maxBytes) {
    return { mimeType: "image/png", data: lossless, imageSize: size, scale: scaleOf(size, bitmap) };
  }
  return lossyPicture(bitmap, fitted, maxBytes);
}

function lossyPicture(bitmap: Bitmap, fitted: Bitmap, maxBytes: number): InlinePicture {
  let candidate = fitted;
  while (true) {
    const attempt = bestQuality(candidate, maxBytes);
    if (attempt.data !== undefined) {
      const { data, quality } = attempt;
      const imageSize = { width: candidate.width, height: candidate.height };
      return { mimeType: "image/jpeg", data, imageSize, scale: scaleOf(candidate, bitmap), quality };
    }
    if (candidate.width === 1 && candidate.height === 1) {
      throw new RangeError(`no picture fits ${maxBytes} bytes`);
    }
    const areaKept = Math.min(MAX_AREA_KEPT, ESTIMATE_AIM * maxBytes / attempt.expectedBytes);
    candidate = shrink(bitmap, scaleArea(candidate, areaKept));
  }
}

/** The JPEG of the best quality that fits; without `data` none does, and this is how large the worst one would be. */
type QualityAttempt =
  | { readonly data: Uint8Array<ArrayBuffer>; readonly quality: number }
  | { readonly data?: undefined; readonly expectedBytes: number };

function bestQuality(bitmap: Bitmap, maxBytes: number): QualityAttempt {
  const sample = sampleTiles(bitmap);
  const samplesInPicture = (bitmap.width * bitmap.height) / (sample.width * sample.height);
  let actualPerEstimate = 1;
  let expectedBytes = 0;
  for (const quality of QUALITIES) {
    expectedBytes = encodeJpeg(sample, quality).length * samplesInPicture * actualPerEstimate;
    if (expectedBytes > maxBytes * ESTIMATE_AIM) continue;
    const data = encodeJpeg(bitmap, quality);
    if (data.length <= maxBytes) return { data, quality };
    actualPerEstimate *= data.length / expectedBytes;
    expectedBytes = data.length;
  }
  return { expectedBytes };
}

function scaleOf(imageSize: Size, source: Size): InlinePicture["scale"] {
  return { x: imageSize.width / source.width, y: imageSize.height / source.height };
}

function scaleArea(size: Size, areaKept: number): Size {
  const sideKept = Math.sqrt(areaKept);
  return {
    width: Math.max(1, Math.floor(size.width * sideKept)),
    height: Math.max(1, Math.floor(size.height * sideKept)),
  };
}

/** Tiles from all over a picture, side by side; the whole of an axis that is not longer than its tiles. */
function sampleTiles(bitmap: Bitmap): Bitmap {
  const columns = sampledPixels(bitmap.width);
  const rows = sampledPixels(bitmap.height);
  const sample = createBitmap({ width: columns.length, height: rows.length });
  const from = pixelWords(bitmap);
  const to = pixelWords(sample);
  rows.forEach((y, row) => {
    columns.forEach((x, column) => to[row * columns.length + column] = from[y * bitmap.width + x] ?? 0);
  });
  return sample;
}

function sampledPixels(sidePx: number): number[] {
  if (sidePx <= SAMPLE_TILES * SAMPLE_TILE_PX) return Array.from({ length: sidePx }, (_, i) => i);
  return Array.from({ length: SAMPLE_TILES * SAMPLE_TILE_PX }, (_, i) => {
    const tile = Math.floor(i / SAMPLE_TILE_PX);
    const tileStart = Math.floor((tile + 0.5) * sidePx / SAMPLE_TILES - SAMPLE_TILE_PX / 2);
    return tileStart + i % SAMPLE_TILE_PX;
  });
}
