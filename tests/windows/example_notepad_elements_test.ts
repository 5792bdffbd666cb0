/** The pack for Notepad, on the one that Wine ships. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { comesToBe } from "./agent.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { childOf, controlOf, textOf } from "./observe.ts";
import { PackProgram } from "./pack_program.ts";
import { send } from "./ui_messages.ts";
import { topWindow } from "./ui_fixture_run.ts";

const EM_GETSEL = 0xB0;
const BM_GETCHECK = 0xF0;
const FIND_TEXT = 1152;
const MATCH_CASE = 1041;
const UP = 1056;

function test(title: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : "the Notepad that Wine ships");
}

/** The text in the window, as its own control says. */
function textIn({ hwnd }: PackProgram): string {
  const edit = childOf(hwnd, "Edit");
  assert.ok(edit !== undefined);
  return textOf(edit);
}

test("the pack of Notepad finds everything that it names", async () => {
  await using notepad = await PackProgram.start("notepad");
  await notepad.findPage("editor");
  await notepad.findMenus();
  for (
    const [query, page, close] of [
      ["find what", "find", "find.close"],
      ["replace with", "replace", "replace.close"],
      ["file name", "save-as", "save.cancel"],
      ["file to open", "open-file", "open.cancel"],
    ] as const
  ) {
    await notepad.follow(query);
    await notepad.findPage(page);
    await notepad.act(close, "invoke");
  }
  notepad.assertFoundAllBut("message.dialog", "message.ok", "message.text");
});

test("words in three languages lead to the find dialog of Notepad, where the pack's actions do what they say", async () => {
  await using notepad = await PackProgram.start("notepad");
  await notepad.act("text.area", "setValue", { value: "pear apple Apple" });
  assert.equal(textIn(notepad), "pear apple Apple");

  for (const query of ["find what", "查找内容", "Suchbegriff"]) {
    assert.equal(await notepad.follow(query), "find.text");
    const dialog = await topWindow("Find");
    await notepad.act("find.text", "setValue", { value: "Apple" });
    assert.equal(textOf(controlOf(dialog, FIND_TEXT)), "Apple");
    await notepad.act("find.matchCase", "setChecked", { value: "true" });
    assert.equal(send(controlOf(dialog, MATCH_CASE), BM_GETCHECK), 1);
    await notepad.act("find.up", "ensureSelected");
    assert.equal(send(controlOf(dialog, UP), BM_GETCHECK), 1);
    await notepad.act("find.down", "ensureSelected");
    assert.equal(send(controlOf(dialog, UP), BM_GETCHECK), 0);
    await notepad.act("text.area", "selectText", { start: 0, length: 0 });
    await notepad.act("find.next", "invoke");
    const edit = childOf(notepad.hwnd, "Edit") ?? 0n;
    await comesToBe(() => send(edit, EM_GETSEL) & 0xFFFF, 11);
    await notepad.act("find.close", "invoke");
  }
});

test("a text is written, replaced and saved by the pack of Notepad", async () => {
  const folder = await Deno.makeTempDir({ prefix: "casement" });
  try {
    await using notepad = await PackProgram.start("notepad");
    await notepad.act("text.area", "setValue", { value: "apple 一 apple" });
    assert.equal(await notepad.follow("replace with"), "replace.with");
    await notepad.act("replace.text", "setValue", { value: "apple" });
    await notepad.act("replace.with", "setValue", { value: "crème" });
    // Wine's Notepad ends itself on "Replace All", whoever presses it: one after the other it is.
    for (const seen of ["apple 一 apple", "crème 一 apple", "crème 一 crème"]) {
      await notepad.act("replace.one", "invoke");
      await comesToBe(() => textIn(notepad), seen);
    }
    await notepad.findPage("message");
    assert.match((await notepad.resolve("message.text")).name, /apple/);
    await notepad.act("message.ok", "invoke");
    await notepad.act("replace.close", "invoke");

    assert.equal(await notepad.follow("文件名"), "save.fileName");
    const path = join(folder, "by pack.txt");
    await notepad.act("save.encoding", "selectByName", { value: "Unicode (UTF-8)" });
    await notepad.act("save.fileName", "setValue", { value: path });
    await notepad.act("save.confirm", "invoke");
    await comesToBe(() => textOf(notepad.hwnd), "by pack.txt - Notepad");
    assert.deepEqual(await Deno.readFile(path), new TextEncoder().encode("\uFEFFcrème 一 crème"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
