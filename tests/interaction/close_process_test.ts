import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { type CloseOutcome, closeProcess, type CloseRequest } from "../../src/interaction/close_process.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";

const ROOT = 4_200;

interface Bench {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  close(request?: Partial<CloseRequest>, signal?: AbortSignal): Promise<CloseOutcome>;
}

function bench(desktop: FakeDesktop): Bench {
  const clock = new FakeClock(0);
  const never = new AbortController().signal;
  return {
    desktop,
    clock,
    close: (request, signal = never) =>
      closeProcess({ desktop, clock, signal }, { pid: ROOT, force: false, graceMs: 1_500, ...request }),
  };
}

const isCode = (code: string) => (error: unknown): boolean =>
  error instanceof ToolError && error.code === code;

function pidsIn({ ended }: CloseOutcome): number[] {
  return ended.map(({ pid }) => pid);
}

function endedPids(desktop: FakeDesktop): number[] {
  return desktop.callsOf("endProcess").map(([identity]) => (identity as { pid: number }).pid);
}

Deno.test("closeProcess() asks and is content when the program goes", async () => {
  const b = bench(
    new FakeDesktop({ windows: [fakeWindow({ hwnd: 1n })], processes: [fakeProcess({ pid: ROOT })] }),
  );
  const outcome = await b.close();
  assert.equal(outcome.method, "polite");
  assert.equal(outcome.windowsAsked, 1);
  assert.equal(outcome.exitCode, 0);
  assert.deepEqual(endedPids(b.desktop), []);
});

Deno.test("closeProcess() ends a program that ignores it, after the grace and not before", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, onClose: "ignores" })],
    processes: [fakeProcess({ pid: ROOT })],
  });
  const b = bench(desktop);
  let endedAt = -1;
  desktop.before("endProcess", () => void (endedAt = b.clock.now()));
  const outcome = await b.close({ graceMs: 3_000 });
  assert.equal(outcome.method, "terminated");
  assert.equal(outcome.exitCode, 1);
  assert.equal(endedAt, 3_000);
});

Deno.test("closeProcess() reports the question that a program asks instead of closing", async () => {
  const desktop = new FakeDesktop({ processes: [fakeProcess({ pid: ROOT })] });
  const ask = (): void => {
    desktop.windows.push(fakeWindow({ hwnd: 2n, title: "Save?", className: "#32770", owner: 1n }));
  };
  desktop.windows.push(fakeWindow({ hwnd: 1n, onClose: ask }));
  const outcome = await bench(desktop).close();
  assert.equal(outcome.prompt?.title, "Save?");
  assert.equal(outcome.method, "terminated");
});

Deno.test("closeProcess() with force asks nobody", async () => {
  const b = bench(
    new FakeDesktop({ windows: [fakeWindow({ hwnd: 1n })], processes: [fakeProcess({ pid: ROOT })] }),
  );
  const outcome = await b.close({ force: true });
  assert.deepEqual(b.desktop.callsOf("requestClose"), []);
  assert.equal(outcome.method, "terminated");
  assert.equal(outcome.prompt, undefined);
});

Deno.test("closeProcess() asks the frame host's window of a Store app, and never ends the host", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, pid: 30, hostedPid: ROOT, onClose: "ignores" })],
    processes: [fakeProcess({ pid: ROOT }), fakeProcess({ pid: 30, name: "ApplicationFrameHost" })],
  });
  const outcome = await bench(desktop).close();
  assert.equal(outcome.windowsAsked, 1);
  assert.deepEqual(endedPids(desktop), [ROOT]);
});

for (const code of ["TIMEOUT", "PROVIDER_BUSY"] as const) {
  Deno.test(`closeProcess() ends a program that cannot be asked (${code})`, async () => {
    const desktop = new FakeDesktop({
      windows: [fakeWindow({ hwnd: 1n })],
      processes: [fakeProcess({ pid: ROOT })],
    });
    desktop.fail("requestClose", new ToolError(code, "it hangs"));
    const outcome = await bench(desktop).close();
    assert.equal(outcome.method, "terminated");
    assert.equal(outcome.windowsAsked, 0);
  });
}

Deno.test("closeProcess() ends the tree, parents first, and asks its windows before", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, pid: 5_001, onClose: "ignores" })],
    processes: [
      fakeProcess({ pid: ROOT }),
      fakeProcess({ pid: 5_001, parentPid: ROOT }),
      fakeProcess({ pid: 5_002, parentPid: 5_001 }),
      fakeProcess({ pid: 5_003, parentPid: 1 }),
    ],
  });
  const outcome = await bench(desktop).close();
  assert.equal(outcome.windowsAsked, 1);
  assert.deepEqual(pidsIn(outcome), [ROOT, 5_001, 5_002]);
  assert.equal(desktop.processes.find(({ pid }) => pid === 5_003)?.exitCode, "running");
});

Deno.test("closeProcess() ends what is started while it closes", async () => {
  const desktop = new FakeDesktop({ processes: [fakeProcess({ pid: ROOT })] });
  let isFirst = true;
  desktop.before("endProcess", () => {
    if (isFirst) desktop.processes.push(fakeProcess({ pid: 5_001, parentPid: ROOT }));
    isFirst = false;
  });
  assert.deepEqual(pidsIn(await bench(desktop).close()), [ROOT, 5_001]);
});

Deno.test("closeProcess() gives up on a program that starts another one for each that is ended", async () => {
  const desktop = new FakeDesktop({ processes: [fakeProcess({ pid: ROOT })] });
  let next = 5_000;
  desktop.before("endProcess", () => {
    desktop.processes.push(fakeProcess({ pid: ++next, parentPid: ROOT }));
  });
  const outcome = await bench(desktop).close();
  assert.equal(pidsIn(outcome).includes(ROOT), true);
  assert.equal(outcome.ended.length < 20, true);
});

Deno.test("closeProcess() spares a process that has only inherited a reused id", async () => {
  const born = 133_000_000_000_000_000n;
  const desktop = new FakeDesktop({
    processes: [
      fakeProcess({ pid: ROOT, creationTime: born + 100n }),
      fakeProcess({ pid: 5_001, parentPid: ROOT, creationTime: born }), // its parent was another 4200
      fakeProcess({ pid: 5_002, parentPid: ROOT, creationTime: born + 300n }),
      fakeProcess({ pid: 5_003, parentPid: 5_002, creationTime: born + 200n }), // younger than the root only
    ],
  });
  assert.deepEqual(pidsIn(await bench(desktop).close({ force: true })), [ROOT, 5_002]);
});

Deno.test("closeProcess() never ends a process that got the id while it waited", async () => {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({
        hwnd: 1n,
        onClose: () => desktop.processes = [fakeProcess({ pid: ROOT, creationTime: 1n })],
      }),
    ],
    processes: [fakeProcess({ pid: ROOT })],
  });
  const outcome = await bench(desktop).close();
  assert.equal(outcome.method, "polite");
  assert.equal(outcome.exitCode, undefined);
  assert.equal(desktop.processes[0]?.exitCode, "running");
});

Deno.test("closeProcess() says PROCESS_NOT_FOUND for nobody, and for one that is closed to us", async () => {
  await assert.rejects(bench(new FakeDesktop()).close(), isCode("PROCESS_NOT_FOUND"));
  const desktop = new FakeDesktop({ processes: [fakeProcess({ pid: ROOT })] });
  desktop.identifyProcess = () => Promise.resolve(undefined);
  await assert.rejects(
    bench(desktop).close(),
    (error) => isCode("PROCESS_NOT_FOUND")(error) && /not ours/.test(String(error)),
  );
});

Deno.test("closeProcess() refuses this server, its parents and parts of Windows", async () => {
  const processes = [
    fakeProcess({ pid: 500, parentPid: 400, name: "casement", creationTime: 30n }),
    fakeProcess({ pid: 400, parentPid: 300, name: "agent", creationTime: 20n }),
    fakeProcess({ pid: 300, parentPid: 200, name: "terminal", creationTime: 10n }),
    fakeProcess({ pid: 70, name: "Explorer" }),
    fakeProcess({ pid: 71, name: "ApplicationFrameHost" }),
    fakeProcess({ pid: 4, name: "System" }),
  ];
  for (const pid of [500, 400, 300, 70, 71, 4, 1]) {
    const b = bench(new FakeDesktop({ processes: processes.map((process) => ({ ...process })) }));
    await assert.rejects(b.close({ pid, force: true }), isCode("PROTECTED_PROCESS"), `process ${pid}`);
    assert.deepEqual(endedPids(b.desktop), []);
  }
});

Deno.test("closeProcess() takes no younger process for a parent of this server", async () => {
  const desktop = new FakeDesktop({
    processes: [
      fakeProcess({ pid: 500, parentPid: ROOT, name: "casement", creationTime: 30n }),
      fakeProcess({ pid: ROOT, creationTime: 40n }), // the real parent had this id and has ended
    ],
  });
  assert.deepEqual(pidsIn(await bench(desktop).close({ force: true })), [ROOT]);
});

Deno.test("closeProcess() spares the shell below a program, and all that the shell has started", async () => {
  const desktop = new FakeDesktop({
    processes: [
      fakeProcess({ pid: ROOT }),
      fakeProcess({ pid: 5_001, parentPid: ROOT, name: "explorer" }),
      fakeProcess({ pid: 5_002, parentPid: 5_001 }),
    ],
  });
  assert.deepEqual(pidsIn(await bench(desktop).close({ force: true })), [ROOT]);
});

Deno.test("closeProcess() says PROCESS_NOT_CLOSED when Windows lets it run on", async () => {
  const desktop = new FakeDesktop({ processes: [fakeProcess({ pid: ROOT, isEndable: false })] });
  await assert.rejects(bench(desktop).close(), isCode("PROCESS_NOT_CLOSED"));
});

Deno.test("closeProcess() that is cancelled in the grace ends nothing", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, onClose: "ignores" })],
    processes: [fakeProcess({ pid: ROOT })],
  });
  const controller = new AbortController();
  let looks = 0;
  desktop.before("exitCode", () => void (++looks === 3 && controller.abort()));
  await assert.rejects(bench(desktop).close({}, controller.signal), isCode("CANCELLED"));
  assert.deepEqual(endedPids(desktop), []);
});
