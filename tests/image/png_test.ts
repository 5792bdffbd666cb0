import assert from "node:assert/strict";
import fc from "fast-check";
import { type Bitmap, colourOf, createBitmap, pixelWords } from "../../src/image/bitmap.ts";
import { encodePng } from "../../src/image/png.ts";
import { drawn, flat, gradient, noise, photograph, window } from "./pictures.ts";
import { assertShows, decodePng } from "./png_decoder.ts";

const RGB = 2;
const INDEXED = 3;

function assertRoundTrip(bitmap: Bitmap, colourType: number): void {
  const file = encodePng(bitmap);
  assertShows(file, bitmap);
  assert.equal(decodePng(file).colourType, colourType);
}

function scattered(x: number): number {
  return Math.imul(x + 1, 0x85eb_ca6b) >>> 8;
}

const SIZE = { width: 320, height: 200 };

for (
  const [name, bitmap, colourType] of [
    ["one pixel", flat({ width: 1, height: 1 }, 0xfedcba), INDEXED],
    ["one row of noise", noise({ width: 700, height: 1 }), RGB],
    ["one column of noise", noise({ width: 1, height: 700 }), RGB],
    ["a row 16384 wide", gradient({ width: 16384, height: 2 }), RGB],
    ["a plain window", window(SIZE, { isSmooth: false }), INDEXED],
    ["a smooth window", window(SIZE, { isSmooth: true }), RGB],
    ["a gradient", gradient(SIZE), RGB],
    ["a photograph", photograph(SIZE), RGB],
    ["noise", noise(SIZE), RGB],
    ["256 colours", drawn({ width: 256, height: 3 }, (x) => x * 0x01_0307), INDEXED],
    ["257 colours", drawn({ width: 257, height: 3 }, (x) => x * 0x01_0307), RGB],
    ["256 scattered colours, some in one hash slot", drawn({ width: 256, height: 2 }, scattered), INDEXED],
    ["black and white", drawn(SIZE, (x, y) => (x ^ y) & 1 ? 0xffffff : 0), INDEXED],
  ] as const
) {
  Deno.test(`encodePng() keeps every colour: ${name}`, () => assertRoundTrip(bitmap, colourType));
}

Deno.test("encodePng() keeps every colour of any picture", () => {
  const pictures = fc.record({
    width: fc.integer({ min: 1, max: 70 }),
    height: fc.integer({ min: 1, max: 70 }),
    seed: fc.integer({ min: 1 }),
    keptBits: fc.constantFrom(0x01, 0x07, 0x44, 0xff),
  });
  fc.assert(fc.property(pictures, ({ width, height, seed, keptBits }) => {
    const random = noise({ width, height }, seed);
    const bitmap = createBitmap(random, random.data.map((byte) => byte & keptBits));
    const colours = new Set(pixelWords(bitmap).map(colourOf));
    assertRoundTrip(bitmap, colours.size <= 256 ? INDEXED : RGB);
  }));
});

Deno.test("encodePng() stores noise with hardly any overhead", () => {
  const bitmap = noise({ width: 640, height: 480 });
  assert.ok(encodePng(bitmap).length < 640 * 480 * 3 * 1.005);
});

Deno.test("encodePng() filters gradients and leaves text unfiltered", () => {
  const size = { width: 640, height: 480 };
  assert.ok(encodePng(gradient(size)).length < 640 * 480 * 3 * 0.05);
  assert.ok(encodePng(window(size, { isSmooth: true })).length < 640 * 480 * 3 * 0.1);
});

Deno.test("encodePng() ignores alpha", () => {
  const bitmap = flat({ width: 5, height: 5 }, 0x123456);
  const opaque = createBitmap(bitmap, bitmap.data.map((byte, i) => i % 4 === 3 ? 255 : byte));
  assert.deepEqual([...encodePng(opaque)], [...encodePng(bitmap)]);
});
