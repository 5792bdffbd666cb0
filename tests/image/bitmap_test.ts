import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import {
  type Bitmap,
  clampRegion,
  colourOf,
  createBitmap,
  crop,
  pixelWords,
} from "../../src/image/bitmap.ts";
import { drawn } from "./pictures.ts";

const SIZE = { width: 7, height: 5 };

/** Every pixel its own colour, so that any shift shows. */
function numbered(): Bitmap {
  return drawn(SIZE, (x, y) => y << 16 | x);
}

for (
  const [name, size] of [
    ["no width", { width: 0, height: 5 }],
    ["a negative height", { width: 5, height: -1 }],
    ["half a pixel", { width: 1.5, height: 2 }],
    ["no number", { width: NaN, height: 2 }],
  ] as const
) {
  Deno.test(`createBitmap() refuses ${name}`, () => assert.throws(() => createBitmap(size), RangeError));
}

Deno.test("createBitmap() refuses bytes that do not fit the size", () => {
  assert.throws(() => createBitmap(SIZE, new Uint8Array(7 * 5 * 4 - 1)), RangeError);
});

Deno.test("pixelWords() reads blue, green, red, alpha", () => {
  const bitmap = createBitmap({ width: 1, height: 1 }, Uint8Array.of(0x11, 0x22, 0x33, 0x44));
  assert.deepEqual([...pixelWords(bitmap)], [0x44332211]);
  assert.equal(colourOf(0x44332211), 0x332211);
});

Deno.test("pixelWords() reads bytes that are not aligned to a word", () => {
  const bytes = new Uint8Array(9);
  bytes.set([1, 2, 3, 4, 5, 6, 7, 8], 1);
  const bitmap = createBitmap({ width: 2, height: 1 }, bytes.subarray(1));
  assert.deepEqual([...pixelWords(bitmap)], [0x04030201, 0x08070605]);
});

for (
  const [x, y, width, height] of [[0, 0, 1, 1], [6, 4, 1, 1], [0, 0, 7, 2], [2, 1, 3, 4], [
    3,
    0,
    1,
    5,
  ]] as const
) {
  Deno.test(`crop() cuts ${width} x ${height} at ${x},${y}`, () => {
    const part = crop(numbered(), { x, y, width, height });
    assert.deepEqual(part, drawn({ width, height }, (column, row) => row + y << 16 | column + x));
  });
}

Deno.test("crop() gives a copy that can be transferred without the original", () => {
  const bitmap = numbered();
  const part = crop(bitmap, { x: 1, y: 1, width: 2, height: 2 });
  structuredClone(part, { transfer: [part.data.buffer] });
  assert.equal(part.data.length, 0);
  assert.equal(bitmap.data.length, 7 * 5 * 4);
});

Deno.test("crop() gives the bitmap itself for the whole of it", () => {
  const bitmap = numbered();
  assert.equal(crop(bitmap, { x: 0, y: 0, ...SIZE }), bitmap);
});

for (
  const [x, y, width, height] of [
    [-1, 0, 2, 2],
    [6, 0, 2, 1],
    [0, 4, 1, 2],
    [7, 5, 1, 1],
    [0, 0, 0, 1],
  ] as const
) {
  Deno.test(`crop() refuses ${width} x ${height} at ${x},${y}`, () => {
    assert.throws(() => crop(numbered(), { x, y, width, height }), RangeError);
  });
}

Deno.test("clampRegion() keeps what lies inside", () => {
  assert.deepEqual(clampRegion({ x: -2, y: 3, width: 4, height: 99 }, SIZE), {
    x: 0,
    y: 3,
    width: 2,
    height: 2,
  });
  assert.deepEqual(clampRegion({ x: 1, y: 1, width: 2, height: 2 }, SIZE), {
    x: 1,
    y: 1,
    width: 2,
    height: 2,
  });
});

for (const region of [{ x: 7, y: 0, width: 1, height: 1 }, { x: -3, y: 0, width: 3, height: 9 }]) {
  Deno.test(`clampRegion() refuses a region at ${region.x},${region.y} that lies beside`, () => {
    const isOutside = (error: unknown): boolean =>
      error instanceof ToolError && error.code === "REGION_OUTSIDE_TARGET";
    assert.throws(() => clampRegion(region, SIZE), isOutside);
  });
}
