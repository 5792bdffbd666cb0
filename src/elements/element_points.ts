/** Points of an element on the screen, and how what lies there is related to it. */
import { contains, intersect, isEmpty, type Point, type Rect, rectFromEdges } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { isActionable } from "./outline_fold.ts";
import { ancestorsOf, elementAt, rootOf, runtimeKey } from "./tree.ts";

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

/**
 * Further points of an element, where others lie over all that was looked at: in the middle of what they leave of it, the
 * largest parts first.
 *
 * @param visible the part of it within its window and the screens
 */
export function pointsBeside(visible: Rect, covering: readonly Rect[], most = 4): readonly Point[] {
  let parts: readonly Rect[] = [visible];
  for (const rect of covering) parts = parts.flatMap((part) => without(part, rect));
  return parts.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, most)
    .map(({ x, y, width, height }) => ({ x: x + (width >> 1), y: y + (height >> 1) }));
}

/** What is left of a rectangle: above, below, left and right of the other one. */
function without(rect: Rect, other: Rect): readonly Rect[] {
  const hole = intersect(rect, other);
  if (isEmpty(hole)) return [rect];
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
  const [holeRight, holeBottom] = [hole.x + hole.width, hole.y + hole.height];
  return [
    rectFromEdges(rect.x, rect.y, right, hole.y),
    rectFromEdges(rect.x, holeBottom, right, bottom),
    rectFromEdges(rect.x, hole.y, hole.x, holeBottom),
    rectFromEdges(holeRight, hole.y, right, holeBottom),
  ].filter((part) => !isEmpty(part));
}

/** The outermost of what lies at a point that the element is not inside of, where it has a rectangle. */
export function coveringRect(tree: UiTree, node: number, hit: PointFact["hit"]): Rect | undefined {
  if (relationAt(tree, node, hit) !== "other") return undefined;
  const around = [...ancestorsOf(tree, node)].map((above) => elementAt(tree, above));
  return hit?.findLast((one) => !around.some((above) => isSameElement(one, above)))?.screenRect ?? undefined;
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
