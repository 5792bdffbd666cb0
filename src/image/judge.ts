/** Whether a captured picture can be believed: is it one flat colour, and does its size fit the window. */

import { isEmpty, type Size } from "../core/geometry.ts";
import { type Bitmap, colourOf, pixelWords } from "./bitmap.ts";

/** Points a side of the grid that is looked at first; nearly every real picture differs somewhere on it. */
const GRID_POINTS = 16;

/**
 * The colour `0xRRGGBB` that every pixel has, or `undefined` if two pixels differ. Alpha does not count, since GDI
 * leaves it at 0. A real picture is told by the grid, in microseconds; a flat one is confirmed pixel by pixel, so
 * a single dot (a caret on an empty page) makes it a picture. Two backends agree if they give the same number.
 */
export function uniformColour(bitmap: Bitmap): number | undefined {
  const words = pixelWords(bitmap);
  const colour = colourOf(words[0] ?? 0);
  const { width, height } = bitmap;
  for (let row = 0; row < GRID_POINTS; row++) {
    const y = Math.round(row * (height - 1) / (GRID_POINTS - 1));
    for (let column = 0; column < GRID_POINTS; column++) {
      const x = Math.round(column * (width - 1) / (GRID_POINTS - 1));
      if (colourOf(words[y * width + x] ?? 0) !== colour) return undefined;
    }
  }
  for (let i = 0; i < words.length; i++) if (colourOf(words[i] ?? 0) !== colour) return undefined;
  return colour;
}

/** A side this much shorter than the window's is a wrong picture: a title strip instead of the window. */
const MIN_SIDE_RATIO = 0.25;
/** A side this much longer than the window's is a wrong picture: the screen instead of the window. */
const MAX_SIDE_RATIO = 2.0;
/** An area this much smaller than the window's is a wrong picture even if both sides pass. */
const MIN_AREA_RATIO = 0.10;

/** How a picture's size compares with the window's; the ratios are captured / expected. */
export interface GeometryVerdict {
  readonly isPlausible: boolean;
  readonly widthRatio: number;
  readonly heightRatio: number;
  readonly areaRatio: number;
}

/**
 * Compares a capture of a *whole* window with the window's size from an independent read. `undefined` means that
 * there is no basis for a verdict (the expected size is unknown or empty), which is not a mismatch. A window that
 * is DPI-unaware prints at its logical size: give that one as expected, or a 4x monitor looks like a mismatch.
 */
export function judgeGeometry(captured: Size, expected: Size | undefined): GeometryVerdict | undefined {
  if (expected === undefined || isEmpty(expected)) return undefined;
  const widthRatio = captured.width / expected.width;
  const heightRatio = captured.height / expected.height;
  const areaRatio = widthRatio * heightRatio;
  const isSidePlausible = (ratio: number): boolean => ratio >= MIN_SIDE_RATIO && ratio <= MAX_SIDE_RATIO;
  return {
    isPlausible: isSidePlausible(widthRatio) && isSidePlausible(heightRatio) && areaRatio >= MIN_AREA_RATIO,
    widthRatio,
    heightRatio,
    areaRatio,
  };
}
