import assert from "node:assert/strict";
import { COMPOSITE_RESULTS } from "../../../src/packs/actions/composite_results.ts";
import { getSelection } from "../../../src/packs/actions/get_selection.ts";
import { type Branch, BUTTON, el, ITEM } from "../../elements/trees.ts";
import { compositeWorld, MAIN, refused, type World } from "./composite_world.ts";

function worldOf(...children: readonly Branch[]): World {
  return compositeWorld({
    drawn: el("Window", "Main", { nativeWindowHandle: MAIN }, children),
    controls: { it: { automationId: "it" } },
  });
}

const selected = (name: string, automationId = ""): Branch =>
  el("ListItem", name, { ...ITEM, selected: true, automationId });

Deno.test("getSelection: tells the selected items of the control, and of no other one", async () => {
  const world = worldOf(
    el("List", "", { automationId: "other" }, [selected("elsewhere")]),
    el("List", "", { automationId: "it" }, [
      selected("one", "a"),
      el("ListItem", "two", ITEM),
      selected("three"),
    ]),
  );
  const result = await getSelection(await world.call("it"));
  COMPOSITE_RESULTS.getSelection().parse(result);
  assert.deepEqual(result.selected, [{ name: "one", automationId: "a" }, {
    name: "three",
    automationId: "",
  }]);
  assert.deepEqual([result.count, result.method], [2, "SelectionPattern"]);
});

Deno.test("getSelection: nothing selected in a list is an answer, whatever is selected elsewhere", async () => {
  const world = worldOf(
    el("List", "", { automationId: "other" }, [selected("elsewhere")]),
    el("List", "", { automationId: "it" }, [el("ListItem", "two", ITEM)]),
  );
  const result = await getSelection(await world.call("it"));
  assert.deepEqual([result.selected, result.count], [[], 0]);
});

Deno.test("getSelection: of a control without items, what lists of the program have selected", async () => {
  const world = worldOf(
    el("List", "", {}, [selected("elsewhere")]),
    el("Button", "Choose", { ...BUTTON, automationId: "it" }),
  );
  const result = await getSelection(await world.call("it"));
  assert.deepEqual([result.selected.map(({ name }) => name), result.method], [
    ["elsewhere"],
    "SelectionItemPattern",
  ]);
});

Deno.test("getSelection: 200 of more are told, with how many there are", async () => {
  const rows = Array.from({ length: 250 }, (_, index) => selected(`row ${index}`));
  const result = await getSelection(await worldOf(el("List", "", { automationId: "it" }, rows)).call("it"));
  assert.deepEqual([result.selected.length, result.count], [200, 250]);
});

Deno.test("getSelection: a combo box without a list is known by its value", async () => {
  const result = await getSelection(
    await worldOf(
      el("ComboBox", "", { automationId: "it", value: "Blue" }),
      el("List", "", {}, [selected("no")]),
    )
      .call("it"),
  );
  assert.deepEqual(result.selected, [{ name: "Blue", automationId: "" }]);
});

Deno.test("getSelection: what is protected is not told", async () => {
  const secret = { automationId: "it", value: "hunter2", isPassword: true };
  const result = await getSelection(await worldOf(el("ComboBox", "", secret)).call("it"));
  assert.deepEqual([result.selected, result.count], [[], 0]);
});

Deno.test("getSelection: a control that is gone is stale", async () => {
  const drawn = el("Window", "Main", { nativeWindowHandle: MAIN }, [el("List", "", { automationId: "it" })]);
  const world = compositeWorld({ drawn, controls: { it: { automationId: "it" } } });
  const call = await world.call("it");
  (drawn as { children: readonly Branch[] }).children = [];
  assert.equal((await refused(getSelection(call))).code, "ELEMENT_STALE");
});
