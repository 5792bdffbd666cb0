/**
 * From a name to a point that is sure to be the element, as a pure decision: what is asked of the desktop in between
 * (which element lies at a point) comes in as facts. Only `found` has a point.
 */
import { invalidParameter } from "../core/errors.ts";
import { contains, intersect, isEmpty, type Point, type Rect } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { normalizeControlType } from "./control_types.ts";
import { candidatesOf, type Found, isSeenThroughOtherRoot } from "./find.ts";
import { isActionable } from "./outline_fold.ts";
import type { SearchVerdict } from "./status.ts";
import { ancestorsOf, elementAt, rootOf, runtimeKey } from "./tree.ts";

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
  | { readonly status: "inconclusive"; readonly node?: number }
  | { readonly status: "not-found" | "not-exposed" | "truncated" };

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
  return exact.length > 0
    ? { matches: exact, matchedBy: "exact", candidates, unsure }
    : { matches: partial, matchedBy: "contains", candidates, unsure };
}

/** What lies at a point: the element and those above it, or that it could not be learnt. */
export interface PointFact {
  readonly screenPoint: Point;
  /** The element that Windows finds there, then those above it; undefined where it could not be asked. */
  readonly hit: readonly UiElement[] | undefined;
}

/** How what lies at a point is related to an element. */
export type PointRelation = "itself" | "inside" | "around" | "other" | "unknown";

/**
 * Points of an element to look at, the best first: the middle of its visible part, then points around that. None where
 * nothing of it is visible.
 *
 * @param windowScreenRect the visible frame of the window it is in, cut to the screens
 */
export function pointsToTry({ screenRect }: UiElement, windowScreenRect: Rect): readonly Point[] {
  if (screenRect === null) return [];
  const visible = intersect(screenRect, windowScreenRect);
  if (isEmpty(visible)) return [];
  const at = (partX: number, partY: number): Point => ({
    x: visible.x + Math.floor(visible.width * partX),
    y: visible.y + Math.floor(visible.height * partY),
  });
  const middle = { x: screenRect.x + (screenRect.width >> 1), y: screenRect.y + (screenRect.height >> 1) };
  const points = [
    contains(visible, middle) ? middle : at(0.5, 0.5),
    at(0.25, 0.25),
    at(0.75, 0.75),
    at(0.25, 0.75),
    at(0.75, 0.25),
  ];
  return points.filter((point, index) =>
    points.findIndex(({ x, y }) => x === point.x && y === point.y) === index
  );
}

/** The window that an element is in, or is: the nearest one around it, which may be inside a top-level one. */
export function windowAround(tree: UiTree, node: number): Hwnd {
  for (const one of [node, ...ancestorsOf(tree, node)]) {
    const { nativeWindowHandle } = elementAt(tree, one);
    if (nativeWindowHandle !== 0n) return nativeWindowHandle;
  }
  return rootOf(tree, node).hwnd;
}

/** The part of a window's visible frame in which an element can be seen: that on the display with most of it. */
export function shownPart(
  { screenRect }: Pick<UiElement, "screenRect">,
  windowScreenRect: Rect,
  displays: readonly Rect[],
): Rect {
  const parts = displays.map((display) => intersect(windowScreenRect, display));
  const sizes = parts.map((part) => {
    const { width, height } = intersect(part, screenRect ?? part);
    return width * height;
  });
  return parts[sizes.indexOf(Math.max(...sizes))] ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** How what lies at a point is related to this element. */
export function relationAt(tree: UiTree, node: number, hit: PointFact["hit"]): PointRelation {
  const [first] = hit ?? [];
  if (hit === undefined || first === undefined) return "unknown";
  const element = elementAt(tree, node);
  const place = hit.findIndex((one) => isSameElement(one, element));
  if (place >= 0) return place === 0 ? "itself" : "inside";
  for (const above of ancestorsOf(tree, node)) {
    if (isSameElement(first, elementAt(tree, above))) return "around";
  }
  return "other";
}

/** Whether what is done at this point is done to the element: it lies there, or nothing but what it is made of. */
export function isElementAt(tree: UiTree, node: number, hit: PointFact["hit"]): boolean {
  const element = elementAt(tree, node);
  const place = hit?.findIndex((one) => isSameElement(one, element)) ?? -1;
  return place >= 0 && hit?.slice(0, place).some(isActionable) === false;
}

/** Everything that is known. */
export interface LocateFacts {
  readonly tree: UiTree;
  readonly found: Found;
  /** Which of what was found. */
  readonly index?: number;
  /** What the search allows to be concluded. */
  readonly verdict: SearchVerdict;
  /** As {@link pointsToTry} takes it; undefined where the window shows nothing (minimised, hidden). */
  readonly windowScreenRect: Rect | undefined;
  /** What lies at the points that were looked at, in their order; the last one may have settled it. */
  readonly points: readonly PointFact[];
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
  const { found, index, verdict } = facts;
  const node = chosenHit(found, index);
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
  // The flag alone decides nothing; it does where looking gives no answer either.
  if (element.offscreen && !relations.includes("other")) {
    return { status: "offscreen", node, reason: "notShown" };
  }
  const isAllCovered = relations.length > 0 && relations.every((relation) => relation === "other");
  if (!isAllCovered) return { status: "inconclusive", node };
  const coveredBy = points[0]?.hit?.[0];
  return {
    status: "offscreen",
    node,
    reason: element.offscreen ? "notShown" : "covered",
    ...(coveredBy === undefined ? {} : { coveredBy }),
  };
}

/** Whether two facts are about one element of a moment; without runtime ids, by all that is written on it. */
function isSameElement(a: UiElement, b: UiElement): boolean {
  const key = runtimeKey(a);
  if (key !== undefined || runtimeKey(b) !== undefined) return key === runtimeKey(b);
  return a.controlType === b.controlType && a.automationId === b.automationId && a.name === b.name &&
    a.nativeWindowHandle === b.nativeWindowHandle && isSameRect(a.screenRect, b.screenRect);
}

function isSameRect(a: Rect | null, b: Rect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
