import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { createLog } from "../../src/core/log.ts";
import type { UiSubject } from "../../src/desktop/ui_act.ts";
import type { UiReadRequest, UiTree } from "../../src/desktop/ui_element.ts";
import { ElementLanes } from "../../src/desktop/windows/element_lanes.ts";
import { Lane, type LaneWorker } from "../../src/desktop/windows/lane.ts";
import type { LaneMessage } from "../../src/desktop/windows/lane_protocol.ts";
import type { ReadingProgress, UiaApi } from "../../src/desktop/windows/lanes/uia_lane.ts";
import { StuckCalls } from "../../src/desktop/windows/stuck_calls.ts";
import { el, treeOf } from "../elements/trees.ts";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** A Worker that a test answers by hand. */
class FakeWorker implements LaneWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly calls: Call[] = [];

  postMessage(call: Call): void {
    if (call.method === undefined) return; // it is told to end
    this.calls.push(call);
    if (call.method === "endReading") queueMicrotask(() => this.answer(call, undefined));
  }

  terminate(): void {}

  /** The calls of a method. */
  of(method: string): readonly Call[] {
    return this.calls.filter((call) => call.method === method);
  }

  answer({ id }: Call, value: unknown): void {
    this.say({ kind: "answer", id, value });
  }

  say(message: LaneMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }
}

interface Bench extends Disposable {
  readonly elements: ElementLanes;
  readonly stuck: StuckCalls;
  /** By lane, the Workers that it has had. */
  readonly workers: FakeWorker[][];
}

function bench(count = 2): Bench {
  const workers: FakeWorker[][] = [];
  const stuck = new StuckCalls();
  const options = { stuck, log: createLog("error", () => {}) };
  const lanes = Array.from({ length: count }, (_, index) => {
    const mine: FakeWorker[] = [];
    workers.push(mine);
    return new Lane<UiaApi>(`uia ${index + 1}`, () => {
      const worker = new FakeWorker();
      mine.push(worker);
      queueMicrotask(() => worker.say({ kind: "ready" }));
      return worker;
    }, options);
  });
  return {
    elements: new ElementLanes(lanes),
    stuck,
    workers,
    [Symbol.dispose]: () => lanes.forEach((lane) => lane.close()),
  };
}

const TREE = treeOf(el("Window", "Read"));
const DONE: ReadingProgress = { state: "done", tree: TREE };
const UNDER_WAY: ReadingProgress = { state: "underWay" };

function requestOf(processId: number, timeoutMs = 60_000): UiReadRequest {
  return {
    windows: [{ hwnd: 1n, title: "", className: "", processId, isMain: true, isPopup: false }],
    maxDepth: 10,
    maxNodes: 100,
    maxChildren: 100,
    timeoutMs,
  };
}

/** So long what a program holds up is waited for. */
async function moment(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
}

async function turn(): Promise<void> {
  for (let count = 0; count < 3; count++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** The last call that the last Worker of a lane has got. */
function last(
  workers: readonly FakeWorker[] | undefined,
  method: string,
): { worker: FakeWorker; call: Call } {
  const worker = workers?.at(-1);
  const call = worker?.of(method).at(-1);
  assert.ok(worker !== undefined && call !== undefined, `no ${method}`);
  return { worker, call };
}

async function codeOf(reading: Promise<UiTree>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    assert.ok(error instanceof ToolError);
    return error.code;
  }
  return "none";
}

Deno.test("ElementLanes reads in slices, with the time that is left, and ends the reading", async () => {
  using open = bench();
  const reading = open.elements.read(requestOf(1));
  await turn();
  const begun = last(open.workers[0], "beginReading");
  begun.worker.answer(begun.call, UNDER_WAY);
  await turn();
  const { worker, call } = last(open.workers[0], "goOnReading");
  assert.equal(call.args[0], begun.call.args[0]);
  assert.ok(Number(call.args[1]) > 50_000 && Number(call.args[1]) < 60_000);
  worker.answer(call, DONE);
  assert.deepEqual(await reading, TREE);
  await turn();
  assert.deepEqual(worker.of("endReading").map(({ args }) => args[0]), [begun.call.args[0]]);
});

Deno.test("ElementLanes gives what was read though so much hangs that the lane cannot be told to let go of it", async () => {
  using open = bench();
  const reading = open.elements.read(requestOf(1));
  await turn();
  const { worker, call } = last(open.workers[0], "beginReading");
  for (let count = 0; count < 12; count++) open.stuck.add({ lane: "window", method: "hang", pid: 2 });
  worker.answer(call, DONE);
  assert.deepEqual(await reading, TREE);
});

Deno.test("ElementLanes gives each program a lane, the same one while it is read, then the one with the least to do", async () => {
  using open = bench();
  const readings = [1, 2, 1, 1, 3].map((pid) => open.elements.read(requestOf(pid)));
  for (let count = 0; count < 6; count++) {
    await turn();
    for (const [worker] of open.workers) {
      for (const call of worker?.of("beginReading") ?? []) worker?.answer(call, DONE);
    }
  }
  await Promise.all(readings);
  const pids = open.workers.map(([worker]) =>
    worker?.of("beginReading").map(({ args }) => (args[1] as UiReadRequest).windows[0]?.processId)
  );
  assert.deepEqual(pids, [[1, 1, 1], [2, 3]]);
});

Deno.test("ElementLanes stops between two slices when the call is cancelled, and lets the lane go of it", async () => {
  using open = bench();
  const abort = new AbortController();
  const reading = codeOf(open.elements.read(requestOf(1), abort.signal));
  await turn();
  const { worker, call } = last(open.workers[0], "beginReading");
  abort.abort();
  worker.answer(call, UNDER_WAY);
  assert.equal(await reading, "CANCELLED");
  await turn();
  assert.equal(worker.of("goOnReading").length, 0);
  assert.equal(worker.of("endReading").length, 1);
});

Deno.test("ElementLanes ends a reading that is cancelled at once, and reads on by another lane meanwhile", async () => {
  using open = bench();
  const abort = new AbortController();
  const reading = codeOf(open.elements.read(requestOf(1), abort.signal));
  await turn();
  const { worker, call } = last(open.workers[0], "beginReading");
  abort.abort();
  assert.equal(await reading, "CANCELLED");
  const next = open.elements.read(requestOf(1));
  await moment();
  const other = last(open.workers[1], "beginReading");
  other.worker.answer(other.call, DONE);
  assert.deepEqual(await next, TREE);
  assert.equal(worker.of("endReading").length, 0);
  worker.answer(call, UNDER_WAY);
  await turn();
  assert.deepEqual(worker.of("endReading").map(({ args }) => args[0]), [call.args[0]]);
});

Deno.test("ElementLanes waits a moment for the lane that a cancelled reading has left", async () => {
  using open = bench();
  const abort = new AbortController();
  const reading = codeOf(open.elements.read(requestOf(1), abort.signal));
  await turn();
  const { worker, call } = last(open.workers[0], "beginReading");
  abort.abort();
  assert.equal(await reading, "CANCELLED");
  const next = open.elements.read(requestOf(1));
  await turn();
  worker.answer(call, UNDER_WAY);
  await moment();
  const again = last(open.workers[0], "beginReading");
  assert.notEqual(again.call, call);
  again.worker.answer(again.call, DONE);
  assert.deepEqual(await next, TREE);
  assert.equal(open.workers[1]?.length, 0);
});

Deno.test("ElementLanes lets one program hold up two lanes at most", async () => {
  using open = bench(3);
  for (let count = 0; count < 2; count++) {
    const abort = new AbortController();
    const reading = codeOf(open.elements.read(requestOf(1), abort.signal));
    await moment();
    abort.abort();
    assert.equal(await reading, "CANCELLED");
  }
  const code = codeOf(open.elements.read(requestOf(1, 10)));
  const other = open.elements.read(requestOf(2));
  await turn();
  const { worker, call } = last(open.workers[2], "beginReading");
  assert.equal((call.args[1] as UiReadRequest).windows[0]?.processId, 2);
  worker.answer(call, DONE);
  assert.deepEqual(await other, TREE);
  assert.equal(await code, "TIMEOUT");
  assert.equal(open.workers[2]?.[0]?.of("beginReading").length, 1);
});

Deno.test("ElementLanes waits no longer than the caller has time, and a little for a program that keeps its time", async () => {
  using open = bench(1);
  const begun = performance.now();
  assert.equal(await codeOf(open.elements.read(requestOf(1, 20))), "TIMEOUT");
  const tookMs = performance.now() - begun;
  assert.ok(tookMs >= 1_000 && tookMs < 4_000, `${tookMs} ms`);
  const { worker, call } = last(open.workers[0], "beginReading");
  worker.answer(call, UNDER_WAY);
  await turn();
  assert.equal(worker.of("endReading").length, 1);
  const subject = { identity: { window: { hwnd: 1n, pid: 1 } } } as UiSubject;
  assert.deepEqual(await open.elements.glance(subject, 20), { outcome: "silent" });
});

Deno.test("ElementLanes begins anew where a reading was lost with its lane, a few times", async () => {
  using open = bench(1);
  const reading = open.elements.read(requestOf(1));
  await turn();
  const begun = last(open.workers[0], "beginReading");
  begun.worker.answer(begun.call, UNDER_WAY);
  await turn();
  const lost = last(open.workers[0], "goOnReading");
  lost.worker.answer(lost.call, { state: "lost" });
  await turn();
  const again = last(open.workers[0], "beginReading");
  assert.notEqual(again.call.args[0], begun.call.args[0]);
  again.worker.answer(again.call, DONE);
  assert.deepEqual(await reading, TREE);

  const hopeless = codeOf(open.elements.read(requestOf(1)));
  for (let count = 0; count < 3; count++) {
    await turn();
    const { worker, call } = last(open.workers[0], "beginReading");
    worker.answer(call, { state: "lost" });
  }
  assert.equal(await hopeless, "PROVIDER_BUSY");
});

Deno.test("ElementLanes tells nothing of a point where the program is busy, and throws what else fails", async () => {
  using open = bench(1);
  const query = { screenPoint: { x: 1, y: 2 }, hwnd: 1n };
  for (const code of ["TIMEOUT", "PROVIDER_BUSY", "UIA_ASSEMBLY_UNAVAILABLE"] as const) {
    const asked = open.elements.at(query, 1, 100);
    const settled = asked.then((value) => value, (error) => (error as ToolError).code);
    await turn();
    const { worker, call } = last(open.workers[0], "elementsAt");
    worker.say({ kind: "failure", id: call.id, error: new ToolError(code, "no").toBody(), stack: undefined });
    assert.equal(await settled, code === "UIA_ASSEMBLY_UNAVAILABLE" ? code : undefined);
  }
});
