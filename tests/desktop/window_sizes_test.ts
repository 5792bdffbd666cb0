import assert from "node:assert/strict";
import { COUNT_MESSAGE } from "../../ffi/message.ts";
import { OwnTrees } from "../../src/desktop/windows/elements/own_tree.ts";
import { measureWindows, type WindowQuestions } from "../../src/desktop/windows/elements/window_sizes.ts";

const VISIBLE_FRAME = 0x00C00000;
const CHILD = 0x40000000;

interface FakeControl {
  readonly className: string;
  readonly children?: readonly bigint[];
  readonly owned?: readonly bigint[];
  readonly style?: number;
  readonly menuItems?: number;
  /** The answers by message; no answer where undefined, 0 where it has none. */
  readonly answers?: Readonly<Record<number, number | undefined>>;
  /** Whether it brings a tree of its own; null where it does not answer. */
  readonly hasProvider?: boolean | null;
}

function questionsFor(windows: Readonly<Record<string, FakeControl>>) {
  const sent: string[] = [];
  let nowMs = 0;
  const of = (hwnd: bigint): FakeControl => {
    const found = windows[`${hwnd}`];
    if (found === undefined) throw new RangeError(`no window ${hwnd}`);
    return found;
  };
  const questions: WindowQuestions & { msEach: number } = {
    msEach: 0,
    childrenOf: (hwnd) => of(hwnd).children ?? [],
    ownedBy: (hwnd) => of(hwnd).owned ?? [],
    pidOf: () => 7,
    classNameOf: (hwnd) => of(hwnd).className,
    styleOf: (hwnd) => of(hwnd).style ?? CHILD,
    menuItemsOf: (hwnd) => of(hwnd).menuItems,
    send(hwnd, message) {
      sent.push(`${hwnd} ${message}`);
      nowMs += this.msEach;
      const { answers = {} } = of(hwnd);
      return message in answers ? answers[message] : 0;
    },
    hasProvider(hwnd) {
      sent.push(`${hwnd} provider`);
      const { hasProvider = false } = of(hwnd);
      return hasProvider ?? undefined;
    },
    now: () => nowMs,
  };
  return { questions, sent };
}

const list = (count: number | undefined): FakeControl => ({
  className: "ListBox",
  answers: { [COUNT_MESSAGE.LB_GETCOUNT]: count },
});

Deno.test("measureWindows() adds up a dialog, with its frame, its menu and its items", () => {
  const { questions } = questionsFor({
    1: { className: "#32770", style: VISIBLE_FRAME, menuItems: 3, children: [2n, 3n, 4n] },
    2: { className: "Button" },
    3: list(7),
    4: { className: "Edit", style: CHILD | 0x00200000 },
  });
  const measured = measureWindows(1n, new OwnTrees(), 1_000, questions);
  assert.deepEqual(measured.get(2n)?.size, { elements: 1, longest: 1 });
  assert.equal(measured.get(3n)?.items, 7);
  const { size, children } = measured.get(1n) ?? {};
  assert.equal(children, 3);
  // The dialog, its frame, the menu bar with its items, a button, a list with its items, an edit with a scroll bar.
  assert.equal(size?.elements, 1 + 10 + 4 + 1 + 8 + 7);
  assert.ok(size.longest >= 7);
});

Deno.test("measureWindows() counts the cells of a list by the columns of its header", () => {
  const { questions } = questionsFor({
    1: { className: "SysListView32", children: [2n], answers: { [COUNT_MESSAGE.LVM_GETITEMCOUNT]: 100 } },
    2: { className: "SysHeader32", answers: { [COUNT_MESSAGE.HDM_GETITEMCOUNT]: 4 } },
  });
  const { size, items } = measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n) ?? {};
  assert.equal(items, 100);
  assert.ok(size !== undefined && size.elements >= 100 * 5 + 5 && size.longest >= 100);
});

Deno.test("measureWindows() counts what a window owns", () => {
  const { questions } = questionsFor({
    1: { className: "#32770", style: 0, menuItems: 0, owned: [2n] },
    2: { className: "#32770", style: 0, menuItems: 0, children: [3n] },
    3: list(40),
  });
  assert.ok((measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n)?.size?.elements ?? 0) > 40);
});

Deno.test("measureWindows() takes a class that nobody knows for one element where it brings no tree of its own", () => {
  const { questions, sent } = questionsFor({
    1: { className: "MyPanel", children: [2n, 3n] },
    2: { className: "MyPanel" },
    3: { className: "MyPanel" },
  });
  assert.equal(measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n)?.size?.elements, 3);
  assert.deepEqual(
    sent.map((one) => one.replace(/^\d+ /, "")),
    ["provider"],
    "each of its classes is asked once",
  );
});

for (
  const [why, own] of [
    ["a provider of its own", { className: "MyPanel", hasProvider: true }],
    ["one that does not say", { className: "MyPanel", hasProvider: null }],
    ["a class that is known to bring a tree", { className: "Chrome_WidgetWin_1" }],
    ["a program that does not answer", list(undefined)],
  ] as const
) {
  Deno.test(`measureWindows() does not say how much there is where there is ${why}`, () => {
    const { questions } = questionsFor({
      1: { className: "#32770", style: 0, menuItems: 0, children: [3n, 2n] },
      2: own,
      3: { className: "Button" },
    });
    const measured = measureWindows(1n, new OwnTrees(), 1_000, questions);
    assert.equal(measured.get(1n)?.size, undefined);
    assert.equal(measured.get(2n)?.size, undefined);
    assert.deepEqual(measured.get(3n)?.size, { elements: 1, longest: 1 }, "the others are known");
  });
}

Deno.test("measureWindows() sends nothing more to a program that did not answer, or that takes too long", () => {
  const lists = Object.fromEntries([2, 3, 4, 5].map((id) => [id, list(id)]));
  const dialog = { className: "#32770", style: 0, menuItems: 0, children: [2n, 3n, 4n, 5n] };
  const busy = questionsFor({ 1: dialog, ...lists, 3: list(undefined) });
  assert.equal(measureWindows(1n, new OwnTrees(), 1_000, busy.questions).get(1n)?.size, undefined);
  assert.equal(busy.sent.length, 2);
  const slow = questionsFor({ 1: dialog, ...lists });
  slow.questions.msEach = 600;
  assert.equal(measureWindows(1n, new OwnTrees(), 1_000, slow.questions).get(1n)?.size, undefined);
  assert.equal(slow.sent.length, 2);
});

Deno.test("measureWindows() does not take the items of a tree for its children: some are inside others", () => {
  const { questions } = questionsFor({
    1: { className: "SysTreeView32", answers: { [COUNT_MESSAGE.TVM_GETCOUNT]: 700 } },
  });
  const { size, items } = measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n) ?? {};
  assert.deepEqual([size?.elements, items], [701, undefined]);
});

Deno.test("measureWindows() does not know how large a list is that cannot tell", () => {
  const { questions } = questionsFor({ 1: list(-1) });
  const { size, items } = measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n) ?? {};
  assert.deepEqual([size, items], [undefined, undefined]);
});

Deno.test("measureWindows() asks a program that has trees of its own no second time, any other at each reading", () => {
  for (const [hasProvider, again] of [[true, 0], [false, 1], [null, 1]] as const) {
    const { questions, sent } = questionsFor({ 1: { className: "MyPanel", hasProvider } });
    const ownTrees = new OwnTrees();
    measureWindows(1n, ownTrees, 1_000, questions);
    assert.equal(sent.length, 1);
    const { size } = measureWindows(1n, ownTrees, 1_000, questions).get(1n) ?? {};
    assert.equal(size === undefined, hasProvider !== false);
    assert.equal(sent.length - 1, again);
  }
});

Deno.test("measureWindows() does not take the items of a list view for its children where they are in groups", () => {
  for (const [grouped, items] of [[1, undefined], [0, 9]] as const) {
    const { questions } = questionsFor({
      1: {
        className: "SysListView32",
        answers: {
          [COUNT_MESSAGE.LVM_GETITEMCOUNT]: 9,
          [COUNT_MESSAGE.LVM_ISGROUPVIEWENABLED]: grouped,
        },
      },
    });
    const list = measureWindows(1n, new OwnTrees(), 1_000, questions).get(1n);
    assert.deepEqual([list?.items, list?.isGrouped, list?.size === undefined], [
      items,
      grouped === 1,
      grouped === 1,
    ]);
  }
});
