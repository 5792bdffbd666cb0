import assert from "node:assert/strict";
import type { ChangedPlace } from "../../src/desktop/desktop.ts";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { placesToRead, renewedTree } from "../../src/elements/renewed_tree.ts";
import { el, nodeNamed, treeOf } from "./trees.ts";

const MAIN = 0x100n;
const PANEL = 0x200n;
const INNER = 0x300n;
const LIST = 0x400n;
const NEW = 0x500n;

/** A window with a panel, in which is another one, and a list. */
function drawn(): UiTree {
  return treeOf(el("Window", "Main", { nativeWindowHandle: MAIN }, [
    el("TitleBar", "title"),
    el("Pane", "panel", { nativeWindowHandle: PANEL }, [
      el("Group", "drawn", {}, [el("Pane", "inner", { nativeWindowHandle: INNER }, [el("Button", "old")])]),
    ]),
    el("List", "list", { nativeWindowHandle: LIST }, [el("ListItem", "row")]),
  ]));
}

const at = (hwnd: bigint, parent = 0n, isNew = false): ChangedPlace => ({ hwnd, parent, isNew });
const anyShown = (): boolean => true;

function toRead(places: readonly ChangedPlace[], isShown = anyShown): readonly bigint[] | undefined {
  return placesToRead(drawn(), places, isShown)?.map(({ hwnd }) => hwnd);
}

/** The names with their depths, in the order of the tree. */
function outline({ nodes }: UiTree): readonly string[] {
  return nodes.map(({ element, depth }) => `${depth} ${element.name}`);
}

Deno.test("placesToRead() names the outermost windows that changed, each once", () => {
  assert.deepEqual(toRead([at(LIST), at(INNER)]), [LIST, INNER]);
  assert.deepEqual(toRead([at(INNER), at(PANEL), at(LIST)]), [PANEL, LIST]);
  assert.deepEqual(toRead([]), []);
});

Deno.test("placesToRead() takes what is new where its parent is, or with it", () => {
  assert.deepEqual(toRead([at(NEW, PANEL, true)]), [NEW]);
  assert.deepEqual(toRead([at(NEW, PANEL, true), at(PANEL)]), [PANEL]);
  assert.deepEqual(toRead([at(NEW, PANEL, true), at(0x501n, NEW, true)]), [NEW]);
});

Deno.test("placesToRead() takes a window in which most has changed as a whole, but not the whole of a reading", () => {
  const gone = at(INNER);
  assert.deepEqual(toRead([gone, at(NEW, INNER, true)]), [INNER]);
  const tree = treeOf(el("Window", "Main", { nativeWindowHandle: MAIN }, [
    el("Pane", "panel", { nativeWindowHandle: PANEL }, [
      el("Button", "one", { nativeWindowHandle: INNER }),
      el("Button", "two", { nativeWindowHandle: LIST }),
      el("Button", "three"),
    ]),
  ]));
  const read = (...places: readonly ChangedPlace[]): readonly bigint[] | undefined =>
    placesToRead(tree, places, anyShown)?.map(({ hwnd }) => hwnd);
  assert.deepEqual(read(at(INNER), at(LIST)), [PANEL]);
  assert.deepEqual(read(at(INNER), at(NEW, PANEL, true)), [PANEL]);
  assert.deepEqual(read(at(INNER)), [INNER]);
  assert.deepEqual(toRead([at(PANEL), at(LIST)]), [PANEL, LIST]);
});

Deno.test("placesToRead() leaves alone what is not shown, and what was left out before", () => {
  assert.deepEqual(toRead([at(NEW, PANEL, true)], () => false), []);
  assert.deepEqual(toRead([at(NEW, PANEL, false)]), []);
  assert.deepEqual(toRead([at(NEW, 0n, false)]), []);
});

Deno.test("placesToRead() gives up where a whole window changed, or one came that is not in it", () => {
  assert.equal(toRead([at(MAIN), at(PANEL)]), undefined);
  assert.equal(toRead([at(NEW, 0x999n, true)]), undefined);
});

Deno.test("renewedTree() replaces, adds and removes windows, in document order", () => {
  const tree = drawn();
  const parts = treeOf(
    el("Pane", "inner", { nativeWindowHandle: INNER }, [el("Button", "young"), el("Button", "younger")]),
    { visited: 3, skipped: 1 },
    [el("Pane", "added", { nativeWindowHandle: NEW }, [el("Edit", "in it")])],
  );
  const renewed = renewedTree(tree, [
    { hwnd: INNER, parent: PANEL, node: nodeNamed(parts, "inner") },
    { hwnd: NEW, parent: PANEL, node: nodeNamed(parts, "added") },
    { hwnd: LIST, parent: MAIN },
  ], parts);
  assert.deepEqual(outline(renewed), [
    "0 Main",
    "1 title",
    "1 panel",
    "2 drawn",
    "3 inner",
    "4 young",
    "4 younger",
    "2 added",
    "3 in it",
  ]);
  renewed.nodes.forEach(({ parent }, index) => assert.ok(parent < index));
  const parentOf = (name: string): string | undefined =>
    renewed.nodes[renewed.nodes[nodeNamed(renewed, name)]?.parent ?? -1]?.element.name;
  assert.deepEqual([parentOf("younger"), parentOf("in it"), parentOf("added")], ["inner", "added", "panel"]);
  assert.deepEqual([renewed.reading.skipped, renewed.reading.visited], [1, tree.reading.visited + 3]);
});

Deno.test("renewedTree() keeps every window of the reading, and their roots", () => {
  const tree = treeOf(
    el("Window", "Main", { nativeWindowHandle: MAIN }, [
      el("List", "list", { nativeWindowHandle: LIST }, [el("ListItem", "row")]),
    ]),
    {},
    [el("Menu", "popup", { nativeWindowHandle: PANEL }, [el("MenuItem", "open")])],
  );
  const renewed = renewedTree(tree, [{ hwnd: LIST, parent: MAIN }], undefined);
  assert.deepEqual(outline(renewed), ["0 Main", "0 popup", "1 open"]);
  assert.deepEqual(renewed.roots.map(({ node }) => node), [0, 1]);
  assert.deepEqual(renewed.nodes.map(({ root }) => root), [0, 1, 1]);
  assert.deepEqual(renewed.reading, tree.reading);
});
