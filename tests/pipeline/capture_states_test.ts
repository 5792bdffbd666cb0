import assert from "node:assert/strict";
import type { StateValue } from "../../src/pipeline/captured_state.ts";
import type { Step } from "../../src/steps/step.ts";
import { type Control, onControl, onElement, readOf, StateWorld } from "./state_world.ts";

const selection = (more: object): StateValue => ({ kind: "selection", ...more });

for (
  const [step, was] of [
    [onControl("name", "setValue", { value: "Bo" }), { kind: "value", text: "Ann" }],
    [onControl("name", "appendText", { value: "Bo" }), { kind: "value", text: "Ann" }],
    [onControl("name", "clear"), { kind: "value", text: "Ann" }],
    [onControl("agree", "setChecked", { value: "true" }), { kind: "toggle", toggleState: "Off" }],
    [onControl("agree", "toggle"), { kind: "toggle", toggleState: "Off" }],
    [onControl("volume", "setRangeValue", { rangeValue: 80 }), { kind: "range", number: 30 }],
    [onControl("volume", "increment"), { kind: "range", number: 30 }],
    [onControl("world", "expand"), { kind: "expanded", isExpanded: false }],
    [onControl("world", "collapse"), { kind: "expanded", isExpanded: false }],
    [onControl("colour", "selectByName", { value: "Blue" }), selection({ name: "Red", index: 0 })],
    [onControl("fruits", "selectByIndex", { index: 2 }), selection({ name: "Pear", index: 1 })],
    [onControl("tab.two", "ensureSelected"), { kind: "page", selected: "tab.one" }],
    [onElement("name", "setValue", { value: "Bo" }), { kind: "value", text: "Ann" }],
    [onElement("fruits", "selectByName", { value: "Plum" }), selection({ name: "Pear", index: 1 })],
  ] as const satisfies readonly (readonly [Step, StateValue])[]
) {
  const { tool, args } = step;
  Deno.test(`captureStates() of ${tool} ${args.action} reads ${JSON.stringify(was)}`, async () => {
    const world = await StateWorld.create();
    const captured = await world.capture({}, step);
    assert.deepEqual(readOf(captured).was, was);
    assert.deepEqual([captured.key, captured.kind, captured.isRestored], ["before", was.kind, false]);
    assert.deepEqual(world.acts, []);
  });
}

for (
  const [control, was] of [
    [{ controlType: "CheckBox", toggleState: "On", expandCollapseState: "Collapsed" }, {
      kind: "toggle",
      toggleState: "On",
    }],
    [{ controlType: "Spinner", rangeValue: 7, value: "7" }, { kind: "range", number: 7 }],
    [{ controlType: "TreeItem", expandCollapseState: "Expanded", value: "a" }, {
      kind: "expanded",
      isExpanded: true,
    }],
    [{ controlType: "Edit", value: "" }, { kind: "value", text: "" }],
    [
      {
        controlType: "ComboBox",
        value: "b",
        isReadOnly: true,
        items: ["a", "b"],
        chosen: [1],
        expandCollapseState: "Collapsed",
      },
      selection({ name: "b", index: 1 }),
    ],
    [{ controlType: "ComboBox", value: "typed", isReadOnly: false, expandCollapseState: "Collapsed" }, {
      kind: "value",
      text: "typed",
    }],
    [{ controlType: "Tab", items: ["a", "b"], chosen: [1] }, selection({ name: "b", index: 1 })],
  ] as const satisfies readonly (readonly [Control, StateValue])[]
) {
  Deno.test(`captureStates() finds the ${was.kind} of a ${control.controlType} by itself`, async () => {
    const world = await StateWorld.create();
    world.controls.any = structuredClone(control) as Control;
    const read = { tool: "ui_get", args: { pid: 7, selector: { automationId: "any" } } };
    assert.deepEqual(readOf(await world.capture({ read })).was, was);
  });
}

Deno.test("captureStates() keeps what references stood for, and the program by its targetRef", async () => {
  const world = await StateWorld.create();
  world.result("launch", { targetRef: "target_lab_9" });
  const args = { profile: "lab", targetRef: "${launch.targetRef}", control: "name" };
  const ofRun = readOf(await world.capture({ read: { tool: "profile_resolve", args } }));
  const resolved = { ...args, targetRef: "target_lab_9" };
  assert.deepEqual(ofRun.read, { tool: "profile_resolve", args: resolved });
  assert.deepEqual(ofRun.act, { tool: "profile_action", args: resolved });
  const ofStep = readOf(await world.capture({}, onControl("tab.two", "ensureSelected")));
  assert.equal(ofStep.act?.args.targetRef, "target_lab_1");
  const seen = world.calls.filter(({ tool }) => tool === "profile_resolve").slice(1);
  assert.deepEqual([...new Set(seen.map(({ args }) => args.targetRef))], ["target_lab_1"]);
});

Deno.test("captureStates() notes a reference that stands for nothing, and asks nothing", async () => {
  const world = await StateWorld.create();
  const read = {
    tool: "ui_get",
    args: { targetRef: "${launch.targetRef}", selector: { automationId: "name" } },
  };
  const { kind, state } = await world.capture({ read }, onElement("name", "clear"));
  assert.equal(kind, undefined);
  assert.ok(state.outcome === "unreadable");
  assert.match(state.reason, /stands for nothing/);
  assert.deepEqual(world.calls, []);
});

Deno.test("captureStates() takes along how the step may act, and nothing of what it does", async () => {
  const world = await StateWorld.create();
  const more = {
    value: "Bo",
    allowMessageClickFallback: true,
    maxDepth: 9,
    interactionMode: "auto",
    allowPassword: true,
    expect: true,
  };
  const { read, act } = readOf(await world.capture({}, onControl("name", "setValue", more)));
  const target = { profile: "lab", targetRef: "target_lab_1", control: "name", maxDepth: 9 };
  assert.deepEqual(read, { tool: "profile_resolve", args: target });
  assert.deepEqual(act, {
    tool: "profile_action",
    args: { ...target, allowMessageClickFallback: true, interactionMode: "auto" },
  });
});

Deno.test("captureStates() of another element than the step's acts on what it reads, not on the step's", async () => {
  const world = await StateWorld.create();
  const read = { tool: "ui_get", args: { pid: 7, selector: { automationId: "agree" } } };
  const { was, act } = readOf(await world.capture({ read }, onElement("name", "setValue", { value: "Bo" })));
  assert.deepEqual(was, { kind: "toggle", toggleState: "Off" });
  assert.deepEqual(act, { tool: "ui_action", args: read.args });
});

Deno.test("captureStates() of a step that names no element needs to be told what to read", async () => {
  const world = await StateWorld.create();
  const typing = { tool: "type_text", args: { pid: 7, text: "a" } };
  for (const captured of [await world.capture({}), await world.capture({}, typing)]) {
    assert.equal(captured.state.outcome, "unreadable");
  }
  const read = { tool: "ui_get", args: { pid: 7, selector: { automationId: "name" } } };
  assert.equal((await world.capture({ read }, typing)).kind, "value");
});

Deno.test("captureStates() keeps nothing of a password", async () => {
  const world = await StateWorld.create();
  const captured = await world.capture({}, onControl("secret", "setValue", { value: "hidden" }));
  assert.deepEqual(captured, {
    key: "before",
    stepIndex: 0,
    stepId: "change",
    kind: "value",
    isRestored: false,
    state: { outcome: "protected" },
  });
});

Deno.test("captureStates() reads a long text whole, or not at all", async () => {
  const world = await StateWorld.create();
  const step = onControl("name", "clear");
  const text = "0123456789".repeat(300);
  world.control("name").value = text;
  assert.deepEqual(readOf(await world.capture({}, step)).was, { kind: "value", text });
  world.hinders = ({ tool }) => tool === "ui_get" ? "ELEMENT_STALE" : undefined;
  assert.equal((await world.capture({}, step)).state.outcome, "unreadable");
});

Deno.test("captureStates() looks again for what is not there for a moment", async () => {
  const world = await StateWorld.create();
  for (const step of [onControl("name", "clear"), onElement("name", "clear")]) {
    world.control("name").hiddenLooks = 2;
    assert.equal((await world.capture({}, step)).kind, "value");
  }
  // However long a look takes, there is another one.
  world.callMs = 5_000;
  world.control("name").hiddenLooks = 1;
  assert.equal((await world.capture({}, onElement("name", "clear"))).kind, "value");
  world.control("tab.one").hiddenLooks = 1;
  assert.deepEqual(readOf(await world.capture({}, onControl("tab.two", "ensureSelected"))).was, {
    kind: "page",
    selected: "tab.one",
  });
});

Deno.test("captureStates() never fails: what cannot be read is noted, in bounded words", async () => {
  const world = await StateWorld.create();
  world.hinders = () => "TARGET_REQUIRED";
  const { state, kind } = await world.capture({}, onControl("name", "clear"));
  assert.ok(state.outcome === "unreadable");
  assert.match(state.reason, /TARGET_REQUIRED/);
  assert.ok(state.reason.length < 400);
  assert.equal(kind, "value");
  assert.equal(world.calls.length, 1);
  world.hinders = () => undefined;
  delete world.controls.name;
  assert.equal((await world.capture({}, onElement("name", "clear"))).state.outcome, "unreadable");
});

Deno.test("captureStates() asks a tool that shows no element once", async () => {
  const world = await StateWorld.create();
  const { state } = await world.capture({ read: { tool: "list_windows", args: {} } });
  assert.ok(state.outcome === "unreadable");
  assert.match(state.reason, /list_windows gives no element/);
  assert.equal(world.calls.length, 1);
});

Deno.test("captureStates() of an action that the element has no state for notes that", async () => {
  const world = await StateWorld.create();
  for (const step of [onControl("agree", "setValue", { value: "a" }), onControl("tab.one", "select")]) {
    assert.equal((await world.capture({}, step)).state.outcome, "unreadable");
  }
});

for (const [what, chosen] of [["no item is", []], ["several items are", [0, 2]]] as const) {
  Deno.test(`captureStates() keeps no selection where ${what} selected`, async () => {
    const world = await StateWorld.create();
    world.control("fruits").chosen = [...chosen];
    const { state } = await world.capture({}, onControl("fruits", "selectByIndex", { index: 1 }));
    assert.ok(state.outcome === "unreadable");
    assert.match(state.reason, /item/);
  });
}

Deno.test("captureStates() keeps the place alone where two items have the name", async () => {
  const world = await StateWorld.create();
  Object.assign(world.control("fruits"), { items: ["Plum", "Pear", "Plum"], chosen: [2] });
  const { was } = readOf(await world.capture({}, onControl("fruits", "selectByIndex", { index: 0 })));
  assert.deepEqual(was, { kind: "selection", index: 2 });
});

Deno.test("captureStates() keeps the text that a combo box shows where its items are not to be seen", async () => {
  const world = await StateWorld.create();
  const step = onControl("colour", "selectByName", { value: "Blue" });
  world.hinders = ({ tool }) => tool === "ui_query" ? "QUERY_TRUNCATED" : undefined;
  assert.deepEqual(readOf(await world.capture({}, step)).was, { kind: "selection", name: "Red" });
  world.hinders = () => undefined;
  // Typed by somebody, and no item at all.
  world.control("colour").value = "Mauve";
  assert.deepEqual(readOf(await world.capture({}, step)).was, { kind: "selection", name: "Mauve" });
});

Deno.test("captureStates() asks a long list of a pack itself what is selected", async () => {
  const world = await StateWorld.create();
  const items = Array.from({ length: 300 }, (_, index) => `row ${index}`);
  const fruits = Object.assign(world.control("fruits"), { items, chosen: [250] });
  const step = onControl("fruits", "selectByIndex", { index: 0 });
  assert.deepEqual(readOf(await world.capture({}, step)).was, { kind: "selection", name: "row 250" });
  fruits.chosen = [5, 250];
  assert.equal((await world.capture({}, step)).state.outcome, "unreadable");
  fruits.chosen = [];
  assert.equal((await world.capture({}, step)).state.outcome, "unreadable");
  const byElement = onElement("fruits", "selectByIndex", { index: 0 });
  fruits.chosen = [250];
  assert.equal((await world.capture({}, byElement)).state.outcome, "unreadable");
});

for (const control of ["tab.one", "tab.two", "tab.three"]) {
  Deno.test(`captureStates() knows the group of ${control}, by the control or by its contract`, async () => {
    const world = await StateWorld.create();
    const { was } = readOf(await world.capture({}, onControl(control, "ensureSelected")));
    assert.deepEqual(was, { kind: "page", selected: "tab.one" });
  });
}

for (const [count, selected] of [[0, []], [2, ["tab.one", "tab.three"]]] as const) {
  Deno.test(`captureStates() keeps no page where ${count} controls of its group read selected`, async () => {
    const world = await StateWorld.create();
    for (const name of ["tab.one", "tab.two", "tab.three"]) {
      world.control(name).selected = (selected as readonly string[]).includes(name);
    }
    const { state, kind } = await world.capture({}, onControl("tab.two", "ensureSelected"));
    assert.deepEqual([state.outcome, kind], ["unreadable", "page"]);
  });
}

Deno.test("captureStates() takes a control that switches for selected where it is on", async () => {
  const world = await StateWorld.create();
  for (const name of ["tab.one", "tab.two", "tab.three"]) {
    world.controls[name] = {
      controlType: "Button",
      toggleState: name === "tab.two" ? "On" : "Off",
      selected: true,
    };
  }
  const { was } = readOf(await world.capture({}, onControl("tab.one", "ensureSelected")));
  assert.deepEqual(was, { kind: "page", selected: "tab.two" });
});

Deno.test("captureStates() of ensureSelected reads the switch of a control in no group of one", async () => {
  const world = await StateWorld.create();
  for (const control of ["agree", "manner.fast"]) {
    const { was } = readOf(await world.capture({}, onControl(control, "ensureSelected")));
    assert.deepEqual(was, { kind: "toggle", toggleState: "Off" });
  }
});

Deno.test("captureStates() reads a selected item that is off-screen as well, and never whether anything shows", async () => {
  const world = await StateWorld.create();
  const { state } = await world.capture({}, onControl("tab.one", "scrollIntoView"));
  assert.equal(state.outcome, "unreadable");
});
