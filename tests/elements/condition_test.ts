import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { UiReading } from "../../src/desktop/ui_element.ts";
import {
  type Condition,
  type ConditionAnswer,
  type ConditionName,
  CONDITIONS,
  evaluateCondition,
  holdsOfNothing,
  judgeElement,
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
  return ask(condition, facts).verdict === "yes";
}

/** The verdict, and why where it is not yes. */
function reasonOf(answer: ConditionAnswer): readonly string[] {
  return answer.verdict === "yes" ? ["yes"] : [answer.verdict, answer.reason];
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
    ["notSelected", { selected: false }, { selected: true }],
    ["expanded", { expandCollapseState: "Expanded" }, { expandCollapseState: "PartiallyExpanded" }],
    ["collapsed", { expandCollapseState: "Collapsed" }, { expandCollapseState: "Expanded" }],
    ["collapsed", { expandCollapseState: "LeafNode" }, { expandCollapseState: "PartiallyExpanded" }],
  ] as [ConditionName, Facts, Facts][]
) {
  Deno.test(`evaluateCondition(): ${condition} holds for ${JSON.stringify(yes)}, not for ${JSON.stringify(no)}`, () => {
    assert.equal(holds(condition, yes), true);
    assert.deepEqual(reasonOf(ask(condition, no)), ["no", "differs"]);
  });
}

for (
  const [condition, facts, reason] of [
    ["visible", { failed: ["offscreen"] }, "unreadable"],
    ["hidden", { offscreen: true, failed: ["offscreen"] }, "unreadable"],
    ["enabled", { failed: ["enabled"] }, "unreadable"],
    ["disabled", { enabled: false, failed: ["enabled"] }, "unreadable"],
    ["selected", { selected: null, failed: ["selected"] }, "unreadable"],
    ["selected", { selected: null, failed: ["patterns"] }, "unreadable"],
    ["valueEquals", { value: null, failed: ["value"] }, "unreadable"],
    ["selected", { selected: null }, "notSupported"],
    ["notSelected", { selected: null }, "notSupported"],
    ["expanded", { expandCollapseState: null }, "notSupported"],
    ["collapsed", { expandCollapseState: null }, "notSupported"],
    ["toggleStateEquals", { toggleState: null }, "notSupported"],
    ["valueContains", { value: null }, "notSupported"],
  ] as [ConditionName, Facts, string][]
) {
  Deno.test(`evaluateCondition(): ${condition} of ${JSON.stringify(facts)} cannot be known`, () => {
    const asked = { condition, expectedValue: "", toggleState: "On" } as const;
    assert.deepEqual(reasonOf(ask(asked, facts)), ["unknown", reason]);
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
  assert.ok(!holds({ condition: "toggleStateEquals", toggleState: "Off" }, { toggleState: null }));
});

Deno.test("evaluateCondition(): a protected value is never compared", () => {
  for (const facts of [{ isPassword: true, value: "x" }, { valueProtected: true, value: "x" }]) {
    for (const condition of ["valueEquals", "valueContains"] as const) {
      const answer = ask({ condition, expectedValue: "x" }, facts);
      assert.deepEqual(reasonOf(answer), ["unknown", "protected"]);
    }
    assert.equal(ask("enabled", facts).verdict, "yes");
  }
});

Deno.test("evaluateCondition(): several elements are one too many, except for exists, notExists and countEquals", () => {
  assert.deepEqual(askTwo({ condition: "exists" }), { verdict: "yes", count: 2 });
  assert.deepEqual(askTwo({ condition: "notExists" }), {
    verdict: "no",
    reason: "differs",
    count: 2,
  });
  assert.deepEqual(askTwo({ condition: "countEquals", expectedCount: 2 }), { verdict: "yes", count: 2 });
  assert.equal(askTwo({ condition: "countEquals", expectedCount: 1 }).verdict, "no");
  for (const condition of CONDITIONS) {
    if (["exists", "notExists", "countEquals"].includes(condition)) continue;
    assert.throws(
      () => askTwo({ condition }),
      (error) => error instanceof ToolError && error.code === "ELEMENT_AMBIGUOUS",
    );
  }
});

Deno.test("evaluateCondition(): an index means one of several", () => {
  assert.equal(askTwo({ condition: "disabled" }, { name: "twin", index: 1 }).verdict, "yes");
  assert.equal(askTwo({ condition: "disabled" }, { name: "twin", index: 0 }).verdict, "no");
  assert.equal(askTwo({ condition: "exists" }, { name: "twin", index: 1 }).verdict, "yes");
  assert.deepEqual(reasonOf(askTwo({ condition: "exists" }, { name: "twin", index: 2 })), [
    "no",
    "noElement",
  ]);
});

Deno.test("evaluateCondition(): without the element, only notExists and a count of 0 hold", () => {
  for (const condition of CONDITIONS) {
    const answer = askTwo({ condition, expectedCount: 0, expectedValue: "", toggleState: "On" }, {
      name: "nowhere",
    });
    const holds = condition === "notExists" || condition === "countEquals";
    assert.deepEqual(reasonOf(answer), holds ? ["yes"] : ["no", "noElement"], condition);
    assert.equal(answer.node, undefined);
  }
});

Deno.test("evaluateCondition(): a reading that proves nothing says so", () => {
  const nowhere = { name: "nowhere" };
  const twin = { name: "twin" };
  for (const reading of [{ cutByTime: true }, { cutByNodes: true }, { skipped: 1 }]) {
    for (
      const [asked, selector] of [
        [{ condition: "notExists" }, nowhere],
        [{ condition: "exists" }, nowhere],
        [{ condition: "exists" }, { ...twin, index: 2 }],
        [{ condition: "enabled" }, nowhere],
        [{ condition: "countEquals", expectedCount: 2 }, twin],
        [{ condition: "countEquals", expectedCount: 3 }, twin],
      ] as [Condition, Selector][]
    ) {
      assert.deepEqual(
        reasonOf(askTwo(asked, selector, reading)),
        ["unknown", "unproven"],
        JSON.stringify(asked),
      );
    }
    // More can only be added to what was met.
    assert.equal(askTwo({ condition: "countEquals", expectedCount: 1 }, twin, reading).verdict, "no");
    assert.equal(askTwo({ condition: "notExists" }, twin, reading).verdict, "no");
    assert.equal(askTwo({ condition: "exists" }, twin, reading).verdict, "yes");
  }
});

Deno.test("evaluateCondition(): a window that shows only its frame proves nothing", () => {
  const tree = treeOf(el("Window", "Main", {}, [el("TitleBar"), el("Pane")]));
  for (const condition of ["exists", "notExists", "enabled"] as const) {
    const answer = evaluateCondition(tree, { name: "it" }, { condition });
    assert.deepEqual(reasonOf(answer), ["unknown", "unproven"]);
  }
});

Deno.test("judgeElement(): of an element that is there, what is about presence is known", () => {
  const { element } = el("Button", "b", BUTTON);
  assert.equal(judgeElement(element, { condition: "exists" }).verdict, "yes");
  assert.equal(judgeElement(element, { condition: "notExists" }).verdict, "no");
  assert.equal(judgeElement(element, { condition: "countEquals", expectedCount: 1 }).verdict, "yes");
  assert.equal(judgeElement(element, { condition: "countEquals", expectedCount: 0 }).verdict, "no");
});

Deno.test("holdsOfNothing(): what holds where not even the window is there", () => {
  const holding = CONDITIONS.filter((condition) => holdsOfNothing({ condition, expectedCount: 0 }));
  assert.deepEqual(holding, ["notExists", "hidden", "countEquals"]);
  assert.equal(holdsOfNothing({ condition: "countEquals", expectedCount: 1 }), false);
});

Deno.test("missingOperand() names what a condition cannot do without", () => {
  assert.equal(missingOperand({ condition: "valueEquals" }), "expectedValue");
  assert.equal(missingOperand({ condition: "valueContains", expectedValue: "" }), undefined);
  assert.equal(missingOperand({ condition: "countEquals" }), "expectedCount");
  assert.equal(missingOperand({ condition: "countEquals", expectedCount: 0 }), undefined);
  assert.equal(missingOperand({ condition: "toggleStateEquals" }), "toggleState");
  assert.equal(missingOperand({ condition: "exists" }), undefined);
});
