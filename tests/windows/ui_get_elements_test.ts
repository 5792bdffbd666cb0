import assert from "node:assert/strict";
import { controlOf, setText, textOf } from "./observe.ts";
import { outerRect } from "./screen.ts";
import { elementsTest as test } from "./elements_run.ts";
import { need } from "./ui_fixture_run.ts";
import { isEnabled, press, send } from "./ui_messages.ts";
import { ReadProgram } from "./ui_reading_run.ts";

const SECRET = "correct horse battery";
const LB_SETCURSEL = 0x186;

test("ui_get: an element's state is what the control has", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { run } = open;
  const line = controlOf(run.hwnd, 1101);
  setText(line, "typed 😀 by hand");
  const edit = await open.byId(1101);
  assert.deepEqual(
    [edit.controlType, edit.name, edit.className, edit.frameworkId, edit.processId],
    ["Edit", "Single line", "Edit", "Win32", run.pid],
  );
  assert.equal(BigInt(edit.nativeWindowHandle), line);
  assert.equal(edit.value, textOf(line));
  const { x, y, width, height } = outerRect(line);
  assert.deepEqual(edit.boundingRect, { x, y, width, height, coordinateSpace: "screen" });
  assert.ok(edit.patterns.includes("Value"));
});

test("ui_get: disabled and read-only are what the program made them", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { run } = open;
  for (const id of [1101, 1104, 1105]) {
    const { enabled, isReadOnly, value } = await open.byId(id);
    assert.equal(enabled, isEnabled(controlOf(run.hwnd, id)), `${id}`);
    assert.equal(value, textOf(controlOf(run.hwnd, id)));
    if (enabled) assert.equal(isReadOnly, id === 1104, `${id}`);
  }
  assert.equal((await open.byId(1003)).enabled, true);
  press(controlOf(run.hwnd, 1003));
  await need(run, "disabled", { id: 1003 });
  assert.equal((await open.byId(1003)).enabled, false);
});

test("ui_get: check marks, ranges, selections follow the program", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { run } = open;
  assert.equal((await open.byId(1021)).toggleState, "Off");
  press(controlOf(run.hwnd, 1021));
  await need(run, "toggle", { id: 1021, state: 1 });
  assert.equal((await open.byId(1021)).toggleState, "On");
  const before = await open.byId(1165);
  assert.deepEqual([before.rangeValue, before.minimum, before.maximum], [40, 0, 100]);
  press(controlOf(run.hwnd, 1006));
  await need(run, "value", { id: 1165, value: 50 });
  assert.equal((await open.byId(1165)).rangeValue, 50);
  send(controlOf(run.hwnd, 1121), LB_SETCURSEL, 2);
  const list = await open.byId(1121);
  assert.deepEqual([list.selectedName, list.selectedIndex], ["Blue", 2]);
});

test("ui_get: a password that the program has is in no answer of any tool", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  setText(controlOf(open.run.hwnd, 1103), SECRET);
  // The program has it.
  await need(open.run, "text", { id: 1103, text: SECRET });
  const { isPassword, valueProtected, value } = await open.byId(1103);
  assert.deepEqual([isPassword, valueProtected, value], [true, true, null]);
  const answers = [
    await open.read("ui_get", { selector: { automationId: "1103" } }),
    await open.read("ui_get", { selector: { name: SECRET } }),
    await open.read("ui_query", { rootSelector: { controlType: "Window" } }),
    await open.read("ui_query", { selector: { controlType: "Edit" }, fields: ["value", "name"] }),
    await open.read("ui_inspect_tree", { rootSelector: { automationId: "1103" } }),
    await open.read("ui_inspect_tree", { fields: ["name", "value"] }),
    await open.read("ui_catalog", { fields: ["recommendedSelector"] }),
    await open.refused("ui_get", { selector: { controlType: "Edit" } }),
    await open.refused("ui_inspect_tree", { rootSelector: { name: SECRET } }),
  ].map((answer) => JSON.stringify(answer));
  // What the caller has written itself comes back with it.
  const own = [1, 8];
  answers.forEach((answer, index) => {
    const without = own.includes(index)
      ? answer.replaceAll(`"wanted":"${SECRET}"`, "").replaceAll(`"name":"${SECRET}"`, "")
      : answer;
    assert.ok(
      !without.replaceAll(`name \\"${SECRET}\\"`, "").includes(SECRET),
      `${index}: ${answer.slice(0, 500)}`,
    );
  });
});

test("ui_get: a wrong name finds nothing and says what comes nearest", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const output = await open.read("ui_get", { selector: { name: "Psh", controlType: "Button" } });
  assert.deepEqual([output.found, output.element, output.status, output.complete], [
    false,
    null,
    "empty-but-accessible",
    true,
  ]);
  const [nearest] = output.nearest;
  assert.deepEqual([nearest.name, nearest.differs], ["Push", [{
    field: "name",
    wanted: "Psh",
    actual: "Push",
  }]]);
  assert.equal((await open.read("ui_get", { ref: nearest.ref })).element.automationId, "1001");
});

test("ui_get: twins are told apart, and the ref of one is that one", async () => {
  await using open = await ReadProgram.start("--odd");
  const { code, details } = await open.refused("ui_get", { selector: { automationId: "4001" } });
  assert.equal(code, "ELEMENT_AMBIGUOUS");
  const candidates = details?.candidates as { ref: string; onlyThisHas: unknown }[];
  assert.deepEqual(candidates.map(({ onlyThisHas }) => onlyThisHas), [{ name: "Twin A" }, {
    name: "Twin B",
  }]);
  const { element } = await open.read("ui_get", { ref: candidates[1]?.ref });
  assert.equal(textOf(BigInt(element.nativeWindowHandle)), "Twin B");
  const second = await open.read("ui_get", { selector: { automationId: "4001", index: 1 } });
  assert.equal(second.element.ref, candidates[1]?.ref);
});

test("ui_get: an element that was built again is stale, and its successor is named", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const old = await open.byId(1214);
  assert.equal((await open.read("ui_get", { ref: old.ref })).element.ref, old.ref);
  press(controlOf(open.run.hwnd, 1210));
  await need(open.run, "rebuild", { count: 1 });
  const { code, details } = await open.refused("ui_get", { ref: old.ref });
  assert.equal(code, "ELEMENT_STALE");
  const { ref } = details?.successor as { ref: string };
  const { element } = await open.read("ui_get", { ref });
  assert.equal(element.automationId, "1214");
  assert.notEqual(element.nativeWindowHandle, old.nativeWindowHandle);
});
