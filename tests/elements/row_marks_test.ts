/** Rows of one name, of which one reading saw more than another: only what was seen both times is evidence. */
import assert from "node:assert/strict";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { compareMarks, type RowMark } from "../../src/desktop/ui_identity.ts";
import { RefStore } from "../../src/elements/refs.ts";
import { resolveRef } from "../../src/elements/resolve_ref.ts";
import { rowMarks } from "../../src/elements/row_marks.ts";
import { el, type Facts, ITEM, treeOf } from "./trees.ts";

/** Rows by the number that Windows makes their ids of; a row without cells was read no further. */
type Rows = Readonly<Record<number, readonly [name: string, cell?: string]>>;

function rowsTree(rows: Rows, list: Facts = {}): UiTree {
  const children = Object.entries(rows).map(([number, [name, cell]]) => {
    const runtimeId = [42, 900, Number(number)];
    return cell === undefined
      ? el("DataItem", name, { ...ITEM, runtimeId, cut: { by: "aside", total: null } })
      : el("DataItem", name, { ...ITEM, runtimeId }, [el("Text", cell, { runtimeId: [...runtimeId, 1] })]);
  });
  return treeOf(el("Window", "Main", { runtimeId: [42, 800] }, [
    el("List", "Rows", { runtimeId: [42, 900], ...list }, children),
  ]));
}

function rowAt(tree: UiTree, number: number): number {
  return tree.nodes.findIndex(({ element }) => element.runtimeId.join() === `42,900,${number}`);
}

const MORE: Facts = { cut: { by: "children", total: 9 } };
const WHOLE: Rows = { 0: ["b", "1"], 1: ["a", "2"], 2: ["x", "3"], 3: ["a", "4"] };

for (
  const [what, before, after, kind] of [
    [
      "all, then only the first ones",
      rowsTree(WHOLE),
      rowsTree({
        0: ["b", "1"],
        1: ["a", "2"],
        2: ["x"],
      }, MORE),
      "same",
    ],
    [
      "the first ones, then all",
      rowsTree({ 0: ["b"], 1: ["a", "2"], 2: ["x"] }, MORE),
      rowsTree(WHOLE),
      "same",
    ],
    ["no cells, then all", rowsTree({ 0: ["b"], 1: ["a"], 2: ["x"], 3: ["a"] }), rowsTree(WHOLE), "same"],
    [
      "no neighbour, then all",
      rowsTree({ 1: ["a", "2"], 2: ["x", "3"] }, { ...MORE, firstChild: 1 }),
      rowsTree(
        WHOLE,
      ),
      "same",
    ],
    [
      "all, then without a brother that failed",
      rowsTree(WHOLE),
      rowsTree({
        0: ["b", "1"],
        1: ["a", "2"],
        3: ["a", "4"],
      }, { cut: { by: "error", total: 4 } }),
      "unread",
    ],
    [
      "all, then no further than to it",
      rowsTree(WHOLE),
      rowsTree({ 0: ["b"], 1: ["a", "2"] }, MORE),
      "unread",
    ],
    ["all, then no cells", rowsTree(WHOLE), rowsTree({ 0: ["b"], 1: ["a"], 2: ["x"] }, MORE), "unread"],
    [
      "all, then the first ones, sorted",
      rowsTree(WHOLE),
      rowsTree({
        0: ["x"],
        1: ["a", "4"],
        2: ["b"],
      }, MORE),
      "stale",
    ],
    [
      "the first ones, then all, sorted",
      rowsTree({ 0: ["b"], 1: ["a", "2"], 2: ["x"] }, MORE),
      rowsTree({
        0: ["b", "1"],
        1: ["a", "4"],
        2: ["x", "3"],
        3: ["a", "2"],
      }),
      "stale",
    ],
    [
      "all, then all, with a twin that came",
      rowsTree({ 0: ["b", "1"], 1: ["a", "2"] }),
      rowsTree({
        0: ["b", "1"],
        1: ["a", "2"],
        2: ["a", "2"],
      }),
      "stale",
    ],
  ] as const
) {
  Deno.test(`a row of which was read ${what}: ${kind}`, () => {
    const store = new RefStore();
    const snapshot = store.look(before);
    const ref = store.refOf(snapshot, rowAt(before, 1));
    const known = store.known(ref);
    const resolution = resolveRef(after, known);
    assert.equal(resolution.kind, kind);
    if (resolution.kind === "same") assert.equal(resolution.node, rowAt(after, 1));
    if (resolution.kind === "stale") assert.deepEqual(resolution.differs, ["mark"]);
    // What is the same keeps its ref; what is not surely the same gets another one.
    assert.equal(store.refOf(store.look(after), rowAt(after, 1)) === ref, kind === "same");
  });
}

Deno.test("a cell is as sure as its row", () => {
  const store = new RefStore();
  const before = store.look(rowsTree(WHOLE));
  const ref = store.refOf(before, rowAt(before.tree, 1) + 1);
  const some = rowsTree({ 0: ["b"], 1: ["a", "2"], 2: ["x"] }, MORE);
  assert.equal(resolveRef(some, store.known(ref)).kind, "same");
  const edge = rowsTree({ 0: ["b"], 1: ["a", "2"] }, MORE);
  assert.equal(resolveRef(edge, store.known(ref)).kind, "unread");
  const sorted = rowsTree({ 0: ["x"], 1: ["a", "2"], 2: ["b"] }, MORE);
  const stale = resolveRef(sorted, store.known(ref));
  assert.deepEqual(stale.kind === "stale" && stale.differs, ["parent"]);
});

Deno.test("rowMarks() claims nothing of what was not read", () => {
  const tree = rowsTree({ 1: ["a", "2"], 2: ["x"] }, { ...MORE, firstChild: 1 });
  const marks = [1, 2].map((number) => rowMarks(tree).get(rowAt(tree, number)));
  assert.deepEqual(marks, [
    { twins: "unknown", cells: '["2"]', before: undefined, after: "x" },
    { twins: "unknown", cells: undefined, before: "a", after: undefined },
  ]);
  const all = rowsTree(WHOLE);
  assert.deepEqual(rowMarks(all).get(rowAt(all, 0)), {
    twins: "none",
    cells: '["1"]',
    before: null,
    after: "a",
  });
  assert.equal(rowMarks(all).get(rowAt(all, 3))?.twins, "some");
});

Deno.test("compareMarks() takes a row that had no twins for the same, whatever is around it", () => {
  const mark = (twins: RowMark["twins"], after: string): RowMark => ({
    twins,
    cells: "[]",
    before: null,
    after,
  });
  assert.equal(compareMarks(mark("none", "x"), mark("none", "y")), "same");
  assert.equal(compareMarks(mark("unknown", "x"), mark("none", "y")), "same");
  assert.equal(compareMarks(mark("none", "x"), mark("unknown", "y")), "same");
  assert.equal(compareMarks(mark("some", "x"), mark("none", "y")), "differs");
  assert.equal(compareMarks(mark("some", "x"), null), "same");
});

Deno.test("compareMarks() does not take a row that may have twins for the same where nothing around it is as it was", () => {
  const known: RowMark = { twins: "unknown", cells: '["1"]', before: "a", after: "c" };
  const other: RowMark = { twins: "unknown", cells: '["2"]', before: "x", after: "y" };
  assert.equal(compareMarks(known, other), "differs");
  // A value that changed, rows that came beside it, or what was not seen, prove nothing.
  for (const part of ["cells", "before", "after"] as const) {
    assert.equal(compareMarks(known, { ...other, [part]: known[part] }), "same");
    assert.equal(compareMarks(known, { ...other, [part]: undefined }), "same");
  }
  const bare = { ...known, cells: "[]" };
  assert.equal(compareMarks(bare, { ...other, cells: "[]" }), "differs");
  assert.equal(compareMarks({ ...known, twins: "none" }, { ...other, twins: "none" }), "same");
});
