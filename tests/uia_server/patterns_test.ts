/** What patterns do, seen in the program's own log or by plain messages to its controls. */
import assert from "node:assert/strict";
import { waitFor } from "../windows/fixture_run.ts";
import { controlOf, isMinimized, textOf } from "../windows/observe.ts";
import { send } from "../windows/ui_messages.ts";
import { hex, hresult, type InterfaceName, numberOf, type Pointer, textOf as getText } from "./client.ts";
import { PROPERTY, RESULT, SCOPE, TYPE } from "./ids.ts";
import { OpenFixture, test } from "./opened.ts";

const ELEMENT = "IUIAutomationElement9";
const MESSAGE = { emGetSel: 0xB0, lbGetCurSel: 0x188, lbGetSel: 0x187, tbmGetPos: 0x400, cbGetCurSel: 0x147 };

/** Calls a method without an answer and expects a result. */
function call(
  pattern: Pointer,
  name: InterfaceName,
  method: string,
  expected: string = RESULT.ok,
  ...args: readonly (number | bigint)[]
): void {
  const types = args.map((argument) => typeof argument === "bigint" ? "usize" as const : "i32" as const);
  assert.equal(hex(hresult(pattern, name, method, types, args)), expected, method);
}

/** Waits for an event of the log that has these fields. */
async function logged(open: OpenFixture, event: string, fields: Record<string, unknown>): Promise<void> {
  const found = await open.run.until((each) =>
    each.event === event &&
    Object.entries(fields).every(([name, value]) => JSON.stringify(each[name]) === JSON.stringify(value))
  );
  assert.ok(found !== undefined, `no ${event} ${JSON.stringify(fields)} in the log`);
}

function setValue(open: OpenFixture, element: Pointer, text: string, expected: string = RESULT.ok): void {
  const pattern = open.pattern(element, "value");
  open.client.withText(
    text,
    (bstr) => call(pattern, "IUIAutomationValuePattern", "SetValue", expected, bstr),
  );
}

function select(open: OpenFixture, element: Pointer, method = "Select", expected: string = RESULT.ok): void {
  call(open.pattern(element, "selectionItem"), "IUIAutomationSelectionItemPattern", method, expected);
}

test("Invoke presses buttons, tools, menu items, and refuses disabled ones", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const invoke = (element: Pointer, expected: string = RESULT.ok): void =>
    call(open.pattern(element, "invoke"), "IUIAutomationInvokePattern", "Invoke", expected);
  invoke(open.byId(1001));
  await logged(open, "click", { id: 1001, text: "&Push" });
  invoke(open.byId("Item 2101"));
  await logged(open, "tool", { id: 2101 });
  invoke(open.byId("Item 2102"), RESULT.notEnabled);
  invoke(open.byId(1003));
  await logged(open, "disabled", { id: 1003 });
  invoke(open.byId(1003), RESULT.notEnabled);
  assert.equal(open.client.pattern(open.byId(1101), 10000), 0n, "an edit cannot be invoked");
});

test("Toggle turns check boxes, list rows and tree items through their states", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const toggle = (element: Pointer): void =>
    call(open.pattern(element, "toggle"), "IUIAutomationTogglePattern", "Toggle");
  const state = (element: Pointer): number =>
    numberOf(open.pattern(element, "toggle"), "IUIAutomationTogglePattern", "get_CurrentToggleState");
  const triState = open.byId(1022);
  const seen = [state(triState)];
  for (let i = 0; i < 3; i++) {
    toggle(triState);
    seen.push(state(triState));
  }
  assert.deepEqual(seen, [0, 1, 2, 0]);
  await logged(open, "toggle", { id: 1022, state: 2 });
  const feature = open.byName("Grammar", open.byId(1134));
  const before = state(feature);
  toggle(feature);
  assert.equal(state(feature), 1 - before);
  await logged(open, "check", { id: 1134, text: "Grammar", checked: before === 0 });
  const choice = open.byName("Plum", open.byId(1142));
  const was = state(choice);
  toggle(choice);
  assert.equal(state(choice), 1 - was);
});

test("Value reads and writes edits and combo boxes", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const line = open.byId(1101);
  setValue(open, line, "été 😀");
  assert.equal(
    getText(open.pattern(line, "value"), "IUIAutomationValuePattern", "get_CurrentValue"),
    "été 😀",
  );
  assert.equal(textOf(controlOf(open.run.hwnd, 1101)), "été 😀");
  await logged(open, "text", { id: 1101, text: "été 😀" });
  setValue(open, open.byId(1102), "one\r\ntwo");
  await logged(open, "text", { id: 1102, text: "one\r\ntwo" });
  assert.equal(client.text(open.byId(1104), PROPERTY.value), "cannot be changed");
  assert.equal(client.property(open.byId(1104), PROPERTY.valueIsReadOnly), true);
  setValue(open, open.byId(1104), "no", RESULT.invalidOperation);
  setValue(open, open.byId(1105), "no", RESULT.notEnabled);
  setValue(open, open.byId(1106), "12345678901", RESULT.invalidArgument);
  setValue(open, open.byId(1112), "Pink");
  assert.equal(client.text(open.byId(1112), PROPERTY.value), "Pink");
  setValue(open, open.byId(1113), "Red", RESULT.invalidOperation);
});

test("a password can be set and is never told", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const password = open.byId(1103);
  setValue(open, password, "open sesame");
  await logged(open, "text", { id: 1103, text: "open sesame" });
  const variant = new Uint8Array(24);
  const get = (method: string): string =>
    hex(hresult(password, ELEMENT, method, ["i32", "buffer"], [PROPERTY.value, variant]));
  assert.equal(get("GetCurrentPropertyValue"), RESULT.accessDenied);
  assert.equal(client.text(password, PROPERTY.legacyValue), "");
  assert.equal(client.pattern(password, 10014), 0n, "no text pattern");
  const request = client.cacheRequest([PROPERTY.value, PROPERTY.name]);
  const cached = client.take(password, ELEMENT, "BuildUpdatedCache", ["usize"], [request]);
  const out = hresult(cached, ELEMENT, "GetCachedPropertyValue", ["i32", "buffer"], [
    PROPERTY.value,
    variant,
  ]);
  assert.equal(hex(out), RESULT.accessDenied);
  assert.equal(client.text(cached, PROPERTY.name, true), "Password");
});

test("ExpandCollapse opens and closes tree items and combo boxes", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const change = (element: Pointer, method: string, expected: string = RESULT.ok): void =>
    call(open.pattern(element, "expandCollapse"), "IUIAutomationExpandCollapsePattern", method, expected);
  const world = open.byName("World", open.byId(1141));
  assert.equal(client.property(world, PROPERTY.expandCollapseState), 0);
  assert.equal(client.findAll(world, SCOPE.children, client.make("CreateTrueCondition")).length, 0);
  change(world, "Expand");
  await logged(open, "expand", { id: 1141, text: "World", expanded: true });
  assert.equal(client.property(world, PROPERTY.expandCollapseState), 1);
  const children = client.findAll(world, SCOPE.children, client.make("CreateTrueCondition"));
  assert.ok(children.length > 0);
  assert.equal(client.property(children[0] ?? 0n, PROPERTY.level), 2);
  change(world, "Collapse");
  assert.equal(client.property(world, PROPERTY.expandCollapseState), 0);
  const lazy = open.byName("Lazy", open.byId(1141));
  assert.equal(client.property(lazy, PROPERTY.expandCollapseState), 0, "it says that it has children");
  change(lazy, "Expand");
  await logged(open, "fill", { id: 1141, children: 5 });
  assert.equal(client.findAll(lazy, SCOPE.children, client.make("CreateTrueCondition")).length, 5);
  const moon = open.byName("Moon", open.byId(1141));
  if (client.property(moon, PROPERTY.expandCollapseState) === 3) {
    change(moon, "Expand", RESULT.invalidOperation);
  }
  const combo = open.byId(1113);
  change(combo, "Expand");
  await logged(open, "dropDown", { id: 1113, open: true });
  assert.equal(client.property(combo, PROPERTY.expandCollapseState), 1);
  assert.equal(client.property(open.byName("Blue", combo), PROPERTY.isOffscreen), false);
  change(combo, "Collapse");
  await logged(open, "dropDown", { id: 1113, open: false });
});

test("SelectionItem selects in lists, combo boxes, trees, tabs and radio buttons", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  select(open, open.byName("Blue", open.byId(1121)));
  await logged(open, "selection", { id: 1121, index: 2, texts: ["Blue"] });
  assert.equal(send(controlOf(open.run.hwnd, 1121), MESSAGE.lbGetCurSel), 2);
  select(open, open.byName("Red", open.byId(1121)), "AddToSelection", RESULT.invalidOperation);
  const several = open.byId(1122);
  select(open, open.byName("Green", several));
  select(open, open.byName("Violet", several), "AddToSelection");
  await logged(open, "selection", { id: 1122, texts: ["Green", "Violet"] });
  select(open, open.byName("Green", several), "RemoveFromSelection");
  await logged(open, "selection", { id: 1122, texts: ["Violet"] });
  assert.equal(client.property(several, PROPERTY.canSelectMultiple), true);
  select(open, open.byName("Yellow", open.byId(1113)));
  await logged(open, "selection", { id: 1113, index: 3, texts: ["Yellow"] });
  const mango = open.byName("mango #03", open.byId(1131));
  select(open, mango);
  await logged(open, "select", { id: 1131, text: "mango #03", selected: true });
  assert.equal(client.property(mango, PROPERTY.isSelected), true);
  const moon = open.byName("Moon", open.byId(1141));
  select(open, moon);
  await logged(open, "select", { id: 1141, text: "Moon" });
  select(open, open.byName("History", open.byId(1150)));
  await logged(open, "page", { text: "History" });
  select(open, open.byId(1033));
  await logged(open, "toggle", { id: 1033, state: 1 });
  assert.equal(client.property(open.byId(1033), PROPERTY.isSelected), true);
});

test("Selection tells what is selected, and items tell where", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const list = open.byId(1122);
  select(open, open.byName("Green", list));
  select(open, open.byName("Orange", list), "AddToSelection");
  const selected = client.elements(
    client.take(open.pattern(list, "selection"), "IUIAutomationSelectionPattern", "GetCurrentSelection"),
  );
  assert.deepEqual(selected.map((each) => client.text(each, PROPERTY.name)), ["Green", "Orange"]);
  const container = client.take(
    open.pattern(selected[0] ?? 0n, "selectionItem"),
    "IUIAutomationSelectionItemPattern",
    "get_CurrentSelectionContainer",
  );
  assert.deepEqual(client.runtimeId(container), client.runtimeId(list));
});

test("RangeValue reads and moves trackbars, up-downs and scroll bars", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const range = (id: number): unknown[] =>
    [PROPERTY.rangeValue, PROPERTY.rangeMinimum, PROPERTY.rangeMaximum, PROPERTY.rangeIsReadOnly].map((
      property,
    ) => client.property(open.byId(id), property));
  const set = (id: number, value: number, expected: string = RESULT.ok): void => {
    const pattern = open.pattern(open.byId(id), "rangeValue");
    const result = hresult(pattern, "IUIAutomationRangeValuePattern", "SetValue", ["f64"], [value]);
    assert.equal(hex(result), expected);
  };
  assert.deepEqual(range(1161), [30, 0, 100, false]);
  assert.deepEqual(range(1162), [client.property(open.byId(1162), PROPERTY.rangeValue), -5, 5, false]);
  assert.deepEqual(range(1164), [7, 0, 50, false]);
  assert.deepEqual(range(1165), [40, 0, 100, true]);
  assert.deepEqual(range(1167).slice(1), [0, 46, false], "it goes to where the last page of 5 begins");
  set(1161, 55);
  await logged(open, "value", { id: 1161, value: 55 });
  assert.equal(send(controlOf(open.run.hwnd, 1161), MESSAGE.tbmGetPos), 55);
  set(1161, 101, RESULT.invalidArgument);
  set(1164, 12);
  assert.equal(textOf(controlOf(open.run.hwnd, 1163)), "12");
  set(1165, 50, RESULT.invalidOperation);
  set(1166, 40);
  await logged(open, "scroll", { id: 1166, position: 40 });
});

test("Scroll and ScrollItem bring rows into sight", async () => {
  await using open = await OpenFixture.start("--rows", "200");
  const { client } = open;
  const list = open.byId(1126);
  const scroll = open.pattern(list, "scroll");
  assert.equal(client.property(list, PROPERTY.isVerticallyScrollable), true);
  assert.equal(client.property(list, PROPERTY.verticalScrollPercent), 0);
  assert.equal(client.property(list, PROPERTY.horizontalScrollPercent), -1);
  const setPercent = hresult(scroll, "IUIAutomationScrollPattern", "SetScrollPercent", ["f64", "f64"], [
    -1,
    100,
  ]);
  assert.equal(hex(setPercent), RESULT.ok);
  await open.becomes(list, PROPERTY.verticalScrollPercent, 100);
  assert.equal(client.property(open.byName("Line 00200", list), PROPERTY.isOffscreen), false);
  call(scroll, "IUIAutomationScrollPattern", "Scroll", RESULT.ok, 2, 1);
  const percent = client.property(list, PROPERTY.verticalScrollPercent);
  assert.ok(typeof percent === "number" && percent < 100, `${percent}`);
  const row = open.byName("Line 00050", list);
  call(open.pattern(row, "scrollItem"), "IUIAutomationScrollItemPattern", "ScrollIntoView");
  assert.equal(client.property(row, PROPERTY.isOffscreen), false);
  const last = open.byName("sorrel #20", open.byId(1131));
  assert.equal(client.property(last, PROPERTY.isOffscreen), true);
  call(open.pattern(last, "scrollItem"), "IUIAutomationScrollItemPattern", "ScrollIntoView");
  assert.equal(client.property(last, PROPERTY.isOffscreen), false);
});

test("Grid and Table give cells, counts and headers", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const list = open.byId(1131);
  const grid = open.pattern(list, "grid");
  assert.equal(client.property(list, PROPERTY.gridRowCount), 20);
  assert.equal(client.property(list, PROPERTY.gridColumnCount), 3);
  const cell = client.take(grid, "IUIAutomationGridPattern", "GetItem", ["i32", "i32"], [1, 2]);
  assert.equal(client.text(cell, PROPERTY.name), "Image");
  assert.equal(client.property(cell, PROPERTY.gridItemRow), 1);
  assert.equal(client.property(cell, PROPERTY.gridItemColumn), 2);
  const out = new BigUint64Array(1);
  const outside = hresult(grid, "IUIAutomationGridPattern", "GetItem", ["i32", "i32", "buffer"], [
    20,
    0,
    out,
  ]);
  assert.equal(hex(outside), RESULT.invalidArgument);
  const headers = client.elements(
    client.take(open.pattern(list, "table"), "IUIAutomationTablePattern", "GetCurrentColumnHeaders"),
  );
  assert.deepEqual(headers.map((each) => client.text(each, PROPERTY.name)), ["Name", "Size", "Type"]);
});

test("Window minimises, restores and closes", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const pattern = open.pattern(open.window, "window");
  const state = (value: number): void =>
    call(pattern, "IUIAutomationWindowPattern", "SetWindowVisualState", RESULT.ok, value);
  state(2);
  await open.becomes(open.window, PROPERTY.windowVisualState, 2);
  assert.ok(isMinimized(open.run.hwnd));
  assert.equal(client.property(open.byId(1001), PROPERTY.isOffscreen), true);
  state(0);
  await open.becomes(open.window, PROPERTY.windowVisualState, 0);
  call(pattern, "IUIAutomationWindowPattern", "SetWindowVisualState", RESULT.invalidOperation, 1);
  call(pattern, "IUIAutomationWindowPattern", "Close");
  assert.equal((await open.run.status).code, 0);
});

test("Text reads, finds, moves and selects in edits", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const [PATTERN_NAME, RANGE] = ["IUIAutomationTextPattern", "IUIAutomationTextRange"] as const;
  setValue(open, open.byId(1102), "alpha beta\r\ngamma delta\r\nomega");
  const pattern = open.pattern(open.byId(1102), "text");
  const document = client.take(pattern, PATTERN_NAME, "get_DocumentRange");
  const read = (range: Pointer, longest = -1): string =>
    client.takeText(range, RANGE, "GetText", ["i32"], [longest]);
  assert.equal(read(document), "alpha beta\r\ngamma delta\r\nomega");
  assert.equal(read(document, 5), "alpha");
  const found = client.withText(
    "GAMMA",
    (bstr) => client.take(document, RANGE, "FindText", ["usize", "i32", "i32"], [bstr, 0, 1]),
  );
  assert.equal(read(found), "gamma");
  call(found, RANGE, "Select");
  const selection = send(controlOf(open.run.hwnd, 1102), MESSAGE.emGetSel);
  assert.deepEqual([selection & 0xFFFF, selection >>> 16], [12, 17]);
  const ranges = client.take(pattern, PATTERN_NAME, "GetSelection");
  const selected = client.take(ranges, "IUIAutomationTextRangeArray", "GetElement", ["i32"], [0]);
  assert.equal(read(selected), "gamma");
  call(selected, RANGE, "ExpandToEnclosingUnit", RESULT.ok, 3);
  assert.equal(read(selected), "gamma delta\r\n");
  const moved = new Int32Array(1);
  assert.equal(hex(hresult(selected, RANGE, "Move", ["i32", "i32", "buffer"], [3, 1, moved])), RESULT.ok);
  assert.equal(moved[0], 1);
  assert.equal(read(selected), "omega");
  call(found, RANGE, "ExpandToEnclosingUnit", RESULT.ok, 2);
  assert.equal(read(found), "gamma ");
});

test("LegacyIAccessible tells roles and states and does the default action", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const legacy = (element: Pointer): unknown[] =>
    [PROPERTY.legacyName, PROPERTY.legacyRole, PROPERTY.legacyDefaultAction].map((id) =>
      client.property(element, id)
    );
  assert.deepEqual(legacy(open.byId(1001)), ["Push", 43, "Press"]);
  assert.deepEqual(legacy(open.byId(1021)), ["Check", 44, "Check"]);
  assert.deepEqual(legacy(open.byName("Blue", open.byId(1121))), ["Blue", 34, "Double Click"]);
  const unavailable = 1;
  assert.equal((client.property(open.byId(1105), PROPERTY.legacyState) as number) & unavailable, unavailable);
  const pattern = open.pattern(open.byId(1021), "legacy");
  call(pattern, "IUIAutomationLegacyIAccessiblePattern", "DoDefaultAction");
  await logged(open, "toggle", { id: 1021, state: 1 });
  assert.equal((client.property(open.byId(1021), PROPERTY.legacyState) as number) & 0x10, 0x10);
});

test("menus open to elements, tell states, and do what they say", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const expand = (element: Pointer, method = "Expand"): void =>
    call(open.pattern(element, "expandCollapse"), "IUIAutomationExpandCollapsePattern", method);
  const isMenu = client.condition(PROPERTY.controlType, TYPE.menu);
  expand(open.byName("File", open.byId("MenuBar")));
  const menu = await waitFor(() => client.findFirst(open.window, SCOPE.children, isMenu) || undefined);
  assert.ok(menu !== undefined, "no menu came up");
  const items = client.findAll(menu, SCOPE.children, client.condition(PROPERTY.controlType, TYPE.menuItem));
  const texts = items.map((
    each,
  ) => [client.text(each, PROPERTY.name), client.text(each, PROPERTY.automationId)]);
  assert.deepEqual(texts[0], ["New", "Item 2001"]);
  assert.deepEqual(texts[1], ["Open…", "Item 2002"]);
  assert.equal(client.property(open.byName("Save", menu), PROPERTY.isEnabled), false);
  const save = open.pattern(open.byName("Save", menu), "invoke");
  call(save, "IUIAutomationInvokePattern", "Invoke", RESULT.notEnabled);
  call(open.pattern(open.byName("New", menu), "invoke"), "IUIAutomationInvokePattern", "Invoke");
  await logged(open, "menu", { id: 2001 });
  const isGone = await waitFor(() =>
    client.findFirst(open.window, SCOPE.children, isMenu) === 0n ? true : undefined
  );
  assert.ok(isGone, "the menu is still there");
});

test("submenus open under menus, and their items do what they say", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const expand = (element: Pointer): void =>
    call(open.pattern(element, "expandCollapse"), "IUIAutomationExpandCollapsePattern", "Expand");
  const waitForItem = async (name: string): Promise<Pointer> => {
    const isItem = client.condition(PROPERTY.name, name);
    const found = await waitFor(() => client.findFirst(open.window, SCOPE.descendants, isItem) || undefined);
    assert.ok(found !== undefined, `"${name}" has not come up`);
    return found;
  };
  expand(open.byName("File", open.byId("MenuBar")));
  expand(await waitForItem("Recent"));
  const item = await waitForItem("second.txt");
  assert.equal(client.text(item, PROPERTY.automationId), "Item 2012");
  call(open.pattern(item, "invoke"), "IUIAutomationInvokePattern", "Invoke");
  await logged(open, "menu", { id: 2012 });
});

test("a value given to a row or a branch renames it as a person does, and the program hears of it", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  for (const [id, name] of [[1131, "apple #02"], [1141, "World"]] as const) {
    const item = open.byName(name, open.byId(id));
    setValue(open, item, "Größe 尺寸");
    await logged(open, "rename", { id, text: "Größe 尺寸" });
    assert.equal(open.client.text(item, PROPERTY.name), "Größe 尺寸");
  }
});

test("SetFocus gives a control the keyboard, and the focused element says so", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const line = open.byId(1101);
  assert.equal(hex(hresult(line, ELEMENT, "SetFocus")), RESULT.ok);
  await open.becomes(line, PROPERTY.hasKeyboardFocus, true);
  assert.deepEqual(client.runtimeId(client.make("GetFocusedElement")), client.runtimeId(line));
  assert.equal(hex(hresult(open.byId(1105), ELEMENT, "SetFocus")), RESULT.notEnabled);
  assert.equal(hex(hresult(open.byId(1107), ELEMENT, "SetFocus")), RESULT.invalidOperation);
});
