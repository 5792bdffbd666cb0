/** Pictures of few colours: most windows of older programs have fewer than 256. */

import { type Bitmap, colourOf, pixelWords } from "./bitmap.ts";

/** Colours that one byte can number. */
const MAX_COLOURS = 256;

/** Slots of the hash table: four times the colours it may hold, so that a chain stays short. */
const SLOTS = 1024;

/** A picture as numbers into a palette. */
export interface IndexedPicture {
  /** Colours as `0xRRGGBB`, in order of appearance. */
  readonly palette: readonly number[];
  /** PNG rows: a zero byte (no filter), then one byte a pixel. */
  readonly rows: Uint8Array<ArrayBuffer>;
}

/** The picture by palette, or `undefined` if it has more than 256 colours; alpha does not count. */
export function indexColours(bitmap: Bitmap): IndexedPicture | undefined {
  const { width, height } = bitmap;
  const words = pixelWords(bitmap);
  const rows = new Uint8Array((width + 1) * height);
  const palette: number[] = [];
  const slotColours = new Int32Array(SLOTS).fill(-1);
  const slotIndexes = new Uint8Array(SLOTS);
  let lastColour = -1;
  let lastIndex = 0;
  let pixel = 0;
  for (let y = 0; y < height; y++) {
    const rowStart = y * (width + 1) + 1;
    for (let x = 0; x < width; x++) {
      const colour = colourOf(words[pixel++] ?? 0);
      if (colour !== lastColour) {
        let slot = slotOf(colour);
        while (slotColours[slot] !== colour && slotColours[slot] !== -1) slot = (slot + 1) % SLOTS;
        if (slotColours[slot] === -1) {
          if (palette.length === MAX_COLOURS) return undefined;
          slotColours[slot] = colour;
          slotIndexes[slot] = palette.length;
          palette.push(colour);
        }
        lastColour = colour;
        lastIndex = slotIndexes[slot] ?? 0;
      }
      rows[rowStart + x] = lastIndex;
    }
  }
  return { palette, rows };
}

/** Multiplicative hashing (Knuth): the top ten bits of the product, well spread for greys and for neighbours. */
function slotOf(colour: number): number {
  return Math.imul(colour, 0x9e37_79b1) >>> 22;
}

/** The palette as PNG stores it: red, green, blue for each colour. */
export function paletteBytes(palette: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]));
}
