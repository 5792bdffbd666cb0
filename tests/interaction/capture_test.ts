import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { CaptureBackend, CaptureRefusal } from "../../src/desktop/desktop.ts";
import { backendsFor, type CaptureRequest, captureTrusted } from "../../src/interaction/capture.ts";
import type { ActContext } from "../../src/interaction/act_context.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeUniformFrame, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const RECT = { x: 10, y: 20, width: 40, height: 30 };
const ALL = ["print", "windowDc", "screen"] as const;

function request(given: Partial<CaptureRequest> = {}): CaptureRequest {
  return {
    window: { hwnd: 1n, pid: 4_200 },
    method: "auto",
    mode: "auto",
    noActivate: false,
    responds: true,
    region: undefined,
    ...given,
  };
}

function world(captures: FakeWindow["captures"], given: Partial<FakeWindow> = {}): {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  readonly window: FakeWindow;
  readonly context: ActContext;
  tried(): unknown[];
} {
  const window = fakeWindow({ hwnd: 1n, screenRect: RECT, captures, ...given });
  const desktop = new FakeDesktop({ windows: [window] });
  const clock = new FakeClock(0);
  const context = { desktop, clock, signal: new AbortController().signal };
  const tried = (): unknown[] => desktop.callsOf("captureWindow").map(([, backend]) => backend);
  return { desktop, clock, window, context, tried };
}

function refusal(backend: CaptureBackend, reason: CaptureRefusal["reason"]): CaptureRefusal {
  return { backend, reason, ...(reason === "covered" ? { coveredBy: 0x77n } : {}) };
}

for (
  const [given, backends] of [
    [{}, ALL],
    [{ method: "print" }, ["print"]],
    [{ method: "screen" }, ["screen"]],
    [{ mode: "foregroundDemo" }, ALL],
    [{ mode: "background" }, ["print", "windowDc"]],
    [{ mode: "background", method: "screen" }, ["print", "windowDc"]],
    [{ noActivate: true, method: "screen" }, ["print", "windowDc"]],
    [{ noActivate: true }, ["print", "windowDc"]],
  ] as const
) {
  Deno.test(`backendsFor(${JSON.stringify(given)}) is ${backends.join(", ")}`, () => {
    assert.deepEqual(backendsFor(request(given)), backends);
  });
}

Deno.test("captureTrusted() takes the first picture of more than one colour", async () => {
  const { context, tried } = world({ print: refusal("print", "failed") });
  const { frame, isUniform } = await captureTrusted(context, request());
  assert.deepEqual([frame.backend, isUniform], ["windowDc", false]);
  assert.deepEqual(tried(), ["print", "windowDc"]);
});

Deno.test("captureTrusted() believes one colour when a second method gives the same", async () => {
  const { context, tried } = world({
    print: fakeUniformFrame("print", RECT, "000000"),
    windowDc: fakeUniformFrame("windowDc", RECT, "3366CC"),
    screen: fakeUniformFrame("screen", RECT, "3366CC"),
  });
  const { frame, isUniform } = await captureTrusted(context, request());
  assert.deepEqual([frame.backend, frame.uniformColor, isUniform], ["screen", "3366CC", true]);
  assert.deepEqual(tried(), ALL);
});

/** What each method answers, the request, and the code. */
const FAILURES: readonly {
  readonly why: string;
  readonly captures: FakeWindow["captures"];
  readonly given?: Partial<CaptureRequest>;
  readonly code: string;
  readonly reason?: string;
}[] = [
  {
    why: "one colour that nothing confirms",
    captures: { print: fakeUniformFrame("print", RECT, "000000") },
    given: { method: "print" },
    code: "CAPTURE_BLANK",
  },
  {
    why: "three different colours",
    captures: {
      print: fakeUniformFrame("print", RECT, "000000"),
      windowDc: fakeUniformFrame("windowDc", RECT, "000001"),
      screen: fakeUniformFrame("screen", RECT, "000002"),
    },
    code: "CAPTURE_BLANK",
  },
  {
    why: "a program that draws nothing, in the background",
    captures: { print: refusal("print", "blank"), windowDc: fakeUniformFrame("windowDc", RECT, "000000") },
    given: { mode: "background" },
    code: "BACKGROUND_CAPTURE_UNAVAILABLE",
    reason: "blank",
  },
  {
    why: "a covered window that draws nothing",
    captures: {
      print: refusal("print", "blank"),
      windowDc: refusal("windowDc", "covered"),
      screen: refusal("screen", "covered"),
    },
    code: "CAPTURE_OCCLUDED",
  },
  {
    why: "a covered window of one colour, in the background",
    captures: {
      print: fakeUniformFrame("print", RECT, "FFFFFF"),
      windowDc: refusal("windowDc", "covered"),
    },
    given: { mode: "background" },
    code: "BACKGROUND_CAPTURE_UNAVAILABLE",
    reason: "covered",
  },
  {
    why: "a window off the screen that draws nothing",
    captures: {
      print: refusal("print", "blank"),
      windowDc: refusal("windowDc", "offScreen"),
      screen: refusal("screen", "offScreen"),
    },
    code: "CAPTURE_FAILED",
  },
  {
    why: "methods that all fail",
    captures: {
      print: refusal("print", "failed"),
      windowDc: refusal("windowDc", "failed"),
      screen: refusal("screen", "tooLarge"),
    },
    code: "CAPTURE_FAILED",
  },
  {
    why: "methods that all fail in the background",
    captures: { print: refusal("print", "failed"), windowDc: refusal("windowDc", "failed") },
    given: { mode: "background" },
    code: "CAPTURE_FAILED",
  },
  {
    why: "a window that goes while it is captured",
    captures: { print: refusal("print", "blank"), windowDc: refusal("windowDc", "gone") },
    given: { mode: "background" },
    code: "STALE_WINDOW_HANDLE",
  },
];

for (const { why, captures, given, code, reason } of FAILURES) {
  Deno.test(`captureTrusted() answers ${code} for ${why}`, async () => {
    const { context } = world(captures);
    await assert.rejects(captureTrusted(context, request(given)), (error: ToolError) => {
      assert.equal(error.code, code);
      if (reason !== undefined) assert.equal(error.details?.reason, reason);
      return true;
    });
  });
}

Deno.test("captureTrusted() names what was tried, and what covers the window", async () => {
  const { context } = world({
    print: fakeUniformFrame("print", RECT, "FFFFFF"),
    windowDc: refusal("windowDc", "covered"),
    screen: refusal("screen", "covered"),
  });
  await assert.rejects(captureTrusted(context, request()), (error: ToolError) => {
    assert.deepEqual(error.details?.tried, [
      { backend: "print", result: "one colour, FFFFFF" },
      { backend: "windowDc", result: "covered", coveredBy: "0x00000077" },
      { backend: "screen", result: "covered", coveredBy: "0x00000077" },
    ]);
    return true;
  });
});

Deno.test("captureTrusted() hands the region on, so that only that part must be uncovered", async () => {
  const { context, desktop } = world({});
  const region = { x: 1, y: 2, width: 3, height: 4 };
  await captureTrusted(context, request({ region }));
  assert.deepEqual(desktop.callsOf("captureWindow"), [[1n, "print", region]]);
});

for (const code of ["TIMEOUT", "PROVIDER_BUSY"] as const) {
  Deno.test(`captureTrusted() goes on without a program whose drawing ends in ${code}`, async () => {
    const { context, desktop } = world({});
    desktop.before("captureWindow", ([, backend]) => {
      if (backend === "print") throw new ToolError(code, "it hangs");
    });
    assert.equal((await captureTrusted(context, request())).frame.backend, "windowDc");
  });
}

Deno.test("captureTrusted() does not swallow other failures", async () => {
  const { context, desktop } = world({});
  desktop.fail("captureWindow", new ToolError("PLATFORM_UNSUPPORTED", "no Windows here"));
  await assert.rejects(captureTrusted(context, request()), { code: "PLATFORM_UNSUPPORTED" });
});

Deno.test("captureTrusted() reads the screen for a program that does not respond, without waiting", async () => {
  const { context, clock, tried } = world({}, { responding: "no" });
  const { frame } = await captureTrusted(context, request({ responds: false }));
  assert.equal(frame.backend, "windowDc");
  assert.deepEqual(tried(), ["windowDc"]);
  assert.equal(clock.now(), 0);
});

Deno.test("captureTrusted() waits for a busy program where it is covered, and lets it draw itself", async () => {
  const captures = {
    windowDc: refusal("windowDc", "covered"),
    screen: refusal("screen", "covered"),
  };
  const { context, clock, window, desktop, tried } = world(captures, { responding: "no" });
  desktop.before("targetCondition", () => {
    if (clock.now() >= 700) window.responding = "yes";
  });
  const { frame } = await captureTrusted(context, request({ responds: false }));
  assert.equal(frame.backend, "print");
  assert.deepEqual(tried(), ["windowDc", "screen", "print"]);
  assert.ok(clock.now() >= 700 && clock.now() < 1_000, `${clock.now()}`);
});

for (const [hung, code] of [[true, "WINDOW_HUNG"], [false, "WINDOW_NOT_RESPONDING"]] as const) {
  Deno.test(`captureTrusted() answers ${code} where only the program's own drawing is allowed`, async () => {
    const { context, tried } = world({}, { responding: "no", hung });
    await assert.rejects(captureTrusted(context, request({ responds: false, method: "print" })), { code });
    assert.deepEqual(tried(), []);
  });

  Deno.test(`captureTrusted() says CAPTURE_OCCLUDED for a covered program, and that it is ${code}`, async () => {
    const captures = {
      windowDc: refusal("windowDc", "covered"),
      screen: refusal("screen", "covered"),
    };
    const { context } = world(captures, { responding: "no", hung });
    await assert.rejects(captureTrusted(context, request({ responds: false })), (error: ToolError) => {
      assert.equal(error.code, "CAPTURE_OCCLUDED");
      assert.ok(JSON.stringify(error.details?.tried).includes(code));
      return true;
    });
  });
}

for (const method of ["print", "screen"] as const) {
  Deno.test(`captureTrusted() has another method bear witness where only ${method} was asked for`, async () => {
    const { context } = world({
      print: fakeUniformFrame("print", RECT, "3366CC"),
      windowDc: fakeUniformFrame("windowDc", RECT, "3366CC"),
      screen: fakeUniformFrame("screen", RECT, "3366CC"),
    });
    const { frame, isUniform } = await captureTrusted(context, request({ method }));
    assert.deepEqual([frame.backend, isUniform], [method, true]);
  });
}

Deno.test("captureTrusted() does not offer the screen again after the screen has failed", async () => {
  const { context } = world({ screen: fakeUniformFrame("screen", RECT, "000000") });
  await assert.rejects(captureTrusted(context, request({ method: "screen" })), (error) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "CAPTURE_BLANK");
    assert.doesNotMatch(error.suggestion, /screen|foregroundDemo/);
    return true;
  });
});
