import assert from "node:assert/strict";
import { decodePng } from "../image/png_decoder.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { bringToFront, foreground, pointer } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { assertPixels, noiseAt, readPng, screenColour } from "./screen.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`capture_screen_region: ${title}`), ignore, fn: body });
}

/** A borderless window that has drawn itself. */
async function shown(rect: string, colour: number, ...look: string[]): Promise<FixtureRun> {
  const run = await FixtureRun.start("--borderless", "--rect", rect, ...look);
  const [x = 0, y = 0] = rect.split(",").map(Number);
  bringToFront(run.hwnd);
  await waitFor(() => screenColour({ x, y }) === colour ? true : undefined, 20_000);
  return run;
}

test("every pixel of the region is the screen's, in the file and in the answer", async () => {
  using door = createRealDoor();
  await using _run = await shown("60,70,300,200", noiseAt(0, 0), "--noise");
  const region = { x: 100, y: 90, width: 120, height: 80 };
  const result = await door.call("capture_screen_region", { region });
  assert.ok(result.ok, JSON.stringify(result));
  const { output, attachments: [inline] } = result;
  const offset = { x: 40, y: 20 };
  assertPixels(await readPng(String(output.path)), noiseAt, { offset });
  assert.ok(inline !== undefined);
  assertPixels(decodePng(inline.data), noiseAt, { offset });
  for (const point of [{ x: 0, y: 0 }, { x: 119, y: 79 }]) {
    const screenPoint = door.frames.toScreen(String(output.frameId), point, null);
    assert.equal(screenColour(screenPoint), noiseAt(point.x + 40, point.y + 20));
  }
});

test("whatever is on top is what is seen, and nothing changes", async () => {
  using door = createRealDoor();
  await using _below = await shown("60,70,300,200", noiseAt(0, 0), "--noise");
  await using above = await shown("100,90,50,40", 0x12AB34, "--color", "12AB34");
  await door.succeed("list_displays", {});
  pointer(); // Wine's first answer is 0,0, whatever happens
  const before = { foreground: foreground(), pointer: pointer() };
  const region = { x: 80, y: 80, width: 100, height: 80 };
  const output = await door.succeed("capture_screen_region", { region, inline: false });
  assertPixels(await readPng(output.path), (x, y) => {
    const isCovered = x >= 20 && x < 70 && y >= 10 && y < 50;
    return isCovered ? 0x12AB34 : noiseAt(x + 20, y + 10);
  });
  assert.deepEqual({ foreground: foreground(), pointer: pointer() }, before);
  const inside = { x: 105, y: 95, width: 20, height: 20 };
  assert.equal((await door.succeed("capture_screen_region", { region: inside })).uniform, true);
  assert.equal(before.foreground, above.hwnd);
});

test("a hung window in the region costs nothing", async () => {
  using door = createRealDoor();
  await using run = await shown(
    ...["60,70,200,150", noiseAt(0, 0), "--noise", "--hang-after-ms", "1500", "--hang-ms", "60000"] as const,
  );
  assert.ok(await run.until(({ event }) => event === "hang", 20_000));
  const output = await door.succeed("capture_screen_region", {
    region: { x: 60, y: 70, width: 200, height: 150 },
  });
  assertPixels(await readPng(output.path), noiseAt);
});

test("without a region it is the primary display, whole", async () => {
  using door = createRealDoor();
  const { items } = await door.succeed("list_displays", {});
  const output = await door.succeed("capture_screen_region", {});
  assert.deepEqual(output.rect, items[0].physicalRect);
  const picture = await readPng(output.path);
  assert.deepEqual([picture.width, picture.height], [output.width, output.height]);
});

test("a region beyond the edge is cut, one outside is refused", async () => {
  using door = createRealDoor();
  const { virtualScreen } = await door.succeed("list_displays", {});
  const { right, bottom } = virtualScreen;
  const across = { x: right - 30, y: bottom - 20, width: 500, height: 500 };
  const output = await door.succeed("capture_screen_region", { region: across });
  assert.deepEqual([output.width, output.height, output.clipped], [30, 20, true]);
  const outside = { x: right, y: bottom, width: 10, height: 10 };
  assert.equal((await door.fail("capture_screen_region", { region: outside })).code, "REGION_OUTSIDE_TARGET");
});

test("five hundred captures leave nothing open", async () => {
  using door = createRealDoor();
  const region = { x: 0, y: 0, width: 16, height: 16 };
  await door.succeed("capture_screen_region", { region, inline: false });
  const before = await door.desktop.openCounts();
  for (let i = 0; i < 500; i++) await door.desktop.captureScreen(region);
  assert.deepEqual(await door.desktop.openCounts(), before);
});
