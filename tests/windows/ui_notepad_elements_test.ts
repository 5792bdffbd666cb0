/** Notepad, used by an agent: texts are found and replaced, and saved where a first try goes wrong. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Agent, comesToBe } from "./agent.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { childOf, exists, textOf } from "./observe.ts";
import { send } from "./ui_messages.ts";

const NOTEPAD = "C:\\windows\\notepad.exe";
const EM_GETSEL = 0xB0;
const TEXT = "Hello 😀 apple\n中文 Apple, pear\nlast apple";
/** As an edit control holds it. */
const SHOWN = TEXT.replaceAll("\n", "\r\n");

function test(title: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : "the Notepad that Wine ships");
}

/** The selection of an edit control, as itself says. */
function selectionOf(edit: bigint): readonly [start: number, end: number] {
  const both = send(edit, EM_GETSEL);
  return [both & 0xFFFF, both >>> 16];
}

/** Notepad with the text in it, typed by the agent. */
async function withText(
  agent: Agent,
): Promise<
  { readonly hwnd: string; readonly edit: bigint; readonly process: { readonly isRunning: boolean } }
> {
  const { hwnd, process } = await agent.launch(NOTEPAD);
  await agent.call("type_text", { hwnd, text: TEXT });
  const edit = childOf(BigInt(hwnd), "Edit");
  assert.ok(edit !== undefined);
  assert.equal(textOf(edit), SHOWN);
  return { hwnd, edit, process };
}

/** Ends Notepad as a person does; nothing of it may be left. */
async function close(agent: Agent, hwnd: string, process: { readonly isRunning: boolean }): Promise<void> {
  await agent.call("manage_window", { hwnd, action: "close" });
  await comesToBe(() => process.isRunning, false);
}

test("an agent finds words in Notepad, and replaces them all", async () => {
  await using agent = await Agent.start();
  const { hwnd, edit } = await withText(agent);
  const places = [...SHOWN.matchAll(/apple/gi)].map(({ index }) => [index, index + 5] as const);
  const toStart = async (): Promise<void> => {
    await agent.act({ hwnd, selector: { controlType: "Document" } }, "selectText", { start: 0, length: 0 });
    assert.deepEqual(selectionOf(edit), [0, 0]);
  };

  await toStart();
  const find = await agent.dialog(await agent.choose(hwnd, "Search", "Search..."), "Find");
  let outline = await agent.outlineWith(find, /button "Find Next" \[ref=e\d+\] disabled/);
  assert.equal(
    (await agent.act({ outline, line: 'edit "Find What:"' }, "setValue", { value: "apple" })).verified,
    "yes",
  );
  const next = { outline, line: 'button "Find Next"' };
  for (const place of places) {
    await agent.act(next, "invoke");
    await comesToBe(() => selectionOf(edit), place);
  }

  // There is no further one: the message says so, and until it is answered nothing else can be used.
  const message = await agent.dialog(await agent.act(next, "invoke"), "Notepad");
  const said = await agent.outlineWith(message, /text "'apple' could not be found\."/);
  const waiting = await agent.refused("ui_action", {
    hwnd: find,
    selector: { name: "Find Next" },
    action: "invoke",
  });
  assert.deepEqual([waiting.code, waiting.details.dialog], ["CONTROL_DISABLED", message]);
  await agent.act({ outline: said, line: 'button "OK"' }, "invoke");
  await comesToBe(() => exists(BigInt(message)), false);
  await agent.act({ outline, line: 'button "Cancel"' }, "invoke");

  await toStart();
  const replace = await agent.dialog(await agent.choose(hwnd, "Search", "Replace..."), "Replace");
  outline = await agent.outline(replace);
  await agent.act({ outline, line: 'edit "Find What:"' }, "setValue", { value: "apple" });
  await agent.act({ outline, line: 'edit "Replace With:"' }, "setValue", { value: "crème brûlée" });
  // Wine's Notepad ends itself on "Replace All", whoever presses it: one after the other it is.
  let end = {};
  for (let press = 0; press <= places.length; press++) {
    end = await agent.act({ outline, line: 'button "Replace" ' }, "invoke");
  }
  const over = await agent.dialog(end, "Notepad");
  assert.equal(textOf(edit), SHOWN.replaceAll(/apple/gi, "crème brûlée"));
  await agent.act({ hwnd: over, selector: { name: "OK" } }, "invoke");
  await agent.act({ outline, line: 'button "Cancel"' }, "invoke");
  await comesToBe(() => exists(BigInt(replace)), false);
  const { items } = await agent.call("list_windows", { processName: "notepad" });
  assert.deepEqual(items.map((window: { hwnd: string }) => window.hwnd), [hwnd]);
});

test("an agent saves in Notepad: bad names are answered by messages, which it reads, and the file is right", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using agent = await Agent.start();
    const { hwnd, process } = await withText(agent);
    const path = join(folder, "good 名 😀.txt");
    let dialog = await agent.dialog(await agent.choose(hwnd, "File", "Save as..."), "Save As");
    let outline = await agent.outline(dialog);
    const save = async (name: string): Promise<Awaited<ReturnType<Agent["act"]>>> => {
      await agent.act({ outline, line: 'edit #"1148"' }, "setValue", { value: name });
      return await agent.act({ outline, line: 'button "Save"' }, "invoke");
    };
    /** Reads what a message says, and answers it. */
    const answer = async (message: string, says: RegExp, button: string): ReturnType<Agent["act"]> => {
      const said = await agent.outlineWith(message, says);
      return await agent.act({ outline: said, line: `button "${button}"` }, "invoke");
    };

    // A message without a title; it is a window all the same.
    const noFolder = await agent.dialog(await save(join(folder, "nowhere", "x.txt")), "");
    await answer(noFolder, /^window \[ref=e\d+\]\n(?: {2}.*\n)*? {2}text "Path does not exist"/m, "OK");
    const badName = await agent.dialog(await save("a<b>.txt"), "Invalid character(s) in path");
    await answer(badName, /text "A filename cannot contain any of the following characters/, "OK");

    // The encoding that is offered first cannot hold the text, and the program asks before it harms it.
    const lossy = await agent.dialog(await save(path), "Notepad");
    dialog = await agent.dialog(
      await answer(lossy, /text ".*Unicode characters which will be lost.*Continue\?"/, "Cancel"),
      "Save As",
    );
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    outline = await agent.outline(dialog);
    const chosen = await agent.act(
      { outline, line: 'comboBox "Encoding:"' },
      "selectByName",
      { value: "Unicode (UTF-8)" },
    );
    assert.equal(chosen.selected.name, "Unicode (UTF-8)");
    await save(path);
    await comesToBe(() => textOf(BigInt(hwnd)), "good 名 😀.txt - Notepad");
    const bytes = await Deno.readFile(path);
    assert.deepEqual(bytes, new TextEncoder().encode(`\uFEFF${SHOWN}`));

    // Saved as it is, it is closed without a question.
    await close(agent, hwnd, process);
    assert.deepEqual((await agent.call("list_windows", { processName: "notepad" })).items, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
