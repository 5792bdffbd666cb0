import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { MOST_RUNS, RUN_LIFE_MS, RunStore } from "../../src/pipeline/run_store.ts";
import type { RunOutcome } from "../../src/pipeline/run_outcome.ts";
import { boundWorld } from "../targets/bound_program.ts";
import { contextOf, outcomeOf, pipelineOf, step } from "./kept_runs.ts";

const PIPELINE = pipelineOf([step("one"), step("two")]);

/** A store in a world of its own. */
class StoreWorld {
  readonly world = boundWorld();
  readonly runs = new RunStore(this.world.clock);
  readonly context = contextOf(this.world);

  save(runId: string, outcome: RunOutcome = outcomeOf(PIPELINE, 1)): ReturnType<RunStore["save"]> {
    return this.runs.save(this.context, { ...outcome, runId });
  }

  /** The code with which a run cannot be taken; undefined where it can. */
  codeOf(runId: string): string | undefined {
    try {
      using _taken = this.runs.take(runId);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ToolError);
      return error.code;
    }
  }
}

Deno.test("RunStore keeps a run that failed for ten minutes", async () => {
  const store = new StoreWorld();
  assert.deepEqual(await store.save("run_a"), {
    continuable: true,
    continuationReason: null,
    runTtlRemainingMs: 600_000,
  });
  store.world.clock.pass(RUN_LIFE_MS);
  assert.equal(store.codeOf("run_a"), undefined);
  store.world.clock.pass(1);
  assert.equal(store.codeOf("run_a"), "RUN_EXPIRED");
});

Deno.test("RunStore keeps a run that succeeded, and says that there is nothing to go on with", async () => {
  const store = new StoreWorld();
  const pipeline = pipelineOf([step("one", { args: { hwnd: "0x0001002A" } })]);
  const saved = await store.save("run_a", outcomeOf(pipeline, undefined, { results: [{ pid: 7 }] }));
  assert.deepEqual([saved.continuable, saved.continuationReason], [false, null]);
  assert.equal(store.codeOf("run_a"), undefined);
  assert.deepEqual(store.world.desktop.calls, [], "Windows need not be asked");
});

Deno.test("RunStore counts the ten minutes from the last save", async () => {
  const store = new StoreWorld();
  await store.save("run_a");
  store.world.clock.pass(RUN_LIFE_MS - 1);
  await store.save("run_a");
  store.world.clock.pass(RUN_LIFE_MS - 1);
  assert.equal(store.codeOf("run_a"), undefined);
});

Deno.test("RunStore keeps twenty runs: the one that was saved longest ago goes", async () => {
  const store = new StoreWorld();
  for (let n = 0; n < MOST_RUNS; n++) await store.save(`run_${n}`);
  await store.save("run_0");
  assert.equal(store.codeOf("run_1"), undefined, "saving one again takes no other one's place");
  await store.save("run_20");
  assert.equal(store.codeOf("run_1"), "RUN_EXPIRED");
  for (let n = 0; n <= MOST_RUNS; n++) if (n !== 1) assert.equal(store.codeOf(`run_${n}`), undefined, `${n}`);
});

Deno.test("RunStore makes room by what has expired first", async () => {
  const store = new StoreWorld();
  await store.save("run_old");
  store.world.clock.pass(RUN_LIFE_MS / 2);
  for (let n = 1; n < MOST_RUNS; n++) await store.save(`run_${n}`);
  store.world.clock.pass(RUN_LIFE_MS / 2 + 1);
  await store.save("run_new");
  assert.equal(store.codeOf("run_old"), "RUN_EXPIRED");
  assert.equal(store.codeOf("run_1"), undefined);
});

Deno.test("RunStore does not keep more than 2 MiB of a run, and says so", async () => {
  const store = new StoreWorld();
  const outcome = outcomeOf(
    pipelineOf([step("one", { exports: { all: "text" } }), step("two")]),
    1,
    { results: [{ text: "é".repeat(1_048_576) }] },
  );
  assert.deepEqual(await store.save("run_a", outcome), {
    continuable: false,
    continuationReason: "RUN_SNAPSHOT_TRUNCATED",
    runTtlRemainingMs: RUN_LIFE_MS,
  });
  assert.throws(() => store.runs.take("run_a"), {
    code: "RUN_NOT_CONTINUABLE",
    message: /Too much/,
    details: { continuationReason: "RUN_SNAPSHOT_TRUNCATED" },
  });
});

Deno.test("RunStore keeps a large result to which nothing refers as what is short in it", async () => {
  const store = new StoreWorld();
  const outcome = outcomeOf(PIPELINE, 1, { results: [{ pid: 7, text: "x".repeat(3_000_000) }] });
  assert.equal((await store.save("run_a", outcome)).continuable, true);
  using taken = store.runs.take("run_a");
  assert.deepEqual(taken.run.results, [{ pid: 7 }]);
});

Deno.test("RunStore never keeps secrets", async () => {
  const store = new StoreWorld();
  const typed = { text: "hunter2", allowPassword: true, hwnd: "0x1" };
  const pipeline = pipelineOf(
    [
      step("log-in", { tool: "type_text", args: typed }),
      step("by-input", { tool: "type_text", args: { ...typed, text: "${inputs.password}" } }),
      step("by-pin", { tool: "ui_action", args: { value: "${inputs.pin}", allowPassword: true } }),
      step("set", {
        tool: "ui_action",
        args: { action: "setValue", value: "hunter6", allowPassword: true },
        expect: { condition: "valueEquals", value: "hunter6", selector: { name: "x" } },
      }),
      step("plain", { tool: "type_text", args: { text: "plain" } }),
    ],
    {
      inputs: { password: "swordfish", user: "ann", pin: "swordfish-2" },
      finally: [step("again", { tool: "type_text", args: { ...typed, text: "hunter3" } })],
    },
  );
  const outcome = outcomeOf(pipeline, 4, {
    results: [{ sessionToken: "hunter4" }, {}, {}, {}],
    exports: { element: { password: "hunter5", name: "x" } },
  });
  await store.save("run_a", outcome);
  using taken = store.runs.take("run_a");
  const json = JSON.stringify(taken.run, (_name, value) => typeof value === "bigint" ? `${value}` : value);
  assert.doesNotMatch(json, /hunter|swordfish/);
  assert.match(json, /ann/);
  assert.match(json, /plain/);
  assert.deepEqual([...taken.run.secretSteps], [0, 3]);
  assert.deepEqual([...taken.run.secretFinally], [0]);
  assert.deepEqual(pipeline.steps[0]?.args.text, "hunter2", "the run itself is as it was");
});

Deno.test("RunStore says that a run which stopped at a password cannot be gone on with", async () => {
  const store = new StoreWorld();
  const args = { text: "hunter2", allowPassword: true };
  const outcome = outcomeOf(pipelineOf([step("one"), step("log-in", { tool: "type_text", args })]), 1);
  const saved = await store.save("run_a", outcome);
  assert.deepEqual([saved.continuable, saved.continuationReason], [false, "RUN_SECRET_NOT_KEPT"]);
});

Deno.test("RunStore gives a run to one call at a time, and again when that one only looked", async () => {
  const store = new StoreWorld();
  await store.save("run_a");
  {
    using _taken = store.runs.take("run_a");
    assert.throws(() => store.runs.take("run_a"), {
      code: "RUN_NOT_CONTINUABLE",
      message: /being continued/,
    });
  }
  assert.equal(store.codeOf("run_a"), undefined);
});

Deno.test("RunStore forgets a run whose continuation was begun and never saved", async () => {
  const store = new StoreWorld();
  await store.save("run_a");
  {
    using taken = store.runs.take("run_a");
    taken.begin();
    assert.equal(store.codeOf("run_a"), "RUN_NOT_CONTINUABLE");
  }
  assert.equal(store.codeOf("run_a"), "RUN_EXPIRED");
});

Deno.test("RunStore keeps what a continuation has saved", async () => {
  const store = new StoreWorld();
  await store.save("run_a");
  {
    using taken = store.runs.take("run_a");
    taken.begin();
    await store.save("run_a", outcomeOf(PIPELINE, 0));
  }
  using taken = store.runs.take("run_a");
  assert.equal(taken.run.stoppedAt, 0);
});

Deno.test("RunStore lets no other run push out one that is being continued, however long that takes", async () => {
  const store = new StoreWorld();
  await store.save("run_a");
  {
    using taken = store.runs.take("run_a");
    taken.begin();
    for (let n = 1; n < MOST_RUNS; n++) await store.save(`run_${n}`);
    await store.save("run_20");
    assert.equal(store.codeOf("run_a"), "RUN_NOT_CONTINUABLE");
    assert.equal(store.codeOf("run_1"), "RUN_EXPIRED");
    store.world.clock.pass(RUN_LIFE_MS / 2);
    await store.save("run_a");
    assert.equal(store.codeOf("run_2"), undefined, "its place was kept for it");
  }
  assert.equal(store.codeOf("run_a"), undefined);
});

Deno.test("RunStore saves though Windows answers nothing", async () => {
  const store = new StoreWorld();
  const pipeline = pipelineOf([step("one"), step("two", { args: { hwnd: "0x0001002A", pid: 7 } })]);
  for (const method of ["identifyProcess", "listProcesses", "windowState"] as const) {
    store.world.desktop.fail(method, new ToolError("PROVIDER_BUSY", "busy"));
  }
  assert.equal((await store.save("run_a", outcomeOf(pipeline, 1))).continuable, true);
});

Deno.test("RunStore knows no run that was never saved", () => {
  assert.throws(() => new StoreWorld().runs.take("run_\u0007"), {
    code: "RUN_EXPIRED",
    message: /"run_\\u0007"/,
  });
});
