/** What a reading of a window says of a condition. */
import type { UiElement } from "../desktop/ui_element.ts";
import {
  type Condition,
  type ConditionAnswer,
  type ConditionVerdict,
  evaluateCondition,
  holdsOfNothing,
  judgeElement,
} from "../elements/condition.ts";
import type { FindOptions } from "../elements/find.ts";
import type { Selector } from "../elements/selector.ts";
import { elementAt } from "../elements/tree.ts";
import type { ToolContext } from "./tool.ts";
import { refsOf, type WindowReading } from "./ui_reading.ts";

/** What a look saw. */
export interface Observation {
  readonly verdict: ConditionVerdict;
  /** The element, where the condition is about one and it is there. */
  readonly element?: UiElement;
  /** How many elements fit. */
  readonly count?: number;
  /** The last reading, with the node of the element in it. */
  readonly reading?: WindowReading;
  readonly node?: number;
  readonly isWindowGone?: true;
}

/** A condition and the selector of its element; without one it is about the element of the call's ref. */
export interface AskedCondition extends Condition {
  readonly selector?: Selector | undefined;
}

/**
 * What a reading says of a condition.
 *
 * @throws {ToolError} ELEMENT_AMBIGUOUS, with a ref of each
 */
export function judgeReading(
  context: ToolContext,
  reading: WindowReading,
  asked: AskedCondition,
): Observation {
  const { count, node, ...verdict } = evaluate(context, reading, asked);
  if (node === undefined) return { verdict, count, reading };
  return { verdict, count, node, reading, element: elementAt(reading.tree, node) };
}

function evaluate(context: ToolContext, reading: WindowReading, asked: AskedCondition): ConditionAnswer {
  const { tree, scope } = reading;
  if (asked.selector !== undefined) {
    return evaluateCondition(tree, asked.selector, asked, findOptions(context, reading));
  }
  if (scope === undefined) throw new RangeError("Cannot judge a condition without a selector or a ref");
  return { ...judgeElement(elementAt(tree, scope), asked), count: 1, node: scope };
}

/** Where a condition's element is searched. */
export function findOptions(
  context: ToolContext,
  reading: WindowReading,
): FindOptions & { readonly refOf: (node: number) => string } {
  const { scope } = reading;
  return { refOf: refsOf(context, reading), ...(scope === undefined ? {} : { scope }) };
}

/** What can be said of a condition where the window, or the element of the ref, is gone. */
export function judgeGone(asked: AskedCondition, what: "windowGone" | "elementGone"): ConditionVerdict {
  const holds = what === "windowGone" ? holdsOfNothing(asked) : asked.condition === "notExists";
  return holds ? { verdict: "yes" } : { verdict: "no", reason: "noElement" };
}
