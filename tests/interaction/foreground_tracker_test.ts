import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { ActContext } from "../../src/interaction/act_context.ts";
import { actTracked, ForegroundTracker } from "../../src/interaction/foreground_tracker.ts";
import { interactionRequest } from "../../src/interaction/modes.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeWindow } from "../fakes/fake_window.ts";

const BEFORE = 0x10n;
const TARGET = 0x20n;
const PERSONS = 0x30n;
const TARGET_PID = 22;

function world(): {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  readonly context: ActContext;
  readonly controller: AbortController;
} {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: BEFORE, pid: 11 }),
      fakeWindow({ hwnd: TARGET, pid: TARGET_PID }),
      fakeWindow({ hwnd: PERSONS, pid: 33 }),
    ],
    foreground: BEFORE,
  });
  const clock = new FakeClock(0);
  const controller = new AbortController();
  return { desktop, clock, controller, context: { desktop, clock, signal: controller.signal } };
}

Deno.test("ForegroundTracker reports an act that changed nothing", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "auto");
  assert.deepEqual(await tracker.report("WM_CHAR"), {
    requestedMode: "auto",
    effectiveMode: "background",
    foregroundChanged: false,
    targetActivated: false,
    physicalCursorMoved: false,
    method: "WM_CHAR",
    foregroundBefore: "0x00000010",
    foregroundAfter: "0x00000010",
  });
  assert.deepEqual(desktop.callsOf("requestForeground"), []);
});

Deno.test("ForegroundTracker takes keyboard input for no background, where the target was in front already too", async () => {
  const { context } = world();
  const tracker = await ForegroundTracker.begin(context, "auto", TARGET_PID);
  const report = await tracker.report("SendInput");
  assert.deepEqual([report.effectiveMode, report.foregroundChanged], ["foregroundDemo", false]);
});

Deno.test("ForegroundTracker gives the foreground back after the act took it, and says both", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "foregroundDemo", TARGET_PID);
  await desktop.requestForeground(TARGET, "plain");
  tracker.noteActivated();
  await tracker.giveBack();
  const report = await tracker.report("SendInput");
  assert.equal(desktop.foreground, BEFORE);
  assert.deepEqual(
    [report.foregroundChanged, report.targetActivated, report.foregroundRestored, report.effectiveMode],
    [false, true, true, "foregroundDemo"],
  );
  assert.equal(report.foregroundChangedDuringRun, true);
});

Deno.test("ForegroundTracker says when the foreground could not be given back", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "foregroundDemo");
  desktop.setForeground(TARGET);
  tracker.noteActivated();
  desktop.grantsForeground = false;
  await tracker.giveBack();
  const report = await tracker.report("SendInput");
  assert.deepEqual([report.foregroundChanged, report.foregroundRestored], [true, false]);
  assert.equal(report.foregroundAfter, "0x00000020");
});

Deno.test("ForegroundTracker gives back in background mode what the target took by itself", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "background", TARGET_PID);
  desktop.setForeground(TARGET);
  await tracker.giveBack();
  const report = await tracker.report("PrintWindow");
  assert.equal(desktop.foreground, BEFORE);
  assert.deepEqual(
    [report.effectiveMode, report.foregroundChanged, report.foregroundChangedDuringRun],
    ["background", false, true],
  );
  assert.equal(report.foregroundRestored, true);
});

for (const mode of ["background", "foregroundDemo"] as const) {
  Deno.test(`ForegroundTracker leaves the person's own window in front in ${mode} mode`, async () => {
    const { context, desktop } = world();
    const tracker = await ForegroundTracker.begin(context, mode, TARGET_PID);
    desktop.setForeground(PERSONS);
    await tracker.giveBack();
    const report = await tracker.report("PrintWindow");
    assert.equal(desktop.foreground, PERSONS);
    assert.deepEqual(desktop.callsOf("requestForeground"), []);
    assert.deepEqual([report.foregroundChanged, report.foregroundRestored], [true, undefined]);
    assert.equal(report.foregroundAfter, "0x00000030");
  });
}

Deno.test("ForegroundTracker tells of a foreground that changed and came back by itself", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "auto");
  desktop.setForeground(TARGET);
  desktop.setForeground(BEFORE);
  const report = await tracker.report("x");
  assert.deepEqual([report.foregroundChanged, report.foregroundChangedDuringRun], [false, true]);
});

Deno.test("ForegroundTracker does not wait for a window that has gone meanwhile", async () => {
  const { context, desktop, clock } = world();
  const tracker = await ForegroundTracker.begin(context, "foregroundDemo");
  desktop.setForeground(TARGET);
  tracker.noteActivated();
  desktop.removeWindow(BEFORE);
  await tracker.giveBack();
  assert.equal((await tracker.report("x")).foregroundRestored, false);
  assert.equal(clock.now(), 0);
});

for (const mode of ["auto", "background"] as const) {
  Deno.test(`ForegroundTracker gives nothing back to a dialog that the act has closed, in ${mode} mode`, async () => {
    const { context, desktop } = world();
    const tracker = await ForegroundTracker.begin(context, mode, TARGET_PID);
    desktop.removeWindow(BEFORE);
    desktop.setForeground(TARGET);
    await tracker.noteIfTaken();
    await tracker.giveBack();
    const report = await tracker.report("InvokePattern");
    assert.deepEqual([report.foregroundChanged, report.foregroundRestored], [true, undefined]);
    assert.deepEqual(desktop.callsOf("requestForeground"), []);
  });
}

Deno.test("ForegroundTracker gives back after the call was cancelled too", async () => {
  const { context, desktop, controller } = world();
  const tracker = await ForegroundTracker.begin(context, "foregroundDemo");
  desktop.setForeground(TARGET);
  tracker.noteActivated();
  controller.abort();
  await tracker.giveBack();
  assert.equal(desktop.foreground, BEFORE);
});

Deno.test("ForegroundTracker has nothing to give back where nothing was in front", async () => {
  const { context, desktop } = world();
  desktop.foreground = 0n;
  const tracker = await ForegroundTracker.begin(context, "background");
  desktop.setForeground(TARGET);
  await tracker.giveBack();
  const report = await tracker.report("x");
  assert.equal(desktop.foreground, TARGET);
  assert.deepEqual([report.foregroundBefore, report.foregroundChanged], [undefined, false]);
});

Deno.test("ForegroundTracker does without a count of changes", async () => {
  const { context, desktop } = world();
  desktop.foregroundChanges = undefined;
  const tracker = await ForegroundTracker.begin(context, "auto");
  const report = await tracker.report("x");
  assert.equal(report.foregroundChangedDuringRun, undefined);
});

Deno.test("ForegroundTracker takes nothing back that the act did not take, outside background mode", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "auto", TARGET_PID);
  desktop.setForeground(TARGET); // the person has clicked into the target meanwhile
  await tracker.giveBack();
  assert.equal(desktop.foreground, TARGET);
  assert.deepEqual(desktop.callsOf("requestForeground"), []);
});

Deno.test("ForegroundTracker's report alone gives nothing back", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "background", TARGET_PID);
  desktop.setForeground(TARGET);
  assert.equal((await tracker.report("PrintWindow")).foregroundChanged, true);
  assert.deepEqual(desktop.callsOf("requestForeground"), []);
});

for (const [mode, isRestored] of [["auto", true], ["background", false]] as const) {
  Deno.test(`actTracked() in ${mode} mode sends ${isRestored ? "an empty" : "no"} input to give the foreground back`, async () => {
    const { desktop, context } = world();
    const { report } = await actTracked(
      context,
      interactionRequest({ interactionMode: mode }),
      TARGET_PID,
      async (tracker) => {
        desktop.setForeground(TARGET);
        tracker.noteActivated();
        desktop.grantsForeground = "afterInput";
        return await Promise.resolve({ method: "test" });
      },
    );
    assert.equal(report.foregroundRestored, isRestored);
    assert.equal(report.foregroundChanged, !isRestored);
    const ways = desktop.callsOf("requestForeground").map(([, way]) => way);
    assert.deepEqual(ways, ["plain", isRestored ? "emptyInput" : "plain"]);
  });
}

for (const method of ["requestForeground", "foregroundWindow", "windowState"] as const) {
  Deno.test(`ForegroundTracker does not fail an act that is done when ${method} does not answer`, async () => {
    const { context, desktop } = world();
    const tracker = await ForegroundTracker.begin(context, "foregroundDemo", TARGET_PID);
    desktop.setForeground(TARGET);
    tracker.noteActivated();
    desktop.fail(method, new ToolError("PROVIDER_BUSY", "the old window's program hangs"));
    await tracker.giveBack();
    assert.equal((await tracker.report("SendInput")).foregroundRestored, false);
  });
}

Deno.test("actTracked() gives back after a failure too, and passes the failure on", async () => {
  const { context, desktop } = world();
  const interaction = { mode: "auto", restoresForeground: true, stepDelayMs: 0, noActivate: false } as const;
  await assert.rejects(
    actTracked(context, interaction, TARGET_PID, async (tracker) => {
      await desktop.requestForeground(TARGET, "plain");
      tracker.noteActivated();
      throw new ToolError("FOCUS_FAILED", "lost");
    }),
    { code: "FOCUS_FAILED" },
  );
  assert.equal(desktop.foreground, BEFORE);
});

Deno.test("actTracked() leaves the effect to be looked at before it gives back", async () => {
  const { context, desktop, clock } = world();
  const interaction = {
    mode: "foregroundDemo",
    restoresForeground: true,
    stepDelayMs: 700,
    noActivate: false,
  } as const;
  let heldAt = 0;
  desktop.before("requestForeground", () => {
    heldAt = clock.now();
  });
  await actTracked(context, interaction, TARGET_PID, (tracker) => {
    desktop.setForeground(TARGET);
    tracker.noteActivated();
    return Promise.resolve({ method: "SendInput" });
  });
  assert.equal(heldAt, 700);
  assert.equal(desktop.foreground, BEFORE);
});

for (const mode of ["auto", "background", "foregroundDemo"] as const) {
  Deno.test(`ForegroundTracker leaves the foreground where the act is to keep it (${mode})`, async () => {
    const { context, desktop } = world();
    const tracker = await ForegroundTracker.begin(context, mode, TARGET_PID);
    desktop.setForeground(TARGET);
    tracker.noteActivated();
    tracker.keepForeground();
    await tracker.giveBack();
    const report = await tracker.report("SetForegroundWindow");
    assert.equal(desktop.foreground, TARGET);
    assert.deepEqual([report.foregroundChanged, report.foregroundRestored], [true, undefined]);
  });
}

Deno.test("ForegroundTracker gives back in auto mode what was noted as taken, without calling it an activation", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "auto", TARGET_PID);
  desktop.setForeground(TARGET);
  await tracker.noteIfTaken();
  await tracker.giveBack();
  const report = await tracker.report("post_message");
  assert.equal(desktop.foreground, BEFORE);
  assert.deepEqual([report.targetActivated, report.foregroundRestored, report.effectiveMode], [
    false,
    true,
    "foregroundDemo",
  ]);
});

Deno.test("ForegroundTracker takes a foreground that fell to the desktop for nobody's", async () => {
  const { context, desktop } = world();
  desktop.windows.push(fakeWindow({ hwnd: 0x99n, pid: 5, className: "#32769" }));
  const tracker = await ForegroundTracker.begin(context, "auto", TARGET_PID);
  desktop.setForeground(0x99n);
  await tracker.noteIfTaken();
  await tracker.giveBack();
  assert.equal(desktop.foreground, BEFORE);
});

Deno.test("ForegroundTracker notes nothing as taken where the person turned elsewhere, or nothing changed", async () => {
  const { context, desktop } = world();
  const tracker = await ForegroundTracker.begin(context, "auto", TARGET_PID);
  await tracker.noteIfTaken();
  desktop.setForeground(PERSONS);
  await tracker.noteIfTaken();
  await tracker.giveBack();
  assert.equal(desktop.foreground, PERSONS);
});

for (const mode of ["background", "foregroundDemo"] as const) {
  Deno.test(`ForegroundTracker leaves a dialog in front of its disabled owner in ${mode} mode`, async () => {
    const { context, desktop } = world();
    desktop.setForeground(TARGET);
    const tracker = await ForegroundTracker.begin(context, mode, TARGET_PID);
    if (mode === "foregroundDemo") await tracker.activate(TARGET);
    const owner = desktop.window(TARGET);
    assert.ok(owner);
    owner.enabled = false;
    desktop.windows.unshift(fakeWindow({ hwnd: 0x99n, pid: TARGET_PID }));
    desktop.setForeground(0x99n);
    await tracker.giveBack();
    assert.equal(desktop.foreground, 0x99n);
  });
}

Deno.test("ForegroundTracker leaves another window of the program that was in front already where it is", async () => {
  const { context, desktop } = world();
  desktop.setForeground(TARGET);
  const tracker = await ForegroundTracker.begin(context, "background", TARGET_PID);
  desktop.windows.unshift(fakeWindow({ hwnd: 0x99n, pid: TARGET_PID }));
  desktop.setForeground(0x99n);
  await tracker.noteIfTaken();
  await tracker.giveBack();
  assert.equal(desktop.foreground, 0x99n);
});

Deno.test("actTracked() says of an act that failed what it did to the foreground all the same", async () => {
  const { context, desktop } = world();
  const interaction = interactionRequest({ interactionMode: "foregroundDemo" });
  const act = (moves: boolean): Promise<unknown> =>
    actTracked(context, interaction, TARGET_PID, async (tracker) => {
      if (moves) await tracker.activate(TARGET);
      throw new ToolError("CONTROL_DISABLED", "no", { details: { control: 1 } });
    });
  await assert.rejects(act(true), (error) => {
    assert.ok(error instanceof ToolError);
    const told = error.details?.interaction as Record<string, unknown>;
    assert.deepEqual([error.code, error.details?.control], ["CONTROL_DISABLED", 1]);
    assert.deepEqual([told.targetActivated, told.foregroundChangedDuringRun, told.foregroundRestored], [
      true,
      true,
      true,
    ]);
    return true;
  });
  desktop.foregroundChanges = 0;
  await assert.rejects(act(false), (error) => {
    assert.ok(error instanceof ToolError);
    assert.deepEqual(error.details, { control: 1 });
    return true;
  });
});
