import assert from "node:assert/strict";
import {
  beforeDeadline,
  pollUntil,
  systemClock,
  throwIfCancelled,
  type Wakes,
} from "../../src/core/clock.ts";
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

/** Something that a test can have wake. */
function alarm(): { readonly wokenBy: Wakes; ring(): void; readonly listening: number } {
  const listeners = new Set<() => void>();
  return {
    wokenBy(wake) {
      listeners.add(wake);
      return { [Symbol.dispose]: () => void listeners.delete(wake) };
    },
    ring: () => listeners.forEach((wake) => wake()),
    get listening() {
      return listeners.size;
    },
  };
}

/** When questions are asked that are never answered. */
async function looksOf(
  clock: FakeClock,
  options: { readonly timeoutMs: number; readonly intervalMs: number; readonly wokenBy: Wakes },
  during: (count: number) => void = () => {},
): Promise<number[]> {
  const askedAt: number[] = [];
  await pollUntil(clock, options, () => {
    askedAt.push(clock.now());
    during(askedAt.length);
    return Promise.resolve(undefined);
  });
  return askedAt;
}

Deno.test("pollUntil() asks at once when it is woken, then goes on as before", async () => {
  const clock = new FakeClock(0);
  const { wokenBy, ring } = alarm();
  void clock.sleep(40).then(ring);
  assert.deepEqual(await looksOf(clock, { timeoutMs: 300, intervalMs: 100, wokenBy }), [
    0,
    40,
    140,
    240,
    300,
  ]);
});

Deno.test("pollUntil() asks at each interval when nothing wakes it", async () => {
  const clock = new FakeClock(0);
  const { wokenBy } = alarm();
  assert.deepEqual(await looksOf(clock, { timeoutMs: 250, intervalMs: 100, wokenBy }), [0, 100, 200, 250]);
});

Deno.test("pollUntil() asks no more than every 15 ms, however often it is woken", async () => {
  const clock = new FakeClock(0);
  const { wokenBy, ring } = alarm();
  for (let ms = 1; ms < 100; ms++) void clock.sleep(ms).then(ring);
  const askedAt = await looksOf(clock, { timeoutMs: 100, intervalMs: 50, wokenBy });
  assert.deepEqual(askedAt, [0, 15, 30, 45, 60, 75, 90, 100]);
});

Deno.test("pollUntil() looks again soon when it was woken during a look", async () => {
  const clock = new FakeClock(0);
  const { wokenBy, ring } = alarm();
  const during = (count: number): void => count === 2 ? ring() : undefined;
  const askedAt = await looksOf(clock, { timeoutMs: 300, intervalMs: 100, wokenBy }, during);
  assert.deepEqual(askedAt, [0, 100, 115, 215, 300]);
});

Deno.test("pollUntil() begins to listen only when the first look has not sufficed, and ends with the wait", async () => {
  const clock = new FakeClock(0);
  const bell = alarm();
  const { wokenBy } = bell;
  const options = { timeoutMs: 100, intervalMs: 10, wokenBy };
  assert.equal(
    await pollUntil(clock, { ...options, wokenBy: () => assert.fail() }, () => Promise.resolve(1)),
    1,
  );
  const listening: number[] = [];
  await looksOf(clock, options, () => listening.push(bell.listening));
  assert.deepEqual(listening.slice(0, 3), [0, 1, 1]);
  assert.equal(bell.listening, 0);
  await assert.rejects(
    pollUntil(
      clock,
      options,
      () => bell.listening > 0 ? Promise.reject(new Error("x")) : Promise.resolve(undefined),
    ),
  );
  assert.equal(bell.listening, 0);
});

for (const afterMs of [5, 60]) {
  Deno.test(`pollUntil() is cancelled ${afterMs} ms into a pause that could be woken`, async () => {
    const clock = new FakeClock(0);
    const bell = alarm();
    const { wokenBy } = bell;
    const controller = new AbortController();
    void clock.sleep(afterMs).then(() => controller.abort());
    const { signal } = controller;
    const wait = pollUntil(
      clock,
      { timeoutMs: 9_000, intervalMs: 1_000, signal, wokenBy },
      () => Promise.resolve(undefined),
    );
    await assert.rejects(wait, isCancelled);
    assert.deepEqual([clock.now(), bell.listening], [afterMs, 0]);
  });
}

Deno.test("beforeDeadline() gives up at the deadline, and tells the work so", async () => {
  const clock = new FakeClock(0);
  const { signal } = new AbortController();
  let working: AbortSignal | undefined;
  const answer = await beforeDeadline(clock, { timeoutMs: 70, signal }, (given) => {
    working = given;
    return new Promise(() => {});
  });
  assert.deepEqual([answer, clock.now(), working?.aborted], [undefined, 70, true]);
});

Deno.test("beforeDeadline() answers what the work does, and leaves no timer behind", async () => {
  const { signal } = new AbortController();
  const options = { timeoutMs: 60_000, signal };
  assert.equal(await beforeDeadline(systemClock, options, () => Promise.resolve(1)), 1);
  await assert.rejects(
    beforeDeadline(systemClock, options, () => Promise.reject(new Error("no"))),
    /no/,
  );
});

Deno.test("beforeDeadline() is cancelled in the middle of work that does not listen", async () => {
  const clock = new FakeClock(0);
  const controller = new AbortController();
  void clock.sleep(20).then(() => controller.abort());
  const { signal } = controller;
  await assert.rejects(
    beforeDeadline(clock, { timeoutMs: 70, signal }, () => new Promise(() => {})),
    isCancelled,
  );
  assert.equal(clock.now(), 20);
});
