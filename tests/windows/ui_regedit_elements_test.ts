/** The Registry Editor, used by an agent; what it did is read by the registry's own functions. */
import assert from "node:assert/strict";
import { Agent, comesToBe } from "./agent.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { OwnRegistryKey, type TextValue } from "./own_registry_key.ts";

const REGEDIT = "C:\\windows\\regedit.exe";
const REG_SZ = 1;

function test(title: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : "the Registry Editor that Wine ships");
}

/** A key of the test's own, shown in the Registry Editor: the way to it is opened branch by branch. */
async function showKey(agent: Agent, name: string): Promise<string> {
  const { hwnd } = await agent.launch(REGEDIT);
  const item = (key: string): { hwnd: string; selector: object } => ({
    hwnd,
    selector: { name: key, controlType: "TreeItem", ancestor: { name: "HKEY_CURRENT_USER" } },
  });
  const outline = await agent.outline(hwnd);
  await agent.act({ outline, line: 'treeItem "HKEY_CURRENT_USER"' }, "expand");
  await agent.act(item("Software"), "expand");
  assert.equal((await agent.act(item(name), "select")).method, "SelectionItemPattern.Select");
  await agent.outlineWith(hwnd, new RegExp(String.raw`text ".*HKEY_CURRENT_USER\\\\Software\\\\${name}"`));
  return hwnd;
}

test("an agent makes a value in the Registry Editor, edits, renames and deletes it", async () => {
  using key = new OwnRegistryKey();
  await using agent = await Agent.start();
  const hwnd = await showKey(agent, key.name);
  const value = (called: string): { hwnd: string; selector: object } => ({
    hwnd,
    selector: { name: called },
  });
  const named = (
    called: string,
    text: string,
  ): readonly TextValue[] => [{ name: called, type: REG_SZ, text }];

  // A new value is there at once, with an edit over its name.
  await agent.choose(hwnd, "Edit", "New", "String Value");
  await comesToBe(() => key.values(), named("New Value #1", ""));
  let outline = await agent.outlineWith(
    hwnd,
    /dataItem "New Value #1" \[ref=e\d+\] selected: "REG_SZ"\n\s+edit \[ref=e\d+\] focused value="New Value #1"/,
  );
  await agent.act({ outline, line: "edit " }, "setValue", { value: "Größe 尺寸" });
  await agent.call("send_key", { hwnd, key: "enter" });
  await comesToBe(() => key.values(), named("Größe 尺寸", ""));

  // Its data, in the dialog that comes up for its row.
  const dialog = await agent.dialog(await agent.act(value("Größe 尺寸"), "invoke"), "Edit String");
  outline = await agent.outlineWith(
    dialog,
    /edit "Value name:" \[ref=e\d+\] disabled readonly value="Größe 尺寸"/,
  );
  const text = 'zwölf 😀 "x"\\';
  assert.equal(
    (await agent.act({ outline, line: 'edit "Value data:"' }, "setValue", { value: text })).verified,
    "yes",
  );
  await agent.act({ outline, line: 'button "OK"' }, "invoke");
  await comesToBe(() => key.values(), named("Größe 尺寸", text));

  // Renamed by the menu, and once more as what the row is called.
  await agent.choose(hwnd, "Edit", "Rename");
  await agent.act({ hwnd, selector: { controlType: "Edit" } }, "setValue", { value: "second" });
  await agent.call("send_key", { hwnd, key: "enter" });
  await comesToBe(() => key.values(), named("second", text));
  assert.equal((await agent.act(value("second"), "setValue", { value: "third" })).verified, "yes");
  await comesToBe(() => key.values(), named("third", text));
  await agent.outlineWith(hwnd, /dataItem "third"/);

  // The question whether to delete it: first no, then yes.
  for (const [answer, left] of [["No", named("third", text)], ["Yes", []]] as const) {
    const question = await agent.dialog(await agent.choose(hwnd, "Edit", "Delete"), "Confirm Value Delete");
    outline = await agent.outlineWith(
      question,
      /text "Are you sure you want to delete the selected registry value\?"/,
    );
    await agent.act({ outline, line: `button "${answer}"` }, "invoke");
    await comesToBe<readonly TextValue[]>(() => key.values(), left);
  }
  await agent.outlineWith(hwnd, /^(?![^]*dataItem "third")/);
});

test("an agent that renames a value to a name that is taken is told by the program, and nothing is lost", async () => {
  using key = new OwnRegistryKey();
  key.setText("one", "1");
  key.setText("two", "2");
  await using agent = await Agent.start();
  const hwnd = await showKey(agent, key.name);
  const before = key.values();
  const renamed = await agent.act({ hwnd, selector: { name: "two" } }, "setValue", { value: "one" });
  assert.notEqual(renamed.verified, "yes");
  const message = await agent.dialog(renamed, "Error");
  const outline = await agent.outlineWith(
    message,
    /text "Unable to rename the value 'two'\.\\r\\nThe specified value name already exists\."/,
  );
  await agent.act({ outline, line: 'button "OK"' }, "invoke");
  assert.deepEqual(key.values(), before);
});
