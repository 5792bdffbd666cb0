/** Ways through a tree that was read. A node is named by its index in the tree's list. */
import type { UiElement, UiNode, UiRoot, UiTree } from "../desktop/ui_element.ts";

export { runtimeKey } from "../desktop/ui_identity.ts";

/** The node of this index, which must be in the tree. */
export function nodeAt(tree: UiTree, index: number): UiNode {
  const node = tree.nodes[index];
  if (node === undefined) throw new RangeError(`Cannot read node ${index} of a tree of ${tree.nodes.length}`);
  return node;
}

/** The element of this index, which must be in the tree. */
export function elementAt(tree: UiTree, index: number): UiElement {
  return nodeAt(tree, index).element;
}

/** The window that the node belongs to. */
export function rootOf(tree: UiTree, index: number): UiRoot {
  const root = tree.roots[nodeAt(tree, index).root];
  if (root === undefined) throw new RangeError(`Cannot find the window of node ${index}`);
  return root;
}

/** The nodes above this one, its parent first, its root last. */
export function* ancestorsOf(tree: UiTree, index: number): Generator<number> {
  for (let at = nodeAt(tree, index).parent; at >= 0; at = nodeAt(tree, at).parent) yield at;
}

/** The index behind the last descendant of this node. */
export function endOf(tree: UiTree, index: number): number {
  const { depth, root } = nodeAt(tree, index);
  let end = index + 1;
  for (let node = tree.nodes[end]; node !== undefined; node = tree.nodes[++end]) {
    if (node.depth <= depth || node.root !== root) break;
  }
  return end;
}

/** The children of every node, in order. */
export function childrenOf(tree: UiTree): readonly (readonly number[])[] {
  const children: number[][] = tree.nodes.map(() => []);
  tree.nodes.forEach(({ parent }, index) => children[parent]?.push(index));
  return children;
}

/** Of every node, its place among its brothers in the tree, from 0. */
export function placesOf(tree: UiTree): readonly number[] {
  const counts: number[] = new Array<number>(tree.nodes.length).fill(0);
  return tree.nodes.map(({ parent }) => {
    const place = counts[parent] ?? 0;
    counts[parent] = place + 1;
    return place;
  });
}
