/** What keeps a text from arriving where it was meant to. */
import assert from "node:assert/strict";
import { type FixtureEvent, FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, desktopWindow, exists, foreground, post, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const EDIT = 100;
const SINGLE_LINE = 101;
const DIGITS = 107;
const HANG_BUTTON = 112;

const WM_COMMAND = 0x111;
const WM_SYSCOMMAND = 0x112;
const SC_KEYMENU = 0xF100n;
const EN_CHANGE = 0x300;
const HELP_ABOUT = 231n;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`type_text: ${title}`), ignore, fn: body });
}

/** Has the program hang, as its button does. */
function hang(run: FixtureRun): void {
  post(run.hwnd, WM_COMMAND, BigInt(HANG_BUTTON), controlOf(run.hwnd, HANG_BUTTON));
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

test("keys are not sent into an open menu", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  await waitFor(() => foreground() === run.hwnd ? true : undefined);
  post(run.hwnd, WM_SYSCOMMAND, SC_KEYMENU, BigInt("f".charCodeAt(0)));
  const { getGuiThreadInfo, getWindowThread } = await import("../../ffi/window.ts");
  const isOpen = () => getGuiThreadInfo(getWindowThread(run.hwnd).threadId)?.isInMenu ? true : undefined;
  assert.equal(await waitFor(isOpen), true);

  const error = await door.fail("type_text", {
    hwnd: run.handle,
    text: "xsx", // in the File menu, x is Exit
    interactionMode: "foregroundDemo",
  });

  assert.equal(error.code, "FOCUS_FAILED");
  assert.equal(exists(run.hwnd), true);
  const commands = (await run.events()).filter(({ event, id }) => event === "command" && Number(id) > 200);
  assert.deepEqual(commands, []);
});

for (
  const [title, id, args] of [
    ["posted characters", DIGITS, { text: "5".repeat(2_000), delayMs: 5 }],
    ["keys of a control of one line", SINGLE_LINE, { text: "a\n".repeat(5_000) }],
    ["keyboard input", EDIT, { text: "k".repeat(2_000), delayMs: 5, interactionMode: "foregroundDemo" }],
  ] as const
) {
  test(`a program that hangs in the middle is sent no more: ${title}`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start("--hang-ms", "120000");
    const control = controlOf(run.hwnd, id);
    const hwnd = id === EDIT ? run.handle : Number(control);
    const typing = door.fail("type_text", { hwnd, timeoutMs: 1_000, ...args });
    // The first change shows that typing has begun; there is far more to come.
    const isChange = ({ event, id: from, code }: FixtureEvent): boolean =>
      event === "command" && from === id && code === EN_CHANGE;
    assert.ok(await run.until(isChange, 20_000));
    hang(run);
    const error = await typing;
    assert.match(error.code, /^WINDOW_(HUNG|NOT_RESPONDING)$/);
    const deliveredUnits = Number(error.details?.deliveredUnits);
    assert.ok(deliveredUnits > 0 && deliveredUnits < args.text.length, `${deliveredUnits} units`);
    assert.equal((await run.events()).some(({ event }) => event === "hangEnd"), false);
  });
}
