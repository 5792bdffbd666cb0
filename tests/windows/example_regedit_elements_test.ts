/** The pack for the Registry Editor, on the one that Wine ships; what it did is read by the registry's own functions. */
import assert from "node:assert/strict";
import { comesToBe } from "./agent.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { OwnRegistryKey } from "./own_registry_key.ts";
import { PackProgram } from "./pack_program.ts";

const REG_SZ = 1;

function test(title: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : "the Registry Editor that Wine ships");
}

/** Selects a key of the test's own below Software. */
async function showKey(regedit: PackProgram, name: string): Promise<void> {
  await regedit.act("key.hkcu", "ensureSelected");
  await regedit.act("key.hkcu", "expand");
  await regedit.act("key.software", "ensureSelected");
  await regedit.act("key.software", "expand");
  const selector = { name, controlType: "TreeItem" };
  await regedit.call("ui_action", { selector, action: "select" });
  const path = { controlType: "Text", name: `\\\\${name}$`, match: "regex" };
  assert.ok((await regedit.call("ui_wait", { selector: path, condition: "exists" })).matched);
}

test("the pack of the Registry Editor finds everything that it names", async () => {
  using key = new OwnRegistryKey();
  await using regedit = await PackProgram.start("regedit");
  for (const root of ["hkcr", "hklm", "hku", "hkcc", "hkcu"]) {
    await regedit.act(`key.${root}`, "ensureSelected");
    await regedit.resolve(`path.${root}`);
  }
  await showKey(regedit, key.name);
  const paths = [...regedit.pack.controls.keys()].filter((name) => name.startsWith("path."));
  await regedit.findPage("browser", [...paths, "tree.rename", "values.rename"]);
  await regedit.findMenus();
  for (
    const [query, page, close] of [
      ["Suchbegriff", "find", "find.close"],
      ["导出文件名", "export", "export.cancel"],
      ["favorite name", "favorite", "favorite.cancel"],
    ] as const
  ) {
    await regedit.follow(query);
    await regedit.findPage(page);
    await regedit.act(close, "invoke");
  }
  for (
    const [query, command, kind] of [
      ["新建字符串值", "new.string", "string"],
      ["Neuer DWORD-Wert", "new.dword", "number"],
      ["new binary value", "new.binary", "binary"],
    ] as const
  ) {
    assert.equal(await regedit.follow(query), command);
    await regedit.act(command, "invoke");
    await regedit.resolve("values.rename");
    await regedit.call("send_key", { key: "enter" });
    const row = { name: "New Value #1", controlType: "DataItem" };
    await comesToBe(() => key.values().length, 1);
    await regedit.call("ui_action", { selector: row, action: "invoke" });
    await regedit.findPage(`edit-${kind}`);
    await regedit.act(`${kind}.cancel`, "invoke");
    await regedit.act("menu.edit", "expand");
    await regedit.act("edit.delete", "invoke");
    await regedit.findPage("confirm");
    await regedit.act("confirm.yes", "invoke");
    await comesToBe(() => key.values().length, 0);
  }
  // A key that is made has an edit over its name, in the tree.
  await regedit.call("ui_action", {
    selector: { name: key.name, controlType: "TreeItem" },
    action: "select",
  });
  assert.equal(await regedit.follow("新建项"), "new.key");
  await regedit.act("new.key", "invoke");
  await regedit.resolve("tree.rename");
  await regedit.call("send_key", { key: "enter" });
  regedit.assertFoundAllBut();
});

test("a value is made, filled and deleted by the pack of the Registry Editor", async () => {
  using key = new OwnRegistryKey();
  await using regedit = await PackProgram.start("regedit");
  await showKey(regedit, key.name);
  assert.equal(await regedit.follow("新建字符串值"), "new.string");
  await regedit.act("new.string", "invoke");
  await regedit.act("values.rename", "setValue", { value: "Größe 尺寸" });
  await regedit.call("send_key", { key: "enter" });
  await comesToBe(() => key.values(), [{ name: "Größe 尺寸", type: REG_SZ, text: "" }]);
  const row = { name: "Größe 尺寸", controlType: "DataItem" };
  await regedit.call("ui_action", { selector: row, action: "invoke" });
  await regedit.act("string.data", "setValue", { value: "zwölf" });
  await regedit.act("string.ok", "invoke");
  await comesToBe(() => key.values(), [{ name: "Größe 尺寸", type: REG_SZ, text: "zwölf" }]);
  for (const [answer, left] of [["confirm.no", 1], ["confirm.yes", 0]] as const) {
    await regedit.act("menu.edit", "expand");
    await regedit.act("edit.delete", "invoke");
    await regedit.act(answer, "invoke");
    await comesToBe(() => key.values().length, left);
  }
});

test("ensureSelected on a root key of the Registry Editor proves itself by the path, and does nothing twice", async () => {
  await using regedit = await PackProgram.start("regedit");
  assert.equal(await regedit.follow("Aktueller Benutzer"), "key.hkcu");
  const first = await regedit.act("key.hkcu", "ensureSelected");
  assert.deepEqual([first.controlStateVerified, first.businessStateVerified], [true, true]);
  await regedit.resolve("path.hkcu");
  const second = await regedit.act("key.hkcu", "ensureSelected");
  assert.deepEqual([second.method, second.alreadySelected], ["noop", true]);
  assert.equal(await regedit.follow("本地计算机"), "key.hklm");
  await regedit.act("key.hklm", "ensureSelected");
  assert.equal((await regedit.resolve("key.hkcu")).selected, false);
  await regedit.resolve("path.hklm");
});

test("where the Registry Editor is to search is any number of places", async () => {
  await using regedit = await PackProgram.start("regedit");
  assert.equal(await regedit.follow("search value names"), "find.names");
  for (const where of ["find.keys", "find.data"]) {
    await regedit.act(where, "setChecked", { value: "false" });
    assert.equal((await regedit.resolve(where)).toggleState, "Off");
  }
  await regedit.act("find.data", "ensureSelected");
  assert.deepEqual(
    await Promise.all(
      ["find.keys", "find.names", "find.data"].map(async (each) => (await regedit.resolve(each)).toggleState),
    ),
    ["Off", "On", "On"],
  );
  await regedit.act("find.close", "invoke");
});
