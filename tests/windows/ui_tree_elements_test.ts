/** What is read of windows, compared with what the programs have: by messages, by their handles, by their logs. */
import assert from "node:assert/strict";
import type { UiReadRequest, UiTree } from "../../src/desktop/ui_element.ts";
import { byId, childrenOf, Elements, elementsTest, nodeAt, nodeById, wideHex } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { controlOf, outerRect, textOf } from "./observe.ts";
import { need, topWindow } from "./ui_fixture_run.ts";
import { childWindow, idOf, isEnabled, isVisible, press, send } from "./ui_messages.ts";

/** Every window inside another one, at any depth. */
function windowsIn(parent: bigint): bigint[] {
  const found: bigint[] = [];
  for (let child = childWindow(parent, {}); child !== 0n; child = childWindow(parent, { after: child })) {
    found.push(child, ...windowsIn(child));
  }
  return found;
}

/** How long a machine may be too busy for a program to say at once how much it has. */
const BUSY_MS = 60_000;

/**
 * Reads a bounded window, which comes in one request unless the machine is too busy for that: then it waits for a better
 * moment. The count is that of the last reading.
 */
async function readBounded(open: Elements, limits: Partial<UiReadRequest> = {}): Promise<UiTree> {
  const tree = await waitFor(async () => {
    open.resetCounts();
    const one = await open.read(limits);
    return one.reading.fetched === "oneRequest" ? one : undefined;
  }, BUSY_MS);
  assert.ok(tree !== undefined, "it never came in one request");
  return tree;
}

/** For the fixture's window with 100 children of each element: about 240, more where a busy machine needs second attempts. */
const MOST_REQUESTS = 600;

/** What a tree says, without what changes from one reading to the next. */
function said(tree: UiTree): readonly unknown[] {
  return tree.nodes.map(({ element, parent, depth, root }) => ({
    ...element,
    nativeWindowHandle: `${element.nativeWindowHandle}`,
    hasKeyboardFocus: false,
    parent,
    depth,
    root,
  }));
}

elementsTest("a bounded window comes in one request, whole and true", async () => {
  await using open = await Elements.start("--rows", "20", "--text", "1103", wideHex("secret"));
  const tree = await readBounded(open);
  assert.equal(tree.reading.fetched, "oneRequest");
  assert.equal(open.counts?.remote ?? 1, 1);
  const { cutByNodes, cutByTime, skipped, visited } = tree.reading;
  assert.deepEqual([cutByNodes, cutByTime, skipped, visited], [false, false, 0, tree.nodes.length]);
  assert.ok(tree.nodes.every(({ cut, element }) => cut === undefined && element.failed.length === 0));

  // Every window that is shown is there, with the facts that Windows itself tells of it.
  const shown = windowsIn(open.run.hwnd).filter(isVisible);
  assert.ok(shown.length > 50);
  for (const hwnd of shown) {
    const node = tree.nodes.find(({ element }) => element.nativeWindowHandle === hwnd);
    assert.ok(node !== undefined, `window ${hwnd.toString(16)} (id ${idOf(hwnd)}) is missing`);
    assert.equal(node.element.enabled, isEnabled(hwnd));
    const { x, y, width, height } = outerRect(hwnd);
    if (width > 0 && height > 0) assert.deepEqual(node.element.screenRect, { x, y, width, height });
    assert.equal(node.element.processId, open.run.pid);
  }

  // Every element comes after its parent, one level below it.
  tree.nodes.forEach(({ parent, depth, root }, index) => {
    assert.equal(root, 0);
    assert.ok(parent < index);
    assert.equal(depth, parent < 0 ? 0 : nodeAt(tree, parent).depth + 1);
  });

  // The password is there, and nowhere in the tree.
  const password = byId(tree, 1103);
  assert.deepEqual([password.isPassword, password.valueProtected, password.value], [true, true, null]);
  assert.ok(!JSON.stringify(said(tree)).includes("secret"));
  assert.equal(byId(tree, 1104).value, "cannot be changed");
  assert.equal(byId(tree, 1104).isReadOnly, true);
  assert.deepEqual(byId(tree, 1161).range, {
    value: 30,
    minimum: 0,
    maximum: 100,
    smallChange: byId(tree, 1161).range?.smallChange,
    largeChange: byId(tree, 1161).range?.largeChange,
  });
});

elementsTest("what changes in the program is there at the next reading", async () => {
  await using open = await Elements.start("--rows", "20");
  const { hwnd } = open.run;
  const before = await open.read();
  assert.equal(byId(before, 1021).toggleState, "Off");
  assert.equal(byId(before, 1031).selected, false);
  press(controlOf(hwnd, 1021));
  await need(open.run, "toggle", { id: 1021, state: 1 });
  const after = await open.read();
  assert.equal(byId(after, 1021).toggleState, "On");
  assert.deepEqual(byId(after, 1021).runtimeId, byId(before, 1021).runtimeId);
});

elementsTest("level by level gives what one request gives", async () => {
  await using open = await Elements.start("--rows", "20");
  const whole = await readBounded(open);
  // Hardly any room to spare: then it is not risked.
  const byLevel = await open.read({ maxNodes: whole.nodes.length + 10 });
  assert.deepEqual([whole.reading.fetched, byLevel.reading.fetched], ["oneRequest", "byLevel"]);
  assert.equal(byLevel.reading.cutByNodes, false);
  assert.deepEqual(said(byLevel), said(whole));
});

elementsTest("a window with more elements than wanted is cut in document order", async () => {
  await using open = await Elements.start("--rows", "20");
  const whole = await open.read();
  const cut = await open.read({ maxNodes: 100 });
  assert.equal(cut.nodes.length, 100);
  assert.equal(cut.reading.cutByNodes, true);
  assert.deepEqual(said(cut), said(whole).slice(0, 100));
  assert.equal(cut.nodes[0]?.cut?.by, "nodes");

  const flat = await readBounded(open, { maxDepth: 1 });
  assert.equal(flat.reading.fetched, "oneRequest");
  assert.deepEqual(
    flat.nodes.map(({ element }) => element.runtimeId),
    whole.nodes.filter(({ depth }) => depth < 2).map(({ element }) => element.runtimeId),
  );
  const list = flat.nodes[nodeById(flat, 1121)];
  assert.equal(list?.cut?.by, "depth");
  assert.equal(list?.cut?.total, childrenOf(whole, nodeById(whole, 1121)).length);
  assert.equal(flat.nodes[nodeById(flat, 1001)]?.cut, undefined, "a button has nothing inside");
});

elementsTest(
  "a list of ten thousand rows: first page, next page, last page, and how many there are",
  async () => {
    await using open = await Elements.start();
    open.resetCounts();
    const first = await open.read({ maxChildren: 100, timeoutMs: 60_000 });
    assert.equal(first.reading.fetched, "byLevel");
    const LVM_GETITEMCOUNT = 0x1004;
    const rowsOf = (tree: UiTree): string[] =>
      childrenOf(tree, nodeById(tree, 1132)).filter(({ element }) => element.controlType !== "Header")
        .map(({ element }) => element.name);
    const list = byId(first, 1132);
    const count = send(list.nativeWindowHandle, LVM_GETITEMCOUNT);
    assert.equal(count, 10_000);
    assert.deepEqual(first.nodes[nodeById(first, 1132)]?.cut, { by: "children", total: count });
    assert.deepEqual(first.nodes[nodeById(first, 1126)]?.cut, { by: "children", total: count });
    const firstRows = rowsOf(first);
    assert.ok(firstRows.length >= 98);
    // How long it takes is the machine's affair; a step through all rows of one list would be 10,000 requests.
    const remote = open.counts?.remote ?? 0;
    assert.ok(remote < MOST_REQUESTS, `${remote} requests`);

    const children = childrenOf(first, nodeById(first, 1132)).length;
    open.resetCounts();
    const next = await open.read({
      maxChildren: 100,
      continueAt: { runtimeId: list.runtimeId, firstChild: children },
    });
    assert.equal(nodeAt(next, nodeById(next, 1132)).firstChild, children);
    const nextRows = rowsOf(next);
    assert.equal(nextRows.length, 100);
    assert.equal(new Set([...firstRows, ...nextRows]).size, firstRows.length + 100, "no row comes twice");
    const numberOf = (row = ""): number => Number(/\d+/.exec(row)?.[0]);
    assert.equal(numberOf(nextRows[0]), numberOf(firstRows.at(-1)) + 1);
    assert.ok((open.counts?.remote ?? 0) < remote + 150);

    for (const id of [1132, 1126]) {
      const { runtimeId } = byId(first, id);
      open.resetCounts();
      const last = await open.read({ maxChildren: 100, continueAt: { runtimeId, firstChild: 9_990 } });
      const node = nodeById(last, id);
      const rows = childrenOf(last, node).map(({ element }) => element);
      assert.ok(rows.length >= 10 && rows.length < 15, `${rows.length} children`);
      assert.equal(nodeAt(last, node).cut, undefined, "there is nothing behind the last one");
      const names = rows.filter(({ controlType }) => /Item$/.test(controlType)).map(({ name }) => name);
      assert.equal(numberOf(names.at(-1)), id === 1132 ? numberOf(firstRows[0]) + 9_999 : 10_000);
      assert.ok((open.counts?.remote ?? 0) < remote + 150, "it does not step through all of them");
    }

    // A list that is no grid has no way to a row in the middle but by all of them.
    const lines = byId(first, 1126);
    open.resetCounts();
    const middle = await open.read({
      maxChildren: 100,
      continueAt: { runtimeId: lines.runtimeId, firstChild: 5_000 },
      timeoutMs: 30_000,
    });
    const line = childrenOf(middle, nodeById(middle, 1126))[0]?.element.name;
    assert.equal(line, "Line 05001");
    const stepsTaken = (open.counts?.remote ?? 0) - remote;
    assert.ok(stepsTaken < 150, `${stepsTaken} requests more`);

    const beyond = await open.read({
      maxChildren: 100,
      continueAt: { runtimeId: list.runtimeId, firstChild: 20_000 },
      timeoutMs: 4_000,
    });
    assert.deepEqual(rowsOf(beyond), []);
  },
);

elementsTest("the way to one element is read without what lies beside it", async () => {
  await using open = await Elements.start();
  const whole = await open.read({ maxChildren: 100 });
  const wayTo = (id: number): readonly (readonly number[])[] => {
    const way: (readonly number[])[] = [];
    for (let node = nodeById(whole, id); nodeAt(whole, node).parent >= 0; node = nodeAt(whole, node).parent) {
      way.unshift(nodeAt(whole, node).element.runtimeId);
    }
    return way;
  };
  const idsIn = (tree: UiTree, id: number): readonly string[] =>
    childrenOf(tree, nodeById(tree, id)).map(({ element }) => element.runtimeId.join());

  open.resetCounts();
  const panel = await open.read({ maxChildren: 100, along: wayTo(1221) });
  assert.deepEqual(idsIn(panel, 1221), idsIn(whole, 1221));
  assert.deepEqual(idsIn(panel, 1220), idsIn(whole, 1220));
  assert.ok((open.counts?.remote ?? 0) < 10, `${open.counts?.remote} requests`);
  // What lies beside is there, without what is in it.
  assert.deepEqual(childrenOf(panel, 0).length, childrenOf(whole, 0).length);
  assert.deepEqual(idsIn(panel, 1131), []);
  assert.equal(nodeAt(panel, nodeById(panel, 1131)).cut?.by, "aside");

  const { runtimeId } = byId(whole, 1132);
  open.resetCounts();
  const rows = await open.read({
    maxChildren: 100,
    along: wayTo(1132),
    continueAt: { runtimeId, firstChild: 8_000 },
  });
  assert.equal(idsIn(rows, 1132).length, 100);
  const row = childrenOf(rows, nodeById(rows, 1132))[0]?.element;
  assert.match(row?.name ?? "", /^Row 0?800\d/);
  assert.ok(rows.nodes.some(({ depth }) => depth === 3), "rows come with their cells");
  assert.ok((open.counts?.remote ?? 0) < 150, `${open.counts?.remote} requests`);
});

elementsTest("a tree of 200 levels is read as deep as wanted", async () => {
  await using open = await Elements.start("--deep", "200");
  const tree = await open.read({ maxDepth: 64 });
  assert.equal(Math.max(...tree.nodes.map(({ depth }) => depth)), 64);
  const atLimit = tree.nodes.filter(({ cut }) => cut?.by === "depth");
  assert.ok(atLimit.length >= 1 && atLimit.every(({ depth }) => depth === 64));
  const all = await open.read({ maxDepth: 300 });
  assert.ok(all.nodes.every(({ cut }) => cut === undefined));
  assert.ok(Math.max(...all.nodes.map(({ depth }) => depth)) >= 200);
});

elementsTest("a window of a thousand controls", async () => {
  await using open = await Elements.start("--wide", "1000");
  const tree = await open.read({ maxChildren: 500, timeoutMs: 30_000 });
  assert.equal(childrenOf(tree, 0).length, 500);
  assert.equal(tree.nodes[0]?.cut?.by, "children");
  assert.equal(byId(tree, 8001).name, "Wide 1");
});

elementsTest(
  "odd controls: names of every kind, twins, what is hidden, and where what is shown lies",
  async () => {
    await using open = await Elements.start("--odd");
    const tree = await open.read();
    const log = await need(open.run, "ready");
    assert.equal(log.pid, open.run.pid);
    assert.equal(tree.nodes.filter(({ element }) => element.automationId === "4001").length, 2);
    // What follows a tab is the key that presses it.
    const expected = (id: number): string => textOf(controlOf(open.run.hwnd, id)).split("\t")[0] ?? "";
    for (const id of [4051, 4052, 4053, 4056]) assert.equal(byId(tree, id).name, expected(id));
    assert.equal(byId(tree, 4056).name.length, 32_000);
    assert.equal(byId(tree, 4055).value?.length, 32_000);
    const lone = tree.nodes.map(({ element }) => element.name).join("");
    assert.ok(lone.length > 32_000);
    for (const id of [4008, 4010]) {
      assert.equal(tree.nodes.some(({ element }) => element.automationId === `${id}`), false, "it is hidden");
    }
  },
);

elementsTest("documents inside a frame", async () => {
  await using open = await Elements.start("--mdi");
  const tree = await open.read();
  const edits = tree.nodes.filter(({ element }) => element.automationId === "5001");
  assert.equal(edits.length, 3);
  for (const { parent } of edits) assert.match(nodeAt(tree, parent).element.name, /^Document \d/);
});

elementsTest("a dialog is a part of its owner, and counts once", async () => {
  await using open = await Elements.start("--rows", "20");
  press(controlOf(open.run.hwnd, 1201));
  await need(open.run, "dialog");
  const dialog = await topWindow("A question");
  const windows = [await open.window(), await open.window(dialog, false)];
  const tree = await open.read({ windows });
  const mine = (one: UiTree): number =>
    one.nodes.filter(({ element }) => element.nativeWindowHandle === dialog).length;
  assert.deepEqual([tree.roots.length, mine(tree)], [1, 1]);
  assert.equal(byId(tree, 3001).controlType, "Edit");

  const turned = await open.read({
    windows: [await open.window(dialog), await open.window(open.run.hwnd, false)],
  });
  assert.equal(turned.roots.length, 2);
  assert.equal(mine(turned), 1);
  assert.equal(turned.nodes.find(({ element }) => element.nativeWindowHandle === dialog)?.root, 0);
  assert.equal(turned.roots[1]?.node, turned.nodes.findIndex(({ root }) => root === 1));
});

elementsTest("minimised and hidden windows are read all the same", async () => {
  await using open = await Elements.start("--rows", "20");
  const shown = await open.read();
  const state = async () => await open.desktop.windowState(open.run.hwnd, 50);
  await open.desktop.changeShowState(open.run.hwnd, "minimize");
  for (let asked = 0; asked < 100 && !(await state())?.minimized; asked++) {
    await new Promise((r) => setTimeout(r, 50));
  }
  const minimized = await open.read();
  assert.equal(byId(minimized, 1001).name, byId(shown, 1001).name);
  assert.equal(byId(minimized, 1001).offscreen, true);
});
