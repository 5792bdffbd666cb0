/** Windows that have a handle and that nobody at this desktop can see, or that were there a moment ago. */
import assert from "node:assert/strict";
import { formatHwnd } from "../../src/core/hwnd.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { controlOf, desktopWindow, exists, textOf } from "./observe.ts";
import { OtherDesktopWindow } from "./other_desktop_window.ts";
import { OwnWindow } from "./own_window.ts";
import { createRealDoor } from "./real_door.ts";
import { outerRect } from "./screen.ts";

const COUNT = 110;
const COUNTER = 111;
const WM_NULL = 0;
const WM_NCHITTEST = 0x84;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`unreachable windows: ${title}`), ignore, fn: body });
}

test("a window of another desktop is described, and neither captured nor acted on", async () => {
  using door = createRealDoor();
  using elsewhere = await OtherDesktopWindow.create();
  const hwnd = formatHwnd(elsewhere.hwnd);
  assert.ok(exists(elsewhere.hwnd));
  const { items } = await door.succeed("list_windows", {});
  assert.equal(items.some((item: { hwnd: string }) => item.hwnd === hwnd), false);
  assert.equal((await door.succeed("get_window_state", { hwnd })).title, "Elsewhere");
  for (const [tool, args] of [["type_text", { text: "x" }], ["capture_window", {}]] as const) {
    assert.equal((await door.fail(tool, { hwnd, ...args })).code, "WINDOW_ON_OTHER_DESKTOP", tool);
  }
});

test("the handle of a window that is gone is WINDOW_NOT_FOUND for every tool that takes one", async () => {
  using door = createRealDoor();
  const run = await FixtureRun.start("--title", "Soon gone");
  const hwnd = run.handle;
  await run[Symbol.asyncDispose]();
  await waitFor(() => exists(run.hwnd) ? undefined : true);
  for (
    const [tool, args] of [["type_text", { text: "x" }], ["capture_window", {}], [
      "get_window_state",
      {},
    ]] as const
  ) {
    assert.equal((await door.fail(tool, { hwnd, ...args })).code, "WINDOW_NOT_FOUND", tool);
  }
});

test("the desktop window is no way to what lies on it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const hwnd = formatHwnd(desktopWindow());
  const button = outerRect(controlOf(run.hwnd, COUNT));
  const point = { x: button.x + 5, y: button.y + 5, coordinateSpace: "screen" };
  for (
    const [tool, args] of [
      ["click_window", point],
      ["move_mouse_window", point],
      ["type_text", { text: "x" }],
      ["send_key", { key: "enter" }],
      ["click_menu_item", { path: ["File", "Exit"] }],
      ["manage_window", { action: "minimize" }],
    ] as const
  ) {
    assert.equal((await door.fail(tool, { hwnd, ...args })).code, "PROTECTED_PROCESS", tool);
  }
  // What is clicked after them is the first thing that reaches it.
  await door.succeed("click_window", { hwnd: run.handle, ...point });
  assert.equal(textOf(controlOf(run.hwnd, COUNTER)), "1");
});

test("a window that goes while it is looked at is gone, whatever was read of it", async () => {
  using door = createRealDoor();
  for (
    const [tool, args, message] of [
      ["type_text", { text: "x" }, WM_NULL],
      ["send_key", { key: "a" }, WM_NULL],
      ["click_window", { x: 5, y: 5 }, WM_NCHITTEST],
      ["manage_window", { action: "move", x: 1 }, WM_NULL],
      ["capture_window", {}, WM_NULL],
    ] as const
  ) {
    using own: OwnWindow = new OwnWindow({
      rect: { x: 40, y: 50, width: 300, height: 200 },
      onMessage: (heard) => {
        if (heard === message) own.destroy();
      },
    });
    const pumping = setInterval(() => own.pump(), 5);
    try {
      const { code } = await door.fail(tool, { hwnd: own.handle, ...args });
      assert.equal(code, "STALE_WINDOW_HANDLE", tool);
    } finally {
      clearInterval(pumping);
    }
  }
});
