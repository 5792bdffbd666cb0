/** Clicks of elements by their refs, seen in the program's log. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";
import { controlOf, moveTo, pointer } from "./observe.ts";
import { need } from "./ui_fixture_run.ts";
import { send } from "./ui_messages.ts";

const LB_GETTOPINDEX = 0x18E;
const LB_SETTOPINDEX = 0x197;
const LB_GETCURSEL = 0x188;

async function refOf({ door, run }: Elements, selector: object): Promise<string> {
  return (await door.succeed("ui_get", { hwnd: run.handle, selector })).element.ref;
}

elementsTest("click_window: a ref is clicked where its element is now, without the pointer", async () => {
  await using ui = await Elements.start("--rows", "200");
  const { door, run } = ui;
  const push = await refOf(ui, { automationId: "1001", controlType: "Button" });
  const before = pointer();
  moveTo(run.hwnd, 60, 40);
  const clicked = await door.succeed("click_window", { ref: push });
  assert.deepEqual([clicked.hwnd, clicked.opened], [run.handle, undefined]);
  await need(run, "click", { id: 1001 });
  const check = await refOf(ui, { automationId: "1021" });
  assert.equal((await door.succeed("click_window", { ref: check })).verified, "yes");
  await need(run, "toggle", { id: 1021, state: 1 });
  assert.deepEqual(pointer(), before);
});

elementsTest("click_window: a row that was scrolled is clicked in its place, or not at all", async () => {
  await using ui = await Elements.start("--rows", "200");
  const { door, run } = ui;
  const list = controlOf(run.hwnd, 1126);
  const row = await refOf(ui, { name: "Line 00003", ancestor: { automationId: "1126" } });
  send(list, LB_SETTOPINDEX, 2);
  await door.succeed("click_window", { ref: row });
  await need(run, "selection", { id: 1126, index: 2 });
  assert.equal(send(list, LB_GETCURSEL), 2);
  send(list, LB_SETTOPINDEX, 100);
  assert.equal((await door.fail("click_window", { ref: row })).code, "INVALID_BOUNDING_RECT");
  assert.deepEqual([send(list, LB_GETTOPINDEX), send(list, LB_GETCURSEL)], [100, 2]);
});

elementsTest("click_window: what lies wholly under another element is not clicked", async () => {
  await using ui = await Elements.start("--odd");
  const covered = await refOf(ui, { automationId: "4024" });
  assert.equal((await ui.door.fail("click_window", { ref: covered })).code, "POINT_OUTSIDE_TARGET");
  const inDisabled = await refOf(ui, { automationId: "4012" });
  assert.equal((await ui.door.fail("click_window", { ref: inDisabled })).code, "CONTROL_DISABLED");
  assert.deepEqual((await ui.run.events()).filter(({ event }) => event === "click"), []);
});

elementsTest("click_window: a double click on a row opens it", async () => {
  await using ui = await Elements.start("--rows", "20");
  const row = await refOf(ui, { controlType: "DataItem", ancestor: { automationId: "1131" }, index: 1 });
  await ui.door.succeed("click_window", { ref: row, doubleClick: true });
  await need(ui.run, "activateItem");
});
