import assert from "node:assert/strict";
import { withEdges } from "../../src/core/geometry.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x1002An;
const HANDLE = "0x0001002A";
const PERSON = 0x9n;
const START = { x: 100, y: 80, width: 400, height: 300 };

/** The window of a program behind the person's own. */
function setUp(given: Partial<FakeWindow> = {}, ...others: FakeWindow[]): TestDoor {
  const windows = [
    fakeWindow({ hwnd: PERSON, pid: 2, title: "The person's" }),
    fakeWindow({ hwnd: HWND, pid: 1, title: "Notes", screenRect: START, ...given }),
    ...others,
  ];
  const processes = [fakeProcess({ pid: 1, name: "notes" }), fakeProcess({ pid: 2, name: "mail" })];
  return createTestDoor({ desktop: new FakeDesktop({ windows, processes, foreground: PERSON }) });
}

function windowOf(door: TestDoor): FakeWindow {
  const window = door.desktop.window(HWND);
  assert.ok(window !== undefined);
  return window;
}

interface Output {
  readonly verified: string;
  readonly before: { minimized: boolean; maximized: boolean; foreground: boolean };
  readonly after: { rect: unknown; minimized: boolean; maximized: boolean; foreground: boolean } | null;
  readonly closed?: boolean;
  readonly prompt?: unknown;
  readonly interaction: Readonly<Record<string, unknown>>;
}

async function manage(door: TestDoor, args: Record<string, unknown>): Promise<Output> {
  return await door.succeed("manage_window", { hwnd: HANDLE, ...args }) as unknown as Output;
}

async function code(door: TestDoor, args: Record<string, unknown>): Promise<string> {
  return (await door.fail("manage_window", { hwnd: HANDLE, ...args })).code;
}

for (
  const [args, asked, rect] of [
    [{ action: "move", x: -5, y: 7 }, { x: -5, y: 7 }, { ...START, x: -5, y: 7 }],
    [{ action: "move", y: 0 }, { y: 0 }, { ...START, y: 0 }],
    [{ action: "move", x: 1, height: 2 }, { x: 1, height: 2 }, { ...START, x: 1, height: 2 }],
    [{ action: "resize", width: 640 }, { width: 640 }, { ...START, width: 640 }],
  ] as const
) {
  Deno.test(`manage_window: ${JSON.stringify(args)} keeps what is left out`, async () => {
    const door = setUp();
    const output = await manage(door, { ...args, interactionMode: "background" });
    const [[, place]] = door.desktop.callsOf("placeWindow") as [[bigint, Record<string, unknown>]];
    const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
    assert.deepEqual(given, asked);
    assert.deepEqual([output.verified, output.after?.rect], ["yes", withEdges(rect)]);
    assert.equal(output.interaction.method, "SetWindowPos");
    assert.equal(door.desktop.foreground, PERSON);
    assert.deepEqual(door.desktop.callsOf("requestForeground"), []);
  });
}

for (
  const [given, args] of [
    [{}, { action: "move", x: 100 }],
    [{}, { action: "resize", width: 400, height: 300 }],
    [{}, { action: "restore" }],
    [{ maximized: true }, { action: "maximize", interactionMode: "background" }],
    [{ minimized: true }, { action: "minimize" }],
  ] as const
) {
  Deno.test(`manage_window: ${JSON.stringify(args)} sends nothing where it is so already`, async () => {
    const door = setUp(given);
    const output = await manage(door, args);
    assert.deepEqual([output.verified, output.interaction.method], ["yes", "none"]);
    assert.deepEqual(
      [...door.desktop.callsOf("placeWindow"), ...door.desktop.callsOf("changeShowState")],
      [],
    );
  });
}

Deno.test("manage_window: a program that takes another size is verified no, with the real rectangle", async () => {
  const door = setUp({ onChange: (wanted) => ({ ...wanted, width: Math.max(200, wanted.width) }) });
  const output = await manage(door, { action: "resize", width: 10 });
  assert.deepEqual([output.verified, output.after?.rect], ["no", withEdges({ ...START, width: 200 })]);
  assert.equal(await code(door, { action: "resize", width: 10 }), "WINDOW_CHANGE_REFUSED");
});

Deno.test("manage_window: a program that changes its size once more for another scale is asked again", async () => {
  const door = setUp();
  let times = 0;
  windowOf(door).onChange = (wanted) => ++times === 1 ? { ...wanted, width: wanted.width * 1.5 } : wanted;
  const output = await manage(door, { action: "move", x: -900, width: 300 });
  assert.deepEqual([output.verified, times], ["yes", 2]);
});

Deno.test("manage_window: a program that puts back what was done is verified no", async () => {
  const door = setUp();
  let looks = 0;
  door.desktop.before("windowState", () => {
    const window = windowOf(door);
    if (window.screenRect.x === 5 && ++looks > 1) window.screenRect = { ...START, x: 50 };
  });
  assert.equal((await manage(door, { action: "move", x: 5 })).verified, "no");
});

Deno.test("manage_window: a window that Windows scales may lie beside by rounding", async () => {
  const rounds: Partial<FakeWindow> = { onChange: (wanted) => ({ ...wanted, x: wanted.x + 2 }) };
  const unaware = setUp({ ...rounds, dpiUnaware: true });
  assert.equal((await manage(unaware, { action: "move", x: 33 })).verified, "yes");
  assert.equal((await manage(setUp(rounds), { action: "move", x: 33 })).verified, "no");
});

for (const args of [{ action: "move", x: 1 }, { action: "minimize" }, { action: "maximize" }]) {
  Deno.test(`manage_window: ${args.action} that changes nothing at all is WINDOW_CHANGE_REFUSED`, async () => {
    assert.equal(await code(setUp({ onChange: "ignores" }), args), "WINDOW_CHANGE_REFUSED");
  });
}

Deno.test("manage_window: a program that falls silent leaves the change unknown", async () => {
  const door = setUp({ onChange: "ignores" });
  door.desktop.before("placeWindow", () => void (windowOf(door).responding = "no"));
  const output = await manage(door, { action: "move", x: 1 });
  assert.deepEqual([output.verified, output.after?.rect], ["unknown", withEdges(START)]);
});

for (const action of ["move", "minimize", "restore"]) {
  Deno.test(`manage_window: a window that goes during ${action} is STALE_WINDOW_HANDLE`, async () => {
    const door = setUp({ minimized: action === "restore" });
    const go = (): void => door.desktop.removeWindow(HWND);
    door.desktop.before("placeWindow", go);
    door.desktop.before("changeShowState", go);
    assert.equal(await code(door, action === "move" ? { action, x: 1 } : { action }), "STALE_WINDOW_HANDLE");
  });
}

Deno.test("manage_window: minimised and maximised windows are not moved", async () => {
  assert.equal(await code(setUp({ minimized: true }), { action: "move", x: 1 }), "WINDOW_MINIMIZED");
  assert.equal(
    await code(setUp({ maximized: true }), { action: "resize", width: 9 }),
    "WINDOW_CHANGE_REFUSED",
  );
});

for (
  const [action, given, inFront, mode, change] of [
    ["minimize", {}, false, "auto", "minimize"],
    ["minimize", {}, true, "auto", "minimizeAndActivateNext"],
    ["minimize", {}, true, "background", "minimizeAndActivateNext"],
    ["maximize", {}, false, "auto", "maximize"],
    ["maximize", {}, true, "background", "maximize"],
    ["restore", { minimized: true }, false, "auto", "restore"],
    ["restore", { maximized: true }, false, "background", "restore"],
    ["restore", { minimized: true, restoresMaximized: true }, false, "auto", "restoreAndActivate"],
    ["restore", { minimized: true, restoresMaximized: true }, false, "background", "restore"],
  ] as const
) {
  const state = `${JSON.stringify(given)}${inFront ? " in front" : ""}`;
  Deno.test(`manage_window: ${action} of a window ${state} in ${mode} mode asks for "${change}"`, async () => {
    const door = setUp(given);
    if (inFront) door.desktop.setForeground(HWND);
    const output = await manage(door, { action, interactionMode: mode });
    assert.deepEqual(door.desktop.callsOf("changeShowState"), [[HWND, change]]);
    assert.equal(output.verified, "yes");
    // What was in front is so again, unless it was the window that was minimised.
    const left = inFront && action === "minimize" ? 0n : inFront ? HWND : PERSON;
    assert.equal(door.desktop.foreground, left);
    assert.equal(output.after?.foreground, left === HWND);
  });
}

Deno.test("manage_window: in the background nothing is maximised or activated that is behind", async () => {
  for (const action of ["maximize", "activate"]) {
    const door = setUp();
    const error = await door.fail("manage_window", { hwnd: HANDLE, action, interactionMode: "background" });
    assert.equal(error.code, "FOREGROUND_REQUIRED");
    assert.equal(error.details?.suggestedMode, "foregroundDemo");
    assert.deepEqual(door.desktop.callsOf("changeShowState"), []);
    assert.equal(door.desktop.foreground, PERSON);
  }
});

Deno.test("manage_window: activate keeps the foreground; only an explicit wish gives it back", async () => {
  const door = setUp({ minimized: true });
  const output = await manage(door, { action: "activate", interactionMode: "foregroundDemo" });
  assert.deepEqual([door.desktop.foreground, windowOf(door).minimized], [HWND, false]);
  assert.deepEqual([output.verified, output.after?.foreground], ["yes", true]);
  const again = await manage(door, { action: "activate" });
  assert.equal(again.interaction.method, "none");
  door.desktop.setForeground(PERSON);
  const shown = await manage(door, {
    action: "activate",
    interactionMode: "foregroundDemo",
    foregroundDemo: { restorePreviousForeground: true },
  });
  assert.deepEqual([door.desktop.foreground, shown.after?.foreground], [PERSON, false]);
});

Deno.test("manage_window: a window that is minimised although it is in front is restored, once", async () => {
  const door = setUp({ minimized: true, restoresMaximized: true });
  door.desktop.setForeground(HWND);
  const output = await manage(door, { action: "activate" });
  assert.deepEqual(door.desktop.callsOf("changeShowState"), [[HWND, "restoreAndActivate"]]);
  assert.deepEqual([output.after?.minimized, output.after?.maximized], [false, true]);
  assert.equal(output.interaction.method, "ShowWindowAsync");
});

Deno.test("manage_window: a window that may not come to the front is FOCUS_FAILED", async () => {
  const door = setUp();
  door.desktop.grantsForeground = false;
  assert.equal(await code(door, { action: "activate" }), "FOCUS_FAILED");
});

Deno.test("manage_window: activating a window with a dialog brings the dialog to the front", async () => {
  const dialog = fakeWindow({ hwnd: 0x77n, pid: 1, owner: HWND, title: "Save?" });
  const door = setUp({ enabled: false }, dialog);
  assert.equal((await manage(door, { action: "activate" })).verified, "yes");
  assert.equal(door.desktop.foreground, 0x77n);
});

Deno.test("manage_window: foregroundDemo shows what was done and gives the foreground back", async () => {
  const door = setUp();
  const output = await manage(door, { action: "move", x: 1, interactionMode: "foregroundDemo" });
  assert.equal(output.interaction.targetActivated, true);
  assert.equal(output.interaction.foregroundRestored, true);
  assert.equal(door.desktop.foreground, PERSON);
});

Deno.test("manage_window: a window that closes is closed, and has no state afterwards", async () => {
  const door = setUp({}, fakeWindow({ hwnd: 0x78n, pid: 1 }));
  const output = await manage(door, { action: "close" });
  assert.deepEqual([output.closed, output.verified, output.after], [true, "yes", null]);
  assert.deepEqual(door.desktop.callsOf("requestClose"), [[HWND]]);
  assert.deepEqual(door.desktop.callsOf("endProcess"), []);
});

Deno.test("manage_window: a window that its program hides instead counts as closed", async () => {
  const door = setUp();
  windowOf(door).onClose = () => void (windowOf(door).visible = false);
  const output = await manage(door, { action: "close" });
  assert.deepEqual([output.closed, output.after === null], [true, false]);
});

Deno.test("manage_window: a question that appears instead is named at once", async () => {
  const door = setUp();
  windowOf(door).onClose = () => {
    windowOf(door).enabled = false;
    door.desktop.windows.push(
      fakeWindow({ hwnd: 0x77n, pid: 1, owner: HWND, title: "Save?", className: "#32770" }),
    );
  };
  const before = door.clock.now();
  const output = await manage(door, { action: "close" });
  assert.deepEqual([output.closed, output.verified], [false, "no"]);
  assert.deepEqual(output.prompt, { hwnd: "0x00000077", title: "Save?", className: "#32770" });
  assert.ok(door.clock.now() - before < 500);
  const error = await door.fail("manage_window", { hwnd: HANDLE, action: "close" });
  assert.deepEqual([error.code, error.details?.dialog], ["WINDOW_CHANGE_REFUSED", "0x00000077"]);
  assert.equal(door.desktop.callsOf("requestClose").length, 1);
});

Deno.test("manage_window: a window that ignores it is waited for as long as the grace, or the call", async () => {
  for (const [timeoutMs, waitedMs] of [[10_000, 1_500], [400, 400]] as const) {
    const door = setUp({ onClose: "ignores" });
    const before = door.clock.now();
    const output = await manage(door, { action: "close", timeoutMs });
    assert.deepEqual([output.closed, output.prompt], [false, undefined]);
    assert.equal(door.clock.now() - before, waitedMs);
  }
});

Deno.test("manage_window: a window that cannot be asked to close is refused, or gone", async () => {
  assert.equal(await code(setUp({ onClose: "refuses" }), { action: "close" }), "WINDOW_CHANGE_REFUSED");
  const door = setUp();
  door.desktop.before("requestClose", () => door.desktop.removeWindow(HWND));
  assert.equal(await code(door, { action: "close" }), "STALE_WINDOW_HANDLE");
});

Deno.test("manage_window: a window of this server's own parents is not closed", async () => {
  const door = setUp({ pid: 400 });
  door.desktop.processes.push(
    fakeProcess({ pid: 500, parentPid: 400, name: "casement" }),
    fakeProcess({ pid: 400, name: "terminal" }),
  );
  assert.equal(await code(door, { action: "close" }), "PROTECTED_PROCESS");
  assert.deepEqual(door.desktop.callsOf("requestClose"), []);
});

Deno.test("manage_window: a folder of the shell that has started this server's parents is closed", async () => {
  const door = setUp({ pid: 400, className: "CabinetWClass" });
  door.desktop.processes.push(
    fakeProcess({ pid: 500, parentPid: 400, name: "casement" }),
    fakeProcess({ pid: 400, name: "explorer" }),
  );
  assert.equal((await manage(door, { action: "close" })).closed, true);
});

for (
  const [given, args, expected] of [
    [{ className: "Shell_TrayWnd" }, { action: "move", x: 1 }, "PROTECTED_PROCESS"],
    [{ className: "Progman" }, { action: "close" }, "PROTECTED_PROCESS"],
    [{ root: 0n, className: "#32769" }, { action: "minimize" }, "PROTECTED_PROCESS"],
    [{ root: PERSON }, { action: "move", x: 1 }, "INVALID_PARAMS"],
    [{ visible: false }, { action: "close" }, "WINDOW_NOT_FOUND"],
    [{ cloaked: true }, { action: "maximize" }, "WINDOW_CLOAKED"],
    [{ elevated: true }, { action: "minimize" }, "TARGET_ELEVATED"],
    [{ hung: true, responding: "no" }, { action: "close" }, "WINDOW_HUNG"],
    [{ responding: "no" }, { action: "move", x: 1, timeoutMs: 200 }, "WINDOW_NOT_RESPONDING"],
    [{}, { action: "move" }, "INVALID_PARAMS"],
    [{}, { action: "move", width: 5 }, "INVALID_PARAMS"],
    [{}, { action: "resize" }, "INVALID_PARAMS"],
    [{}, { action: "resize", x: 5, width: 5 }, "INVALID_PARAMS"],
    [{}, { action: "resize", width: 0 }, "INVALID_PARAMS"],
    [{}, { action: "resize", width: 16_385 }, "INVALID_PARAMS"],
    [{}, { action: "move", x: 1.5 }, "INVALID_PARAMS"],
    [{}, { action: "move", x: 40_000 }, "INVALID_PARAMS"],
    [{}, { action: "close", y: 0 }, "INVALID_PARAMS"],
    [{}, { action: "hide" }, "INVALID_PARAMS"],
    [{}, {}, "INVALID_PARAMS"],
  ] as const
) {
  Deno.test(`manage_window: ${JSON.stringify(args)} of ${JSON.stringify(given, (_, v) => typeof v === "bigint" ? `${v}` : v)} is ${expected}`, async () => {
    const door = setUp(given);
    assert.equal(await code(door, args), expected);
    const sent = ["placeWindow", "changeShowState", "requestClose", "requestForeground"] as const;
    assert.deepEqual(sent.flatMap((method) => door.desktop.callsOf(method)), []);
  });
}

Deno.test("manage_window: a read-only server refuses it", async () => {
  const door = createTestDoor({ settings: { isReadOnly: true } });
  assert.equal(
    (await door.fail("manage_window", { hwnd: HANDLE, action: "minimize" })).code,
    "PERMISSION_DENIED",
  );
});
