/**
 * Whether an element is as a caller waits or expects it to be: the one evaluator behind every such question. It judges
 * one reading; asking again is for the caller.
 */
import type { ToggleState, UiElement, UiTree } from "../desktop/ui_element.ts";
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

/** The answer of one reading. */
export interface ConditionAnswer {
  readonly matched: boolean;
  readonly count: number;
  /** The element that was looked at; undefined where none is there, or the question is about their number. */
  readonly node?: number;
  /** It can never match like this: the value is a password, or might be one, and is not read. */
  readonly isProtected?: true;
  /** It does not match only since the reading does not prove what it says: it was cut, or parts could not be read. */
  readonly isUnproven?: true;
}

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
  switch (asked.condition) {
    case "exists":
      return {
        matched: choose(found, selector).kind === "one" || (count > 0 && selector.index === undefined),
        count,
      };
    case "notExists":
      return provenAnswer(count === 0, tree, found, options);
    case "countEquals":
      return provenAnswer(count === asked.expectedCount, tree, found, options);
  }
  const choice = choose(found, selector);
  if (choice.kind === "ambiguous") throw ambiguousError(tree, selector, found.matches);
  if (choice.kind !== "one") return { matched: false, count };
  const element = elementAt(tree, choice.node);
  const isAboutValue = asked.condition === "valueEquals" || asked.condition === "valueContains";
  if (isAboutValue && (element.isPassword || element.valueProtected)) {
    return { matched: false, count, node: choice.node, isProtected: true };
  }
  return { matched: holds(element, asked), count, node: choice.node };
}

/** What is about there being no further element holds only where every element was looked at. */
function provenAnswer(matched: boolean, tree: UiTree, found: Found, { scope }: FindOptions): ConditionAnswer {
  const count = found.matches.length;
  if (!matched) return { matched, count };
  const isProven = searchVerdict(tree, { ...found, matches: [] }, scope).status === "empty-but-accessible";
  return isProven ? { matched, count } : { matched: false, count, isUnproven: true };
}

function holds(element: UiElement, asked: Condition): boolean {
  switch (asked.condition) {
    case "visible":
      return isRead(element, "offscreen") && !element.offscreen;
    case "hidden":
      return isRead(element, "offscreen") && element.offscreen;
    case "enabled":
      return isRead(element, "enabled") && element.enabled;
    case "disabled":
      return isRead(element, "enabled") && !element.enabled;
    case "valueEquals":
      return valueOf(element, asked) === folded(asked.expectedValue ?? "", asked);
    case "valueContains":
      return valueOf(element, asked)?.includes(folded(asked.expectedValue ?? "", asked)) ?? false;
    case "toggleStateEquals":
      return element.toggleState !== null && element.toggleState === asked.toggleState;
    case "selected":
      return element.selected === true;
    case "notSelected":
      return element.selected === false;
    case "expanded":
      return element.expandCollapseState === "Expanded";
    case "collapsed":
      return element.expandCollapseState === "Collapsed" || element.expandCollapseState === "LeafNode";
    default:
      return false;
  }
}

function isRead(element: UiElement, property: "offscreen" | "enabled"): boolean {
  return !element.failed.includes(property);
}

function valueOf(element: UiElement, asked: Condition): string | undefined {
  return element.value === null ? undefined : folded(element.value, asked);
}

function folded(text: string, { ignoreCase }: Condition): string {
  return ignoreCase === true ? text.toLowerCase() : text;
}
