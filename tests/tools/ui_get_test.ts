import assert from "node:assert/strict";
import { BUTTON, EDIT, el, ITEM } from "../elements/trees.ts";
import { deepProgram, HWND_TEXT, listOfObjects, objectOf, openProgram, SECRET } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };

Deno.test("ui_get: reads the whole state of the one element that fits", async () => {
  const output = await openProgram().succeed("ui_get", { ...TARGET, selector: { automationId: "user" } });
  const { ref, runtimeId, ...element } = objectOf(output.element);
  assert.deepEqual([output.found, output.status, output.complete], [true, "found", true]);
  assert.match(String(ref), /^e\d+$/);
  assert.ok(Array.isArray(runtimeId));
  assert.deepEqual(element, {
    automationId: "user",
    name: "User",
    controlType: "Edit",
    className: "",
    frameworkId: "Win32",
    processId: 42,
    nativeWindowHandle: "",
    enabled: true,
    offscreen: false,
    focusable: true,
    hasKeyboardFocus: false,
    isPassword: false,
    valueProtected: false,
    isReadOnly: false,
    boundingRect: { x: 10, y: 20, width: 100, height: 30, coordinateSpace: "screen" },
    patterns: ["Value", "Text"],
    value: "ann",
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

Deno.test("ui_get: a password field is there, and its value is not", async () => {
  const output = await openProgram().succeed("ui_get", { ...TARGET, selector: { automationId: "password" } });
  const { isPassword, valueProtected, value } = objectOf(output.element);
  assert.deepEqual([isPassword, valueProtected, value], [true, true, null]);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("ui_get: the element of a ref itself, with its state of now", async () => {
  const world = openProgram();
  const before = await world.succeed("ui_get", { ...TARGET, selector: { automationId: "user" } });
  const { ref } = objectOf(before.element);
  const after = await world.succeed("ui_get", { ref });
  assert.deepEqual([after.found, after.status], [true, "found"]);
  assert.deepEqual(after.element, before.element);
});

Deno.test("ui_get: of a list, which item is selected", async () => {
  const list = el("List", "Fruit", { patterns: ["Selection"] }, [
    el("ListItem", "apple", ITEM),
    el("ListItem", "pear", { ...ITEM, selected: true }),
  ]);
  const world = openProgram(el("Window", "Main", {}, [list]));
  const { element } = await world.succeed("ui_get", { ...TARGET, selector: { name: "Fruit" } });
  const { selectedName, selectedIndex } = objectOf(element);
  assert.deepEqual([selectedName, selectedIndex], ["pear", 1]);
});

Deno.test("ui_get: shows ten thousand units of a text, and says that there are more", async () => {
  const drawn = el("Window", "Main", {}, [el("Edit", "Log", { ...EDIT, value: "x".repeat(32_000) })]);
  const { element } = await openProgram(drawn).succeed("ui_get", { ...TARGET, selector: { name: "Log" } });
  const { value, cutTexts } = objectOf(element);
  assert.ok(String(value).length > 9_900 && String(value).length <= 10_001);
  assert.deepEqual(cutTexts, ["value"]);
});

Deno.test("ui_get: with a ref and a selector, what fits inside the element of the ref", async () => {
  const world = openProgram();
  const group = await world.succeed("ui_get", { ...TARGET, selector: { automationId: "login" } });
  const { ref } = objectOf(group.element);
  const ok = await world.succeed("ui_get", { ref, selector: { name: "OK" } });
  assert.equal(objectOf(ok.element).automationId, "loginOk");
  const outside = await world.succeed("ui_get", { ref, selector: { automationId: "apply" } });
  assert.deepEqual([outside.found, outside.element, outside.status], [false, null, "empty-but-accessible"]);
});

Deno.test("ui_get: several that fit are ELEMENT_AMBIGUOUS, with what tells them apart and a ref of each", async () => {
  const world = openProgram();
  const { code, details } = await world.fail("ui_get", { ...TARGET, selector: { name: "OK" } });
  assert.equal(code, "ELEMENT_AMBIGUOUS");
  assert.equal(details?.candidateCount, 2);
  const candidates = listOfObjects(details?.candidates);
  assert.deepEqual(candidates.map(({ onlyThisHas }) => onlyThisHas), [
    { automationId: "ok" },
    { automationId: "loginOk" },
  ]);
  const second = await world.succeed("ui_get", { ref: candidates[1]?.ref });
  assert.equal(objectOf(second.element).automationId, "loginOk");
});

Deno.test("ui_get: more than two candidates are all counted", async () => {
  const drawn = el("Window", "Main", {}, Array.from({ length: 14 }, () => el("Button", "Same", BUTTON)));
  const { code, details } = await openProgram(drawn).fail("ui_get", {
    ...TARGET,
    selector: { name: "Same" },
  });
  assert.deepEqual([code, details?.candidateCount], ["ELEMENT_AMBIGUOUS", 14]);
  assert.equal(listOfObjects(details?.candidates).length, 10);
});

Deno.test("ui_get: an index takes one of several; beyond them nothing is found, and it says how many there are", async () => {
  const world = openProgram();
  const second = await world.succeed("ui_get", { ...TARGET, selector: { name: "OK", index: 1 } });
  assert.equal(objectOf(second.element).automationId, "loginOk");
  const third = await world.succeed("ui_get", { ...TARGET, selector: { name: "OK", index: 2 } });
  assert.deepEqual([third.found, third.element, third.nearest], [false, null, undefined]);
  assert.deepEqual(third.hints, ["The index is beyond the 2 elements that fit otherwise."]);
});

Deno.test("ui_get: what is not there is said with what comes nearest and why", async () => {
  const world = openProgram();
  const selector = { name: "Apply", controlType: "Edit" };
  const output = await world.succeed("ui_get", { ...TARGET, selector });
  assert.deepEqual([output.found, output.element, output.status], [false, null, "empty-but-accessible"]);
  const nearest = objectOf(listOfObjects(output.nearest)[0]);
  assert.deepEqual(nearest.differs, [{ field: "controlType", wanted: "Edit", actual: "Button" }]);
  assert.equal(objectOf((await world.succeed("ui_get", { ref: nearest.ref })).element).name, "Apply");
});

Deno.test("ui_get: found false in a reading that was cut does not say that nothing is there", async () => {
  const selector = { name: "Deep" };
  const output = await openProgram(deepProgram(20)).succeed("ui_get", { ...TARGET, selector });
  assert.deepEqual([output.found, output.status, output.truncated], [false, "truncated", true]);
  const few = await openProgram().succeed("ui_get", { ...TARGET, selector: { name: "leek" }, maxNodes: 5 });
  assert.deepEqual([few.found, few.status, few.gaps], [false, "truncated", { nodes: true }]);
});

Deno.test("ui_get: a window that shows nothing of itself is not called empty", async () => {
  const drawn = el("Window", "Main", {}, [el("Pane", "", {}, [el("Pane")])]);
  const output = await openProgram(drawn).succeed("ui_get", { ...TARGET, selector: { name: "OK" } });
  assert.deepEqual([output.found, output.status], [false, "not-exposed"]);
});

Deno.test("ui_get: parts of a selector that are not looked at are named", async () => {
  const selector = { name: "apple", ancestor: { name: "Fruit", index: 0 } };
  const output = await openProgram().succeed("ui_get", { ...TARGET, selector });
  assert.deepEqual(output.hints, ["Not looked at: selector.ancestor.index."]);
});

Deno.test("ui_get: needs a selector or a ref, and every violation of a selector is named", async () => {
  const world = openProgram();
  const none = await world.fail("ui_get", TARGET);
  assert.deepEqual([none.code, listOfObjects(none.details?.violations)[0]?.path], [
    "INVALID_PARAMS",
    "selector",
  ]);
  const selector = { name: "(", className: "[", match: "regex", nme: "x", path: [{ name: "x", index: -1 }] };
  const { details } = await world.fail("ui_get", { ...TARGET, selector });
  const violations = listOfObjects(details?.violations);
  assert.deepEqual(violations.map(({ path }) => path).sort(), [
    "selector.className",
    "selector.name",
    "selector.nme",
    "selector.path[0].index",
  ]);
  assert.equal(violations.find(({ path }) => path === "selector.nme")?.didYouMean, "name");
});
