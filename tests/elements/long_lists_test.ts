import assert from "node:assert/strict";
import { longLists } from "../../src/elements/long_lists.ts";
import { BUTTON, el, ITEM, nodeNamed, treeOf } from "./trees.ts";

const tree = treeOf(
  el("Window", "W", {}, [
    el("List", "long", { cut: { by: "children", total: 900 } }, [
      el("ListItem", "a", ITEM, [el("Button", "inner", BUTTON)]),
      el("ListItem", "b", ITEM),
    ]),
    el("List", "whole", {}, [el("ListItem", "c", ITEM)]),
    el("Pane", "deep", { cut: { by: "depth", total: null } }),
    el("Group", "unknown", { cut: { by: "children", total: null } }),
  ]),
);

Deno.test("longLists() counts the children that were read, of elements that have more", () => {
  const [long, unknown] = [nodeNamed(tree, "long"), nodeNamed(tree, "unknown")];
  assert.deepEqual(longLists(tree), [
    { node: long, read: 2, total: 900 },
    { node: unknown, read: 0, total: null },
  ]);
  assert.deepEqual(longLists(tree, long), [{ node: long, read: 2, total: 900 }]);
  assert.deepEqual(longLists(tree, nodeNamed(tree, "whole")), []);
});
