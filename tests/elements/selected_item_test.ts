import assert from "node:assert/strict";
import { selectedItemOf } from "../../src/elements/selected_item.ts";
import { type Branch, BUTTON, el, type Facts, ITEM, treeOf } from "./trees.ts";

const SELECTION: Facts = { patterns: ["Selection"] };

function selectedIn(facts: Facts, ...items: readonly Branch[]): unknown {
  return selectedItemOf(treeOf(el("Window", "W", {}, [el("List", "L", facts, items)])), 1);
}

const apple = el("ListItem", "apple", ITEM);
const pear = el("ListItem", "pear", { ...ITEM, selected: true });

Deno.test("selectedItemOf() is the first selected item, counted among items alone", () => {
  const arrow = el("Button", "down", BUTTON);
  const group = el("Group", "inner", {}, [el("ListItem", "plum", ITEM)]);
  assert.deepEqual(selectedIn(SELECTION, arrow, apple, group, pear, pear), { name: "pear", index: 2 });
});

Deno.test("selectedItemOf() is null where nothing is selected, and undefined for what holds no selection", () => {
  assert.equal(selectedIn(SELECTION, apple, apple), null);
  assert.equal(selectedIn({}, apple, pear), undefined);
});

Deno.test("selectedItemOf() says nothing where items that were not read may be selected", () => {
  const cut = { ...SELECTION, cut: { by: "children", total: 900 } } as const;
  assert.equal(selectedIn(cut, apple), undefined);
  assert.deepEqual(selectedIn(cut, apple, pear), { name: "pear", index: 1 });
  assert.equal(selectedIn({ ...SELECTION, firstChild: 100 }, apple, pear), undefined);
  assert.equal(selectedIn({ ...SELECTION, firstChild: 100 }, apple), undefined);
  const unread = el("ListItem", "fig", { ...ITEM, selected: null, failed: ["selected"] });
  assert.equal(selectedIn(SELECTION, apple, unread), undefined);
});
