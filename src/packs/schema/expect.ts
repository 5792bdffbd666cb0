/** What is expected of a control: after an action, on a page, of a workflow's step. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { CONDITIONS, missingOperand } from "../../elements/condition.ts";
import { selectorSchema } from "../../elements/selector.ts";
import { text } from "./texts.ts";

/** The conditions on the state of one control: all but the one that counts. */
export const STATE_CONDITIONS = CONDITIONS.filter((condition) => condition !== "countEquals");

/** What a condition is compared with. */
const operands = once(() => ({
  expectedValue: z.string().max(4_000).optional(),
  toggleState: z.enum(["On", "Off", "Indeterminate"]).optional(),
}));

/** How long an expectation is waited for, and how often it is looked at, unless it says otherwise. */
export const EXPECT_DEFAULTS = { timeoutMs: 5_000, pollIntervalMs: 150 } as const;

/** What every expectation says beside whose it is. */
const expectFields = once(() => ({
  condition: z.enum(CONDITIONS),
  timeoutMs: z.int().min(100).max(300_000).default(EXPECT_DEFAULTS.timeoutMs),
  pollIntervalMs: z.int().min(50).max(10_000).default(EXPECT_DEFAULTS.pollIntervalMs),
  ...operands(),
  expectedCount: z.int().min(0).max(100).optional(),
}));

type Operands = Parameters<typeof missingOperand>[0];

/** Adds what is missing for the condition to what a schema complains of. */
function requireOperand(asked: Operands, context: z.RefinementCtx): void {
  const missing = missingOperand(asked);
  if (missing === undefined) return;
  context.addIssue({ code: "custom", path: [missing], message: `It is needed for ${asked.condition}` });
}

/** An expectation of a control of the pack, or of what a selector means. */
export const expectSchema = once(() =>
  z.strictObject({
    profileControl: text().optional().describe("A control of the pack."),
    selector: selectorSchema().optional(),
    ...expectFields(),
  }).superRefine((expected, context) => {
    if (expected.profileControl === undefined && expected.selector === undefined) {
      context.addIssue({ code: "custom", message: "An expectation needs profileControl or selector" });
    }
    requireOperand(expected, context);
  })
);

/** What a control promises about another one, or about itself: selectors are for the controls' own file. */
export const businessPostconditionSchema = once(() =>
  z.strictObject({ profileControl: text().describe("A control of the pack."), ...expectFields() })
    .superRefine(requireOperand)
);

/** A condition on the control's own state. */
export const stateConditionSchema = once(() =>
  z.strictObject({ condition: z.enum(STATE_CONDITIONS), ...operands() }).superRefine(requireOperand)
);

/** See {@link expectSchema}. */
export type Expect = z.output<ReturnType<typeof expectSchema>>;
/** See {@link businessPostconditionSchema}. */
export type BusinessPostcondition = z.output<ReturnType<typeof businessPostconditionSchema>>;
/** See {@link stateConditionSchema}. */
export type StateCondition = z.output<ReturnType<typeof stateConditionSchema>>;
