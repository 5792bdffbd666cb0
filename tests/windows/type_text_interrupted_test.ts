/** What keeps a text from arriving where it was meant to. */
import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { controlOf, desktopWindow, post, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const EDIT = 100;

const WM_COMMAND = 0x111;
const HELP_ABOUT = 231n;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`type_text: ${title}`), ignore, fn: body });
}

test("the desktop window is no way into the windows of other programs", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const hwnd = Number(desktopWindow());
  for (const interactionMode of ["background", "auto"]) {
    await door.fail("type_text", { hwnd, text: "intruder", interactionMode });
  }
  assert.equal(textOf(controlOf(run.hwnd, EDIT)), "");
});

test("a window under a dialog of its own takes nothing", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  post(run.hwnd, WM_COMMAND, HELP_ABOUT);
  const isDisabled = async () =>
    (await door.succeed("get_window_state", { hwnd: run.handle })).enabled ? undefined : true;
  assert.equal(await waitFor(isDisabled), true);
  for (const interactionMode of ["background", "auto", "foregroundDemo"]) {
    const error = await door.fail("type_text", { hwnd: run.handle, text: "x", interactionMode });
    assert.equal(error.code, "CONTROL_DISABLED");
  }
  assert.equal(textOf(controlOf(run.hwnd, EDIT)), "");
});
