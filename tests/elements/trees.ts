/** Trees of elements for tests, written as they nest. */
import type {
  ControlType,
  UiCut,
  UiElement,
  UiNode,
  UiReading,
  UiRoot,
  UiTree,
} from "../../src/desktop/ui_element.ts";

/** An element with what is in it. */
export interface Branch {
  readonly element: UiElement;
  readonly children: readonly Branch[];
  readonly cut?: UiCut;
  readonly firstChild?: number;
}

/** What differs from an ordinary element. */
export type Facts = Partial<UiElement> & { readonly cut?: UiCut; readonly firstChild?: number };

let lastId = 0;

/** Facts that many elements of a kind have. */
export const BUTTON: Facts = { patterns: ["Invoke"], focusable: true };
export const EDIT: Facts = { patterns: ["Value", "Text"], focusable: true, isReadOnly: false, value: "" };
export const ITEM: Facts = { patterns: ["SelectionItem", "ScrollItem"], selected: false };

/** An element: type, name, what is special, what is in it. Every one has a runtime id of its own. */
export function el(
  controlType: ControlType,
  name = "",
  facts: Facts = {},
  children: readonly Branch[] = [],
): Branch {
  const { cut, firstChild, ...rest } = facts;
  const element: UiElement = {
    automationId: "",
    name,
    controlType,
    className: "",
    frameworkId: "Win32",
    processId: 42,
    nativeWindowHandle: 0n,
    runtimeId: [42, ++lastId],
    enabled: true,
    offscreen: false,
    focusable: false,
    hasKeyboardFocus: false,
    isPassword: false,
    valueProtected: false,
    screenRect: { x: 10, y: 20, width: 100, height: 30 },
    patterns: [],
    value: null,
    isReadOnly: null,
    range: null,
    toggleState: null,
    selected: null,
    expandCollapseState: null,
    failed: [],
    ...rest,
  };
  return {
    element,
    children,
    ...(cut === undefined ? {} : { cut }),
    ...(firstChild === undefined ? {} : { firstChild }),
  };
}

/** A reading that came to its end. */
export const WHOLE: UiReading = {
  fetched: "oneRequest",
  view: "raw",
  maxDepth: 30,
  maxNodes: 5_000,
  visited: 0,
  skipped: 0,
  cutByNodes: false,
  cutByTime: false,
  unlit: false,
  elapsedMs: 3,
};

/** The tree of these windows, the first one the main one. */
export function treeOf(
  branch: Branch,
  reading: Partial<UiReading> = {},
  others: readonly Branch[] = [],
): UiTree {
  const nodes: UiNode[] = [];
  const roots: UiRoot[] = [branch, ...others].map(({ element }, index) => ({
    hwnd: 0x100n + BigInt(index),
    title: element.name,
    className: element.className,
    processId: element.processId,
    isMain: index === 0,
    isPopup: element.name === "",
    node: -1,
  }));
  const add = (
    { element, children, cut, firstChild }: Branch,
    parent: number,
    depth: number,
    root: number,
  ): number => {
    const index = nodes.push({
      element,
      parent,
      depth,
      root,
      ...(cut === undefined ? {} : { cut }),
      ...(firstChild === undefined ? {} : { firstChild }),
    }) - 1;
    for (const child of children) add(child, index, depth + 1, root);
    return index;
  };
  const read = [branch, ...others].map((one, root) => add(one, -1, 0, root));
  return {
    roots: roots.map((root, index) => ({ ...root, node: read[index] ?? -1 })),
    nodes,
    reading: { ...WHOLE, visited: nodes.length, ...reading },
  };
}

/** The names of nodes, for comparing. */
export function namesOf(tree: UiTree, nodes: readonly number[]): readonly string[] {
  return nodes.map((node) => tree.nodes[node]?.element.name ?? "?");
}

/** The index of the first node of this name. */
export function nodeNamed(tree: UiTree, name: string): number {
  const index = tree.nodes.findIndex(({ element }) => element.name === name);
  if (index < 0) throw new RangeError(`Cannot find ${name} in the tree`);
  return index;
}

/** A list of many rows. */
export function listOf(count: number, facts: Facts = {}): Branch {
  const rows = Array.from(
    { length: count },
    (_, row) => el("ListItem", `Line ${String(row + 1).padStart(5, "0")}`, ITEM),
  );
  return el("List", "Many lines", { patterns: ["Selection", "Scroll"], ...facts }, rows);
}
