/** From what was found by name to a point that is sure to be the element: asks what lies there. */
import { throwIfCancelled } from "../core/clock.ts";
import { intersect, type Point, type Rect } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import {
  coveringRect,
  isElementAt,
  type PointFact,
  pointsBeside,
  pointsToTry,
  shownPart,
  windowAround,
} from "../elements/element_points.ts";
import {
  chosenHit,
  decideLocate,
  isByPart,
  type LocatedByName,
  type LocateFacts,
  type LocateVerdict,
} from "../elements/locate.ts";
import type { SearchVerdict } from "../elements/status.ts";
import { elementAt } from "../elements/tree.ts";
import type { ActContext } from "./act_context.ts";
import { destroyedError } from "./preflight.ts";

/** One look at a point. */
const LOOK_MS = 1_000;
/** A program that did not answer twice is not asked at further points. */
const MOST_UNANSWERED = 2;

/** What was found, and what that search allows to be concluded. */
export interface NamedElements {
  readonly tree: UiTree;
  readonly found: LocatedByName;
  readonly index: number | undefined;
  readonly verdict: SearchVerdict;
  readonly unread: LocateFacts["unread"];
}

/** What was decided, and the top-level window of the element that it is about. */
export interface Located {
  readonly verdict: LocateVerdict;
  readonly window: WindowState | undefined;
}

/**
 * Decides where the element is, by looking.
 *
 * @throws {ToolError} INVALID_PARAMS for an index beyond what was found, STALE_WINDOW_HANDLE where its window ended
 * meanwhile
 */
export async function locate(context: ActContext, named: NamedElements): Promise<Located> {
  const { index, ...rest } = named;
  const { tree, found } = rest;
  const facts = { ...rest, ...(index === undefined ? {} : { index }) };
  const node = chosenHit(found, index);
  if (node === undefined || isByPart(facts)) {
    return {
      verdict: decideLocate({ ...facts, windowScreenRect: undefined, points: [] }),
      window: undefined,
    };
  }
  const window = await topLevelWindow(context, windowAround(tree, node));
  const windowScreenRect = await shownRect(context, window, elementAt(tree, node));
  const points = windowScreenRect === undefined
    ? []
    : await look(context, tree, node, { screenRect: windowScreenRect, hwnd: window.hwnd });
  return { verdict: decideLocate({ ...facts, windowScreenRect, points }), window };
}

/**
 * The top-level window at or around a window.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE
 */
export async function topLevelWindow({ desktop }: ActContext, hwnd: Hwnd): Promise<WindowState> {
  const around = await desktop.windowState(hwnd, 0);
  const window = around === undefined || around.root === hwnd
    ? around
    : await desktop.windowState(around.root, 0);
  if (window === undefined) throw destroyedError(hwnd);
  return window;
}

/** Where the element could be seen; undefined where nothing of its window can. */
async function shownRect(
  { desktop }: ActContext,
  { visible, minimized, cloaked, screenRect }: WindowState,
  element: UiElement,
): Promise<Rect | undefined> {
  if (!visible || minimized || cloaked) return undefined;
  const { displays } = await desktop.displayLayout();
  return shownPart(element, screenRect, displays.map((display) => display.screenRect));
}

/** Where an element may be seen. */
interface Shown {
  /** The visible frame of its window, cut to the screens. */
  readonly screenRect: Rect;
  readonly hwnd: Hwnd;
}

/** Looks at points of an element; where others lie over them, at what these leave of it. */
async function look(
  context: ActContext,
  tree: UiTree,
  node: number,
  { screenRect, hwnd }: Shown,
): Promise<readonly PointFact[]> {
  const element = elementAt(tree, node);
  const facts = await lookAt(context, tree, node, pointsToTry(element, screenRect), hwnd);
  const covering = facts.map(({ hit }) => coveringRect(tree, node, hit)).filter((rect) => rect !== undefined);
  if (element.screenRect === null || covering.length === 0 || covering.length < facts.length) return facts;
  const beside = pointsBeside(intersect(element.screenRect, screenRect), covering)
    .filter(({ x, y }) => !facts.some(({ screenPoint }) => screenPoint.x === x && screenPoint.y === y));
  return [...facts, ...await lookAt(context, tree, node, beside, hwnd)];
}

/** What lies at the points, until one of them is the element. */
async function lookAt(
  context: ActContext,
  tree: UiTree,
  node: number,
  points: readonly Point[],
  hwnd: Hwnd,
): Promise<readonly PointFact[]> {
  const facts: PointFact[] = [];
  let unanswered = 0;
  for (const screenPoint of points) {
    const hit = await elementsAt(context, screenPoint, hwnd);
    facts.push({ screenPoint, hit });
    if (hit === undefined && ++unanswered >= MOST_UNANSWERED) break;
    if (isElementAt(tree, node, hit)) break;
  }
  return facts;
}

async function elementsAt(
  { desktop, signal }: ActContext,
  screenPoint: Point,
  hwnd: Hwnd,
): Promise<readonly UiElement[] | undefined> {
  throwIfCancelled(signal);
  return await desktop.uiElementsAt({ screenPoint, hwnd }, LOOK_MS, signal);
}
