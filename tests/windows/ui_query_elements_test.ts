import assert from "node:assert/strict";
import { controlOf, textOf } from "./observe.ts";
import { elementsTest as test } from "./elements_run.ts";
import { need, topWindow } from "./ui_fixture_run.ts";
import { childWindow, press, send } from "./ui_messages.ts";
import { ReadProgram } from "./ui_reading_run.ts";

const LB = { getCount: 0x18B, setCurSel: 0x186, getCurSel: 0x188 };

function names(output: { elements: readonly { name: string }[] }): readonly string[] {
  return output.elements.map(({ name }) => name);
}

test("ui_query: items without ids are found by name inside a named list", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const list = controlOf(open.run.hwnd, 1121);
  send(list, LB.setCurSel, 4);
  const all = await open.read("ui_query", {
    selector: { controlType: "ListItem" },
    rootSelector: { name: "Colours", controlType: "List" },
  });
  assert.equal(all.count, send(list, LB.getCount));
  assert.deepEqual(names(all), ["Red", "Green", "Blue", "Yellow", "Violet", "Orange"]);
  const selected = all.elements.findIndex((one: { selected: boolean }) => one.selected);
  assert.equal(selected, send(list, LB.getCurSel));
  const files = await open.read("ui_query", {
    rootSelector: { name: "Files" },
    selector: { controlType: "DataItem" },
    nameContains: "APPLE",
  });
  assert.deepEqual(names(files), ["apple #02"]);
});

test("ui_query: by path, by pattern, by index", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const inner = controlOf(controlOf(open.run.hwnd, 1220), 1221);
  const path = ["1220", "1221", "1222"].map((automationId) => ({ automationId }));
  const byPath = await open.read("ui_query", { selector: { path } });
  assert.equal(byPath.count, 1);
  assert.equal(BigInt(byPath.elements[0].nativeWindowHandle), controlOf(inner, 1222));
  const astray = await open.read("ui_query", { selector: { path: path.slice(1) } });
  assert.deepEqual([astray.found, astray.status], [false, "empty-but-accessible"]);
  const radios = await open.read("ui_query", {
    selector: { name: "^(small|large)$", match: "regex", controlType: "RadioButton" },
  });
  assert.deepEqual(names(radios), ["Small", "Large"]);
  const second = await open.read("ui_query", {
    selector: { name: "^(small|large)$", match: "regex", controlType: "RadioButton", index: 1 },
  });
  assert.deepEqual(names(second), ["Large"]);
  assert.equal(textOf(BigInt(second.elements[0].nativeWindowHandle)), "Large");
});

test("ui_query: a deep control is not called missing, and auto depth finds it", async () => {
  await using open = await ReadProgram.start("--deep", "18");
  const selector = { automationId: "1001", controlType: "Button" };
  const shallow = await open.read("ui_query", { selector, maxDepth: 10 });
  assert.deepEqual([shallow.found, shallow.status, shallow.truncated], [false, "truncated", true]);
  assert.ok(shallow.gaps.depth > 0);
  const auto = await open.read("ui_query", { selector, depthStrategy: "auto" });
  assert.deepEqual([auto.found, auto.count, auto.maxDepth], [true, 1, 24]);
  let panel = open.run.hwnd;
  for (let level = 1; level <= 18; level++) panel = childWindow(panel, { text: `Level ${level}` });
  assert.equal(BigInt(auto.elements[0].nativeWindowHandle), controlOf(panel, 1001));
});

test("ui_query: of ten thousand rows the first are read, and it says how many there are", async () => {
  await using open = await ReadProgram.start();
  const list = controlOf(open.run.hwnd, 1126);
  const rows = send(list, LB.getCount);
  assert.equal(rows, 10_000);
  const rootSelector = { automationId: "1126" };
  const first = await open.read("ui_query", { rootSelector, nameContains: "line 0000", maxNodes: 5_000 });
  assert.deepEqual(names(first).slice(0, 2), ["Line 00001", "Line 00002"]);
  const last = await open.read("ui_query", { rootSelector, nameContains: "Line 09999", maxNodes: 5_000 });
  assert.deepEqual([last.found, last.status], [false, "truncated"]);
  assert.match(String(last.hints), new RegExp(`of ${rows} children were read`));
});

test("ui_query: a dialog of the program is searched too, and what is in it counts once", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  press(controlOf(open.run.hwnd, 1201));
  await need(open.run, "dialog", { name: "modal" });
  const selector = { automationId: "3001", controlType: "Edit" };
  const both = await open.read("ui_query", { selector });
  assert.equal(both.count, 1);
  const dialog = await topWindow("A question");
  assert.equal(BigInt(both.elements[0].nativeWindowHandle), controlOf(dialog, 3001));
  const alone = await open.read("ui_query", { selector, includeProcessPopups: false });
  // It belongs to the window that owns it.
  assert.equal(alone.count, 1);
  const { controls } = await open.read("ui_catalog", { rootSelector: { automationId: "3001" } });
  assert.deepEqual(controls.map((one: { selectorMatchCount: number }) => one.selectorMatchCount), [1]);
  // The window behind a modal dialog is disabled, and still read.
  const push = await open.read("ui_get", { selector: { name: "Push", controlType: "Button" } });
  assert.ok(push.found);
});

test("ui_query: a program that hangs while it is read costs the time of the call and no more", async () => {
  await using open = await ReadProgram.start("--rows", "20", "--hang-on", "WM_GETTEXT", "90000");
  const begun = performance.now();
  const selector = { automationId: "1223" };
  const answer = await open.call("ui_query", { selector, timeoutMs: 3_000 });
  const tookMs = performance.now() - begun;
  await need(open.run, "hang");
  assert.ok(tookMs < 45_000, `${tookMs} ms`);
  if (answer.ok) assert.deepEqual([answer.output.complete, answer.output.truncated], [false, true]);
  else assert.match(answer.error.code, /^(TIMEOUT|PROVIDER_BUSY|WINDOW_NOT_RESPONDING)$/);
});

test("ui_query: odd names come through as they are", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const rootSelector = { automationId: "1125" };
  const { elements } = await open.read("ui_query", { rootSelector, selector: { controlType: "ListItem" } });
  const byName = names({ elements });
  assert.ok(byName.includes("emoji 😀 and 👩‍💻"));
  assert.ok(byName.includes("שלום עולם"));
  assert.ok(byName.includes("control \x01\x07\x1b[31m characters"));
  for (const name of ["EMOJI 😀 AND 👩‍💻", "two\r\nlines", "quotes \" ' \\ and <angle> & ampersand"]) {
    assert.equal((await open.read("ui_query", { rootSelector, selector: { name } })).count, 1, name);
  }
  const same = await open.read("ui_query", { rootSelector, selector: { name: "same" } });
  assert.deepEqual([same.count, new Set(same.elements.map((one: { ref: string }) => one.ref)).size], [2, 2]);
});
