/**
 * Whether an element is as a caller waits or expects it to be: the one evaluator behind every such question. It judges
 * one reading; asking again is for the caller.
 */
import type { ToggleState, UiElement, UiProperty, UiTree } from "../desktop/ui_element.ts";
import { ambiguousError } from "./explain.ts";
import { choose, find, type FindOptions, type Found } from "./find.ts";
import type { Selector } from "./selector.ts";
import { searchVerdict } from "./status.ts";
import { elementAt } from "./tree.ts";

/** Everything that can be asked. */
export const CONDITIONS = [
  "exists",
  "notExists",
  "visible",
  "hidden",
  "enabled",
  "disabled",
  "valueEquals",
  "valueContains",
  "toggleStateEquals",
  "selected",
  "notSelected",
  "expanded",
  "collapsed",
  "countEquals",
] as const;

/** One of {@link CONDITIONS}. */
export type ConditionName = typeof CONDITIONS[number];

/** A question about the element that a selector means. */
export interface Condition {
  readonly condition: ConditionName;
  /** For `valueEquals` and `valueContains`. */
  readonly expectedValue?: string | undefined;
  /** For `countEquals`. */
  readonly expectedCount?: number | undefined;
  /** For `toggleStateEquals`. */
  readonly toggleState?: ToggleState | undefined;
  /** Values are compared with their case, unless this is true. */
  readonly ignoreCase?: boolean | undefined;
}

/** Why a condition does not hold, or cannot be judged. */
export type ConditionReason =
  /** It is otherwise. */
  | "differs"
  /** There is no such element. */
  | "noElement"
  /** No such element was met, or so many and no more, but not everything was read. */
  | "unproven"
  /** The fact could not be read. */
  | "unreadable"
  /** The element has no such thing: no value, no check mark, no selection, nothing to expand. */
  | "notSupported"
  /** The value is a password, or might be one, and is not read. */
  | "protected";

/** What can be said of a condition: whether it holds, or that it cannot be known, which is no pass. */
export type ConditionVerdict =
  | { readonly verdict: "yes" }
  | { readonly verdict: "no"; readonly reason: Extract<ConditionReason, "differs" | "noElement"> }
  | {
    readonly verdict: "unknown";
    readonly reason: Exclude<ConditionReason, "differs" | "noElement">;
  };

/** The answer of one reading. */
export type ConditionAnswer = ConditionVerdict & {
  /** How many elements fit. */
  readonly count: number;
  /** The element that was looked at; undefined where none is there, or the question is about their number. */
  readonly node?: number;
};

const YES: ConditionVerdict = { verdict: "yes" };
const NO: ConditionVerdict = { verdict: "no", reason: "differs" };

/** The operand that a condition needs and does not have; undefined where nothing is missing. */
export function missingOperand(
  asked: Condition,
): "expectedValue" | "expectedCount" | "toggleState" | undefined {
  const needed = OPERANDS[asked.condition];
  return needed !== undefined && asked[needed] === undefined ? needed : undefined;
}

const OPERANDS: Readonly<
  Partial<Record<ConditionName, "expectedValue" | "expectedCount" | "toggleState">>
> = {
  valueEquals: "expectedValue",
  valueContains: "expectedValue",
  toggleStateEquals: "toggleState",
  countEquals: "expectedCount",
};

/** Whether a condition is about how many elements there are, not about what one of them is like. */
export function isAboutPresence({ condition }: Condition): boolean {
  return condition === "exists" || condition === "notExists" || condition === "countEquals";
}

/** Whether a condition holds where there is nothing at all, not even the window. */
export function holdsOfNothing({ condition, expectedCount }: Condition): boolean {
  return condition === "notExists" || condition === "hidden" ||
    (condition === "countEquals" && expectedCount === 0);
}

/**
 * Judges a reading. How many elements fit does not matter to `exists`, `notExists` and `countEquals`; every other
 * question is about one.
 *
 * @throws {ToolError} ELEMENT_AMBIGUOUS where the question is about one element and several fit
 */
export function evaluateCondition(
  tree: UiTree,
  selector: Selector,
  asked: Condition,
  options: FindOptions = {},
): ConditionAnswer {
  const found = find(tree, selector, options);
  const count = found.matches.length;
  const choice = choose(tree, found, selector);
  const isComplete = (): boolean => isSearchComplete(tree, found, options);
  switch (asked.condition) {
    case "exists":
      if (choice.kind === "one" || choice.kind === "ambiguous") return { ...YES, count };
      return { ...absence(isComplete()), count };
    case "notExists":
      return { ...count > 0 ? NO : isComplete() ? YES : UNPROVEN, count };
    case "countEquals": {
      const wanted = asked.expectedCount ?? 0;
      const isDecided = count > wanted || isComplete();
      return { ...!isDecided ? UNPROVEN : count === wanted ? YES : NO, count };
    }
  }
  if (choice.kind === "ambiguous") throw ambiguousError(tree, selector, found.matches, options);
  if (choice.kind !== "one") return { ...absence(isComplete()), count };
  return { ...judgeElement(elementAt(tree, choice.node), asked), count, node: choice.node };
}

const UNPROVEN: ConditionVerdict = { verdict: "unknown", reason: "unproven" };

function absence(isProven: boolean): ConditionVerdict {
  return isProven ? { verdict: "no", reason: "noElement" } : UNPROVEN;
}

/** What is about there being no further element holds only where every element was looked at. */
function isSearchComplete(tree: UiTree, found: Found, { scope }: FindOptions): boolean {
  return searchVerdict(tree, { ...found, matches: [] }, scope).status === "empty-but-accessible";
}

/** Judges one element that is there, whatever else is. */
export function judgeElement(element: UiElement, asked: Condition): ConditionVerdict {
  switch (asked.condition) {
    case "visible":
      return judged(element, "offscreen", element.offscreen, (isOffscreen) => !isOffscreen);
    case "hidden":
      return judged(element, "offscreen", element.offscreen, (isOffscreen) => isOffscreen);
    case "enabled":
      return judged(element, "enabled", element.enabled, (isEnabled) => isEnabled);
    case "disabled":
      return judged(element, "enabled", element.enabled, (isEnabled) => !isEnabled);
    case "valueEquals":
      return judgedValue(element, asked, (value, wanted) => value === wanted);
    case "valueContains":
      return judgedValue(element, asked, (value, wanted) => value.includes(wanted));
    case "toggleStateEquals":
      return judged(element, "toggleState", element.toggleState, (state) => state === asked.toggleState);
    case "selected":
      return judged(element, "selected", element.selected, (isSelected) => isSelected);
    case "notSelected":
      return judged(element, "selected", element.selected, (isSelected) => !isSelected);
    case "expanded":
      return judgedExpansion(element, (state) => state === "Expanded");
    case "collapsed":
      return judgedExpansion(element, (state) => state === "Collapsed" || state === "LeafNode");
    case "exists":
      return YES;
    case "notExists":
      return NO;
    case "countEquals":
      return asked.expectedCount === 1 ? YES : NO;
  }
}

/** Null where the element has no such thing. */
function judged<T>(
  { failed }: UiElement,
  property: UiProperty,
  fact: T | null,
  holds: (fact: T) => boolean,
): ConditionVerdict {
  // What has any of these shows it by its patterns.
  const isUnreadable = failed.includes(property) || (fact === null && failed.includes("patterns"));
  if (isUnreadable) return { verdict: "unknown", reason: "unreadable" };
  if (fact === null) return { verdict: "unknown", reason: "notSupported" };
  return holds(fact) ? YES : NO;
}

function judgedExpansion(
  element: UiElement,
  holds: (state: NonNullable<UiElement["expandCollapseState"]>) => boolean,
): ConditionVerdict {
  return judged(element, "expandCollapseState", element.expandCollapseState, holds);
}

function judgedValue(
  element: UiElement,
  { expectedValue = "", ignoreCase }: Condition,
  holds: (value: string, wanted: string) => boolean,
): ConditionVerdict {
  if (element.isPassword || element.valueProtected) return { verdict: "unknown", reason: "protected" };
  const folded = (text: string): string => ignoreCase === true ? text.toLowerCase() : text;
  return judged(element, "value", element.value, (value) => holds(folded(value), folded(expectedValue)));
}
