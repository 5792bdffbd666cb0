import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { hide, minimize, post, setText } from "./observe.ts";
import { OwnWindow } from "./own_window.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { outerRect } from "./screen.ts";

const ID_MENU_ABOUT = 231;
const WM_COMMAND = 0x111;
const WS_EX_TOOLWINDOW = 0x80;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`list_windows: ${title}`), ignore, fn: body });
}

interface Item {
  readonly hwnd: string;
  readonly title: string;
  readonly pid: number;
  readonly processName: string;
  readonly className: string;
  readonly rect: Record<string, number>;
  readonly visible: boolean;
  readonly minimized: boolean;
  readonly hung: boolean;
  readonly owner?: string;
}

async function list(door: RealDoor, args: Record<string, unknown> = {}): Promise<readonly Item[]> {
  return (await door.succeed("list_windows", args)).items;
}

test("a window is listed with what it is", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Listed", "--rect", "33,44,500,400");
  const [item, ...others] = await list(door, { pid: run.pid });
  assert.deepEqual(others, []);
  assert.deepEqual(item, {
    hwnd: run.handle,
    title: "Listed",
    pid: run.pid,
    processName: "casement_fixture",
    className: "CasementFixture",
    rect: { ...outerRect(run.hwnd), left: 33, top: 44, right: 533, bottom: 444 },
    visible: true,
    minimized: false,
    hung: false,
  });
});

for (
  const { what, title, listed } of [
    { what: "with characters of every kind", title: 'é 漢 สวัสดี 😀 "q" \\ \t', listed: undefined },
    { what: "with halves of characters", title: "a\uD83Db\uDE00c", listed: "a\uFFFDb\uFFFDc" },
    { what: "of 32,000 units", title: "0123456789abcde ".repeat(2_000), listed: undefined },
  ]
) {
  test(`a title ${what} is reported, and found again`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    setText(run.hwnd, title);
    const expected = listed ?? title;
    const [item] = await list(door, { pid: run.pid });
    const state = await door.succeed("get_window_state", { hwnd: run.handle });
    // JSON writes halves of characters down; the border to the client replaces them.
    assert.equal(state.title.toWellFormed(), expected);
    const shown = expected.length <= 500 ? expected : `${expected.slice(0, 499)}…`;
    assert.equal(item?.title.toWellFormed(), shown);
    const byTitle = await list(door, { titleContains: expected.slice(0, 256).toUpperCase() });
    assert.deepEqual(byTitle.map(({ hwnd }) => hwnd), [run.handle]);
  });
}

test("a window without a title is listed for those who ask for its program", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "soon gone");
  setText(run.hwnd, "");
  const mine = ({ hwnd }: Item): boolean => hwnd === run.handle;
  assert.equal((await list(door)).some(mine), false);
  assert.equal((await list(door, { pid: run.pid })).filter(mine)[0]?.title, "");
  assert.equal((await list(door, { processName: "CASEMENT_FIXTURE.EXE" })).some(mine), true);
});

test("minimised windows are listed, hidden ones are not", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "To be minimised");
  minimize(run.hwnd);
  const item = await waitFor(async () => (await list(door, { pid: run.pid })).find((one) => one.minimized));
  assert.equal(item?.hwnd, run.handle);
  hide(run.hwnd);
  assert.deepEqual(await list(door, { pid: run.pid }), []);
});

test("a dialog is listed with its owner, above it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Owner");
  post(run.hwnd, WM_COMMAND, BigInt(ID_MENU_ABOUT));
  const both = await waitFor(async () => {
    const items = await list(door, { pid: run.pid });
    return items.length === 2 ? items : undefined;
  });
  assert.deepEqual(both?.map(({ title, owner }) => ({ title, owner })), [
    { title: "About", owner: run.handle },
    { title: "Owner", owner: undefined },
  ]);
});

test("tool windows are listed", async () => {
  using door = createRealDoor();
  const rect = { x: 10, y: 10, width: 80, height: 60 };
  using tool = new OwnWindow({ rect, title: "Palette", exStyle: WS_EX_TOOLWINDOW });
  using _hidden = new OwnWindow({ rect, title: "Hidden palette", isHidden: true });
  const items = await list(door, { pid: Deno.pid });
  assert.deepEqual(items.map(({ hwnd, title }) => ({ hwnd, title })), [{
    hwnd: tool.handle,
    title: "Palette",
  }]);
});

test("filters combine, and ignore case and .exe", async () => {
  using door = createRealDoor();
  await using one = await FixtureRun.start("--title", "Alpha ÄRGER");
  await using two = await FixtureRun.start("--title", "Alpha Beta");
  const handles = async (args: Record<string, unknown>): Promise<string[]> =>
    (await list(door, args)).map(({ hwnd }) => hwnd).sort();
  const both = [one.handle, two.handle].sort();
  assert.deepEqual(await handles({ titleContains: "aLPHA" }), both);
  assert.deepEqual(await handles({ titleContains: "alpha", processName: "Casement_Fixture" }), both);
  assert.deepEqual(await handles({ titleContains: "ärger" }), [one.handle]);
  assert.deepEqual(await handles({ titleContains: "alpha", pid: two.pid }), [two.handle]);
  assert.deepEqual(await handles({ titleContains: "ärger", pid: two.pid }), []);
  assert.deepEqual(await handles({ titleContains: "alpha", processName: "notepad" }), []);
});

test("windows come front to back", async () => {
  using door = createRealDoor();
  const rect = { x: 10, y: 10, width: 80, height: 60 };
  using _back = new OwnWindow({ rect, title: "first" });
  using _front = new OwnWindow({ rect, title: "second" });
  assert.deepEqual((await list(door, { pid: Deno.pid })).map(({ title }) => title), ["second", "first"]);
});

test("five hundred windows are listed, each once, and each can be told apart", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Fixture 0", "--windows", "500");
  const items = await list(door, { pid: run.pid });
  assert.equal(new Set(items.map(({ hwnd }) => hwnd)).size, 501);
  assert.deepEqual(
    items.map(({ title }) => Number(title.replace("Fixture ", ""))).sort((a, b) => a - b),
    Array.from({ length: 501 }, (_, n) => n),
  );
  const [one, ...more] = await list(door, { pid: run.pid, titleContains: "fixture 499" });
  assert.equal(more.length, 0);
  const state = await door.succeed("get_window_state", { pid: run.pid, titleContains: "fixture 499" });
  assert.equal(state.hwnd, one?.hwnd);
  const many = await door.succeed("get_window_state", { pid: run.pid });
  assert.equal(many.otherMatches, 500);
});

test("a program that changes its title all the time is listed with one of its titles", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Number", "--retitle-ms", "1");
  const seen = new Set<string>();
  for (let i = 0; i < 50; i++) {
    const [item] = await list(door, { pid: run.pid });
    assert.match(item?.title ?? "", /^Number( \d+)?$/);
    seen.add(item?.title ?? "");
  }
  assert.ok(seen.size > 1);
});

test("programs that end while they are listed do no harm", async () => {
  using door = createRealDoor();
  await using _stays = await FixtureRun.start("--title", "Stays");
  const goes = await Promise.all(
    ["a", "b", "c"].map((name) => FixtureRun.start("--title", `Goes ${name}`, "--windows", "20")),
  );
  const ending = Promise.all(goes.map((run) => run[Symbol.asyncDispose]()));
  for (let i = 0; i < 40; i++) {
    const items = await list(door, { titleContains: "Stays" });
    assert.deepEqual(items.map(({ title }) => title), ["Stays"]);
  }
  await ending;
  const left = await waitFor(async () =>
    (await list(door, { titleContains: "Goes" })).length === 0 ? true : undefined
  );
  assert.equal(left, true);
});
