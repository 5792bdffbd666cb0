import assert from "node:assert/strict";
import fc from "fast-check";
import { type ErrorCode, ToolError } from "../../src/core/errors.ts";
import { contains } from "../../src/core/geometry.ts";
import { type Frame, FrameStore } from "../../src/image/frames.ts";

const WINDOW_RECT = { x: -300, y: 40, width: 800, height: 600 };
const FRAME: Frame = {
  window: { hwnd: 0x1002an, pid: 7, screenRect: WINDOW_RECT },
  screenRect: { x: -200, y: 140, width: 400, height: 200 },
  imageSize: { width: 100, height: 50 },
};

function hasCode(code: ErrorCode, pattern: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof ToolError && error.code === code && pattern.test(error.message);
}

for (
  const [imagePoint, screenPoint] of [
    [{ x: 0, y: 0 }, { x: -198, y: 142 }],
    [{ x: 99, y: 49 }, { x: 198, y: 338 }],
    [{ x: 50, y: 25 }, { x: 2, y: 242 }],
  ] as const
) {
  Deno.test(`FrameStore.toScreen() maps image pixel ${imagePoint.x},${imagePoint.y}`, () => {
    const frames = new FrameStore();
    assert.deepEqual(frames.toScreen(frames.add(FRAME), imagePoint, WINDOW_RECT), screenPoint);
  });
}

Deno.test("FrameStore.toScreen() maps each pixel of an unscaled picture to itself", () => {
  const frames = new FrameStore();
  const frameId = frames.add({
    window: null,
    screenRect: { x: -5, y: -7, width: 3, height: 2 },
    imageSize: { width: 3, height: 2 },
  });
  assert.deepEqual(frames.toScreen(frameId, { x: 0, y: 0 }, null), { x: -5, y: -7 });
  assert.deepEqual(frames.toScreen(frameId, { x: 2, y: 1 }, null), { x: -3, y: -6 });
});

Deno.test("FrameStore.toScreen() follows a window that has moved", () => {
  const frames = new FrameStore();
  const moved = { ...WINDOW_RECT, x: WINDOW_RECT.x + 1000, y: WINDOW_RECT.y - 90 };
  assert.deepEqual(frames.toScreen(frames.add(FRAME), { x: 0, y: 0 }, moved), { x: 802, y: 52 });
});

for (
  const [name, rect, message] of [
    ["became wider", { ...WINDOW_RECT, width: 801 }, /800 x 600 .* 801 x 600 now/],
    ["became lower", { ...WINDOW_RECT, height: 599 }, /800 x 600 .* 800 x 599 now/],
    ["is gone", null, /gone/],
  ] as const
) {
  Deno.test(`FrameStore.toScreen() reports FRAME_STALE for a window that ${name}`, () => {
    const frames = new FrameStore();
    const frameId = frames.add(FRAME);
    assert.throws(() => frames.toScreen(frameId, { x: 0, y: 0 }, rect), hasCode("FRAME_STALE", message));
  });
}

for (
  const imagePoint of [
    { x: -1, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 50 },
    { x: 0.5, y: 0 },
    { x: NaN, y: 0 },
    { x: 0, y: Infinity },
  ]
) {
  Deno.test(`FrameStore.toScreen() reports INVALID_PARAMS for ${imagePoint.x},${imagePoint.y}`, () => {
    const frames = new FrameStore();
    const frameId = frames.add(FRAME);
    assert.throws(
      () => frames.toScreen(frameId, imagePoint, WINDOW_RECT),
      hasCode("INVALID_PARAMS", /100 x 50/),
    );
  });
}

Deno.test("FrameStore remembers 32 frames and reports FRAME_STALE for older and unknown ones", () => {
  const frames = new FrameStore();
  const frameIds = Array.from({ length: 33 }, () => frames.add(FRAME));
  const isExpired = hasCode("FRAME_STALE", /last 32/);
  assert.throws(() => frames.get(frameIds[0] ?? ""), isExpired);
  assert.throws(() => frames.toScreen(frameIds[0] ?? "", { x: 0, y: 0 }, WINDOW_RECT), isExpired);
  assert.throws(() => frames.get("frame_1"), isExpired);
  for (const frameId of frameIds.slice(1)) assert.equal(frames.get(frameId), FRAME);
});

Deno.test("FrameStore never gives an id twice", () => {
  const frames = new FrameStore();
  const frameIds = Array.from({ length: 200 }, () => frames.add(FRAME));
  assert.equal(new Set(frameIds).size, 200);
  assert.ok(frameIds.every((frameId) => /^frame_\d+_[0-9a-f]{8}$/.test(frameId)));
});

const scaled = fc.record({
  x: fc.integer({ min: -20_000, max: 20_000 }),
  y: fc.integer({ min: -20_000, max: 20_000 }),
  width: fc.integer({ min: 1, max: 16_384 }),
  height: fc.integer({ min: 1, max: 3_000 }),
  widthPart: fc.double({ min: 0, max: 1, noNaN: true }),
  heightPart: fc.double({ min: 0, max: 1, noNaN: true }),
});

Deno.test("FrameStore.toScreen() stays inside the captured rectangle, keeps the order and reaches both ends", () => {
  const frames = new FrameStore();
  fc.assert(fc.property(scaled, ({ widthPart, heightPart, ...screenRect }) => {
    const imageSize = {
      width: 1 + Math.floor(widthPart * (screenRect.width - 1)),
      height: 1 + Math.floor(heightPart * (screenRect.height - 1)),
    };
    const frameId = frames.add({ window: null, screenRect, imageSize });
    for (const axis of ["x", "y"] as const) {
      const side = axis === "x" ? "width" : "height";
      let before = -Infinity;
      for (let i = 0; i < imageSize[side]; i++) {
        const screenPoint = frames.toScreen(frameId, { x: 0, y: 0, [axis]: i }, null);
        assert.ok(contains(screenRect, screenPoint));
        assert.ok(screenPoint[axis] > before, "no two image pixels lie on one screen pixel");
        // Image pixel i shows the block from i * source / image to (i + 1) * source / image: it must be hit.
        const offset = screenPoint[axis] - screenRect[axis];
        assert.ok((offset + 1) * imageSize[side] > i * screenRect[side]);
        assert.ok(offset * imageSize[side] < (i + 1) * screenRect[side]);
        before = screenPoint[axis];
      }
    }
  }));
});
