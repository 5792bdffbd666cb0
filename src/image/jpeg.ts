/** Lossy pictures, for what would be too large without loss. */

import jpeg from "jpeg-js";
import type { Bitmap } from "./bitmap.ts";

/**
 * The picture as a JPEG file without colour subsampling, so that thin coloured text stays readable; alpha is
 * dropped.
 * @param quality 1 (worst) to 100
 */
export function encodeJpeg(bitmap: Bitmap, quality: number): Uint8Array<ArrayBuffer> {
  const { width, height, data } = bitmap;
  const rgba = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    rgba[i] = data[i + 2] ?? 0;
    rgba[i + 1] = data[i + 1] ?? 0;
    rgba[i + 2] = data[i] ?? 0;
  }
  return new Uint8Array(jpeg.encode({ width, height, data: rgba }, quality).data);
}
