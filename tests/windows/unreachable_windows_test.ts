/** Windows that have a handle and that nobody at this desktop can see, or that were there a moment ago. */
import assert from "node:assert/strict";
import { formatHwnd } from "../../src/core/hwnd.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { exists } from "./observe.ts";
import { OtherDesktopWindow } from "./other_desktop_window.ts";
import { createRealDoor } from "./real_door.ts";

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
