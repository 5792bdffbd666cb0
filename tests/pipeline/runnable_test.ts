import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { requireRunnable } from "../../src/pipeline/runnable.ts";
import type { JsonSchema } from "../../src/steps/schema_path.ts";
import type { Step, StepList } from "../../src/steps/step.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { MADE_UP_TOOLS } from "../steps/step_tools_of.ts";

const packs = await noPacks().current();
const context = { tools: MADE_UP_TOOLS, packs };
const start: Step = { id: "start", tool: "start", args: {} };
const press = (args: Step["args"], more: Partial<Step> = {}): Step => ({
  tool: "press",
  args,
  expect: false,
  ...more,
});

/** The error that refuses the steps; undefined where they may run. */
function refusal(list: Partial<StepList>, inputs?: JsonSchema): ToolError | undefined {
  try {
    requireRunnable(context, { steps: [], finally: [], ...list }, inputs);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ToolError);
    return error;
  }
}

Deno.test("requireRunnable() lets steps pass that can work, and those of which something is only not wise", () => {
  assert.equal(refusal({ steps: [start, press({ pid: "${start.pid}" })] }), undefined);
  assert.equal(refusal({ steps: [{ tool: "press", args: {} }] }), undefined);
  const inputs = { type: "object", properties: { name: { type: "string" } } };
  assert.equal(refusal({ steps: [press({ text: "${inputs.name}" })] }, inputs), undefined);
});

Deno.test("requireRunnable() lets a retry pass that the run will not make where it would be done twice", () => {
  const retry = { maxAttempts: 3, delayMs: 0, backoffMultiplier: 1 };
  assert.equal(refusal({ steps: [press({}, { retry })] }), undefined);
});

Deno.test("requireRunnable() refuses a wrong reference by INVALID_REFERENCES, whatever else is wrong", () => {
  const error = refusal({ steps: [press({ pid: 0 }), press({ text: "${none.at}" }, { id: "second" })] });
  assert.equal(error?.code, "INVALID_REFERENCES");
  assert.match(error.message, /^steps\[0\]\.args\.pid: .*; nothing was run$/);
  const problems = error.details?.problems as readonly Record<string, unknown>[];
  assert.deepEqual(problems.map(({ code, path, stepId }) => [code, path, stepId]), [
    ["INVALID_PARAMS", "steps[0].args.pid", undefined],
    ["UNKNOWN_STEP_REFERENCE", "steps[1].args.text", "second"],
  ]);
});

Deno.test("requireRunnable() refuses anything else by INVALID_PARAMS, and tells the first twenty", () => {
  const error = refusal({ steps: Array.from({ length: 23 }, () => press({ pid: 0 })) });
  assert.equal(error?.code, "INVALID_PARAMS");
  assert.equal((error.details?.problems as readonly unknown[]).length, 20);
  assert.equal(error.details?.more, 3);
});
