import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { foreground, isMinimized, minimize } from "./observe.ts";
import {
  append,
  check,
  grey,
  type Heard,
  isMenuReadable,
  MenuWindow,
  type OwnItem,
  remove,
} from "./own_menu.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

const WM_COMMAND = 0x111;
const WM_INITMENU = 0x116;
const WM_INITMENUPOPUP = 0x117;
const WM_UNINITMENUPOPUP = 0x125;
const WM_MENUCOMMAND = 0x126;

const ITEMS: readonly OwnItem[] = [
  {
    text: "&File",
    items: [
      { text: "&Open...\tCtrl+O", id: 201 },
      "separator",
      {
        text: "Recent &Files",
        items: [{ text: "&1 C:\\a && b.txt", id: 301 }, { text: "&2 漢 😀.txt", id: 302 }],
      },
      { text: "E&xit", id: 203 },
    ],
  },
  {
    text: "&View",
    items: [
      { text: "Status &Bar", id: 401 },
      { text: "Grey", id: 402, isGreyed: true },
      { text: "Zoom In", id: 403 },
      { text: "Zoom Out", id: 404 },
      { text: "", id: 405, isDrawn: true },
    ],
  },
  { text: "He&lp!", id: 501 },
];

function test(title: string, body: (door: RealDoor) => Promise<void>): void {
  Deno.test({
    name: `click_menu_item: ${title}`,
    ignore: Deno.build.os !== "windows",
    async fn() {
      using door = createRealDoor();
      await body(door);
    },
  });
}

async function commandsOf(own: MenuWindow, count: number): Promise<readonly Heard[]> {
  await waitFor(() => own.commands.length >= count ? true : undefined);
  return own.commands;
}

test("the program is told the command, and of every menu on the way, in a person's order", async (door) => {
  using own = new MenuWindow(ITEMS);
  const before = foreground();
  const result = await door.succeed("click_menu_item", {
    hwnd: own.handle,
    path: ["File", "Recent Files", "2 漢 😀.txt"],
  });
  assert.deepEqual(await commandsOf(own, 1), [{ message: WM_COMMAND, wParam: 302n, lParam: 0n }]);
  const told = own.heard.map(({ message }) => message);
  assert.deepEqual(told, [
    WM_INITMENU,
    WM_INITMENUPOPUP,
    WM_INITMENUPOPUP,
    WM_UNINITMENUPOPUP,
    WM_UNINITMENUPOPUP,
    WM_COMMAND,
  ]);
  assert.equal(own.heard[0]?.wParam, own.menu);
  assert.equal(own.heard[2]?.lParam, 2n);
  assert.equal(own.heard[2]?.wParam, own.heard[3]?.wParam);
  assert.deepEqual(result.menuPath.map(({ index }: { index: number }) => index), [0, 2, 1]);
  assert.equal(result.menuPath[2].text, "&2 漢 😀.txt");
  assert.deepEqual([result.commandId, result.verified], [302, "unknown"]);
  assert.equal(result.interaction.effectiveMode, "background");
  assert.equal(foreground(), before);
});

for (
  const [path, id] of [
    [["file", "open…"], 201],
    [["&File", "&Open...\tCtrl+O"], 201],
    [["File", "Recent", "1 C:\\a & b.txt"], 301],
    [["VIEW", "status"], 401],
    [["Help!"], 501],
  ] as const
) {
  test(`${JSON.stringify(path)} means command ${id}`, async (door) => {
    using own = new MenuWindow(ITEMS);
    await door.succeed("click_menu_item", { hwnd: own.handle, path });
    assert.deepEqual((await commandsOf(own, 1)).map(({ wParam }) => wParam), [BigInt(id)]);
  });
}

test("a minimised window is told too, and stays minimised", async (door) => {
  using own = new MenuWindow(ITEMS);
  minimize(own.window.hwnd);
  await door.succeed("click_menu_item", { hwnd: own.handle, path: ["Help!"], interactionMode: "background" });
  assert.equal((await commandsOf(own, 1)).length, 1);
  assert.equal(isMinimized(own.window.hwnd), true);
});

test("a menu that is filled as it opens has what its program put there", async (door) => {
  using own = new MenuWindow([{ text: "Dynamic", items: [{ text: "(empty)", id: 1 }] }], {
    react({ message, wParam }) {
      if (message !== WM_INITMENUPOPUP) return;
      remove(wParam, 0);
      append(wParam, { text: "Fresh", id: 77 });
    },
  });
  await door.succeed("click_menu_item", { hwnd: own.handle, path: ["Dynamic", "Fresh"] });
  assert.deepEqual((await commandsOf(own, 1)).map(({ wParam }) => wParam), [77n]);
});

test("an item that its program greys as the menu opens is refused, and nothing is sent", async (door) => {
  using own = new MenuWindow(ITEMS, {
    react({ message, wParam }) {
      if (message === WM_INITMENUPOPUP) grey(wParam, 203, true);
    },
  });
  const error = await door.fail("click_menu_item", { hwnd: own.handle, path: ["File", "Exit"] });
  assert.equal(error.code, "MENU_ITEM_DISABLED");
  assert.equal(own.heard.at(-1)?.message, WM_UNINITMENUPOPUP);
  assert.deepEqual(own.commands, []);
});

test("a check mark that the command changes is told", async (door) => {
  using own: MenuWindow = new MenuWindow(ITEMS, {
    react({ message, wParam }) {
      if (message === WM_COMMAND) check(own.menu, Number(wParam), true);
    },
  });
  const result = await door.succeed("click_menu_item", {
    hwnd: own.handle,
    path: ["View", "Status Bar"],
    delayMs: 500,
  });
  assert.deepEqual([result.checkedBefore, result.checkedAfter, result.verified], [false, true, "yes"]);
});

test("a menu that gives positions gives one, with its own handle", async (door) => {
  using own = new MenuWindow(ITEMS, { notifiesByPosition: true });
  const result = await door.succeed("click_menu_item", { hwnd: own.handle, path: ["View", "Zoom Out"] });
  const [command] = await commandsOf(own, 1);
  assert.deepEqual([command?.message, command?.wParam], [WM_MENUCOMMAND, 3n]);
  assert.equal(command?.lParam, own.heard[1]?.wParam);
  assert.equal(result.interaction.method, "WM_MENUCOMMAND");
});

for (
  const [path, code, items] of [
    [["File", "Fax"], "MENU_ITEM_NOT_FOUND", ["Open…", "Recent Files", "Exit"]],
    [["Tools"], "MENU_ITEM_NOT_FOUND", ["File", "View", "Help!"]],
    [["File", "Recent Files"], "MENU_ITEM_NOT_FOUND", ["1 C:\\a & b.txt", "2 漢 😀.txt"]],
    [["View", "Zoom"], "MENU_ITEM_AMBIGUOUS", ["Zoom In", "Zoom Out"]],
    [["View", "Grey"], "MENU_ITEM_DISABLED", undefined],
    [["View", "Picture"], "MENU_ITEM_NOT_FOUND", ["Status Bar", "Grey", "Zoom In", "Zoom Out"]],
    [["Help!", "About"], "MENU_ITEM_NOT_FOUND", undefined],
  ] as const
) {
  test(`${JSON.stringify(path)} is ${code}, and nothing is sent`, async (door) => {
    using own = new MenuWindow(ITEMS);
    const error = await door.fail("click_menu_item", { hwnd: own.handle, path });
    assert.equal(error.code, code);
    if (items !== undefined) assert.deepEqual(error.details?.items, items);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(own.commands, []);
  });
}

test("a window under a dialog is CONTROL_DISABLED", async (door) => {
  using own = new MenuWindow(ITEMS);
  own.disable();
  const error = await door.fail("click_menu_item", { hwnd: own.handle, path: ["Help!"] });
  assert.equal(error.code, "CONTROL_DISABLED");
  assert.deepEqual(own.heard, []);
});

test("a program that stops answering costs a code, and nothing is sent later", async (door) => {
  using own: MenuWindow = new MenuWindow(ITEMS, {
    react({ message }) {
      if (message === WM_INITMENU) own.hang();
    },
  });
  const error = await door.fail("click_menu_item", {
    hwnd: own.handle,
    path: ["File", "Exit"],
    timeoutMs: 500,
  });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  own.window.pump();
  assert.deepEqual(own.commands, []);
});

test("a window that ends as its menu opens is STALE_WINDOW_HANDLE", async (door) => {
  const own: MenuWindow = new MenuWindow(ITEMS, {
    react({ message }) {
      if (message === WM_INITMENUPOPUP) own[Symbol.dispose]();
    },
  });
  const error = await door.fail("click_menu_item", { hwnd: own.handle, path: ["File", "Exit"] });
  assert.equal(error.code, "STALE_WINDOW_HANDLE");
});

test("a window without a menu is MENU_ITEM_NOT_FOUND", async (door) => {
  await using run = await FixtureRun.start("--borderless", "--color", "102030");
  const error = await door.fail("click_menu_item", { hwnd: run.handle, path: ["File"] });
  assert.equal(error.code, "MENU_ITEM_NOT_FOUND");
  assert.equal(error.details?.reason, "none");
});

Deno.test({
  name: needsFixture(
    "click_menu_item: another program's menu works, and is said to be unreadable where it is",
  ),
  ignore,
  async fn() {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    const call = { hwnd: run.handle, path: ["File", "Save"] };
    if (isMenuReadable(run.hwnd)) {
      await door.succeed("click_menu_item", call);
      assert.ok(await run.until(({ event, id }) => event === "command" && id === 202));
      return;
    }
    const error = await door.fail("click_menu_item", call);
    assert.equal(error.code, "MENU_ITEM_NOT_FOUND");
    assert.equal(error.details?.reason, "unreadable");
    assert.equal((await run.events()).some(({ event, id }) => event === "command" && id === 202), false);
  },
});
