import assert from "node:assert/strict";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const TARGET = { hwnd: "0x00010070", x: 10, y: 20 };

function setUp(given: Partial<FakeWindow> = {}): TestDoor {
  return createTestDoor({
    desktop: new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x10070n, ...given })] }),
  });
}

Deno.test("move_mouse_window: posts one move, waits, and says who got it", async () => {
  const { succeed, desktop, clock } = setUp();
  const startedAt = clock.now();
  const result = await succeed("move_mouse_window", { ...TARGET, delayMs: 500 });
  assert.equal(desktop.callsOf("postMouseMove").length, 1);
  assert.equal(clock.now() - startedAt >= 500, true);
  assert.deepEqual([result.moved, result.method], [true, "post_message"]);
  assert.deepEqual(result.screenPoint, { x: 118, y: 131 });
  assert.deepEqual((result.interaction as Record<string, unknown>).physicalCursorMoved, false); // schema checked
});

Deno.test("move_mouse_window: moves over a caption and a menu bar too", async () => {
  for (const part of ["caption", "menuBar"] as const) {
    const { succeed, desktop } = setUp({ receiver: { part } });
    const result = await succeed("move_mouse_window", TARGET);
    assert.equal((result.messageTarget as Record<string, unknown>).hitTest, part); // schema checked
    assert.equal(desktop.callsOf("postMouseMove").length, 1);
  }
});

for (
  const [title, given, args, code] of [
    ["a point outside", {}, { x: 4_000 }, "POINT_OUTSIDE_TARGET"],
    ["a minimised window", { minimized: true }, {}, "WINDOW_MINIMIZED"],
    ["a disabled control", { receiver: { disabled: 0x1n } }, {}, "CONTROL_DISABLED"],
    ["a frame without image", {}, { frameId: "frame_1" }, "INVALID_PARAMS"],
    ["a hung program", { hung: true }, {}, "WINDOW_HUNG"],
  ] as const
) {
  Deno.test(`move_mouse_window: ${title} is ${code}, and nothing is sent`, async () => {
    const { fail, desktop } = setUp(given);
    assert.equal((await fail("move_mouse_window", { ...TARGET, ...args })).code, code);
    assert.equal(desktop.callsOf("postMouseMove").length, 0);
  });
}

Deno.test("move_mouse_window: a full queue is INPUT_DELIVERY_FAILED", async () => {
  const { fail, desktop } = setUp();
  desktop.mousePosts = "refused";
  assert.equal((await fail("move_mouse_window", TARGET)).code, "INPUT_DELIVERY_FAILED");
});
