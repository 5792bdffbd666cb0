/** Arguments that the tools share which run steps. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { capturesSchema, restoreSchema, stepSchema } from "../packs/schema/steps.ts";
import { STEP_LIMITS } from "../steps/step.ts";

/** A list of steps as a tool list shows it: what is in one is for `tool_contract_describe`. */
export const published = { type: "array", items: { type: "object" } };

/** The steps, and those at the end. */
export const stepsFields = once(() => ({
  steps: z.array(stepSchema()).min(1).max(STEP_LIMITS.steps).meta({ published })
    .describe(
      "{id?, tool, args, exports? {name: path}, expect? {condition, selector, …} | false, retry?, " +
        "captureBefore?, ignoreCodes?}; ${id.path} refers.",
    ),
  finally: z.array(stepSchema()).max(STEP_LIMITS.finally).default([]).meta({ published })
    .describe("Steps at the end, whatever happened."),
}));

/** What is read before, and put back. */
export const restoreFields = once(() => ({
  captureBefore: capturesSchema().optional().meta({ published })
    .describe("{saveAs, read?: {tool, args}}: states to be put back."),
  restore: restoreSchema().describe("When they are put back."),
  maxTotalMs: z.int().min(1_000).max(600_000).default(120_000).describe("For everything."),
}));
