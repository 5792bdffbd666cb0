/** The elements that a selector nearly fits, and what is different about each. */
import { editDistance } from "../core/edit_distance.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { type ElementSummary, refFields, shownText, type ShowOptions, summaryOf } from "./describe.ts";
import {
  ancestorFit,
  candidatesOf,
  type CompiledSelector,
  compileSelector,
  type FindOptions,
  pathProgress,
} from "./find.ts";
import { type Check, fitsAll } from "./match.ts";
import type { Selector } from "./selector.ts";
import { elementAt, nodeAt } from "./tree.ts";

const MOST_MISSES = 5;
/** Texts are compared letter by letter for this many elements at most, and this many letters. */
const MOST_COMPARED = 300;
const MOST_COMPARED_UNITS = 48;

/** One thing in which an element differs from a selector. */
export interface Difference {
  /** A field of the selector. */
  readonly field: Check["field"] | "ancestor" | "path";
  readonly wanted: unknown;
  /** What the element has; missing where the selector asks about others than itself. */
  readonly actual?: unknown;
}

/** An element that nearly fits. */
export interface NearMiss extends ElementSummary {
  readonly ref?: string;
  readonly differs: readonly Difference[];
}

/** The elements that come nearest to a selector, best first, each with everything in which it differs; at most five. */
export function nearMisses(
  tree: UiTree,
  selector: Selector,
  options: ShowOptions = {},
): readonly NearMiss[] {
  return nearestNodes(tree, selector, options).map(({ node, failing }) => ({
    ...refFields(node, options),
    ...summaryOf(tree, node),
    differs: failing,
  }));
}

/** The nodes that come nearest. */
function nearestNodes(
  tree: UiTree,
  selector: Selector,
  options: FindOptions,
): readonly { readonly node: number; readonly failing: readonly Difference[] }[] {
  const compiled = compileSelector(selector, options);
  const progress = pathProgress(tree, compiled.path);
  const rough: { readonly node: number; readonly failing: readonly Difference[]; readonly score: number }[] =
    [];
  for (const node of candidatesOf(tree, options.scope)) {
    const failing = differencesOf(tree, node, { selector, compiled, progress, options });
    rough.push({ node, failing, score: roughScore(failing, elementAt(tree, node), compiled.own.length) });
  }
  return rough.filter(({ score }) => score < Infinity)
    .sort((a, b) => a.score - b.score || a.node - b.node)
    .slice(0, MOST_COMPARED)
    .map((miss) => ({ ...miss, score: miss.score + textDistance(miss.failing) }))
    .filter(({ score, failing }) => isNear(score, failing, compiled.own.length))
    .sort((a, b) => a.score - b.score || a.node - b.node)
    .slice(0, MOST_MISSES);
}

/** A selector whose failure is to be explained. */
interface Failed {
  readonly selector: Selector;
  readonly compiled: CompiledSelector;
  /** How many steps of its path lead somewhere. */
  readonly progress: number;
  readonly options: FindOptions;
}

function differencesOf(tree: UiTree, node: number, failed: Failed): readonly Difference[] {
  const { selector, compiled, options } = failed;
  const element = elementAt(tree, node);
  const own = compiled.own.filter((check) => !check.fits(element)).map((check) => ({
    field: check.field,
    wanted: check.wanted,
    actual: factOf(element, check.field),
  }));
  const reach = options.maxAncestors ?? Infinity;
  const wantedAbove = [selector.ancestor, ...options.within ?? []].filter((one) => one !== undefined);
  const above = compiled.ancestors.flatMap((checks, index): Difference[] =>
    ancestorFit(tree, node, checks, reach) === "yes"
      ? []
      : [{ field: "ancestor", wanted: wantedAbove[index] }]
  );
  return [...own, ...above, ...pathDifference(tree, node, failed)];
}

function pathDifference(tree: UiTree, node: number, { compiled, progress }: Failed): readonly Difference[] {
  const { path } = compiled;
  if (path.length === 0) return [];
  let at = node;
  const { depth } = nodeAt(tree, node);
  let fits = depth === path.length;
  for (let step = path.length; fits && step > 0; step--) {
    fits = fitsAll(path[step - 1] ?? [], elementAt(tree, at));
    at = nodeAt(tree, at).parent;
  }
  if (fits) return [];
  const wanted = progress < path.length
    ? `step ${progress + 1} of the path leads nowhere`
    : "the path ends at another element";
  return [{ field: "path", wanted, actual: `depth ${depth}` }];
}

function factOf(element: UiElement, field: Check["field"]): unknown {
  switch (field) {
    case "visibleOnly":
      return !element.offscreen;
    case "enabledOnly":
      return element.enabled;
    default:
      return shownText(element[field]);
  }
}

/** How far away, before texts are compared: the number of differences, where a filter is nearly none. */
function roughScore(failing: readonly Difference[], element: UiElement, asked: number): number {
  if (asked > 0 && failing.length >= asked && failing.every(({ field }) => field === "controlType")) {
    return Infinity;
  }
  const isNameless = element.name === "" && element.automationId === "";
  return failing.reduce((sum, { field }) => sum + weightOf(field), 0) + (isNameless ? 0.4 : 0);
}

function weightOf(field: Difference["field"]): number {
  if (field === "visibleOnly" || field === "enabledOnly") return 0.2;
  if (field === "ancestor" || field === "path") return 0.5;
  // Texts get the rest of their weight when they are compared.
  return field === "controlType" ? 0.6 : 0.3;
}

/** How unlike the differing texts are: 0 to 1 each. The words for control types say nothing by their letters. */
function textDistance(failing: readonly Difference[]): number {
  return failing.reduce((sum, { field, wanted, actual }) => {
    const isText = field !== "controlType" && typeof wanted === "string" && typeof actual === "string";
    return isText ? sum + unlikeness(wanted, actual) : sum;
  }, 0);
}

function unlikeness(wanted: string, actual: string): number {
  const a = wanted.toLowerCase().slice(0, MOST_COMPARED_UNITS);
  const b = actual.toLowerCase().slice(0, MOST_COMPARED_UNITS);
  if (b === "") return 1;
  if (a.includes(b) || b.includes(a)) return 0.2;
  return editDistance(a, b) / Math.max(a.length, b.length);
}

/** One text that is quite another, with nothing else that fits, is no near miss. */
function isNear(score: number, failing: readonly Difference[], asked: number): boolean {
  const own = failing.filter(({ field }) => field !== "ancestor" && field !== "path");
  return own.length < asked ? score < 2 : score < 0.75;
}
