/** What a request left out without a word: it is asked for by itself, and what cannot be had is told. */
import assert from "node:assert/strict";
import { HRESULT, HresultError } from "../../ffi/result.ts";
import { CONTROL_TYPE } from "../../ffi/uia/ids.ts";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { readBelow } from "../../src/desktop/windows/elements/level_reader.ts";
import type { Reading } from "../../src/desktop/windows/elements/reading.ts";
import { takeBelow } from "../../src/desktop/windows/elements/subtree.ts";
import type { MeasuredWindow } from "../../src/desktop/windows/elements/window_sizes.ts";
import { HWND, leaf, measuredWindow, shown, treeBelow } from "../fakes/fake_reading.ts";
import { fakeElementClient, type FakeElementParts, FakeUiElement } from "../fakes/fake_uia.ts";

const [A, LEFT_OUT, C, OTHER] = [0x11n, 0x12n, 0x13n, 0x14n];

/** Reads a window with A and C in it, in which there is a third one that no request gives. */
function readDialog(
  leftOut: FakeElementParts,
  over: Partial<Reading> = {},
  windows: ReadonlyMap<bigint, MeasuredWindow> = new Map([
    [HWND, measuredWindow({ inside: [A, LEFT_OUT, C] })],
  ]),
): { readonly byLevel: UiTree; readonly atOnce: UiTree; readonly missing: FakeUiElement } {
  const root = leaf("root", { hwnd: HWND, children: [leaf("a", { hwnd: A }), leaf("c", { hwnd: C })] });
  const missing = leaf("missing", { hwnd: LEFT_OUT, ...leftOut });
  missing.parent = root;
  const client = fakeElementClient([missing]);
  const reading = { client, windows, ...over };
  return {
    byLevel: treeBelow(root, (one, node) => readBelow(one, root.real, node), reading),
    atOnce: treeBelow(root, (one, node) => takeBelow(one, root.real, node), reading),
    missing,
  };
}

Deno.test("a window that a request left out is asked for itself, and added with what is in it", () => {
  const { byLevel, atOnce } = readDialog({ children: [leaf("inside")] });
  for (const tree of [byLevel, atOnce]) {
    assert.equal(shown(tree), "0root 1a 1c 1missing 2inside");
    assert.equal(tree.reading.skipped, 0);
  }
});

Deno.test("a window that a request left out and that fails itself counts as skipped, where it is", () => {
  const { byLevel, atOnce } = readDialog({ fails: ["fromHandle"] });
  for (const tree of [byLevel, atOnce]) {
    assert.equal(shown(tree), "0root! 1a 1c");
    assert.equal(tree.reading.skipped, 1);
  }
});

Deno.test("a window that is gone, hidden or of no size by then is not missing", () => {
  const { byLevel, missing } = readDialog({}, { isShownIn: (hwnd) => hwnd !== LEFT_OUT });
  assert.equal(shown(byLevel), "0root 1a 1c");
  assert.deepEqual(missing.calls, [], "it is not asked");
  let looks = 0;
  const { byLevel: later } = readDialog({ fails: ["fromHandle"] }, { isShownIn: () => ++looks % 2 === 1 });
  assert.equal(shown(later), "0root 1a 1c", "nor where it goes while it is asked");
  assert.equal(later.reading.skipped, 0);
});

Deno.test("a window that shows itself elsewhere, or as part of another one, is not missing", () => {
  const elsewhere = leaf("elsewhere");
  const root = leaf("root", { hwnd: HWND, children: [leaf("a", { hwnd: A })] });
  const moved = leaf("moved", { hwnd: LEFT_OUT });
  moved.parent = elsewhere;
  const merged = new FakeUiElement("merged", { hwnd: OTHER });
  merged.value = () => [42, 4711];
  const shownAs = root.children[0];
  assert.ok(shownAs !== undefined);
  shownAs.value = () => [42, 4711];
  const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node), {
    client: fakeElementClient([moved, merged]),
    windows: new Map([[HWND, measuredWindow({ inside: [A, LEFT_OUT, OTHER] })]]),
  });
  assert.equal(shown(tree), "0root 1a");
  assert.equal(tree.reading.skipped, 0);
});

Deno.test("a window whose elements are there without it is not missing: nothing is read twice", () => {
  const page = leaf("page");
  const root = leaf("root", { hwnd: HWND, children: [leaf("frame", { children: [page] })] });
  const around = leaf("around", { hwnd: LEFT_OUT, children: [page] });
  around.parent = root;
  const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node), {
    client: fakeElementClient([around]),
    windows: new Map([[HWND, measuredWindow({ inside: [LEFT_OUT] })]]),
  });
  assert.equal(shown(tree), "0root 1frame 2page");
  assert.equal(tree.reading.skipped, 0);
});

/** Has an element refuse its runtime id, as one that has died meanwhile. */
function withoutId(element: FakeUiElement): FakeUiElement {
  const runtimeId = (): never => {
    throw new HresultError("GetRuntimeId", HRESULT.UIA_E_ELEMENTNOTAVAILABLE);
  };
  return Object.assign(element, { value: () => [], runtimeId });
}

Deno.test("a window that a request left out: what it is in, or what is in it, may refuse its id", () => {
  const inside = withoutId(leaf("inside"));
  const { byLevel, atOnce } = readDialog({ children: [inside] });
  for (const tree of [byLevel, atOnce]) {
    assert.equal(shown(tree), "0root 1a 1c 1missing 2inside");
    assert.equal(tree.reading.skipped, 0);
  }
  const root = withoutId(leaf("root", { hwnd: HWND, children: [withoutId(leaf("a", { hwnd: A }))] }));
  const missing = withoutId(leaf("missing", { hwnd: LEFT_OUT }));
  missing.parent = root;
  const tree = treeBelow(root, (reading, node) => takeBelow(reading, root.real, node), {
    client: fakeElementClient([missing]),
    windows: new Map([[HWND, measuredWindow({ inside: [A, LEFT_OUT] })]]),
  });
  // Whether it belongs there is not known, so it is not said that nothing is missing.
  assert.equal(shown(tree), "0root! 1a");
  assert.equal(tree.reading.skipped, 1);
});

Deno.test("of windows that do not answer in time, two are asked; the others count as skipped all the same", () => {
  const inside = [1n, 2n, 3n, 4n].map((number) => 0x20n + number);
  const root = leaf("root", { hwnd: HWND });
  const hung = inside.map((hwnd) =>
    leaf("hung", { hwnd, fails: ["fromHandle"], hresult: HRESULT.UIA_E_TIMEOUT })
  );
  const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node), {
    client: fakeElementClient(hung),
    windows: new Map([[HWND, measuredWindow({ inside })]]),
  });
  assert.equal(tree.reading.skipped, 4);
  assert.equal(hung.filter(({ calls }) => calls.length > 0).length, 2);
});

Deno.test("an element that gives the handle of the window that it is in has nothing missing", () => {
  const inner = leaf("inner", { hwnd: HWND });
  const root = leaf("root", { hwnd: HWND, children: [inner, leaf("a", { hwnd: A })] });
  const tree = treeBelow(root, (reading, node) => takeBelow(reading, root.real, node), {
    windows: new Map([[HWND, measuredWindow({ inside: [A] })]]),
  });
  assert.equal(shown(tree), "0root 1inner 1a");
});

/** Reads a list of so many rows that says it has five. */
function readRows(rows: number, countItems: () => number | undefined, listsEach = true): UiTree {
  const type = CONTROL_TYPE.UIA_ListItemControlTypeId;
  const children = Array.from({ length: rows }, (_, row) => leaf(`${row}`, { type }));
  const list = leaf("list", { hwnd: HWND, type: CONTROL_TYPE.UIA_ListControlTypeId, children });
  return treeBelow(list, (reading, node) => takeBelow(reading, list.real, node), {
    windows: new Map([[HWND, measuredWindow({ items: 5, listsEach })]]),
    countItems,
  });
}

Deno.test("rows that a list says it has and that were not given count as skipped", () => {
  const tree = readRows(3, () => 5);
  assert.equal(tree.reading.skipped, 2);
  assert.deepEqual(tree.nodes[0]?.cut, { by: "error", total: 5 });
  assert.equal(readRows(3, () => undefined).reading.skipped, 2, "nor does it say anything else now");
});

Deno.test("rows that went while the list was read are not missing, nor where items are no rows", () => {
  const noneMissing = [readRows(5, () => 5), readRows(3, () => 3), readRows(3, () => 5, false)];
  for (const tree of noneMissing) {
    assert.equal(tree.reading.skipped, 0);
    assert.equal(tree.nodes[0]?.cut, undefined);
  }
});
