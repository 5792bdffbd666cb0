/** An installer from its first page to its last, as an agent goes through it, and what it leaves on the disk. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { installerProgram } from "../fixtures/fixtures.ts";
import { DrivenProgram } from "./driven_program.ts";
import { elementsTest } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { childOf, exists } from "./observe.ts";
import { processTable } from "./observe_processes.ts";
import { childrenOf } from "./ui_fixture_run.ts";
import { childWindow, isEnabled, send } from "./ui_messages.ts";

const installer = await installerProgram();
const skippedFor = "skipped" in installer ? installer.skipped : undefined;

const TVM = { getNextItem: 0x110A, getItemState: 0x1127 };
const TVGN = { root: 0, next: 1, child: 4 };
const STATE_IMAGE = 0xF000;
/** The pictures that the installer gives its items, as numbers of its image list. */
const PICTURE = { unchecked: 1, checked: 2 };
const EM_GETLINECOUNT = 0xBA;

function startInstaller(): Promise<DrivenProgram> {
  if ("skipped" in installer) throw new Error(installer.skipped);
  return DrivenProgram.start(installer.path.replaceAll("/", "\\"));
}

/** The control of a class on the page that is shown. */
function onPage(program: DrivenProgram, className: string): bigint {
  const found = childrenOf(program.hwnd).map((window) => childOf(window, className)).find((one) =>
    one !== undefined
  );
  assert.ok(found !== undefined, `there is no ${className} on the page`);
  return found;
}

function button(program: DrivenProgram, text: string): bigint {
  return childWindow(program.hwnd, { className: "Button", text });
}

/** The pictures of the extras in the tree of components, which stand for check marks. */
function picturesOfExtras(tree: bigint): number[] {
  const group = send(tree, TVM.getNextItem, TVGN.next, send(tree, TVM.getNextItem, TVGN.root));
  const pictures: number[] = [];
  for (let item = send(tree, TVM.getNextItem, TVGN.child, group); item !== 0;) {
    pictures.push((send(tree, TVM.getItemState, item, STATE_IMAGE) & STATE_IMAGE) >> 12);
    item = send(tree, TVM.getNextItem, TVGN.next, item);
  }
  return pictures;
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const inside = isDirectory ? await filesIn(join(folder, name)) : undefined;
    files.push(...inside?.map((file) => `${name}/${file}`) ?? [name]);
  }
  return files.sort();
}

elementsTest("an installer is gone through from its licence to its end", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using setup = await startInstaller();
    await setup.act('button "Next >"', "invoke");

    // The licence: without the radio button there is no way on.
    await setup.until("exists", { controlType: "RadioButton", name: "I accept", match: "contains" });
    const next = await setup.ref('button "Next >" ');
    assert.match(await setup.outline(), /document .*readonly value="1\. This is a line of a licence/);
    assert.equal(send(onPage(setup, "RichEdit20W"), EM_GETLINECOUNT), 41);
    assert.ok(!isEnabled(button(setup, "&Next >")));
    assert.equal(
      (await setup.door.fail("ui_action", { ref: next, action: "invoke" })).code,
      "CONTROL_DISABLED",
    );
    const accepted = await setup.act('radioButton "I accept', "select");
    assert.equal(accepted.verified, "yes");
    await setup.until("enabled", { name: "Next >" });
    assert.ok(isEnabled(button(setup, "&Next >")));
    await setup.act('button "Next >"', "invoke");

    // The components. Check marks of its own drawing are in no pattern: the item is selected, and the space bar toggles it.
    const item = await setup.ref('treeItem "Source code"');
    const tree = onPage(setup, "SysTreeView32");
    assert.deepEqual(picturesOfExtras(tree), [PICTURE.checked, PICTURE.checked]);
    const refused = await setup.door.fail("ui_action", { ref: item, action: "toggle" });
    assert.equal(refused.code, "PATTERN_NOT_SUPPORTED");
    assert.equal((await setup.door.succeed("ui_action", { ref: item, action: "select" })).verified, "yes");
    await setup.door.succeed("ui_action", { ref: item, action: "focus" });
    await setup.door.succeed("send_key", { hwnd: setup.handle, key: "SPACE" });
    await waitFor(() => picturesOfExtras(tree)[1] === PICTURE.unchecked ? true : undefined, 20_000);
    assert.deepEqual(picturesOfExtras(tree), [PICTURE.checked, PICTURE.unchecked]);
    const toFolder = await setup.ref('button "Next >"');
    await setup.door.succeed("ui_action", { ref: toFolder, action: "invoke" });

    // The folder. The same button says something else now, and its old ref is not good for that.
    const target = join(folder, "été", "sample");
    const field = await setup.ref("edit ");
    const stale = await setup.door.fail("ui_action", { ref: toFolder, action: "invoke" });
    assert.equal(stale.code, "ELEMENT_STALE");
    const set = await setup.door.succeed("ui_action", { ref: field, action: "setValue", value: target });
    assert.deepEqual([set.verified, set.after.value], ["yes", target]);
    const install = await setup.act('button "Install"', "invoke");
    assert.equal(install.verified, "yes");

    // The end is a text that comes; the files are there then.
    await setup.until("exists", { name: "Completed" });
    await setup.until("enabled", { name: "Next >" });
    const progress = await setup.door.succeed("ui_get", {
      hwnd: setup.handle,
      selector: { controlType: "ProgressBar" },
    });
    assert.equal(progress.element.rangeValue, progress.element.maximum);
    assert.deepEqual(await filesIn(target), ["examples/readme.txt", "program.txt", "readme.txt"]);
    assert.equal(await Deno.readTextFile(join(target, "program.txt")), "program");

    await setup.act('button "Next >"', "invoke");
    assert.match(await setup.outline(), /checkBox "Show Readme" .*unchecked/);
    const finished = await setup.act('button "Finish"', "invoke");
    assert.deepEqual(finished.closed.map(({ hwnd }: { hwnd: string }) => hwnd), [setup.handle]);
    assert.ok(!exists(setup.hwnd));
    await waitFor(() => processTable().some(({ pid }) => pid === setup.pid) ? undefined : true, 20_000);
    assert.ok(processTable().every(({ pid }) => pid !== setup.pid));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}, skippedFor);

elementsTest("an installer that is cancelled asks first; No goes on, Yes ends it", async () => {
  await using setup = await startInstaller();
  const cancelled = await setup.act('button "Cancel"', "invoke");
  const [question] = cancelled.opened;
  assert.equal(cancelled.opened.length, 1);
  assert.equal(question.title, "Casement Sample Setup");
  // The window shows what is in front of it.
  assert.match(
    await setup.outline(),
    /^ {2}window .*\n(?: {4}.*\n)* {4}text "Are you sure you want to quit/m,
  );
  const asked = await setup.door.succeed("ui_snapshot", { hwnd: question.hwnd });
  const ref = /button "No" \[ref=(e\d+)\]/.exec(asked.outline)?.[1];
  const answered = await setup.door.succeed("ui_action", { ref, action: "invoke" });
  assert.deepEqual(answered.closed.map(({ hwnd }: { hwnd: string }) => hwnd), [question.hwnd]);
  // What was in front was the question: there is nothing to be given back.
  assert.equal(answered.interaction.foregroundRestored, undefined);
  assert.ok(!exists(BigInt(question.hwnd)) && exists(setup.hwnd));
  await waitFor(() => isEnabled(setup.hwnd) ? true : undefined, 20_000);
  assert.ok(isEnabled(setup.hwnd));

  await setup.act('button "Cancel"', "invoke");
  const yes = await setup.act('button "Yes"', "invoke");
  assert.ok(
    yes.closed.some(({ hwnd }: { hwnd: string }) => hwnd === setup.handle),
    JSON.stringify(yes.closed),
  );
  await waitFor(() => exists(setup.hwnd) ? undefined : true, 20_000);
  assert.ok(!exists(setup.hwnd));
}, skippedFor);
