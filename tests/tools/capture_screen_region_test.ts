import assert from "node:assert/strict";
import { type Rect, withEdges } from "../../src/core/geometry.ts";
import type { CapturedFrame } from "../../src/desktop/desktop.ts";
import { fakeUniformFrame } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { decodePng } from "../image/png_decoder.ts";
import { drawn } from "../image/pictures.ts";

/** A door over two monitors, the left one at -1000,-200; its captures go to a folder of their own. */
function open(settings: { isReadOnly?: boolean } = {}): TestDoor & Disposable & { dir: string } {
  const dir = Deno.makeTempDirSync({ prefix: "casement" });
  const door = createTestDoor({ settings: { capturesDir: dir, outputDirs: [dir], ...settings } });
  door.desktop.screen = numbered;
  return {
    ...door,
    dir,
    [Symbol.dispose]() {
      door.pictures.close();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

/** A colour that names its place on the screen. */
function placeColour(x: number, y: number): number {
  return (x & 0xFFF) << 12 | y & 0xFFF;
}

function numbered(screenRect: Rect): CapturedFrame {
  return {
    backend: "screen",
    method: "BitBlt(GetDC)",
    bitmap: drawn(screenRect, (x, y) => placeColour(x + screenRect.x, y + screenRect.y)),
    screenRect,
    windowScreenRect: screenRect,
    uniformColor: undefined,
  };
}

function filesIn(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map(({ name }) => name);
}

Deno.test("capture_screen_region: a region at negative coordinates is given exactly, and its points lead back", async () => {
  using door = open();
  const region = { x: -700, y: -150, width: 300, height: 200 };
  const result = await door.call("capture_screen_region", { region });
  assert.ok(result.ok, JSON.stringify(result));
  const { output, attachments } = result;
  assert.deepEqual(output.rect, withEdges(region));
  assert.deepEqual([output.target, output.width, output.height], ["screen", 300, 200]);
  assert.deepEqual([output.clipped, output.uniform], [undefined, undefined]);
  const picture = decodePng(await Deno.readFile(String(output.path)));
  assert.equal(picture.colours[0], placeColour(-700, -150));
  assert.equal(picture.colours.at(-1), placeColour(-401, 49));
  assert.equal(attachments.length, 1);
  const point = door.frames.toScreen(String(output.frameId), { x: 10, y: 20 }, null);
  assert.deepEqual(point, { x: -690, y: -130 });
  assert.equal(door.frames.get(String(output.frameId)).window, null);
});

for (
  const [args, rect] of [
    [{}, { x: 0, y: 0, width: 1_920, height: 1_080 }],
    [{ display: 0 }, { x: 0, y: 0, width: 1_920, height: 1_080 }],
    [{ display: 1 }, { x: -1_000, y: -200, width: 1_000, height: 800 }],
  ] as const
) {
  Deno.test(`capture_screen_region: ${JSON.stringify(args)} is a whole display`, async () => {
    using door = open();
    const output = await door.succeed("capture_screen_region", args);
    assert.deepEqual(output.rect, withEdges(rect));
    assert.equal(output.clipped, undefined);
  });
}

Deno.test("capture_screen_region: what lies beyond the screen is cut off, and that is said", async () => {
  using door = open();
  const region = { x: -1_100, y: -250, width: 200, height: 100 };
  const output = await door.succeed("capture_screen_region", { region, inline: false });
  assert.deepEqual(output.rect, withEdges({ x: -1_000, y: -200, width: 100, height: 50 }));
  assert.deepEqual([output.clipped, output.image], [true, undefined]);
});

Deno.test("capture_screen_region: a part between the displays, which nobody sees, counts as cut off", async () => {
  using door = open();
  // The left display ends at 600, the primary one at 1080.
  const region = { x: -50, y: 500, width: 100, height: 200 };
  const output = await door.succeed("capture_screen_region", { region, inline: false });
  assert.deepEqual([output.rect, output.clipped], [withEdges(region), true]);
  const whole = { ...region, height: 100 };
  assert.equal((await door.succeed("capture_screen_region", { region: whole })).clipped, undefined);
});

Deno.test("capture_screen_region: a screen of one colour is a picture, and that is said", async () => {
  using door = open();
  door.desktop.screen = (rect) => fakeUniformFrame("screen", rect, "000000");
  const output = await door.succeed("capture_screen_region", { region: { x: 0, y: 0, width: 9, height: 9 } });
  assert.equal(output.uniform, true);
});

for (
  const [what, args, code] of [
    ["outside", { region: { x: 1_920, y: 0, width: 5, height: 5 } }, "REGION_OUTSIDE_TARGET"],
    // Left of the primary monitor and below the left one there is nothing.
    [
      "between the displays",
      { region: { x: -500, y: 700, width: 100, height: 100 } },
      "REGION_OUTSIDE_TARGET",
    ],
    ["of a display that is not there", { display: 2 }, "INVALID_PARAMS"],
    ["of both", { display: 0, region: { x: 0, y: 0, width: 5, height: 5 } }, "INVALID_PARAMS"],
    ["without height", { region: { x: 0, y: 0, width: 5 } }, "INVALID_PARAMS"],
    ["of no pixel", { region: { x: 0, y: 0, width: 0, height: 5 } }, "INVALID_PARAMS"],
    ["of too many pixels", { region: { x: 0, y: 0, width: 16_384, height: 4_097 } }, "INVALID_PARAMS"],
    ["between two pixels", { region: { x: 0.5, y: 0, width: 5, height: 5 } }, "INVALID_PARAMS"],
    ["of an unknown kind", { region: { x: 0, y: 0, width: 5, height: 5, dpi: 96 } }, "INVALID_PARAMS"],
    ["into a file that is no .png", { outputPath: "/tmp/a.jpg" }, "INVALID_OUTPUT_PATH"],
    ["into a folder that is not allowed", { outputPath: "/elsewhere/a.png" }, "PERMISSION_DENIED"],
  ] as const
) {
  Deno.test(`capture_screen_region: a picture ${what} is ${code}, and nothing is written`, async () => {
    using door = open();
    assert.equal((await door.fail("capture_screen_region", args)).code, code);
    assert.deepEqual(door.desktop.callsOf("captureScreen"), []);
    assert.deepEqual(filesIn(door.dir), []);
  });
}

for (
  const [reason, code] of [
    ["offScreen", "REGION_OUTSIDE_TARGET"],
    ["failed", "CAPTURE_FAILED"],
    ["tooLarge", "CAPTURE_FAILED"],
  ] as const
) {
  Deno.test(`capture_screen_region: a screen that gives "${reason}" is ${code}`, async () => {
    using door = open();
    door.desktop.screen = () => ({ backend: "screen", reason });
    assert.equal((await door.fail("capture_screen_region")).code, code);
  });
}

Deno.test("capture_screen_region: NO_INTERACTIVE_DESKTOP when it is locked or has no display", async () => {
  using door = open();
  door.desktop.interactiveDesktop = false;
  assert.equal((await door.fail("capture_screen_region")).code, "NO_INTERACTIVE_DESKTOP");
  door.desktop.interactiveDesktop = true;
  door.desktop.layout = { ...door.desktop.layout, displays: [] };
  assert.equal((await door.fail("capture_screen_region")).code, "NO_INTERACTIVE_DESKTOP");
});

Deno.test("capture_screen_region: a read-only server captures, into its own folder", async () => {
  using door = open({ isReadOnly: true });
  await door.succeed("capture_screen_region", { region: { x: 0, y: 0, width: 5, height: 5 } });
  assert.equal(filesIn(door.dir).length, 1);
});
