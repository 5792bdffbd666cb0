/** The steps of a pipeline, as a workflow or a call writes them. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { STEP_LIMITS } from "../../steps/step.ts";
import { expectSchema } from "./expect.ts";
import { idSchema, stepIdSchema, text } from "./texts.ts";

const argsSchema = once(() => z.record(z.string(), z.unknown()).default({}));

const captureSchema = once(() =>
  z.strictObject({
    saveAs: idSchema(),
    read: z.strictObject({ tool: text().default("ui_get"), args: argsSchema() }).optional(),
  })
);

/** States that are read before something changes them. */
export const capturesSchema = once(() => z.array(captureSchema()).max(STEP_LIMITS.captures));

/** One by itself is how steps had it first. */
const stepCapturesSchema = once(() =>
  z.union([capturesSchema(), captureSchema()]).transform((written) =>
    Array.isArray(written) ? written : [written]
  )
);

/** How often and when a failed step is tried again. */
export const retrySchema = once(() =>
  z.strictObject({
    maxAttempts: z.int().min(1).max(STEP_LIMITS.attempts).default(3),
    delayMs: z.int().min(0).max(60_000).default(200),
    backoffMultiplier: z.number().min(1).max(10).default(1.5),
    onlyCodes: z.array(text()).max(16).optional(),
  })
);

/** What later steps call parts of a result by, and the paths of these. */
export const exportsSchema = once(() =>
  z.record(z.string().min(1).max(64), text()).refine(
    (exports) => Object.keys(exports).length <= STEP_LIMITS.exports,
    `At most ${STEP_LIMITS.exports} exports`,
  )
);

/** When captured states are put back. */
export const restoreSchema = once(() => z.enum(["always", "never", "onFailure"]).default("never"));

/** One step. */
export const stepSchema = once(() =>
  z.strictObject({
    id: stepIdSchema().optional(),
    tool: text(),
    args: argsSchema(),
    exports: exportsSchema().optional()
      .describe("What later steps call a part of the result by, and its path."),
    expect: z.union([z.literal(false), expectSchema()]).optional(),
    retry: retrySchema().optional(),
    captureBefore: stepCapturesSchema().optional(),
    ignoreCodes: z.array(text()).max(16).optional(),
  })
);

/** A step with its defaults. */
export type WrittenStep = z.output<ReturnType<typeof stepSchema>>;
/** What is read before it is changed. */
export type WrittenCapture = z.output<ReturnType<typeof captureSchema>>;
