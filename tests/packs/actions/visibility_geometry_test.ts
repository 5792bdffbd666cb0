import assert from "node:assert/strict";
import fc from "fast-check";
import type { Rect } from "../../../src/core/geometry.ts";
import type { UiRange } from "../../../src/desktop/ui_element.ts";
import {
  distanceBeyond,
  isFullyVisible,
  nextRangeValue,
  scrollDirection,
  wheelNotches,
} from "../../../src/packs/actions/visibility_geometry.ts";

const VIEWPORT: Rect = { x: -500, y: 100, width: 300, height: 200 };

function rect(x: number, y: number, width = 20, height = 20): Rect {
  return { x, y, width, height };
}

function range(value: number, minimum: number, maximum: number, largeChange = 0, smallChange = 0): UiRange {
  return { value, minimum, maximum, largeChange, smallChange };
}

for (
  const [title, element, viewport, margin, wanted] of [
    ["inside", rect(-480, 120), VIEWPORT, 0, true],
    ["as large as the viewport", VIEWPORT, VIEWPORT, 0, true],
    ["as large as the viewport, with a margin", VIEWPORT, VIEWPORT, 1, false],
    ["on the edge of the margin", rect(-490, 110), VIEWPORT, 10, true],
    ["within the margin", rect(-491, 110), VIEWPORT, 10, false],
    ["a pixel beyond the right edge", rect(-219, 120), VIEWPORT, 0, false],
    ["a pixel beyond the lower edge", rect(-480, 281), VIEWPORT, 0, false],
    ["anywhere, where the margins leave nothing", rect(-400, 190), VIEWPORT, 100, false],
    ["nowhere", null, VIEWPORT, 0, false],
    ["somewhere, in no viewport", rect(0, 0), null, 0, false],
    ["of no size", rect(-480, 120, 0, 0), VIEWPORT, 0, false],
  ] as const
) {
  Deno.test(`isFullyVisible(): an element ${title}`, () => {
    assert.equal(isFullyVisible(element, viewport, margin), wanted);
  });
}

for (
  const [title, element, margin, wanted] of [
    ["inside", rect(-480, 120), 0, "none"],
    ["below", rect(-480, 400), 0, "forward"],
    ["above", rect(-480, 0), 0, "backward"],
    ["too tall, beyond both edges", rect(-480, 0, 20, 900), 0, "forward"],
    ["beside the viewport", rect(900, 120), 0, "none"],
    ["in the lower margin", rect(-480, 275), 10, "forward"],
    ["in the upper margin", rect(-480, 105), 10, "backward"],
    ["nowhere", null, 0, "none"],
  ] as const
) {
  Deno.test(`scrollDirection(): an element ${title}`, () => {
    assert.equal(scrollDirection(element, VIEWPORT, margin), wanted);
  });
}

Deno.test("distanceBeyond(): counts the pixels beyond the edge, the margin too", () => {
  assert.deepEqual(distanceBeyond(rect(-480, 290), VIEWPORT, 5), { direction: "forward", pixels: 15 });
  assert.deepEqual(distanceBeyond(rect(-480, 90), VIEWPORT, 5), { direction: "backward", pixels: 15 });
});

for (
  const [from, direction, wanted] of [
    [range(200, 0, 1_000, 100), "forward", 300],
    [range(100, 0, 1_000), "forward", 200],
    [range(0, 0, 0.5), "forward", 0.5],
    [range(100, 100, 100), "forward", 100],
    [range(50, 0, 100, 20), "backward", 30],
    [range(10, 0, 100, 20), "backward", 0],
    [range(95, 0, 100, 20), "forward", 100],
    [range(5, 0, 100, 0, 3), "forward", 8],
    [range(5, NaN, 100, 10), "backward", 0],
  ] as const
) {
  Deno.test(`nextRangeValue(): ${JSON.stringify(from)} ${direction} is ${wanted}`, () => {
    assert.equal(nextRangeValue(from, direction), wanted);
  });
}

const finiteNumber = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const anyRange = fc.tuple(
  finiteNumber,
  finiteNumber,
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(),
  fc.nat(),
)
  .map(([one, other, share, largeChange, smallChange]) => {
    const minimum = Math.min(one, other);
    const maximum = Math.max(one, other);
    const value = Math.min(Math.max(minimum + share * (maximum - minimum), minimum), maximum);
    return { value, minimum, maximum, largeChange, smallChange };
  });

Deno.test("nextRangeValue(): never leaves the range, and never goes the other way", () => {
  fc.assert(fc.property(anyRange, fc.boolean(), (from, isForward) => {
    const next = nextRangeValue(from, isForward ? "forward" : "backward");
    assert.ok(next >= from.minimum && next <= from.maximum);
    assert.ok(isForward ? next >= from.value : next <= from.value);
  }));
});

Deno.test("nextRangeValue(): repeats a number only at the end of the range", () => {
  fc.assert(fc.property(anyRange, fc.boolean(), (from, isForward) => {
    const next = nextRangeValue(from, isForward ? "forward" : "backward");
    if (next === from.value) assert.ok(from.value === (isForward ? from.maximum : from.minimum));
  }));
});

Deno.test("wheelNotches(): one where nothing is known, then as many as do not go too far", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e6 }), fc.double({ min: 0.01, max: 1_000, noNaN: true }), (pixels, each) => {
      const notches = wheelNotches(pixels, each);
      assert.ok(notches >= 1 && notches <= 250);
      assert.ok(notches === 1 || notches * each <= pixels + 1e-6);
    }),
  );
  assert.equal(wheelNotches(500, undefined), 1);
  assert.equal(wheelNotches(500, 0), 1);
  assert.equal(wheelNotches(500, 45), 11);
});
