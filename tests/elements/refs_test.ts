import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolError } from "../../src/core/errors.ts";
import type { UiElement, UiTree } from "../../src/desktop/ui_element.ts";
import {
  identityDifferences,
  identityFrom,
  identityKey,
  identityOf,
  isSame,
  knownElementOf,
  likelySuccessor,
  wayTo,
} from "../../src/elements/identity.ts";
import { RefStore, type Snapshot } from "../../src/elements/refs.ts";
import { resolveRef } from "../../src/elements/resolve_ref.ts";
import { placesOf } from "../../src/elements/tree.ts";
import { type Branch, BUTTON, el, ITEM, nodeNamed, treeOf } from "./trees.ts";

const WINDOW = { hwnd: 0x100n, pid: 42 };
const list = el("List", "Fruit", { automationId: "list" });
const apple = el("ListItem", "apple", { ...ITEM, runtimeId: [42, 900, 1] });

function identity(
  changes: Partial<UiElement> = {},
  parentChanges: Partial<UiElement> = {},
): ReturnType<typeof identityFrom> {
  return identityFrom({ ...apple.element, ...changes }, { ...list.element, ...parentChanges }, WINDOW);
}

/** A window with a list whose rows have runtime ids by their number, as Windows makes them. */
function sortedTree(...names: readonly string[]): UiTree {
  const rows = names.map((name, row) => el("ListItem", name, { ...ITEM, runtimeId: [42, 900, row] }));
  return treeOf({
    ...el("Window", "Main", { runtimeId: [42, 800] }),
    children: [{ ...list, children: rows }],
  });
}

function errorOf(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error;
  }
  return assert.fail("no error");
}

function staleError(run: () => unknown): ToolError {
  const error = errorOf(run);
  assert.equal(error.code, "ELEMENT_STALE");
  return error;
}

for (
  const [what, changed, expected] of [
    ["nothing", identity(), []],
    [
      "what may change",
      identity({ value: "x", enabled: false, screenRect: null, offscreen: true, selected: true }),
      [],
    ],
    ["the parent's name, which may be a title", identity({}, { name: "other" }), []],
    ["the runtime id", identity({ runtimeId: [42, 900, 2] }), ["runtimeId"]],
    ["the type", identity({ controlType: "DataItem" }), ["controlType"]],
    ["the automation id", identity({ automationId: "x" }), ["automationId"]],
    ["the name", identity({ name: "pear" }), ["name"]],
    ["the parent", identity({}, { runtimeId: [42, 901] }), ["parent"]],
    ["the parent's type", identity({}, { controlType: "Tree" }), ["parent"]],
    ["several things", identity({ name: "pear", automationId: "x" }), ["automationId", "name"]],
    ["a name that cannot be read", identity({ name: "", failed: ["name"] }), ["name", "unreadable"]],
    ["a parent that cannot be read", identity({}, { failed: ["runtimeId"] }), ["unreadable"]],
    ["the window", identityFrom(apple.element, list.element, { ...WINDOW, hwnd: 0x200n }), ["window"]],
    ["the process", identityFrom(apple.element, list.element, { ...WINDOW, pid: 43 }), ["window"]],
    ["having a parent", identityFrom(apple.element, undefined, WINDOW), ["parent"]],
  ] as const
) {
  Deno.test(`identityDifferences(): ${what}`, () => {
    assert.deepEqual(identityDifferences(identity(), changed), expected);
    assert.equal(isSame(identity(), changed), expected.length === 0);
  });
}

Deno.test("identityDifferences(): a window stays the same when its title changes", () => {
  const before = identityFrom(el("Window", "Untitled", { runtimeId: [1] }).element, undefined, WINDOW);
  const after = identityFrom(el("Window", "*Untitled", { runtimeId: [1] }).element, undefined, WINDOW);
  assert.ok(isSame(before, after));
  assert.equal(identityKey(before), identityKey(after));
});

Deno.test("identityKey() is equal exactly where isSame() holds, for what can be read", () => {
  const facts = fc.record({
    runtimeId: fc.constantFrom([1], [1, 2], []),
    name: fc.constantFrom("a", "b", ""),
    automationId: fc.constantFrom("", "x"),
    controlType: fc.constantFrom("Button" as const, "Edit" as const),
  });
  fc.assert(fc.property(facts, facts, (a, b) => {
    const [one, other] = [identity(a), identity(b)];
    assert.equal(identityKey(one) === identityKey(other), isSame(one, other));
  }));
});

Deno.test("wayTo() is the way from the window, whose title does not count", () => {
  const tree = sortedTree("apple");
  assert.deepEqual(wayTo(tree, nodeNamed(tree, "apple")), [
    { controlType: "Window", automationId: "", name: "" },
    { controlType: "List", automationId: "list", name: "Fruit" },
  ]);
});

Deno.test("likelySuccessor() is the only one alike in the same place, or the only one anywhere", () => {
  const known = (tree: UiTree, name: string) => {
    const node = nodeNamed(tree, name);
    return { identity: identityOf(tree, node), way: wayTo(tree, node) };
  };
  const before = sortedTree("kiwi", "apple");
  const after = sortedTree("apple", "kiwi");
  assert.equal(likelySuccessor(after, known(before, "apple")), nodeNamed(after, "apple"));
  assert.equal(likelySuccessor(sortedTree("kiwi"), known(before, "apple")), undefined);
  assert.equal(likelySuccessor(sortedTree("apple", "apple"), known(before, "apple")), undefined);
  const moved = treeOf(el("Window", "Main", {}, [el("ListItem", "apple", ITEM)]));
  assert.equal(likelySuccessor(moved, known(before, "apple")), nodeNamed(moved, "apple"));
  const nameless = treeOf(el("Window", "Main", {}, [el("Button", "", BUTTON)]));
  assert.equal(
    likelySuccessor(nameless, { identity: identityOf(nameless, 1), way: wayTo(nameless, 1) }),
    undefined,
  );
});

Deno.test("RefStore gives every node a ref of its own, the same one again, and none twice", () => {
  const store = new RefStore();
  const tree = sortedTree("a", "b", "c");
  const snapshot = store.look(tree);
  const refs = tree.nodes.map((_, node) => store.refOf(snapshot, node));
  assert.deepEqual(refs, ["e1", "e2", "e3", "e4", "e5"]);
  assert.deepEqual(tree.nodes.map((_, node) => store.refOf(snapshot, node)), refs);
  assert.equal(store.require("e3", snapshot), 2);
});

Deno.test("RefStore keeps the refs of what is unchanged, and gives new ones to the rest", () => {
  const store = new RefStore();
  const first = store.look(sortedTree("a", "b"));
  const before = first.tree.nodes.map((_, node) => store.refOf(first, node));
  const second = store.look(sortedTree("a", "x"));
  const after = second.tree.nodes.map((_, node) => store.refOf(second, node));
  assert.deepEqual(after.slice(0, 3), before.slice(0, 3));
  assert.notEqual(after[3], before[3]);
  assert.equal(store.require(before[2] ?? "", second), 2);
});

Deno.test("ELEMENT_STALE: a list that was sorted again; the new ref of the item is offered", () => {
  const store = new RefStore();
  const first = store.look(sortedTree("kiwi", "apple"));
  const ref = store.refOf(first, nodeNamed(first.tree, "apple"));
  const second = store.look(sortedTree("apple", "kiwi"));
  const error = staleError(() => store.require(ref, second));
  assert.match(error.message, /not surely the same any more \(name\); nothing was done/);
  const { reason, differs, was, successor } = error.details as Record<string, Record<string, unknown>>;
  assert.equal(reason, "changed");
  assert.deepEqual(differs, ["name"]);
  assert.deepEqual(was, { controlType: "ListItem", name: "apple", automationId: "" });
  assert.equal(store.require(String(successor?.ref), second), nodeNamed(second.tree, "apple"));
});

Deno.test("ELEMENT_STALE: a window that was built again; the new ref is offered where it is sure", () => {
  const build = (): UiTree =>
    treeOf(el("Window", "Main", { runtimeId: [42, 1] }, [
      el("Pane", "panel", {}, [
        el("Button", "OK", { ...BUTTON, automationId: "ok" }),
        el("Button", "", BUTTON),
      ]),
    ]));
  const store = new RefStore();
  const first = store.look(build());
  const [ok, nameless] = [store.refOf(first, 2), store.refOf(first, 3)];
  const second = store.look(build());
  const error = staleError(() => store.require(ok, second));
  assert.match(error.message, /is gone/);
  assert.equal(error.details?.reason, "gone");
  const successor = error.details?.successor as { ref: string; automationId: string };
  assert.equal(successor.automationId, "ok");
  assert.equal(store.require(successor.ref, second), 2);
  assert.equal(staleError(() => store.require(nameless, second)).details?.successor, undefined);
});

Deno.test("ELEMENT_STALE: two elements that nothing tells apart", () => {
  const twin = el("Button", "OK", { ...BUTTON, runtimeId: [] });
  const store = new RefStore();
  const snapshot = store.look(treeOf(el("Window", "Main", {}, [twin, twin])));
  const refs = [store.refOf(snapshot, 1), store.refOf(snapshot, 2)];
  assert.notEqual(refs[0], refs[1]);
  for (const ref of refs) {
    assert.deepEqual(staleError(() => store.require(ref, snapshot)).details?.differs, ["twin"]);
  }
});

Deno.test("ELEMENT_STALE: an element whose name could not be read is never surely the same", () => {
  const tree = treeOf(el("Window", "Main", {}, [el("Button", "", { ...BUTTON, failed: ["name"] })]));
  const store = new RefStore();
  const snapshot = store.look(tree);
  const ref = store.refOf(snapshot, 1);
  assert.deepEqual(staleError(() => store.require(ref, snapshot)).details?.differs, ["unreadable"]);
  assert.notEqual(store.refOf(store.look(tree), 1), ref);
});

Deno.test("ELEMENT_STALE: a ref that never was, or has been forgotten", () => {
  const store = new RefStore({ snapshots: 4, nodes: 1_000, refs: 3 });
  const snapshot = store.look(sortedTree("a", "b", "c"));
  assert.equal(staleError(() => store.known("e1")).details?.reason, "unknown");
  const refs = [0, 1, 2].map((node) => store.refOf(snapshot, node));
  // Used again, so that the second one is the oldest now.
  store.known(refs[0] ?? "");
  store.refOf(snapshot, 3);
  staleError(() => store.known(refs[1] ?? ""));
  assert.equal(store.known(refs[0] ?? "").ref, refs[0]);
  // What is asked for again has a new ref: the old one stays forgotten.
  assert.equal(store.refOf(snapshot, 1), "e5");
  assert.match(staleError(() => store.known("e2\n<b>")).message, /"e2\\n<b>"/);
});

Deno.test("RefStore forgets the snapshots that were not used for longest", () => {
  const store = new RefStore({ snapshots: 2, nodes: 1_000, refs: 100 });
  const kept = (name: string): Snapshot => store.keep(store.look(sortedTree(name)));
  const [first, second] = [kept("a"), kept("b")];
  assert.equal(store.get(first.id), first);
  const third = kept("c");
  assert.equal(store.get(second.id), undefined);
  assert.equal(store.get(first.id), first);
  assert.equal(store.get(third.id), third);
  assert.equal(new Set([first.id, second.id, third.id]).size, 3);
});

Deno.test("RefStore bounds the nodes of all snapshots together, but keeps the newest", () => {
  const store = new RefStore({ snapshots: 100, nodes: 10, refs: 100 });
  const kept = (...names: readonly string[]): Snapshot => store.keep(store.look(sortedTree(...names)));
  const small = [kept("a", "b"), kept("a", "b")];
  assert.deepEqual(small.map(({ id }) => store.get(id) !== undefined), [true, true]);
  const large = kept(..."abcdefghijklmnop");
  assert.deepEqual(small.map(({ id }) => store.get(id)), [undefined, undefined]);
  assert.equal(store.get(large.id), large);
  // A ref of a forgotten snapshot is still good: it holds all that its element is known by.
  assert.equal(typeof store.refOf(small[0] ?? assert.fail(), 1), "string");
});

Deno.test("resolveRef() finds an element wherever it is in the reading", () => {
  const tree = sortedTree(..."abc");
  tree.nodes.forEach((_, node) => {
    assert.deepEqual(resolveRef(tree, knownElementOf(tree, node, placesOf(tree))), { kind: "same", node });
  });
});

Deno.test("refs are never given twice, whatever comes and goes", () => {
  const store = new RefStore({ snapshots: 2, nodes: 20, refs: 8 });
  const given = new Map<string, string>();
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 }), (names) => {
      const tree = sortedTree(...names);
      const snapshot = store.look(tree);
      const seen = new Set<string>();
      tree.nodes.forEach((_, node) => {
        const ref = store.refOf(snapshot, node);
        const key = identityKey(identityOf(tree, node));
        assert.ok(!seen.has(ref));
        seen.add(ref);
        assert.equal(given.get(ref) ?? key, key, "one ref for two elements");
        given.set(ref, key);
      });
    }),
  );
});

function branchOf(...children: readonly Branch[]): UiTree {
  return treeOf(el("Window", "Main", { runtimeId: [42, 1] }, children));
}

Deno.test("the same identity in another window is another element", () => {
  const tree = branchOf(el("Button", "OK", { ...BUTTON, runtimeId: [42, 5] }));
  const [root] = tree.roots;
  const other = { ...tree, roots: [{ ...(root ?? assert.fail()), hwnd: 0x999n }] };
  const store = new RefStore();
  assert.notEqual(store.refOf(store.look(tree), 1), store.refOf(store.look(other), 1));
});

Deno.test("a ref that was not met where not everything was read is QUERY_TRUNCATED, not stale", () => {
  const rows = (from: number, to: number, total: number): UiTree => {
    const children = Array.from(
      { length: to - from },
      (_, at) => el("ListItem", `row ${from + at}`, { ...ITEM, runtimeId: [42, 900, from + at] }),
    );
    return treeOf({
      ...el("Window", "Main", { runtimeId: [42, 800] }),
      children: [{
        ...list,
        children,
        ...(from > 0 ? { firstChild: from } : {}),
        ...(to < total ? { cut: { by: "children", total } } : {}),
      }],
    });
  };
  const store = new RefStore();
  const far = store.look(rows(500, 510, 1_000));
  const ref = store.refOf(far, nodeNamed(far.tree, "row 505"));
  assert.deepEqual(store.known(ref).page, { runtimeId: list.element.runtimeId, firstChild: 505 });
  const error = errorOf(() => store.require(ref, store.look(rows(0, 10, 1_000))));
  assert.equal(error.code, "QUERY_TRUNCATED");
  assert.equal(error.details?.reason, "notRead");
  assert.equal(error.details?.ref, ref);
  // Behind it is not before it either.
  assert.equal(
    errorOf(() => store.require(ref, store.look(rows(900, 1_000, 1_000)))).code,
    "QUERY_TRUNCATED",
  );
  // Everything was read: it is gone.
  assert.equal(errorOf(() => store.require(ref, store.look(rows(0, 10, 10)))).details?.reason, "gone");
  // The list itself is gone, from a window that was read to its end.
  const without = treeOf(el("Window", "Main", { runtimeId: [42, 800] }));
  assert.equal(errorOf(() => store.require(ref, store.look(without))).details?.reason, "gone");
  const skipped = { ...without, reading: { ...without.reading, skipped: 1 } };
  assert.equal(errorOf(() => store.require(ref, store.look(skipped))).code, "QUERY_TRUNCATED");
  assert.equal(store.require(ref, store.look(rows(500, 600, 1_000))), 7);
});

Deno.test("knownElementOf() remembers what it is in, and no page where it is the first of all", () => {
  const tree = sortedTree("a", "b");
  const at = (name: string) => knownElementOf(tree, nodeNamed(tree, name), placesOf(tree));
  assert.deepEqual(at("a").above, [list.element.runtimeId.join("."), "42.800"]);
  assert.equal(at("a").page, undefined);
  assert.deepEqual(at("b").page, { runtimeId: list.element.runtimeId, firstChild: 1 });
});

Deno.test("elements of two Store apps are never the same, though their frames are of one process", () => {
  const store = new RefStore();
  const tree = sortedTree("kiwi");
  const shownBy = (hostedPid: number) =>
    store.look({ ...tree, roots: tree.roots.map((root) => ({ ...root, hostedPid })) });
  const node = nodeNamed(tree, "kiwi");
  const ref = store.refOf(shownBy(31), node);
  assert.equal(store.refOf(shownBy(31), node), ref);
  assert.notEqual(store.refOf(shownBy(32), node), ref);
  assert.equal(store.require(ref, shownBy(31)), node);
  assert.throws(() => store.require(ref, shownBy(32)), { code: "ELEMENT_STALE" });
});

Deno.test("windowGone() offers what another window of the program has in its place", () => {
  const store = new RefStore();
  const first = store.look(sortedTree("kiwi", "apple"));
  const ref = store.refOf(first, nodeNamed(first.tree, "apple"));
  const alone = store.windowGone(ref, undefined);
  assert.equal(alone.code, "ELEMENT_STALE");
  assert.deepEqual(alone.details, {
    ref,
    reason: "windowGone",
    hwnd: "0x00000100",
    pid: 42,
    was: { controlType: "ListItem", name: "apple", automationId: "" },
  });
  const other = sortedTree("apple", "kiwi");
  const now = store.look({ ...other, roots: other.roots.map((root) => ({ ...root, hwnd: 0x200n })) });
  const successor = store.windowGone(ref, now).details?.successor as { ref: string };
  assert.equal(store.require(successor.ref, now), nodeNamed(other, "apple"));
  assert.equal(store.windowGone(ref, store.look(sortedTree("kiwi"))).details?.successor, undefined);
});

/** A list of rows with a cell each, ids by their number. */
function rowsTree(...rows: readonly (readonly [name: string, cell: string])[]): UiTree {
  const children = rows.map(([name, cell], row) =>
    el("DataItem", name, { ...ITEM, runtimeId: [42, 900, row] }, [
      el("Text", cell, { runtimeId: [42, 900, row, 1] }),
    ])
  );
  return treeOf({ ...el("Window", "Main", { runtimeId: [42, 800] }), children: [{ ...list, children }] });
}

for (
  const [what, after, isStale] of [
    ["nothing", [["b", "1"], ["a", "2"], ["a", "3"], ["c", "1"]], false],
    ["the cells of others", [["b", "9"], ["a", "2"], ["a", "3"], ["c", "9"]], false],
    ["the order of the two", [["b", "1"], ["a", "3"], ["a", "2"], ["c", "1"]], true],
    ["the order of all", [["c", "1"], ["a", "2"], ["a", "3"], ["b", "1"]], true],
    ["the number of them", [["b", "1"], ["a", "2"], ["x", "3"], ["c", "1"]], true],
  ] as const
) {
  Deno.test(`rows of one name: ${what} changed, and their refs are ${isStale ? "stale" : "good"}`, () => {
    const store = new RefStore();
    const before = store.look(rowsTree(["b", "1"], ["a", "2"], ["a", "3"], ["c", "1"]));
    const rows = [4, 6].map((node) => store.refOf(before, node));
    const now = store.look(rowsTree(...after));
    for (const ref of rows) {
      if (isStale) assert.match(staleError(() => store.require(ref, now)).message, /mark|name|parent/);
      else store.require(ref, now);
    }
  });
}

Deno.test("a cell is not the cell of another row that has come into its place", () => {
  const store = new RefStore();
  const before = store.look(rowsTree(["kiwi", "Text"], ["apple", "Text"]));
  const cell = store.refOf(before, 3);
  assert.equal(before.tree.nodes[3]?.element.name, "Text");
  const after = store.look(rowsTree(["apple", "Text"], ["kiwi", "Text"]));
  assert.deepEqual(staleError(() => store.require(cell, after)).details?.differs, ["parent"]);
});

Deno.test("rows of programs that name their rows for good need no marks", () => {
  const row = (id: number): Branch =>
    el("ListItem", "a", { ...ITEM, frameworkId: "WPF", runtimeId: [7, id] });
  const store = new RefStore();
  const before = store.look(branchOf({ ...list, children: [row(1), row(2)] }));
  const ref = store.refOf(before, 2);
  const after = store.look(branchOf({ ...list, children: [row(2), row(1)] }));
  assert.equal(store.require(ref, after), 3);
});

Deno.test("RefStore begins with the number that it is given, so that refs of another run name nothing", () => {
  const tree = sortedTree("apple");
  const refs = new RefStore(undefined, 40_000);
  const snapshot = refs.look(tree);
  assert.deepEqual([snapshot.id, refs.refOf(snapshot, 0), refs.refOf(snapshot, 1)], [
    "s40000",
    "e40000",
    "e40001",
  ]);
  assert.equal(errorOf(() => refs.known("e1")).code, "ELEMENT_STALE");
});
