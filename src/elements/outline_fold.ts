/**
 * Which elements of a tree matter to a reader: those with a name or something to do, and the containers that give the
 * others a place. What only arranges is left out, and what is inside it moves up.
 */
import { isEmpty } from "../core/geometry.ts";
import type { UiElement, UiNode, UiTree } from "../desktop/ui_element.ts";
import { isLabel } from "./labels.ts";
import { childrenOf, elementAt, nodeAt, placesOf } from "./tree.ts";

/** What is left of a tree. Nodes keep their indices. */
export interface FoldedTree {
  readonly tree: UiTree;
  /** The nodes that nothing is above. */
  readonly tops: readonly number[];
  /** Of every node that is kept, the kept nodes right below it, in order. */
  readonly children: readonly (readonly number[] | undefined)[];
  /** Of every node, how many nodes are right below it in all. */
  readonly childCounts: readonly number[];
  /** Of every node, its place among its brothers, from 0. */
  readonly places: readonly number[];
  /** How many kept nodes are inside each. */
  readonly inside: readonly number[];
  /** Kept nodes that are not shown since what holds them is closed, by that node. */
  readonly closed: ReadonlyMap<number, number>;
  /** The texts of a row's cells, which are shown on its line. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
  readonly kept: number;
}

const ARRANGING = new Set<string>(
  "Pane Group Custom Image Unknown Header SemanticZoom AppBar".split(" "),
);
const NEVER = new Set<string>(["Separator", "Thumb"]);
/** Kept without a name too: they say what their items are. */
const CONTAINERS = new Set<string>(
  "List Tree DataGrid Table Tab Menu MenuBar ToolBar StatusBar Document Calendar".split(" "),
);
const ACTIONS = new Set<string>(
  "Invoke Toggle Value RangeValue ExpandCollapse SelectionItem".split(" "),
);
const ROWS = new Set<string>(["DataItem", "ListItem", "TreeItem", "Header"]);
const CELLS = new Set<string>(["Text", "Image", "HeaderItem"]);
/** Their buttons do what their number can be set to. */
const RANGES = new Set<string>(["Slider", "Spinner"]);

/** Whether something can be done with it by a pattern. */
export function isActionable({ patterns }: UiElement): boolean {
  return patterns.some((pattern) => ACTIONS.has(pattern));
}

/** Folds a tree, or what is in it from one node downwards. */
export function fold(tree: UiTree, scope?: number): FoldedTree {
  const raw = childrenOf(tree);
  const children: (number[] | undefined)[] = [];
  const inside: number[] = new Array<number>(tree.nodes.length).fill(0);
  const closed = new Map<number, number>();
  const cells = new Map<number, readonly string[]>();
  const tops: number[] = [];
  let kept = 0;
  /** A raw node, and the kept node above it; -1 where there is none. */
  const open: [number, number][] = scope === undefined
    ? tree.roots.flatMap(({ node }): [number, number][] => node < 0 ? [] : [[node, -1]]).reverse()
    : [[scope, -1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [index, above] = next;
    const node = nodeAt(tree, index);
    if (isFrame(node.element) && above >= 0) continue;
    const isKept = above < 0 || isWorthALine(tree, raw, index, above);
    let place = above;
    if (isKept) {
      kept++;
      place = index;
      children[index] = [];
      const brothers = above < 0 ? tops : children[above];
      // What the columns of rows are goes before them, wherever the program keeps it.
      if (node.element.controlType === "Header") brothers?.unshift(index);
      else brothers?.push(index);
      // What was asked for by itself is shown with all that is inside it.
      const row = above < 0 ? undefined : cellsOf(tree, raw, index);
      if (row !== undefined) {
        cells.set(index, row);
        continue;
      }
      if (above >= 0 && isClosed(node)) {
        const hidden = countItems(tree, raw, index);
        if (hidden > 0) closed.set(index, hidden);
        const edit = editOf(tree, raw, index);
        if (edit !== undefined) open.push([edit, index]);
        continue;
      }
    }
    const below = raw[index] ?? [];
    for (let at = below.length - 1; at >= 0; at--) open.push([below[at] ?? 0, place]);
  }
  // Every node comes after what is above it, so counting from the end is enough.
  for (let index = tree.nodes.length - 1; index >= 0; index--) {
    for (const child of children[index] ?? []) {
      inside[index] = (inside[index] ?? 0) + 1 + (inside[child] ?? 0);
    }
  }
  const childCounts = raw.map(({ length }) => length);
  return { tree, tops, children, childCounts, places: placesOf(tree), inside, closed, cells, kept };
}

/** Scroll bars, and the caption that Windows draws. What a program draws as its title bar is kept. */
function isFrame({ controlType, frameworkId }: UiElement): boolean {
  return controlType === "ScrollBar" ||
    (controlType === "TitleBar" && (frameworkId === "" || frameworkId === "Win32"));
}

function isWorthALine(
  tree: UiTree,
  raw: readonly (readonly number[])[],
  index: number,
  above: number,
): boolean {
  const { element, cut } = nodeAt(tree, index);
  const { controlType, name } = element;
  if (NEVER.has(controlType) || isRangeButton(tree, index)) return false;
  if (cut !== undefined || element.hasKeyboardFocus) return true;
  // A window in a window is mostly its dialog, whose title often repeats the program's.
  if (isActionable(element) || CONTAINERS.has(controlType) || controlType === "Window") return true;
  if (name.trim() === "") {
    if (isUnknownControl(element)) return (raw[index]?.length ?? 0) === 0;
    return !ARRANGING.has(controlType) && controlType !== "Text" && element.focusable;
  }
  const isRepeated = name === elementAt(tree, above).name;
  if (ARRANGING.has(controlType)) return !isRepeated;
  return controlType !== "Text" || !(isRepeated || isLabel(tree, index));
}

/** A window that says nothing of itself: where nothing is inside it, it arranges nothing either. */
export function isUnknownControl(
  { controlType, name, nativeWindowHandle, offscreen, screenRect }: UiElement,
): boolean {
  return (controlType === "Pane" || controlType === "Custom") && name.trim() === "" &&
    nativeWindowHandle !== 0n &&
    !offscreen && screenRect !== null && !isEmpty(screenRect);
}

function isRangeButton(tree: UiTree, index: number): boolean {
  const { element, parent } = nodeAt(tree, index);
  if (element.controlType !== "Button" || parent < 0) return false;
  const { controlType, range } = elementAt(tree, parent);
  return RANGES.has(controlType) && range !== null;
}

/** A drop-down list, a menu or a branch that is closed: what is inside is not there for a person either. */
function isClosed({ element }: UiNode): boolean {
  return element.expandCollapseState === "Collapsed" &&
    ["ComboBox", "MenuItem", "TreeItem", "SplitButton"].includes(element.controlType);
}

/** The edit of a closed combo box whose text can be set there alone. */
function editOf(tree: UiTree, raw: readonly (readonly number[])[], index: number): number | undefined {
  if (elementAt(tree, index).isReadOnly === false) return undefined;
  return (raw[index] ?? []).find((child) => {
    const { controlType, isReadOnly } = elementAt(tree, child);
    return controlType === "Edit" && isReadOnly === false;
  });
}

function countItems(tree: UiTree, raw: readonly (readonly number[])[], index: number): number {
  let count = 0;
  const open = [...raw[index] ?? []];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (["ListItem", "MenuItem", "TreeItem"].includes(elementAt(tree, at).controlType)) count++;
    open.push(...raw[at] ?? []);
  }
  return count;
}

/** The texts of a row that has nothing but cells to read; undefined where there is more to it. */
function cellsOf(
  tree: UiTree,
  raw: readonly (readonly number[])[],
  index: number,
): readonly string[] | undefined {
  const { element, cut } = nodeAt(tree, index);
  const below = raw[index] ?? [];
  if (!ROWS.has(element.controlType) || cut !== undefined || below.length === 0) return undefined;
  const texts: string[] = [];
  for (const child of below) {
    const cell = elementAt(tree, child);
    const isText = CELLS.has(cell.controlType) ||
      (cell.controlType === "Edit" && cell.isReadOnly !== false);
    if (!isText || cell.hasKeyboardFocus || (raw[child]?.length ?? 0) > 0) return undefined;
    const text = cell.valueProtected || cell.value === null || cell.value === "" ? cell.name : cell.value;
    if (text.trim() !== "" && text !== element.name) texts.push(text);
  }
  return texts;
}
