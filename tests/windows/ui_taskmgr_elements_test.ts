/** Lists that a program fills, sorts and refreshes, read by their columns and compared with what Windows says. */
import assert from "node:assert/strict";
import { DrivenProgram } from "./driven_program.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { fixture, FixtureRun, waitFor } from "./fixture_run.ts";
import { childOf, foreground } from "./observe.ts";
import { processTable, WatchedProcess } from "./observe_processes.ts";
import { childrenOf } from "./ui_fixture_run.ts";
import { isVisible, send } from "./ui_messages.ts";

const skippedFor = !hasServer
  ? "Wine's own task manager"
  : "skipped" in fixture
  ? fixture.skipped
  : undefined;

const PATIENCE_MS = 20_000;
const LVM_GETNEXTITEM = 0x100C;
const LVNI_SELECTED = 2;
const TITLES = ["Fixture 1", "Fixture 2", "Fixture 3", "Zebra"];

function startTaskManager(): Promise<DrivenProgram> {
  return DrivenProgram.start("C:\\windows\\system32\\taskmgr.exe");
}

/** The list on the page that is shown. */
function shownList(manager: DrivenProgram): bigint {
  const lists = childrenOf(manager.hwnd).filter(isVisible).map((page) => childOf(page, "SysListView32"));
  const list = lists.find((one) => one !== undefined);
  assert.ok(list !== undefined, "no list is shown");
  return list;
}

/** The first column of the list that is shown, from its first row to its last. */
async function tasks(manager: DrivenProgram): Promise<string[]> {
  const { elements, complete } = await manager.door.succeed("ui_query", {
    hwnd: manager.handle,
    rootSelector: { controlType: "DataGrid" },
    selector: { controlType: "DataItem" },
    fields: ["name"],
  });
  assert.ok(complete);
  return elements.map(({ name }: { name: string }) => name);
}

/** Clicks on a column's header until the list is in this order of its own. */
async function sortedBy(
  manager: DrivenProgram,
  isInOrder: (names: readonly string[]) => boolean,
): Promise<string[]> {
  await manager.door.succeed("ui_action", {
    hwnd: manager.handle,
    selector: { controlType: "HeaderItem", name: "Task" },
    action: "invoke",
  });
  let names: string[] = [];
  await waitFor(async () => {
    names = await tasks(manager);
    return isInOrder(names) ? true : undefined;
  }, PATIENCE_MS);
  assert.ok(isInOrder(names), names.join());
  return names;
}

const isRising = (names: readonly string[]): boolean =>
  names.every((name, row) => row === 0 || (names[row - 1] ?? "") < name);
const isFalling = (names: readonly string[]): boolean => isRising(names.toReversed());

elementsTest(
  "taskmgr: a list is sorted by its header, up and down, and the selection stays with its row",
  async () => {
    await using program = await FixtureRun.start("--windows", "3", "--title", "Zebra");
    await using manager = await startTaskManager();
    for (const name of TITLES) await manager.until("exists", { name, controlType: "DataItem" });
    const rising = await sortedBy(manager, isRising);
    assert.deepEqual(rising.filter((name) => TITLES.includes(name)), TITLES);
    assert.equal((await manager.act('dataItem "Zebra"', "select")).verified, "yes");
    const list = shownList(manager);
    const selectedRow = (): number => send(list, LVM_GETNEXTITEM, -1, LVNI_SELECTED);
    assert.equal(selectedRow(), rising.indexOf("Zebra"));
    const falling = await sortedBy(manager, isFalling);
    assert.deepEqual(falling, rising.toReversed());
    assert.equal(selectedRow(), falling.indexOf("Zebra"));
    assert.match(await manager.outline(), /dataItem "Zebra" .*selected/);
    // What the selected row is, the program itself shows.
    await manager.act('button "Switch To"', "invoke");
    await waitFor(() => foreground() === program.hwnd ? true : undefined, PATIENCE_MS);
    assert.equal(foreground(), program.hwnd);
  },
  skippedFor,
);

/** Rows of an outline as `name pid`. */
function processesIn(outline: string): string[] {
  return [...outline.matchAll(/dataItem "([^"]*)" \[ref=e\d+\][^:]*: "(\d+)"/g)].map(([, name = "", pid]) =>
    `${name.toLowerCase()} ${pid}`
  );
}

elementsTest(
  "taskmgr: the processes and their numbers are those that there are, and one is ended",
  async () => {
    await using program = await FixtureRun.start();
    await using manager = await startTaskManager();
    await manager.act("tab ", "selectByName", { value: "Processes" });
    const header = /header .*: (.*)/;
    await manager.until("exists", { controlType: "HeaderItem", name: "PID" });
    const columns = header.exec(await manager.outline())?.[1];
    assert.ok(columns?.startsWith('"Image Name", "PID"'), columns);
    let shown: string[] = [];
    let real: string[] = [];
    await waitFor(async () => {
      shown = processesIn(await manager.outline()).sort();
      real = processTable().map(({ pid, exeFile }) => `${exeFile} ${pid}`).sort();
      return shown.join() === real.join() ? true : undefined;
    }, PATIENCE_MS);
    assert.deepEqual(shown, real);
    assert.ok(
      shown.some((row) => row.endsWith(` ${program.pid}`)) &&
        shown.some((row) => row.endsWith(` ${Deno.pid}`)),
    );

    // The cells change all the time, and are told of.
    const { snapshotId } = await manager.door.succeed("ui_snapshot", { hwnd: manager.handle });
    const own = new RegExp(
      `^~ dataItem "[^"]+" \\[ref=e\\d+\\].*: "${Deno.pid}", .* \\(was .*"${Deno.pid}", .*\\)$`,
      "m",
    );
    let since = "";
    await waitFor(async () => {
      since = await manager.outline({ since: snapshotId });
      return own.test(since) ? true : undefined;
    }, PATIENCE_MS);
    assert.match(since, own);

    using watched = new WatchedProcess(program.pid);
    const row = new RegExp(`dataItem "[^"]+" \\[ref=(e\\d+)\\].*: "${program.pid}"`).exec(
      await manager.outline(),
    )?.[1];
    assert.ok(row !== undefined);
    assert.equal((await manager.door.succeed("ui_action", { ref: row, action: "select" })).verified, "yes");
    const asked = await manager.act('button "End Process"', "invoke");
    assert.deepEqual(asked.opened.map(({ title }: { title: string }) => title), ["Task Manager Warning"]);
    assert.ok(watched.isRunning);
    await manager.act('button "Yes"', "invoke");
    await waitFor(() => watched.isRunning ? undefined : true, PATIENCE_MS);
    assert.ok(!watched.isRunning);
    await waitFor(async () => {
      const isListed = processesIn(await manager.outline()).some((one) => one.endsWith(` ${program.pid}`));
      return isListed ? undefined : true;
    }, PATIENCE_MS);
    assert.ok(!processesIn(await manager.outline()).some((one) => one.endsWith(` ${program.pid}`)));
  },
  skippedFor,
);
