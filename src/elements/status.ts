/**
 * What a search or a reading allows to be concluded. "Not there" is said only where everything was read and something
 * was to be read.
 */
import type { UiElement, UiReading, UiTree } from "../desktop/ui_element.ts";
import type { Found } from "./find.ts";
import { MOST_READ } from "./reading_limits.ts";
import { endOf, nodeAt } from "./tree.ts";

/** Only `empty-but-accessible` means that something is really not there. */
export type SearchStatus = "found" | "empty-but-accessible" | "not-exposed" | "inconclusive" | "truncated";

/** A status, and what to say with it. */
export interface SearchVerdict {
  readonly status: SearchStatus;
  /** Everything was read, and every fact of it. */
  readonly complete: boolean;
  /** The most important first; none where there is nothing to say. */
  readonly hints: readonly string[];
}

/** What kept a reading from being complete, in numbers; all zero and false where nothing did. */
export interface Gaps {
  /** Elements whose children were not read, or not all, by what stopped it. */
  readonly depth: number;
  readonly children: number;
  readonly nodes: boolean;
  readonly time: boolean;
  /** Elements that died or failed while they were read, and elements that did not give their children. */
  readonly unreadable: number;
  /** How many times a property could not be read. */
  readonly failedProperties: Readonly<Record<string, number>>;
}

/** Types that have something for a reader or a hand. */
const CONTENT_TYPES = new Set<string>(
  ("Button Edit CheckBox RadioButton ComboBox ListItem TreeItem DataItem Menu MenuItem Hyperlink Tab TabItem Slider " +
    "Spinner SplitButton Text ProgressBar HeaderItem").split(" "),
);
/** What makes an element of any type content. */
const CONTENT_PATTERNS = new Set<string>(
  "Invoke Value RangeValue Toggle ExpandCollapse SelectionItem Text Grid".split(" "),
);
/** Windows draws these around every window, whatever the program shows of itself. */
const FRAME_TYPES = new Set<string>(["TitleBar", "ScrollBar"]);

/** Whether an element is something to read or to use. */
export function isContent(element: UiElement): boolean {
  return CONTENT_TYPES.has(element.controlType) ||
    element.patterns.some((name) => CONTENT_PATTERNS.has(name));
}

/** Whether there is any content within the windows' frames. */
export function hasContent(tree: UiTree): boolean {
  const isFrame: boolean[] = [];
  return tree.nodes.some(({ element, parent, depth }, index) => {
    isFrame[index] = isFrame[parent] === true || FRAME_TYPES.has(element.controlType);
    return depth > 0 && isFrame[index] !== true && isContent(element);
  });
}

/** What kept the reading from being complete; inside a node, where one is given. */
export function gapsOf(tree: UiTree, scope?: number): Gaps {
  const gaps = { depth: 0, children: 0, nodes: false, time: false, unreadable: 0 };
  const failedProperties: Record<string, number> = {};
  const [from, to] = rangeOf(tree, scope);
  for (let index = from; index < to; index++) {
    const { cut, element } = nodeAt(tree, index);
    for (const property of element.failed) {
      failedProperties[property] = (failedProperties[property] ?? 0) + 1;
    }
    if (cut === undefined || cut.by === "aside") continue;
    if (cut.by === "nodes" || cut.by === "time") gaps[cut.by] = true;
    else gaps[cut.by === "error" ? "unreadable" : cut.by]++;
  }
  if (scope === undefined) {
    gaps.nodes ||= tree.reading.cutByNodes;
    gaps.time ||= tree.reading.cutByTime;
    const unread = tree.roots.filter(({ node }) => node < 0).length;
    gaps.unreadable = Math.max(gaps.unreadable, tree.reading.skipped) + unread;
  }
  return { ...gaps, failedProperties };
}

/** Whether a limit stopped the reading. */
export function isCut(gaps: Gaps): boolean {
  return gaps.depth > 0 || gaps.children > 0 || gaps.nodes || gaps.time;
}

/** Whether only the way to an element, and what is inside that, was read. */
export function isPart(tree: UiTree): boolean {
  return tree.nodes.some(({ cut }) => cut?.by === "aside");
}

/** The verdict on a search; in a part of the tree, where one is given. */
export function searchVerdict(tree: UiTree, found: Found, scope?: number): SearchVerdict {
  return verdict(tree, { hits: found.matches.length, unsure: found.unsure }, scope);
}

/** The verdict on a reading of everything: `found` where there is content. */
export function readingVerdict(tree: UiTree, scope?: number): SearchVerdict {
  return verdict(tree, { hits: hasContent(tree) ? 1 : 0, unsure: 0 }, scope);
}

/** What decides the status of a search. */
export interface StatusFacts {
  readonly hits: number;
  readonly unsure: number;
  /** Elements below the windows themselves. */
  readonly visited: number;
  readonly hasContent: boolean;
}

/** The status itself. */
export function statusOf({ hits, unsure, visited, hasContent }: StatusFacts, gaps: Gaps): SearchStatus {
  if (hits > 0) return "found";
  if (isCut(gaps)) return "truncated";
  if (gaps.unreadable > 0 || unsure > 0) return "inconclusive";
  if (hasContent) return "empty-but-accessible";
  return visited > 0 ? "not-exposed" : "inconclusive";
}

function verdict(
  tree: UiTree,
  { hits, unsure }: Pick<StatusFacts, "hits" | "unsure">,
  scope: number | undefined,
): SearchVerdict {
  const gaps = gapsOf(tree, scope);
  // A part with nothing in it is empty, not hidden, in a window that shows its content elsewhere.
  const visited = tree.nodes.filter(({ depth }) => depth > 0).length;
  const status = statusOf({ hits, unsure, visited, hasContent: hasContent(tree) }, gaps);
  const complete = !isCut(gaps) && gaps.unreadable === 0 && Object.keys(gaps.failedProperties).length === 0;
  const hints: string[] = [];
  if (status === "not-exposed") {
    hints.push(
      tree.reading.unlit
        ? "The program had not built its accessibility tree when it was asked; ask again in a moment."
        : "The window shows the accessibility interface only its frame; use pictures and points instead.",
    );
  }
  if (status === "inconclusive" && gaps.unreadable === 0 && unsure === 0) {
    hints.push("Nothing could be read; an empty window and one that hides its content look alike.");
  }
  if (isCut(gaps)) {
    const raise = raisedLimits(gaps, tree.reading);
    const advice = raise === "" ? "" : `; raise ${raise} to read more`;
    hints.push(
      `Not everything was read (${cutWords(gaps)}); what was not found may still be there${advice}.`,
    );
  }
  if (gaps.unreadable > 0) {
    hints.push(`${elementCount(gaps.unreadable)} could not be read, nor what is inside.`);
  }
  if (unsure > 0) {
    hints.push(`${elementCount(unsure)} may fit: what decides it could not be read.`);
  }
  return { status, complete, hints };
}

/** The arguments for the limits that were reached, as far as they go higher. */
function raisedLimits(gaps: Gaps, { maxDepth, maxNodes }: UiReading): string {
  return [
    gaps.nodes && maxNodes < MOST_READ.nodes ? "maxNodes" : undefined,
    gaps.time ? "timeoutMs" : undefined,
    gaps.depth > 0 && maxDepth < MOST_READ.depth ? "maxDepth" : undefined,
  ].filter((part) => part !== undefined).join(", ");
}

/** What stopped a reading, in words. */
export function cutWords(gaps: Gaps): string {
  return [
    gaps.nodes ? "limit of elements reached" : undefined,
    gaps.time ? "time over" : undefined,
    gaps.depth > 0 ? `${elementCount(gaps.depth)} at the depth limit` : undefined,
    gaps.children > 0 ? `${elementCount(gaps.children)} with too many children` : undefined,
  ].filter((part) => part !== undefined).join(", ");
}

/** `1 element`, `2 elements`. */
export function elementCount(count: number): string {
  return `${count} element${count === 1 ? "" : "s"}`;
}

function rangeOf(tree: UiTree, scope: number | undefined): readonly [number, number] {
  return scope === undefined ? [0, tree.nodes.length] : [scope, endOf(tree, scope)];
}
