/** Drawn pictures for the image tests and benchmarks, the same in every run. */

import { type Bitmap, createBitmap } from "../../src/image/bitmap.ts";
import type { Point, Size } from "../../src/core/geometry.ts";

/** A repeatable stream of 32-bit numbers (xorshift). */
function numbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** A picture of one colour `0xRRGGBB`; alpha 0, as GDI leaves it. */
export function flat(size: Size, colour: number): Bitmap {
  return drawn(size, () => colour);
}

/** A picture whose pixels are given as `0xRRGGBB`; alpha 0. */
export function drawn(size: Size, colourAt: (x: number, y: number) => number): Bitmap {
  const bitmap = createBitmap(size);
  const words = new Uint32Array(bitmap.data.buffer);
  let pixel = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) words[pixel++] = colourAt(x, y) & 0xff_ffff;
  }
  return bitmap;
}

/** Sets one pixel. */
export function dot(bitmap: Bitmap, at: Point, colour: number): void {
  new Uint32Array(bitmap.data.buffer)[at.y * bitmap.width + at.x] = colour;
}

/** Noise in every byte, alpha too: what packs worst. */
export function noise(size: Size, seed = 7): Bitmap {
  const next = numbers(seed);
  const bitmap = createBitmap(size);
  const words = new Uint32Array(bitmap.data.buffer);
  for (let i = 0; i < words.length; i++) words[i] = next();
  return bitmap;
}

/** A smooth two-way gradient: many thousand colours, no two neighbours alike for long. */
export function gradient(size: Size): Bitmap {
  return drawn(size, (x, y) => {
    const across = Math.floor(x * 255 / size.width);
    const down = Math.floor(y * 255 / size.height);
    return across << 16 | down << 8 | (across + down) >> 1;
  });
}

/** Something like a photograph: soft shapes of several sizes, and a little grain. */
export function photograph(size: Size): Bitmap {
  const next = numbers(99);
  const wave = (v: number, period: number): number => Math.sin(v * 2 * Math.PI / period);
  return drawn(size, (x, y) => {
    const light = 128 + 50 * wave(x + 3 * y, 611) * wave(y, 433) + 30 * wave(x, 97) * wave(y - x, 71) +
      12 * wave(x * y, 9001);
    const grain = next();
    const channel = (shift: number, gain: number): number =>
      Math.max(0, Math.min(255, Math.floor(light * gain + (grain >>> shift & 7))));
    return channel(0, 1) << 16 | channel(8, 0.9) << 8 | channel(16, 0.7);
  });
}

/** What {@link window} draws with. */
export interface WindowLook {
  /** Letters with coloured edges and a shaded title, as newer programs have: more than 256 colours. */
  readonly isSmooth: boolean;
}

/** Something like a window: a title strip, buttons, a list with lines of text in letters of 8 x 12 pixels. */
export function window(size: Size, look: WindowLook): Bitmap {
  const next = numbers(5);
  const letters = Array.from({ length: 60 }, () => Array.from({ length: 12 }, () => next() & next() & 0xff));
  const bitmap = drawn(size, (x, y) => {
    if (y < 30) return look.isSmooth ? Math.floor(x * 255 / size.width) << 8 | 0x10_00a0 + y : 0x00_3c74;
    if (y < 60) return x % 90 < 80 && y > 34 && y < 56 ? 0xe1e1e1 : 0xf0f0f0;
    return 0xffffff;
  });
  for (let top = 64; top + 12 <= size.height; top += 18) {
    const lineLetters = next() % Math.floor(size.width / 8);
    for (let column = 1; column < lineLetters; column++) {
      const letter = letters[next() % 70] ?? [];
      letter.forEach((bits, row) => {
        for (let bit = 0; bit < 7; bit++) {
          if ((bits >> bit & 1) === 0) continue;
          const edge = look.isSmooth ? (bits * 37 + bit * 0x1f_3b57) & 0x7f7f7f : 0;
          dot(bitmap, { x: column * 8 + bit, y: top + row }, edge);
        }
      });
    }
  }
  return bitmap;
}
