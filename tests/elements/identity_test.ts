import assert from "node:assert/strict";
import { subjectByWords } from "../../src/elements/identity.ts";
import { BUTTON, el, ITEM, nodeNamed, treeOf } from "./trees.ts";

Deno.test("subjectByWords() names what its words surely tell from all else: no row of a list that was not read to its end", () => {
  const tree = treeOf(el("Window", "Main", {}, [
    el("List", "long", { cut: { by: "children", total: 900 } }, [
      el("ListItem", "far", ITEM, [el("Text", "cell")]),
    ]),
    el("List", "short", {}, [el("ListItem", "near", ITEM), el("ListItem", "twin", ITEM)]),
    el("List", "other", {}, [el("ListItem", "twin", ITEM)]),
    el("Button", "Push", BUTTON),
    el("Pane"),
  ]));
  const isNamed = (name: string): boolean => subjectByWords(tree, nodeNamed(tree, name)) !== undefined;
  assert.deepEqual(["Push", "near", "long"].map(isNamed), [true, true, true]);
  assert.deepEqual(["far", "cell", "twin", ""].map(isNamed), [false, false, false, false]);
  assert.equal(subjectByWords(tree, nodeNamed(tree, "Push"))?.isByWords, true);
});
