/** Why no element, or more than one, fits a selector, in facts that lead to a better one. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { refFields, shownText, type ShowOptions, summaryOf } from "./describe.ts";
import { choose, find, type FindOptions, type Found } from "./find.ts";
import { nearMisses } from "./near_misses.ts";
import { ignoredParts, type Selector, unknownTypes } from "./selector.ts";
import { gapsOf, type SearchVerdict, searchVerdict } from "./status.ts";
import { elementAt } from "./tree.ts";

const MOST_CANDIDATES = 10;
/** What tells candidates apart is looked for among so many. */
const MOST_COMPARED = 300;

/**
 * The one element that a selector means.
 *
 * @throws {ToolError} ELEMENT_AMBIGUOUS; ELEMENT_NOT_FOUND where it is really not there; QUERY_TRUNCATED or
 * UI_NOT_EXPOSED where that cannot be known
 */
export function requireElement(tree: UiTree, selector: Selector, options: ShowOptions = {}): number {
  const found = find(tree, selector, options);
  const choice = choose(tree, found, selector);
  switch (choice.kind) {
    case "one":
      return choice.node;
    case "ambiguous":
      throw ambiguousError(tree, selector, found.matches, options);
    default:
      throw missingError(tree, selector, found, options);
  }
}

/** The error for a selector that fits several elements. */
export function ambiguousError(
  tree: UiTree,
  selector: Selector,
  matches: readonly number[],
  options: ShowOptions = {},
): ToolError {
  const shown = matches.slice(0, MOST_CANDIDATES);
  return new ToolError("ELEMENT_AMBIGUOUS", `${matches.length} elements fit ${selectorWords(selector)}`, {
    details: {
      selector,
      candidateCount: matches.length,
      candidates: shown.map((node, index) => ({
        index,
        ...refFields(node, options),
        ...summaryOf(tree, node),
        ...onlyThis(tree, matches, node),
      })),
      differIn: differingFields(tree, matches),
    },
  });
}

/** The error for a selector that fits nothing, or not as much as its index asks for. */
export function missingError(
  tree: UiTree,
  selector: Selector,
  found: Found,
  options: ShowOptions = {},
): ToolError {
  const { matches } = found;
  // With an index beyond what was found, the status is about those that were not.
  const verdict = searchVerdict(tree, { ...found, matches: [] }, options.scope);
  const words = matches.length === 0
    ? `fits ${selectorWords(selector)}`
    : `is number ${selector.index} of those that fit ${selectorWords(selector)}; there are ${matches.length}`;
  const ignored = ignoredParts(selector);
  const unknownControlTypes = unknownTypes(selector);
  const details = {
    selector,
    status: verdict.status,
    visitedNodes: found.candidates,
    ...(matches.length === 0 ? { nearest: nearMisses(tree, selector, options) } : { count: matches.length }),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(unknownControlTypes.length === 0 ? {} : { unknownControlTypes }),
  };
  return errorFor(verdict, words, { ...details, ...unknownDetails(tree, verdict, options) });
}

function errorFor(verdict: SearchVerdict, words: string, details: Record<string, unknown>): ToolError {
  if (verdict.status === "empty-but-accessible") {
    return new ToolError("ELEMENT_NOT_FOUND", `No element ${words}`, { details });
  }
  const [why = ""] = verdict.hints;
  const isHidden = verdict.status === "not-exposed" ||
    (verdict.status === "inconclusive" && details.visitedNodes === 0);
  return isHidden
    ? new ToolError("UI_NOT_EXPOSED", why, { details })
    : new ToolError("QUERY_TRUNCATED", `No element that was read ${words}. ${why}`, { details });
}

function unknownDetails(
  tree: UiTree,
  verdict: SearchVerdict,
  { scope }: FindOptions,
): Record<string, unknown> {
  if (verdict.status === "empty-but-accessible") return {};
  const { maxDepth, maxNodes } = tree.reading;
  return { gaps: gapsOf(tree, scope), maxDepth, maxNodes };
}

/** The fields in which candidates differ, those that tell all of them apart first. */
function differingFields(tree: UiTree, matches: readonly number[]): readonly string[] {
  const compared = matches.slice(0, MOST_COMPARED);
  return TELLING.map(({ field, read }) => ({
    field,
    count: new Set(compared.map((node) => read(tree, node))).size,
  }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count)
    .map(({ field }) => field);
}

/** Facts by which a selector may tell elements apart. */
const TELLING: readonly {
  readonly field: string;
  readonly read: (tree: UiTree, node: number) => string;
}[] = [
  { field: "automationId", read: (tree, node) => elementAt(tree, node).automationId },
  { field: "name", read: (tree, node) => elementAt(tree, node).name },
  { field: "controlType", read: (tree, node) => elementAt(tree, node).controlType },
  { field: "className", read: (tree, node) => elementAt(tree, node).className },
  { field: "visibleOnly", read: (tree, node) => String(!elementAt(tree, node).offscreen) },
  { field: "enabledOnly", read: (tree, node) => String(elementAt(tree, node).enabled) },
  { field: "ancestor", read: (tree, node) => summaryOf(tree, node).uiPath.slice(1).join("/") },
];

/** What no other candidate has: the selector's next field. */
function onlyThis(
  tree: UiTree,
  matches: readonly number[],
  node: number,
): { readonly onlyThisHas?: Readonly<Record<string, string | true>> } {
  for (const { field, read } of TELLING) {
    if (field === "ancestor") continue;
    const own = read(tree, node);
    const isFilter = field.endsWith("Only");
    if (own === "" || own.length > 256 || (isFilter && own !== "true")) continue;
    if (matches.every((other) => other === node || read(tree, other) !== own)) {
      return { onlyThisHas: { [field]: isFilter ? true : shownText(own) } };
    }
  }
  return {};
}

/** A selector in a sentence. */
function selectorWords(selector: Selector): string {
  const { ancestor, path, ...own } = selector;
  const parts = Object.entries(own).filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field} ${typeof value === "string" ? quotedText(value) : String(value)}`);
  if (path !== undefined && path.length > 0) parts.push(`a path of ${path.length}`);
  if (ancestor !== undefined) parts.push("an ancestor");
  return parts.join(", ");
}
