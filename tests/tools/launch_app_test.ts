import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { StartedProcess } from "../../src/desktop/desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const EXE = "C:\\apps\\notes.exe";
const OTHER = 0x50n;

interface SetUp extends TestDoor {
  /** What the next program does when it is started, beside having a process. */
  onStart: (pid: number) => void;
}

function setUp(settings: Parameters<typeof createTestDoor>[0] = {}): SetUp {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 50, title: "What the person works in" })],
    processes: [fakeProcess({ pid: 50, name: "editor" })],
    foreground: OTHER,
  });
  desktop.paths.set(EXE.toLowerCase(), "file");
  desktop.paths.set("c:\\apps", "folder");
  const door: SetUp = { ...createTestDoor({ ...settings, desktop }), onStart: () => {} };
  desktop.startBehaviour = (_options, pid): StartedProcess => {
    const process = fakeProcess({ pid, parentPid: desktop.ownPid, name: "notes" });
    desktop.processes.push(process);
    door.onStart(pid);
    return {
      pid,
      creationTime: process.creationTime,
      isolation: {
        effective: "independent",
        method: "windows-breakaway",
        verified: true,
        outerJobCoupling: "none-observed",
      },
    };
  };
  return door;
}

/** Has something happen once the virtual clock is that far. */
function after(door: TestDoor, ms: number, happen: () => void): void {
  const due = door.clock.now() + ms;
  let hasHappened = false;
  door.desktop.before("listWindows", () => {
    if (hasHappened || door.clock.now() < due) return;
    hasHappened = true;
    happen();
  });
}

Deno.test("launch_app: starts the program and finds its window", async () => {
  const door = setUp();
  door.onStart = (pid) =>
    after(door, 300, () => door.desktop.windows.unshift(fakeWindow({ hwnd: 0x77n, pid, title: "Notes" })));
  const output = await door.succeed("launch_app", { exePath: EXE, args: ["a b", '"'], cwd: "C:\\apps" });
  assert.equal((output.window as { hwnd: string }).hwnd, "0x00000077");
  assert.equal(output.evidence, "window of the new process");
  assert.equal(output.windowPid, undefined);
  assert.deepEqual(door.desktop.callsOf("startProcess"), [[{
    exePath: EXE,
    args: ["a b", '"'],
    cwd: "C:\\apps",
    show: "normal",
    lifetime: "independent",
  }]]);
});

Deno.test("launch_app: finds the window of a process that the program started and left", async () => {
  const door = setUp();
  door.onStart = (pid) => {
    door.desktop.processes.push(fakeProcess({ pid: 9_900, parentPid: pid, name: "real" }));
    after(door, 100, () => {
      const stub = door.desktop.processes.find((process) => process.pid === pid);
      if (stub !== undefined) stub.exitCode = 0;
    });
    after(door, 300, () => {
      door.desktop.windows.unshift(fakeWindow({ hwnd: 0x78n, pid: 9_900, title: "Real" }));
    });
  };
  const output = await door.succeed("launch_app", { exePath: EXE });
  assert.equal(output.evidence, "window of a process that it started");
  assert.equal(output.windowPid, 9_900);
  assert.equal(output.exitCode, 0);
});

Deno.test("launch_app: no window in time is an answer, not an error", async () => {
  const door = setUp();
  const begun = door.clock.now();
  const output = await door.succeed("launch_app", { exePath: EXE, timeoutMs: 2_000 });
  assert.equal(output.window, null);
  assert.ok(door.clock.now() - begun < 3_500);
});

Deno.test("launch_app: a program that ends with an error before it shows a window is LAUNCH_FAILED", async () => {
  const door = setUp();
  door.onStart = (pid) => {
    const process = door.desktop.processes.find((each) => each.pid === pid);
    if (process !== undefined) process.exitCode = 3;
  };
  const error = await door.fail("launch_app", { exePath: EXE, timeoutMs: 60_000 });
  assert.equal(error.code, "LAUNCH_FAILED");
  assert.match(error.message, /exit code 3/);
});

Deno.test("launch_app: passes ELEVATION_REQUIRED on", async () => {
  const door = setUp();
  door.desktop.fail("startProcess", new ToolError("ELEVATION_REQUIRED", "It asks for elevation"));
  const error = await door.fail("launch_app", { exePath: EXE });
  assert.equal(error.code, "ELEVATION_REQUIRED");
  assert.equal(error.retryable, false);
});

for (
  const [exePath, cwd] of [
    ["notes.exe", undefined],
    ["\\apps\\notes.exe", undefined],
    ["C:notes.exe", undefined],
    ["C:\\apps\\notes.txt", undefined],
    ["C:\\apps\\missing.exe", undefined],
    ["C:\\apps", undefined],
    ["C:\\apps\\notes.exe:stream.exe", undefined],
    ["\\\\.\\pipe\\notes.exe", undefined],
    ["\\\\?\\C:\\apps\\notes.exe", undefined],
    ["C:\\apps\\con.exe", undefined],
    ["C:\\apps\\no*.exe", undefined],
    ['C:\\apps\\notes.exe" --evil.exe', undefined],
    [EXE, "apps"],
    [EXE, "C:\\missing"],
    [EXE, EXE],
  ] as const
) {
  Deno.test(`launch_app: answers INVALID_EXECUTABLE for ${exePath}${cwd === undefined ? "" : ` in ${cwd}`}`, async () => {
    const door = setUp();
    const args = { exePath, ...(cwd === undefined ? {} : { cwd }) };
    assert.equal((await door.fail("launch_app", args)).code, "INVALID_EXECUTABLE");
    assert.deepEqual(door.desktop.callsOf("startProcess"), []);
  });
}

Deno.test("launch_app: starts nothing that no pattern of --allow-launch fits", async () => {
  const door = setUp({ settings: { allowLaunch: ["calc.exe", "c:\\safe\\*"] } });
  const paths = [EXE, "C:\\safe\\..\\apps\\notes.exe"];
  door.desktop.paths.set("c:\\safe\\..\\apps\\notes.exe", "file");
  for (const exePath of paths) {
    assert.equal((await door.fail("launch_app", { exePath })).code, "PERMISSION_DENIED");
  }
  assert.deepEqual(door.desktop.callsOf("startProcess"), []);
});

Deno.test("launch_app: starts what a pattern fits", async () => {
  const door = setUp({ settings: { allowLaunch: ["NOTES.exe"] } });
  await door.succeed("launch_app", { exePath: EXE, waitForWindow: false });
  assert.equal(door.desktop.callsOf("startProcess").length, 1);
});

Deno.test("launch_app: with noActivate the foreground is given back to whom it was taken from", async () => {
  const door = setUp();
  door.onStart = (pid) =>
    after(door, 100, () => {
      door.desktop.windows.unshift(fakeWindow({ hwnd: 0x77n, pid, title: "Notes" }));
      door.desktop.setForeground(0x77n);
    });
  const output = await door.succeed("launch_app", { exePath: EXE, noActivate: true });
  assert.equal(door.desktop.foreground, OTHER);
  const interaction = output.interaction as Record<string, unknown>;
  assert.equal(interaction.foregroundChanged, false);
  assert.equal(interaction.foregroundRestored, true);
  assert.deepEqual(
    door.desktop.callsOf("startProcess").map(([options]) => (options as { show: string }).show),
    [
      "inactive",
    ],
  );
});

Deno.test("launch_app: says that the foreground changed where the program took it and was let", async () => {
  const door = setUp();
  door.onStart = (pid) =>
    after(door, 100, () => {
      door.desktop.windows.unshift(fakeWindow({ hwnd: 0x77n, pid, title: "Notes" }));
      door.desktop.setForeground(0x77n);
    });
  const { interaction } = await door.succeed("launch_app", { exePath: EXE });
  assert.equal((interaction as Record<string, unknown>).foregroundChanged, true);
  assert.equal((interaction as Record<string, unknown>).foregroundAfter, "0x00000077");
});

function showing(door: SetUp): void {
  door.onStart = (pid) =>
    after(door, 100, () => door.desktop.windows.unshift(fakeWindow({ hwnd: 0x77n, pid, title: "Notes" })));
}

Deno.test("launch_app: a window that does not let itself be minimised fails nothing", async () => {
  const door = setUp();
  showing(door);
  door.desktop.fail("changeShowState", new ToolError("TIMEOUT", "the program does not answer"));
  const output = await door.succeed("launch_app", { exePath: EXE, startMinimized: true });
  assert.equal((output.window as { minimized: boolean }).minimized, false);
});

Deno.test("launch_app: a failure after the start names the process, so that it is not started twice", async () => {
  const door = setUp();
  door.onStart = () => door.desktop.fail("listWindows", new ToolError("TIMEOUT", "Windows did not answer"));
  const error = await door.fail("launch_app", { exePath: EXE });
  assert.equal(error.code, "TIMEOUT");
  assert.equal(error.details?.pid, 9_001);
  assert.match(error.suggestion ?? "", /do not start it again/);
});

Deno.test("launch_app: a start that Windows did not answer in time may have happened, and is said so", async () => {
  const door = setUp();
  door.desktop.fail("startProcess", new ToolError("TIMEOUT", "Windows did not answer startProcess"));
  const error = await door.fail("launch_app", { exePath: EXE });
  assert.equal(error.code, "TIMEOUT");
  assert.match(error.suggestion ?? "", /may have started/);
});

Deno.test("launch_app: in background mode a window that the person turned to meanwhile stays in front", async () => {
  const door = setUp();
  const PERSONS = 0x60n;
  door.desktop.windows.push(fakeWindow({ hwnd: PERSONS, pid: 60 }));
  showing(door);
  after(door, 200, () => door.desktop.setForeground(PERSONS));
  await door.succeed("launch_app", { exePath: EXE, interactionMode: "background" });
  assert.equal(door.desktop.foreground, PERSONS);
});

Deno.test("launch_app: foregroundDemo shows the window for stepDelayMs and gives the foreground back", async () => {
  const door = setUp();
  showing(door);
  const shownAt: number[] = [];
  door.desktop.before("requestForeground", () => void shownAt.push(door.clock.now()));
  const output = await door.succeed("launch_app", {
    exePath: EXE,
    interactionMode: "foregroundDemo",
    foregroundDemo: { stepDelayMs: 900 },
  });
  const interaction = output.interaction as Record<string, unknown>; // the output schema has been checked
  assert.deepEqual(
    [interaction.targetActivated, interaction.foregroundRestored, interaction.effectiveMode],
    [true, true, "foregroundDemo"],
  );
  assert.equal((shownAt[1] ?? 0) - (shownAt[0] ?? 0) >= 900, true);
  assert.equal(door.desktop.foreground, OTHER);
});
