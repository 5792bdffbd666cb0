/** `workflows.json`: what the program can be asked for as a whole, step by step. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { STEP_LIMITS } from "../../steps/step.ts";
import { capturesSchema, restoreSchema, stepSchema } from "./steps.ts";
import { schemaPointer, text, visibilitySchema, workflowIdSchema } from "./texts.ts";

const inputSchemaSchema = once(() =>
  z.strictObject({
    type: z.literal("object").default("object"),
    properties: z.record(z.string(), z.unknown()).default({}),
    required: z.array(text()).max(32).default([]),
    additionalProperties: z.boolean().default(false),
  }).prefault({})
);

const workflowSchema = once(() =>
  z.strictObject({
    id: workflowIdSchema(),
    description: z.string().max(1_024).optional(),
    safe: z.boolean().default(false),
    tested: z.boolean().default(false),
    restoresState: z.boolean().default(false),
    visibility: visibilitySchema().default("session"),
    interactionMode: z.enum(["auto", "background", "foregroundDemo"]).optional(),
    inputSchema: inputSchemaSchema().describe("JSON Schema of its inputs; without one it takes none."),
    steps: z.array(stepSchema()).min(1).max(STEP_LIMITS.steps),
    finally: z.array(stepSchema()).max(STEP_LIMITS.finally).default([]),
    captureBefore: capturesSchema().optional(),
    restore: restoreSchema(),
  })
);

/** See the head of this file. */
export const workflowsSchema = once(() =>
  z.strictObject({ ...schemaPointer(), workflows: z.array(workflowSchema()).max(200) })
);

/** A workflow with its defaults. */
export type Workflow = z.output<ReturnType<typeof workflowSchema>>;
