import assert from "node:assert/strict";
import type { ProcessInfo, TopLevelWindow } from "../../src/desktop/desktop.ts";
import {
  findLaunchWindow,
  isConvincing,
  isMainWindow,
  type LaunchEvidence,
  LaunchFamily,
} from "../../src/interaction/launch_window.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const STARTED = 9_000;

function window(given: Partial<FakeWindow> & { hwnd: bigint; processName?: string }): TopLevelWindow {
  const { processName = "notepad", ...rest } = given;
  return { ...fakeWindow({ pid: STARTED, ...rest }), processName };
}

function process(pid: number, parentPid: number, name = "notepad"): ProcessInfo {
  return { pid, parentPid, name };
}

/** What is found after a launch of `notepad` as process 9000. */
function find(given: {
  windows: TopLevelWindow[];
  before?: TopLevelWindow[];
  processesBefore?: ProcessInfo[];
  processes?: ProcessInfo[];
  hasEnded?: boolean;
}): { hwnd: bigint; evidence: LaunchEvidence } | undefined {
  const family = new LaunchFamily(STARTED, given.processesBefore ?? []);
  family.update(given.processes ?? [process(STARTED, 1)]);
  const found = findLaunchWindow({
    before: given.before ?? [],
    family,
    processName: "Notepad",
    hasEnded: given.hasEnded ?? false,
  }, given.windows);
  return found === undefined ? undefined : { hwnd: found.window.hwnd, evidence: found.evidence };
}

Deno.test("findLaunchWindow() takes the window of the started process first", () => {
  const windows = [
    window({ hwnd: 1n, pid: 50 }), // another instance
    window({ hwnd: 2n, pid: 60 }), // a child
    window({ hwnd: 3n }),
  ];
  const processes = [process(STARTED, 1), process(60, STARTED), process(50, 1)];
  assert.deepEqual(find({ windows, processes }), { hwnd: 3n, evidence: "window of the new process" });
});

Deno.test("findLaunchWindow() follows a chain of stubs that have ended", () => {
  const family = new LaunchFamily(STARTED, []);
  family.update([process(60, STARTED, "stub")]);
  family.update([process(60, STARTED, "stub"), process(70, 60, "app")]);
  family.update([process(70, 60, "app")]);
  const found = findLaunchWindow(
    { before: [], family, processName: "stub", hasEnded: true },
    [window({ hwnd: 5n, pid: 70, processName: "app" })],
  );
  assert.equal(found?.evidence, "window of a process that it started");
});

Deno.test("findLaunchWindow() takes no process for a child that ran before the launch", () => {
  // Its parent had the id 9000 once.
  const old = process(60, STARTED, "other");
  const windows = [window({ hwnd: 5n, pid: 60, processName: "other" })];
  assert.equal(find({ windows, processesBefore: [old], processes: [old] }), undefined);
});

Deno.test("findLaunchWindow() takes a window that a frame host shows for the process", () => {
  const windows = [window({ hwnd: 5n, pid: 40, hostedPid: STARTED, processName: "CalculatorApp" })];
  assert.deepEqual(find({ windows }), { hwnd: 5n, evidence: "window of the new process" });
});

Deno.test("findLaunchWindow() takes a running instance's window that changed, once the process has ended", () => {
  const before = [window({ hwnd: 5n, pid: 50, title: "old.txt" })];
  const changes: Partial<FakeWindow>[] = [{ title: "new.txt" }];
  for (const change of changes) {
    const windows = [window({ hwnd: 5n, pid: 50, title: "old.txt", ...change })];
    assert.equal(find({ windows, before }), undefined);
    const evidence = "changed window of a running instance";
    assert.deepEqual(find({ windows, before, hasEnded: true }), { hwnd: 5n, evidence });
  }
  assert.equal(find({ windows: before, before, hasEnded: true }), undefined);
});

for (
  const [what, earlier] of [["was minimised", { minimized: true }], ["was hidden", {
    visible: false,
  }]] as const
) {
  Deno.test(`findLaunchWindow() takes a running instance's window that ${what}`, () => {
    const before = [window({ hwnd: 5n, pid: 50, ...earlier })];
    const windows = [window({ hwnd: 5n, pid: 50 })];
    assert.equal(find({ windows, before, hasEnded: true })?.hwnd, 5n);
  });
}

Deno.test("findLaunchWindow() takes no other program's changed window", () => {
  const before = [window({ hwnd: 5n, pid: 50, title: "a", processName: "other" })];
  const windows = [window({ hwnd: 5n, pid: 50, title: "b", processName: "other" })];
  assert.equal(find({ windows, before, hasEnded: true }), undefined);
});

Deno.test("findLaunchWindow() takes a handle that another process has now for a new window", () => {
  const before = [window({ hwnd: 5n, pid: 50, processName: "other" })];
  assert.equal(find({ windows: [window({ hwnd: 5n })], before })?.evidence, "window of the new process");
});

Deno.test("findLaunchWindow() takes a newcomer's window when the program has ended, as stubs of Store apps do", () => {
  const windows = [window({ hwnd: 5n, pid: 70, processName: "CalculatorApp" })];
  const system = process(70, 2, "CalculatorApp");
  assert.equal(find({ windows, processes: [system] }), undefined); // it runs
  assert.equal(find({ windows, processes: [system], processesBefore: [system], hasEnded: true }), undefined);
  assert.deepEqual(find({ windows, processes: [system], hasEnded: true }), {
    hwnd: 5n,
    evidence: "new window after the program had ended",
  });
});

for (
  const [what, given] of [
    ["hidden", { visible: false }],
    ["cloaked", { cloaked: true }],
    ["empty", { screenRect: { x: 0, y: 0, width: 0, height: 0 } }],
  ] as const
) {
  Deno.test(`findLaunchWindow() takes no ${what} window`, () => {
    assert.equal(find({ windows: [window({ hwnd: 5n, ...given })] }), undefined);
  });
}

for (
  const [what, given] of [
    ["without a title", { title: "" }],
    ["that is a tool window", { toolWindow: true }],
    ["that another one owns", { owner: 5n }],
  ] as const
) {
  Deno.test(`findLaunchWindow() prefers a main window to one ${what}`, () => {
    const splash = window({ hwnd: 4n, ...given });
    assert.equal(isMainWindow(splash), false);
    assert.equal(find({ windows: [splash] })?.hwnd, 4n);
    assert.equal(find({ windows: [splash, window({ hwnd: 5n })] })?.hwnd, 5n);
  });
}

const MAIN = window({ hwnd: 5n });
const SPLASH = window({ hwnd: 5n, title: "" });
const CONVINCING:
  readonly (readonly [LaunchEvidence, TopLevelWindow, number, number | undefined, boolean])[] = [
    ["window of the new process", MAIN, 0, undefined, true],
    ["window of the new process", SPLASH, 1_400, undefined, false],
    ["window of the new process", SPLASH, 1_500, undefined, true],
    ["window of a process that it started", MAIN, 0, 0, true],
    ["new window of the same program", MAIN, 60_000, undefined, false],
    ["new window of the same program", MAIN, 100, 0, true],
    ["changed window of a running instance", MAIN, 100, 0, true],
    ["changed window of a running instance", SPLASH, 100, 0, false],
    ["new window after the program had ended", MAIN, 60_000, 1_400, false],
    ["new window after the program had ended", MAIN, 60_000, 1_500, true],
  ];
for (const [evidence, candidate, sinceMs, endedSinceMs, expected] of CONVINCING) {
  const when = `${sinceMs} ms, ${
    endedSinceMs === undefined ? "still running" : `ended for ${endedSinceMs} ms`
  }`;
  const which = candidate === MAIN ? "main" : "splash";
  Deno.test(`isConvincing() says ${expected} to a ${which} window, "${evidence}", after ${when}`, () => {
    assert.equal(isConvincing({ window: candidate, evidence }, sinceMs, endedSinceMs), expected);
  });
}

Deno.test("LaunchFamily knows whether a child lives", () => {
  const family = new LaunchFamily(STARTED, []);
  family.update([process(STARTED, 1)]);
  assert.equal(family.hasLivingChild, false);
  family.update([process(60, STARTED)]);
  assert.equal(family.hasLivingChild, true);
  family.update([]);
  assert.equal(family.hasLivingChild, false);
});
