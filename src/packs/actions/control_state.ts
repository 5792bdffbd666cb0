/** Whether a control counts as selected: as its pack declares that, else by being selected or switched on. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { type ConditionVerdict, judgeElement } from "../../elements/condition.ts";
import type { UiElement } from "../../desktop/ui_element.ts";
import type { ControlEntry } from "../schema/controls.ts";
import { STATE_CONDITIONS, type StateCondition } from "../schema/expect.ts";

const judgedConditionSchema = once(() =>
  z.strictObject({
    condition: z.enum(STATE_CONDITIONS),
    expectedValue: z.string().optional(),
    toggleState: z.string().optional(),
    verdict: z.enum(["yes", "no", "unknown"]),
    reason: z.string().optional(),
  })
);

/** What was judged of a control's state. */
export const stateEvaluationSchema = once(() =>
  z.strictObject({
    verified: z.boolean(),
    usedDefault: z.boolean().describe("The pack declares no state: selected, or switched on."),
    all: z.array(judgedConditionSchema()),
    any: z.array(judgedConditionSchema()),
  })
);

/** See {@link stateEvaluationSchema}. */
export type StateEvaluation = z.output<ReturnType<typeof stateEvaluationSchema>>;

const DEFAULT_ANY: readonly StateCondition[] = [
  { condition: "selected" },
  { condition: "toggleStateEquals", toggleState: "On" },
];

/** Judges an element; one that is not there is in no state. */
export function evaluateState(
  { controlState }: Pick<ControlEntry, "controlState">,
  element: UiElement | undefined,
): StateEvaluation {
  const all = (controlState?.all ?? []).map((asked) => judged(asked, element));
  const any = (controlState === undefined ? DEFAULT_ANY : controlState.any ?? [])
    .map((asked) => judged(asked, element));
  const isYes = ({ verdict }: { readonly verdict: string }): boolean => verdict === "yes";
  return {
    verified: all.every(isYes) && (any.length === 0 || any.some(isYes)),
    usedDefault: controlState === undefined,
    all,
    any,
  };
}

/** What keeps it from being verified. */
export function failedConditions({ all, any, verified }: StateEvaluation): StateEvaluation["all"] {
  if (verified) return [];
  const isAnyMet = any.length === 0 || any.some(({ verdict }) => verdict === "yes");
  return [...all.filter(({ verdict }) => verdict !== "yes"), ...isAnyMet ? [] : any];
}

function judged(asked: StateCondition, element: UiElement | undefined): StateEvaluation["all"][number] {
  const verdict = element === undefined ? judgeAbsent(asked) : judgeElement(element, asked);
  return {
    ...asked,
    verdict: verdict.verdict,
    ...(verdict.verdict === "yes" ? {} : { reason: verdict.reason }),
  };
}

function judgeAbsent({ condition }: StateCondition): ConditionVerdict {
  return condition === "notExists" ? { verdict: "yes" } : { verdict: "no", reason: "noElement" };
}
