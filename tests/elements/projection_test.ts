import assert from "node:assert/strict";
import {
  elementState,
  elementStateSchema,
  parseFields,
  project,
  projectedFields,
} from "../../src/elements/projection.ts";
import { EDIT, el, type Facts } from "./trees.ts";

const edit = el("Edit", "Name", {
  ...EDIT,
  automationId: "txtName",
  className: "Edit",
  nativeWindowHandle: 0x1_002An,
  runtimeId: [42, 7],
  value: "hé",
}).element;

function stateOf(facts: Facts): ReturnType<typeof elementState> {
  return elementState(el("Custom", "x", facts).element);
}

Deno.test("elementState() says everything in short names", () => {
  assert.deepEqual(elementState(edit), {
    automationId: "txtName",
    name: "Name",
    controlType: "Edit",
    className: "Edit",
    frameworkId: "Win32",
    processId: 42,
    nativeWindowHandle: "0x0001002A",
    enabled: true,
    offscreen: false,
    focusable: true,
    hasKeyboardFocus: false,
    isPassword: false,
    valueProtected: false,
    isReadOnly: false,
    boundingRect: { x: 10, y: 20, width: 100, height: 30, coordinateSpace: "screen" },
    runtimeId: [42, 7],
    patterns: ["Value", "Text"],
    value: "hé",
    rangeValue: null,
    minimum: null,
    maximum: null,
    smallChange: null,
    largeChange: null,
    toggleState: null,
    selected: null,
    expandCollapseState: null,
  });
});

Deno.test("elementState() fits its schema, whatever the element has", () => {
  for (
    const facts of [
      {},
      { screenRect: null, nativeWindowHandle: 0n },
      { toggleState: "Indeterminate", selected: true, expandCollapseState: "LeafNode" },
      { range: { value: NaN, minimum: -Infinity, maximum: Infinity, smallChange: 1, largeChange: 10 } },
      { failed: ["name", "value"] },
      { value: "x".repeat(32_000) },
    ] as Facts[]
  ) {
    elementStateSchema().parse(JSON.parse(JSON.stringify(stateOf(facts))));
  }
});

Deno.test("elementState() has no handle of nothing, and no rectangle of no pixels", () => {
  assert.equal(stateOf({ nativeWindowHandle: 0n }).nativeWindowHandle, "");
  assert.equal(stateOf({ screenRect: null }).boundingRect, null);
  assert.equal(stateOf({ screenRect: { x: 5, y: 5, width: 0, height: 9 } }).boundingRect, null);
  assert.deepEqual(stateOf({ screenRect: { x: -9, y: -5, width: 1, height: 1 } }).boundingRect?.x, -9);
});

Deno.test("elementState() never has a protected value, even if one came with the element", () => {
  for (const facts of [{ isPassword: true }, { valueProtected: true }]) {
    const state = stateOf({ ...facts, value: "hunter2" });
    assert.equal(state.value, null);
    assert.equal(state.valueProtected, true);
    assert.ok(!JSON.stringify(state).includes("hunter2"));
  }
});

Deno.test("elementState() cuts long texts and says which, or gives more where that is asked for", () => {
  const long = { value: "v".repeat(1_000), automationId: "a".repeat(501) };
  assert.deepEqual(stateOf(long).cutTexts, ["automationId", "value"]);
  assert.equal(stateOf(long).value?.length, 500);
  const { element } = el("Edit", "x", long);
  const whole = elementState(element, { maxTextUnits: 10_000 });
  assert.equal(whole.value, long.value);
  assert.equal(whole.cutTexts, undefined);
});

Deno.test("elementState() shows ranges that JSON can hold, the selected item, and what failed", () => {
  const range = { value: 30, minimum: 0, maximum: Infinity, smallChange: 1, largeChange: NaN };
  const { rangeValue, minimum, maximum, largeChange } = stateOf({ range });
  assert.deepEqual([rangeValue, minimum, maximum, largeChange], [30, 0, null, null]);
  const { element } = el("List", "Files", { failed: ["value"] });
  const withItem = elementState(element, { selectedItem: { name: "b", index: 1 } });
  assert.deepEqual([withItem.selectedName, withItem.selectedIndex, withItem.failed], ["b", 1, ["value"]]);
  const without = elementState(element, { selectedItem: null });
  assert.deepEqual([without.selectedName, without.selectedIndex], [null, null]);
});

Deno.test("parseFields() keeps what there is and names what there is not", () => {
  assert.deepEqual(parseFields(undefined), { kept: undefined, ignored: [] });
  assert.deepEqual(parseFields([]), { kept: undefined, ignored: [] });
  const { kept, ignored } = parseFields(["name", "nmae", "value", "name", "nmae", "runtimeId"]);
  assert.deepEqual([...kept ?? []], ["name", "value"]);
  assert.deepEqual(ignored, ["nmae", "runtimeId"]);
});

Deno.test("project() keeps the fields asked for, and what says where the element is", () => {
  const node = { nodeId: 3, parentNodeId: null, ...elementState(edit) };
  assert.deepEqual(project(node, parseFields(["name", "selectedName"])), { name: "Name" });
  assert.deepEqual(project(node, parseFields(["name"]), ["nodeId", "parentNodeId"]), {
    nodeId: 3,
    parentNodeId: null,
    name: "Name",
  });
  assert.deepEqual(project(node, parseFields(["nothing"]), ["nodeId"]), { nodeId: 3 });
  assert.equal(project(node, parseFields([])), node);
});

Deno.test("every field that may be asked for is one of the contract's", () => {
  assert.deepEqual(
    [...projectedFields()].sort(),
    ("automationId name controlType className frameworkId processId nativeWindowHandle enabled offscreen focusable " +
      "hasKeyboardFocus isPassword valueProtected isReadOnly boundingRect patterns value rangeValue minimum maximum " +
      "smallChange largeChange toggleState selected selectedName selectedIndex expandCollapseState").split(
        " ",
      ).sort(),
  );
});
