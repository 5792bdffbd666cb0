import assert from "node:assert/strict";
import { join } from "node:path";
import { ToolError } from "../../src/core/errors.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import {
  type FakeCapture,
  fakeFrame,
  fakeUniformFrame,
  type FakeWindow,
  fakeWindow,
} from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x1002An;
const OTHER = 0x50n;
const RECT = { x: -50, y: 80, width: 400, height: 300 };
const HANDLE = "0x0001002A";

/** A run that writes its pictures to a folder of its own and lets go of everything at the end. */
interface Studio extends TestDoor, AsyncDisposable {
  readonly folder: string;
  readonly window: FakeWindow;
}

async function setUp(
  given: Partial<FakeWindow> = {},
  isReadOnly = false,
): Promise<Studio> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const window = fakeWindow({ hwnd: HWND, pid: 7, screenRect: RECT, ...given });
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 50 }), window],
    foreground: OTHER,
  });
  const capturesDir = join(folder, "captures");
  const door = createTestDoor({
    desktop,
    settings: { capturesDir, outputDirs: [capturesDir, join(folder, "out")], isReadOnly },
  });
  return {
    ...door,
    folder,
    window,
    async [Symbol.asyncDispose]() {
      door.pictures.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const refusal = (
  backend: "print" | "windowDc" | "screen",
  reason: "covered" | "failed" | "offScreen",
): FakeCapture => ({
  backend,
  reason,
});

Deno.test("capture_window: saves a PNG, returns a copy, and changes nothing on the desktop", async () => {
  await using studio = await setUp();
  const result = await studio.call("capture_window", { hwnd: HANDLE });
  assert.ok(result.ok, JSON.stringify(result));
  const { output, attachments } = result;
  assert.equal(output.width, 400);
  assert.equal(output.height, 300);
  assert.equal(output.captureBackend, "print");
  assert.deepEqual(output.rect, {
    ...RECT,
    left: -50,
    top: 80,
    right: 350,
    bottom: 380,
  });
  const png = await Deno.readFile(String(output.path));
  assert.deepEqual([...png.slice(1, 4)], [...new TextEncoder().encode("PNG")]);
  assert.equal(attachments.length, 1);
  assert.equal(studio.desktop.foreground, OTHER);
  assert.deepEqual(studio.desktop.callsOf("requestForeground"), []);
});

Deno.test("capture_window: the frame leads a point of the picture back to the screen", async () => {
  await using studio = await setUp();
  const output = await studio.succeed("capture_window", {
    hwnd: HANDLE,
    region: { x: 100, y: 50, width: 200, height: 100 },
  });
  assert.equal(output.width, 200);
  const point = studio.frames.toScreen(String(output.frameId), { x: 3, y: 4 }, RECT);
  assert.deepEqual(point, { x: RECT.x + 103, y: RECT.y + 54 });
});

Deno.test("capture_window: inline false returns no picture", async () => {
  await using studio = await setUp();
  const result = await studio.call("capture_window", { hwnd: HANDLE, inline: false });
  assert.deepEqual(result.ok && result.attachments, []);
});

Deno.test("capture_window: a picture of one colour is believed when a second method agrees", async () => {
  await using studio = await setUp({
    captures: {
      print: fakeUniformFrame("print", RECT, "000000"),
      windowDc: fakeUniformFrame("windowDc", RECT, "000000"),
    },
  });
  assert.equal((await studio.succeed("capture_window", { hwnd: HANDLE })).uniform, true);
});

Deno.test("capture_window: a picture of one colour loses against one that shows something", async () => {
  await using studio = await setUp({
    captures: { print: fakeUniformFrame("print", RECT, "000000") },
  });
  const output = await studio.succeed("capture_window", { hwnd: HANDLE });
  assert.equal(output.captureBackend, "windowDc");
  assert.equal(output.uniform, undefined);
});

Deno.test("capture_window: CAPTURE_BLANK when nothing confirms that it has one colour only", async () => {
  await using studio = await setUp({
    captures: {
      print: fakeUniformFrame("print", RECT, "000000"),
      windowDc: fakeUniformFrame("windowDc", RECT, "FFFFFF"),
      screen: refusal("screen", "failed"),
    },
  });
  assert.equal((await studio.fail("capture_window", { hwnd: HANDLE })).code, "CAPTURE_BLANK");
});

Deno.test("capture_window: CAPTURE_OCCLUDED says what covers the window", async () => {
  await using studio = await setUp({
    captures: {
      print: refusal("print", "failed"),
      windowDc: refusal("windowDc", "covered"),
      screen: { backend: "screen", reason: "covered", coveredBy: OTHER },
    },
  });
  const error = await studio.fail("capture_window", { hwnd: HANDLE });
  assert.equal(error.code, "CAPTURE_OCCLUDED");
  assert.match(JSON.stringify(error.details), /0x00000050/);
});

Deno.test("capture_window: CAPTURE_FAILED when no method could read the window", async () => {
  await using studio = await setUp({
    captures: {
      print: refusal("print", "failed"),
      windowDc: refusal("windowDc", "failed"),
      screen: refusal("screen", "failed"),
    },
  });
  assert.equal((await studio.fail("capture_window", { hwnd: HANDLE })).code, "CAPTURE_FAILED");
});

Deno.test("capture_window: in background mode it is BACKGROUND_CAPTURE_UNAVAILABLE with the reason", async () => {
  await using studio = await setUp({
    captures: { print: fakeUniformFrame("print", RECT, "000000"), windowDc: refusal("windowDc", "covered") },
  });
  const error = await studio.fail("capture_window", { hwnd: HANDLE, interactionMode: "background" });
  assert.equal(error.code, "BACKGROUND_CAPTURE_UNAVAILABLE");
  assert.equal(error.details?.reason, "covered");
  assert.deepEqual(
    studio.desktop.callsOf("captureWindow").map(([, backend]) => backend),
    ["print", "windowDc"],
  );
});

Deno.test("capture_window: CAPTURE_GEOMETRY_MISMATCH for a strip in place of the window", async () => {
  const strip = { ...fakeFrame("print", { ...RECT, height: 20 }), windowScreenRect: { ...RECT, height: 20 } };
  await using studio = await setUp({ captures: { print: strip } });
  const error = await studio.fail("capture_window", { hwnd: HANDLE });
  assert.equal(error.code, "CAPTURE_GEOMETRY_MISMATCH");
  assert.deepEqual(error.details?.expectedGeometry, RECT);
});

for (
  const [given, code] of [
    [{ minimized: true }, "WINDOW_MINIMIZED"],
    [{ cloaked: true }, "WINDOW_CLOAKED"],
    [{ captureProtected: true }, "CAPTURE_PROTECTED"],
  ] as const
) {
  Deno.test(`capture_window: ${code}, and no picture is tried`, async () => {
    await using studio = await setUp(given);
    assert.equal((await studio.fail("capture_window", { hwnd: HANDLE })).code, code);
    assert.deepEqual(studio.desktop.callsOf("captureWindow"), []);
    assert.equal(studio.window.minimized, given === undefined ? false : "minimized" in given);
  });
}

Deno.test("capture_window: from the screen with focus brings the window forward and gives the foreground back", async () => {
  await using studio = await setUp();
  const output = await studio.succeed("capture_window", { hwnd: HANDLE, captureMethod: "screen" });
  assert.equal(output.captureBackend, "screen");
  const interaction = output.interaction as Record<string, unknown>;
  assert.equal(interaction.targetActivated, true);
  assert.equal(interaction.foregroundRestored, true);
  assert.equal(studio.desktop.foreground, OTHER);
});

Deno.test("capture_window: under --read-only nothing is brought forward and no path is written to", async () => {
  await using studio = await setUp({}, true);
  await studio.succeed("capture_window", { hwnd: HANDLE, captureMethod: "screen" });
  assert.deepEqual(studio.desktop.callsOf("requestForeground"), []);
  const outputPath = join(studio.folder, "out", "x.png");
  assert.equal((await studio.fail("capture_window", { hwnd: HANDLE, outputPath })).code, "PERMISSION_DENIED");
});

Deno.test("capture_window: REGION_OUTSIDE_TARGET for a region that holds nothing of the window", async () => {
  await using studio = await setUp();
  const region = { x: 400, y: 0, width: 10, height: 10 };
  assert.equal((await studio.fail("capture_window", { hwnd: HANDLE, region })).code, "REGION_OUTSIDE_TARGET");
});

Deno.test("capture_window: writes to outputPath inside an allowed folder", async () => {
  await using studio = await setUp();
  const outputPath = join(studio.folder, "out", "deep", "x.PNG");
  const output = await studio.succeed("capture_window", { hwnd: HANDLE, outputPath });
  assert.equal(output.path, outputPath);
  assert.ok((await Deno.stat(outputPath)).isFile);
});

Deno.test("capture_window: INVALID_OUTPUT_PATH for what is no absolute .png path", async () => {
  await using studio = await setUp();
  const out = join(studio.folder, "out");
  for (const outputPath of ["x.png", join(out, "x.jpg"), join(out, "nul.png"), join(out, "a?.png")]) {
    const error = await studio.fail("capture_window", { hwnd: HANDLE, outputPath });
    assert.equal(error.code, "INVALID_OUTPUT_PATH", outputPath);
  }
  assert.deepEqual(studio.desktop.callsOf("captureWindow"), []);
});

Deno.test("capture_window: PERMISSION_DENIED outside the allowed folders, by whatever way", async () => {
  await using studio = await setUp();
  for (const outputPath of [join(studio.folder, "x.png"), join(studio.folder, "out", "..", "y.png")]) {
    const error = await studio.fail("capture_window", { hwnd: HANDLE, outputPath });
    assert.equal(error.code, "PERMISSION_DENIED", outputPath);
  }
});

Deno.test("capture_window: OUTPUT_WRITE_FAILED when the file cannot be written", async () => {
  await using studio = await setUp();
  await Deno.mkdir(join(studio.folder, "out"));
  await Deno.writeTextFile(join(studio.folder, "out", "file"), "");
  const outputPath = join(studio.folder, "out", "file", "x.png");
  assert.equal(
    (await studio.fail("capture_window", { hwnd: HANDLE, outputPath })).code,
    "OUTPUT_WRITE_FAILED",
  );
});

Deno.test("capture_window: a program that does not draw in time costs that method, not the call", async () => {
  await using studio = await setUp();
  studio.desktop.before("captureWindow", ([, backend]) => {
    if (backend === "print") throw new ToolError("TIMEOUT", "it did not draw");
  });
  assert.equal((await studio.succeed("capture_window", { hwnd: HANDLE })).captureBackend, "windowDc");
});

Deno.test("capture_window: a busy program is asked to draw itself last", async () => {
  await using studio = await setUp({ responding: "no" });
  assert.equal((await studio.succeed("capture_window", { hwnd: HANDLE })).captureBackend, "windowDc");
  assert.deepEqual(studio.desktop.callsOf("captureWindow").map(([, backend]) => backend), ["windowDc"]);
});
