/** Windows on a monitor at negative coordinates, across two monitors, and on one that is scaled. */
import assert from "node:assert/strict";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { LEFT_MONITOR, monitorTest, type Rect, SCALED_MONITOR } from "./monitors.ts";
import { controlOf, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { assertPixels, clientRect, noiseAt, outerRect, readPng, screenColour } from "./screen.ts";

const NOTES = 100;

function plain({ x, y, width, height }: Rect): Rect {
  return { x, y, width, height };
}

/** A borderless window full of noise that has drawn itself. */
async function noiseWindow(rect: Rect): Promise<FixtureRun> {
  const { x, y, width, height } = rect;
  const run = await FixtureRun.start("--borderless", "--noise", "--rect", `${x},${y},${width},${height}`);
  await waitFor(() => screenColour({ x, y }) === noiseAt(0, 0) ? true : undefined, 20_000);
  return run;
}

monitorTest("displays: a window on a left monitor is listed where it is", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  const place = { x: rect.x + 40, y: rect.y + 30, width: 300, height: 200 };
  await using run = await noiseWindow(place);
  const { items } = await door.succeed("list_windows", { pid: run.pid });
  assert.deepEqual(items.map((window: { rect: Rect }) => plain(window.rect)), [place]);
  assert.ok(items[0].rect.right < 0);
  const state = await door.succeed("get_window_state", { hwnd: run.handle });
  assert.deepEqual(plain(state.clientScreenRect), clientRect(run.hwnd));
});

monitorTest(
  "displays: its picture has the right pixels, and points of it lead back",
  LEFT_MONITOR,
  async ({ rect }) => {
    using door = createRealDoor();
    const place = { x: rect.x + 40, y: rect.y + 30, width: 300, height: 200 };
    await using run = await noiseWindow(place);
    for (const captureMethod of ["auto", "screen"]) {
      const output = await door.succeed("capture_window", { hwnd: run.handle, captureMethod, focus: false });
      assert.deepEqual(plain(output.rect), place);
      assertPixels(await readPng(output.path), noiseAt);
      const point = door.frames.toScreen(output.frameId, { x: 299, y: 0 }, outerRect(run.hwnd));
      assert.deepEqual(point, { x: place.x + 299, y: place.y });
      assert.equal(screenColour(point), noiseAt(299, 0));
    }
  },
);

monitorTest("displays: a window across two monitors is captured whole", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  const place = { x: -150, y: Math.max(0, rect.y) + 50, width: 300, height: 200 };
  await using run = await noiseWindow(place);
  const output = await door.succeed("capture_window", {
    hwnd: run.handle,
    captureMethod: "screen",
    focus: false,
  });
  assert.deepEqual(plain(output.rect), place);
  assert.equal(output.clipped, undefined);
  assertPixels(await readPng(output.path), noiseAt);
});

monitorTest("displays: text reaches a window on a left monitor", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", `${rect.x + 20},${rect.y + 20},500,400`);
  const output = await door.succeed("type_text", { hwnd: run.handle, text: "left of zero" });
  assert.equal(output.verified, "yes");
  assert.equal(textOf(controlOf(run.hwnd, NOTES)), "left of zero");
});

monitorTest(
  "displays: on a scaled monitor rectangles and pictures are in physical pixels",
  SCALED_MONITOR,
  async ({ rect, dpi }) => {
    using door = createRealDoor();
    const place = { x: rect.x + 60, y: rect.y + 70, width: 300, height: 200 };
    await using run = await noiseWindow(place);
    const state = await door.succeed("get_window_state", { hwnd: run.handle });
    assert.equal(state.dpi, dpi);
    assert.equal(state.dpiUnaware, false);
    assert.deepEqual(plain(state.rect), place);
    assert.deepEqual(plain(state.rect), outerRect(run.hwnd));
    const output = await door.succeed("capture_window", { hwnd: run.handle });
    assert.deepEqual([output.width, output.height], [300, 200]);
    assertPixels(await readPng(output.path), noiseAt);
  },
);
