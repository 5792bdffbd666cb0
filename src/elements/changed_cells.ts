/** Rows whose cells say something else: cells have no line of their own, so the row's says it. */
import type { UiTree } from "../desktop/ui_element.ts";
import type { ElementChange } from "./difference.ts";
import type { FoldedTree } from "./outline_fold.ts";
import { elementAt } from "./tree.ts";

/** A change of an element or of the cells on its line. */
export interface LineChange extends ElementChange {
  /** What the cells said before, where that was something else. */
  readonly cellsBefore?: readonly string[];
}

/** The changes with those of cells among them, in the order of the newer tree. */
export function withChangedCells(
  changed: readonly ElementChange[],
  older: FoldedTree,
  newer: FoldedTree,
  beforeOf: ReadonlyMap<number, number>,
): readonly LineChange[] {
  const byNode = new Map<number, LineChange>(changed.map((change) => [change.after, change]));
  for (const [after, cells] of newer.cells) {
    const before = beforeOf.get(after);
    const cellsBefore = before === undefined ? undefined : older.cells.get(before);
    if (before === undefined || cellsBefore === undefined || isSame(cells, cellsBefore)) continue;
    if (isUnsure(older.tree, before) || isUnsure(newer.tree, after)) continue;
    byNode.set(after, { ...byNode.get(after) ?? { before, after, fields: [] }, cellsBefore });
  }
  return [...byNode.values()].sort((a, b) => a.after - b.after);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

/** Whether a cell could not be read: what it says now is not compared then. */
function isUnsure(tree: UiTree, row: number): boolean {
  // The cells of a row have nothing in them and come right after it.
  for (let cell = row + 1; tree.nodes[cell]?.parent === row; cell++) {
    if (elementAt(tree, cell).failed.length > 0) return true;
  }
  return false;
}
