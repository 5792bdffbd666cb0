/** `workflows.json`: what the program can be asked for as a whole, step by step. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { expectSchema } from "./expect.ts";
import { idSchema, schemaPointer, stepIdSchema, text, visibilitySchema, workflowIdSchema } from "./texts.ts";

/** Longer ones are two workflows. */
export const MOST_STEPS = { steps: 50, finally: 20, captures: 32 } as const;

const argsSchema = once(() => z.record(z.string(), z.unknown()).default({}));

const captureSchema = once(() =>
  z.strictObject({
    saveAs: idSchema(),
    read: z.strictObject({ tool: text().default("ui_get"), args: argsSchema() }).optional(),
  })
);

const capturesSchema = once(() => z.array(captureSchema()).max(MOST_STEPS.captures).optional());

const stepSchema = once(() =>
  z.strictObject({
    id: stepIdSchema().optional(),
    tool: text(),
    args: argsSchema(),
    exports: z.record(z.string().min(1).max(64), text()).refine(
      (exports) => Object.keys(exports).length <= 32,
      "At most 32 exports",
    ).optional().describe("What later steps call a part of the result by, and its path."),
    expect: z.union([z.literal(false), expectSchema()]).optional(),
    retry: z.strictObject({
      maxAttempts: z.int().min(1).max(5).default(3),
      delayMs: z.int().min(0).max(60_000).default(200),
      backoffMultiplier: z.number().min(1).max(10).default(1.5),
      onlyCodes: z.array(text()).max(16).optional(),
    }).optional(),
    captureBefore: capturesSchema(),
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
    steps: z.array(stepSchema()).min(1).max(MOST_STEPS.steps),
    finally: z.array(stepSchema()).max(MOST_STEPS.finally).default([]),
    captureBefore: capturesSchema(),
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
