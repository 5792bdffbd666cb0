import assert from "node:assert/strict";
import type { TargetCondition } from "../../src/desktop/desktop.ts";
import type { ActContext } from "../../src/interaction/act_context.ts";
import { type ActPurpose, preflight, PROBE_MS, refusalFor } from "../../src/interaction/preflight.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const ACTED = { hwnd: 1n, pid: 4_200 };

const FINE: TargetCondition = {
  exists: true,
  pid: ACTED.pid,
  hung: false,
  responding: "yes",
  cloaked: false,
  minimized: false,
  visible: true,
  elevated: false,
  interactiveDesktop: true,
  onOtherDesktop: false,
  captureProtected: false,
};

for (
  const [given, codes] of [
    [{}, {}],
    [
      { interactiveDesktop: false },
      { input: "NO_INTERACTIVE_DESKTOP", capture: "NO_INTERACTIVE_DESKTOP", close: "NO_INTERACTIVE_DESKTOP" },
    ],
    [{ exists: false }, {
      input: "STALE_WINDOW_HANDLE",
      capture: "STALE_WINDOW_HANDLE",
      close: "STALE_WINDOW_HANDLE",
    }],
    [{ pid: 4_201 }, {
      input: "STALE_WINDOW_HANDLE",
      capture: "STALE_WINDOW_HANDLE",
      close: "STALE_WINDOW_HANDLE",
    }],
    [{ onOtherDesktop: true }, {
      input: "WINDOW_ON_OTHER_DESKTOP",
      capture: "WINDOW_ON_OTHER_DESKTOP",
      close: "WINDOW_ON_OTHER_DESKTOP",
    }],
    [{ elevated: true }, { input: "TARGET_ELEVATED", close: "TARGET_ELEVATED" }],
    [{ elevated: undefined }, { input: "TARGET_ELEVATED", close: "TARGET_ELEVATED" }],
    [{ cloaked: true }, { input: "WINDOW_CLOAKED", capture: "WINDOW_CLOAKED" }],
    [{ captureProtected: true }, { capture: "CAPTURE_PROTECTED" }],
    [{ minimized: true }, { capture: "WINDOW_MINIMIZED" }],
    [{ responding: "no" }, {}],
    [{ hung: true }, {}],
  ] as const
) {
  for (const purpose of ["input", "capture", "close"] as const satisfies ActPurpose[]) {
    const code: string | undefined = (codes as Partial<Record<ActPurpose, string>>)[purpose];
    Deno.test(`refusalFor() ${Deno.inspect(given)} and ${purpose} is ${code ?? "nothing"}`, () => {
      assert.equal(refusalFor({ ...FINE, ...given }, ACTED, purpose)?.code, code);
    });
  }
}

function world(given: Partial<FakeWindow> = {}): {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  readonly window: FakeWindow;
  readonly context: ActContext;
  readonly controller: AbortController;
} {
  const window = fakeWindow({ hwnd: 1n, ...given });
  const desktop = new FakeDesktop({ windows: [window] });
  const clock = new FakeClock(0);
  const controller = new AbortController();
  return { desktop, clock, window, controller, context: { desktop, clock, signal: controller.signal } };
}

Deno.test("preflight() answers at once for a program that responds, after one short probe", async () => {
  const { context, clock, desktop } = world();
  const condition = await preflight(context, ACTED, "input", 5_000);
  assert.equal(condition.responding, "yes");
  assert.equal(clock.now(), 0);
  assert.deepEqual(desktop.callsOf("targetCondition"), [[1n, PROBE_MS]]);
});

Deno.test("preflight() waits for a busy program, in short probes", async () => {
  const { context, clock, window, desktop } = world({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 700) window.responding = "yes";
  });
  await preflight(context, ACTED, "input", 5_000);
  assert.ok(clock.now() >= 700 && clock.now() <= 800, `${clock.now()}`);
});

Deno.test("preflight() gives a busy program up at the deadline", async () => {
  const { context, clock } = world({ responding: "no" });
  await assert.rejects(preflight(context, ACTED, "input", 1_000), { code: "WINDOW_NOT_RESPONDING" });
  assert.equal(clock.now(), 1_000);
});

Deno.test("preflight() does not wait for a program that Windows calls hung", async () => {
  const { context, clock, window, desktop } = world({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 300) window.hung = true;
  });
  await assert.rejects(preflight(context, ACTED, "input", 60_000), { code: "WINDOW_HUNG" });
  assert.ok(clock.now() <= 500, `${clock.now()}`);
});

Deno.test("preflight() looks at everything else again while it waits", async () => {
  const { context, clock, desktop } = world({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 200) desktop.removeWindow(1n);
  });
  await assert.rejects(preflight(context, ACTED, "input", 60_000), { code: "STALE_WINDOW_HANDLE" });
});

Deno.test("preflight() asks once where it may not wait", async () => {
  const { context, desktop } = world({ responding: "no" });
  await assert.rejects(preflight(context, ACTED, "input", 0), { code: "WINDOW_NOT_RESPONDING" });
  assert.equal(desktop.callsOf("targetCondition").length, 1);
});

Deno.test("preflight() stops when the call is cancelled", async () => {
  const { context, controller, clock, desktop } = world({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 200) controller.abort();
  });
  await assert.rejects(preflight(context, ACTED, "input", 60_000), { code: "CANCELLED" });
  assert.ok(clock.now() <= 300, `${clock.now()}`);
});
