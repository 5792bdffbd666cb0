/** Facts of elements that no program under Wine has: seen from the other side, by an element made by hand. */
import assert from "node:assert/strict";
import { UIAutomationElement } from "../../ffi/uia/element.ts";
import { CONTROL_TYPE, PROPERTY } from "../../ffi/uia/ids.ts";
import type { UiElement } from "../../src/desktop/ui_element.ts";
import { controlTypeOf, readFacts } from "../../src/desktop/windows/elements/element_facts.ts";
import { FakeComObject, type FakeSlot } from "../fakes/fake_com.ts";

const E_FAIL = 0x80004005 | 0;
const VT_I4 = 3;
const VT_R8 = 5;
const VT_BOOL = 11;

/** The slots of the getters of single facts; each gives 32 bits unless said otherwise. */
const GETTER_SLOTS = [52, 53, 55, 58, 59, 60, 61, 62, 67, 68, 70, 72, 75];
const CONTROL_TYPE_SLOT = 53;
const IS_PASSWORD_SLOT = 67;

interface Made {
  /** Values by slot; 0 unless given. */
  readonly numbers?: Readonly<Record<number, number>>;
  /** Properties; empty unless given. */
  readonly properties?: Readonly<Record<number, number | boolean>>;
  readonly failingSlots?: readonly number[];
  readonly failingProperties?: readonly number[];
}

/** Reads an element that is made like this; which properties were asked. */
function read({ numbers = {}, properties = {}, failingSlots = [], failingProperties = [] }: Made): {
  facts: UiElement;
  asked: readonly number[];
} {
  const asked: number[] = [];
  const slots: Record<number, FakeSlot> = {};
  for (const slot of GETTER_SLOTS) {
    slots[slot] = {
      parameters: ["pointer"],
      body: (out: Deno.PointerObject) => {
        if (failingSlots.includes(slot)) return E_FAIL;
        new DataView(Deno.UnsafePointerView.getArrayBuffer(out, 4)).setInt32(0, numbers[slot] ?? 0, true);
        return 0;
      },
    };
  }
  slots[4] = { parameters: ["pointer"], body: () => 0 };
  slots[13] = {
    parameters: ["i32", "i32", "pointer"],
    body: (id: number, _ignoreDefault: number, out: Deno.PointerObject) => {
      asked.push(id);
      if (failingProperties.includes(id)) return E_FAIL;
      const value = properties[id];
      const variant = new DataView(Deno.UnsafePointerView.getArrayBuffer(out, 24));
      if (typeof value === "boolean") {
        variant.setInt16(0, VT_BOOL, true);
        variant.setInt16(8, value ? -1 : 0, true);
      } else if (value !== undefined && Number.isInteger(value)) {
        variant.setInt16(0, VT_I4, true);
        variant.setInt32(8, value, true);
      } else if (value !== undefined) {
        variant.setInt16(0, VT_R8, true);
        variant.setFloat64(8, value, true);
      }
      return 0;
    },
  };
  using fake = new FakeComObject({ slots });
  using element = new UIAutomationElement(fake.pointer, "borrowed");
  return { facts: readFacts(element), asked };
}

const VALUE = { [PROPERTY.UIA_IsValuePatternAvailablePropertyId]: true };
const RANGE = { [PROPERTY.UIA_IsRangeValuePatternAvailablePropertyId]: true };

Deno.test("readFacts() never takes the value of a password out of the cache", () => {
  const { facts, asked } = read({ numbers: { [IS_PASSWORD_SLOT]: 1 }, properties: VALUE });
  assert.deepEqual([facts.isPassword, facts.valueProtected, facts.value], [true, true, null]);
  assert.equal(asked.includes(PROPERTY.UIA_ValueValuePropertyId), false);
  const other = read({ properties: VALUE });
  assert.deepEqual([other.facts.valueProtected, other.facts.value], [false, ""]);
  assert.equal(other.asked.includes(PROPERTY.UIA_ValueValuePropertyId), true);
});

Deno.test("readFacts() takes no value where it may be a password", () => {
  const { facts, asked } = read({ failingSlots: [IS_PASSWORD_SLOT], properties: VALUE });
  assert.deepEqual([facts.isPassword, facts.valueProtected, facts.value], [false, true, null]);
  assert.deepEqual(facts.failed, ["isPassword"]);
  assert.equal(asked.includes(PROPERTY.UIA_ValueValuePropertyId), false);
});

Deno.test("readFacts() claims least where everything fails", () => {
  const failingProperties = Object.values(PROPERTY);
  const { facts } = read({ failingSlots: GETTER_SLOTS, failingProperties });
  const { failed, ...others } = facts;
  assert.deepEqual(others, {
    automationId: "",
    name: "",
    controlType: "Unknown",
    className: "",
    frameworkId: "",
    processId: 0,
    nativeWindowHandle: 0n,
    runtimeId: [],
    enabled: true,
    offscreen: false,
    focusable: false,
    hasKeyboardFocus: false,
    isPassword: false,
    valueProtected: true,
    screenRect: null,
    patterns: [],
    value: null,
    isReadOnly: null,
    range: null,
    toggleState: null,
    selected: null,
    expandCollapseState: null,
  });
  assert.equal(failed.length, 15);
  assert.equal(new Set(failed).size, failed.length);
});

Deno.test("readFacts() reads ranges of whole and of broken numbers, and those without an end", () => {
  const { facts } = read({
    properties: {
      ...RANGE,
      [PROPERTY.UIA_RangeValueValuePropertyId]: 2.5,
      [PROPERTY.UIA_RangeValueMinimumPropertyId]: -5,
      [PROPERTY.UIA_RangeValueMaximumPropertyId]: Infinity,
      [PROPERTY.UIA_RangeValueSmallChangePropertyId]: NaN,
      [PROPERTY.UIA_RangeValueIsReadOnlyPropertyId]: true,
    },
  });
  assert.deepEqual(facts.range, {
    value: 2.5,
    minimum: -5,
    maximum: Number.MAX_VALUE,
    smallChange: 0,
    largeChange: 0,
  });
  assert.equal(facts.isReadOnly, true);
});

Deno.test("readFacts() knows no state that Windows does not know", () => {
  const { facts } = read({
    numbers: { [CONTROL_TYPE_SLOT]: CONTROL_TYPE.UIA_AppBarControlTypeId + 1 },
    properties: {
      [PROPERTY.UIA_IsTogglePatternAvailablePropertyId]: true,
      [PROPERTY.UIA_ToggleToggleStatePropertyId]: 9,
      [PROPERTY.UIA_IsExpandCollapsePatternAvailablePropertyId]: true,
      [PROPERTY.UIA_ExpandCollapseExpandCollapseStatePropertyId]: 3,
      [PROPERTY.UIA_IsSelectionItemPatternAvailablePropertyId]: true,
      [PROPERTY.UIA_SelectionItemIsSelectedPropertyId]: true,
    },
  });
  assert.deepEqual(
    [facts.controlType, facts.toggleState, facts.expandCollapseState, facts.selected],
    ["Unknown", null, "LeafNode", true],
  );
});

Deno.test("controlTypeOf() has every type of the bindings under its name", () => {
  for (const [name, id] of Object.entries(CONTROL_TYPE)) {
    assert.equal(`UIA_${controlTypeOf(id)}ControlTypeId`, name);
  }
});
