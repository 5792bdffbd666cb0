/** Whether what a pack expects holds, as one reading says. */
import {
  type Condition,
  type ConditionVerdict,
  evaluateCondition,
  holdsOfNothing,
  isAboutPresence,
} from "../../elements/condition.ts";
import type { UiElement, UiTree } from "../../desktop/ui_element.ts";
import { ToolError } from "../../core/errors.ts";
import type { Selector } from "../../elements/selector.ts";
import { elementAt } from "../../elements/tree.ts";
import type { BusinessPostcondition, Expect } from "../schema/expect.ts";
import { type Controls, depthsOf, selectorsOf } from "./control_selectors.ts";

/** What is expected of a control, or of what a selector means. */
export type Expectation = Expect | BusinessPostcondition;

/** What was seen of an expectation. */
export interface Judged {
  readonly expectation: Expectation;
  readonly isMet: boolean;
  /** Why not: as a condition says it, or that several elements fit. */
  readonly reason?: Exclude<ConditionVerdict, { verdict: "yes" }>["reason"] | "ambiguous";
  readonly element?: UiElement;
  readonly count?: number;
  /** What says which elements fit, where several do. */
  readonly ambiguity?: ToolError;
}

/** How deep a window must be read for an expectation; what the pack says of the control comes first. */
export function depthFor({ controls }: Controls, expectation: Expectation, maxDepth: number): number {
  const entry = expectation.profileControl === undefined
    ? undefined
    : controls.get(expectation.profileControl);
  return entry === undefined ? maxDepth : Math.max(...depthsOf(entry, maxDepth));
}

/** Judges one reading. */
export function judge(tree: UiTree, pack: Controls, expectation: Expectation): Judged {
  const answers = selectorsFor(pack, expectation).map((selector) => answer(tree, selector, expectation));
  // A control has several selectors since not every version of its program shows it in the same way.
  const isAbsence = expectation.condition === "notExists";
  const decisive = isAbsence
    ? answers.find(({ isMet }) => !isMet) ?? answers[0]
    : expectation.condition === "countEquals"
    ? answers.find(({ count = 0 }) => count > 0) ?? answers[0]
    : answers.find(({ isMet }) => isMet) ?? answers.find(({ element }) => element !== undefined) ??
      answers.find(({ reason }) => reason !== "noElement") ?? answers[0];
  return decisive ?? { expectation, isMet: false, reason: "noElement" };
}

/** What can be said where the window is gone, with everything in it. */
export function judgeNothing(expectation: Expectation): Judged {
  return holdsOfNothing(expectation)
    ? { expectation, isMet: true }
    : { expectation, isMet: false, reason: "noElement" };
}

function selectorsFor(pack: Controls, { profileControl, ...rest }: Expectation): readonly Selector[] {
  const entry = profileControl === undefined ? undefined : pack.controls.get(profileControl);
  if (entry !== undefined) return selectorsOf(pack, entry);
  return "selector" in rest && rest.selector !== undefined ? [rest.selector] : [];
}

function answer(tree: UiTree, selector: Selector, expectation: Expectation): Judged {
  const asked: Condition = expectation;
  try {
    const { count, node, ...verdict } = evaluateCondition(tree, selector, asked);
    return {
      expectation,
      isMet: verdict.verdict === "yes",
      ...(verdict.verdict === "yes" ? {} : { reason: verdict.reason }),
      ...(node === undefined ? {} : { element: elementAt(tree, node) }),
      ...(isAboutPresence(asked) ? { count } : {}),
    };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "ELEMENT_AMBIGUOUS") throw error;
    return { expectation, isMet: false, reason: "ambiguous", ambiguity: error };
  }
}
