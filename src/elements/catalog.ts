/** The controls of a window with a selector for each that will find it again, and how far that can be trusted. */
import { formatHwnd } from "../core/hwnd.ts";
import { boundedText } from "../core/text.ts";
import type { PatternName, UiElement, UiTree } from "../desktop/ui_element.ts";
import { candidatesOf } from "./find.ts";
import { partOf } from "./inspect.ts";
import { type Recommendation, Recommender, type SelectorConfidence } from "./recommend_selector.ts";
import { MOST_SELECTOR_UNITS, type Selector } from "./selector.ts";
import { elementAt, rootOf } from "./tree.ts";

const MOST_SHOWN_UNITS = 300;
const MOST_RAW_UNITS = 2_000;

/** A control as the catalogue lists it. */
export interface CatalogControl {
  /** Index in the tree. */
  readonly node: number;
  readonly controlType: string;
  /** Empty where it is too long for a selector: then it is in `rawAutomationId`. */
  readonly automationId: string;
  readonly name: string;
  readonly className: string;
  readonly frameworkId: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly offscreen: boolean;
  readonly rootHwnd: string;
  readonly selectorConfidence: SelectorConfidence;
  readonly recommendedSelector: Recommendation["selector"];
  readonly selectorVerified: boolean;
  readonly selectorMatchCount: number;
  readonly supportedActions: readonly string[];
  readonly patterns: readonly PatternName[];
  readonly rawAutomationId?: string;
  /** The selector to use, where the automation id itself cannot be used. */
  readonly replaySelector?: Selector;
}

/** What is listed. */
export interface CatalogOptions {
  readonly visibleOnly: boolean;
  readonly enabledOnly: boolean;
  /** The numbers alone. */
  readonly summaryOnly: boolean;
  /** Only this node and what is inside it. */
  readonly scope?: number;
  /** Only elements that fit its own fields, each with all that is inside it. */
  readonly rootSelector?: Selector;
}

/** The catalogue. All numbers are about everything in the part of the tree, whatever is listed. */
export interface Catalog {
  readonly totalNodes: number;
  readonly actionableNodes: number;
  /** Actionable, but nothing to find them by. */
  readonly unsupportedNodes: number;
  readonly stableAutomationIdNodes: number;
  /** Actionable, and found by a name alone. */
  readonly nameOnlyNodes: number;
  readonly controlTypes: Readonly<Record<string, number>>;
  readonly patterns: Readonly<Record<string, number>>;
  readonly controls: readonly CatalogControl[];
}

/** What can be done by each pattern. Names are compared whole: RangeValue is not Value. */
const ACTIONS: Readonly<Partial<Record<PatternName, readonly string[]>>> = {
  Invoke: ["invoke"],
  Toggle: ["toggle", "setChecked"],
  Value: ["getValue", "setValue", "appendText", "clear", "selectAll"],
  RangeValue: ["setRangeValue", "increment", "decrement"],
  SelectionItem: ["select", "addToSelection", "removeFromSelection"],
  ExpandCollapse: ["expand", "collapse"],
  ScrollItem: ["scrollIntoView"],
};

/** The actions that an element's patterns make possible. */
export function supportedActions({ patterns }: UiElement): readonly string[] {
  return patterns.flatMap((pattern) => ACTIONS[pattern] ?? []);
}

/** Whether it does anything: nearly every element has the pattern of the older interface, which says nothing. */
export function isActionableControl(element: UiElement): boolean {
  return element.patterns.some((pattern) => pattern !== "LegacyIAccessible") ||
    (element.enabled && element.focusable);
}

/** Makes the catalogue. */
export function catalog(tree: UiTree, options: CatalogOptions): Catalog {
  const recommender = new Recommender(tree);
  const controls: CatalogControl[] = [];
  const controlTypes: Record<string, number> = {};
  const patterns: Record<string, number> = {};
  const counts = { total: 0, actionable: 0, unsupported: 0, stable: 0, nameOnly: 0 };
  const isInside = partOf(tree, options);
  for (const node of candidatesOf(tree, undefined)) {
    if (isInside[node] !== true) continue;
    const element = elementAt(tree, node);
    counts.total++;
    count(controlTypes, element.controlType);
    for (const pattern of element.patterns) count(patterns, pattern);
    if (!isActionableControl(element)) continue;
    counts.actionable++;
    const recommendation = recommender.recommend(element);
    if (recommendation.confidence === "unsupported") counts.unsupported++;
    if (element.automationId !== "" && recommendation.confidence === "stable") counts.stable++;
    if (element.automationId === "" && element.name !== "") counts.nameOnly++;
    const isListed = !options.summaryOnly && (!options.visibleOnly || !element.offscreen) &&
      (!options.enabledOnly || element.enabled);
    if (isListed) controls.push(controlOf(tree, node, recommendation));
  }
  return {
    totalNodes: counts.total,
    actionableNodes: counts.actionable,
    unsupportedNodes: counts.unsupported,
    stableAutomationIdNodes: counts.stable,
    nameOnlyNodes: counts.nameOnly,
    controlTypes,
    patterns,
    controls,
  };
}

function controlOf(tree: UiTree, node: number, recommendation: Recommendation): CatalogControl {
  const element = elementAt(tree, node);
  const isTooLong = element.automationId.length > MOST_SELECTOR_UNITS;
  const { selector } = recommendation;
  return {
    node,
    controlType: element.controlType,
    automationId: isTooLong ? "" : element.automationId,
    name: boundedText(element.name, MOST_SHOWN_UNITS),
    className: boundedText(element.className, MOST_SHOWN_UNITS),
    frameworkId: element.frameworkId,
    enabled: element.enabled,
    visible: !element.offscreen,
    offscreen: element.offscreen,
    rootHwnd: formatHwnd(rootOf(tree, node).hwnd),
    selectorConfidence: recommendation.confidence,
    recommendedSelector: selector,
    selectorVerified: recommendation.verified,
    selectorMatchCount: recommendation.matchCount,
    supportedActions: supportedActions(element),
    patterns: element.patterns,
    ...(isTooLong ? { rawAutomationId: boundedText(element.automationId, MOST_RAW_UNITS) } : {}),
    ...(isTooLong && Object.keys(selector).length > 0 ? { replaySelector: selector } : {}),
  };
}

function count(histogram: Record<string, number>, key: string): void {
  histogram[key] = (histogram[key] ?? 0) + 1;
}
