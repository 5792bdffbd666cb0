import * as z from "zod";
import { once } from "../../core/once.ts";
import { elementStateSchema } from "../../elements/projection.ts";
import { stateEvaluationSchema } from "./control_state.ts";
import { expectationSchema } from "./expectation_output.ts";

/** What is told of a control that is selected. */
export const ensureSelectedSchema = once(() =>
  z.strictObject({
    success: z.literal(true),
    method: z.string().describe("The way it was done; noop where nothing had to be."),
    verified: z.literal("yes"),
    alreadySelected: z.boolean(),
    before: elementStateSchema(),
    after: elementStateSchema().nullable(),
    controlStateVerified: z.literal(true),
    controlStateUsedDefault: z.boolean(),
    controlStateEvaluation: stateEvaluationSchema(),
    businessStateVerified: z.literal(true),
    businessState: z.array(expectationSchema()),
    fallbackPolicyResolved: z.strictObject({
      enabled: z.boolean(),
      methods: z.array(z.string()),
      source: z.enum(["caller", "control", "contract", "default"]),
    }),
    attemptedMethods: z.array(z.string()),
    successfulMethod: z.string().nullable(),
    fallbackUsed: z.boolean(),
    physicalCursorMoved: z.literal(false),
  })
);

/** See {@link ensureSelectedSchema}. */
export type EnsureSelectedResult = z.input<ReturnType<typeof ensureSelectedSchema>>;
