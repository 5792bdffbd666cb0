import assert from "node:assert/strict";
import { mergeTrees, withUnread } from "../../src/elements/merge_trees.ts";
import { elementAt, nodeAt, rootOf } from "../../src/elements/tree.ts";
import { BUTTON, el, nodeNamed, treeOf } from "./trees.ts";

const notes = treeOf(el("Window", "Notes", {}, [el("Group", "Bar", {}, [el("Button", "Save", BUTTON)])]));
const paint = treeOf(el("Window", "Paint", {}, [el("Button", "Fill", BUTTON)]), {
  cutByTime: true,
  skipped: 2,
}, [
  el("Menu", "", {}, [el("MenuItem", "Copy", BUTTON)]),
]);

Deno.test("mergeTrees() keeps what is inside what, and which window it belongs to", () => {
  const tree = mergeTrees([notes, paint], 70);
  assert.equal(tree.nodes.length, notes.nodes.length + paint.nodes.length);
  const above = (name: string): string => elementAt(tree, nodeAt(tree, nodeNamed(tree, name)).parent).name;
  assert.deepEqual(["Save", "Bar", "Fill"].map(above), ["Bar", "Notes", "Paint"]);
  const window = (name: string): string => rootOf(tree, nodeNamed(tree, name)).title;
  assert.deepEqual(["Save", "Fill", "Copy", "Notes"].map(window), ["Notes", "Paint", "", "Notes"]);
  for (const { node, title } of tree.roots) assert.equal(elementAt(tree, node).name, title);
});

Deno.test("mergeTrees() makes no window the main one, and adds up what was not read", () => {
  const { roots, reading } = mergeTrees([notes, paint], 70);
  assert.deepEqual(roots.map(({ isMain }) => isMain), [false, false, false]);
  assert.deepEqual(
    [reading.elapsedMs, reading.cutByTime, reading.cutByNodes, reading.skipped, reading.visited],
    [70, true, false, 2, 7],
  );
  const byLevel = treeOf(el("Window", "W"), { fetched: "byLevel" });
  assert.deepEqual([reading.fetched, mergeTrees([notes, byLevel], 1).reading.fetched], [
    "oneRequest",
    "byLevel",
  ]);
});

Deno.test("mergeTrees() keeps a window that gave nothing, and of no windows is nothing", () => {
  const nothing = { ...notes, nodes: [], roots: notes.roots.map((root) => ({ ...root, node: -1 })) };
  assert.deepEqual(mergeTrees([notes, nothing], 1).roots.map(({ node }) => node), [0, -1]);
  assert.deepEqual(mergeTrees([], 1).nodes, []);
});

Deno.test("withUnread() proves no absence where a window was not read", () => {
  const verdict = { status: "empty-but-accessible", complete: true, hints: [] } as const;
  assert.equal(withUnread(verdict, 0), verdict);
  assert.deepEqual(withUnread(verdict, 1), {
    status: "inconclusive",
    complete: false,
    hints: ["1 window could not be read, or not all of it: what was not found may be there."],
  });
  const found = withUnread({ status: "found", complete: true, hints: ["x"] }, 2);
  assert.deepEqual(found, {
    status: "found",
    complete: false,
    hints: ["x", "2 windows could not be read, or not all of it."],
  });
});
