import assert from "node:assert/strict";
import fc from "fast-check";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { catalog, supportedActions } from "../../src/elements/catalog.ts";
import { find } from "../../src/elements/find.ts";
import { Recommender } from "../../src/elements/recommend_selector.ts";
import { selectorSchema } from "../../src/elements/selector.ts";
import { type Branch, BUTTON, EDIT, el, type Facts, ITEM, nodeNamed, treeOf } from "./trees.ts";

const ALL = { visibleOnly: false, enabledOnly: false, summaryOnly: false };

function recommend(tree: UiTree, node: number) {
  return new Recommender(tree).recommend(tree.nodes[node]?.element ?? assert.fail());
}

function treeWith(...children: readonly Branch[]): UiTree {
  return treeOf(el("Window", "Main", {}, children));
}

const long = "a".repeat(300);

for (
  const [title, tree, selector, confidence, verified] of [
    [
      "an automation id of its own",
      treeWith(el("Button", "OK", { automationId: "ok" })),
      { automationId: "ok" },
      "stable",
      true,
    ],
    [
      "an id that is unique but too long, by its last part",
      treeWith(
        el("Button", "OK", { automationId: `${long}.btnOk` }),
        el("Button", "No", { automationId: `${long}.btnNo` }),
      ),
      { automationId: "btnOk", match: "contains" },
      "stable",
      true,
    ],
    [
      "such an id whose last part others hold too",
      treeWith(
        el("Button", "OK", { automationId: `${long}.btn` }),
        el("Button", "No", { automationId: "x.btn" }),
      ),
      { automationId: "btn", match: "contains" },
      "fragile",
      false,
    ],
    [
      "such an id without a last part, by the name",
      treeWith(el("Button", "OK", { automationId: `${long}.` })),
      { name: "OK", controlType: "Button", match: "contains" },
      "stable",
      true,
    ],
    [
      "neither",
      treeWith(el("Button", long, { automationId: long })),
      { controlType: "Button" },
      "fragile",
      false,
    ],
    [
      "id and name together",
      treeWith(el("Button", "OK", { automationId: "b" }), el("Button", "No", { automationId: "B" })),
      { automationId: "b", name: "OK", controlType: "Button" },
      "conditionally-stable",
      true,
    ],
    [
      "name and type",
      treeWith(el("Button", "OK"), el("Text", "OK")),
      { name: "OK", controlType: "Button" },
      "conditionally-stable",
      true,
    ],
    [
      "a shared id",
      treeWith(el("Button", "OK", { automationId: "b" }), el("Button", "OK", { automationId: "b" })),
      { automationId: "b", controlType: "Button" },
      "fragile",
      false,
    ],
    [
      "a shared name",
      treeWith(el("Button", "OK"), el("Button", "ok")),
      { name: "OK", controlType: "Button" },
      "fragile",
      false,
    ],
    ["a type alone", treeWith(el("Button")), { controlType: "Button" }, "fragile", false],
    ["nothing", treeWith(el("Unknown")), {}, "unsupported", false],
    [
      "a tree that was cut proves nothing",
      treeOf(el("Window", "Main", {}, [el("Button", "OK", { automationId: "ok" })]), { cutByNodes: true }),
      { automationId: "ok" },
      "stable",
      false,
    ],
  ] as [string, UiTree, unknown, string, boolean][]
) {
  Deno.test(`Recommender: ${title}`, () => {
    const recommendation = recommend(tree, 1);
    assert.deepEqual(
      [recommendation.selector, recommendation.confidence, recommendation.verified],
      [selector, confidence, verified],
    );
  });
}

Deno.test("whatever is recommended can be used, and its count is true", () => {
  const facts: fc.Arbitrary<Facts & { name: string }> = fc.record({
    name: fc.constantFrom("", "OK", "ok", "Save", long),
    automationId: fc.constantFrom("", "a", "A", "b", long, `${long}.x`, `${long}.`),
  });
  fc.assert(fc.property(fc.array(facts, { minLength: 1, maxLength: 8 }), (all) => {
    const tree = treeWith(
      ...all.map(({ name, ...rest }, index) => el(index % 3 === 0 ? "Edit" : "Button", name, rest)),
    );
    const recommender = new Recommender(tree);
    tree.nodes.slice(1).forEach(({ element }, index) => {
      const { selector, verified, matchCount } = recommender.recommend(element);
      const parsed = selectorSchema().parse(selector);
      const { matches } = find(tree, parsed);
      assert.equal(matches.length, matchCount);
      assert.ok(matches.includes(index + 1));
      if (verified) assert.deepEqual(matches, [index + 1]);
    });
  }));
});

Deno.test("supportedActions() takes patterns by their whole names", () => {
  assert.deepEqual(supportedActions(el("Slider", "", { patterns: ["RangeValue"] }).element), [
    "setRangeValue",
    "increment",
    "decrement",
  ]);
  assert.deepEqual(supportedActions(el("Edit", "", { patterns: ["Value", "ScrollItem", "Text"] }).element), [
    "getValue",
    "setValue",
    "appendText",
    "clear",
    "selectAll",
    "scrollIntoView",
  ]);
  assert.deepEqual(
    supportedActions(el("Pane", "", { patterns: ["LegacyIAccessible", "Transform"] }).element),
    [],
  );
});

const tree = treeWith(
  el("Button", "OK", { ...BUTTON, automationId: "ok" }),
  el("Button", "Hidden", { ...BUTTON, offscreen: true }),
  el("Edit", "Name", { ...EDIT, enabled: false, value: "secret", automationId: `${long}.name` }),
  el("Text", "Label", { patterns: ["LegacyIAccessible"] }),
  el("Pane", "", { focusable: true }),
  el("List", "Fruit", {}, [el("ListItem", "apple", ITEM), el("ListItem", "pear", ITEM)]),
);

Deno.test("catalog() lists what does something, and counts everything", () => {
  const result = catalog(tree, ALL);
  assert.deepEqual(result.controls.map(({ controlType, name }) => `${controlType} ${name}`), [
    "Button OK",
    "Button Hidden",
    "Edit Name",
    "Pane ",
    "ListItem apple",
    "ListItem pear",
  ]);
  assert.deepEqual(
    [
      result.totalNodes,
      result.actionableNodes,
      result.unsupportedNodes,
      result.stableAutomationIdNodes,
      result.nameOnlyNodes,
    ],
    [8, 6, 0, 2, 3],
  );
  assert.deepEqual(result.controlTypes, { Button: 2, Edit: 1, Text: 1, Pane: 1, List: 1, ListItem: 2 });
  assert.equal(result.patterns.Invoke, 2);
  assert.ok(!JSON.stringify(result).includes("secret"));
});

Deno.test("catalog() counts ids as stable only where they are unique", () => {
  const shared = { ...BUTTON, automationId: "b" };
  const { stableAutomationIdNodes, nameOnlyNodes } = catalog(
    treeWith(el("Button", "OK", shared), el("Button", "No", shared), el("Unknown", "", { focusable: true })),
    ALL,
  );
  assert.deepEqual([stableAutomationIdNodes, nameOnlyNodes], [0, 0]);
  assert.equal(catalog(treeWith(el("Unknown", "", { focusable: true })), ALL).unsupportedNodes, 1);
});

Deno.test("catalog() filters what is listed, not what is counted", () => {
  const visible = catalog(tree, { ...ALL, visibleOnly: true, enabledOnly: true });
  assert.deepEqual(visible.controls.map(({ name }) => name), ["OK", "", "apple", "pear"]);
  assert.equal(visible.actionableNodes, 6);
  const summary = catalog(tree, { ...ALL, summaryOnly: true });
  assert.deepEqual(summary.controls, []);
  assert.equal(summary.actionableNodes, 6);
  assert.equal(catalog(tree, { ...ALL, scope: nodeNamed(tree, "Fruit") }).totalNodes, 3);
  assert.equal(catalog(tree, { ...ALL, rootSelector: { name: "Fruit" } }).totalNodes, 3);
});

Deno.test("catalog() shows an id that is too long apart, with a selector that works instead", () => {
  const { controls } = catalog(tree, ALL);
  const edit = controls.find(({ name }) => name === "Name") ?? assert.fail();
  assert.equal(edit.automationId, "");
  assert.equal(edit.rawAutomationId, `${long}.name`);
  assert.deepEqual(edit.replaySelector, { automationId: "name", match: "contains" });
  const ok = controls[0] ?? assert.fail();
  assert.ok(!("rawAutomationId" in ok) && !("replaySelector" in ok));
  assert.equal(ok.rootHwnd, "0x00000100");
});
