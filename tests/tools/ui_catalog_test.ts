import assert from "node:assert/strict";
import fc from "fast-check";
import { type Branch, BUTTON, EDIT, el, type Facts } from "../elements/trees.ts";
import { HWND_TEXT, listOfObjects, objectOf, openProgram, SECRET, type UiWorld } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };
const LONG = "x".repeat(300);

async function controlsOf(world: UiWorld, args: Readonly<Record<string, unknown>> = {}) {
  return listOfObjects((await world.succeed("ui_catalog", { ...TARGET, ...args })).controls);
}

Deno.test("ui_catalog: lists what does something, with a selector for each and what it can do", async () => {
  const world = openProgram();
  const output = await world.succeed("ui_catalog", TARGET);
  const [ok] = listOfObjects(output.controls);
  const { ref, ...rest } = objectOf(ok);
  assert.deepEqual(rest, {
    controlType: "Button",
    automationId: "ok",
    name: "OK",
    className: "",
    frameworkId: "Win32",
    enabled: true,
    visible: true,
    offscreen: false,
    rootHwnd: HWND_TEXT,
    selectorConfidence: "stable",
    recommendedSelector: { automationId: "ok" },
    selectorVerified: true,
    selectorMatchCount: 1,
    supportedActions: ["invoke"],
    patterns: ["Invoke"],
  });
  assert.equal(objectOf((await world.succeed("ui_get", { ref })).element).automationId, "ok");
  assert.deepEqual(
    [output.totalNodes, output.actionableNodes, output.stableAutomationIdNodes, output.nameOnlyNodes],
    [13, 10, 5, 5],
  );
  assert.deepEqual(output.controlTypes, { Button: 3, Group: 1, Edit: 2, List: 2, ListItem: 5 });
  assert.equal(objectOf(output.patterns).Invoke, 3);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("ui_catalog: control types and patterns are short names", async () => {
  for (const { controlType, patterns } of await controlsOf(openProgram())) {
    assert.ok(!`${controlType} ${patterns}`.includes("ControlType") && !`${patterns}`.includes("Pattern"));
  }
});

Deno.test("ui_catalog: a control with a range alone is offered no text actions", async () => {
  const range = { value: 1, minimum: 0, maximum: 9, smallChange: 1, largeChange: 3 };
  const drawn = el("Window", "Main", {}, [el("Slider", "Volume", { patterns: ["RangeValue"], range })]);
  const [slider] = await controlsOf(openProgram(drawn));
  assert.deepEqual(slider?.supportedActions, ["setRangeValue", "increment", "decrement"]);
});

Deno.test("ui_catalog: summaryOnly gives the counts and no controls", async () => {
  const output = await openProgram().succeed("ui_catalog", { ...TARGET, summaryOnly: true });
  assert.deepEqual([output.controls, output.actionableNodes, output.hints], [[], 10, undefined]);
});

Deno.test("ui_catalog: fields keeps what names a control, and whatever a control has can be asked for", async () => {
  const fields = ["recommendedSelector", "supportedActions", "value", "colour"];
  const output = await openProgram().succeed("ui_catalog", { ...TARGET, fields });
  assert.deepEqual(Object.keys(objectOf(listOfObjects(output.controls)[0])).sort(), [
    "automationId",
    "controlType",
    "name",
    "recommendedSelector",
    "ref",
    "selectorConfidence",
    "supportedActions",
  ]);
  assert.match(String(output.hints), /No element has these fields: value, colour\./);
});

Deno.test("ui_catalog: what is off screen or disabled is counted, and listed on request", async () => {
  const world = openProgram();
  const visible = await world.succeed("ui_catalog", TARGET);
  assert.ok(!JSON.stringify(visible.controls).includes("pineapple"));
  assert.deepEqual(visible.hints, ["1 controls are hidden by visibleOnly or enabledOnly."]);
  assert.ok(JSON.stringify(await controlsOf(world, { visibleOnly: false })).includes("pineapple"));
  assert.ok(!JSON.stringify(await controlsOf(world, { enabledOnly: true })).includes("Apply"));
});

Deno.test("ui_catalog: a part by rootSelector or ref has the element itself in it", async () => {
  const world = openProgram();
  const output = await world.succeed("ui_catalog", { ...TARGET, rootSelector: { name: "Login" } });
  assert.equal(output.totalNodes, 4);
  assert.deepEqual(listOfObjects(output.controls).map(({ name }) => name), ["User", "Password", "OK"]);
  const { ref } = objectOf(listOfObjects(output.controls)[0]);
  assert.deepEqual((await world.succeed("ui_catalog", { ref })).totalNodes, 1);
  assert.equal(
    (await world.fail("ui_catalog", { ...TARGET, rootSelector: { name: "Logout" } })).code,
    "ELEMENT_NOT_FOUND",
  );
});

Deno.test("ui_catalog: an automation id that no selector could hold is shown apart, with what to use instead", async () => {
  const drawn = el("Window", "Main", {}, [el("Edit", "Name", { ...EDIT, automationId: `${LONG}.name` })]);
  const world = openProgram(drawn);
  const [edit] = await controlsOf(world);
  assert.deepEqual([edit?.automationId, edit?.rawAutomationId], ["", `${LONG}.name`]);
  assert.deepEqual(edit?.replaySelector, { automationId: "name", match: "contains" });
  const got = await world.succeed("ui_get", { ...TARGET, selector: edit?.replaySelector });
  assert.equal(objectOf(got.element).name, "Name");
});

Deno.test("ui_catalog: a cut reading verifies no selector, and says that it was cut", async () => {
  const output = await openProgram().succeed("ui_catalog", { ...TARGET, maxNodes: 6 });
  assert.deepEqual([output.truncated, output.gaps], [true, { nodes: true }]);
  for (const { selectorVerified } of listOfObjects(output.controls)) assert.equal(selectorVerified, false);
});

Deno.test("ui_catalog: TREE_OUTPUT_TOO_LARGE above 1 MiB", async () => {
  const rows = (part: number) =>
    Array.from({ length: 480 }, (_, row) => el("Button", `${part} ${row}`, { ...BUTTON, className: LONG }));
  const parts = Array.from({ length: 5 }, (_, part) => el("Group", `${part}`, {}, rows(part)));
  const world = openProgram(el("Window", "Main", {}, parts));
  assert.equal((await world.fail("ui_catalog", TARGET)).code, "TREE_OUTPUT_TOO_LARGE");
  assert.equal((await world.succeed("ui_catalog", { ...TARGET, summaryOnly: true })).actionableNodes, 2_400);
});

const text = fc.constantFrom(
  "",
  "OK",
  "ok",
  "Save as…",
  "a".repeat(256),
  LONG,
  "x.y",
  `${LONG}.z`,
  "(",
  "\uD83D",
);
const control: fc.Arbitrary<Branch> = fc.record({
  controlType: fc.constantFrom("Button" as const, "Edit" as const, "Custom" as const, "Unknown" as const),
  name: text,
  automationId: text,
  offscreen: fc.boolean(),
}).map(({ controlType, name, ...facts }) => el(controlType, name, { ...BUTTON, ...facts } as Facts));

Deno.test("ui_catalog: whatever it recommends is accepted as input, and finds the control where it says so", async () => {
  const property = fc.asyncProperty(fc.array(control, { minLength: 1, maxLength: 6 }), async (children) => {
    const world = openProgram(el("Window", "Main", {}, children));
    for (const { ref, ...listed } of await controlsOf(world, { visibleOnly: false })) {
      for (const selector of [listed.recommendedSelector, listed.replaySelector]) {
        if (selector === undefined || Object.keys(objectOf(selector)).length === 0) continue;
        const found = await world.succeed("ui_query", { ...TARGET, selector });
        assert.equal(found.count, listed.selectorMatchCount);
        assert.ok(listOfObjects(found.elements).some((element) => element.ref === ref));
        if (listed.selectorVerified !== true) continue;
        const got = await world.succeed("ui_get", { ...TARGET, selector });
        assert.equal(objectOf(got.element).ref, ref);
      }
    }
  });
  await fc.assert(property, { numRuns: 60 });
});
