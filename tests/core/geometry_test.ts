import assert from "node:assert/strict";
import fc from "fast-check";
import {
  contains,
  fitWithin,
  imageToScreen,
  intersect,
  isEmpty,
  logicalSize,
  rectFromEdges,
  relativeTo,
  translate,
  withEdges,
} from "../../src/core/geometry.ts";

const coordinate = fc.integer({ min: -40_000, max: 40_000 });
const side = fc.integer({ min: 1, max: 20_000 });
const plain = { noNullPrototype: true };
const rects = fc.record({ x: coordinate, y: coordinate, width: side, height: side }, plain);
const points = fc.record({ x: coordinate, y: coordinate }, plain);
const sizes = fc.record({ width: side, height: side }, plain);

Deno.test("rectFromEdges() and withEdges() undo each other", () => {
  fc.assert(fc.property(rects, (rect) => {
    const { left, top, right, bottom } = withEdges(rect);
    assert.deepEqual(rectFromEdges(left, top, right, bottom), rect);
  }));
});

Deno.test("rectFromEdges() makes an empty rectangle of crossed edges", () => {
  const crossed = rectFromEdges(10, 10, 4, 20);
  assert.deepEqual(crossed, { x: 10, y: 10, width: 0, height: 10 });
  assert.equal(isEmpty(crossed), true);
});

Deno.test("contains() has the left and top edges inside, the right and bottom ones outside", () => {
  const rect = { x: -5, y: 0, width: 10, height: 10 };
  assert.equal(contains(rect, { x: -5, y: 0 }), true);
  assert.equal(contains(rect, { x: 4, y: 9 }), true);
  assert.equal(contains(rect, { x: 5, y: 5 }), false);
  assert.equal(contains(rect, { x: 0, y: 10 }), false);
});

Deno.test("intersect() holds exactly the points that both hold", () => {
  fc.assert(fc.property(rects, rects, points, (a, b, point) => {
    assert.equal(contains(intersect(a, b), point), contains(a, point) && contains(b, point));
  }));
});

Deno.test("relativeTo() undoes translate()", () => {
  fc.assert(fc.property(rects, points, (rect, by) => {
    assert.deepEqual(relativeTo(translate(rect, by), by), rect);
  }));
});

Deno.test("fitWithin() never enlarges, never exceeds the side, never loses a side", () => {
  fc.assert(fc.property(sizes, fc.integer({ min: 1, max: 5_000 }), (size, maxSidePx) => {
    const fitted = fitWithin(size, maxSidePx);
    assert.ok(Math.max(fitted.width, fitted.height) <= Math.max(1, maxSidePx));
    assert.ok(fitted.width <= size.width && fitted.height <= size.height);
    assert.ok(fitted.width >= 1 && fitted.height >= 1);
  }));
});

Deno.test("fitWithin() keeps the proportions to within a pixel", () => {
  fc.assert(fc.property(sizes, fc.integer({ min: 100, max: 5_000 }), (size, maxSidePx) => {
    const fitted = fitWithin(size, maxSidePx);
    const scale = Math.max(fitted.width, fitted.height) / Math.max(size.width, size.height);
    assert.ok(Math.abs(fitted.width - size.width * scale) <= 1);
    assert.ok(Math.abs(fitted.height - size.height * scale) <= 1);
  }));
});

Deno.test("imageToScreen() stays inside what the picture shows", () => {
  fc.assert(fc.property(rects, fc.integer({ min: 1, max: 2_000 }), fc.nat(), fc.nat(), (rect, max, x, y) => {
    const image = fitWithin(rect, max);
    const point = imageToScreen({ x: x % image.width, y: y % image.height }, image, rect);
    assert.equal(contains(rect, point), true);
  }));
});

Deno.test("imageToScreen() is exact for a picture in full size", () => {
  fc.assert(fc.property(rects, fc.nat(), fc.nat(), (rect, x, y) => {
    const imagePoint = { x: x % rect.width, y: y % rect.height };
    assert.deepEqual(imageToScreen(imagePoint, rect, rect), {
      x: rect.x + imagePoint.x,
      y: rect.y + imagePoint.y,
    });
  }));
});

Deno.test("imageToScreen() hits the pixel under the middle of an image pixel", () => {
  const rect = { x: -100, y: 50, width: 300, height: 200 };
  assert.deepEqual(imageToScreen({ x: 0, y: 0 }, { width: 100, height: 50 }, rect), { x: -99, y: 52 });
  assert.deepEqual(imageToScreen({ x: 99, y: 49 }, { width: 100, height: 50 }, rect), { x: 198, y: 248 });
});

Deno.test("logicalSize() is what a size is at 96 dots per inch, rounded", () => {
  assert.deepEqual(logicalSize({ width: 1_000, height: 800 }, 144), { width: 667, height: 533 });
  assert.deepEqual(logicalSize({ width: 3_840, height: 2_160 }, 96), { width: 3_840, height: 2_160 });
});
