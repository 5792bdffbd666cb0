import assert from "node:assert/strict";
import jpeg from "jpeg-js";
import { encodeJpeg } from "../../src/image/jpeg.ts";
import { flat, noise, photograph } from "./pictures.ts";

for (const [width, height] of [[1, 1], [1, 40], [40, 1], [33, 17], [16384, 1]] as const) {
  Deno.test(`encodeJpeg() keeps size and colour of ${width} x ${height}`, () => {
    const decoded = jpeg.decode(encodeJpeg(flat({ width, height }, 0xe08020), 90), { useTArray: true });
    assert.deepEqual([decoded.width, decoded.height], [width, height]);
    [0xe0, 0x80, 0x20].forEach((value, channel) => {
      assert.ok(Math.abs((decoded.data[channel] ?? 0) - value) <= 4, `channel ${channel}`);
    });
  });
}

Deno.test("encodeJpeg() is close to the picture", () => {
  const bitmap = photograph({ width: 160, height: 120 });
  const decoded = jpeg.decode(encodeJpeg(bitmap, 90), { useTArray: true });
  let difference = 0;
  for (let i = 0; i < bitmap.data.length; i += 4) {
    difference += Math.abs((decoded.data[i] ?? 0) - (bitmap.data[i + 2] ?? 0));
  }
  assert.ok(difference / (160 * 120) < 3, `mean difference ${difference / (160 * 120)}`);
});

Deno.test("encodeJpeg() is smaller at lower quality", () => {
  const bitmap = noise({ width: 200, height: 200 });
  assert.ok(encodeJpeg(bitmap, 40).length < encodeJpeg(bitmap, 80).length);
});

Deno.test("encodeJpeg() gives bytes that own their buffer", () => {
  const file = encodeJpeg(noise({ width: 9, height: 9 }), 50);
  assert.equal(file.buffer.byteLength, file.length);
});
