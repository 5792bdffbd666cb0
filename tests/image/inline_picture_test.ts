import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import jpeg from "jpeg-js";
import type { Bitmap } from "../../src/image/bitmap.ts";
import { DEFAULT_INLINE_LIMITS, type InlinePicture, inlinePicture } from "../../src/image/inline_picture.ts";
import { encodePng } from "../../src/image/png.ts";
import { shrink } from "../../src/image/resize.ts";
import { drawn, flat, gradient, noise, photograph, window } from "./pictures.ts";
import { decodePng } from "./png_decoder.ts";

/** The size the file itself says it has. */
function decodedSize(picture: InlinePicture): { width: number; height: number } {
  const { width, height } = picture.mimeType === "image/png"
    ? decodePng(picture.data)
    : jpeg.decode(picture.data, { useTArray: true });
  return { width, height };
}

function assertWithinLimits(picture: InlinePicture, source: Bitmap, limits = DEFAULT_INLINE_LIMITS): void {
  assert.ok(Buffer.from(picture.data).toString("base64").length <= limits.maxBase64Bytes);
  assert.deepEqual(decodedSize(picture), picture.imageSize);
  assert.ok(Math.max(picture.imageSize.width, picture.imageSize.height) <= limits.maxSidePx);
  assert.equal(picture.scale.x, picture.imageSize.width / source.width);
  assert.equal(picture.scale.y, picture.imageSize.height / source.height);
}

/** Black or white by chance: even harder to pack as JPEG than noise of all greys. */
function blackWhiteNoise(side: number): Bitmap {
  const bitmap = noise({ width: side, height: side });
  for (let i = 0; i < bitmap.data.length; i++) bitmap.data[i] = (bitmap.data[i] ?? 0) < 128 ? 0 : 255;
  return bitmap;
}

/** Noise everywhere except under the tiles that the size estimate looks at. */
function noiseBesideSample(): Bitmap {
  const bitmap = noise({ width: 1568, height: 1568 });
  const isSampled = (position: number): boolean => position % 196 >= 82 && position % 196 < 114;
  for (let pixel = 0; pixel < 1568 * 1568; pixel++) {
    if (isSampled(pixel % 1568) && isSampled(Math.floor(pixel / 1568))) {
      bitmap.data.fill(9, pixel * 4, pixel * 4 + 4);
    }
  }
  return bitmap;
}

for (
  const [name, bitmap, mimeType] of [
    ["one pixel", flat({ width: 1, height: 1 }, 1), "image/png"],
    ["a window", window({ width: 1280, height: 960 }, { isSmooth: true }), "image/png"],
    ["a window of the full side", window({ width: 1568, height: 1100 }, { isSmooth: false }), "image/png"],
    ["a picture 16384 wide", gradient({ width: 16384, height: 3 }), "image/png"],
    ["a picture 16384 high", gradient({ width: 3, height: 16384 }), "image/png"],
    ["a photograph", photograph({ width: 1200, height: 900 }), "image/jpeg"],
    ["4K noise", noise({ width: 3840, height: 2160 }), "image/jpeg"],
    ["noise of the full side", noise({ width: 1568, height: 1568 }), "image/jpeg"],
    ["noise of pure colours", blackWhiteNoise(1568), "image/jpeg"],
    ["noise that the sample does not see", noiseBesideSample(), "image/jpeg"],
  ] as const
) {
  Deno.test(`inlinePicture() keeps ${name} within the default limits`, () => {
    const picture = inlinePicture(bitmap);
    assertWithinLimits(picture, bitmap);
    assert.equal(picture.mimeType, mimeType);
  });
}

Deno.test("inlinePicture() gives a picture that fits as it is, without loss", () => {
  const bitmap = window({ width: 900, height: 700 }, { isSmooth: true });
  const picture = inlinePicture(bitmap);
  assert.ok(Buffer.from(picture.data).equals(encodePng(bitmap)));
  assert.deepEqual(picture.scale, { x: 1, y: 1 });
});

Deno.test("inlinePicture() uses the PNG that is there already", () => {
  const bitmap = flat({ width: 60, height: 40 }, 7);
  const png = encodePng(bitmap);
  assert.equal(inlinePicture(bitmap, DEFAULT_INLINE_LIMITS, png).data, png);
});

Deno.test("inlinePicture() does not use the full-size PNG for a scaled copy", () => {
  const bitmap = gradient({ width: 3000, height: 1500 });
  const picture = inlinePicture(bitmap, DEFAULT_INLINE_LIMITS, encodePng(bitmap));
  assert.ok(Buffer.from(picture.data).equals(encodePng(shrink(bitmap, { width: 1568, height: 784 }))));
});

Deno.test("inlinePicture() lowers quality before it lowers the size", () => {
  const picture = inlinePicture(photograph({ width: 1568, height: 1568 }), {
    maxSidePx: 1568,
    maxBase64Bytes: 400_000,
  });
  assert.deepEqual(picture.imageSize, { width: 1568, height: 1568 });
  assert.equal(picture.mimeType, "image/jpeg");
  assert.ok(picture.quality !== undefined && picture.quality < 90, `quality ${picture.quality}`);
});

Deno.test("inlinePicture() keeps any picture within any limits", () => {
  const cases = fc.record({
    width: fc.integer({ min: 1, max: 150 }),
    height: fc.integer({ min: 1, max: 150 }),
    maxSidePx: fc.integer({ min: 1, max: 150 }),
    maxBase64Bytes: fc.integer({ min: 1200, max: 20_000 }),
    seed: fc.integer({ min: 1 }),
    grain: fc.constantFrom(0, 0x07, 0xff),
  });
  fc.assert(
    fc.property(cases, ({ width, height, maxSidePx, maxBase64Bytes, seed, grain }) => {
      const bitmap = noise({ width, height }, seed);
      for (let i = 0; i < bitmap.data.length; i++) bitmap.data[i] = (bitmap.data[i] ?? 0) & grain;
      assertWithinLimits(inlinePicture(bitmap, { maxSidePx, maxBase64Bytes }), bitmap, {
        maxSidePx,
        maxBase64Bytes,
      });
    }),
    { numRuns: 30 },
  );
});

Deno.test("inlinePicture() says so if not even one pixel fits", () => {
  const limits = { maxSidePx: 100, maxBase64Bytes: 40 };
  assert.throws(() => inlinePicture(drawn({ width: 4, height: 4 }, (x, y) => x * y), limits), RangeError);
});
