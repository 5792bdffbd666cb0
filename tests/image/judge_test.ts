import assert from "node:assert/strict";
import fc from "fast-check";
import { createBitmap } from "../../src/image/bitmap.ts";
import { judgeGeometry, uniformColour } from "../../src/image/judge.ts";
import { dot, flat, noise } from "./pictures.ts";

for (
  const [width, height] of [[1, 1], [1, 900], [900, 1], [16384, 2], [3, 3], [640, 480]] as const
) {
  Deno.test(`uniformColour() tells the colour of a flat ${width} x ${height} picture`, () => {
    assert.equal(uniformColour(flat({ width, height }, 0xf0f0f1)), 0xf0f0f1);
  });
}

Deno.test("uniformColour() sees one different pixel wherever it is", () => {
  const sides = fc.record({
    width: fc.integer({ min: 2, max: 300 }),
    height: fc.integer({ min: 2, max: 300 }),
  });
  const places = sides.chain((size) =>
    fc.record({
      size: fc.constant(size),
      x: fc.integer({ min: 0, max: size.width - 1 }),
      y: fc.integer({ min: 0, max: size.height - 1 }),
      flippedBit: fc.integer({ min: 0, max: 23 }),
    })
  );
  fc.assert(fc.property(places, ({ size, x, y, flippedBit }) => {
    const bitmap = flat(size, 0x808080);
    dot(bitmap, { x, y }, 0x808080 ^ 1 << flippedBit);
    assert.equal(uniformColour(bitmap), undefined);
  }));
});

Deno.test("uniformColour() does not take different alpha for a difference", () => {
  const bytes = noise({ width: 40, height: 30 }).data.map((byte, i) => i % 4 === 3 ? byte : 17);
  assert.equal(uniformColour(createBitmap({ width: 40, height: 30 }, bytes)), 0x111111);
});

Deno.test("uniformColour() gives 0 for black, which is not undefined", () => {
  assert.equal(uniformColour(flat({ width: 4, height: 4 }, 0)), 0);
});

for (
  const [expected, captured, isPlausible] of [
    [[1200, 800], [1190, 790], true],
    [[1200, 800], [1150, 770], true],
    [[1200, 800], [1300, 900], true],
    [[1200, 800], [1200, 40], false],
    [[1200, 800], [50, 800], false],
    [[1200, 800], [300, 100], false],
    [[2560, 1600], [2560, 71], false],
    [[1200, 800], [3000, 2000], false],
    // the borders of each rule
    [[1200, 800], [300, 800], true],
    [[1200, 800], [299, 800], false],
    [[1200, 800], [2400, 1600], true],
    [[1200, 800], [2401, 800], false],
    [[1200, 800], [1200, 1601], false],
    [[1000, 1000], [400, 250], true],
    [[1000, 1000], [399, 250], false],
    [[1, 1], [1, 1], true],
  ] as const
) {
  const [width, height] = captured;
  const verdict = isPlausible ? "accepts" : "rejects";
  Deno.test(`judgeGeometry() ${verdict} ${width} x ${height} for a window of ${expected.join(" x ")}`, () => {
    const target = { width: expected[0], height: expected[1] };
    assert.equal(judgeGeometry({ width, height }, target)?.isPlausible, isPlausible);
  });
}

Deno.test("judgeGeometry() reports the ratios", () => {
  assert.deepEqual(judgeGeometry({ width: 300, height: 100 }, { width: 1200, height: 800 }), {
    isPlausible: false,
    widthRatio: 0.25,
    heightRatio: 0.125,
    areaRatio: 0.03125,
  });
});

for (const expected of [undefined, { width: 0, height: 800 }, { width: 1200, height: 0 }]) {
  Deno.test(`judgeGeometry() has no verdict for an expected size of ${JSON.stringify(expected)}`, () => {
    assert.equal(judgeGeometry({ width: 1200, height: 40 }, expected), undefined);
  });
}
