import assert from "node:assert/strict";
import { pollUntil, systemClock, throwIfCancelled } from "../../src/core/clock.ts";
import { ToolError } from "../../src/core/errors.ts";
import { FakeClock } from "../fakes/fake_clock.ts";

const isCancelled = (error: unknown): boolean => error instanceof ToolError && error.code === "CANCELLED";

Deno.test("pollUntil() asks at once, then at each interval, and once at the end", async () => {
  const clock = new FakeClock(0);
  const askedAt: number[] = [];
  const answer = await pollUntil(clock, { timeoutMs: 250, intervalMs: 100 }, () => {
    askedAt.push(clock.now());
    return Promise.resolve(undefined);
  });
  assert.equal(answer, undefined);
  assert.deepEqual(askedAt, [0, 100, 200, 250]);
});

Deno.test("pollUntil() ends with the first answer, even a false one", async () => {
  const clock = new FakeClock(0);
  let asked = 0;
  const answer = await pollUntil(
    clock,
    { timeoutMs: 1_000, intervalMs: 10 },
    () => Promise.resolve(++asked === 3 ? false : undefined),
  );
  assert.equal(answer, false);
  assert.equal(clock.now(), 20);
});

Deno.test("pollUntil() asks exactly once without time to wait", async () => {
  let asked = 0;
  await pollUntil(new FakeClock(), { timeoutMs: 0, intervalMs: 10 }, () => {
    asked++;
    return Promise.resolve(undefined);
  });
  assert.equal(asked, 1);
});

Deno.test("pollUntil() gives up when questions themselves take the time", async () => {
  const clock = new FakeClock(0);
  let asked = 0;
  await pollUntil(clock, { timeoutMs: 100, intervalMs: 10 }, () => {
    asked++;
    clock.pass(80);
    return Promise.resolve(undefined);
  });
  assert.equal(asked, 2);
});

for (const [name, clock] of [["the real clock", systemClock], ["the fake clock", new FakeClock()]] as const) {
  Deno.test(`${name} ends a sleep with CANCELLED as soon as the signal is aborted`, async () => {
    const controller = new AbortController();
    const sleep = clock.sleep(60_000, controller.signal);
    controller.abort();
    await assert.rejects(sleep, isCancelled);
    await assert.rejects(clock.sleep(60_000, controller.signal), isCancelled);
  });

  Deno.test(`${name} sleeps as long as it is told`, async () => {
    const begun = clock.now();
    await clock.sleep(30, new AbortController().signal);
    assert.ok(clock.now() - begun >= 29.5, `${clock.now() - begun}`);
  });
}

Deno.test("the fake clock wakes sleepers in the order of their deadlines", async () => {
  const clock = new FakeClock(0);
  const woken: string[] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    woken.push(`${name} at ${clock.now()}`);
  };
  await Promise.all([sleep("c", 300), sleep("a", 10), sleep("b", 20).then(() => sleep("d", 500))]);
  assert.deepEqual(woken, ["a at 10", "b at 20", "c at 300", "d at 520"]);
});

Deno.test("throwIfCancelled() throws CANCELLED, and only after the abort", () => {
  throwIfCancelled(undefined);
  throwIfCancelled(new AbortController().signal);
  assert.throws(() => throwIfCancelled(AbortSignal.abort()), isCancelled);
});
