import assert from "node:assert/strict";
import { withoutBehind } from "../../src/elements/behind.ts";
import { choose, find } from "../../src/elements/find.ts";
import { type Branch, BUTTON, EDIT, el, treeOf } from "./trees.ts";

const dialog = (enabled: boolean): Branch =>
  el("Window", "Save As", { enabled }, [el("Edit", "", EDIT), el("Button", "Save", BUTTON)]);
const program = (enabled: boolean): Branch =>
  el("Window", "Program", { enabled }, [
    el("Edit", "", { ...EDIT, enabled }),
    el("Button", "Find", { ...BUTTON, enabled }),
  ]);

for (
  const [title, named, other, isOne] of [
    ["what lies behind the dialog that was named is not meant", dialog(true), program(false), true],
    ["a window beside the one that was named may be meant", dialog(true), program(true), false],
    ["the window behind may be meant where it was named itself", program(false), dialog(true), false],
  ] as const
) {
  Deno.test(`choose(): ${title}`, () => {
    const tree = treeOf(named, {}, [other]);
    const found = find(tree, { controlType: "Edit" });
    assert.equal(found.matches.length, 2);
    assert.deepEqual(
      choose(tree, found, { controlType: "Edit" }),
      isOne ? { kind: "one", node: 1 } : { kind: "ambiguous" },
    );
  });
}

Deno.test("choose(): what is behind alone is meant all the same", () => {
  const tree = treeOf(dialog(true), {}, [program(false)]);
  const selector = { name: "Find" };
  assert.equal(choose(tree, find(tree, selector), selector).kind, "one");
  assert.deepEqual(withoutBehind(tree, [4, 5]), [4, 5]);
});
