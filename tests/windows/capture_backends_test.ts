/**
 * Capture methods on windows of this process: Wine draws nothing for another process's `PrintWindow`, and a window of
 * ours shows that the picture is right where the program does draw.
 */
import assert from "node:assert/strict";
import { openCounts } from "../../ffi/ledger.ts";
import type { CaptureBackend, CapturedFrame } from "../../src/desktop/desktop.ts";
import { captureWindow } from "../../src/desktop/windows/capture_backends.ts";
import { OwnWindow, patchColour, quadrants } from "./own_window.ts";

const ignore = Deno.build.os !== "windows";

function test(title: string, body: () => void): void {
  Deno.test({ name: `captureWindow() ${title}`, ignore, fn: body });
}

function captured(own: OwnWindow, backend: CaptureBackend): CapturedFrame {
  const answer = captureWindow(own.hwnd, backend);
  assert.ok(
    !("reason" in answer),
    JSON.stringify(answer, (_, value) => typeof value === "bigint" ? "" : value),
  );
  return answer;
}

function colours({ bitmap }: CapturedFrame): number[] {
  return Array.from(new Uint32Array(bitmap.data.buffer), (word) => word & 0xFFFFFF);
}

const RECT = { x: 30, y: 40, width: 120, height: 80 };
const PATCHES = quadrants(RECT.width, RECT.height);

function assertQuadrants(frame: CapturedFrame): void {
  const expected = Array.from(
    { length: RECT.width * RECT.height },
    (_, i) => patchColour(PATCHES, i % RECT.width, Math.floor(i / RECT.width)),
  );
  assert.deepEqual([frame.bitmap.width, frame.bitmap.height], [RECT.width, RECT.height]);
  assert.deepEqual(colours(frame), expected);
}

for (const backend of ["print", "windowDc", "screen"] as const) {
  test(`${backend} gives every pixel, the place and no single colour`, () => {
    using own = new OwnWindow({ rect: RECT, patches: PATCHES });
    const frame = captured(own, backend);
    assertQuadrants(frame);
    assert.deepEqual(frame.screenRect, RECT);
    assert.deepEqual(frame.windowScreenRect, RECT);
    assert.equal(frame.uniformColor, undefined);
  });
}

test("print gives a covered window and one that is off the screen, whole", () => {
  using below = new OwnWindow({ rect: RECT, patches: PATCHES });
  using above = new OwnWindow({ rect: { x: 0, y: 0, width: 300, height: 300 }, patches: [] });
  assertQuadrants(captured(below, "print"));
  for (const backend of ["windowDc", "screen"] as const) {
    assert.deepEqual(captureWindow(below.hwnd, backend), {
      backend,
      reason: "covered",
      coveredBy: above.hwnd,
    });
  }
  const region = { x: 0, y: 0, width: 5, height: 5 };
  assert.deepEqual(captureWindow(below.hwnd, "screen", region), {
    backend: "screen",
    reason: "covered",
    coveredBy: above.hwnd,
  });
  using outside = new OwnWindow({ rect: { ...RECT, x: -500 }, patches: PATCHES });
  assertQuadrants(captured(outside, "print"));
  assert.deepEqual(captureWindow(outside.hwnd, "windowDc"), { backend: "windowDc", reason: "offScreen" });
});

test("a window above that is hidden, or fully transparent, covers nothing", () => {
  using below = new OwnWindow({ rect: RECT, patches: PATCHES });
  const rect = { x: 0, y: 0, width: 300, height: 300 };
  using _hidden = new OwnWindow({ rect, isHidden: true });
  using _transparent = new OwnWindow({ rect, exStyle: 0x80000, alpha: 0 });
  const answer = captureWindow(below.hwnd, "windowDc");
  assert.equal("reason" in answer ? answer.reason : "captured", "captured");
});

for (const colour of [0x3366CC, 0x000000, 0xFFFFFF]) {
  const name = colour.toString(16).toUpperCase().padStart(6, "0");
  test(`a window that draws itself in ${name} is of that colour by every method`, () => {
    using own = new OwnWindow({ rect: RECT, patches: [{ ...RECT, x: 0, y: 0, colour }] });
    for (const backend of ["print", "windowDc", "screen"] as const) {
      assert.equal(captured(own, backend).uniformColor, name, backend);
    }
  });
}

test("a window that draws nothing when asked is blank, and not black", () => {
  using own = new OwnWindow({ rect: RECT, patches: [] });
  assert.deepEqual(captureWindow(own.hwnd, "print"), { backend: "print", reason: "blank" });
});

test("a window that is gone is gone for every method", () => {
  const own = new OwnWindow({ rect: RECT, patches: PATCHES });
  own[Symbol.dispose]();
  for (const backend of ["print", "windowDc", "screen"] as const) {
    assert.deepEqual(captureWindow(own.hwnd, backend), { backend, reason: "gone" });
  }
});

test("leaves nothing open, whether it gives a picture or not", () => {
  using own = new OwnWindow({ rect: RECT, patches: PATCHES });
  using blank = new OwnWindow({ rect: { ...RECT, x: 400 }, patches: [] });
  using covered = new OwnWindow({ rect: RECT, patches: PATCHES });
  const captureAll = (): void => {
    for (const { hwnd } of [own, blank, covered]) {
      for (const backend of ["print", "windowDc", "screen"] as const) captureWindow(hwnd, backend);
    }
  };
  captureAll();
  const before = openCounts();
  for (let i = 0; i < 30; i++) captureAll();
  assert.deepEqual(openCounts(), before);
});
