/** What elements there are and what they say of themselves. */
import assert from "node:assert/strict";
import { waitFor } from "../windows/fixture_run.ts";
import { controlOf } from "../windows/observe.ts";
import { Client, hex, hresult, type Pointer } from "./client.ts";
import { FLAG, PATTERN, PROPERTY, RESULT, SCOPE, TYPE } from "./ids.ts";
import { OpenFixture, test } from "./opened.ts";

const ELEMENT = "IUIAutomationElement9";
const WALKER = "IUIAutomationTreeWalker";

/** An element's type, name and automation id. */
function identity(client: Client, element: Pointer): string {
  return [
    client.text(element, PROPERTY.localizedControlType),
    client.text(element, PROPERTY.name),
    client.text(element, PROPERTY.automationId),
  ].join("|");
}

/** The children that a walker steps over. */
function steps(client: Client, walker: Pointer, parent: Pointer, isBackward = false): Pointer[] {
  const found: Pointer[] = [];
  const step = (method: string, from: Pointer): Pointer =>
    client.take(walker, WALKER, method, ["usize"], [from]);
  const [start, next] = isBackward
    ? ["GetLastChildElement", "GetPreviousSiblingElement"]
    : ["GetFirstChildElement", "GetNextSiblingElement"];
  for (let child = step(start, parent); child !== 0n; child = step(next, child)) found.push(child);
  return found;
}

test("each kind of control has the type, name and id of Windows", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const expected: Readonly<Record<string, readonly [number, string]>> = {
    1001: [TYPE.button, "Push"],
    1021: [TYPE.checkBox, "Check"],
    1022: [TYPE.checkBox, "Three states"],
    1030: [TYPE.group, "Size"],
    1031: [TYPE.radioButton, "Small"],
    1101: [TYPE.edit, "Single line"],
    1102: [TYPE.document, "Multi-line"],
    1103: [TYPE.edit, "Password"],
    1111: [TYPE.comboBox, "Simple"],
    1112: [TYPE.comboBox, "Drop-down"],
    1113: [TYPE.comboBox, "Choice"],
    1121: [TYPE.list, "Colours"],
    1131: [TYPE.dataGrid, "Files"],
    1141: [TYPE.tree, "Places"],
    1150: [TYPE.tab, ""],
    1151: [TYPE.pane, "General"],
    1161: [TYPE.slider, "Volume"],
    1164: [TYPE.spinner, "Amount"],
    1165: [TYPE.progressBar, "Progress"],
    1166: [TYPE.scrollBar, "Across"],
    1170: [TYPE.toolBar, ""],
    1171: [TYPE.statusBar, ""],
    MenuBar: [TYPE.menuBar, "Application"],
    TitleBar: [TYPE.titleBar, "Casement UI Fixture"],
    Close: [TYPE.button, "Close"],
  };
  for (const [id, [type, name]] of Object.entries(expected)) {
    const element = open.byId(id);
    assert.equal(open.client.property(element, PROPERTY.controlType), type, `type of ${id}`);
    assert.equal(open.client.text(element, PROPERTY.name), name, `name of ${id}`);
    assert.equal(open.client.text(element, PROPERTY.frameworkId), "Win32");
    assert.equal(open.client.property(element, PROPERTY.processId), open.run.pid);
  }
});

test("what is in a control is its children", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const all = client.make("CreateTrueCondition");
  const children = (element: Pointer): string[] =>
    client.findAll(element, SCOPE.children, all).map((child) => identity(client, child));
  assert.deepEqual(children(open.byId(1121)).slice(0, 7), [
    ...["list item|Red|", "list item|Green|", "list item|Blue|", "list item|Yellow|", "list item|Violet|"],
    ...["list item|Orange|", "scroll bar|Vertical|NonClientVerticalScrollBar"],
  ]);
  assert.deepEqual(children(open.byId(1112)), [
    ...["list|Drop-down|ListBox", "button|Open|DropDown", "edit|Drop-down|1001"],
  ]);
  assert.deepEqual(children(open.byId(1113)), ["list|Choice|ListBox", "button|Open|DropDown"]);
  assert.deepEqual(children(open.byId(1150)), [
    "tab item|General|",
    "tab item|Details|",
    "tab item|History|",
  ]);
  assert.deepEqual(children(open.byName("apple #02", open.byId(1131))), [
    ...["text|apple #02|", "text|1024|", "text|Image|"],
  ]);
  assert.deepEqual(children(open.byId("Header", open.byId(1131))), [
    ...["header item|Name|HeaderItem 0", "header item|Size|HeaderItem 1", "header item|Type|HeaderItem 2"],
  ]);
  assert.deepEqual(children(open.byId(1170)), [
    ...["button|New|Item 2101", "button|Open|Item 2102", "check box|Bold|Item 2103"],
    ...["radio button|Left|Item 2104", "radio button|Right|Item 2105"],
  ]);
  assert.deepEqual(children(open.byId(1171)), [
    ...["text|Ready|StatusBar.Pane0", "text|Line 1|StatusBar.Pane1", "text|Insert|StatusBar.Pane2"],
  ]);
  assert.deepEqual(children(open.byId("MenuBar")), [
    ...["menu item|File|Item 1", "menu item|View|Item 2", "menu item|Help|Item 3"],
  ]);
  assert.deepEqual(children(open.byId("TitleBar")), [
    ...["menu bar|System|SystemMenuBar", "button|Minimize|Minimize", "button|Maximize|Maximize"],
    "button|Close|Close",
  ]);
  assert.deepEqual(children(open.byId(1164)), [
    ...["button|Forward|SmallIncrement", "button|Backward|SmallDecrement"],
  ]);
});

test("names come through as they are, however odd", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const list = open.byId(1125);
  const items = client.findAll(list, SCOPE.children, client.condition(PROPERTY.controlType, TYPE.listItem));
  const names = items.map((item) => client.text(item, PROPERTY.name));
  assert.ok(names.includes("emoji 😀 and 👩‍💻"));
  assert.ok(names.includes("שלום עולם"));
  assert.ok(names.includes("two\r\nlines"));
  assert.ok(names.includes("control \u0001\u0007\u001b[31m characters"));
  assert.equal(names.filter((name) => name === "same").length, 2);
  assert.ok(names.some((name) => name.length === 32_000), `lengths ${names.map(({ length }) => length)}`);
});

test("states are those of the controls", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  assert.equal(client.property(open.byId(1105), PROPERTY.isEnabled), false);
  assert.equal(client.property(open.byId(1105), PROPERTY.isKeyboardFocusable), false);
  assert.equal(client.property(open.byId(1101), PROPERTY.isKeyboardFocusable), true);
  assert.equal(client.property(open.byId(1103), PROPERTY.isPassword), true);
  assert.equal(client.property(open.byId(1101), PROPERTY.isPassword), false);
  assert.equal(client.property(open.byId(1251), PROPERTY.isOffscreen), false);
  assert.equal(client.property(open.byId(1270), PROPERTY.isOffscreen), true);
  assert.equal(client.property(open.byId("Maximize"), PROPERTY.isEnabled), false);
  assert.equal(client.text(open.byName("Push"), PROPERTY.accessKey), "Alt+P");
  const rows = client.findAll(
    open.byId(1123),
    SCOPE.children,
    client.condition(PROPERTY.controlType, TYPE.listItem),
  );
  assert.equal(client.property(rows[0] ?? 0n, PROPERTY.isOffscreen), false);
  assert.equal(client.property(rows.at(-1) ?? 0n, PROPERTY.isOffscreen), true);
  assert.equal(client.property(rows[4] ?? 0n, PROPERTY.positionInSet), 5);
  assert.equal(client.property(rows[4] ?? 0n, PROPERTY.sizeOfSet), 20);
});

test("an element has a rectangle, a handle and a point to click where it is", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const button = open.byId(1001);
  const handle = controlOf(open.run.hwnd, 1001);
  assert.equal(client.property(button, PROPERTY.nativeWindowHandle), Number(BigInt.asIntN(32, handle)));
  const [left = 0, top = 0, width = 0, height = 0] = client.property(
    button,
    PROPERTY.boundingRectangle,
  ) as number[];
  assert.ok(width > 20 && height > 10);
  const [point, isFound] = [new Int32Array(2), new Int32Array(1)];
  assert.equal(
    hex(hresult(button, ELEMENT, "GetClickablePoint", ["buffer", "buffer"], [point, isFound])),
    RESULT.ok,
  );
  assert.equal(isFound[0], 1);
  assert.deepEqual([...point], [Math.floor(left + width / 2), Math.floor(top + height / 2)]);
  const packed = BigInt.asUintN(32, BigInt(point[0] ?? 0)) | BigInt.asUintN(32, BigInt(point[1] ?? 0)) << 32n;
  const there = client.make("ElementFromPoint", ["u64"], [packed]);
  assert.deepEqual(client.runtimeId(there), client.runtimeId(button));
});

test("the three views differ as on Windows", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const count = (view: string): number => {
    const request = client.cacheRequest([], { scope: SCOPE.subtree, view: client.make(view) });
    const args = [SCOPE.descendants, client.make("CreateTrueCondition"), request];
    const array = client.take(open.window, ELEMENT, "FindAllBuildCache", ["i32", "usize", "usize"], args);
    return client.elements(array).length;
  };
  const [raw, control, content] = [
    ...["get_RawViewCondition", "get_ControlViewCondition", "get_ContentViewCondition"].map(count),
  ];
  assert.ok(raw !== undefined && control !== undefined && content !== undefined);
  assert.ok(raw > control && control > content, `${raw}, ${control}, ${content}`);
  const plain = client.findAll(open.window, SCOPE.descendants, client.make("CreateTrueCondition"));
  assert.equal(plain.length, control, "FindAll looks at the control view");
});

test("walkers step over the same elements forwards, backwards and up", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  for (const view of ["get_RawViewWalker", "get_ControlViewWalker", "get_ContentViewWalker"]) {
    const walker = client.make(view);
    const forward = steps(client, walker, open.window).map((child) => client.runtimeId(child));
    const backward = steps(client, walker, open.window, true).map((child) => client.runtimeId(child));
    assert.deepEqual(backward.reverse(), forward, view);
    assert.ok(forward.length > 20);
  }
  const raw = client.make("get_RawViewWalker");
  const cell = client.findAll(
    open.byName("apple #02", open.byId(1131)),
    SCOPE.children,
    client.make("CreateTrueCondition"),
  )[1];
  const names: string[] = [];
  for (let up = cell ?? 0n; up !== 0n; up = client.take(raw, WALKER, "GetParentElement", ["usize"], [up])) {
    names.push(client.text(up, PROPERTY.name));
  }
  assert.deepEqual(names, ["1024", "apple #02", "Files", "Casement UI Fixture", "Desktop 1"]);
});

test("runtime ids tell elements apart, and are the row's in lists", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const elements = client.findAll(open.window, SCOPE.descendants, client.make("CreateTrueCondition"));
  const ids = elements.map((element) => client.runtimeId(element).join());
  assert.equal(new Set(ids).size, ids.length);
  const first = client.runtimeId(open.byName("kiwi #01", open.byId(1123)));
  hresult(open.pattern(open.byId(1124), "invoke"), "IUIAutomationInvokePattern", "Invoke");
  const isSorted = await waitFor(() =>
    client.findFirst(open.byId(1123), SCOPE.children, client.make("CreateTrueCondition")) !== 0n &&
      client.runtimeId(open.byName("kiwi #01", open.byId(1123))).join() !== first.join()
      ? true
      : undefined
  );
  assert.ok(isSorted, "the row of an element changes when the list is sorted");
});

test("conditions: and, or, not, false, ignoring case, parts of texts", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const find = (condition: Pointer): string[] =>
    client.findAll(open.window, SCOPE.children, condition).map((each) => client.text(each, PROPERTY.name));
  const button = client.condition(PROPERTY.controlType, TYPE.button);
  const push = client.condition(PROPERTY.name, "push", FLAG.ignoreCase);
  const slow = client.condition(PROPERTY.name, "Slow");
  const both = ["usize", "usize"] as const;
  assert.deepEqual(find(client.make("CreateAndCondition", both, [button, push])), ["Push"]);
  const either = client.make("CreateOrCondition", both, [push, slow]);
  assert.deepEqual(find(either), ["Push", "Slow"]);
  const neither = client.make("CreateNotCondition", ["usize"], [either]);
  const others = find(client.make("CreateAndCondition", both, [button, neither]));
  assert.ok(others.includes("Default") && !others.includes("Push") && !others.includes("Slow"));
  assert.deepEqual(find(client.make("CreateFalseCondition")), []);
  assert.deepEqual(find(client.condition(PROPERTY.name, "ush")), []);
  assert.deepEqual(find(client.condition(PROPERTY.name, "efaul", FLAG.matchSubstring)), ["Default"]);
});

test("dialogs stand under the window that owns them, and closing them makes their elements unavailable", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  hresult(open.pattern(open.byId(1201), "invoke"), "IUIAutomationInvokePattern", "Invoke");
  const isDialog = client.condition(PROPERTY.className, "#32770");
  const dialog = await waitFor(() => client.findFirst(open.window, SCOPE.children, isDialog) || undefined);
  assert.ok(dialog !== undefined);
  assert.equal(client.property(dialog, PROPERTY.windowIsModal), true);
  assert.equal(client.property(open.window, PROPERTY.isEnabled), false);
  assert.equal(client.property(open.byId(1001), PROPERTY.isEnabled), false, "by the dialog");
  const button = open.pattern(open.byId(1001), "invoke");
  assert.equal(hex(hresult(button, "IUIAutomationInvokePattern", "Invoke")), RESULT.notEnabled);
  hresult(open.pattern(dialog, "window"), "IUIAutomationWindowPattern", "Close");
  const name = new BigUint64Array(1);
  const result = await waitFor(() => {
    const now = hex(hresult(dialog, ELEMENT, "get_CurrentName", ["buffer"], [name]));
    return now === RESULT.ok ? undefined : now;
  });
  assert.equal(result, RESULT.notAvailable);
});

test("MDI children are windows in the pane of the client area", async () => {
  await using open = await OpenFixture.start("--mdi");
  const { client } = open;
  const pane = client.findFirst(
    open.window,
    SCOPE.children,
    client.condition(PROPERTY.className, "MDIClient"),
  );
  assert.equal(client.property(pane, PROPERTY.controlType), TYPE.pane);
  const children = client.findAll(pane, SCOPE.children, client.condition(PROPERTY.controlType, TYPE.window));
  assert.deepEqual(children.map((child) => client.text(child, PROPERTY.name)), [
    ...["Document 3", "Document 2", "Document 1"],
  ]);
  assert.notEqual(client.pattern(children[0] ?? 0n, PATTERN.window), 0n);
});

test("odd controls: hidden ones are not there, disabled parents count, ids and names may be the same", async () => {
  await using open = await OpenFixture.start("--odd");
  const { client } = open;
  const having = (property: number, value: string): Pointer[] =>
    client.findAll(open.window, SCOPE.descendants, client.condition(property, value));
  assert.deepEqual(having(PROPERTY.automationId, "4001").map((each) => client.text(each, PROPERTY.name)), [
    ...["Twin A", "Twin B"],
  ]);
  assert.equal(having(PROPERTY.name, "Same name").length, 2);
  assert.equal(having(PROPERTY.automationId, "4008").length, 0, "hidden");
  assert.equal(having(PROPERTY.automationId, "4010").length, 0, "in a hidden panel");
  assert.equal(client.property(open.byId(4012), PROPERTY.isEnabled), false, "in a disabled panel");
  const offscreen = [4006, 4007, 4032, 4033].map((id) =>
    client.property(open.byId(id), PROPERTY.isOffscreen)
  );
  assert.deepEqual(offscreen, [true, true, false, true]);
  assert.equal(client.text(open.byId(4054), PROPERTY.name), "Fish & chips");
  assert.equal(client.text(open.byName("No id"), PROPERTY.automationId), "");
  assert.equal(client.text(open.byId(4056), PROPERTY.name).length, 32_000);
  assert.equal(client.text(open.byId(4055), PROPERTY.value).length, 32_000);
  const [point, isFound] = [new Int32Array(2), new Int32Array(1)];
  const ask = hresult(open.byId(4024), ELEMENT, "GetClickablePoint", ["buffer", "buffer"], [point, isFound]);
  assert.equal(hex(ask), RESULT.ok);
  assert.equal(isFound[0], 0, "covered by a panel");
});

test("the first class of UI Automation has the first interface only", () => {
  using client = new Client(true);
  const out = new BigUint64Array(1);
  // IUIAutomation2
  const id = Uint8Array.of(
    0xff,
    0x3a,
    0x72,
    0x34,
    0x9d,
    0x0c,
    0xd0,
    0x49,
    0x98,
    0x96,
    0x7a,
    0xb5,
    0x2d,
    0xf8,
    0xcd,
    0x8a,
  );
  assert.equal(client.queryInterface(client.automation, id, out), RESULT.noInterface);
  assert.equal(client.text(client.make("GetRootElement"), PROPERTY.name), "Desktop 1");
});
