import assert from "node:assert/strict";
import * as fc from "fast-check";
import { ToolError } from "../../src/core/errors.ts";
import { SESSION_LIFE_MS, TargetSessions } from "../../src/targets/target_sessions.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess } from "../fakes/fake_window.ts";
import { BINDING, type BoundWorld, boundWorld, HWND, notesWindow, PID, TARGET_REF } from "./bound_program.ts";

async function failure(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(() => undefined, (thrown: unknown) => thrown);
  return error instanceof ToolError ? error : assert.fail(`no ToolError: ${error}`);
}

function resolve(world: BoundWorld, need: "window" | "process" = "window") {
  return world.sessions.resolve(world.desktop, TARGET_REF, need);
}

Deno.test("TargetSessions names a program by profile, process and window", () => {
  const sessions = new TargetSessions(new FakeClock());
  assert.equal(sessions.bind(BINDING).targetRef, "target_notes_4200_65578");
  assert.equal(sessions.bind({ ...BINDING, hwnd: undefined }).targetRef, "target_notes_4200");
});

Deno.test("TargetSessions does not know a name that it never gave: TARGET_REQUIRED, not expired", async () => {
  const { sessions, desktop } = boundWorld();
  const error = await failure(sessions.resolve(desktop, "target_notes_1", "window"));
  assert.equal(error.code, "TARGET_REQUIRED");
  assert.deepEqual(error.details, {
    targetRef: "target_notes_1",
    reason: "binding-not-found",
    expired: false,
  });
});

Deno.test("TargetSessions lets a name expire 20 minutes after it was last resolved, and says when", async () => {
  const clock = new FakeClock();
  const sessions = new TargetSessions(clock, () => new Date(1_000_000_000 + clock.now()));
  const desktop = new FakeDesktop({
    windows: [notesWindow()],
    processes: [fakeProcess({ pid: PID, name: "notes", creationTime: BINDING.process.creationTime })],
  });
  sessions.bind(BINDING);
  for (let time = 0; time < 3; time++) {
    clock.pass(SESSION_LIFE_MS - 1);
    await sessions.resolve(desktop, TARGET_REF, "window");
  }
  const lastUsedAt = clock.now();
  clock.pass(SESSION_LIFE_MS + 60_000);
  for (let time = 0; time < 2; time++) {
    const { code, details } = await failure(sessions.resolve(desktop, TARGET_REF, "window"));
    assert.deepEqual([code, details], ["TARGET_REQUIRED", {
      targetRef: TARGET_REF,
      reason: "expired",
      expired: true,
      expiredAt: new Date(1_000_000_000 + lastUsedAt + SESSION_LIFE_MS).toISOString(),
    }]);
  }
});

Deno.test("TargetSessions does not prolong a name by resolutions that failed", async () => {
  const world = boundWorld({ windows: [] });
  world.clock.pass(SESSION_LIFE_MS - 1);
  assert.equal((await failure(resolve(world))).code, "WINDOW_NOT_FOUND_FOR_PROCESS");
  world.clock.pass(1);
  assert.equal((await failure(resolve(world))).details?.reason, "expired");
});

Deno.test("TargetSessions never takes what is unknown for expired, nor the other way round, for a hundred names", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(
      fc.record({
        pid: fc.integer({ min: 1, max: 99 }),
        passMs: fc.integer({ min: 0, max: SESSION_LIFE_MS }),
      }),
      { maxLength: 40 },
    ),
    async (steps) => {
      const clock = new FakeClock();
      const sessions = new TargetSessions(clock);
      const desktop = new FakeDesktop();
      const boundAt = new Map<number, number>();
      for (const { pid, passMs } of steps) {
        sessions.bind({ ...BINDING, hwnd: undefined, process: { pid, creationTime: BigInt(pid) } });
        boundAt.set(pid, clock.now());
        clock.pass(passMs);
      }
      for (let pid = 1; pid < 100; pid++) {
        const at = boundAt.get(pid);
        const isLive = at !== undefined && clock.now() - at < SESSION_LIFE_MS;
        const { code, details } = await failure(
          sessions.resolve(desktop, `target_notes_${pid}`, "window"),
        );
        // No process runs on this desktop: what is still bound has exited.
        assert.equal(code, isLive ? "TARGET_PROCESS_EXITED" : "TARGET_REQUIRED");
        if (!isLive) assert.equal(details?.reason, at === undefined ? "binding-not-found" : "expired");
      }
    },
  ));
});

Deno.test("TargetSessions forgets the oldest of many expired names: they are unknown then", async () => {
  const clock = new FakeClock();
  const sessions = new TargetSessions(clock);
  const desktop = new FakeDesktop();
  for (let pid = 1; pid <= 600; pid++) {
    sessions.bind({ ...BINDING, hwnd: undefined, process: { pid, creationTime: 1n } });
  }
  clock.pass(SESSION_LIFE_MS);
  const reasonOf = async (pid: number): Promise<unknown> =>
    (await failure(sessions.resolve(desktop, `target_notes_${pid}`, "window"))).details?.reason;
  assert.equal(await reasonOf(100), "binding-not-found");
  assert.equal(await reasonOf(101), "expired");
});

Deno.test("TargetSessions binds an expired name again", async () => {
  const world = boundWorld();
  world.clock.pass(SESSION_LIFE_MS);
  assert.equal((await failure(resolve(world))).details?.reason, "expired");
  world.sessions.bind(BINDING);
  assert.equal((await resolve(world)).found?.rebound, false);
});

Deno.test("a saved window that is there is taken as it is, and no window is listed", async () => {
  const world = boundWorld({ windows: [notesWindow({ title: "Anything else", minimized: true })] });
  const { found } = await resolve(world);
  assert.deepEqual([found?.window.hwnd, found?.rebound, found?.previousHwnd], [HWND, false, undefined]);
  assert.deepEqual(world.desktop.callsOf("listWindows"), []);
});

for (
  const [what, change] of [
    ["is gone", (world: BoundWorld) => world.desktop.removeWindow(HWND)],
    ["is another program's by now", (world: BoundWorld) => {
      Object.assign(world.desktop.window(HWND) ?? {}, { pid: 9 });
    }],
    ["is another window of the same handle", (world: BoundWorld) => {
      Object.assign(world.desktop.window(HWND) ?? {}, { threadId: 9, title: "x" });
    }],
    ["is a window of another class with its handle", (world: BoundWorld) => {
      Object.assign(world.desktop.window(HWND) ?? {}, { className: "Dialog", title: "x" });
    }],
  ] as const
) {
  Deno.test(`a saved window that ${what} is followed to the window that fits the rule; the name stays`, async () => {
    const world = boundWorld();
    await resolve(world);
    change(world);
    world.desktop.windows.unshift(
      notesWindow({ hwnd: 0x50n, title: "Settings" }),
      notesWindow({ hwnd: 0x51n, title: "About Notes", owner: 0x52n }),
      notesWindow({ hwnd: 0x52n, minimized: true }),
    );
    const { found, session } = await resolve(world);
    assert.deepEqual([found?.window.hwnd, found?.rebound, found?.previousHwnd], [0x52n, true, HWND]);
    assert.deepEqual([session.bound.targetRef, session.bound.hwnd], [TARGET_REF, 0x52n]);
    assert.equal((await resolve(world)).found?.rebound, false);
  });
}

Deno.test("the frame of a Store app is its window while it hosts nothing, and not when it hosts another", async () => {
  const frame = notesWindow({ pid: 77, hostedPid: PID, className: "ApplicationFrameWindow" });
  const world = boundWorld({ windows: [frame] });
  await resolve(world);
  frame.minimized = true;
  delete frame.hostedPid;
  assert.equal((await resolve(world)).found?.rebound, false);
  frame.hostedPid = 78;
  assert.equal((await failure(resolve(world))).code, "WINDOW_NOT_FOUND_FOR_PROCESS");
});

Deno.test("a program without a fitting window is no crashed one: WINDOW_NOT_FOUND_FOR_PROCESS", async () => {
  const world = boundWorld();
  world.desktop.windows = [notesWindow({ hwnd: 0x50n, title: "Settings" })];
  const error = await failure(resolve(world));
  assert.equal(error.code, "WINDOW_NOT_FOUND_FOR_PROCESS");
  assert.match(error.message, /is running/);
  assert.match(error.message, /does not prove a crash/);
  assert.equal(error.toBody().retryable, true);
  assert.deepEqual(error.details, {
    targetRef: TARGET_REF,
    pid: PID,
    profile: "notes",
    processAlive: true,
    windowAlive: true,
    profileWindowMatched: false,
    lifecycle: "window-lost-process-alive",
    previousHwnd: "0x0001002A",
  });
  world.desktop.windows = [];
  assert.equal((await failure(resolve(world))).details?.windowAlive, false);
  world.desktop.windows = [notesWindow({ hwnd: 0x51n })];
  assert.equal((await resolve(world)).found?.previousHwnd, HWND);
});

Deno.test("a program that was bound without a window is followed to its first", async () => {
  const world = boundWorld({ windows: [], binding: { hwnd: undefined } });
  const { targetRef } = world.bound;
  const find = () => world.sessions.resolve(world.desktop, targetRef, "window");
  const { details } = await failure(find());
  assert.deepEqual([details?.lifecycle, details?.previousHwnd], ["alive", undefined]);
  world.desktop.windows = [notesWindow()];
  const { found } = await find();
  assert.deepEqual([found?.rebound, found?.previousHwnd], [true, undefined]);
});

Deno.test("where only the process is needed, one without a window will do", async () => {
  const world = boundWorld({ windows: [] });
  assert.equal((await resolve(world, "process")).found, undefined);
  world.end(0);
  assert.equal((await failure(resolve(world, "process"))).code, "TARGET_PROCESS_EXITED");
});

Deno.test("a process that another one has taken the id of is gone", async () => {
  const world = boundWorld();
  for (const process of world.desktop.processes) {
    if (process.pid === PID) process.creationTime += 1n;
  }
  const error = await failure(resolve(world));
  assert.equal(error.code, "TARGET_PROCESS_EXITED");
  assert.ok(!("exitCode" in (error.details ?? {})));
});

Deno.test("a program that ends between the looks at it and at its windows has exited", async () => {
  const world = boundWorld({ windows: [] });
  world.desktop.before("listWindows", () => world.end(3));
  assert.equal((await failure(resolve(world))).code, "TARGET_PROCESS_EXITED");
});

Deno.test("TARGET_PROCESS_EXITED tells what was seen, and drops the binding", async () => {
  const world = boundWorld();
  world.end(3);
  const error = await failure(resolve(world));
  const { exitObservedAt, ...details } = error.details ?? {};
  assert.match(String(exitObservedAt), /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(details, {
    targetRef: TARGET_REF,
    pid: PID,
    profile: "notes",
    processAlive: false,
    windowAlive: false,
    startedByMcp: true,
    lifetime: "independent",
    exitCode: 3,
    lifecycle: "process-exited-with-code",
    observed: "An abnormal termination was observed; the cause is unknown.",
    causality: "unknown",
  });
  assert.equal(error.message, `The process of ${TARGET_REF} (${PID}) has exited`);
  assert.equal((await failure(resolve(world))).details?.reason, "binding-not-found");
});

for (
  const [what, exitCode, startedByMcp, lifecycle, observed] of [
    ["a normal exit", 0, false, "process-exited", "A normal process exit was observed."],
    [
      "a code that is unknown",
      undefined,
      true,
      "process-exited",
      "The process is gone; the root cause is unknown.",
    ],
  ] as const
) {
  Deno.test(`TARGET_PROCESS_EXITED says of ${what} no more than was seen`, async () => {
    const world = boundWorld({ binding: { startedByMcp, lifetime: undefined } });
    if (exitCode === undefined) {
      world.desktop.processes = [];
      world.desktop.windows = [];
    } else world.end(exitCode);
    const { details } = await failure(resolve(world));
    assert.deepEqual(
      [
        details?.lifecycle,
        details?.observed,
        details?.startedByMcp,
        details?.exitCode,
        "lifetime" in (details ?? {}),
      ],
      [lifecycle, observed, startedByMcp, exitCode, false],
    );
  });
}

Deno.test("TARGET_PROCESS_EXITED names close_app as what ended the process only where it did", async () => {
  const world = boundWorld();
  world.sessions.endedByMcp([{ pid: PID, creationTime: 7n }]);
  world.sessions.bind({ ...BINDING, hwnd: undefined });
  world.end(1);
  assert.equal((await failure(resolve(world))).details?.lifecycle, "process-exited-with-code");
  world.sessions.endedByMcp([BINDING.process]);
  const { details } = await failure(world.sessions.resolve(world.desktop, `target_notes_${PID}`, "window"));
  assert.deepEqual(
    [details?.lifecycle, details?.observed, details?.exitCode],
    ["terminated-by-mcp", "close_app ended the process.", 1],
  );
});

Deno.test("TargetSessions goes on with what is known of a process that is bound again", async () => {
  const world = boundWorld();
  const { session } = await resolve(world);
  const again = world.sessions.bind({ ...BINDING, startedByMcp: false, lifetime: undefined });
  assert.deepEqual([again.startedByMcp, again.lifetime], [true, "independent"]);
  assert.equal(world.sessions.find(TARGET_REF), session);
  const other = world.sessions.bind({
    ...BINDING,
    process: { pid: PID, creationTime: 1n },
    startedByMcp: false,
  });
  assert.equal(other.startedByMcp, false);
  assert.notEqual(world.sessions.find(TARGET_REF), session);
});
