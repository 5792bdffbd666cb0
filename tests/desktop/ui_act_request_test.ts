import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { createLog } from "../../src/core/log.ts";
import type { UiActRequest } from "../../src/desktop/ui_act.ts";
import { Lane, type LaneWorker } from "../../src/desktop/windows/lane.ts";
import type { LaneMessage } from "../../src/desktop/windows/lane_protocol.ts";
import type { UiActApi } from "../../src/desktop/windows/lanes/ui_act_lane.ts";
import { StuckCalls } from "../../src/desktop/windows/stuck_calls.ts";
import { actOnElement } from "../../src/desktop/windows/ui_act_request.ts";

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
  cancelled: Int32Array | undefined;
  readonly asked = Promise.withResolvers<void>();

  postMessage(message: unknown): void {
    const { args } = message as { readonly args?: readonly unknown[] };
    const flag = args?.[1];
    if (!(flag instanceof Int32Array)) return;
    this.cancelled = flag;
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
  assert.equal(b.worker.cancelled?.[0], 1);
});

Deno.test("actOnElement() that is cancelled answers at once, and nothing is sent later", async () => {
  using b = bench();
  const controller = new AbortController();
  const act = actOnElement(b.lane, { ...REQUEST, timeoutMs: 60_000 }, controller.signal);
  await b.worker.asked.promise;
  assert.equal(b.worker.cancelled?.[0], 0);
  controller.abort();
  await assert.rejects(act, isCode("CANCELLED"));
  assert.equal(b.worker.cancelled?.[0], 1);
});

Deno.test("actOnElement() is running once its program has the verb and does not come back", async () => {
  using b = bench();
  const act = actOnElement(b.lane, { ...REQUEST, timeoutMs: 60_000 }, undefined);
  await b.worker.asked.promise;
  const running = { outcome: "running", verb: { verb: "invoke" } };
  b.worker.say({ kind: "note", id: 1, value: running });
  assert.deepEqual(await act, running);
});
