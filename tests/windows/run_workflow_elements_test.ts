/** The workflows of the packs that come with Casement, on their programs; the programs themselves say what was done. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { comesToBe } from "./agent.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import type { FixtureEvent, FixtureRun } from "./fixture_run.ts";
import { childOf, controlOf, exists, setText, textOf } from "./observe.ts";
import { processTable } from "./observe_processes.ts";
import { registryText } from "./observe_registry.ts";
import { OwnRegistryKey } from "./own_registry_key.ts";
import { PackProgram } from "./pack_program.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { startUiFixture, topWindow } from "./ui_fixture_run.ts";
import { send } from "./ui_messages.ts";

const EM_GETSEL = 0xB0;
const BM_GETCHECK = 0xF0;
const BM_CLICK = 0xF5;
const CB_GETCURSEL = 0x147;
const TCM_SETCURFOCUS = 0x1330;
const TVM_GETNEXTITEM = 0x110A;
const TVGN_CARET = 9;
const TVGN_CHILD = 4;
const TVGN_NEXTVISIBLE = 6;
const MATCH_CASE = 1041;
const UP = 1056;
const DOWN = 1057;

/** A test with a program that comes with Windows. */
function systemTest(title: string, program: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : `the ${program} that Wine ships`);
}

/** Runs a workflow that is expected to do what it is for. */
async function work(
  door: RealDoor,
  pack: string,
  workflow: string,
  inputs: object = {},
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
): Promise<any> {
  const result = await door.succeed("run_workflow", { pack, workflow, inputs });
  assert.ok(result.success, `${result.summary}\n${JSON.stringify(result.error)}`);
  const untidy = [...result.restoreResults, ...result.finallyResults].filter(({ success }) => !success);
  assert.deepEqual(untidy, []);
  return result;
}

/** Runs a workflow on the fixture; what the fixture logged meanwhile of one kind of event. */
async function onFixture(
  workflow: string,
  inputs: object,
  before?: (run: FixtureRun) => void,
  after?: () => void,
): Promise<(event: string, id?: number) => readonly FixtureEvent[]> {
  await using run = await startUiFixture("--rows", "20");
  using door = createRealDoor();
  before?.(run);
  const { length } = await run.events();
  const { interaction, restoreResults } = await work(door, "casement-fixture", workflow, inputs);
  assert.equal(interaction.effectiveMode, "background");
  assert.equal(interaction.foregroundChanged, false);
  for (const { verified } of restoreResults) assert.equal(verified, true);
  after?.();
  const events = (await run.events()).slice(length);
  return (event, id) => events.filter((each) => each.event === event && (id === undefined || each.id === id));
}

elementsTest("restore_value changes the line of text, and puts the old one back", async () => {
  const logged = await onFixture(
    "restore_value",
    { text: "Größe 尺寸" },
    ({ hwnd }) => setText(controlOf(hwnd, 1101), "as it was"),
  );
  assert.deepEqual(logged("text", 1101).map(({ text }) => text), ["Größe 尺寸", "as it was"]);
});

elementsTest("restore_toggle ticks the check box and takes the tick away again", async () => {
  const logged = await onFixture("restore_toggle", {});
  assert.deepEqual(logged("toggle", 1021).map(({ state }) => state), [1, 0]);
});

elementsTest("restore_toggle leaves a check box alone that has its tick", async () => {
  const logged = await onFixture(
    "restore_toggle",
    {},
    ({ hwnd }) => void send(controlOf(hwnd, 1021), BM_CLICK),
  );
  assert.deepEqual(logged("toggle", 1021), []);
});

elementsTest(
  "restore_selection chooses another colour and puts the old one back, in the background",
  async () => {
    let before = -1;
    const logged = await onFixture("restore_selection", { colour: "Blue" }, ({ hwnd }) => {
      before = send(controlOf(hwnd, 1113), CB_GETCURSEL);
    });
    assert.notEqual(before, 2);
    assert.deepEqual(logged("selection", 1113).map(({ index }) => index), [2, before]);
  },
);

elementsTest("restore_range turns the volume up, and puts it back", async () => {
  const logged = await onFixture("restore_range", {});
  const values = logged("value", 1161).map(({ value }) => value);
  assert.deepEqual([values[0], values.at(-1)], [80, 30]);
});

elementsTest("restore_expanded opens the world, and closes it where it was closed", async () => {
  // The tree tells its program when an item is opened, and nobody when one is closed by a message.
  let isOpen = (): boolean => assert.fail("There is no tree");
  const logged = await onFixture(
    "restore_expanded",
    {},
    ({ hwnd }) => {
      const tree = controlOf(hwnd, 1141);
      const world = send(tree, TVM_GETNEXTITEM);
      const next = (how: number): number => send(tree, TVM_GETNEXTITEM, how, world);
      isOpen = () => next(TVGN_NEXTVISIBLE) === next(TVGN_CHILD);
      assert.equal(isOpen(), false);
    },
    () => assert.equal(isOpen(), false),
  );
  assert.deepEqual(logged("expand", 1141)[0], { event: "expand", id: 1141, text: "World", expanded: true });
});

elementsTest("restore_page goes to the history, and back to the page that was shown", async () => {
  for (const [index, shown] of ["General", "Details"].entries()) {
    const logged = await onFixture(
      "restore_page",
      {},
      ({ hwnd }) => void send(controlOf(hwnd, 1150), TCM_SETCURFOCUS, index),
    );
    assert.deepEqual(logged("page").map(({ text }) => text), ["History", shown]);
  }
});

elementsTest("answer_question opens the dialog and answers it", async () => {
  const logged = await onFixture("answer_question", { answer: "ja, 是" });
  assert.deepEqual(logged("dialogResult").map(({ text }) => text), ["ja, 是"]);
});

elementsTest("wizard goes through all pages, and tells the summary", async () => {
  await using run = await startUiFixture("--wizard");
  using door = createRealDoor();
  const { exports } = await work(door, "casement-fixture", "wizard", { name: "Ann 安" });
  const summary = "Name: Ann 安\r\nSize: large\r\nFast: yes\r\nQuiet: no";
  await comesToBe(
    async () => (await run.events()).find(({ event }) => event === "wizardResult")?.summary,
    summary,
  );
  assert.equal(exports.summary, summary);
});

systemTest("type_and_save writes a new file by Notepad, and closes it", "Notepad", async () => {
  const folder = await Deno.makeTempDir({ prefix: "casement" });
  try {
    using door = createRealDoor();
    const path = join(folder, "by workflow.txt");
    const notepads = (): readonly number[] =>
      processTable().filter(({ exeFile }) => exeFile.startsWith("notepad")).map(({ pid }) => pid);
    const before = notepads();
    const text = "One apple 😀\nGrüße, 世界";
    const { exports } = await work(door, "notepad", "type_and_save", {
      text,
      path,
      encoding: "Unicode (UTF-8)",
    });
    assert.equal(await Deno.readTextFile(path), `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    assert.ok(!before.includes(exports.pid));
    await comesToBe(notepads, before);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Notepad with a text in it. */
async function withText(text: string, body: (notepad: PackProgram) => Promise<void>): Promise<void> {
  await using notepad = await PackProgram.start("notepad");
  await notepad.act("text.area", "setValue", { value: text });
  await body(notepad);
}

function editOf({ hwnd }: PackProgram): bigint {
  const edit = childOf(hwnd, "Edit");
  assert.ok(edit !== undefined);
  return edit;
}

systemTest("find goes to the next place of a word, and leaves the dialog as it was", "Notepad", async () => {
  await withText("pear apple Apple", async (notepad) => {
    for (const [matchCase, start] of [["true", 11], ["false", 5]] as const) {
      await notepad.act("text.area", "selectText", { start: 0, length: 0 });
      await work(notepad.door, "notepad", "find", { word: "Apple", matchCase });
      await comesToBe(() => send(editOf(notepad), EM_GETSEL), start + (start + 5) * 0x10000);
      await notepad.follow("find what");
      const dialog = await topWindow("Find");
      const settings = [MATCH_CASE, UP, DOWN].map((id) => send(controlOf(dialog, id), BM_GETCHECK));
      assert.deepEqual(settings, [0, 0, 1]);
      await notepad.act("find.close", "invoke");
      await comesToBe(() => exists(dialog), false);
    }
  });
});

systemTest("replace replaces the next place of a word", "Notepad", async () => {
  await withText("pear apple apple", async (notepad) => {
    await work(notepad.door, "notepad", "replace", { word: "apple", by: "crème" });
    await comesToBe(() => textOf(editOf(notepad)), "pear crème apple");
  });
});

systemTest(
  "key_and_value makes, fills and deletes a key, and selects what was selected",
  "Registry Editor",
  async () => {
    await using regedit = await PackProgram.start("regedit");
    await regedit.act("key.hklm", "ensureSelected");
    const tree = childOf(regedit.hwnd, "SysTreeView32") ?? 0n;
    const caret = (): number => send(tree, TVM_GETNEXTITEM, TVGN_CARET);
    const before = caret();
    const name = `CasementTest${crypto.randomUUID().slice(0, 8)}`;
    const seen = new Set<string>();
    const look = setInterval(() => {
      const text = registryText({ root: "HKEY_CURRENT_USER", path: `Software\\${name}` }, "Größe 尺寸");
      if (text !== undefined) seen.add(text);
    }, 20);
    try {
      const { exports } = await work(regedit.door, "regedit", "key_and_value", {
        key: name,
        value: "Größe 尺寸",
        data: "zwölf",
      });
      assert.equal(exports.isThere, true);
    } finally {
      clearInterval(look);
    }
    assert.deepEqual([...seen], ["", "zwölf"]);
    assert.equal(
      registryText({ root: "HKEY_CURRENT_USER", path: `Software\\${name}` }, "Größe 尺寸"),
      undefined,
    );
    assert.equal(caret(), before);
  },
);

systemTest("search finds a text in the registry", "Registry Editor", async () => {
  using key = new OwnRegistryKey();
  key.setText("first", `here${key.name}`);
  await using regedit = await PackProgram.start("regedit");
  await regedit.act("key.hkcu", "ensureSelected");
  await regedit.act("key.hkcu", "expand");
  await regedit.act("key.software", "ensureSelected");
  await work(regedit.door, "regedit", "search", { text: `here${key.name}` });
  const path = { controlType: "Text", name: `\\\\${key.name}$`, match: "regex" };
  assert.ok(
    (await regedit.call("ui_wait", { selector: path, condition: "exists", timeoutMs: 20_000 })).matched,
  );
});
