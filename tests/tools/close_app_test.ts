import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const PID = 4_200;
const HWND = 0x1002An;

function setUp(given: Partial<FakeWindow> = {}): TestDoor {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: HWND, pid: PID, ...given })],
    processes: [
      fakeProcess({ pid: 100, parentPid: 4, name: "explorer", creationTime: 10n }),
      fakeProcess({ pid: 400, parentPid: 100, name: "client", creationTime: 20n }),
      fakeProcess({ pid: 500, parentPid: 400, name: "casement", creationTime: 30n }),
      fakeProcess({ pid: PID, parentPid: 100, name: "notepad", creationTime: 40n }),
      fakeProcess({ pid: 4_300, parentPid: PID, name: "helper", creationTime: 50n }),
    ],
  });
  return createTestDoor({ desktop });
}

function running(door: TestDoor): readonly number[] {
  return door.desktop.processes.filter(({ exitCode }) => exitCode === "running").map(({ pid }) => pid);
}

Deno.test("close_app: asks politely, and says so", async () => {
  const door = setUp();
  const output = await door.succeed("close_app", { pid: PID });
  assert.equal(output.method, "polite");
  assert.equal(output.windowsAsked, 1);
  assert.equal(output.exitCode, 0);
  assert.deepEqual(door.desktop.callsOf("endProcess"), []);
  assert.deepEqual(running(door), [100, 400, 500, 4_300]);
});

Deno.test("close_app: waits graceMs for a program that takes its time", async () => {
  const door = setUp({ onClose: "ignores" });
  door.desktop.before("exitCode", () => {
    const [process] = door.desktop.processes.filter(({ pid }) => pid === PID);
    if (process !== undefined && door.clock.now() >= 1_000 + 900) process.exitCode = 3;
  });
  const output = await door.succeed("close_app", { pid: PID, graceMs: 1_500 });
  assert.equal(output.method, "polite");
  assert.equal(output.exitCode, 3);
});

Deno.test("close_app: ends a program that does not go, and what it started, parents first", async () => {
  const door = setUp({ onClose: "ignores" });
  const output = await door.succeed("close_app", { pid: PID, graceMs: 500 });
  assert.equal(output.method, "terminated");
  assert.deepEqual(output.ended, [PID, 4_300]);
  assert.deepEqual(running(door), [100, 400, 500]);
  assert.ok(door.clock.now() >= 1_500);
});

Deno.test("close_app: shows the question that a program asked instead of closing", async () => {
  const door = setUp();
  const asking = door.desktop.window(HWND);
  if (asking !== undefined) {
    asking.onClose = () =>
      door.desktop.windows.unshift(
        fakeWindow({ hwnd: 0x777n, pid: PID, title: "Save changes?", className: "#32770", owner: HWND }),
      );
  }
  const output = await door.succeed("close_app", { pid: PID, graceMs: 300 });
  assert.equal(output.method, "terminated");
  assert.deepEqual(output.prompt, { title: "Save changes?", className: "#32770" });
});

Deno.test("close_app: says what became of the foreground, and takes none", async () => {
  const door = setUp();
  door.desktop.setForeground(HWND);
  const { interaction } = await door.succeed("close_app", { pid: PID });
  const { method, foregroundChanged, targetActivated } = interaction as Record<string, unknown>;
  assert.deepEqual([method, foregroundChanged, targetActivated], ["WM_CLOSE", true, false]);
  assert.deepEqual(door.desktop.callsOf("requestForeground"), []);
});

Deno.test("close_app: with force asks nobody", async () => {
  const door = setUp();
  const output = await door.succeed("close_app", { pid: PID, force: true });
  assert.equal(output.method, "terminated");
  assert.deepEqual(door.desktop.callsOf("requestClose"), []);
});

for (
  const [pid, what] of [
    [500, "this server"],
    [400, "the program that started it"],
    [100, "the shell"],
    [4, "Windows"],
  ] as const
) {
  Deno.test(`close_app: answers PROTECTED_PROCESS for ${what}, and ends nothing`, async () => {
    const door = setUp();
    for (const force of [false, true]) {
      assert.equal((await door.fail("close_app", { pid, force })).code, "PROTECTED_PROCESS");
    }
    assert.deepEqual(running(door), [100, 400, 500, PID, 4_300]);
  });
}

Deno.test("close_app: never ends a protected process that the program started", async () => {
  const door = setUp({ onClose: "ignores" });
  door.desktop.processes.push(
    fakeProcess({ pid: 4_400, parentPid: PID, name: "explorer", creationTime: 60n }),
  );
  const output = await door.succeed("close_app", { pid: PID, graceMs: 0 });
  assert.deepEqual(output.ended, [PID, 4_300]);
});

Deno.test("close_app: takes no older process for a child, though its parent's id is the same", async () => {
  const door = setUp({ onClose: "ignores" });
  door.desktop.processes.push(
    fakeProcess({ pid: 4_500, parentPid: PID, name: "old", creationTime: 39n }),
  );
  const output = await door.succeed("close_app", { pid: PID, graceMs: 0 });
  assert.deepEqual(output.ended, [PID, 4_300]);
  assert.ok(running(door).includes(4_500));
});

Deno.test("close_app: answers PROCESS_NOT_FOUND for an id that nothing has", async () => {
  assert.equal((await setUp().fail("close_app", { pid: 77_777 })).code, "PROCESS_NOT_FOUND");
});

Deno.test("close_app: answers PROCESS_NOT_CLOSED when the process is still there after all", async () => {
  const door = setUp({ onClose: "refuses" });
  for (const process of door.desktop.processes) process.isEndable = false;
  const error = await door.fail("close_app", { pid: PID });
  assert.equal(error.code, "PROCESS_NOT_CLOSED");
  assert.deepEqual(error.details?.ended, []);
});

Deno.test("close_app: ends a program that hangs when it is asked", async () => {
  const door = setUp();

  door.desktop.fail("requestClose", new ToolError("TIMEOUT", "it did not answer"));
  const output = await door.succeed("close_app", { pid: PID });
  assert.equal(output.method, "terminated");
  assert.equal(output.windowsAsked, 0);
});

Deno.test("close_app: cancelled while it waits, ends nothing", async () => {
  const door = setUp({ onClose: "ignores" });
  const controller = new AbortController();
  door.desktop.before("exitCode", () => controller.abort());
  const result = await door.call("close_app", { pid: PID, graceMs: 5_000 }, controller.signal);
  assert.equal(result.ok ? undefined : result.error.code, "CANCELLED");
  assert.deepEqual(running(door), [100, 400, 500, PID, 4_300]);
});
