/**
 * What tells rows of one name apart. Lists of Windows make runtime ids of row numbers: after sorting, another row of the
 * same name may have the id, and everything that a row is known by otherwise.
 */
import type { UiTree } from "../desktop/ui_element.ts";
import { isRow } from "../desktop/ui_identity.ts";
import { childrenOf, elementAt, nodeAt } from "./tree.ts";

const marksOf = new WeakMap<UiTree, ReadonlyMap<number, string>>();

/**
 * Of every row that has brothers of the same type, automation id and name: a text made of its cells and its neighbours'
 * names, which is another one once the rows are in another order.
 */
export function rowMarks(tree: UiTree): ReadonlyMap<number, string> {
  const known = marksOf.get(tree);
  if (known !== undefined) return known;
  const marks = new Map<number, string>();
  const children = childrenOf(tree);
  tree.nodes.forEach((_, parent) => {
    const brothers = children[parent] ?? [];
    for (const row of rowsAlike(tree, brothers)) {
      marks.set(row, markOf(tree, brothers, row, children[row] ?? []));
    }
  });
  marksOf.set(tree, marks);
  return marks;
}

function rowsAlike(tree: UiTree, brothers: readonly number[]): readonly number[] {
  const byWords = new Map<string, number[]>();
  for (const brother of brothers) {
    const element = elementAt(tree, brother);
    if (!isRow(element)) continue;
    const words = JSON.stringify([element.controlType, element.automationId, element.name]);
    const rows = byWords.get(words);
    if (rows === undefined) byWords.set(words, [brother]);
    else rows.push(brother);
  }
  return [...byWords.values()].filter(({ length }) => length > 1).flat();
}

function markOf(
  tree: UiTree,
  brothers: readonly number[],
  row: number,
  cells: readonly number[],
): string {
  const place = brothers.indexOf(row);
  const nameOf = (node: number | undefined): string | null =>
    node === undefined ? null : elementAt(tree, node).name;
  return JSON.stringify([
    cells.map((cell) => elementAt(tree, cell).value ?? nameOf(cell)),
    nameOf(brothers[place - 1]),
    nameOf(brothers[place + 1]),
    // At the edge of a page it is not known what the neighbour is.
    place === 0 ? nodeAt(tree, nodeAt(tree, row).parent).firstChild ?? 0 : 0,
  ]);
}
