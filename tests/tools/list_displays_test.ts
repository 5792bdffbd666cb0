import assert from "node:assert/strict";
import { withEdges } from "../../src/core/geometry.ts";
import { createTestDoor } from "../fakes/test_door.ts";

Deno.test("list_displays: gives every monitor with its place, work area, scale and logical size", async () => {
  const { items, virtualScreen } = await createTestDoor().succeed("list_displays");
  assert.deepEqual(items, [
    {
      index: 0,
      device: "\\\\.\\DISPLAY1",
      primary: true,
      physicalRect: withEdges({ x: 0, y: 0, width: 1_920, height: 1_080 }),
      workArea: withEdges({ x: 0, y: 0, width: 1_920, height: 1_040 }),
      scale: 1,
      logicalRect: { width: 1_920, height: 1_080 },
    },
    {
      index: 1,
      device: "\\\\.\\DISPLAY2",
      primary: false,
      physicalRect: withEdges({ x: -1_000, y: -200, width: 1_000, height: 800 }),
      workArea: withEdges({ x: -1_000, y: -200, width: 1_000, height: 800 }),
      scale: 1.5,
      logicalRect: { width: 667, height: 533 },
    },
  ]);
  assert.deepEqual(virtualScreen, withEdges({ x: -1_000, y: -200, width: 2_920, height: 1_280 }));
});

for (
  const [dpi, scale, logicalRect] of [
    [undefined, null, null],
    [100, 1.042, { width: 1_843, height: 1_037 }],
    [120, 1.25, { width: 1_536, height: 864 }],
  ] as const
) {
  Deno.test(`list_displays: ${dpi} dots per inch are a scale of ${scale}`, async () => {
    const door = createTestDoor();
    const { layout } = door.desktop;
    door.desktop.layout = {
      ...layout,
      displays: layout.displays.slice(0, 1).map((one) => ({ ...one, dpi })),
    };
    const [display] = (await door.succeed("list_displays")).items as Record<string, unknown>[];
    assert.deepEqual([display?.scale, display?.logicalRect], [scale, logicalRect]);
  });
}
