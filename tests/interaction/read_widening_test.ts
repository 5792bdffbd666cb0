import assert from "node:assert/strict";
import type { UiCut, UiReading, UiTree } from "../../src/desktop/ui_element.ts";
import { readWidening, type Width } from "../../src/interaction/read_widening.ts";
import { el, listOf, treeOf } from "../elements/trees.ts";
import { FakeClock } from "../fakes/fake_clock.ts";

const LIMITS: Width = { maxChildren: 500, timeoutMs: 10_000 };

/** A list of 900 rows of which so many are read, with a button behind it. */
function window(rows: number, reading: Partial<UiReading> = {}): UiTree {
  const cut: UiCut = { by: "children", total: 900 };
  return treeOf(el("Window", "Main", {}, [listOf(rows, { cut }), el("Button", "Push")]), reading);
}

const isPushThere = (tree: UiTree): boolean => tree.nodes.some(({ element }) => element.name === "Push");
const isRowThere = (row: string) => (tree: UiTree): boolean =>
  tree.nodes.some(({ element }) => element.name === row);

/** Reads by the list's first rows; each reading takes a second and is noted. */
async function widened(
  isEnough: (tree: UiTree) => boolean,
  { limits = LIMITS, read = ({ maxChildren }: Width) => window(maxChildren), eachMs = 1_000 } = {},
): Promise<{ readonly tree: UiTree; readonly asked: readonly Width[] }> {
  const clock = new FakeClock();
  const asked: Width[] = [];
  const { tree } = await readWidening({ clock }, limits, isEnough, (width) => {
    asked.push(width);
    clock.pass(eachMs);
    return Promise.resolve({ tree: read(width) });
  });
  return { tree, asked };
}

Deno.test("readWidening() reads long lists no further where what is looked for was met", async () => {
  const { tree, asked } = await widened(isPushThere);
  assert.deepEqual(asked, [{ maxChildren: 100, timeoutMs: 10_000 }]);
  assert.equal(tree.nodes.length, 103);
});

Deno.test("readWidening() reads them further, in what is left of the time, where it was not", async () => {
  const { tree, asked } = await widened(isRowThere("Line 00300"));
  assert.deepEqual(asked, [{ maxChildren: 100, timeoutMs: 10_000 }, { maxChildren: 500, timeoutMs: 9_000 }]);
  assert.ok(isRowThere("Line 00300")(tree));
});

Deno.test("readWidening() reads once where no list was too long, or no more may be read of one", async () => {
  const short = () => treeOf(el("Window", "Main", {}, [listOf(100)]));
  assert.equal((await widened(() => false, { read: short })).asked.length, 1);
  const few = { ...LIMITS, maxChildren: 60 };
  assert.deepEqual((await widened(() => false, { limits: few })).asked, [few]);
});

Deno.test("readWidening() keeps the first reading where the second has no time, or too little", async () => {
  const late = await widened(() => false, { eachMs: 10_000 });
  assert.deepEqual([late.asked.length, late.tree.nodes.length], [1, 103]);
  const cut = await widened(() => false, {
    read: ({ maxChildren }) => maxChildren === 100 ? window(100) : window(7, { cutByTime: true }),
  });
  assert.deepEqual([cut.asked.length, cut.tree.nodes.length], [2, 103]);
  // Where both were cut by time the later one is worth more: a program answers quicker the second time.
  const both = await widened(() => false, {
    read: ({ maxChildren }) => window(maxChildren === 100 ? 50 : 70, { cutByTime: true }),
  });
  assert.deepEqual([both.asked.length, both.tree.nodes.length], [2, 73]);
});
