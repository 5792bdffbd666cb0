/** Lists of which not every item was read. */
import type { UiTree } from "../desktop/ui_element.ts";
import { endOf } from "./tree.ts";

/** An element with more children than were read. */
export interface LongList {
  readonly node: number;
  /** How many of its children were read. */
  readonly read: number;
  /** How many there are; null where it does not say. */
  readonly total: number | null;
}

/** The elements with more children than were read at once; inside a node, where one is given. */
export function longLists(tree: UiTree, scope?: number): readonly LongList[] {
  const [from, to] = scope === undefined ? [0, tree.nodes.length] : [scope, endOf(tree, scope)];
  const lists = new Map<number, { node: number; read: number; total: number | null }>();
  for (let node = from; node < to; node++) {
    const parent = lists.get(tree.nodes[node]?.parent ?? -1);
    if (parent !== undefined) parent.read++;
    const cut = tree.nodes[node]?.cut;
    if (cut?.by === "children") lists.set(node, { node, read: 0, total: cut.total });
  }
  return [...lists.values()];
}
