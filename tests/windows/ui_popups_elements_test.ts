/** What a program opens beside its window: menus, drop-down lists, message boxes, more windows. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";
import { need } from "./ui_fixture_run.ts";

interface Opened {
  readonly hwnd: string;
  readonly title: string;
  readonly className: string;
}

const CONTEXT_MENU = ["Inspect", "Copy name", "Grey item", "Paste as"];

async function refOf({ door, run }: Elements, selector: object): Promise<string> {
  return (await door.succeed("ui_get", { hwnd: run.handle, selector })).element.ref;
}

elementsTest("popups: a context menu is named, read and its items are invoked", async () => {
  await using ui = await Elements.start("--rows", "20");
  const { door, run } = ui;
  const push = await refOf(ui, { automationId: "1001", controlType: "Button" });
  const clicked = await door.succeed("click_window", { ref: push, button: "right" });
  const [menu]: readonly Opened[] = clicked.opened;
  assert.equal(menu?.className, "#32768");
  await need(run, "menuOpen", { items: 4 });
  const menuItems = { controlType: "MenuItem", ancestor: { controlType: "Menu" } };
  const { elements } = await door.succeed("ui_query", { hwnd: run.handle, selector: menuItems });
  const all: readonly { readonly name: string; readonly ref: string; readonly enabled: boolean }[] = elements;
  assert.deepEqual(all.map(({ name }) => name), CONTEXT_MENU);
  const [inspect, , grey] = all;
  assert.ok(inspect !== undefined && grey !== undefined);
  assert.equal((await door.fail("ui_action", { ref: grey.ref, action: "invoke" })).code, "CONTROL_DISABLED");
  assert.equal((await door.fail("click_window", { ref: inspect.ref })).code, "POINT_NOT_CLICKABLE");
  const invoked = await door.succeed("ui_action", { ref: inspect.ref, action: "invoke" });
  assert.deepEqual([invoked.method, invoked.verified], ["InvokePattern", "yes"]);
  assert.deepEqual(invoked.closed.map(({ hwnd }: Opened) => hwnd), [menu.hwnd]);
  await need(run, "menu", { id: 2041 });
  assert.equal((await door.succeed("ui_query", { hwnd: run.handle, selector: menuItems })).count, 0);
});

elementsTest("popups: the list of a combo box is named, read and chosen from", async () => {
  await using ui = await Elements.start("--rows", "20");
  const { door, run } = ui;
  const combo = await refOf(ui, { automationId: "1113" });
  const expanded = await door.succeed("ui_action", { ref: combo, action: "expand" });
  assert.deepEqual(expanded.opened.map(({ className }: Opened) => className), ["ComboLBox"]);
  await need(run, "dropDown", { id: 1113, open: true });
  const inList = (name: string): object => ({ name, ancestor: { automationId: "1113" } });
  await door.succeed("ui_action", { ref: await refOf(ui, inList("Blue")), action: "select" });
  assert.equal(
    (await door.succeed("ui_get", { ref: combo, selector: { name: "Blue" } })).element.selected,
    true,
  );
  // As a person would: a click chooses, and closes the list.
  const clicked = await door.succeed("click_window", { ref: await refOf(ui, inList("Green")) });
  assert.equal(clicked.messageTarget.className, "ComboLBox");
  await need(run, "dropDown", { id: 1113, open: false });
  await need(run, "selection", { id: 1113, index: 1 });
});

elementsTest("popups: a message box is named by what opened it, read and answered", async () => {
  await using ui = await Elements.start("--rows", "20");
  const { door, run } = ui;
  const message = await refOf(ui, { automationId: "1202" });
  const invoked = await door.succeed("ui_action", { ref: message, action: "invoke" });
  const [box]: readonly Opened[] = invoked.opened;
  assert.equal(box?.title, "A message");
  const { outline } = await door.succeed("ui_snapshot", { hwnd: run.handle });
  for (const words of ['"A message"', 'button "Yes"', 'button "No"']) {
    assert.ok(outline.includes(words), words);
  }
  // By the window that is blocked, as a caller knows it.
  const no = await refOf(ui, { name: "No", controlType: "Button", ancestor: { name: "A message" } });
  const answered = await door.succeed("ui_action", { ref: no, action: "windowMessageClick" });
  assert.equal(answered.rootHwnd, box.hwnd);
  assert.deepEqual(answered.closed.map(({ hwnd }: Opened) => hwnd), [box.hwnd]);
  await need(run, "dialogResult", { name: "message", result: "no" });
});

elementsTest("popups: an act by selector reaches into a window beside the one that was named", async () => {
  await using ui = await Elements.start("--rows", "20");
  const { door, run } = ui;
  const modeless = await refOf(ui, { automationId: "1203" });
  const [other]: readonly Opened[] =
    (await door.succeed("ui_action", { ref: modeless, action: "invoke" })).opened;
  assert.match(other?.title ?? "", /^Modeless/);
  const selector = { automationId: "3101" };
  const set = { hwnd: run.handle, selector, action: "setValue", value: "beside" };
  const done = await door.succeed("ui_action", set);
  assert.deepEqual([done.verified, done.before.name], ["yes", "Find"]);
  await need(run, "text", { id: 3101, text: "beside" });
});
