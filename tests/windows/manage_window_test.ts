import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import {
  bringToFront,
  controlOf,
  desktopWindow,
  exists,
  foreground,
  hide,
  isMaximized,
  isMinimized,
  isVisible,
  maximize,
  minimize,
  nextBelow,
  pointer,
  post,
} from "./observe.ts";
import { OwnWindow } from "./own_window.ts";
import { createRealDoor } from "./real_door.ts";
import { outerRect } from "./screen.ts";

const NOTES = 100;
const ID_MENU_ABOUT = 231n;
const WM_COMMAND = 0x111;
const START = { x: 60, y: 70, width: 500, height: 400 };
const BACKGROUND = { interactionMode: "background" } as const;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`manage_window: ${title}`), ignore, fn: body });
}

async function start(...more: string[]): Promise<FixtureRun> {
  return await FixtureRun.start("--rect", Object.values(START).join(), ...more);
}

/** A window of another program in front, as the person's own would be. */
async function personsWindow(): Promise<FixtureRun> {
  const run = await FixtureRun.start("--title", "The person's", "--rect", "700,600,300,200");
  await inFront(run);
  return run;
}

async function inFront(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  assert.ok(await waitFor(() => foreground() === run.hwnd ? true : undefined, 20_000));
}

function plain({ x, y, width, height }: Record<string, number>): Record<string, number | undefined> {
  return { x, y, width, height };
}

for (
  const { title, args, expected } of [
    {
      title: "a move keeps the size",
      args: { action: "move", x: 200, y: 150 },
      expected: { x: 200, y: 150 },
    },
    { title: "a move to one side keeps the other", args: { action: "move", x: 0 }, expected: { x: 0 } },
    {
      title: "a move beyond the screen's edge is a move",
      args: { action: "move", x: -120, y: -40 },
      expected: { x: -120, y: -40 },
    },
    {
      title: "a move may resize too",
      args: { action: "move", y: 5, width: 444, height: 333 },
      expected: { y: 5, width: 444, height: 333 },
    },
    { title: "a new width keeps the rest", args: { action: "resize", width: 640 }, expected: { width: 640 } },
    {
      title: "a new height keeps the rest",
      args: { action: "resize", height: 250 },
      expected: { height: 250 },
    },
  ]
) {
  test(`${title}, in the background`, async () => {
    using door = createRealDoor();
    await using run = await start();
    const home = outerRect(run.hwnd);
    await using person = await personsWindow();
    pointer(); // Wine's first answer is 0,0, whatever happens
    await door.succeed("get_window_state", { hwnd: run.handle });
    const pointerBefore = pointer();
    const output = await door.succeed("manage_window", { hwnd: run.handle, ...args, ...BACKGROUND });
    const rect = { ...home, ...expected };
    assert.deepEqual(outerRect(run.hwnd), rect);
    assert.deepEqual([output.verified, plain(output.before.rect), plain(output.after.rect)], [
      "yes",
      home,
      rect,
    ]);
    assert.equal(foreground(), person.hwnd);
    assert.equal(output.interaction.effectiveMode, "background");
    assert.deepEqual(pointer(), pointerBefore);
    assert.equal(nextBelow(person.hwnd), run.hwnd);
  });
}

test("what is so already is not asked for again", async () => {
  using door = createRealDoor();
  await using run = await start();
  const home = outerRect(run.hwnd);
  const events = async () =>
    (await run.events()).filter(({ event }) => ["move", "size"].includes(event)).length;
  const before = await events();
  for (
    const args of [{ action: "move", x: home.x }, { action: "resize", height: home.height }, {
      action: "restore",
    }]
  ) {
    const output = await door.succeed("manage_window", { hwnd: run.handle, ...args });
    assert.deepEqual([output.verified, output.interaction.method], ["yes", "none"]);
  }
  assert.equal(await events(), before);
});

test("a window that allows no such size says what it took instead", async () => {
  using door = createRealDoor();
  await using run = await start();
  const output = await door.succeed("manage_window", {
    hwnd: run.handle,
    action: "resize",
    width: 1,
    height: 1,
  });
  const real = outerRect(run.hwnd);
  assert.ok(real.width > 1 && real.height > 1);
  assert.deepEqual([output.verified, plain(output.after.rect)], ["no", real]);
  const again = await door.fail("manage_window", { hwnd: run.handle, action: "resize", width: 1, height: 1 });
  assert.equal(again.code, "WINDOW_CHANGE_REFUSED");
  assert.deepEqual(outerRect(run.hwnd), real);
});

/** The report says of the foreground what is so: Wine gives it to the desktop when any window is restored. */
function assertReported(interaction: Record<string, unknown>): void {
  assert.equal(BigInt(String(interaction.foregroundAfter)), foreground());
  assert.equal(interaction.foregroundChanged, interaction.foregroundBefore !== interaction.foregroundAfter);
}

test("minimise and restore in the background do not bring the window forward", async () => {
  using door = createRealDoor();
  await using run = await start();
  const home = outerRect(run.hwnd);
  await using person = await personsWindow();
  const down = await door.succeed("manage_window", { hwnd: run.handle, action: "minimize", ...BACKGROUND });
  assert.equal(isMinimized(run.hwnd), true);
  assert.deepEqual([down.verified, down.after.minimized, down.before.minimized], ["yes", true, false]);
  assert.equal(foreground(), person.hwnd);
  const up = await door.succeed("manage_window", { hwnd: run.handle, action: "restore", ...BACKGROUND });
  assert.equal(isMinimized(run.hwnd), false);
  assert.deepEqual([up.verified, plain(up.after.rect)], ["yes", home]);
  assert.deepEqual(outerRect(run.hwnd), home);
  assert.notEqual(foreground(), run.hwnd);
  assertReported(up.interaction);
});

test("a window in front that is minimised stays so", async () => {
  using door = createRealDoor();
  await using _person = await personsWindow();
  await using run = await start();
  for (const interactionMode of ["background", "auto"]) {
    await inFront(run);
    const output = await door.succeed("manage_window", {
      hwnd: run.handle,
      action: "minimize",
      interactionMode,
    });
    assert.equal(isMinimized(run.hwnd), true);
    assert.deepEqual([output.verified, output.before.foreground], ["yes", true]);
    assert.equal(output.after.foreground, foreground() === run.hwnd);
    assertReported(output.interaction);
    // Where it is in front still, that is no reason to leave it minimised.
    await door.succeed("manage_window", { hwnd: run.handle, action: "activate" });
    assert.deepEqual([isMinimized(run.hwnd), foreground()], [false, run.hwnd]);
  }
});

test("maximise gives the foreground back, and is refused in the background", async () => {
  using door = createRealDoor();
  await using run = await start();
  await using person = await personsWindow();
  const refusal = await door.fail("manage_window", { hwnd: run.handle, action: "maximize", ...BACKGROUND });
  assert.equal(refusal.code, "FOREGROUND_REQUIRED");
  assert.equal(isMaximized(run.hwnd), false);
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "maximize" });
  assert.equal(isMaximized(run.hwnd), true);
  assert.deepEqual([output.verified, output.after.maximized, output.after.foreground], ["yes", true, false]);
  assert.deepEqual(plain(output.after.rect), outerRect(run.hwnd));
  assert.equal(foreground(), person.hwnd);
  const again = await door.succeed("manage_window", { hwnd: run.handle, action: "maximize", ...BACKGROUND });
  assert.equal(again.interaction.method, "none");
});

test("a maximised window is not moved; restored, it is where it was", async () => {
  using door = createRealDoor();
  await using run = await start();
  const home = outerRect(run.hwnd);
  maximize(run.hwnd);
  assert.ok(await waitFor(() => isMaximized(run.hwnd) ? true : undefined));
  const rect = outerRect(run.hwnd);
  const error = await door.fail("manage_window", { hwnd: run.handle, action: "move", x: 5, y: 5 });
  assert.equal(error.code, "WINDOW_CHANGE_REFUSED");
  assert.deepEqual([outerRect(run.hwnd), isMaximized(run.hwnd)], [rect, true]);
  await using person = await personsWindow();
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "restore", ...BACKGROUND });
  assert.deepEqual([isMaximized(run.hwnd), outerRect(run.hwnd)], [false, home]);
  assert.deepEqual([output.before.maximized, output.after.maximized], [true, false]);
  assert.equal(foreground(), person.hwnd);
});

test("a window that was maximised before it was minimised becomes so again", async () => {
  using door = createRealDoor();
  await using person = await personsWindow();
  // Of another process's window Wine does not say what it will be restored to.
  using own = new OwnWindow({ rect: { x: 40, y: 50, width: 300, height: 200 } });
  const pumping = setInterval(() => own.pump(), 5);
  try {
    await door.succeed("manage_window", { hwnd: own.handle, action: "maximize" });
    assert.equal(isMaximized(own.hwnd), true);
    await inFront(person);
    await door.succeed("manage_window", { hwnd: own.handle, action: "minimize" });
    assert.equal(isMinimized(own.hwnd), true);
    const output = await door.succeed("manage_window", { hwnd: own.handle, action: "restore" });
    assert.deepEqual([isMinimized(own.hwnd), isMaximized(own.hwnd)], [false, true]);
    assert.equal(output.after.maximized, true);
    assert.notEqual(foreground(), own.hwnd);
  } finally {
    clearInterval(pumping);
  }
});

test("a minimised window is not moved", async () => {
  using door = createRealDoor();
  await using run = await start();
  minimize(run.hwnd);
  assert.ok(await waitFor(() => isMinimized(run.hwnd) ? true : undefined));
  const error = await door.fail("manage_window", { hwnd: run.handle, action: "resize", width: 300 });
  assert.equal(error.code, "WINDOW_MINIMIZED");
  assert.equal(isMinimized(run.hwnd), true);
});

test("activate brings a minimised window back to the front, and it stays there", async () => {
  using door = createRealDoor();
  await using run = await start();
  minimize(run.hwnd);
  await using _person = await personsWindow();
  const refusal = await door.fail("manage_window", { hwnd: run.handle, action: "activate", ...BACKGROUND });
  assert.equal(refusal.code, "FOREGROUND_REQUIRED");
  assert.equal(isMinimized(run.hwnd), true);
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "activate" });
  assert.deepEqual([foreground(), isMinimized(run.hwnd)], [run.hwnd, false]);
  assert.deepEqual([output.verified, output.after.foreground], ["yes", true]);
  const { targetActivated, foregroundChanged, foregroundRestored } = output.interaction;
  assert.deepEqual([targetActivated, foregroundChanged, foregroundRestored], [true, true, undefined]);
});

test("activate gives the foreground back where the call says so", async () => {
  using door = createRealDoor();
  await using run = await start();
  await using person = await personsWindow();
  const output = await door.succeed("manage_window", {
    hwnd: run.handle,
    action: "activate",
    interactionMode: "foregroundDemo",
    foregroundDemo: { restorePreviousForeground: true, stepDelayMs: 50 },
  });
  assert.equal(foreground(), person.hwnd);
  assert.equal(output.interaction.foregroundRestored, true);
  assert.equal((await run.events()).some(({ event }) => event === "activate"), true);
});

test("a window closes as by its close button, and the program's others stay", async () => {
  using door = createRealDoor();
  await using run = await start("--windows", "1");
  const { items } = await door.succeed("list_windows", { titleContains: "Fixture 1", pid: run.pid });
  const output = await door.succeed("manage_window", { hwnd: items[0].hwnd, action: "close" });
  assert.equal(exists(BigInt(items[0].hwnd)), false);
  assert.deepEqual([output.closed, output.verified, output.after], [true, "yes", null]);
  assert.equal(isVisible(run.hwnd), true);
  const closes = (await run.events()).filter(({ event }) => event === "close").map(({ window }) => window);
  assert.deepEqual(closes, [1]);
});

test("a question that is asked instead is named, and nothing is forced", async () => {
  using door = createRealDoor();
  await using run = await start("--ask-on-close");
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "close" });
  assert.deepEqual([exists(run.hwnd), output.closed, output.verified], [true, false, "no"]);
  assert.equal(output.prompt.className, "#32770");
  assert.equal(isVisible(BigInt(output.prompt.hwnd)), true);
  const again = await door.fail("manage_window", { hwnd: run.handle, action: "close" });
  assert.equal(again.code, "WINDOW_CHANGE_REFUSED");
  assert.equal(again.details?.dialog, output.prompt.hwnd);
  const front = await door.succeed("manage_window", { hwnd: run.handle, action: "activate" });
  assert.equal(front.verified, "yes");
  assert.equal(foreground(), BigInt(output.prompt.hwnd));
  assert.equal((await run.events()).some(({ event }) => event === "answer"), false);
});

test("a window that ignores it stays, and that is said", async () => {
  using door = createRealDoor();
  await using run = await start("--no-close");
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "close", ...BACKGROUND });
  assert.deepEqual([output.closed, output.verified, output.prompt], [false, "no", undefined]);
  assert.equal((await run.events()).filter(({ event }) => event === "close").length, 1);
  assert.equal(isVisible(run.hwnd), true);
});

test("a hung program is refused, and nothing is left in its queue", async () => {
  using door = createRealDoor();
  await using run = await start("--hang-at-start", "--hang-ms", "3000");
  const home = outerRect(run.hwnd);
  const error = await door.fail("manage_window", { hwnd: run.handle, action: "move", x: 1, timeoutMs: 300 });
  assert.ok(["WINDOW_NOT_RESPONDING", "WINDOW_HUNG"].includes(error.code), error.code);
  assert.ok(await run.until(({ event }) => event === "hangEnd", 20_000));
  assert.deepEqual(outerRect(run.hwnd), home);
});

test("controls, gone and hidden windows, and the desktop are refused", async () => {
  using door = createRealDoor();
  await using run = await start();
  const control = `0x${controlOf(run.hwnd, NOTES).toString(16)}`;
  const error = await door.fail("manage_window", { hwnd: control, action: "close" });
  assert.equal(error.code, "INVALID_PARAMS");
  assert.ok(error.message.includes(run.handle), error.message);
  hide(run.hwnd);
  assert.equal(
    (await door.fail("manage_window", { hwnd: run.handle, action: "close" })).code,
    "WINDOW_NOT_FOUND",
  );
  const desktop = `0x${desktopWindow().toString(16)}`;
  assert.equal(
    (await door.fail("manage_window", { hwnd: desktop, action: "close" })).code,
    "PROTECTED_PROCESS",
  );
  const gone = await door.fail("manage_window", { hwnd: "0x7FFE", action: "maximize" });
  assert.equal(gone.code, "WINDOW_NOT_FOUND");
  assert.equal(exists(run.hwnd), true);
});

test("a window with a dialog open may be moved, and the dialog stays", async () => {
  using door = createRealDoor();
  await using run = await start();
  const home = outerRect(run.hwnd);
  post(run.hwnd, WM_COMMAND, ID_MENU_ABOUT);
  const dialog = await door.succeed("wait_for_window", { titleContains: "About", pid: run.pid });
  assert.equal(dialog.found, true);
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "move", x: 20, y: 30 });
  assert.equal(output.verified, "yes");
  assert.deepEqual(outerRect(run.hwnd), { ...home, x: 20, y: 30 });
  assert.equal(exists(BigInt(dialog.window.hwnd)), true);
});
