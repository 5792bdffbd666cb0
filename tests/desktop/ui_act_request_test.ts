import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { createLog } from "../../src/core/log.ts";
import type { UiActRequest } from "../../src/desktop/ui_act.ts";
import { Lane, type LaneWorker } from "../../src/desktop/windows/lane.ts";
import type { LaneMessage } from "../../src/desktop/windows/lane_protocol.ts";
import type { UiActApi } from "../../src/desktop/windows/lanes/ui_act_lane.ts";
import { StuckCalls } from "../../src/desktop/windows/stuck_calls.ts";
import { ACT_STATE } from "../../src/desktop/windows/elements/act_state.ts";
import { actOnElement, findItems, lookAtElement } from "../../src/desktop/windows/ui_act_request.ts";

const REQUEST: UiActRequest = {
  subject: {
    identity: {
      runtimeId: "42.1",
      controlType: "Button",
      automationId: "",
      name: "Push",
      mark: null,
      parent: null,
      window: { hwnd: 0x10n, pid: 7 },
      isUnsure: false,
    },
    host: { hwnd: 0x10n, levels: 0 },
  },
  verbs: [{ verb: "invoke" }],
  allowsPassword: false,
  timeoutMs: 30,
};

/** A Worker that keeps what it is told and says what a test has it say. */
class QuietWorker implements LaneWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  state: Int32Array | undefined;
  readonly calls: { readonly id: number; readonly method: string }[] = [];
  readonly asked = Promise.withResolvers<void>();

  postMessage(message: unknown): void {
    const { id, method, args } = message as {
      readonly id: number;
      readonly method: string;
      readonly args?: readonly unknown[];
    };
    this.calls.push({ id, method });
    const flag = args?.[1];
    if (!(flag instanceof Int32Array)) return;
    this.state = flag;
    this.asked.resolve();
  }

  terminate(): void {}

  say(message: LaneMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }
}

function bench(): { readonly lane: Lane<UiActApi>; readonly worker: QuietWorker } & Disposable {
  const worker = new QuietWorker();
  const log = createLog("debug", () => {});
  const start = (): LaneWorker => {
    queueMicrotask(() => worker.say({ kind: "ready" }));
    return worker;
  };
  const lane = new Lane<UiActApi>("uiAct", start, { stuck: new StuckCalls(() => 0), log });
  return { lane, worker, [Symbol.dispose]: () => lane.close() };
}

const isCode = (code: string) => (error: unknown): boolean =>
  error instanceof ToolError && error.code === code;

Deno.test("actOnElement() that overran before anything was sent is TIMEOUT, and nothing is sent later", async () => {
  using b = bench();
  await assert.rejects(actOnElement(b.lane, REQUEST, undefined), isCode("TIMEOUT"));
  assert.equal(b.worker.state?.[0], ACT_STATE.givenUp);
});

Deno.test("actOnElement() that is cancelled answers at once, and nothing is sent later", async () => {
  using b = bench();
  const controller = new AbortController();
  const act = actOnElement(b.lane, { ...REQUEST, timeoutMs: 60_000 }, controller.signal);
  await b.worker.asked.promise;
  assert.equal(b.worker.state?.[0], ACT_STATE.wanted);
  controller.abort();
  await assert.rejects(
    act,
    (error) => isCode("CANCELLED")(error) && (error as ToolError).details?.mayHaveHadEffect === undefined,
  );
  assert.equal(b.worker.state?.[0], ACT_STATE.givenUp);
});

Deno.test("actOnElement() that is cancelled once it was sent says that it may have had an effect", async () => {
  for (const isHeard of [false, true]) {
    using b = bench();
    const controller = new AbortController();
    const act = actOnElement(b.lane, { ...REQUEST, timeoutMs: 60_000 }, controller.signal);
    await b.worker.asked.promise;
    assert.ok(b.worker.state !== undefined);
    // The lane has sent it; the note about that may still be on its way.
    Atomics.store(b.worker.state, 0, ACT_STATE.sent);
    if (isHeard) b.worker.say({ kind: "note", id: 1, value: { outcome: "running" } });
    controller.abort();
    await assert.rejects(
      act,
      (error) => isCode("CANCELLED")(error) && (error as ToolError).details?.mayHaveHadEffect === true,
    );
    assert.equal(b.worker.state[0], ACT_STATE.sent);
  }
});

Deno.test("lookAtElement() is silent in time, findItems() is TIMEOUT", async () => {
  using b = bench();
  const query = { container: REQUEST.subject, wanted: { index: 0 }, timeoutMs: 10 };
  const look = lookAtElement(b.lane, REQUEST.subject, 10, undefined);
  const items = assert.rejects(findItems(b.lane, query, undefined), isCode("TIMEOUT"));
  assert.deepEqual(await look, { outcome: "silent" });
  await items;
});

Deno.test("actOnElement() is running once its program has the verb and does not come back", async () => {
  using b = bench();
  const act = actOnElement(b.lane, { ...REQUEST, timeoutMs: 60_000 }, undefined);
  await b.worker.asked.promise;
  const running = { outcome: "running", verb: { verb: "invoke" } };
  b.worker.say({ kind: "note", id: 1, value: running });
  assert.deepEqual(await act, running);
});

Deno.test("actOnElement() lets go of another program's element first, and waits no longer for that program", async () => {
  using b = bench();
  const running = { outcome: "running", verb: { verb: "invoke" } } as const;
  const ofPid = (pid: number): UiActRequest => {
    const { subject } = REQUEST;
    const window = { hwnd: 0x10n, pid };
    return {
      ...REQUEST,
      subject: { ...subject, identity: { ...subject.identity, window } },
      timeoutMs: 60_000,
    };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const answer = (value: unknown) =>
    b.worker.say({ kind: "answer", id: b.worker.calls.at(-1)?.id ?? 0, value });
  for (const pid of [7, 7]) {
    const act = actOnElement(b.lane, ofPid(pid), undefined);
    await settle();
    answer(running);
    assert.deepEqual(await act, running);
  }
  assert.deepEqual(b.worker.calls.map(({ method }) => method), ["uiAct", "uiAct"]);
  const other = actOnElement(b.lane, ofPid(8), undefined);
  await settle();
  assert.equal(b.worker.calls.at(-1)?.method, "uiLetGo");
  // It does not return; a fresh Worker takes the lane's place, which this bench plays by the same one.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  assert.equal(b.worker.calls.at(-1)?.method, "uiAct");
  answer(running);
  assert.deepEqual(await other, running);
  // Whoever is cancelled before it has begun leaves it to the next one.
  const busy = lookAtElement(b.lane, ofPid(8).subject, 60_000, undefined);
  await settle();
  const controller = new AbortController();
  const given = actOnElement(b.lane, ofPid(7), controller.signal);
  controller.abort();
  await assert.rejects(given, isCode("CANCELLED"));
  answer({ outcome: "silent" });
  await busy;
  const next = actOnElement(b.lane, ofPid(7), undefined);
  await settle();
  assert.equal(b.worker.calls.at(-1)?.method, "uiLetGo");
  answer(null);
  await settle();
  answer(running);
  assert.deepEqual(await next, running);
});
