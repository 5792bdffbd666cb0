/**
 * From a name to a point that is sure to be the element, as a pure decision: what is asked of the desktop in between
 * (which element lies at a point) comes in as facts. Only `found` has a point.
 */
import { invalidParameter } from "../core/errors.ts";
import type { Point, Rect } from "../core/geometry.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { normalizeControlType } from "./control_types.ts";
import { isElementAt, type PointFact, pointsToTry, relationAt } from "./element_points.ts";
import { candidatesOf, type Found, isSeenThroughOtherRoot } from "./find.ts";
import { withoutLabels } from "./labels.ts";
import { isActionable } from "./outline_fold.ts";
import { gapsOf, isCut, type SearchVerdict } from "./status.ts";
import { elementAt } from "./tree.ts";

/** The seven statuses. */
export type LocateStatus =
  | "found"
  | "ambiguous"
  | "offscreen"
  | "not-found"
  | "not-exposed"
  | "inconclusive"
  | "truncated";

/** Why an element that is there has no point. */
export type OffscreenReason =
  /** It has no rectangle, or says that it is not shown. */
  | "notShown"
  /** It lies outside the visible part of its window. */
  | "outsideWindow"
  /** Something else lies over it, wherever it was looked at. */
  | "covered";

/** What was decided. */
export type LocateVerdict =
  | {
    readonly status: "found";
    readonly node: number;
    readonly screenPoint: Point;
    /** What lies at the point, where that is something to act on inside the element, and no better point is known. */
    readonly inside?: UiElement;
  }
  | { readonly status: "ambiguous"; readonly candidates: readonly number[] }
  | {
    readonly status: "offscreen";
    readonly node: number;
    readonly reason: OffscreenReason;
    /** What lies over it, where that is the reason. */
    readonly coveredBy?: UiElement;
  }
  | {
    readonly status: "inconclusive" | "truncated";
    readonly node?: number;
    /** It fits by a part of its name; what was not read may have the whole one. */
    readonly isByPart?: true;
  }
  | { readonly status: "not-found" | "not-exposed" };

/** What is asked for by name. */
export interface LocateQuery {
  readonly name: string;
  /** A part of a short control type, in any case. */
  readonly controlType?: string;
}

/** What was found by name. */
export interface LocatedByName extends Found {
  /** Whole names come first: parts of names count only where no whole one fits. */
  readonly matchedBy: "exact" | "contains";
}

/** The elements of this name, in any case; inside a node, where one is given. */
export function findByName(
  tree: UiTree,
  { name, controlType = "" }: LocateQuery,
  scope?: number,
): LocatedByName {
  const wanted = name.toLowerCase().toWellFormed();
  const exact: number[] = [];
  const partial: number[] = [];
  let candidates = 0;
  let unsure = 0;
  const wantedType = normalizeControlType(controlType).toLowerCase();
  const isSeen = new Map<string, number>();
  for (const index of candidatesOf(tree, scope)) {
    const element = elementAt(tree, index);
    if (!element.controlType.toLowerCase().includes(wantedType)) continue;
    candidates++;
    // Elements are known by their names as JSON shows them: without lone surrogates.
    const own = element.name.toLowerCase().toWellFormed();
    const isExact = own === wanted;
    if (!isExact && !own.includes(wanted)) {
      if (element.failed.includes("name")) unsure++;
      continue;
    }
    if (isSeenThroughOtherRoot(tree, index, isSeen)) continue;
    (isExact ? exact : partial).push(index);
  }
  const rest = { candidates, unsure };
  return exact.length > 0
    ? { matches: withoutLabels(tree, exact, isNoControl), matchedBy: "exact", ...rest }
    : { matches: withoutLabels(tree, partial, isNoControl), matchedBy: "contains", ...rest };
}

/** What is looked for by its name alone is mostly something to use. */
function isNoControl(element: UiElement): boolean {
  return !isActionable(element);
}

/** Everything that is known. */
export interface LocateFacts {
  readonly tree: UiTree;
  readonly found: LocatedByName;
  /** Which of what was found. */
  readonly index?: number;
  /** What the search allows to be concluded. */
  readonly verdict: SearchVerdict;
  /** As {@link unreadElsewhere} gives it. */
  readonly unread?: "inconclusive" | "truncated" | undefined;
  /** As {@link pointsToTry} takes it; undefined where the window shows nothing (minimised, hidden). */
  readonly windowScreenRect: Rect | undefined;
  /** What lies at the points that were looked at, in their order; the last one may have settled it. */
  readonly points: readonly PointFact[];
}

/**
 * Why it cannot be said that nothing else has the name; undefined where it can.
 *
 * @param unreadWindows how many windows that may have elements were not read
 */
export function unreadElsewhere(
  tree: UiTree,
  { unsure }: Found,
  { scope, unreadWindows = 0 }: { readonly scope?: number; readonly unreadWindows?: number } = {},
): LocateFacts["unread"] {
  const gaps = gapsOf(tree, scope);
  if (isCut(gaps)) return "truncated";
  return gaps.unreadable > 0 || unsure > 0 || unreadWindows > 0 ? "inconclusive" : undefined;
}

/**
 * Whether the only element that fits is not surely the one that is meant: it has only a part of the name, and one that has
 * the whole name may be where nothing was read. Who gives an index has chosen it.
 */
export function isByPart({ found, index, unread }: Pick<LocateFacts, "found" | "index" | "unread">): boolean {
  return unread !== undefined && index === undefined && found.matchedBy === "contains" &&
    found.matches.length === 1;
}

/**
 * The element whose points are to be looked at; undefined where none or more than one is meant.
 *
 * @throws {ToolError} INVALID_PARAMS for an index beyond what was found
 */
export function chosenHit({ matches }: Found, index: number | undefined): number | undefined {
  if (index === undefined) return matches.length === 1 ? matches[0] : undefined;
  if (matches.length === 0) return undefined;
  const chosen = matches[index];
  if (chosen !== undefined) return chosen;
  throw invalidParameter("index", `must be 0 to ${matches.length - 1}: so many elements fit`);
}

/**
 * The decision.
 *
 * @throws {ToolError} INVALID_PARAMS for an index beyond what was found
 */
export function decideLocate(facts: LocateFacts): LocateVerdict {
  const { found, index, verdict, unread } = facts;
  const node = chosenHit(found, index);
  if (node !== undefined && unread !== undefined && isByPart(facts)) {
    return { status: unread, node, isByPart: true };
  }
  if (node !== undefined) return decidePoint(facts, node);
  if (found.matches.length > 1) return { status: "ambiguous", candidates: found.matches };
  switch (verdict.status) {
    case "empty-but-accessible":
      return { status: "not-found" };
    case "found":
      // Nothing was found: the verdict is about something else, so it proves nothing.
      return { status: "inconclusive" };
    default:
      return { status: verdict.status };
  }
}

function decidePoint({ tree, windowScreenRect, points }: LocateFacts, node: number): LocateVerdict {
  const element = elementAt(tree, node);
  if (element.screenRect === null || windowScreenRect === undefined) {
    return { status: "offscreen", node, reason: "notShown" };
  }
  if (pointsToTry(element, windowScreenRect).length === 0) {
    return { status: "offscreen", node, reason: "outsideWindow" };
  }
  const best = points.find(({ hit }) => isElementAt(tree, node, hit));
  if (best !== undefined) return { status: "found", node, screenPoint: best.screenPoint };
  const relations = points.map(({ hit }) => relationAt(tree, node, hit));
  const within = points[relations.indexOf("inside")];
  const inside = within?.hit?.[0];
  if (within !== undefined && inside !== undefined) {
    return { status: "found", node, screenPoint: within.screenPoint, inside };
  }
  const isAllCovered = relations.length > 0 && relations.every((relation) => relation === "other");
  // What it says of itself decides nothing alone; it does where looking did not show it either.
  if (!isAllCovered && !element.offscreen) return { status: "inconclusive", node };
  const coveredBy = isAllCovered ? points[0]?.hit?.[0] : undefined;
  return {
    status: "offscreen",
    node,
    reason: element.offscreen ? "notShown" : "covered",
    ...(coveredBy === undefined ? {} : { coveredBy }),
  };
}
