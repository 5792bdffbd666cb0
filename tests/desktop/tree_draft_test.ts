import assert from "node:assert/strict";
import type { UiReadRequest, UiWindow } from "../../src/desktop/ui_element.ts";
import { TreeDraft } from "../../src/desktop/windows/elements/tree_draft.ts";
import { el, type Facts } from "../elements/trees.ts";

const window = (hwnd: bigint, isMain = false): UiWindow => ({
  hwnd,
  title: "",
  className: "",
  processId: 42,
  isMain,
  isPopup: false,
});

function draftOf(over: Partial<UiReadRequest> = {}) {
  const clock = { nowMs: 1_000 };
  const request: UiReadRequest = {
    windows: [window(1n, true)],
    maxDepth: 10,
    maxNodes: 100,
    maxChildren: 50,
    timeoutMs: 2_000,
    ...over,
  };
  return { draft: new TreeDraft(request, () => clock.nowMs), clock };
}

const element = (facts: Facts = {}) => el("Pane", "", facts).element;

Deno.test("TreeDraft keeps document order, depths and roots", () => {
  const { draft } = draftOf({ windows: [window(1n, true), window(2n)] });
  draft.beginRoot();
  const first = draft.addRoot(window(1n, true), element());
  const child = draft.add(element(), first);
  draft.add(element(), child);
  draft.beginRoot();
  draft.addRoot(window(2n), element());
  const tree = draft.finish();
  assert.deepEqual(tree.nodes.map(({ parent, depth, root }) => [parent, depth, root]), [
    [-1, 0, 0],
    [0, 1, 0],
    [1, 2, 0],
    [-1, 0, 1],
  ]);
  assert.deepEqual(tree.roots.map(({ node }) => node), [0, 3]);
  assert.equal(tree.reading.visited, 4);
});

Deno.test("TreeDraft knows the windows of earlier roots, not those of this one", () => {
  const { draft } = draftOf({ windows: [window(1n, true), window(2n)] });
  draft.beginRoot();
  const root = draft.addRoot(window(1n, true), element({ nativeWindowHandle: 1n }));
  draft.add(element({ nativeWindowHandle: 2n }), root);
  assert.equal(draft.isInEarlierRoot(2n), false);
  draft.beginRoot();
  assert.deepEqual([draft.isInEarlierRoot(1n), draft.isInEarlierRoot(2n)], [true, true]);
  assert.deepEqual([draft.isInEarlierRoot(3n), draft.isInEarlierRoot(0n)], [false, false]);
});

Deno.test("TreeDraft keeps time for the windows that come later", () => {
  const { draft, clock } = draftOf({ windows: [window(1n, true), window(2n), window(3n)] });
  draft.beginRoot();
  clock.nowMs += 999;
  assert.equal(draft.isOver, false);
  clock.nowMs += 1;
  assert.equal(draft.isOver, true);
  draft.beginRoot();
  assert.equal(draft.isOver, false);
  draft.beginRoot();
  clock.nowMs += 1_000;
  assert.equal(draft.isOver, true);
  draft.allow(1);
  assert.equal(draft.isOver, false);
});

Deno.test("TreeDraft keeps half of the time at most for the windows that come later, however many", () => {
  for (const count of [2, 5, 40]) {
    const windows = Array.from({ length: count }, (_, index) => window(BigInt(index + 1), index === 0));
    const { draft, clock } = draftOf({ windows });
    draft.beginRoot();
    clock.nowMs += count === 2 ? 1_499 : 999;
    assert.equal(draft.isOver, false, `${count} windows`);
    clock.nowMs += 1;
    assert.equal(draft.isOver, true, `${count} windows`);
    draft.beginRoot();
    assert.equal(draft.isOver, false, `${count} windows`);
  }
});

Deno.test("TreeDraft knows in which window an element is", () => {
  const { draft } = draftOf();
  draft.beginRoot();
  const root = draft.addRoot(window(1n, true), element());
  const control = draft.add(element({ nativeWindowHandle: 5n }), root);
  const inside = draft.add(element(), control);
  assert.deepEqual([root, control, inside].map((node) => draft.windowOf(node)), [1n, 5n, 5n]);
});

Deno.test("TreeDraft says what was cut, and by what", () => {
  const { draft } = draftOf({ maxNodes: 2 });
  draft.beginRoot();
  const root = draft.addRoot(window(1n, true), element());
  draft.add(element(), root);
  assert.equal(draft.roomLeft, 0);
  draft.cut(root, "nodes", 7);
  draft.skipped++;
  const { nodes, reading } = draft.finish();
  assert.deepEqual(nodes[0]?.cut, { by: "nodes", total: 7 });
  assert.deepEqual([reading.cutByNodes, reading.cutByTime, reading.skipped, reading.visited], [
    true,
    false,
    1,
    3,
  ]);
});

Deno.test("TreeDraft has no node for a window that gave none, or for which there was no room", () => {
  const { draft } = draftOf({ windows: [window(1n, true), window(2n)], maxNodes: 1 });
  draft.beginRoot();
  assert.equal(draft.addRoot(window(1n, true), undefined), -1);
  assert.equal(draft.finish().reading.cutByNodes, false);
  draft.addRoot(window(2n), element());
  assert.equal(draft.addRoot(window(3n), element()), -1);
  assert.deepEqual(draft.finish().roots.map(({ node }) => node), [-1, 0, -1]);
  assert.equal(draft.finish().reading.cutByNodes, true);
});

Deno.test("TreeDraft begins where a list is continued, and notes it in that node alone", () => {
  const { draft } = draftOf({ continueAt: { runtimeId: [42, 7], firstChild: 30 } });
  draft.beginRoot();
  const root = draft.addRoot(window(1n, true), element({ runtimeId: [42, 1] }));
  const list = draft.add(element({ runtimeId: [42, 7] }), root);
  assert.deepEqual([draft.noteFirstChild(root), draft.noteFirstChild(list)], [0, 30]);
  const { nodes } = draft.finish();
  assert.equal("firstChild" in (nodes[0] ?? {}), false);
  assert.equal(nodes[1]?.firstChild, 30);
});

Deno.test("TreeDraft goes along the way to an element, and into that, nowhere else", () => {
  const { draft } = draftOf({ along: [[1], [2]], maxChildren: 500 });
  draft.beginRoot();
  const root = draft.addRoot(window(1n, true), element({ runtimeId: [9] }));
  const on = draft.add(element({ runtimeId: [1] }), root);
  const end = draft.add(element({ runtimeId: [2] }), on);
  const inside = draft.add(element({ runtimeId: [3] }), end);
  const beside = draft.add(element({ runtimeId: [4] }), on);
  // The same id at another depth is no part of the way.
  const elsewhere = draft.add(element({ runtimeId: [2] }), root);
  assert.deepEqual(
    [root, on, end, inside, beside, elsewhere].map((node) => draft.goesInto(node)),
    [true, true, true, true, false, false],
  );
  assert.deepEqual([root, on, end, inside].map((node) => draft.isInside(node)), [false, false, true, true]);
  assert.deepEqual([draft.mostChildrenOf(on), draft.mostChildrenOf(end)], [100, 500]);
  const { draft: whole } = draftOf();
  whole.beginRoot();
  const top = whole.addRoot(window(1n, true), element());
  assert.deepEqual([whole.isNarrow, whole.isInside(top), whole.mostChildrenOf(top)], [false, true, 50]);
});
