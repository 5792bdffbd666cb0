import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { type ActPurpose, preflight } from "../../src/interaction/preflight.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const HWND = 0x1002An;

function setUp(given: Partial<FakeWindow> = {}): {
  desktop: FakeDesktop;
  clock: FakeClock;
  window: FakeWindow;
  look(purpose: ActPurpose, waitMs?: number, signal?: AbortSignal): Promise<unknown>;
} {
  const window = fakeWindow({ hwnd: HWND, ...given });
  const desktop = new FakeDesktop({ windows: [window] });
  const clock = new FakeClock(0);
  return {
    desktop,
    clock,
    window,
    look: (purpose, waitMs = 1_000, signal = new AbortController().signal) =>
      preflight({ desktop, clock, signal }, HWND, purpose, waitMs),
  };
}

const isCode = (code: string) => (error: unknown): boolean =>
  error instanceof ToolError && error.code === code;

for (const purpose of ["input", "capture", "close"] as const) {
  Deno.test(`preflight() for ${purpose} finds nothing wrong with an ordinary window`, async () => {
    const { look, clock } = setUp();
    await look(purpose);
    assert.equal(clock.now(), 0);
  });

  Deno.test(`preflight() for ${purpose} refuses without a desktop to act on`, async () => {
    const { look, desktop } = setUp();
    desktop.interactiveDesktop = false;
    await assert.rejects(look(purpose), isCode("NO_INTERACTIVE_DESKTOP"));
  });

  Deno.test(`preflight() for ${purpose} sees that the window has been destroyed`, async () => {
    const { look, desktop } = setUp();
    desktop.removeWindow(HWND);
    await assert.rejects(look(purpose), isCode("STALE_WINDOW_HANDLE"));
  });

  Deno.test(`preflight() for ${purpose} does not wait for a window that Windows has given up`, async () => {
    const { look, clock } = setUp({ hung: true, responding: "no" });
    await assert.rejects(look(purpose, 60_000), isCode("WINDOW_HUNG"));
    assert.ok(clock.now() < 200, "a refusal comes at once");
  });
}

for (
  const [given, codes] of [
    [{ elevated: true }, { input: "TARGET_ELEVATED", capture: undefined, close: "TARGET_ELEVATED" }],
    [{ elevated: undefined }, { input: undefined, capture: undefined, close: undefined }],
    [{ cloaked: true }, { input: "WINDOW_CLOAKED", capture: "WINDOW_CLOAKED", close: undefined }],
    [{ captureProtected: true }, { input: undefined, capture: "CAPTURE_PROTECTED", close: undefined }],
    [{ minimized: true }, { input: undefined, capture: "WINDOW_MINIMIZED", close: undefined }],
  ] as const
) {
  for (const [purpose, code] of Object.entries(codes) as [ActPurpose, string | undefined][]) {
    Deno.test(`preflight() for ${purpose} with ${JSON.stringify(given)}: ${code ?? "goes on"}`, async () => {
      const { look } = setUp(given);
      if (code === undefined) await look(purpose);
      else await assert.rejects(look(purpose), isCode(code));
    });
  }
}

Deno.test("preflight() waits for a busy window and goes on when it answers", async () => {
  const { look, desktop, clock, window } = setUp({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 400) window.responding = "yes";
  });
  await look("input", 5_000);
  assert.ok(clock.now() >= 400 && clock.now() <= 500, `${clock.now()}`);
});

Deno.test("preflight() gives a busy window up at the deadline", async () => {
  const { look, clock } = setUp({ responding: "no" });
  await assert.rejects(look("input", 700), isCode("WINDOW_NOT_RESPONDING"));
  assert.equal(clock.now(), 700);
});

Deno.test("preflight() refuses a busy window at once when Windows gives it up meanwhile", async () => {
  const { look, desktop, clock, window } = setUp({ responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 300) window.hung = true;
  });
  await assert.rejects(look("input", 60_000), isCode("WINDOW_HUNG"));
  assert.ok(clock.now() <= 500, `${clock.now()}`);
});

Deno.test("preflight() ends with the call when the client cancels it", async () => {
  const { look } = setUp({ responding: "no" });
  const controller = new AbortController();
  const looking = look("input", 60_000, controller.signal);
  controller.abort();
  await assert.rejects(looking, isCode("CANCELLED"));
});
