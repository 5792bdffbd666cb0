/**
 * The UI fixture tells the truth: each kind of control is driven by plain messages, and the log says what happened to
 * it. Tests of the product look at that log.
 */
import assert from "node:assert/strict";
import { controlOf, post, setText, textOf } from "./observe.ts";
import { outerRect } from "./screen.ts";
import { need, startUiFixture, uiFixtureTest as test } from "./ui_fixture_run.ts";
import { childWindow, clickAt, isEnabled, isVisible, KEY, key, press, send, type } from "./ui_messages.ts";

const WM = { cancelMode: 0x1F, contextMenu: 0x7B, doubleClick: 0x203, command: 0x111, vscroll: 0x115 };
const TREE = { tvmGetNextItem: 0x110A, tvgnCaret: 9, tvmEditLabel: 0x1141, tvmEndEditLabelNow: 0x1116 };
/** Points of client areas. */
const CLICKS_A_HEADER = { x: 20, y: 8 };
const FIRST_NODE = { x: 50, y: 8 };
const FIRST_CHECK_BOX = { x: 27, y: 8 };

test("push buttons say that they were pressed, and do what they are for", async () => {
  await using run = await startUiFixture("--slow-click-ms", "300");
  press(controlOf(run.hwnd, 1001));
  await need(run, "click", { id: 1001, text: "&Push" });
  press(controlOf(run.hwnd, 1002));
  await need(run, "click", { id: 1002, text: "&Default" });
  press(controlOf(run.hwnd, 1003));
  await need(run, "disabled", { id: 1003 });
  assert.equal(isEnabled(controlOf(run.hwnd, 1003)), false);
  press(controlOf(run.hwnd, 1006));
  await need(run, "value", { id: 1165, value: 50 });
  press(controlOf(run.hwnd, 1004));
  await need(run, "slowEnd", { ms: 300 });
});

test("a program ends in its own click handler", async () => {
  await using run = await startUiFixture();
  press(controlOf(run.hwnd, 1005));
  assert.equal((await run.status).code, 0);
  const events = await run.events();
  assert.equal(events.at(-1)?.event, "exit");
  assert.equal(events.some(({ event }) => event === "destroy"), false);
});

test("check boxes and radio buttons say their new state", async () => {
  await using run = await startUiFixture();
  const states = async (id: number): Promise<unknown[]> =>
    (await run.events()).filter((each) => each.event === "toggle" && each.id === id).map(({ state }) =>
      state
    );
  for (let i = 0; i < 2; i++) press(controlOf(run.hwnd, 1021));
  for (let i = 0; i < 3; i++) press(controlOf(run.hwnd, 1022));
  press(controlOf(run.hwnd, 1031));
  await need(run, "toggle", { id: 1031, text: "Small", state: 1 });
  assert.deepEqual(await states(1021), [1, 0]);
  assert.deepEqual(await states(1022), [1, 2, 0]);
});

test("edits say what they hold", async () => {
  await using run = await startUiFixture();
  setText(controlOf(run.hwnd, 1101), "by message 😀");
  await need(run, "text", { id: 1101, text: "by message 😀", length: 13 });
  setText(controlOf(run.hwnd, 1103), "secret");
  await need(run, "text", { id: 1103, text: "secret" });
  for (const letter of "ab\r") type(controlOf(run.hwnd, 1102), letter);
  await need(run, "text", { id: 1102, text: "ab\r\n" });
  for (const letter of "12345678901") type(controlOf(run.hwnd, 1106), letter);
  await need(run, "refused", { id: 1106 });
  assert.equal(textOf(controlOf(run.hwnd, 1106)), "1234567890");
  type(controlOf(run.hwnd, 1104), "A");
  assert.equal(textOf(controlOf(run.hwnd, 1104)), "cannot be changed");
});

test("combo boxes say what was chosen, typed, opened and closed", async () => {
  await using run = await startUiFixture();
  const cbShowDropDown = 0x14F;
  key(controlOf(run.hwnd, 1113), KEY.down);
  await need(run, "selection", { id: 1113, index: 1, texts: ["Green"] });
  const combo = controlOf(run.hwnd, 1112);
  send(combo, cbShowDropDown, 1);
  await need(run, "dropDown", { id: 1112, open: true });
  send(combo, cbShowDropDown, 0);
  await need(run, "dropDown", { id: 1112, open: false });
  for (const letter of "Pink") type(childWindow(combo, { className: "Edit" }), letter);
  await need(run, "text", { id: 1112, text: "Pink" });
  key(childWindow(controlOf(run.hwnd, 1111), { className: "Edit" }), KEY.down);
  await need(run, "selection", { id: 1111, texts: ["Red"] });
});

test("list boxes say what is selected, by its text", async () => {
  await using run = await startUiFixture();
  clickAt(controlOf(run.hwnd, 1121), 10, 5);
  await need(run, "selection", { id: 1121, index: 0, texts: ["Red"] });
  await need(run, "focus", { id: 1121, focused: true });
  post(controlOf(run.hwnd, 1121), WM.doubleClick, 1n, 5n << 16n | 10n);
  await need(run, "activateItem", { id: 1121, text: "Red" });
  clickAt(controlOf(run.hwnd, 1122), 10, 5);
  await need(run, "selection", { id: 1122, texts: ["Red"] });
  for (let i = 0; i < 2; i++) key(controlOf(run.hwnd, 1126), KEY.end); // the first key selects where the focus is
  await need(run, "selection", { id: 1126, index: 9999, texts: ["Line 10000"] });
  const lbSetTopIndex = 0x197;
  send(controlOf(run.hwnd, 1126), lbSetTopIndex, 5000);
  await need(run, "scroll", { id: 1126, position: 5000 });
});

test("a list box that is sorted again says who is where", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1123);
  clickAt(list, 10, 5);
  await need(run, "selection", { id: 1123, index: 0, texts: ["kiwi #01"] });
  press(controlOf(run.hwnd, 1124));
  await need(run, "sort", { id: 1123, descending: false, first: "apple #02", last: "tomato #19" });
  const lbGetCurSel = 0x188;
  assert.equal(send(list, lbGetCurSel), 10);
  key(list, KEY.home);
  await need(run, "selection", { id: 1123, index: 0, texts: ["apple #02"] });
  press(controlOf(run.hwnd, 1124));
  await need(run, "sort", { id: 1123, descending: true, first: "tomato #19", last: "apple #02" });
});

test("odd names are in their list box, each as it is", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1125);
  for (let i = 0; i < 6; i++) key(list, i === 0 ? KEY.home : KEY.down);
  await need(run, "selection", { id: 1125, texts: ["emoji 😀 and 👩‍💻"] });
  await need(run, "selection", { id: 1125, texts: ["lone surrogate \uD83D."] });
  await need(run, "selection", { id: 1125, texts: ["control \x01\x07\x1b[31m characters"] });
  await need(run, "selection", { id: 1125, texts: ["two\r\nlines"] });
  await need(run, "selection", { id: 1125, texts: ["שלום עולם"] });
  const lbGetTextLength = 0x18A;
  assert.equal(send(list, lbGetTextLength, 12), 32_000);
});

test("a list view is sorted by a click on its header, and says which row was hit", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1131);
  key(list, KEY.home);
  await need(run, "select", { id: 1131, index: 0, text: "kiwi #01", selected: true });
  key(list, KEY.down);
  await need(run, "select", { id: 1131, index: 1, text: "apple #02", selected: true });
  await need(run, "select", { id: 1131, index: 0, text: "kiwi #01", selected: false });
  const header = childWindow(list, { className: "SysHeader32" });
  clickAt(header, CLICKS_A_HEADER.x, CLICKS_A_HEADER.y);
  await need(run, "sort", { id: 1131, column: 0, descending: false, first: "apple #02", last: "tomato #19" });
  clickAt(header, 150, CLICKS_A_HEADER.y);
  await need(run, "sort", {
    id: 1131,
    column: 1,
    descending: false,
    first: "sorrel #20",
    last: "orange #13",
  });
  key(list, KEY.home);
  await need(run, "select", { id: 1131, index: 0, text: "sorrel #20", selected: true });
});

test("a virtual list has as many rows as it is told, and can be turned round", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1132);
  const lvmGetItemCount = 0x1004;
  assert.equal(send(list, lvmGetItemCount), 10_000);
  key(list, KEY.end);
  await need(run, "select", { id: 1132, index: 9999, text: "Row 10000", selected: true });
  const sbPageUp = 2n;
  post(list, WM.vscroll, sbPageUp);
  const lvmGetTopIndex = 0x1027;
  await need(run, "scroll", { id: 1132, position: send(list, lvmGetTopIndex) });
  clickAt(childWindow(list, { className: "SysHeader32" }), CLICKS_A_HEADER.x, CLICKS_A_HEADER.y);
  await need(run, "sort", { id: 1132, descending: true, first: "Row 10000", last: "Row 00001" });
  await using short = await startUiFixture("--rows", "25");
  assert.equal(send(controlOf(short.hwnd, 1132), lvmGetItemCount), 25);
  assert.equal(send(controlOf(short.hwnd, 1126), 0x18B), 25);
});

test("items with check boxes say whether they are checked", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1134);
  key(list, KEY.home);
  key(list, KEY.space);
  await need(run, "check", { id: 1134, text: "Spelling", checked: true });
  const tree = controlOf(run.hwnd, 1142);
  clickAt(tree, FIRST_NODE.x, FIRST_NODE.y);
  await need(run, "select", { id: 1142, text: "Fruit" });
  clickAt(tree, FIRST_CHECK_BOX.x, FIRST_CHECK_BOX.y);
  await need(run, "check", { id: 1142, text: "Fruit", checked: true });
  key(controlOf(run.hwnd, 1133), KEY.home);
  await need(run, "select", { id: 1133, text: "Mail", selected: true });
});

test("a tree says what is selected, expanded and filled", async () => {
  await using run = await startUiFixture();
  const tree = controlOf(run.hwnd, 1141);
  clickAt(tree, FIRST_NODE.x, FIRST_NODE.y);
  await need(run, "select", { id: 1141, text: "World", selected: true });
  for (const each of [KEY.right, KEY.right, KEY.right]) key(tree, each);
  await need(run, "expand", { id: 1141, text: "World", expanded: true });
  await need(run, "expand", { id: 1141, text: "Europe", expanded: true });
  for (const each of [KEY.home, KEY.left]) key(tree, each);
  await need(run, "expand", { id: 1141, text: "World", expanded: false });
  for (const each of [KEY.home, KEY.down, KEY.right]) key(tree, each);
  await need(run, "fill", { id: 1141, children: 5 });
  await need(run, "expand", { id: 1141, text: "Lazy", expanded: true });
  const { tvmGetNextItem, tvgnCaret, tvmEditLabel, tvmEndEditLabelNow } = TREE;
  const edit = send(tree, tvmEditLabel, 0, send(tree, tvmGetNextItem, tvgnCaret));
  setText(BigInt(edit), "Slow");
  send(tree, tvmEndEditLabelNow);
  await need(run, "rename", { id: 1141, text: "Slow" });
});

test("a tab shows its page and hides the others", async () => {
  await using run = await startUiFixture();
  const tcmSetCurFocus = 0x1330;
  const [general, details] = [controlOf(run.hwnd, 1151), controlOf(run.hwnd, 1152)];
  assert.deepEqual([isVisible(general), isVisible(details)], [true, false]);
  setText(controlOf(general, 1154), "on a page");
  await need(run, "text", { id: 1154, text: "on a page" });
  send(controlOf(run.hwnd, 1150), tcmSetCurFocus, 1);
  await need(run, "page", { id: 1150, index: 1, text: "Details" });
  assert.deepEqual([isVisible(general), isVisible(details)], [false, true]);
  press(controlOf(details, 1155));
  await need(run, "toggle", { id: 1155, state: 1 });
});

test("ranges and scroll bars say where they stand", async () => {
  await using run = await startUiFixture();
  key(controlOf(run.hwnd, 1161), KEY.right);
  await need(run, "value", { id: 1161, value: 31 });
  key(controlOf(run.hwnd, 1162), KEY.down);
  await need(run, "value", { id: 1162, value: 1 });
  key(controlOf(run.hwnd, 1163), KEY.up);
  await need(run, "value", { id: 1164, value: 8 });
  await need(run, "text", { id: 1163, text: "8" });
  key(controlOf(run.hwnd, 1166), KEY.right);
  await need(run, "scroll", { id: 1166, position: 1 });
  key(controlOf(run.hwnd, 1167), KEY.end);
  await need(run, "scroll", { id: 1167, position: 46 });
});

test("a panel scrolls what is inside", async () => {
  await using run = await startUiFixture();
  const panel = controlOf(run.hwnd, 1250);
  const before = outerRect(controlOf(panel, 1270)).y;
  const sbBottom = 7n;
  post(panel, WM.vscroll, sbBottom);
  const { position } = await need(run, "scroll", { id: 1250 });
  assert.equal(before - outerRect(controlOf(panel, 1270)).y, position);
  press(controlOf(panel, 1270));
  await need(run, "click", { id: 1270, text: "Scrolled 20" });
});

test("tool bar, status bar and header", async () => {
  await using run = await startUiFixture();
  const toolBar = controlOf(run.hwnd, 1170);
  const rest = { tbIsChecked: 0x40A, tbIsEnabled: 0x409, sbGetParts: 0x406 };
  clickAt(toolBar, 118, 12);
  await need(run, "tool", { id: 2103, text: "Bold", checked: true });
  assert.equal(send(toolBar, rest.tbIsChecked, 2104), 1);
  assert.equal(send(toolBar, rest.tbIsEnabled, 2102), 0);
  assert.equal(send(controlOf(run.hwnd, 1171), rest.sbGetParts), 3);
  clickAt(controlOf(run.hwnd, 1168), 110, 10);
  await need(run, "header", { id: 1168, text: "Second" });
});

test("date, calendar, link, address and shortcut", async () => {
  await using run = await startUiFixture();
  clickAt(controlOf(run.hwnd, 1041), 145, 90);
  assert.match(String((await need(run, "date", { id: 1041 })).text), /^2024-02-\d\d$/);
  clickAt(controlOf(run.hwnd, 1042), 60, 8);
  await need(run, "link", { id: 1042, text: "first" });
  clickAt(controlOf(run.hwnd, 1040), 10, 12);
  key(controlOf(run.hwnd, 1040), KEY.up);
  await need(run, "date", { id: 1040, text: "2024-03-29" });
  const ipmSetAddress = 0x465;
  send(controlOf(run.hwnd, 1043), ipmSetAddress, 0, 0x0A000007);
  await need(run, "address", { id: 1043, text: "10.0.0.7" });
  key(controlOf(run.hwnd, 1044), 0x46);
  await need(run, "value", { id: 1044 });
});

test("menu commands say their item and whether it is checked now", async () => {
  await using run = await startUiFixture();
  post(run.hwnd, WM.command, 2001n);
  await need(run, "menu", { id: 2001, text: "&New\tCtrl+N", checked: false });
  post(run.hwnd, WM.command, 2012n);
  await need(run, "menu", { id: 2012, text: "second.txt" });
  post(run.hwnd, WM.command, 2021n);
  await need(run, "menu", { id: 2021, checked: false });
  post(run.hwnd, WM.command, 2024n);
  await need(run, "menu", { id: 2024, text: "&Large", checked: true });
  post(run.hwnd, WM.command, 2004n);
  await need(run, "close", { title: "Casement UI Fixture" });
  assert.equal((await run.status).code, 0);
});

test("a context menu opens where it was asked for", async () => {
  await using run = await startUiFixture();
  const list = controlOf(run.hwnd, 1121);
  post(list, WM.contextMenu, list, -1n);
  await need(run, "contextMenu", { id: 1121, byKeyboard: true });
  await need(run, "menuOpen", { items: 4, first: "&Inspect" });
  post(run.hwnd, WM.cancelMode, 0n);
});
