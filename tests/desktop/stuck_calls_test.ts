import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { StuckCalls } from "../../src/desktop/windows/stuck_calls.ts";

function refusal(ask: () => void): ToolError | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "PROVIDER_BUSY");
    return error;
  }
}

Deno.test("StuckCalls refuses a process while its call hangs, and a while after it began to", () => {
  let now = 0;
  const stuck = new StuckCalls(() => now);
  const returned = stuck.add({ lane: "act", method: "readText", pid: 7 });
  now = 60_000;
  assert.match(refusal(() => stuck.refuseIfBusy(7))?.message ?? "", /process 7/);
  assert.equal(refusal(() => stuck.refuseIfBusy(8)), undefined);
  assert.equal(refusal(() => stuck.refuseIfBusy(undefined)), undefined);
  returned();
  assert.equal(stuck.count, 0);
  assert.equal(refusal(() => stuck.refuseIfBusy(7)), undefined);
});

Deno.test("StuckCalls refuses a process for some seconds after its call returned late", () => {
  let now = 0;
  const stuck = new StuckCalls(() => now);
  stuck.add({ lane: "act", method: "readText", pid: 7 })();
  now = 4_900;
  assert.notEqual(refusal(() => stuck.refuseIfBusy(7)), undefined);
  now = 5_000;
  assert.equal(refusal(() => stuck.refuseIfBusy(7)), undefined);
});

Deno.test("StuckCalls refuses everyone once eight calls hang, and names whom they hang in", () => {
  const stuck = new StuckCalls(() => 0);
  const calls = [1, 2, 3, 4, 5, 6, 7, undefined].map((pid) =>
    stuck.add({ lane: "act", method: "readText", pid })
  );
  for (const pid of [undefined, 99]) {
    const error = refusal(() => stuck.refuseIfBusy(pid));
    assert.deepEqual(error?.details, { stuckCalls: 8, pids: [1, 2, 3, 4, 5, 6, 7] });
  }
  calls[0]?.();
  assert.equal(refusal(() => stuck.refuseIfBusy(99)), undefined);
});

Deno.test("StuckCalls leaves some room for what asks no program anything, so that hung ones can be ended", () => {
  const stuck = new StuckCalls(() => 0);
  for (let pid = 1; pid <= 8; pid++) stuck.add({ lane: "act", method: "readText", pid });
  assert.equal(refusal(() => stuck.refuseIfBusy(undefined, true)), undefined);
  for (let i = 0; i < 4; i++) stuck.add({ lane: "window", method: "listWindows", pid: undefined });
  assert.notEqual(refusal(() => stuck.refuseIfBusy(undefined, true)), undefined);
});

Deno.test("StuckCalls takes one returned call off once only", () => {
  const stuck = new StuckCalls(() => 0);
  const first = stuck.add({ lane: "act", method: "readText", pid: 1 });
  stuck.add({ lane: "act", method: "readText", pid: 1 });
  first();
  first();
  assert.equal(stuck.count, 1);
});

Deno.test("StuckCalls refuses a process for calls that were cancelled only while it holds several", () => {
  const stuck = new StuckCalls(() => 0);
  const add = () => stuck.add({ lane: "uia 1", method: "goOnReading", pid: 7, isCancelled: true });
  const returned = add();
  assert.equal(refusal(() => stuck.refuseIfBusy(7)), undefined);
  add();
  assert.notEqual(refusal(() => stuck.refuseIfBusy(7)), undefined);
  returned();
  assert.equal(refusal(() => stuck.refuseIfBusy(7)), undefined);
});
