import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { StartedProcess } from "../../src/desktop/desktop.ts";
import { activate } from "../../src/interaction/activation.ts";
import type { ActContext } from "../../src/interaction/act_context.ts";
import { launch, type LaunchOutcome, type LaunchRequest } from "../../src/interaction/launch.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { type FakeProcess, fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const FRONT = 1n;
const OWN = 50n;

interface Bench {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  readonly context: ActContext;
  /** Does something some time after the start. */
  after(ms: number, act: (started: FakeProcess) => void): void;
  launch(request?: Partial<LaunchRequest>): Promise<LaunchOutcome>;
}

/** A desktop with a window in front, and a program that does what {@link Bench.after} says. */
function bench(signal = new AbortController().signal): Bench {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: FRONT, pid: 100, title: "In front" })],
    processes: [fakeProcess({ pid: 100, name: "editor" })],
    foreground: FRONT,
  });
  const clock = new FakeClock(0);
  const script: { ms: number; act: (started: FakeProcess) => void }[] = [];
  desktop.startBehaviour = (_options, pid): StartedProcess => {
    const started = fakeProcess({ pid, name: "program" });
    desktop.processes.push(started);
    for (const { ms, act } of script) void clock.sleep(ms).then(() => act(started));
    const isolation = {
      effective: "independent",
      method: "windows-breakaway",
      verified: true,
      outerJobCoupling: "none-observed",
    } as const;
    return { pid, creationTime: started.creationTime, isolation };
  };
  const context = { desktop, clock, signal };
  return {
    desktop,
    clock,
    context,
    after: (ms, act) => void script.push({ ms, act }),
    launch: (request) =>
      launch(context, {
        start: {
          exePath: "C:\\program.exe",
          args: [],
          cwd: undefined,
          show: "normal",
          lifetime: "independent",
        },
        processName: "program",
        waitsForWindow: true,
        timeoutMs: 10_000,
        keeps: undefined,
        minimizes: false,
        ...request,
      }, FRONT),
  };
}

function show(b: Bench, given: Partial<FakeWindow> = {}): (started: FakeProcess) => void {
  return ({ pid }) =>
    void b.desktop.windows.unshift(fakeWindow({ hwnd: OWN, pid, title: "Program", ...given }));
}

const isCode = (code: string) => (error: unknown): boolean =>
  error instanceof ToolError && error.code === code;

Deno.test("launch() returns when the first window is there, however late", async () => {
  const b = bench();
  b.after(8_000, show(b));
  const { candidate, exitCode } = await b.launch();
  assert.equal(candidate?.window.hwnd, OWN);
  assert.equal(exitCode, undefined);
  assert.equal(b.clock.now() >= 8_000 && b.clock.now() < 8_200, true);
});

Deno.test("launch() waits for the main window behind a splash screen", async () => {
  const b = bench();
  b.after(100, show(b, { hwnd: 49n, title: "" }));
  b.after(900, show(b));
  assert.equal((await b.launch()).candidate?.window.hwnd, OWN);
});

Deno.test("launch() is content with a window that stays without a title", async () => {
  const b = bench();
  b.after(100, show(b, { title: "" }));
  assert.equal((await b.launch()).candidate?.window.hwnd, OWN);
  assert.equal(b.clock.now() < 2_000, true);
});

Deno.test("launch() gives no window at the deadline, exactly", async () => {
  const b = bench();
  const { candidate } = await b.launch({ timeoutMs: 3_000 });
  assert.equal(candidate, undefined);
  assert.equal(b.clock.now(), 3_000);
});

Deno.test("launch() looks once more at the deadline", async () => {
  const b = bench();
  b.after(999, show(b));
  assert.equal((await b.launch({ timeoutMs: 1_000 })).candidate?.window.hwnd, OWN);
});

Deno.test("launch() takes a stranger of the same program only when its own window does not come", async () => {
  const b = bench();
  b.after(100, () => {
    b.desktop.processes.push(fakeProcess({ pid: 200, name: "program" }));
    b.desktop.windows.unshift(fakeWindow({ hwnd: 60n, pid: 200 }));
  });
  b.after(4_000, show(b));
  assert.equal((await b.launch()).candidate?.window.hwnd, OWN);
});

Deno.test("launch() reports the window as it is at the end, and none that has gone meanwhile", async () => {
  const kept = bench();
  kept.after(100, show(kept, { title: "Loading" }));
  kept.after(300, () => {
    const window = kept.desktop.window(OWN);
    if (window !== undefined) window.title = "Loaded";
  });
  assert.equal((await kept.launch({ keeps: "behind" })).candidate?.window.title, "Loaded");
  const gone = bench();
  gone.after(100, show(gone));
  gone.after(300, () => gone.desktop.removeWindow(OWN));
  assert.equal((await gone.launch({ keeps: "behind" })).candidate, undefined);
});

for (
  const [timeoutMs, when] of [[10_000, "some time after its end"], [500, "at a short deadline"]] as const
) {
  Deno.test(`launch() says LAUNCH_FAILED for a program that ends with an error, ${when}`, async () => {
    const b = bench();
    b.after(100, (started) => started.exitCode = 3);
    await assert.rejects(b.launch({ timeoutMs }), (error) => {
      assert.ok(isCode("LAUNCH_FAILED")(error) && error instanceof ToolError);
      assert.deepEqual(error.details, { exitCode: 3 });
      return true;
    });
    assert.equal(b.clock.now() <= Math.min(timeoutMs, 2_300), true);
  });
}

Deno.test("launch() counts the time after an error from the program's end, not from its start", async () => {
  const b = bench();
  b.after(5_000, (started) => started.exitCode = 3);
  b.after(6_000, ({ pid }) => {
    b.desktop.processes.push(fakeProcess({ pid: 300, parentPid: pid, name: "child" }));
    b.desktop.windows.unshift(fakeWindow({ hwnd: 70n, pid: 300 }));
  });
  assert.equal((await b.launch()).candidate?.window.hwnd, 70n);
});

Deno.test("launch() does not give up a stub that ended with an error while its child lives", async () => {
  const b = bench();
  b.after(10, ({ pid }) => {
    b.desktop.processes.push(fakeProcess({ pid: 300, parentPid: pid, name: "child" }));
  });
  b.after(100, (started) => started.exitCode = 1);
  b.after(6_000, () => void b.desktop.windows.unshift(fakeWindow({ hwnd: 70n, pid: 300 })));
  const { candidate, exitCode } = await b.launch();
  assert.equal(candidate?.evidence, "window of a process that it started");
  assert.equal(exitCode, 1);
});

Deno.test("launch() waits for a window after a program that ended well", async () => {
  const b = bench();
  b.after(100, (started) => started.exitCode = 0);
  b.after(5_000, () => {
    b.desktop.processes.push(fakeProcess({ pid: 400, parentPid: 2, name: "StoreApp" }));
    b.desktop.windows.unshift(fakeWindow({ hwnd: 80n, pid: 400 }));
  });
  const { candidate, exitCode } = await b.launch();
  assert.equal(candidate?.evidence, "new window after the program had ended");
  assert.equal(exitCode, 0);
});

Deno.test("launch() without waiting looks at nothing", async () => {
  const b = bench();
  b.after(0, show(b));
  const { candidate } = await b.launch({ waitsForWindow: false });
  assert.equal(candidate, undefined);
  assert.equal(b.clock.now(), 0);
});

Deno.test("launch() stops when it is cancelled and leaves the program", async () => {
  const controller = new AbortController();
  const b = bench(controller.signal);
  b.after(500, () => controller.abort());
  // Whoever repeats the call must know that the program runs already.
  await assert.rejects(b.launch(), (error) => {
    assert.ok(isCode("CANCELLED")(error) && error instanceof ToolError);
    assert.equal(error.details?.mayHaveHadEffect, true);
    return true;
  });
  assert.equal(b.clock.now() < 700, true);
  assert.deepEqual(b.desktop.callsOf("endProcess"), []);
});

Deno.test("launch() starts nothing twice and passes on why it could not start", async () => {
  const b = bench();
  b.desktop.fail("startProcess", new ToolError("ELEVATION_REQUIRED", "it asks for rights"));
  await assert.rejects(b.launch({ keeps: "behind" }), isCode("ELEVATION_REQUIRED"));
  assert.equal(b.desktop.callsOf("startProcess").length, 1);
});

Deno.test("launch() minimises and waits until the window is", async () => {
  const b = bench();
  b.after(100, show(b));
  assert.equal((await b.launch({ minimizes: true })).candidate?.window.minimized, true);
});

/** The program's window takes the foreground by itself. */
function takeForeground(b: Bench, hwnd = OWN): () => void {
  return () => b.desktop.setForeground(hwnd);
}

Deno.test("launch() keeps a program behind: its window below all, the foreground where it was", async () => {
  const b = bench();
  b.after(100, show(b));
  b.after(120, takeForeground(b));
  const { isForegroundRestored } = await b.launch({ keeps: "behind" });
  assert.equal(b.desktop.foreground, FRONT);
  assert.equal(b.desktop.windows.at(-1)?.hwnd, OWN);
  assert.equal(isForegroundRestored, true);
});

Deno.test("launch() says nothing of giving back a foreground that nobody took", async () => {
  const b = bench();
  b.after(100, show(b));
  assert.equal((await b.launch({ keeps: "behind" })).isForegroundRestored, undefined);
});

Deno.test("launch() says so when Windows does not give the foreground back", async () => {
  const b = bench();
  b.after(100, show(b));
  b.after(120, takeForeground(b));
  b.desktop.grantsForeground = false;
  assert.equal((await b.launch({ keeps: "behind" })).isForegroundRestored, false);
});

Deno.test("launch() undoes a late activation after the call, until the time is over", async () => {
  const b = bench();
  b.after(100, show(b));
  b.after(3_000, takeForeground(b));
  b.after(6_000, takeForeground(b));
  await b.launch({ keeps: "behind", timeoutMs: 5_000 });
  assert.equal(b.clock.now() < 1_000, true);
  await b.clock.sleep(3_200 - b.clock.now());
  assert.equal(b.desktop.foreground, FRONT);
  await b.clock.sleep(6_200 - b.clock.now());
  assert.equal(b.desktop.foreground, OWN);
});

Deno.test("launch() goes on keeping a program behind when the call is cancelled", async () => {
  const controller = new AbortController();
  const b = bench(controller.signal);
  b.after(500, () => controller.abort());
  b.after(2_000, show(b));
  b.after(2_010, takeForeground(b));
  await assert.rejects(b.launch({ keeps: "behind" }), isCode("CANCELLED"));
  await b.clock.sleep(2_200 - b.clock.now());
  assert.equal(b.desktop.foreground, FRONT);
});

Deno.test("launch() gives the foreground back to where the person has turned meanwhile", async () => {
  const b = bench();
  b.desktop.windows.push(fakeWindow({ hwnd: 2n, pid: 100, title: "Turned to" }));
  b.after(100, show(b));
  b.after(1_000, takeForeground(b, 2n));
  b.after(2_000, takeForeground(b));
  await b.launch({ keeps: "behind" });
  await b.clock.sleep(2_200 - b.clock.now());
  assert.equal(b.desktop.foreground, 2n);
});

Deno.test("launch() gives the foreground back to an earlier window when the last one has gone", async () => {
  const b = bench();
  b.desktop.windows.push(fakeWindow({ hwnd: 2n, pid: 100, title: "Turned to" }));
  b.after(100, show(b));
  b.after(1_000, takeForeground(b, 2n));
  b.after(2_000, () => b.desktop.removeWindow(2n));
  b.after(2_010, takeForeground(b));
  await b.launch({ keeps: "behind" });
  await b.clock.sleep(2_200 - b.clock.now());
  assert.equal(b.desktop.foreground, FRONT);
});

Deno.test("launch() lets the program forward as soon as an act brings it there on purpose", async () => {
  const b = bench();
  b.after(100, show(b));
  await b.launch({ keeps: "behind" });
  assert.equal(await activate(b.context, OWN), true);
  await b.clock.sleep(2_000);
  assert.equal(b.desktop.foreground, OWN);
});

Deno.test("launch() gives a foreground that fell to the desktop window back to the window that had it", async () => {
  const b = bench();
  b.desktop.windows.push(fakeWindow({ hwnd: 0x22n, root: 0n, pid: 4, className: "#32769" }));
  b.after(100, show(b));
  b.after(120, takeForeground(b, 0x22n));
  await b.launch({ keeps: "behind" });
  assert.equal(b.desktop.foreground, FRONT);
});

for (const [when, forwardMs] of [["before the started process ends", 100], ["after it", 450]] as const) {
  Deno.test(`launch() takes the foreground back from an instance that came forward ${when}`, async () => {
    const b = bench();
    b.desktop.processes.push(fakeProcess({ pid: 200, name: "program" }));
    b.desktop.windows.push(fakeWindow({ hwnd: 60n, pid: 200, title: "old.txt" }));
    b.after(forwardMs, takeForeground(b, 60n));
    b.after(400, (started) => {
      started.exitCode = 0;
      const window = b.desktop.window(60n);
      if (window !== undefined) window.title = "new.txt";
    });
    const { candidate } = await b.launch({ keeps: "behind" });
    assert.equal(candidate?.window.hwnd, 60n);
    assert.equal(b.desktop.foreground, FRONT);
  });
}

for (const code of ["TIMEOUT", "PROVIDER_BUSY"] as const) {
  Deno.test(`launch() goes on when the program hangs while it is kept behind (${code})`, async () => {
    const b = bench();
    b.after(100, show(b));
    b.desktop.fail("sendToBottom", new ToolError(code, "it hangs"));
    assert.equal((await b.launch({ keeps: "behind" })).candidate?.window.hwnd, OWN);
  });
}

Deno.test("launch() sees the window as soon as an event tells of it, and listens no longer", async () => {
  const b = bench();
  b.desktop.hearsChanges = true;
  let lookedAt = 0;
  b.desktop.before("listWindows", () => {
    if (lookedAt === 0 && b.desktop.window(OWN) !== undefined) lookedAt = b.clock.now();
  });
  b.after(3_017, (started) => {
    show(b)(started);
    b.desktop.tellOfChange(started.pid);
  });
  assert.equal((await b.launch()).candidate?.window.hwnd, OWN);
  assert.ok(lookedAt < 3_017 + 16, `${lookedAt}`);
  assert.equal(b.desktop.changeWatches.size, 0);
});
