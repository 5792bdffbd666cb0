import assert from "node:assert/strict";
import type { AutomationTimeouts } from "../../ffi/uia/automation.ts";
import { RequestTime } from "../../src/desktop/windows/elements/request_time.ts";
import { Patience } from "../../src/desktop/windows/elements/patience.ts";

function bench(): { readonly time: RequestTime; readonly set: AutomationTimeouts[] } {
  const set: AutomationTimeouts[] = [];
  const note = (timeouts: AutomationTimeouts) => void set.push(timeouts);
  return { time: new RequestTime(note, { connectionTimeoutMs: 1_000, transactionTimeoutMs: 2_000 }), set };
}

Deno.test("RequestTime gives a request what is left, no more than the client has at most, and enough for an answer", () => {
  const { time, set } = bench();
  for (
    const [leftMs, connectionTimeoutMs, transactionTimeoutMs] of [
      [60_000, 1_000, 2_000],
      [1_499.6, 1_000, 1_500],
      [700, 700, 700],
      [99, 100, 100],
      [0, 100, 100],
      [-5_000, 100, 100],
    ] as const
  ) {
    time.allow(leftMs);
    assert.deepEqual(set.at(-1), { connectionTimeoutMs, transactionTimeoutMs });
  }
});

Deno.test("RequestTime sets the time anew for each request: another client may have changed it", () => {
  const { time, set } = bench();
  time.begin(800);
  time.begin(800);
  assert.equal(set.length, 2);
});

Deno.test("RequestTime.next() divides what is left", async () => {
  const { time, set } = bench();
  time.begin(800);
  await new Promise((resolve) => setTimeout(resolve, 30));
  time.next();
  const [first, second] = set.map(({ transactionTimeoutMs }) => transactionTimeoutMs);
  assert.equal(first, 800);
  assert.ok(second !== undefined && second >= 100 && second <= 775, `${second} ms`);
});

Deno.test("Patience waits shorter each time that it waited for nothing", () => {
  const patience = new Patience();
  const next = () => patience.next(60_000);
  const waits = Array.from({ length: 4 }, () => {
    const waitMs = next();
    assert.equal(patience.noteTimeout(), true);
    return waitMs;
  });
  assert.deepEqual(waits, [2_000, 1_000, 500, 500]);
  assert.equal(next(), 500);
});

Deno.test("Patience leaves some of the time for what comes after, and blames no element for its haste", () => {
  const patience = new Patience();
  assert.equal(patience.next(1_000), 600);
  assert.equal(patience.noteTimeout(), true);
  assert.equal(patience.next(400), 240);
  assert.equal(patience.noteTimeout(), false);
});

Deno.test("Patience takes nothing for hanging that takes hardly longer than what was answered", () => {
  const patience = new Patience();
  patience.noteAnswer(300);
  patience.noteAnswer(10);
  for (let count = 0; count < 5; count++) patience.noteTimeout();
  assert.equal(patience.next(60_000), 600);
  patience.noteAnswer(900);
  assert.equal(patience.next(60_000), 1_000);
});
