import assert from "node:assert/strict";
import { LEFT_MONITOR, monitors, monitorTest, type Rect, SCALED_MONITOR } from "./monitors.ts";
import { createRealDoor } from "./real_door.ts";

function plain({ x, y, width, height }: Rect): Rect {
  return { x, y, width, height };
}

/** Around all of them. */
function boundsOf(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map(({ x }) => x));
  const top = Math.min(...rects.map(({ y }) => y));
  const right = Math.max(...rects.map(({ x, width }) => x + width));
  const bottom = Math.max(...rects.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

Deno.test({
  name: "list_displays: says of every monitor what Windows says",
  ignore: Deno.build.os !== "windows",
  async fn() {
    using door = createRealDoor();
    const { items, virtualScreen } = await door.succeed("list_displays");
    const there = monitors();
    assert.equal(items.length, there.length);
    for (const display of items) {
      const monitor = there.find(({ rect }) =>
        rect.x === display.physicalRect.x && rect.y === display.physicalRect.y
      );
      assert.ok(monitor !== undefined, JSON.stringify(display));
      assert.deepEqual(plain(display.physicalRect), monitor.rect);
      assert.deepEqual(plain(display.workArea), monitor.workArea);
      assert.equal(display.primary, monitor.isPrimary);
      assert.equal(display.scale, Math.round(monitor.dpi / 96 * 1_000) / 1_000);
      assert.match(display.device, /^\\\\\.\\DISPLAY\d+$/);
    }
    assert.deepEqual(items.map(({ index }: { index: number }) => index), there.map((_, index) => index));
    assert.deepEqual(items.map(({ primary }: { primary: boolean }) => primary).indexOf(true), 0);
    assert.deepEqual(plain(virtualScreen), boundsOf(there.map(({ rect }) => rect)));
  },
});

monitorTest(
  "list_displays: a monitor on the left lies at negative coordinates",
  LEFT_MONITOR,
  async ({ rect }) => {
    using door = createRealDoor();
    const { items, virtualScreen } = await door.succeed("list_displays");
    const left = items.find(({ physicalRect }: { physicalRect: Rect }) => physicalRect.x === rect.x);
    assert.deepEqual(plain(left.physicalRect), rect);
    assert.equal(left.primary, false);
    assert.ok(left.index > 0);
    assert.ok(virtualScreen.left <= rect.x);
  },
);

monitorTest(
  "list_displays: a scaled monitor has a smaller logical size",
  SCALED_MONITOR,
  async ({ rect, dpi }) => {
    using door = createRealDoor();
    const { items } = await door.succeed("list_displays");
    const scaled = items.find(({ physicalRect }: { physicalRect: Rect }) => physicalRect.x === rect.x);
    assert.equal(scaled.scale, Math.round(dpi / 96 * 1_000) / 1_000);
    const size = { width: Math.round(rect.width * 96 / dpi), height: Math.round(rect.height * 96 / dpi) };
    assert.deepEqual(scaled.logicalRect, size);
  },
);
