import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import {
  bringToFront,
  controlOf,
  exists,
  foreground,
  hide,
  minimize,
  pointer,
  post,
  setText,
} from "./observe.ts";
import { OwnWindow, quadrants } from "./own_window.ts";
import { createRealDoor } from "./real_door.ts";
import { clientRect, outerRect } from "./screen.ts";

const DISABLED_EDIT = 104;
const ID_MENU_ABOUT = 231;
const WM_COMMAND = 0x111;
const WM_SYSCOMMAND = 0x112;
const SC_MAXIMIZE = 0xF030n;
const WS_EX = {
  topmost: 0x8,
  transparent: 0x20,
  toolWindow: 0x80,
  layered: 0x80000,
  rightToLeft: 0x400000,
  noActivate: 0x08000000,
};

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`get_window_state: ${title}`), ignore, fn: body });
}

function plain({ x, y, width, height }: Record<string, number>): Record<string, number | undefined> {
  return { x, y, width, height };
}

test("an ordinary window in front is described, and nothing changes", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Described", "--rect", "50,60,500,400");
  bringToFront(run.hwnd);
  await waitFor(() => foreground() === run.hwnd ? true : undefined);
  await door.succeed("get_window_state", { hwnd: run.handle });
  const pointerBefore = pointer(); // Wine's first answer is 0,0, whatever happens
  const eventsBefore = (await run.events()).length;

  const state = await door.succeed("get_window_state", { hwnd: run.handle });

  assert.equal(state.hwnd, run.handle);
  assert.equal(state.root, run.handle);
  assert.equal(state.title, "Described");
  assert.equal(state.pid, run.pid);
  assert.equal(state.processName, "casement_fixture");
  assert.equal(state.className, "CasementFixture");
  assert.deepEqual(plain(state.rect), outerRect(run.hwnd));
  assert.deepEqual(plain(state.clientScreenRect), clientRect(run.hwnd));
  const flags = [state.visible, state.enabled, state.foreground, state.minimized, state.maximized];
  assert.deepEqual(flags, [true, true, true, false, false]);
  assert.deepEqual([state.hung, state.responding, state.dpi, state.dpiUnaware], [false, "yes", 96, false]);
  const styles = [state.topmost, state.toolWindow, state.layered, state.clickThrough, state.noActivate];
  assert.deepEqual(styles, [false, false, false, false, false]);
  assert.match(state.style, /^0x[0-9A-F]{8}$/);
  assert.equal(Math.abs(Date.parse(state.timestamp) - Date.now()) < 60_000, true);
  assert.deepEqual(pointer(), pointerBefore);
  assert.equal((await run.events()).length, eventsBefore);
});

test("the client area of a window that is laid out from right to left is where it is seen", async () => {
  using door = createRealDoor();
  const rect = { x: 300, y: 100, width: 200, height: 120 };
  using own = new OwnWindow({ rect, exStyle: WS_EX.rightToLeft });
  const state = await door.succeed("get_window_state", { hwnd: own.handle });
  assert.deepEqual(plain(state.clientScreenRect), rect);
});

test("a handle may be written in hex, in decimals and as a number", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const written = [
    run.handle,
    run.handle.toLowerCase(),
    `0x${run.hwnd.toString(16)}`,
    `0x00000000${run.handle.slice(2)}`,
    String(run.hwnd),
    Number(run.hwnd),
    ` ${run.handle} `,
  ];
  for (const hwnd of written) {
    assert.equal((await door.succeed("get_window_state", { hwnd })).hwnd, run.handle, String(hwnd));
  }
  for (const hwnd of ["window", "0x", "-1", "0", "0x1FFFFFFFF", "1.5", "12 34"]) {
    assert.equal((await door.fail("get_window_state", { hwnd })).code, "INVALID_PARAMS", hwnd);
  }
});

test("minimised, maximised and hidden windows are told apart", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Changing");
  const stateOf = (): Promise<Record<string, unknown>> => door.succeed("get_window_state", { pid: run.pid });
  post(run.hwnd, WM_SYSCOMMAND, SC_MAXIMIZE);
  assert.ok(await waitFor(async () => (await stateOf()).maximized === true ? true : undefined));
  minimize(run.hwnd);
  assert.ok(await waitFor(async () => (await stateOf()).minimized === true ? true : undefined));
  assert.equal((await stateOf()).visible, true);
  hide(run.hwnd);
  assert.equal((await stateOf()).visible, false);
});

test("an owner is disabled while its dialog is open, and the dialog names it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Owner");
  post(run.hwnd, WM_COMMAND, BigInt(ID_MENU_ABOUT));
  const dialog = await waitFor(async () => {
    const result = await door.call("get_window_state", { pid: run.pid, titleContains: "About" });
    return result.ok ? result.output : undefined;
  });
  assert.equal(dialog?.owner, run.handle);
  assert.equal((await door.succeed("get_window_state", { hwnd: run.handle })).enabled, false);
});

test("a control names the window around it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const control = controlOf(run.hwnd, DISABLED_EDIT);
  const state = await door.succeed("get_window_state", { hwnd: `0x${control.toString(16)}` });
  assert.deepEqual([state.root, state.enabled, state.className], [run.handle, false, "Edit"]);
  assert.deepEqual(plain(state.rect), outerRect(control));
});

test("styles of every kind are read", async () => {
  using door = createRealDoor();
  const rect = { x: 10, y: 10, width: 80, height: 60 };
  const exStyle = WS_EX.topmost | WS_EX.transparent | WS_EX.toolWindow | WS_EX.layered | WS_EX.noActivate;
  const patches = quadrants(80, 60);
  using own = new OwnWindow({ rect, title: "Styles", exStyle, alpha: 120, patches });
  const state = await door.succeed("get_window_state", { hwnd: own.handle });
  const flags = [state.topmost, state.toolWindow, state.layered, state.clickThrough, state.noActivate];
  assert.deepEqual(flags, [true, true, true, true, true]);
  assert.equal(state.alpha, 120);
  assert.deepEqual(plain(state.rect), rect);
});

test("a DPI-unaware program is told", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--dpi-unaware");
  const state = await door.succeed("get_window_state", { hwnd: run.handle });
  assert.deepEqual([state.dpiUnaware, state.dpi], [true, 96]);
});

test("several matches give the frontmost and say how many there are", async () => {
  using door = createRealDoor();
  const rect = { x: 10, y: 10, width: 80, height: 60 };
  using _hidden = new OwnWindow({ rect, title: "Several hidden", isHidden: true });
  using _back = new OwnWindow({ rect, title: "Several back" });
  using front = new OwnWindow({ rect, title: "Several front" });
  const state = await door.succeed("get_window_state", { titleContains: "several" });
  // A hidden window counts only where none is shown.
  assert.deepEqual([state.hwnd, state.otherMatches], [front.handle, 1]);
  const hidden = await door.succeed("get_window_state", { titleContains: "several hidden" });
  assert.deepEqual([hidden.visible, hidden.otherMatches], [false, undefined]);
});

for (
  const [what, title] of [["empty", ""], ["with half a character", "x\uDC00y"], ["long", "t".repeat(32_000)]]
) {
  test(`a title that is ${what} is read`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    setText(run.hwnd, title ?? "");
    const state = await door.succeed("get_window_state", { hwnd: run.handle });
    assert.equal(state.title.toWellFormed(), title?.toWellFormed());
  });
}

test("a busy program answers no, and its state is read all the same", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--busy-ms", "700", "--busy-every-ms", "710", "--title", "Busy");
  const answers = new Set<string>();
  const both = await waitFor(async () => {
    const state = await door.succeed("get_window_state", { hwnd: run.handle });
    assert.equal(state.title, "Busy");
    assert.equal(state.hung, false);
    answers.add(state.responding);
    return answers.size === 2 ? true : undefined;
  }, 20_000);
  assert.equal(both, true, [...answers].join());
});

test("no target, a target of none and a window that has gone", async () => {
  using door = createRealDoor();
  assert.equal((await door.fail("get_window_state", {})).code, "TARGET_REQUIRED");
  assert.equal((await door.fail("get_window_state", { titleContains: "no such" })).code, "WINDOW_NOT_FOUND");
  const run = await FixtureRun.start();
  await run[Symbol.asyncDispose]();
  await waitFor(() => exists(run.hwnd) ? undefined : true, 20_000);
  assert.equal((await door.fail("get_window_state", { hwnd: run.handle })).code, "WINDOW_NOT_FOUND");
});
