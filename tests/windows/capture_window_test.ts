import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import {
  bringToFront,
  controlOf,
  exists,
  foreground,
  hide,
  isMinimized,
  moveTo,
  resizeTo,
} from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { assertPixels, clientRect, noiseAt, outerRect, readPng, screenColour } from "./screen.ts";
import { decodePng } from "../image/png_decoder.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`capture_window: ${title}`), ignore, fn: body });
}

/** A borderless window full of noise, drawn completely. */
async function noiseWindow(rect = "60,70,300,200", ...more: string[]): Promise<FixtureRun> {
  return await drawn(await FixtureRun.start("--borderless", "--noise", "--rect", rect, ...more));
}

/** Waits until the window's corner shows what the fixture draws there. */
async function drawn(run: FixtureRun, colour = noiseAt(0, 0)): Promise<FixtureRun> {
  const { x, y } = clientRect(run.hwnd);
  await waitFor(() => x < 0 || y < 0 || screenColour({ x, y }) === colour ? true : undefined, 20_000);
  return run;
}

async function inFront(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  const isThere = await waitFor(() => foreground() === run.hwnd ? true : undefined, 20_000);
  assert.ok(isThere, "the fixture did not come to the front");
}

function filesIn(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map(({ name }) => name);
}

function rectOf({ rect }: { rect: Record<string, number> }): Record<string, number | undefined> {
  const { x, y, width, height } = rect;
  return { x, y, width, height };
}

test("the file and the inline copy hold every pixel of the window", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  const result = await door.call("capture_window", { hwnd: run.handle });
  assert.ok(result.ok);
  const { output } = result;
  assert.equal(output.captureBackend, "windowDc");
  assert.deepEqual([output.width, output.height], [300, 200]);
  assertPixels(await readPng(String(output.path)), noiseAt);
  const [inline] = result.attachments;
  assert.ok(inline !== undefined && inline.mimeType === "image/png");
  assertPixels(decodePng(inline.data), noiseAt);
});

test("the screen gives every pixel too, and nothing changes", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  const before = foreground();
  const output = await door.succeed("capture_window", {
    hwnd: run.handle,
    captureMethod: "screen",
    focus: false,
  });
  assert.equal(output.captureBackend, "screen");
  assertPixels(await readPng(output.path), noiseAt);
  assert.equal(foreground(), before);
  assert.equal(output.interaction.effectiveMode, "background");
});

test("a window with a frame is captured with its frame, where it is", async () => {
  using door = createRealDoor();
  await using run = await drawn(await FixtureRun.start("--noise", "--rect", "120,90,420,300"));
  const output = await door.succeed("capture_window", { pid: run.pid });
  const outer = outerRect(run.hwnd);
  const client = clientRect(run.hwnd);
  assert.deepEqual(rectOf(output), outer);
  assert.deepEqual([client.width < outer.width, client.height < outer.height], [true, true]);
  const corner = { x: client.x - outer.x, y: client.y - outer.y };
  assertPixels(await readPng(output.path), noiseAt, {
    area: { ...corner, width: client.width, height: client.height },
    offset: { x: -corner.x, y: -corner.y },
  });
});

for (
  const { title, region, taken } of [
    {
      title: "inside",
      region: { x: 10, y: 20, width: 33, height: 44 },
      taken: { x: 10, y: 20, width: 33, height: 44 },
    },
    {
      title: "of one pixel in the last corner",
      region: { x: 299, y: 199, width: 1, height: 1 },
      taken: { x: 299, y: 199, width: 1, height: 1 },
    },
    {
      title: "beyond the edges",
      region: { x: 250, y: 150, width: 16_384, height: 4_096 },
      taken: { x: 250, y: 150, width: 50, height: 50 },
    },
  ]
) {
  test(`a region ${title} is cut exactly`, async () => {
    using door = createRealDoor();
    await using run = await noiseWindow();
    const output = await door.succeed("capture_window", { hwnd: run.handle, region });
    assert.deepEqual([output.width, output.height], [taken.width, taken.height]);
    assert.deepEqual(rectOf(output), { ...taken, x: 60 + taken.x, y: 70 + taken.y });
    assert.equal(output.clipped, undefined);
    assertPixels(await readPng(output.path), noiseAt, { offset: taken });
  });
}

test("a region outside the window is refused and nothing is written", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  for (const corner of [{ x: 300, y: 0 }, { x: 0, y: 200 }]) {
    const region = { ...corner, width: 5, height: 5 };
    const error = await door.fail("capture_window", { hwnd: run.handle, region });
    assert.equal(error.code, "REGION_OUTSIDE_TARGET");
  }
  assert.deepEqual(filesIn(door.settings.capturesDir), []);
});

test("points of a frame are the screen's own pixels, also after the window has moved", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  const region = { x: 100, y: 50, width: 120, height: 80 };
  const output = await door.succeed("capture_window", { hwnd: run.handle, region });
  const picture = await readPng(output.path);
  const points = [{ x: 0, y: 0 }, { x: 119, y: 79 }, { x: 17, y: 61 }];
  const check = (): void => {
    for (const point of points) {
      const screenPoint = door.frames.toScreen(output.frameId, point, outerRect(run.hwnd));
      assert.equal(screenColour(screenPoint), picture.colours[point.y * 120 + point.x]);
    }
  };
  check();
  moveTo(run.hwnd, 333, 222);
  await drawn(run);
  assert.deepEqual(outerRect(run.hwnd), { x: 333, y: 222, width: 300, height: 200 });
  await waitFor(() => screenColour({ x: 333 + 219, y: 222 + 129 }) === noiseAt(219, 129) ? true : undefined);
  check();
});

test("a frame is stale once its window has changed size, and after 32 newer ones", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow("20,20,64,48");
  const first = await door.succeed("capture_window", { hwnd: run.handle });
  const point = { x: 1, y: 1 };
  resizeTo(run.hwnd, 80, 48);
  assert.deepEqual(outerRect(run.hwnd), { x: 20, y: 20, width: 80, height: 48 });
  assert.throws(() => door.frames.toScreen(first.frameId, point, outerRect(run.hwnd)), {
    code: "FRAME_STALE",
  });
  const second = await door.succeed("capture_window", { hwnd: run.handle });
  for (let i = 0; i < 31; i++) await door.succeed("capture_window", { hwnd: run.handle, inline: false });
  assert.deepEqual(door.frames.toScreen(second.frameId, point, outerRect(run.hwnd)), { x: 21, y: 21 });
  await door.succeed("capture_window", { hwnd: run.handle, inline: false });
  assert.throws(() => door.frames.toScreen(second.frameId, point, outerRect(run.hwnd)), {
    code: "FRAME_STALE",
  });
});

test("a covered window is told from a visible one, and its visible part can be had", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  await using cover = await FixtureRun.start("--borderless", "--color", "FF0000", "--rect", "200,100,300,60");
  await inFront(cover);
  const auto = await door.fail("capture_window", { hwnd: run.handle });
  assert.equal(auto.code, "CAPTURE_OCCLUDED");
  assert.ok(JSON.stringify(auto.details).includes(cover.handle), JSON.stringify(auto.details));
  const background = await door.fail("capture_window", { hwnd: run.handle, interactionMode: "background" });
  assert.equal(background.code, "BACKGROUND_CAPTURE_UNAVAILABLE");
  assert.equal(background.details?.reason, "covered");
  const covered = { x: 130, y: 40, width: 20, height: 20 };
  assert.equal(
    (await door.fail("capture_window", { hwnd: run.handle, region: covered })).code,
    "CAPTURE_OCCLUDED",
  );
  assert.deepEqual(filesIn(door.settings.capturesDir), []);

  const visible = { x: 0, y: 0, width: 140, height: 200 };
  const output = await door.succeed("capture_window", { hwnd: run.handle, region: visible });
  assertPixels(await readPng(output.path), noiseAt);
  assert.equal(foreground(), cover.hwnd);
});

test("captureMethod screen brings a covered window forward, and gives the foreground back", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  await using cover = await FixtureRun.start(
    "--borderless",
    "--color",
    "FF0000",
    "--rect",
    "100,100,500,300",
  );
  await inFront(cover);
  const output = await door.succeed("capture_window", { hwnd: run.handle, captureMethod: "screen" });
  assertPixels(await readPng(output.path), noiseAt);
  assert.equal(output.interaction.targetActivated, true);
  assert.equal(output.interaction.foregroundRestored, true);
  assert.equal(output.interaction.foregroundChangedDuringRun, true);
  assert.ok(await run.until(({ event, wParam }) => event === "activate" && wParam !== 0));
  assert.equal(foreground(), cover.hwnd);
});

test("a control is captured alone, and the window around it is brought forward for it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "80,80,700,500");
  const control = controlOf(run.hwnd, 130);
  const hwnd = `0x${control.toString(16)}`;
  const plain = await door.succeed("capture_window", { hwnd });
  assert.deepEqual(rectOf(plain), outerRect(control));
  await using cover = await FixtureRun.start("--borderless", "--color", "FF0000", "--rect", "0,0,900,700");
  await inFront(cover);
  const forward = await door.succeed("capture_window", { hwnd, captureMethod: "screen" });
  assert.equal(forward.interaction.targetActivated, true);
  assert.deepEqual((await readPng(forward.path)).colours, (await readPng(plain.path)).colours);
  assert.equal(foreground(), cover.hwnd);
});

for (const more of [{ noActivate: true }, { interactionMode: "background" }]) {
  test(`${JSON.stringify(more)} never brings anything forward`, async () => {
    using door = createRealDoor();
    await using run = await noiseWindow();
    await using cover = await FixtureRun.start(
      "--borderless",
      "--color",
      "FF0000",
      "--rect",
      "100,100,500,300",
    );
    await inFront(cover);
    const activations = async (): Promise<number> =>
      (await run.events()).filter(({ event, wParam }) => event === "activate" && wParam !== 0).length;
    const before = await activations();
    const error = await door.fail("capture_window", { hwnd: run.handle, captureMethod: "screen", ...more });
    const code = "noActivate" in more ? "CAPTURE_OCCLUDED" : "BACKGROUND_CAPTURE_UNAVAILABLE";
    assert.equal(error.code, code);
    assert.equal(foreground(), cover.hwnd);
    assert.equal(await activations(), before);
  });
}

test("a window that is partly off the screen is clipped and says so", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow("-50,-20,300,200");
  const output = await door.succeed("capture_window", { hwnd: run.handle });
  assert.equal(output.clipped, true);
  assert.equal(output.geometry.validated, false);
  assert.deepEqual(rectOf(output), { x: 0, y: 0, width: 250, height: 180 });
  const offset = { x: 50, y: 20 };
  assertPixels(await readPng(output.path), noiseAt, { offset });

  const region = { x: 60, y: 30, width: 40, height: 40 };
  const part = await door.succeed("capture_window", { hwnd: run.handle, region });
  assert.equal(part.clipped, undefined);
  assert.deepEqual(rectOf(part), { x: 10, y: 10, width: 40, height: 40 });
  assertPixels(await readPng(part.path), noiseAt, { offset: region });
  const point = door.frames.toScreen(part.frameId, { x: 3, y: 4 }, outerRect(run.hwnd));
  assert.equal(screenColour(point), noiseAt(63, 34));
});

test("what lies off the screen altogether is an error", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow("-50,60,300,200");
  const region = { x: 0, y: 0, width: 40, height: 40 };
  const part = await door.fail("capture_window", { hwnd: run.handle, region });
  assert.equal(part.code, "CAPTURE_FAILED");
  moveTo(run.hwnd, -2_000, 60);
  await waitFor(() => outerRect(run.hwnd).x === -2_000 ? true : undefined);
  assert.equal((await door.fail("capture_window", { hwnd: run.handle })).code, "CAPTURE_FAILED");
  assert.deepEqual(filesIn(door.settings.capturesDir), []);
});

for (const color of ["3366CC", "000000", "FFFFFF"]) {
  test(`a window that is ${color} all over needs two methods that agree`, async () => {
    using door = createRealDoor();
    const started = await FixtureRun.start("--borderless", "--color", color, "--rect", "60,70,200,150");
    await using run = await drawn(started, Number.parseInt(color, 16));
    const target = { hwnd: run.handle };
    const output = await door.succeed("capture_window", target);
    assert.equal(output.uniform, true);
    assertPixels(await readPng(output.path), () => Number.parseInt(color, 16));
    await Deno.remove(output.path);

    // A method that sees it is confirmed by one that was not asked for; one that draws nothing by none.
    const screen = await door.succeed("capture_window", { ...target, captureMethod: "screen" });
    assert.deepEqual([screen.captureBackend, screen.uniform], ["screen", true]);
    await Deno.remove(screen.path);
    const print = await door.fail("capture_window", { ...target, captureMethod: "print" });
    assert.equal(print.code, "CAPTURE_BLANK");
    const background = await door.succeed("capture_window", { ...target, interactionMode: "background" });
    assert.deepEqual([background.captureBackend, background.uniform], ["windowDc", true]);
    await Deno.remove(background.path);
    assert.deepEqual(filesIn(door.settings.capturesDir), []);
  });
}

test("a minimised window stays minimised", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--minimized");
  await waitFor(() => isMinimized(run.hwnd) ? true : undefined);
  for (const more of [{}, { captureMethod: "screen" }, { region: { x: 200, y: 200, width: 9, height: 9 } }]) {
    const error = await door.fail("capture_window", { hwnd: run.handle, ...more });
    assert.equal(error.code, "WINDOW_MINIMIZED");
  }
  assert.equal(isMinimized(run.hwnd), true);
});

test("a hidden window and a handle of none are not found", async () => {
  using door = createRealDoor();
  const run = await FixtureRun.start();
  hide(run.hwnd);
  for (const target of [{ hwnd: run.handle }, { pid: run.pid }]) {
    assert.equal((await door.fail("capture_window", target)).code, "WINDOW_NOT_FOUND");
  }
  await run[Symbol.asyncDispose]();
  await waitFor(() => exists(run.hwnd) ? undefined : true, 20_000);
  assert.equal((await door.fail("capture_window", { hwnd: run.handle })).code, "WINDOW_NOT_FOUND");
});

test("a server that only reads activates nothing and writes to its own folder", async () => {
  using door = createRealDoor({ isReadOnly: true });
  await using run = await noiseWindow();
  const output = await door.succeed("capture_window", { hwnd: run.handle });
  assertPixels(await readPng(output.path), noiseAt);
  const outputPath = `${door.settings.capturesDir}\\named.png`;
  const refused = await door.fail("capture_window", { hwnd: run.handle, outputPath });
  assert.equal(refused.code, "PERMISSION_DENIED");
  await using cover = await FixtureRun.start(
    "--borderless",
    "--color",
    "FF0000",
    "--rect",
    "100,100,500,300",
  );
  await inFront(cover);
  const covered = await door.fail("capture_window", { hwnd: run.handle, captureMethod: "screen" });
  assert.equal(covered.code, "CAPTURE_OCCLUDED");
  assert.equal(foreground(), cover.hwnd);
  assert.equal(filesIn(door.settings.capturesDir).length, 1);
});

test("a named file is written, with its folders, over an older one", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  const { capturesDir } = door.settings;
  const outputPath = `${capturesDir}\\new\\deep folder\\Bild 漢 😀.PNG`;
  for (const region of [{ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5, width: 20, height: 20 }]) {
    const output = await door.succeed("capture_window", { hwnd: run.handle, outputPath, region });
    assert.equal(output.path, outputPath);
    assertPixels(await readPng(outputPath), noiseAt, { offset: region });
  }
  assert.deepEqual(filesIn(`${capturesDir}\\new\\deep folder`), ["Bild 漢 😀.PNG"]);
  assert.deepEqual(filesIn(capturesDir), ["new"]);
});

/** Output paths that are refused, beside an allowed folder DIR. */
const REFUSED_PATHS = [
  ["picture.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\picture.jpg", "INVALID_OUTPUT_PATH"],
  ["DIR\\picture.png.", "INVALID_OUTPUT_PATH"],
  ["DIR\\picture.png ", "INVALID_OUTPUT_PATH"],
  ["DIR\\.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\CON.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\com1.x.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\NUL .png", "INVALID_OUTPUT_PATH"],
  ["DIR\\AUX\\a.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\stream.png:b", "INVALID_OUTPUT_PATH"],
  ["DIR\\stream.txt:b.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\what?.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\dots.\\a.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\.. \\a.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\folder.png", "INVALID_OUTPUT_PATH"],
  ["DIR\\..\\a.png", "PERMISSION_DENIED"],
  ["DIR\\x\\..\\..\\a.png", "PERMISSION_DENIED"],
  ["DIR/../a.png", "PERMISSION_DENIED"],
  ["DIRx\\a.png", "PERMISSION_DENIED"],
  ["C:\\windows\\a.png", "PERMISSION_DENIED"],
  ["\\\\server\\share\\a.png", "PERMISSION_DENIED"],
  ["\\no drive\\a.png", "INVALID_OUTPUT_PATH"],
  ["\\\\?\\C:\\windows\\a.png", "PERMISSION_DENIED"],
  ["\\\\.\\C:\\windows\\a.png", "PERMISSION_DENIED"],
  ["DIR\\file.txt\\a.png", "OUTPUT_WRITE_FAILED"],
] as const;

test("paths that are none, or lie elsewhere, are refused and leave nothing behind", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow();
  const dir = door.settings.capturesDir;
  await Deno.mkdir(`${dir}\\folder.png`);
  await Deno.writeTextFile(`${dir}\\file.txt`, "");
  const before = filesIn(dir).sort();
  const beside = filesIn(`${dir}\\..`).sort();
  for (const [path, code] of REFUSED_PATHS) {
    const outputPath = path.replace("DIR", dir);
    const error = await door.fail("capture_window", { hwnd: run.handle, outputPath });
    assert.equal(error.code, code, `${path}: ${error.message}`);
  }
  assert.deepEqual(filesIn(dir).sort(), before);
  assert.deepEqual(filesIn(`${dir}\\folder.png`), []);
  assert.deepEqual(
    filesIn(`${dir}\\..`).filter((name) => !beside.includes(name) && /\.(png|part)$/.test(name)),
    [],
  );
});

test("captures at once do not mix", async () => {
  using door = createRealDoor();
  await using left = await noiseWindow("20,20,200,150");
  await using right = await drawn(
    await FixtureRun.start("--noise", "--rect", "400,300,300,250"),
  );
  const client = clientRect(right.hwnd);
  const outer = outerRect(right.hwnd);
  const area = {
    x: client.x - outer.x,
    y: client.y - outer.y,
    width: client.width,
    height: client.height,
  };
  await Promise.all([1, 2, 3].flatMap(() => [
    captured(door, left).then((picture) => assertPixels(picture, noiseAt)),
    captured(door, right).then((picture) =>
      assertPixels(picture, noiseAt, { area, offset: { x: -area.x, y: -area.y } })
    ),
  ]));
  const names = filesIn(door.settings.capturesDir);
  assert.equal(names.length, 6);
  assert.ok(names.every((name) => name.endsWith(".png")), names.join());
});

async function captured(door: RealDoor, run: FixtureRun): ReturnType<typeof readPng> {
  const output = await door.succeed("capture_window", { hwnd: run.handle });
  return await readPng(output.path);
}

test("a hundred captures leave nothing open", async () => {
  using door = createRealDoor();
  await using run = await noiseWindow("20,20,64,48");
  const methods = ["auto", "screen"];
  for (const captureMethod of methods) {
    await door.succeed("capture_window", { hwnd: run.handle, captureMethod });
  }
  const before = await door.desktop.openCounts();
  for (let i = 0; i < 100; i++) {
    const captureMethod = methods[i % 2];
    await door.succeed("capture_window", { hwnd: run.handle, captureMethod, inline: i % 3 > 0 });
    await door.fail("capture_window", { hwnd: run.handle, captureMethod: "print" });
  }
  assert.deepEqual(await door.desktop.openCounts(), before);
});
