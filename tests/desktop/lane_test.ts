import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { createLog } from "../../src/core/log.ts";
import { Lane, type LaneOptions, type LaneWorker } from "../../src/desktop/windows/lane.ts";
import type { LaneMessage } from "../../src/desktop/windows/lane_protocol.ts";
import { StuckCalls } from "../../src/desktop/windows/stuck_calls.ts";

type TestApi = { readonly echo: (text: string) => string; readonly hang: () => string };

interface Posted {
  readonly id?: number;
  readonly method?: string;
  readonly args?: readonly unknown[];
  readonly end?: true;
}

/** A Worker that a test plays by hand; it answers `echo` by itself and leaves `hang` open. */
class FakeWorker implements LaneWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly posted: Posted[] = [];
  isTerminated = false;

  postMessage(message: Posted): void {
    this.posted.push(message);
    if (message.method === "echo" && message.id !== undefined) {
      const { id, args } = message;
      queueMicrotask(() => this.say({ kind: "answer", id, value: args?.[0] }));
    }
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(message: LaneMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }

  crash(message: string): void {
    this.onerror?.(new ErrorEvent("error", { message, cancelable: true }));
  }

  /** The call that hangs returns after all. */
  returnLate(): void {
    const { id = 0 } = this.posted.find(({ method }) => method === "hang") ?? {};
    this.say({ kind: "answer", id, value: "late" });
  }

  get isToldToEnd(): boolean {
    return this.posted.some(({ end }) => end === true);
  }
}

interface Bench extends Disposable {
  readonly lane: Lane<TestApi>;
  readonly workers: FakeWorker[];
  readonly stuck: StuckCalls;
  readonly logLines: string[];
}

function bench(
  given: { startsByItself?: boolean; stuck?: StuckCalls } & Pick<LaneOptions, "onEvent" | "onLost"> = {},
): Bench {
  const { startsByItself = true, stuck = new StuckCalls(() => 0), ...options } = given;
  const workers: FakeWorker[] = [];
  const logLines: string[] = [];
  const start = (): FakeWorker => {
    const worker = new FakeWorker();
    workers.push(worker);
    if (startsByItself) queueMicrotask(() => worker.say({ kind: "ready" }));
    return worker;
  };
  const log = createLog("debug", (line) => logLines.push(line));
  const lane = new Lane<TestApi>("test", start, { stuck, log, ...options });
  return { lane, workers, stuck, logLines, [Symbol.dispose]: () => lane.close() };
}

function worker(workers: readonly FakeWorker[], index: number): FakeWorker {
  const found = workers[index];
  assert.ok(found, `worker ${index} was not started`);
  return found;
}

const isCode = (code: string) => (error: unknown): boolean =>
  error instanceof ToolError && error.code === code;

/** Far more than any answer here takes, however busy the machine: only a fault waits this long. */
const AMPLE = { deadlineMs: 60_000 };
const SOON = { deadlineMs: 20 };

Deno.test("Lane starts its Worker with the first request and answers in order, one at a time", async () => {
  using b = bench();
  assert.equal(b.lane.isStarted, false);
  const answers = await Promise.all(["a", "b", "c"].map((text) => b.lane.request("echo", [text], AMPLE)));
  assert.deepEqual(answers, ["a", "b", "c"]);
  assert.equal(b.workers.length, 1);
  assert.deepEqual(worker(b.workers, 0).posted.map(({ args }) => args), [["a"], ["b"], ["c"]]);
});

Deno.test("Lane sends nothing to a Worker that is not ready", async () => {
  using b = bench({ startsByItself: false });
  const answer = b.lane.request("echo", ["a"], AMPLE);
  assert.deepEqual(worker(b.workers, 0).posted, []);
  worker(b.workers, 0).say({ kind: "ready" });
  assert.equal(await answer, "a");
});

Deno.test("Lane gives an overrun call's caller TIMEOUT and serves those behind it with a fresh Worker", async () => {
  using b = bench();
  const hanging = b.lane.request("hang", [], { ...SOON, pid: 7 });
  const behind = b.lane.request("echo", ["next"], { ...AMPLE, pid: 8 });
  await assert.rejects(hanging, {
    code: "TIMEOUT",
    message: /^A request to Windows took longer than \d+ ms$/,
  });
  assert.equal(await behind, "next");
  assert.equal(b.workers.length, 2);
  assert.equal(b.stuck.count, 1);
  assert.equal(worker(b.workers, 0).isTerminated, false); // its call still runs
  assert.equal(worker(b.workers, 0).isToldToEnd, false);
  assert.match(b.logLines.join("\n"), /hang overran/);
});

Deno.test("Lane says of a call that overran whether it may have had an effect", async () => {
  using b = bench();
  for (const [maySend, told] of [[true, { mayHaveHadEffect: true }], [false, undefined]] as const) {
    await assert.rejects(b.lane.request("hang", [], { ...SOON, maySend }), (error) => {
      assert.ok(error instanceof ToolError);
      assert.deepEqual(error.details, told);
      return true;
    });
  }
});

Deno.test("Lane tells an overrun Worker to end when its call returns, and drops the answer", async () => {
  using b = bench();
  await assert.rejects(b.lane.request("hang", [], SOON), isCode("TIMEOUT"));
  worker(b.workers, 0).say({ kind: "event", event: { name: "parentGone" } });
  assert.equal(worker(b.workers, 0).isToldToEnd, false);
  worker(b.workers, 0).returnLate();
  assert.equal(worker(b.workers, 0).isToldToEnd, true);
  assert.equal(b.stuck.count, 0);
  assert.equal(await b.lane.request("echo", ["after"], AMPLE), "after");
});

Deno.test("Lane refuses the process that overran, also for what waited behind the call", async () => {
  using b = bench();
  const hanging = b.lane.request("hang", [], { ...SOON, pid: 7 });
  const same = b.lane.request("echo", ["same"], { ...AMPLE, pid: 7 });
  const other = b.lane.request("echo", ["other"], { ...AMPLE, pid: 8 });
  const refused = assert.rejects(same, isCode("PROVIDER_BUSY"));
  await assert.rejects(hanging, isCode("TIMEOUT"));
  await refused;
  assert.equal(await other, "other");
  assert.throws(() => b.lane.request("echo", ["later"], { ...AMPLE, pid: 7 }), isCode("PROVIDER_BUSY"));
});

Deno.test("Lane risks no ninth stuck call, except for what asks no program anything", async () => {
  using b = bench();
  for (let pid = 1; pid <= 8; pid++) {
    await assert.rejects(b.lane.request("hang", [], { ...SOON, pid }), isCode("TIMEOUT"));
  }
  assert.equal(b.workers.length, 8);
  assert.throws(() => b.lane.request("echo", ["x"], { ...AMPLE, pid: 9 }), isCode("PROVIDER_BUSY"));
  assert.equal(await b.lane.request("echo", ["x"], { ...AMPLE, asksNobody: true }), "x");
  worker(b.workers, 3).returnLate();
  assert.equal(await b.lane.request("echo", ["y"], { ...AMPLE, pid: 9 }), "y");
});

Deno.test("Lane refuses everything that waits when its Worker crashes, and starts another for the next request", async () => {
  using b = bench();
  const open = [b.lane.request("hang", [], AMPLE), b.lane.request("echo", ["x"], AMPLE)];
  const refused = open.map((request) => assert.rejects(request, isCode("INTERNAL_ERROR")));
  await Promise.resolve(); // ready
  worker(b.workers, 0).crash("broken");
  await Promise.all(refused);
  assert.equal(worker(b.workers, 0).isTerminated, true);
  assert.match(b.logLines.join("\n"), /broken/);
  assert.equal(await b.lane.request("echo", ["again"], AMPLE), "again");
  assert.equal(b.workers.length, 2);
});

Deno.test("Lane ignores what a Worker says or suffers after it was given up", async () => {
  using b = bench();
  const request = b.lane.request("hang", [], AMPLE);
  await Promise.resolve();
  worker(b.workers, 0).crash("broken");
  await assert.rejects(request, isCode("INTERNAL_ERROR"));
  const next = b.lane.request("echo", ["next"], AMPLE);
  worker(b.workers, 0).crash("broken again");
  worker(b.workers, 0).say({ kind: "ready" });
  assert.equal(await next, "next");
});

Deno.test("Lane forgets a stuck call whose Worker crashes", async () => {
  using b = bench();
  await assert.rejects(b.lane.request("hang", [], SOON), isCode("TIMEOUT"));
  worker(b.workers, 0).crash("broken");
  assert.equal(b.stuck.count, 0);
});

Deno.test("Lane passes events on and says when a Worker that may have watched something is lost", async () => {
  const events: string[] = [];
  let lost = 0;
  using b = bench({ onEvent: ({ name }) => events.push(name), onLost: () => void lost++ });
  await b.lane.request("echo", ["x"], AMPLE);
  worker(b.workers, 0).say({
    kind: "event",
    event: { name: "changed", news: { windows: [], anything: [1], places: undefined } },
  });
  assert.deepEqual(events, ["changed"]);
  assert.equal(lost, 0);
  await assert.rejects(b.lane.request("hang", [], SOON), isCode("TIMEOUT"));
  assert.equal(lost, 1);
});

Deno.test("Lane hands a handler's failure to the caller with its code, and the stack to the log alone", async () => {
  using b = bench();
  const request = b.lane.request("hang", [], AMPLE);
  await Promise.resolve();
  const error = new ToolError("LAUNCH_FAILED", "no such program").toBody();
  worker(b.workers, 0).say({ kind: "failure", id: 1, error, stack: "at secret.ts:1" });
  await assert.rejects(
    request,
    (thrown) => isCode("LAUNCH_FAILED")(thrown) && !String(thrown).includes("secret"),
  );
  assert.match(b.logLines.join("\n"), /secret\.ts/);
  assert.equal(await b.lane.request("echo", ["on"], AMPLE), "on");
});

Deno.test("Lane.close() ends every Worker, refuses what waits and starts nothing again", async () => {
  const b = bench();
  await assert.rejects(b.lane.request("hang", [], SOON), isCode("TIMEOUT"));
  const open = [b.lane.request("hang", [], AMPLE), b.lane.request("echo", ["x"], AMPLE)];
  const refused = open.map((request) => assert.rejects(request, isCode("CANCELLED")));
  b.lane.close();
  await Promise.all(refused);
  assert.deepEqual(b.workers.map(({ isTerminated }) => isTerminated), [true, true]);
  await assert.rejects(b.lane.request("echo", ["late"], AMPLE), isCode("CANCELLED"));
  assert.equal(b.workers.length, 2);
});

Deno.test("Lane asks nothing for a call that was cancelled before", () => {
  using b = bench();
  assert.throws(() => b.lane.request("echo", ["x"], AMPLE, AbortSignal.abort()), isCode("CANCELLED"));
  assert.equal(b.workers.length, 0);
});

Deno.test("Lane answers a request that overruns with what it was given for that, and refuses no program for it", async () => {
  using b = bench();
  const answer = await b.lane.request("hang", [], { ...SOON, pid: 42, overrunAnswer: "silent" });
  assert.equal(answer, "silent");
  assert.equal(b.stuck.count, 1);
  assert.equal(await b.lane.request("echo", ["on"], { ...AMPLE, pid: 42 }), "on");
  worker(b.workers, 0).returnLate();
  assert.equal(b.stuck.count, 0);
  assert.ok(worker(b.workers, 0).isToldToEnd);
});

Deno.test("Lane lets a handler's note change the deadline of its request, and what it answers when that passes", async () => {
  using b = bench();
  const notes: unknown[] = [];
  const request = b.lane.request("hang", [], {
    ...AMPLE,
    pid: 42,
    onNote: (note) => {
      notes.push(note);
      return { ...SOON, overrunAnswer: "running" };
    },
  });
  await Promise.resolve();
  worker(b.workers, 0).say({ kind: "note", id: 9, value: "of another request" });
  worker(b.workers, 0).say({ kind: "note", id: 1, value: "sending" });
  assert.equal(await request, "running");
  assert.deepEqual(notes, ["sending"]);
  b.stuck.refuseIfBusy(42);
  // What the Worker says of a request that has been answered is not heard any more.
  worker(b.workers, 0).say({ kind: "note", id: 1, value: "late" });
  assert.deepEqual(notes, ["sending"]);
});

Deno.test("Lane refuses a program that overran before anything was said of its request", async () => {
  using b = bench();
  const request = b.lane.request("hang", [], { ...SOON, pid: 42, onNote: () => AMPLE });
  await assert.rejects(request, isCode("TIMEOUT"));
  await assert.rejects(
    async () => await b.lane.request("echo", ["x"], { ...AMPLE, pid: 42 }),
    isCode("PROVIDER_BUSY"),
  );
});

const LATER = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("Lane lets go at once of a request that is cancelled before it has begun", async () => {
  using b = bench();
  const abort = new AbortController();
  const hanging = b.lane.request("hang", [], AMPLE);
  const waiting = b.lane.request("echo", ["waits"], AMPLE, abort.signal);
  const behind = b.lane.request("echo", ["behind"], AMPLE);
  await LATER();
  abort.abort();
  await assert.rejects(waiting, isCode("CANCELLED"));
  assert.equal(b.lane.isHeld, false);
  worker(b.workers, 0).returnLate();
  assert.deepEqual([await hanging, await behind], ["late", "behind"]);
  assert.deepEqual(worker(b.workers, 0).posted.map(({ args }) => args), [[], ["behind"]]);
});

Deno.test("Lane answers the caller of a running request at once when it is cancelled, and goes on when it returns", async () => {
  using b = bench();
  const abort = new AbortController();
  const hanging = b.lane.request("hang", [], { ...AMPLE, pid: 7 }, abort.signal);
  const behind = b.lane.request("echo", ["behind"], { ...AMPLE, pid: 7 });
  await LATER();
  abort.abort();
  await assert.rejects(hanging, isCode("CANCELLED"));
  assert.equal(b.lane.isHeld, true);
  assert.equal(worker(b.workers, 0).posted.length, 1);
  worker(b.workers, 0).returnLate();
  assert.equal(await behind, "behind");
  assert.equal(b.lane.isHeld, false);
  assert.deepEqual([b.workers.length, b.stuck.count], [1, 0]);
});

Deno.test("Lane keeps a request that was left for no longer than it may, and does not refuse its program at once", async () => {
  using b = bench();
  const abort = new AbortController();
  const leave = async (): Promise<void> => {
    const options = { ...AMPLE, abandonedMs: 20, pid: 7 };
    const left = b.lane.request("hang", [], options, abort.signal);
    await LATER();
    abort.abort();
    await assert.rejects(left, isCode("CANCELLED"));
  };
  await leave();
  assert.equal(await b.lane.request("echo", ["next"], { ...AMPLE, pid: 7 }), "next");
  assert.deepEqual([b.workers.length, b.stuck.count], [2, 1]);
  worker(b.workers, 0).returnLate();
  assert.ok(worker(b.workers, 0).isToldToEnd);
  assert.equal(b.stuck.count, 0);
});

Deno.test("Lane gives a caller whose time is over TIMEOUT, whether its request waits or runs, and blames no program", async () => {
  using b = bench();
  const running = b.lane.request("hang", [], { ...AMPLE, callerMs: 20, pid: 7 });
  const waiting = b.lane.request("echo", ["waits"], { ...AMPLE, callerMs: 20, pid: 7 });
  const refused = [running, waiting].map((request) => assert.rejects(request, isCode("TIMEOUT")));
  await Promise.all(refused);
  assert.deepEqual([b.workers.length, b.stuck.count, b.lane.isHeld], [1, 0, true]);
  worker(b.workers, 0).returnLate();
  assert.equal(await b.lane.request("echo", ["next"], { ...AMPLE, pid: 7 }), "next");
  assert.equal(worker(b.workers, 0).posted.length, 2);
});

Deno.test("Lane answers a caller whose time is over with what it was given for that", async () => {
  using b = bench();
  const answer = await b.lane.request("hang", [], { ...AMPLE, callerMs: 20, overrunAnswer: "silent" });
  assert.equal(answer, "silent");
});

Deno.test("Lane refuses a program that overran after its caller had left without being cancelled", async () => {
  using b = bench();
  const options = { deadlineMs: 40, callerMs: 10, pid: 7 };
  await assert.rejects(b.lane.request("hang", [], options), isCode("TIMEOUT"));
  assert.equal(await b.lane.request("echo", ["other"], { ...AMPLE, pid: 8 }), "other");
  assert.throws(() => b.lane.request("echo", ["same"], { ...AMPLE, pid: 7 }), isCode("PROVIDER_BUSY"));
});

Deno.test("Lane no longer counts the caller's time once the handler has said something", async () => {
  using b = bench();
  const request = b.lane.request("hang", [], { ...AMPLE, callerMs: 30, onNote: () => AMPLE });
  await LATER();
  worker(b.workers, 0).say({ kind: "note", id: 1, value: "sending" });
  await new Promise((resolve) => setTimeout(resolve, 60));
  worker(b.workers, 0).returnLate();
  assert.equal(await request, "late");
});

Deno.test("Lane listens no longer to the signal of a call that has its answer", async () => {
  using b = bench();
  const signal = new AbortController().signal;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
  await b.lane.request("echo", ["x"], AMPLE, signal);
  assert.equal(listeners, 0);
});
