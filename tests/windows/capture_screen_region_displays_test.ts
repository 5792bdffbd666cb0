import assert from "node:assert/strict";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { LEFT_MONITOR, monitors, monitorTest, type Rect } from "./monitors.ts";
import { bringToFront } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { assertPixels, noiseAt, readPng, screenColour } from "./screen.ts";

async function noiseWindow({ x, y, width, height }: Rect): Promise<FixtureRun> {
  const run = await FixtureRun.start("--borderless", "--noise", "--rect", `${x},${y},${width},${height}`);
  bringToFront(run.hwnd);
  await waitFor(() => screenColour({ x, y }) === noiseAt(0, 0) ? true : undefined, 20_000);
  return run;
}

monitorTest("capture_screen_region: a part of a left monitor", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  const place = { x: rect.x + 40, y: rect.y + 30, width: 300, height: 200 };
  await using _run = await noiseWindow(place);
  const output = await door.succeed("capture_screen_region", { region: place });
  assert.equal(output.rect.x, place.x);
  assertPixels(await readPng(output.path), noiseAt);
  const point = door.frames.toScreen(output.frameId, { x: 7, y: 8 }, null);
  assert.deepEqual(point, { x: place.x + 7, y: place.y + 8 });
});

monitorTest("capture_screen_region: a region across two monitors", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  const place = { x: -100, y: Math.max(0, rect.y) + 60, width: 200, height: 100 };
  await using _run = await noiseWindow(place);
  assertPixels(await readPng((await door.succeed("capture_screen_region", { region: place })).path), noiseAt);
});

monitorTest("capture_screen_region: a display by its index", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  const place = { x: rect.x, y: rect.y, width: 200, height: 100 };
  await using _run = await noiseWindow(place);
  const { items } = await door.succeed("list_displays", {});
  const left = items.find(({ physicalRect }: { physicalRect: Rect }) => physicalRect.x === rect.x);
  const output = await door.succeed("capture_screen_region", { display: left.index });
  assert.deepEqual([output.width, output.height, output.rect.x], [rect.width, rect.height, rect.x]);
  assertPixels(await readPng(output.path), noiseAt, { area: { x: 0, y: 0, width: 200, height: 100 } });
  const error = await door.fail("capture_screen_region", { display: monitors().length });
  assert.equal(error.code, "INVALID_PARAMS");
});

monitorTest(
  "capture_screen_region: what lies between monitors is outside",
  {
    what: "gap above or below a left monitor",
    fits: ({ rect }) => rect.x < 0 && rect.y > Math.min(...monitors().map((each) => each.rect.y)),
  },
  async ({ rect }) => {
    using door = createRealDoor();
    const region = { x: rect.x + 10, y: rect.y - 20, width: 10, height: 10 };
    assert.equal((await door.fail("capture_screen_region", { region })).code, "REGION_OUTSIDE_TARGET");
  },
);
