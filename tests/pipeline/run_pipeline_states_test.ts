import assert from "node:assert/strict";
import type { Pipeline } from "../../src/pipeline/pipeline.ts";
import type { RunOutcome, RunSoFar } from "../../src/pipeline/run_outcome.ts";
import { runPipeline } from "../../src/pipeline/run_pipeline.ts";
import type { Step } from "../../src/steps/step.ts";
import { onControl, onElement, StateWorld } from "./state_world.ts";

const CAPTURE = [{ saveAs: "before" }];

/** A step that sets the name, and that is looked at before; it has no id. */
function naming(value: string): Step {
  return { ...onElement("name", "setValue", { value }), expect: false, captureBefore: CAPTURE };
}

/** A step that fails with what the program says. */
const FAILING: Step = { ...onControl("nothing", "clear"), id: "fails", expect: false };

function go(world: StateWorld, given: Partial<Pipeline>, soFar?: RunSoFar): Promise<RunOutcome> {
  const { context, pipeline } = world.run(given);
  return runPipeline(context, pipeline, soFar);
}

/** What is gone on with, from a step on. */
function soFar({ runId, results, captured }: RunOutcome, startAt: number): RunSoFar {
  return {
    runId,
    startAt,
    results: results.slice(0, startAt),
    completedSteps: [],
    exports: {},
    captured,
    finallyDone: new Set(),
    interaction: {},
  };
}

Deno.test("runPipeline() keeps the states of steps without an id apart, whatever they are called", async () => {
  const world = await StateWorld.create();
  const agree: Step = {
    ...onElement("agree", "setChecked", { value: "true" }),
    expect: false,
    captureBefore: CAPTURE,
  };
  const { restoreResults, captured } = await go(world, { steps: [naming("Bo"), agree, naming("Cy")] });
  assert.deepEqual(restoreResults.map(({ verified }) => verified), [true, true, true]);
  assert.deepEqual(captured.map(({ stepIndex, kind }) => [stepIndex, kind]), [
    [0, "value"],
    [1, "toggle"],
    [2, "value"],
  ]);
  assert.deepEqual([world.control("name").value, world.control("agree").toggleState], ["Ann", "Off"]);
});

for (
  const [restore, fails, value] of [
    ["always", false, "Ann"],
    ["always", true, "Ann"],
    ["onFailure", false, "Bo"],
    ["onFailure", true, "Ann"],
    ["never", false, "Bo"],
    ["never", true, "Bo"],
  ] as const
) {
  Deno.test(`runPipeline() with restore ${restore}: a run that ${fails ? "fails" : "succeeds"}`, async () => {
    const world = await StateWorld.create();
    const steps = [naming("Bo"), ...fails ? [FAILING] : []];
    const { stop, restoreResults } = await go(world, { restore, steps });
    assert.equal(stop !== undefined, fails);
    assert.equal(world.control("name").value, value);
    assert.equal(restoreResults.length, value === "Ann" ? 1 : 0);
  });
}

Deno.test("runPipeline() reads anew what was put back, where it is gone on with", async () => {
  const world = await StateWorld.create();
  const read = { tool: "ui_get", args: { pid: 7, selector: { automationId: "agree" } } };
  const pipeline: Partial<Pipeline> = {
    captureBefore: [{ saveAs: "agreed", read }],
    steps: [onElement("agree", "setChecked", { value: "true" }), naming("Bo"), FAILING],
  };
  const first = await go(world, pipeline);
  assert.equal(first.stop?.index, 2);
  assert.deepEqual([world.control("name").value, world.control("agree").toggleState], ["Ann", "Off"]);
  // Meanwhile somebody wrote another name: that is what there was before the second part.
  world.control("name").value = "Dee";
  const again = await go(world, pipeline, soFar(first, 0));
  assert.equal(again.stop?.index, 2);
  assert.deepEqual([world.control("name").value, world.control("agree").toggleState], ["Dee", "Off"]);
  assert.deepEqual(again.restoreResults.map(({ key, verified, skipped }) => [key, verified, skipped]), [
    ["before", true, undefined],
    ["agreed", true, undefined],
  ]);
});

Deno.test("runPipeline() still puts back what an earlier part of the run could not", async () => {
  const world = await StateWorld.create();
  const pipeline: Partial<Pipeline> = { steps: [naming("Bo"), FAILING] };
  world.works = ({ args }) => args.value !== "Ann";
  const first = await go(world, pipeline);
  assert.equal(first.restoreResults[0]?.code, "RESTORE_VERIFICATION_FAILED");
  world.works = () => true;
  const again = await go(world, pipeline, soFar(first, 0));
  assert.equal(again.restoreResults[0]?.verified, true);
  assert.equal(world.control("name").value, "Ann");
});
