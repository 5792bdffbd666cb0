import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { UiReading } from "../../src/desktop/ui_element.ts";
import {
  type Condition,
  type ConditionAnswer,
  type ConditionName,
  CONDITIONS,
  evaluateCondition,
  missingOperand,
} from "../../src/elements/condition.ts";
import type { Selector } from "../../src/elements/selector.ts";
import { BUTTON, EDIT, el, type Facts, treeOf } from "./trees.ts";

/** The answer about an element of these facts. */
function ask(
  condition: Condition | ConditionName,
  facts: Facts = {},
  reading: Partial<UiReading> = {},
): ConditionAnswer {
  const tree = treeOf(
    el("Window", "Main", {}, [el("Edit", "it", { ...EDIT, ...facts }), el("Button", "b", BUTTON)]),
    reading,
  );
  return evaluateCondition(tree, { name: "it" }, typeof condition === "string" ? { condition } : condition);
}

function holds(condition: Condition | ConditionName, facts: Facts = {}): boolean {
  return ask(condition, facts).matched;
}

/** The answer about two elements of one name. */
function askTwo(
  condition: Condition,
  selector: Selector = { name: "twin" },
  reading: Partial<UiReading> = {},
): ConditionAnswer {
  const twins = [el("Button", "twin", BUTTON), el("Button", "twin", { ...BUTTON, enabled: false })];
  return evaluateCondition(treeOf(el("Window", "Main", {}, twins), reading), selector, condition);
}

for (
  const [condition, yes, no] of [
    ["visible", { offscreen: false }, { offscreen: true }],
    ["hidden", { offscreen: true }, { offscreen: false }],
    ["enabled", { enabled: true }, { enabled: false }],
    ["disabled", { enabled: false }, { enabled: true }],
    ["selected", { selected: true }, { selected: false }],
    ["selected", { selected: true }, { selected: null }],
    ["notSelected", { selected: false }, { selected: true }],
    ["notSelected", { selected: false }, { selected: null }],
    ["expanded", { expandCollapseState: "Expanded" }, { expandCollapseState: "PartiallyExpanded" }],
    ["collapsed", { expandCollapseState: "Collapsed" }, { expandCollapseState: "Expanded" }],
    ["collapsed", { expandCollapseState: "LeafNode" }, { expandCollapseState: null }],
    ["visible", {}, { failed: ["offscreen"] }],
    ["hidden", { offscreen: true }, { offscreen: true, failed: ["offscreen"] }],
    ["enabled", {}, { failed: ["enabled"] }],
    ["disabled", { enabled: false }, { enabled: false, failed: ["enabled"] }],
  ] as [ConditionName, Facts, Facts][]
) {
  Deno.test(`evaluateCondition(): ${condition} holds for ${JSON.stringify(yes)}, not for ${JSON.stringify(no)}`, () => {
    assert.equal(holds(condition, yes), true);
    assert.equal(holds(condition, no), false);
  });
}

Deno.test("evaluateCondition(): values are compared with their case unless it is to be ignored", () => {
  const facts = { value: "Hello World" };
  assert.ok(holds({ condition: "valueEquals", expectedValue: "Hello World" }, facts));
  assert.ok(!holds({ condition: "valueEquals", expectedValue: "hello world" }, facts));
  assert.ok(!holds({ condition: "valueEquals", expectedValue: "Hello" }, facts));
  assert.ok(holds({ condition: "valueEquals", expectedValue: "hello world", ignoreCase: true }, facts));
  assert.ok(holds({ condition: "valueContains", expectedValue: "o W" }, facts));
  assert.ok(!holds({ condition: "valueContains", expectedValue: "o w" }, facts));
  assert.ok(holds({ condition: "valueContains", expectedValue: "O w", ignoreCase: true }, facts));
  assert.ok(holds({ condition: "valueEquals", expectedValue: "" }, { value: "" }));
  assert.ok(!holds({ condition: "valueEquals", expectedValue: "" }, { value: null }));
  assert.ok(!holds({ condition: "valueContains", expectedValue: "" }, { value: null }));
});

Deno.test("evaluateCondition(): toggle states must be equal, and there", () => {
  assert.ok(holds({ condition: "toggleStateEquals", toggleState: "On" }, { toggleState: "On" }));
  assert.ok(!holds({ condition: "toggleStateEquals", toggleState: "On" }, { toggleState: "Indeterminate" }));
  assert.ok(!holds({ condition: "toggleStateEquals" }, { toggleState: null }));
});

Deno.test("evaluateCondition(): a protected value is never compared", () => {
  for (const facts of [{ isPassword: true, value: "x" }, { valueProtected: true, value: "x" }]) {
    for (const condition of ["valueEquals", "valueContains"] as const) {
      const answer = ask({ condition, expectedValue: "x" }, facts);
      assert.deepEqual([answer.matched, answer.isProtected], [false, true]);
    }
    assert.equal(ask("enabled", facts).matched, true);
  }
});

Deno.test("evaluateCondition(): several elements are one too many, except for exists, notExists and countEquals", () => {
  assert.deepEqual(askTwo({ condition: "exists" }), { matched: true, count: 2 });
  assert.deepEqual(askTwo({ condition: "notExists" }), { matched: false, count: 2 });
  assert.deepEqual(askTwo({ condition: "countEquals", expectedCount: 2 }), { matched: true, count: 2 });
  assert.equal(askTwo({ condition: "countEquals", expectedCount: 1 }).matched, false);
  for (const condition of CONDITIONS) {
    if (["exists", "notExists", "countEquals"].includes(condition)) continue;
    assert.throws(
      () => askTwo({ condition }),
      (error) => error instanceof ToolError && error.code === "ELEMENT_AMBIGUOUS",
    );
  }
});

Deno.test("evaluateCondition(): an index means one of several", () => {
  assert.equal(askTwo({ condition: "disabled" }, { name: "twin", index: 1 }).matched, true);
  assert.equal(askTwo({ condition: "disabled" }, { name: "twin", index: 0 }).matched, false);
  assert.equal(askTwo({ condition: "exists" }, { name: "twin", index: 1 }).matched, true);
  assert.equal(askTwo({ condition: "exists" }, { name: "twin", index: 2 }).matched, false);
});

Deno.test("evaluateCondition(): without the element, only notExists and a count of 0 hold", () => {
  for (const condition of CONDITIONS) {
    const answer = askTwo({ condition, expectedCount: 0, expectedValue: "", toggleState: "On" }, {
      name: "nowhere",
    });
    assert.equal(answer.matched, condition === "notExists" || condition === "countEquals", condition);
    assert.equal(answer.node, undefined);
  }
});

Deno.test("evaluateCondition(): a reading that proves nothing says so", () => {
  for (const reading of [{ cutByTime: true }, { cutByNodes: true }, { skipped: 1 }]) {
    assert.deepEqual(askTwo({ condition: "notExists" }, { name: "nowhere" }, reading), {
      matched: false,
      count: 0,
      isUnproven: true,
    });
    assert.equal(
      askTwo({ condition: "countEquals", expectedCount: 2 }, { name: "twin" }, reading).isUnproven,
      true,
    );
    assert.equal(
      askTwo({ condition: "countEquals", expectedCount: 3 }, { name: "twin" }, reading).isUnproven,
      undefined,
    );
    assert.equal(askTwo({ condition: "exists" }, { name: "twin" }, reading).matched, true);
  }
});

Deno.test("missingOperand() names what a condition cannot do without", () => {
  assert.equal(missingOperand({ condition: "valueEquals" }), "expectedValue");
  assert.equal(missingOperand({ condition: "valueContains", expectedValue: "" }), undefined);
  assert.equal(missingOperand({ condition: "countEquals" }), "expectedCount");
  assert.equal(missingOperand({ condition: "countEquals", expectedCount: 0 }), undefined);
  assert.equal(missingOperand({ condition: "toggleStateEquals" }), "toggleState");
  assert.equal(missingOperand({ condition: "exists" }), undefined);
});
