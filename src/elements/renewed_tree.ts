/**
 * A reading that is brought up to date where something changed: those windows in it are read again, and nothing else.
 * What has no window of its own changes with the window that it is in.
 */
import type { Hwnd } from "../core/hwnd.ts";
import type { ChangedPlace } from "../desktop/desktop.ts";
import type { UiNode, UiReading, UiTree } from "../desktop/ui_element.ts";
import { ancestorsOf, childrenOf, nodeAt } from "./tree.ts";

/** A window that was looked at again; without a `node` it is gone or not shown. */
export interface RenewedWindow {
  readonly hwnd: Hwnd;
  /** The window that it is in, or that owns it. */
  readonly parent: Hwnd;
  /** Its node in the newer reading. */
  readonly node?: number;
}

/**
 * The windows that have to be read again, none of them in another one; undefined where that is not enough, because a whole
 * window that was read changed, or one came whose place is not known.
 *
 * @param isShown whether a window is there and to be seen
 */
export function placesToRead(
  tree: UiTree,
  places: readonly ChangedPlace[],
  isShown: (hwnd: Hwnd) => boolean,
): readonly ChangedPlace[] | undefined {
  const nodes = nodesByWindow(tree);
  const wanted = new Map<Hwnd, ChangedPlace>();
  const isNewAndShown = ({ isNew, hwnd }: ChangedPlace): boolean => isNew && isShown(hwnd);
  for (const place of places) {
    const node = nodes.get(place.hwnd);
    if (node !== undefined && nodeAt(tree, node).parent < 0) return undefined;
    // What is there and not in the tree has been left out by its program, and stays so.
    if (node !== undefined || isNewAndShown(place)) wanted.set(place.hwnd, place);
  }
  const outermost: ChangedPlace[] = [];
  for (const place of wanted.values()) {
    if (isInside(tree, nodes, place, wanted)) continue;
    if (!nodes.has(place.hwnd) && !nodes.has(place.parent)) return undefined;
    outermost.push(place);
  }
  return gathered(tree, nodes, outermost);
}

/** Whether a place is in another one that is read again. */
function isInside(
  tree: UiTree,
  nodes: ReadonlyMap<Hwnd, number>,
  { hwnd, parent }: ChangedPlace,
  wanted: ReadonlyMap<Hwnd, ChangedPlace>,
): boolean {
  const node = nodes.get(hwnd);
  if (node === undefined && wanted.has(parent)) return true;
  const from = node ?? nodes.get(parent);
  if (from === undefined) return false;
  return [...ancestorsOf(tree, from)].some((at) => wanted.has(nodeAt(tree, at).element.nativeWindowHandle));
}

/** Where most of what is in a window changed, as when a program builds it again, that window is read instead of each. */
function gathered(
  tree: UiTree,
  nodes: ReadonlyMap<Hwnd, number>,
  places: readonly ChangedPlace[],
): readonly ChangedPlace[] {
  const parentOf = ({ hwnd, parent }: ChangedPlace): number => {
    const node = nodes.get(hwnd);
    return (node === undefined ? nodes.get(parent) : nodeAt(tree, node).parent) ?? -1;
  };
  const byParent = Map.groupBy(places, parentOf);
  return [...byParent].flatMap(([parent, inIt]) => {
    const { parent: above = -1, element } = tree.nodes[parent] ?? {};
    const hwnd = element?.nativeWindowHandle ?? 0n;
    const size = tree.nodes.filter((node) => node.parent === parent).length;
    const isMost = inIt.length > 1 && inIt.length * 2 >= size;
    if (hwnd === 0n || above < 0 || !isMost) return inIt;
    return [{ hwnd, parent: tree.nodes[above]?.element.nativeWindowHandle ?? 0n, isNew: false }];
  });
}

/**
 * The tree with these windows as they are now. One that is new stands last in its parent.
 *
 * @param parts the newer reading that the nodes are in; undefined where there are none
 */
export function renewedTree(
  tree: UiTree,
  windows: readonly RenewedWindow[],
  parts: UiTree | undefined,
): UiTree {
  const known = nodesByWindow(tree);
  const replaced = new Map<number, RenewedWindow>();
  const added = new Map<number, RenewedWindow[]>();
  for (const window of windows) {
    const node = known.get(window.hwnd);
    const parent = known.get(window.parent);
    if (node !== undefined) replaced.set(node, window);
    else if (parent !== undefined) added.set(parent, [...added.get(parent) ?? [], window]);
  }
  const nodes: UiNode[] = [];
  const children = childrenOf(tree);
  const partChildren = parts === undefined ? [] : childrenOf(parts);
  const put = (node: UiNode, parent: number, depth: number, root: number): number =>
    nodes.push({ ...node, parent, depth, root }) - 1;
  const addPart = ({ node }: RenewedWindow, parent: number, depth: number, root: number): void => {
    if (node === undefined || parts === undefined) return;
    const add = (part: number, parent: number, depth: number): void => {
      const index = put(nodeAt(parts, part), parent, depth, root);
      for (const child of partChildren[part] ?? []) add(child, index, depth + 1);
    };
    add(node, parent, depth);
  };
  const add = (at: number, parent: number, depth: number, root: number): number => {
    const window = replaced.get(at);
    if (window !== undefined) {
      addPart(window, parent, depth, root);
      return -1;
    }
    const index = put(nodeAt(tree, at), parent, depth, root);
    for (const child of children[at] ?? []) add(child, index, depth + 1, root);
    for (const one of added.get(at) ?? []) addPart(one, index, depth + 1, root);
    return index;
  };
  const roots = tree.roots.map((root, index) => ({
    ...root,
    node: root.node < 0 ? root.node : add(root.node, -1, 0, index),
  }));
  const reading = parts === undefined ? tree.reading : renewedReading(tree.reading, parts.reading);
  return { roots, nodes, reading };
}

function renewedReading(whole: UiReading, parts: UiReading): UiReading {
  return {
    ...whole,
    visited: whole.visited + parts.visited,
    skipped: whole.skipped + parts.skipped,
    cutByNodes: whole.cutByNodes || parts.cutByNodes,
    cutByTime: whole.cutByTime || parts.cutByTime,
  };
}

function nodesByWindow(tree: UiTree): ReadonlyMap<Hwnd, number> {
  const nodes = new Map<Hwnd, number>();
  tree.nodes.forEach(({ element: { nativeWindowHandle } }, index) => {
    // What stands for a part of a window may have its handle too: the window itself comes first.
    if (nativeWindowHandle !== 0n && !nodes.has(nativeWindowHandle)) nodes.set(nativeWindowHandle, index);
  });
  return nodes;
}
