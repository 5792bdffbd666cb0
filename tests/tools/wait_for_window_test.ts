import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x1002An;
const HANDLE = "0x0001002A";

function setUp(...windows: FakeWindow[]): TestDoor {
  const processes = [fakeProcess({ pid: 1, name: "notes" }), fakeProcess({ pid: 2, name: "calc" })];
  return createTestDoor({ desktop: new FakeDesktop({ windows, processes }) });
}

/** Lets something happen at a moment of the wait. */
function at(door: TestDoor, ms: number, happen: () => void): void {
  void door.clock.sleep(ms).then(happen);
}

function notes(given: Partial<FakeWindow> = {}): FakeWindow {
  return fakeWindow({ hwnd: HWND, pid: 1, title: "Notes", ...given });
}

Deno.test("wait_for_window: a window that is there is found at once", async () => {
  const output = await setUp(notes({ minimized: true })).succeed("wait_for_window", {
    titleContains: "note",
  });
  const { timestamp: _, window, ...rest } = output;
  assert.deepEqual(rest, { success: true, found: true, mode: "appear", elapsedMs: 0 });
  assert.equal((window as { hwnd: string }).hwnd, HANDLE);
});

Deno.test("wait_for_window: a window that appears is found by the next look, and the turn stays free", async () => {
  const door = setUp();
  at(door, 1_050, () => door.desktop.windows.push(notes()));
  const waiting = door.succeed("wait_for_window", { processName: "notes.exe", pollIntervalMs: 500 });
  const other = await door.succeed("list_windows", {});
  assert.deepEqual(other.items, []);
  const output = await waiting;
  assert.deepEqual([output.found, output.elapsedMs], [true, 1_500]);
});

Deno.test("wait_for_window: time that runs out is an answer", async () => {
  const output = await setUp().succeed("wait_for_window", { pid: 1, timeoutMs: 350 });
  const { timestamp: _, ...rest } = output;
  const expected = {
    success: true,
    found: false,
    mode: "appear",
    window: null,
    elapsedMs: 350,
    timeoutMs: 350,
  };
  assert.deepEqual(rest, expected);
});

Deno.test("wait_for_window: waits 30 s, with a look every 100 ms, unless told otherwise", async () => {
  const door = setUp();
  const output = await door.succeed("wait_for_window", { pid: 1 });
  assert.equal(output.elapsedMs, 30_000);
  assert.equal(door.desktop.callsOf("listWindows").length, 301);
});

for (
  const [what, given] of [
    ["hidden", { visible: false }],
    ["cloaked", { cloaked: true }],
    ["shell", { className: "Progman" }],
    ["empty", { screenRect: { x: 0, y: 0, width: 0, height: 0 } }],
  ] as const
) {
  Deno.test(`wait_for_window: a ${what} window counts as not there, in either mode`, async () => {
    const door = setUp(notes(given));
    const query = { titleContains: "Notes", timeoutMs: 200 };
    assert.equal((await door.succeed("wait_for_window", query)).found, false);
    const gone = await door.succeed("wait_for_window", { ...query, mode: "disappear" });
    assert.deepEqual([gone.found, gone.window], [true, null]);
  });
}

Deno.test("wait_for_window: by its handle a cloaked window is there, a hidden one is not", async () => {
  const door = setUp(notes({ cloaked: true }));
  assert.equal((await door.succeed("wait_for_window", { hwnd: HANDLE })).found, true);
  const window = door.desktop.window(HWND);
  assert.ok(window !== undefined);
  window.visible = false;
  assert.equal((await door.succeed("wait_for_window", { hwnd: HANDLE, mode: "disappear" })).found, true);
});

Deno.test("wait_for_window: several programs are no error; the frontmost shown one is told of, and how many more", async () => {
  const door = setUp(
    notes({ hwnd: 1n, minimized: true }),
    notes({ hwnd: 2n, pid: 2 }),
    notes({ hwnd: 3n }),
  );
  const output = await door.succeed("wait_for_window", { titleContains: "notes" });
  assert.deepEqual([(output.window as { hwnd: string }).hwnd, output.otherMatches], ["0x00000002", 2]);
});

Deno.test("wait_for_window: disappear waits until the last one is gone", async () => {
  const door = setUp(notes({ hwnd: 1n }), notes({ hwnd: 2n }));
  at(door, 250, () => door.desktop.removeWindow(1n));
  at(door, 950, () => door.desktop.removeWindow(2n));
  const output = await door.succeed("wait_for_window", { pid: 1, mode: "disappear" });
  assert.deepEqual([output.found, output.window, output.elapsedMs], [true, null, 1_000]);
});

Deno.test("wait_for_window: a window that stays is told of when the time runs out", async () => {
  const output = await setUp(notes()).succeed("wait_for_window", {
    hwnd: HANDLE,
    mode: "disappear",
    timeoutMs: 400,
  });
  assert.deepEqual([output.found, output.timeoutMs], [false, 400]);
  assert.equal((output.window as { hwnd: string }).hwnd, HANDLE);
});

for (const reuse of [{ pid: 2 }, { threadId: 99 }]) {
  Deno.test(`wait_for_window: a handle that is reused (${JSON.stringify(reuse)}) has disappeared`, async () => {
    const door = setUp(notes());
    at(door, 150, () => door.desktop.windows.splice(0, 1, notes(reuse)));
    const output = await door.succeed("wait_for_window", { hwnd: HANDLE, mode: "disappear" });
    assert.deepEqual([output.found, output.window, output.elapsedMs], [true, null, 200]);
  });
}

Deno.test("wait_for_window: the handle of no window has disappeared", async () => {
  const output = await setUp().succeed("wait_for_window", { hwnd: HANDLE, mode: "disappear" });
  assert.deepEqual([output.found, output.elapsedMs], [true, 0]);
});

for (
  const [args, code] of [
    [{}, "TARGET_REQUIRED"],
    [{ hwnd: "notepad" }, "INVALID_PARAMS"],
    [{ pid: 1, timeoutMs: 99 }, "INVALID_PARAMS"],
    [{ pid: 1, timeoutMs: 300_001 }, "INVALID_PARAMS"],
    [{ pid: 1, pollIntervalMs: 49 }, "INVALID_PARAMS"],
    [{ pid: 1, pollIntervalMs: 10_001 }, "INVALID_PARAMS"],
    [{ pid: 1, mode: "vanish" }, "INVALID_PARAMS"],
    [{ pid: 1, interactionMode: "background" }, "INVALID_PARAMS"],
  ] as const
) {
  Deno.test(`wait_for_window: answers ${code} for ${JSON.stringify(args)}`, async () => {
    assert.equal((await setUp().fail("wait_for_window", args)).code, code);
  });
}

Deno.test("wait_for_window: is cancelled in the middle of a pause", async () => {
  const door = setUp();
  const call = new AbortController();
  at(door, 120, () => call.abort());
  const result = await door.call("wait_for_window", { pid: 1, pollIntervalMs: 10_000 }, call.signal);
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  assert.equal(door.clock.now() < 2_000, true);
});

Deno.test("wait_for_window: a client that asked is told how the wait goes on", async () => {
  const { door } = setUp();
  const told: string[] = [];
  await door.invoke({
    tool: "wait_for_window",
    args: { titleContains: "secret", timeoutMs: 2_500 },
    signal: new AbortController().signal,
    onProgress: (message) => told.push(message),
  });
  assert.deepEqual(told, ["Waiting for a window to appear: 1 s", "Waiting for a window to appear: 2 s"]);
});

/** A desktop that tells of changes. */
function setUpHearing(...windows: FakeWindow[]): TestDoor {
  const door = setUp(...windows);
  door.desktop.hearsChanges = true;
  return door;
}

Deno.test("wait_for_window: an event has it look at once, whatever the interval", async () => {
  const door = setUpHearing();
  at(door, 1_050, () => {
    door.desktop.windows.push(notes());
    door.desktop.tellOfChange(1);
  });
  const output = await door.succeed("wait_for_window", { processName: "notes", pollIntervalMs: 10_000 });
  assert.deepEqual([output.found, output.elapsedMs], [true, 1_050]);
  assert.equal(door.desktop.callsOf("listWindows").length, 3); // at first, when changes are heard, and at the end
  assert.equal(door.desktop.changeWatches.size, 0);
});

Deno.test("wait_for_window: an event of a program that shows other windows does not end the wait", async () => {
  const door = setUpHearing();
  at(door, 100, () => door.desktop.tellOfChange(2));
  at(door, 900, () => door.desktop.windows.push(notes()));
  const output = await door.succeed("wait_for_window", { processName: "notes", pollIntervalMs: 500 });
  assert.deepEqual([output.found, output.elapsedMs], [true, 1_100]); // 500 ms after the looks at 100 and 600
});

Deno.test("wait_for_window: a program that changes all the time costs a look every 15 ms, no more", async () => {
  const door = setUpHearing();
  for (let ms = 1; ms <= 1_000; ms++) at(door, ms, () => door.desktop.tellOfChange(2));
  const output = await door.succeed("wait_for_window", { processName: "notes", timeoutMs: 1_000 });
  assert.deepEqual([output.found, output.elapsedMs], [false, 1_000]);
  assert.equal(door.desktop.callsOf("listWindows").length, 68);
});

Deno.test("wait_for_window: a window that is there is waited for by its own program's events alone, by its handle", async () => {
  const door = setUpHearing(notes());
  for (let ms = 100; ms <= 1_000; ms += 50) at(door, ms, () => door.desktop.tellOfChange(2));
  at(door, 1_030, () => {
    door.desktop.removeWindow(HWND);
    door.desktop.tellOfChange(1);
  });
  const args = { hwnd: HANDLE, mode: "disappear", pollIntervalMs: 10_000 };
  assert.equal((await door.succeed("wait_for_window", args)).elapsedMs, 1_030);
  assert.equal(door.desktop.callsOf("windowState").length, 3);
});

Deno.test("wait_for_window: two waits are woken by one event, and what is waited for stays each one's own", async () => {
  const door = setUpHearing(notes());
  at(door, 330, () => {
    door.desktop.removeWindow(HWND);
    door.desktop.windows.push(notes({ hwnd: 7n, pid: 2 }));
    door.desktop.tellOfChange(1);
  });
  const [gone, come] = await Promise.all([
    door.succeed("wait_for_window", { hwnd: HANDLE, mode: "disappear", pollIntervalMs: 5_000 }),
    door.succeed("wait_for_window", { pid: 2, pollIntervalMs: 5_000 }),
  ]);
  assert.deepEqual([gone.found, gone.elapsedMs, come.found, come.elapsedMs], [true, 330, true, 330]);
});

Deno.test("wait_for_window: a wait that is cancelled or fails waits for no event any more", async () => {
  const door = setUpHearing();
  const call = new AbortController();
  at(door, 120, () => call.abort());
  const result = await door.call("wait_for_window", { pid: 1, pollIntervalMs: 10_000 }, call.signal);
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  assert.equal(door.desktop.changeWatches.size, 0);
  at(door, 120, () => door.desktop.fail("listWindows", new ToolError("PROVIDER_BUSY", "too many hang")));
  assert.equal((await door.fail("wait_for_window", { pid: 1 })).code, "PROVIDER_BUSY");
  assert.equal(door.desktop.changeWatches.size, 0);
});
