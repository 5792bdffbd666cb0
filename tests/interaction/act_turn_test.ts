import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolError } from "../../src/core/errors.ts";
import { ActTurn, type TurnContext } from "../../src/interaction/act_turn.ts";
import { FakeClock } from "../fakes/fake_clock.ts";

/** A call that nobody cancels. */
function unhurried(clock: FakeClock = new FakeClock()): TurnContext {
  return { clock, signal: new AbortController().signal };
}

const isCancelled = (error: unknown): boolean => error instanceof ToolError && error.code === "CANCELLED";

Deno.test("ActTurn runs acts one after another, in the order in which they asked", async () => {
  const clock = new FakeClock(0);
  const turn = new ActTurn();
  const seen: string[] = [];
  const act = (name: string, ms: number): Promise<void> =>
    turn.take(unhurried(clock), async () => {
      seen.push(`${name} begins at ${clock.now()}`);
      await clock.sleep(ms);
      seen.push(`${name} ends at ${clock.now()}`);
    });
  await Promise.all([act("a", 30), act("b", 10), act("c", 0)]);
  assert.deepEqual(seen, [
    "a begins at 0",
    "a ends at 30",
    "b begins at 30",
    "b ends at 40",
    "c begins at 40",
    "c ends at 40",
  ]);
});

Deno.test("ActTurn returns what the act returns and goes on after one that fails", async () => {
  const turn = new ActTurn();
  await assert.rejects(turn.take(unhurried(), () => Promise.reject(new Error("broken"))), /broken/);
  await assert.rejects(
    turn.take(unhurried(), () => {
      throw new Error("broken at once");
    }),
    /broken at once/,
  );
  assert.equal(await turn.take(unhurried(), () => Promise.resolve(7)), 7);
});

Deno.test("ActTurn lets a cancelled one leave at once, without running it", async () => {
  const clock = new FakeClock(0);
  const turn = new ActTurn();
  const controller = new AbortController();
  const seen: string[] = [];
  const first = turn.take(unhurried(clock), async () => {
    await clock.sleep(100);
    seen.push("first");
  });
  const second = turn.take(
    { clock, signal: controller.signal },
    () => Promise.resolve(void seen.push("second")),
  );
  const third = turn.take(unhurried(clock), () => Promise.resolve(void seen.push("third")));
  controller.abort();
  await assert.rejects(second, isCancelled);
  assert.deepEqual(seen, []);
  await Promise.all([first, third]);
  assert.deepEqual(seen, ["first", "third"]);
});

Deno.test("ActTurn refuses a signal that was aborted before", async () => {
  await assert.rejects(
    new ActTurn().take({ ...unhurried(), signal: AbortSignal.abort() }, () => Promise.resolve()),
    isCancelled,
  );
});

Deno.test("ActTurn gives up waiting after a minute, and those behind still wait for those before", async () => {
  const clock = new FakeClock(0);
  const turn = new ActTurn();
  const seen: string[] = [];
  const first = turn.take(unhurried(clock), () => clock.sleep(90_000).then(() => void seen.push("first")));
  const second = turn.take(unhurried(clock), () => Promise.resolve(void seen.push("second")));
  await assert.rejects(second, { code: "TIMEOUT" });
  assert.equal(clock.now(), 60_000);
  const third = turn.take(unhurried(clock), () => Promise.resolve(void seen.push("third")));
  await Promise.all([first, third]);
  assert.deepEqual(seen, ["first", "third"]);
});

Deno.test("ActTurn never runs two acts at once, whatever is cancelled", async () => {
  const plan = fc.array(fc.record({ ms: fc.nat(5), cancelled: fc.boolean(), fails: fc.boolean() }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(plan, async (acts) => {
      const clock = new FakeClock();
      const turn = new ActTurn();
      let running = 0;
      let ran = 0;
      const calls = acts.map(({ ms, cancelled, fails }) => {
        const controller = new AbortController();
        const call = turn.take({ clock, signal: controller.signal }, async () => {
          assert.equal(++running, 1);
          await clock.sleep(ms);
          running--;
          ran++;
          if (fails) throw new Error("meant");
        });
        if (cancelled) controller.abort();
        return call;
      });
      await Promise.allSettled(calls);
      // The first one has its turn at once when nobody is before it, so its cancellation may come too late.
      assert.ok(ran >= acts.filter(({ cancelled }) => !cancelled).length);
    }),
    { numRuns: 50 },
  );
});
