import assert from "node:assert/strict";
import type { Rect, Size } from "../../src/core/geometry.ts";
import type { CapturedFrame } from "../../src/desktop/desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeUniformFrame, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { decodePng } from "../image/png_decoder.ts";
import { drawn, noise } from "../image/pictures.ts";

const HWND = 0x1002An;
const RECT = { x: -300, y: 40, width: 400, height: 300 };

/** A door whose captures go to a folder of their own; both end with the block. */
function open(
  given: Partial<FakeWindow> = {},
  others: FakeWindow[] = [],
): TestDoor & Disposable & { dir: string } {
  const dir = Deno.makeTempDirSync({ prefix: "casement" });
  const window = fakeWindow({ hwnd: HWND, screenRect: RECT, ...given });
  const desktop = new FakeDesktop({ windows: [window, ...others] });
  const door = createTestDoor({ desktop, settings: { capturesDir: dir, outputDirs: [dir] } });
  return {
    ...door,
    dir,
    [Symbol.dispose]() {
      door.pictures.close();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

/** A colour that names its pixel. */
function pixelColour(x: number, y: number): number {
  return (x & 0xFFF) << 12 | y & 0xFFF;
}

function numbered(size: Size, screenRect: Rect, windowScreenRect = screenRect): CapturedFrame {
  const bitmap = drawn(size, pixelColour);
  return {
    backend: "print",
    method: "PrintWindow",
    bitmap,
    screenRect,
    windowScreenRect,
    uniformColor: undefined,
  };
}

function rectOf(output: Readonly<Record<string, unknown>>): Rect {
  const { x, y, width, height } = output.rect as Rect; // the output schema says so
  return { x, y, width, height };
}

function filesIn(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map(({ name }) => name);
}

async function capture(door: TestDoor, args: Record<string, unknown> = {}): Promise<{
  readonly output: Readonly<Record<string, unknown>>;
  readonly inline: Uint8Array | undefined;
}> {
  const result = await door.call("capture_window", { hwnd: "0x1002A", ...args });
  assert.ok(result.ok, JSON.stringify(result));
  return { output: result.output, inline: result.attachments[0]?.data };
}

Deno.test("capture_window: points of a scaled-down picture lead to the pixels that it shows", async () => {
  const size = { width: 3000, height: 1700 };
  const rect = { x: -1000, y: -200, ...size };
  using door = open({ screenRect: rect, captures: { print: numbered(size, rect) } });
  const { output } = await capture(door);
  assert.deepEqual([output.width, output.height], [3000, 1700]);
  const image = output.image as { width: number; height: number; scaleX: number };
  assert.equal(image.width, 1568);
  assert.ok(Math.abs(image.scaleX - 1568 / 3000) < 1e-9);
  const frameId = String(output.frameId);
  for (let x = 0; x < image.width; x += 13) {
    const point = door.frames.toScreen(frameId, { x, y: image.height - 1 }, rect);
    const exactX: number = (x + 0.5) * 3000 / image.width;
    assert.equal(point.x, -1000 + Math.floor(exactX));
    assert.equal(point.y, -200 + Math.floor((image.height - 0.5) * 1700 / image.height));
  }
});

Deno.test("capture_window: without the inline copy, points are pixels of the file", async () => {
  const size = { width: 3000, height: 1700 };
  const rect = { x: 5, y: 6, ...size };
  using door = open({ screenRect: rect, captures: { print: numbered(size, rect) } });
  const { output, inline } = await capture(door, { inline: false });
  assert.deepEqual([inline, output.image], [undefined, undefined]);
  const point = door.frames.toScreen(String(output.frameId), { x: 2999, y: 1699 }, rect);
  assert.deepEqual(point, { x: 3004, y: 1705 });
});

Deno.test("capture_window: a window that moves between the look and the picture gives the pixels asked for", async () => {
  const moved = { ...RECT, x: RECT.x + 50, y: RECT.y + 7 };
  using door = open({ captures: { print: () => numbered(RECT, moved) } });
  const region = { x: 30, y: 20, width: 10, height: 5 };
  const { output } = await capture(door, { region });
  const picture = decodePng(await Deno.readFile(String(output.path)));
  assert.equal(picture.colours[0], pixelColour(30, 20));
  assert.deepEqual(rectOf(output), { x: moved.x + 30, y: moved.y + 20, width: 10, height: 5 });
  const point = door.frames.toScreen(String(output.frameId), { x: 1, y: 2 }, moved);
  assert.deepEqual(point, { x: moved.x + 31, y: moved.y + 22 });
});

Deno.test("capture_window: a window drawn at half size gives every pixel that a region touches", async () => {
  const half = { width: RECT.width / 2, height: RECT.height / 2 };
  using door = open({ captures: { print: numbered(half, RECT) } });
  const { output } = await capture(door, { region: { x: 11, y: 21, width: 20, height: 10 } });
  assert.deepEqual([output.width, output.height], [11, 6]);
  const picture = decodePng(await Deno.readFile(String(output.path)));
  assert.equal(picture.colours[0], pixelColour(5, 10));
  assert.deepEqual(rectOf(output), { x: RECT.x + 10, y: RECT.y + 20, width: 22, height: 12 });
});

Deno.test("capture_window: a part of the screen that misses a part of the window is clipped", async () => {
  const shown = { x: 0, y: 40, width: 100, height: 300 };
  using door = open({ captures: { print: () => numbered(shown, shown, RECT) } });
  const whole = await capture(door);
  assert.equal(whole.output.clipped, true);
  const inside = await capture(door, { region: { x: 320, y: 10, width: 30, height: 30 } });
  assert.equal(inside.output.clipped, undefined);
  assert.deepEqual(rectOf(inside.output), { x: 20, y: 50, width: 30, height: 30 });
  const across = await capture(door, { region: { x: 290, y: 10, width: 30, height: 30 } });
  assert.equal(across.output.clipped, true);
  assert.deepEqual(rectOf(across.output), { x: 0, y: 50, width: 20, height: 30 });
});

Deno.test("capture_window: 4K of noise comes inline within the limits, and whole in the file", async () => {
  const size = { width: 3840, height: 2160 };
  const rect = { x: 0, y: 0, ...size };
  const bitmap = noise(size);
  using door = open({
    screenRect: rect,
    captures: { print: { ...numbered({ width: 1, height: 1 }, rect), bitmap } },
  });
  const { output, inline } = await capture(door);
  const image = output.image as { width: number; height: number };
  assert.ok(inline !== undefined && Math.ceil(inline.length / 3) * 4 <= 1_000_000, `${inline?.length}`);
  assert.ok(Math.max(image.width, image.height) <= 1568);
  const header = new DataView((await Deno.readFile(String(output.path))).buffer);
  assert.deepEqual([header.getUint32(16), header.getUint32(20)], [3840, 2160]);
  const corner = { x: image.width - 1, y: image.height - 1 };
  const point = door.frames.toScreen(String(output.frameId), corner, rect);
  assert.ok(point.x < 3840 && point.x >= 3840 - 3840 / image.width - 1, `${point.x}`);
});

Deno.test("capture_window: a picture of the wrong size is refused and not written", async () => {
  const strip = { ...RECT, height: 20 };
  using door = open({ captures: { print: () => numbered(strip, strip) } });
  const error = await door.fail("capture_window", { hwnd: "0x1002A" });
  assert.equal(error.code, "CAPTURE_GEOMETRY_MISMATCH");
  assert.equal(error.details?.captureBackend, "print");
  assert.deepEqual(filesIn(door.dir), []);
});

Deno.test("capture_window: a region is looked for in the window as it is at capture", async () => {
  const smaller = { ...RECT, width: 250, height: 200 };
  using door = open({ captures: { print: () => numbered(smaller, smaller) } });
  const region = { x: 300, y: 0, width: 10, height: 10 };
  const error = await door.fail("capture_window", { hwnd: "0x1002A", region });
  assert.equal(error.code, "REGION_OUTSIDE_TARGET");
  assert.deepEqual(error.details, { windowWidth: 250, windowHeight: 200 });
  assert.deepEqual(filesIn(door.dir), []);
});

for (
  const [given, code] of [
    [{ minimized: true }, "WINDOW_MINIMIZED"],
    [{ cloaked: true }, "WINDOW_CLOAKED"],
    [{ captureProtected: true }, "CAPTURE_PROTECTED"],
    [{ visible: false }, "WINDOW_NOT_FOUND"],
  ] as const
) {
  Deno.test(`capture_window: ${JSON.stringify(given)} is ${code} before anything is captured or activated`, async () => {
    using door = open(given);
    const region = { x: 390, y: 290, width: 300, height: 300 };
    for (const more of [{}, { captureMethod: "screen" }, { region }]) {
      assert.equal((await door.fail("capture_window", { hwnd: "0x1002A", ...more })).code, code);
    }
    assert.deepEqual(door.desktop.callsOf("captureWindow"), []);
    assert.deepEqual(door.desktop.callsOf("requestForeground"), []);
  });
}

Deno.test("capture_window: an elevated program can be captured", async () => {
  using door = open({ elevated: true });
  assert.equal((await capture(door)).output.captureBackend, "print");
});

for (const region of [{ x: 0, y: 0, width: 16_384, height: 16_384 }, { x: 400, y: 0, width: 1, height: 1 }]) {
  const code = region.x === 400 ? "REGION_OUTSIDE_TARGET" : "INVALID_PARAMS";
  Deno.test(`capture_window: a region of ${region.width} x ${region.height} at ${region.x},0 is ${code}`, async () => {
    using door = open();
    assert.equal((await door.fail("capture_window", { hwnd: "0x1002A", region })).code, code);
    assert.deepEqual(filesIn(door.dir), []);
  });
}

for (
  const region of [
    { x: -1, y: 0, width: 1, height: 1 },
    { x: 0, y: 0, width: 0, height: 1 },
    {
      x: 0,
      y: 0,
      width: 1.5,
      height: 1,
    },
    { x: 0, y: 0, width: 1 },
    { x: 0, y: 0, width: 1, height: 1, depth: 1 },
  ]
) {
  Deno.test(`capture_window: the region ${JSON.stringify(region)} is INVALID_PARAMS`, async () => {
    using door = open();
    assert.equal((await door.fail("capture_window", { hwnd: "0x1002A", region })).code, "INVALID_PARAMS");
    assert.deepEqual(door.desktop.calls, []);
  });
}

Deno.test("capture_window: one colour that two methods see is a success that says so", async () => {
  const uniform = fakeUniformFrame("print", RECT, "204060");
  const second = fakeUniformFrame("windowDc", RECT, "204060");
  using door = open({ captures: { print: uniform, windowDc: second } });
  const { output } = await capture(door);
  assert.deepEqual([output.uniform, output.captureBackend], [true, "windowDc"]);
});

Deno.test("capture_window: the screen method brings the window forward, and gives the foreground back", async () => {
  const other = fakeWindow({ hwnd: 0x77n, pid: 1 });
  using door = open({}, [other]);
  door.desktop.setForeground(0x77n);
  const { output } = await capture(door, { captureMethod: "screen" });
  assert.equal(output.captureBackend, "screen");
  assert.deepEqual(door.desktop.callsOf("requestForeground"), [
    [HWND, "plain"],
    [0x77n, "plain"],
  ]);
  const interaction = output.interaction as Record<string, unknown>;
  assert.deepEqual(
    [interaction.targetActivated, interaction.foregroundChanged, interaction.foregroundRestored],
    [true, false, true],
  );
});

Deno.test("capture_window: a window that is raised late is waited for", async () => {
  using door = open({}, [fakeWindow({ hwnd: 0x77n, pid: 1 })]);
  door.desktop.setForeground(0x77n);
  const window = door.desktop.window(HWND);
  assert.ok(window !== undefined);
  let looks = 0;
  window.captures.screen = () =>
    ++looks < 4 ? { backend: "screen", reason: "covered", coveredBy: 0x77n } : numbered(RECT, RECT);
  const { output } = await capture(door, { captureMethod: "screen" });
  assert.equal(looks, 4);
  assert.equal((output.interaction as Record<string, unknown>).foregroundRestored, true);
});

Deno.test("capture_window: a window that stays covered in front is given up, and the foreground given back", async () => {
  using door = open({}, [fakeWindow({ hwnd: 0x77n, pid: 1 })]);
  door.desktop.setForeground(0x77n);
  const window = door.desktop.window(HWND);
  assert.ok(window !== undefined);
  window.captures.screen = { backend: "screen", reason: "covered", coveredBy: 0x88n };
  const error = await door.fail("capture_window", { hwnd: "0x1002A", captureMethod: "screen" });
  assert.equal(error.code, "CAPTURE_OCCLUDED");
  assert.equal(door.desktop.foreground, 0x77n);
});

Deno.test("capture_window: what the person turns to while a window is shown stays in front", async () => {
  using door = open({}, [fakeWindow({ hwnd: 0x77n, pid: 1 }), fakeWindow({ hwnd: 0x99n, pid: 2 })]);
  door.desktop.setForeground(0x77n);
  const window = door.desktop.window(HWND);
  assert.ok(window !== undefined);
  window.captures.screen = () => {
    door.desktop.setForeground(0x99n);
    return numbered(RECT, RECT);
  };
  await capture(door, { captureMethod: "screen" });
  assert.equal(door.desktop.foreground, 0x99n);
});

Deno.test("capture_window: focus false, noActivate and background mode bring nothing forward", async () => {
  using door = open({}, [fakeWindow({ hwnd: 0x77n, pid: 1 })]);
  door.desktop.setForeground(0x77n);
  for (const more of [{ focus: false }, { noActivate: true }, { interactionMode: "background" }]) {
    await capture(door, { captureMethod: "screen", ...more });
  }
  assert.deepEqual(door.desktop.callsOf("requestForeground"), []);
  const backends = door.desktop.callsOf("captureWindow").map(([, backend]) => backend);
  assert.deepEqual(backends, ["screen", "print", "print"]);
});

Deno.test("capture_window: a window that goes while it is captured leaves no file and no frame", async () => {
  using door = open();
  door.desktop.before("captureWindow", () => door.desktop.removeWindow(HWND));
  assert.equal((await door.fail("capture_window", { hwnd: "0x1002A" })).code, "STALE_WINDOW_HANDLE");
  assert.deepEqual(filesIn(door.dir), []);
});

Deno.test("capture_window: a refused output path costs no look at the desktop", async () => {
  using door = open();
  const error = await door.fail("capture_window", { hwnd: "0x1002A", outputPath: "relative.png" });
  assert.equal(error.code, "INVALID_OUTPUT_PATH");
  assert.deepEqual(door.desktop.calls, []);
});
