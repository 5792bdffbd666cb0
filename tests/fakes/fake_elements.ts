/** What windows show of themselves, drawn as a test likes, and read as the port promises. */
import { contains } from "../../src/core/geometry.ts";
import type { Hwnd } from "../../src/core/hwnd.ts";
import {
  type CutReason,
  MOST_BESIDE,
  type UiElement,
  type UiNode,
  type UiPointQuery,
  type UiReading,
  type UiReadRequest,
  type UiRoot,
  type UiTree,
} from "../../src/desktop/ui_element.ts";
import { type Branch, WHOLE } from "../elements/trees.ts";

/** See the head of this file. */
export class FakeElements {
  /** What each window has; one without an entry gives no element. */
  readonly windows = new Map<Hwnd, Branch>();
  /** What every reading says of itself beside what really happened. */
  reading: Partial<UiReading> = {};
  /** What lies over a window: an answer here stands before what is drawn. */
  onTop: ((query: UiPointQuery) => readonly UiElement[] | undefined) | undefined;

  read(request: UiReadRequest): UiTree {
    const nodes: UiNode[] = [];
    let cutByNodes = false;
    const along = request.along?.map((runtimeId) => runtimeId.join());
    const add = (branch: Branch, parent: number, depth: number, root: number, isInside: boolean): number => {
      const { element, children } = branch;
      const isOnWay = along?.[depth - 1] === element.runtimeId.join();
      const isIn = isInside || along === undefined || (isOnWay && depth === along.length);
      const isContinued = request.continueAt?.runtimeId.join() === element.runtimeId.join();
      const firstChild = isContinued ? request.continueAt?.firstChild ?? 0 : 0;
      const index = nodes.push({ element, parent, depth, root, ...(firstChild > 0 ? { firstChild } : {}) }) -
        1;
      let by: CutReason | undefined;
      let read = 0;
      for (const child of children.slice(firstChild)) {
        if (!isIn && !isOnWay && depth > 0) by = "aside";
        else if (depth >= request.maxDepth) by = "depth";
        else if (read >= Math.min(request.maxChildren, isIn ? Infinity : MOST_BESIDE)) by = "children";
        else if (nodes.length >= request.maxNodes) {
          by = "nodes";
          cutByNodes = true;
        }
        if (by !== undefined) break;
        add(child, index, depth + 1, root, isIn);
        read++;
      }
      const cut = branch.cut ?? (by === undefined ? undefined : { by, total: children.length });
      if (cut !== undefined) nodes[index] = { ...nodes[index] as UiNode, cut };
      return index;
    };
    const roots: UiRoot[] = request.windows.map((window, root) => {
      const drawn = this.windows.get(window.hwnd);
      return { ...window, node: drawn === undefined ? -1 : add(drawn, -1, 0, root, false) };
    });
    const { maxDepth, maxNodes } = request;
    return {
      roots,
      nodes,
      reading: { ...WHOLE, maxDepth, maxNodes, visited: nodes.length, cutByNodes, ...this.reading },
    };
  }

  /** The innermost element that is drawn at the point and not off the screen, and those above it. */
  at(query: UiPointQuery): readonly UiElement[] | undefined {
    const covering = this.onTop?.(query);
    if (covering !== undefined) return covering;
    const drawn = this.windows.get(query.hwnd);
    return drawn === undefined ? undefined : hitIn(drawn, query);
  }
}

function hitIn({ element, children }: Branch, query: UiPointQuery): readonly UiElement[] | undefined {
  for (const child of children.toReversed()) {
    const inside = hitIn(child, query);
    if (inside !== undefined) return [...inside, element];
  }
  const { screenRect, offscreen } = element;
  return !offscreen && screenRect !== null && contains(screenRect, query.screenPoint) ? [element] : undefined;
}
