/** What looks for one element reads little of long lists first. */
import assert from "node:assert/strict";
import { BUTTON, el, listOf } from "../elements/trees.ts";
import { HWND, HWND_TEXT, objectOf, openProgram, type UiWorld } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };
const LIT = { screenRect: { x: 100, y: 80, width: 400, height: 300 } };

function openLists(): UiWorld {
  return openProgram(
    el("Window", "Main", { ...LIT, nativeWindowHandle: HWND }, [listOf(900), el("Button", "Push", BUTTON)]),
  );
}

/** How much of a list was read at most, reading by reading. */
function widths(world: UiWorld): readonly number[] {
  return world.requests().map(({ maxChildren }) => maxChildren);
}

for (const where of [TARGET, {}]) {
  Deno.test(`ui_locate: reads long lists further only for what is not before them: ${JSON.stringify(where)}`, async () => {
    const near = openLists();
    const found = await near.succeed("ui_locate", { name: "push", ...where });
    assert.deepEqual([found.matched, found.matchedBy, found.complete], [1, "exact", false]);
    assert.deepEqual(widths(near), [100]);
    const far = openLists();
    const row = await far.succeed("ui_locate", { name: "line 00300", ...where });
    assert.deepEqual([row.matched, widths(far)], [1, [100, 500]]);
    const nowhere = openLists();
    const none = await nowhere.succeed("ui_locate", { name: "line 00800", ...where });
    assert.deepEqual([none.status, none.complete, widths(nowhere)], ["truncated", false, [100, 500]]);
  });
}

Deno.test("ui_locate: where only a part of a name fits, or an index is given, the rest is read too", async () => {
  const world = openLists();
  // The list and its rows hold it; a row further down might have it as its whole name.
  const answer = await world.succeed("ui_locate", { name: "line", ...TARGET });
  assert.deepEqual([answer.matched, widths(world)], [501, [100, 500]]);
  const indexed = openLists();
  await indexed.succeed("ui_locate", { name: "push", index: 0, ...TARGET });
  assert.deepEqual(widths(indexed), [100, 500]);
});

Deno.test("ui_locate: a row is not taken for the only one of its name before all of its list was read", async () => {
  const rows = [...listOf(150).children, ...listOf(150).children];
  const world = openProgram(
    el("Window", "Main", { ...LIT, nativeWindowHandle: HWND }, [el("List", "", {}, rows)]),
  );
  const twin = await world.succeed("ui_locate", { name: "line 00005", ...TARGET });
  assert.deepEqual([twin.status, widths(world)], ["ambiguous", [100, 500]]);
});

Deno.test("ui_get, ui_action: the same by their selectors", async () => {
  const world = openLists();
  const got = await world.succeed("ui_get", { ...TARGET, selector: { name: "Push" } });
  assert.deepEqual([got.found, widths(world)], [true, [100]]);
  const row = await world.succeed("ui_get", { ...TARGET, selector: { name: "Line 00300" } });
  assert.deepEqual([objectOf(row.element).name, widths(world)], ["Line 00300", [100, 100, 500]]);
  const acting = openLists();
  await acting.succeed("ui_action", { ...TARGET, selector: { name: "Push" }, action: "invoke" });
  assert.deepEqual(widths(acting)[0], 100);
  assert.ok(!widths(acting).includes(500));
  // Which one an index means is known only with everything before it.
  const counted = openLists();
  await counted.succeed("ui_get", { ...TARGET, selector: { controlType: "ListItem", index: 299 } });
  assert.deepEqual(widths(counted), [100, 500]);
});
