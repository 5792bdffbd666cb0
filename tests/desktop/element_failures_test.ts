/** What programs refuse in the middle of a reading: it costs its own place in the tree, and never the reading. */
import assert from "node:assert/strict";
import { HRESULT, HresultError } from "../../ffi/result.ts";
import { CONTROL_TYPE } from "../../ffi/uia/ids.ts";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { outcomeOf, type Steps } from "../../src/desktop/windows/elements/asking.ts";
import { PATTERN_PROPERTIES } from "../../src/desktop/windows/elements/fetched_properties.ts";
import { readBelow } from "../../src/desktop/windows/elements/level_reader.ts";
import { readOneByOne } from "../../src/desktop/windows/elements/one_by_one.ts";
import type { Reading } from "../../src/desktop/windows/elements/reading.ts";
import { takeBelow } from "../../src/desktop/windows/elements/subtree.ts";
import { HWND, leaf, measuredWindow, shown, treeBelow } from "../fakes/fake_reading.ts";
import { fakeElementClient, type FakeElementParts } from "../fakes/fake_uia.ts";

Deno.test("outcomeOf() knows a time-out by all the codes that say so", () => {
  const isTimeout = (hresult: number) => {
    const outcome = outcomeOf(() => {
      throw new HresultError("FindAll", hresult);
    });
    return !outcome.isDone && outcome.isTimeout;
  };
  for (const hresult of [HRESULT.UIA_E_TIMEOUT, HRESULT.RPC_E_TIMEOUT, 0x8001011F, 0x800705B4]) {
    assert.equal(isTimeout(hresult), true, hresult.toString(16));
  }
  for (const hresult of [HRESULT.E_FAIL, HRESULT.UIA_E_ELEMENTNOTAVAILABLE, HRESULT.RPC_E_DISCONNECTED]) {
    assert.equal(isTimeout(hresult), false, hresult.toString(16));
  }
});

for (
  const [what, broken, expected] of [
    ["the children are", { fails: ["cachedChildren"] }, "0root 1a 1broken! 1z"],
    ["their number is", { fails: ["length"] }, "0root 1a 1broken! 1z"],
    ["the second of them is", { failingIndex: 1 }, "0root 1a 1broken! 2x 1z"],
  ] as const
) {
  Deno.test(`what was fetched at once: where ${what} not to be had, that element is cut and the others are there`, () => {
    const element = leaf("broken", { ...broken, children: [leaf("x"), leaf("y")] });
    const root = leaf("root", { children: [leaf("a"), element, leaf("z")] });
    const tree = treeBelow(root, (reading, node) => takeBelow(reading, root.real, node));
    assert.equal(shown(tree), expected);
    assert.equal(tree.reading.skipped, 1);
  });

  Deno.test(`level by level: where ${what} not to be had, that element is cut and the others are there`, () => {
    const fails = "fails" in broken ? ["length"] as const : [];
    const element = leaf("broken", { ...broken, fails, children: [leaf("x"), leaf("y")] });
    const root = leaf("root", { children: [leaf("a"), element, leaf("z")] });
    for (const read of [readBelow, readOneByOne]) {
      const tree = treeBelow(root, (reading, node) => read(reading, root.real, node));
      assert.equal(shown(tree), expected);
    }
  });
}

Deno.test("what fails by another cause than Windows is thrown", () => {
  const root = leaf("root");
  root.cachedChildren = () => {
    throw new RangeError("ours");
  };
  assert.throws(() => treeBelow(root, (reading, node) => takeBelow(reading, root.real, node)), RangeError);
});

Deno.test("children that are not to be had at once are asked one by one, whatever the failure", () => {
  for (const hresult of [HRESULT.E_FAIL, HRESULT.RPC_E_TIMEOUT, HRESULT.UIA_E_TIMEOUT]) {
    const broken = leaf("b", { hresult, fails: ["buildUpdatedCache"] });
    const root = leaf("root", {
      hwnd: HWND,
      fails: ["findAll"],
      hresult,
      children: [leaf("a"), broken, leaf("c")],
    });
    const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node));
    assert.equal(shown(tree), "0root! 1a 1c");
    assert.equal(tree.reading.skipped, 1);
  }
});

const HANGS = { hresult: HRESULT.UIA_E_TIMEOUT };

/** A window of windows, of which some hang: whoever comes to one of these, and whoever asks for all, waits in vain. */
function readHanging(names: string, hanging: string): UiTree {
  const children = [...names].map((name, index) =>
    leaf(name, {
      hwnd: BigInt(index + 1),
      ...hanging.includes(name) ? { ...HANGS, fails: ["plainStep", "fromHandle"] } : {},
    })
  );
  const root = leaf("root", { hwnd: HWND, ...HANGS, fails: ["findAll", "findAllPlain"], children });
  const inside = children.map((child) => child.nativeWindowHandle());
  return treeBelow(root, (reading, node) => readBelow(reading, root.real, node), {
    client: fakeElementClient(children),
    windows: new Map([[HWND, measuredWindow({ inside })]]),
  });
}

Deno.test("of the children of which one hangs all the others are read, wherever it is", () => {
  for (const hanging of "abcd") {
    const tree = readHanging("abcd", hanging);
    const others = [..."abcd"].filter((name) => name !== hanging).map((name) => `1${name}`).join(" ");
    assert.equal(shown(tree), `0root! ${others}`);
    assert.deepEqual([tree.nodes[0]?.cut, tree.reading.skipped], [{ by: "error", total: null }, 1]);
  }
});

Deno.test("of the children of which several hang those between them are read by their windows", () => {
  assert.equal(shown(readHanging("abcdefg", "be")), "0root! 1a 1c 1d 1f 1g");
  assert.equal(shown(readHanging("abcdefg", "abcdefg")), "0root!");
});

Deno.test("a child that gives no facts in time is passed, and its parent is cut", () => {
  const rows = ["a", "b", "c"].map((name) => leaf(name, name === "b" ? { ...HANGS, fails: ["step"] } : {}));
  const root = leaf("root", { hwnd: HWND, ...HANGS, fails: ["findAll", "findAllPlain"], children: rows });
  const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node));
  assert.equal(shown(tree), "0root! 1a 1c");
});

Deno.test("children are asked one by one no second time, and not at all where their window is gone", () => {
  const root = leaf("root", { hwnd: HWND, fails: ["findAll", "findAllPlain"], children: [leaf("a")] });
  const tree = treeBelow(root, (reading, node) => readBelow(reading, root.real, node));
  assert.equal(shown(tree), "0root!");
  assert.deepEqual(root.calls, ["findAll", "findAllPlain"]);

  const asked: bigint[] = [];
  const isThere = (hwnd: bigint) => {
    asked.push(hwnd);
    return false;
  };
  const inside = leaf("in", { fails: ["findAll"], children: [leaf("a")] });
  const gone = leaf("root", { hwnd: HWND, children: [inside] });
  const cut = treeBelow(gone, (reading, node) => readBelow(reading, gone.real, node), { isThere });
  assert.equal(shown(cut), "0root 1in!");
  assert.deepEqual([inside.calls, asked], [["findAll"], [HWND]]);
});

const ITEM = { type: CONTROL_TYPE.UIA_ListItemControlTypeId };

/** A list of five rows, of which some fail. */
function readList(failing: Readonly<Record<number, FakeElementParts>>, items?: number): UiTree {
  const rows = [0, 1, 2, 3, 4].map((row) => leaf(`${row}`, { ...ITEM, ...failing[row] }));
  const list = leaf("list", { hwnd: HWND, type: CONTROL_TYPE.UIA_ListControlTypeId, children: rows });
  const measured = measuredWindow({ items });
  return treeBelow(list, (reading, node) => readBelow(reading, list.real, node), {
    windows: new Map([[HWND, measured]]),
  });
}

Deno.test("a list goes on behind a row that fails", () => {
  const tree = readList({ 2: { fails: ["step"] } });
  assert.equal(shown(tree), "0list! 10 11 13 14");
  assert.equal(tree.reading.skipped, 1);
  assert.equal(shown(readList({ 1: { fails: ["step"] }, 3: { fails: ["step"] } })), "0list! 10 12 14");
});

Deno.test("a list goes on behind a row that cannot even be passed, from its end", () => {
  assert.equal(shown(readList({ 2: { fails: ["plainStep"] } }, 5)), "0list! 10 11 13 14");
  assert.equal(
    shown(readList({ 2: { fails: ["plainStep"] } })),
    "0list! 10 11",
    "where the end is not known",
  );
});

Deno.test("a list is left where its program does not answer, or too much of it fails", () => {
  const hung = { fails: ["step", "plainStep"], hresult: HRESULT.UIA_E_TIMEOUT } as const;
  assert.equal(shown(readList({ 2: hung, 4: hung }, 5)), "0list! 10 11");
  assert.equal(shown(readList({ 2: hung }, 5)), "0list! 10 11 13 14", "only one of its rows does not");
  const failing = { fails: ["step"] } as const;
  const tree = readList({ 1: failing, 2: failing });
  assert.equal(shown(tree), "0list! 10");
});

Deno.test("of a list in groups no number of items is told, and no row is asked for by number", () => {
  const read = (isGrouped: boolean): UiTree => {
    const rows = [0, 1, 2].map((row) => leaf(`${row}`, ITEM));
    const list = leaf("list", { hwnd: HWND, type: CONTROL_TYPE.UIA_ListControlTypeId, children: rows });
    const grid = PATTERN_PROPERTIES.findIndex(([pattern]) => pattern === "Grid");
    list.setFlags = () => [grid];
    const pattern = () => ({ rowCount: () => 17, [Symbol.dispose]: () => {} });
    Object.assign(list, { pattern });
    const measured = measuredWindow({ isGrouped });
    const windows = new Map([[HWND, measured]]);
    return treeBelow(list, (reading, node) => readBelow(reading, list.real, node), { windows }, 2);
  };
  assert.deepEqual(read(true).nodes[0]?.cut, { by: "children", total: null });
  assert.deepEqual(read(false).nodes[0]?.cut, { by: "children", total: 17 });
});

Deno.test("a page that ends with the last row is the last one, though scroll bars come behind it", () => {
  const read = (rows: number): string => {
    const bar = leaf("bar", { type: CONTROL_TYPE.UIA_ScrollBarControlTypeId });
    const items = Array.from({ length: rows }, (_, row) => leaf(`${row}`, ITEM));
    const list = leaf("list", { type: CONTROL_TYPE.UIA_ListControlTypeId, children: [...items, bar] });
    return shown(treeBelow(list, (reading, node) => readBelow(reading, list.real, node), {}, 3));
  };
  assert.equal(read(3), "0list 10 11 12 1bar");
  assert.equal(read(4), "0list? 10 11 12");
});

Deno.test("a list that refuses to say where a later page begins is cut, and the reading goes on", () => {
  const list = leaf("list", { type: CONTROL_TYPE.UIA_ListControlTypeId, fails: ["length"] });
  const continueAt = { runtimeId: list.value(), firstChild: 300 };
  const read = (reading: Reading, node: number): Steps => readBelow(reading, list.real, node);
  const tree = treeBelow(list, read, {}, 50, continueAt);
  assert.equal(shown(tree), "0list!");
  assert.equal(tree.reading.skipped, 1);
});
