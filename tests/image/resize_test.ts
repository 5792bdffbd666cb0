import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import type { Size } from "../../src/core/geometry.ts";
import { type Bitmap, createBitmap } from "../../src/image/bitmap.ts";
import { shrink } from "../../src/image/resize.ts";
import { drawn, flat, noise } from "./pictures.ts";

/** The same averages from the definition: overlap of two intervals, in whole numbers of any length. */
function naiveShrink(bitmap: Bitmap, size: Size): Bitmap {
  const small = createBitmap(size);
  const overlap = (source: number, target: number, sourceUnits: number, targetUnits: number): number =>
    Math.max(
      0,
      Math.min((source + 1) * sourceUnits, (target + 1) * targetUnits) -
        Math.max(source * sourceUnits, target * targetUnits),
    );
  const area = BigInt(bitmap.width) * BigInt(bitmap.height);
  for (let i = 0; i < small.data.length; i++) {
    const channel = i % 4;
    const x = (i >> 2) % size.width;
    const y = Math.floor((i >> 2) / size.width);
    let sum = 0n;
    for (let sourceY = 0; sourceY < bitmap.height; sourceY++) {
      const tall = overlap(sourceY, y, size.height, bitmap.height);
      for (let sourceX = 0; tall > 0 && sourceX < bitmap.width; sourceX++) {
        const wide = overlap(sourceX, x, size.width, bitmap.width);
        const value = bitmap.data[(sourceY * bitmap.width + sourceX) * 4 + channel] ?? 0;
        sum += BigInt(value) * BigInt(wide) * BigInt(tall);
      }
    }
    small.data[i] = channel === 3 ? 255 : Number((2n * sum + area) / (2n * area));
  }
  return small;
}

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 24 }),
  height: fc.integer({ min: 1, max: 24 }),
  widthPart: fc.double({ min: 0, max: 1, noNaN: true }),
  heightPart: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer({ min: 1 }),
});

Deno.test("shrink() gives the exact average of the area under each pixel, for any ratio", () => {
  fc.assert(fc.property(sizes, ({ width, height, widthPart, heightPart, seed }) => {
    const size = {
      width: 1 + Math.floor(widthPart * (width - 1)),
      height: 1 + Math.floor(heightPart * (height - 1)),
    };
    fc.pre(size.width !== width || size.height !== height);
    const bitmap = noise({ width, height }, seed);
    // Not deepEqual: its list of differences takes minutes while fast-check looks for the smallest case.
    assert.ok(Buffer.from(shrink(bitmap, size).data).equals(naiveShrink(bitmap, size).data));
  }));
});

for (
  const [from, to] of [
    [{ width: 16384, height: 3 }, { width: 1568, height: 1 }],
    [{ width: 3, height: 16384 }, { width: 1, height: 1568 }],
    [{ width: 2000, height: 1 }, { width: 1999, height: 1 }],
    [{ width: 1, height: 900 }, { width: 1, height: 7 }],
  ] as const
) {
  Deno.test(`shrink() keeps one colour exactly from ${from.width} x ${from.height}`, () => {
    for (const colour of [0xffffff, 0x010203, 0]) {
      const words = new Uint32Array(shrink(flat(from, colour), to).data.buffer);
      assert.ok(words.every((word) => word === (colour | 0xff000000) >>> 0));
    }
  });
}

Deno.test("shrink() does not overflow where a sum passes 32 bits", () => {
  const small = shrink(flat({ width: 16384, height: 1200 }, 0xffffff), { width: 2, height: 1 });
  assert.deepEqual(small.data, new Uint8Array(8).fill(255));
});

Deno.test("shrink() gives the bitmap itself at its own size", () => {
  const bitmap = noise({ width: 5, height: 5 });
  assert.equal(shrink(bitmap, { width: 5, height: 5 }), bitmap);
});

Deno.test("shrink() can shrink one side alone", () => {
  const stripes = drawn({ width: 4, height: 2 }, (x) => x % 2 === 0 ? 0 : 0x0000ff);
  assert.deepEqual(
    shrink(stripes, { width: 2, height: 2 }).data,
    Uint8Array.of(...Array(4).fill([128, 0, 0, 255]).flat()),
  );
});

for (const size of [{ width: 6, height: 5 }, { width: 5, height: 6 }, { width: 0, height: 5 }]) {
  Deno.test(`shrink() refuses to make 5 x 5 into ${size.width} x ${size.height}`, () => {
    assert.throws(() => shrink(noise({ width: 5, height: 5 }), size), RangeError);
  });
}
