/** `workflows.json`: what the program can be asked for as a whole, step by step. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { STEP_LIMITS } from "../../steps/step.ts";
import { expectSchema } from "./expect.ts";
import { idSchema, schemaPointer, stepIdSchema, text, visibilitySchema, workflowIdSchema } from "./texts.ts";

const argsSchema = once(() => z.record(z.string(), z.unknown()).default({}));

const captureSchema = once(() =>
  z.strictObject({
    saveAs: idSchema(),
    read: z.strictObject({ tool: text().default("ui_get"), args: argsSchema() }).optional(),
  })
);

const capturesSchema = once(() => z.array(captureSchema()).max(STEP_LIMITS.captures));

/** One by itself is how steps had it first. */
const stepCapturesSchema = once(() =>
  z.union([capturesSchema(), captureSchema()]).transform((written) =>
    Array.isArray(written) ? written : [written]
  )
);

const stepSchema = once(() =>
  z.strictObject({
    id: stepIdSchema().optional(),
    tool: text(),
    args: argsSchema(),
    exports: z.record(z.string().min(1).max(64), text()).refine(
      (exports) => Object.keys(exports).length <= STEP_LIMITS.exports,
      `At most ${STEP_LIMITS.exports} exports`,
    ).optional().describe("What later steps call a part of the result by, and its path."),
    expect: z.union([z.literal(false), expectSchema()]).optional(),
    retry: z.strictObject({
      maxAttempts: z.int().min(1).max(STEP_LIMITS.attempts).default(3),
      delayMs: z.int().min(0).max(60_000).default(200),
      backoffMultiplier: z.number().min(1).max(10).default(1.5),
      onlyCodes: z.array(text()).max(16).optional(),
    }).optional(),
    captureBefore: stepCapturesSchema().optional(),
    ignoreCodes: z.array(text()).max(16).optional(),
  })
);

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
    restore: z.enum(["always", "never", "onFailure"]).default("never"),
  })
);

/** See the head of this file. */
export const workflowsSchema = once(() =>
  z.strictObject({ ...schemaPointer(), workflows: z.array(workflowSchema()).max(200) })
);

/** A workflow with its defaults. */
export type Workflow = z.output<ReturnType<typeof workflowSchema>>;
/** A step of a workflow with its defaults. */
export type WorkflowStep = z.output<ReturnType<typeof stepSchema>>;
/** What a workflow reads before it changes it. */
export type WorkflowCapture = z.output<ReturnType<typeof captureSchema>>;
