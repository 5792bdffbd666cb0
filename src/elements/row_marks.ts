/**
 * What tells rows of one name apart. Lists of Windows make runtime ids of row numbers: after sorting, another row of the
 * same name may have the id, and everything that a row is known by otherwise.
 */
import type { UiTree } from "../desktop/ui_element.ts";
import { isRow, type RowMark } from "../desktop/ui_identity.ts";
import { childrenOf, elementAt, nodeAt } from "./tree.ts";

const marksOf = new WeakMap<UiTree, ReadonlyMap<number, RowMark>>();

/** Of every row what was seen of it: its cells and its neighbours, which are others once the rows are in another order. */
export function rowMarks(tree: UiTree): ReadonlyMap<number, RowMark> {
  const known = marksOf.get(tree);
  if (known !== undefined) return known;
  const marks = new Map<number, RowMark>();
  const children = childrenOf(tree);
  tree.nodes.forEach((_, parent) => {
    const brothers = children[parent] ?? [];
    const twins = twinsIn(tree, parent, brothers);
    brothers.forEach((row, place) => {
      const own = twins.get(row);
      if (own === undefined) return;
      const { before, after } = neighboursOf(tree, parent, brothers, place);
      marks.set(row, { twins: own, cells: cellsOf(tree, row, children[row] ?? []), before, after });
    });
  });
  marksOf.set(tree, marks);
  return marks;
}

/** Of every row among these brothers whether it has twins. */
function twinsIn(
  tree: UiTree,
  parent: number,
  brothers: readonly number[],
): ReadonlyMap<number, RowMark["twins"]> {
  const byWords = new Map<string, number[]>();
  for (const brother of brothers) {
    const element = elementAt(tree, brother);
    if (!isRow(element)) continue;
    const words = JSON.stringify([element.controlType, element.automationId, element.name]);
    const rows = byWords.get(words);
    if (rows === undefined) byWords.set(words, [brother]);
    else rows.push(brother);
  }
  const { cut, firstChild = 0 } = nodeAt(tree, parent);
  const alone = cut === undefined && firstChild === 0 ? "none" : "unknown";
  return new Map(
    [...byWords.values()].flatMap((rows) =>
      rows.map((row) => [row, rows.length > 1 ? "some" : alone] as const)
    ),
  );
}

function cellsOf(tree: UiTree, row: number, cells: readonly number[]): string | undefined {
  if (nodeAt(tree, row).cut !== undefined) return undefined;
  return JSON.stringify(cells.map((cell) => elementAt(tree, cell).value ?? elementAt(tree, cell).name));
}

/** At the edge of what was read it is not known what the neighbour is, nor where some of the brothers failed. */
function neighboursOf(
  tree: UiTree,
  parent: number,
  brothers: readonly number[],
  place: number,
): Pick<RowMark, "before" | "after"> {
  const { cut, firstChild = 0 } = nodeAt(tree, parent);
  if (cut?.by === "error") return { before: undefined, after: undefined };
  const nameOf = (node: number | undefined, isEdge: boolean): string | null | undefined => {
    if (node !== undefined) return elementAt(tree, node).name;
    return isEdge ? undefined : null;
  };
  return {
    before: nameOf(brothers[place - 1], firstChild > 0),
    after: nameOf(brothers[place + 1], cut !== undefined),
  };
}
