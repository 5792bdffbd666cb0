import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { MenuRefusal } from "../../src/desktop/desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import type { FakeMenuItem } from "../fakes/fake_menu.ts";
import { fakeControl, fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const OTHER = 0x20000n;
const TARGET = { hwnd: "0x00010070" };

function menu(): FakeMenuItem[] {
  return [
    {
      text: "&File",
      items: [
        { text: "&Open...\tCtrl+O", id: 201 },
        { text: "-" },
        { text: "Recent &Files", items: [{ text: "&1 a.txt", id: 301 }, { text: "&2 b.txt", id: 302 }] },
        { text: "E&xit", id: 0x1_00CB },
      ],
    },
    {
      text: "&View",
      items: [
        { text: "Status &Bar", id: 401, isChecked: true },
        { text: "Grey", id: 402, isDisabled: true },
        { text: "Zoom In", id: 403 },
        { text: "Zoom Out", id: 404 },
        { text: "", id: 405, isOwnerDrawn: true },
        { text: "Nothing", id: 0xFFFF_FFFF },
      ],
    },
    { text: "Closed", items: [{ text: "x", id: 1 }], isDisabled: true },
    { text: "He&lp!", id: 501 },
  ];
}

function setUp(given: Partial<FakeWindow> = {}): TestDoor & { readonly window: FakeWindow } {
  const control = fakeControl({ hwnd: 0x1007An });
  const window = fakeWindow({ hwnd: HWND, menu: { items: menu() }, controls: [control], ...given });
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 1 }), window],
    processes: [fakeProcess({ pid: 4_200 })],
    foreground: OTHER,
  });
  return { ...createTestDoor({ desktop }), window };
}

Deno.test("click_menu_item: the command is posted, in the background, and the way to it told", async () => {
  const { succeed, desktop } = setUp();
  const result = await succeed("click_menu_item", { ...TARGET, path: ["file", "Open…"] });
  assert.deepEqual(desktop.callsOf("postMenuChoice"), [[HWND, { by: "id", commandId: 201 }]]);
  assert.deepEqual(result.menuPath, [
    { index: 0, text: "&File", normalizedText: "File", commandId: null },
    { index: 0, text: "&Open...\tCtrl+O", normalizedText: "Open…", commandId: 201 },
  ]);
  const { commandId, method, verified, checkedBefore, checkedAfter } = result;
  assert.deepEqual({ commandId, method, verified, checkedBefore, checkedAfter }, {
    commandId: 201,
    method: "native_menu_command",
    verified: "unknown",
    checkedBefore: false,
    checkedAfter: false,
  });
  const interaction = result.interaction as Record<string, unknown>; // the output schema has been checked
  assert.deepEqual([interaction.effectiveMode, interaction.method], ["background", "WM_COMMAND"]);
  assert.equal(desktop.foreground, OTHER);
});

Deno.test("click_menu_item: every menu on the way is told that it is shown, then that it is not, before the command", async () => {
  const { succeed, desktop } = setUp();
  await succeed("click_menu_item", { ...TARGET, path: ["File", "Recent Files", "2 b.txt"] });
  const told = desktop.calls.filter(({ method }) => /menu/i.test(method));
  const [file, recent] = desktop.callsOf("openSubmenu").map(([, submenu]) => submenu);
  assert.deepEqual(told.map(({ method, args }) => [method, ...args.slice(1)]), [
    ["openMenuBar"],
    ["openSubmenu", file, 0],
    ["openSubmenu", recent, 2],
    ["closeSubmenu", recent],
    ["closeSubmenu", file],
    ["postMenuChoice", { by: "id", commandId: 302 }],
    ["menuItem", 1],
  ]);
});

Deno.test("click_menu_item: a command on the bar itself", async () => {
  const { succeed, desktop } = setUp();
  assert.equal((await succeed("click_menu_item", { ...TARGET, path: ["Help!"] })).commandId, 501);
  assert.equal(desktop.callsOf("openSubmenu").length, 0);
});

Deno.test("click_menu_item: a menu whose program is told positions gets one", async () => {
  const { succeed, desktop } = setUp({ menu: { items: menu(), notifiesByPosition: true } });
  const result = await succeed("click_menu_item", { ...TARGET, path: ["View", "Zoom Out"] });
  const [, choice] = desktop.callsOf("postMenuChoice")[0] ?? [];
  assert.deepEqual(choice, { by: "position", menu: desktop.callsOf("openSubmenu")[0]?.[1], position: 3 });
  assert.equal((result.interaction as { method: string }).method, "WM_MENUCOMMAND");
});

Deno.test("click_menu_item: a check mark that changes is a proof, after the wait that was asked for", async () => {
  const { succeed, desktop, window, clock } = setUp();
  const item = window.menu?.items[1]?.items?.[0];
  assert.ok(item);
  desktop.before("postMenuChoice", () => void (item.isChecked = false));
  const startedAt = clock.now();
  const result = await succeed("click_menu_item", { ...TARGET, path: ["View", "status bar"], delayMs: 300 });
  assert.deepEqual([result.checkedBefore, result.checkedAfter, result.verified], [true, false, "yes"]);
  assert.equal(clock.now() - startedAt >= 300, true);
});

Deno.test("click_menu_item: an item that is another one afterwards proves nothing", async () => {
  const { succeed, desktop, window } = setUp();
  desktop.before("postMenuChoice", () => void window.menu?.items[1]?.items?.shift());
  const result = await succeed("click_menu_item", { ...TARGET, path: ["View", "Status Bar"] });
  assert.equal("checkedAfter" in result, false);
  assert.equal(result.verified, "unknown");
});

Deno.test("click_menu_item: a control's window is the one around it", async () => {
  const { succeed, desktop } = setUp();
  desktop.windows.push(fakeWindow({ hwnd: 0x1007An, root: HWND }));
  await succeed("click_menu_item", { hwnd: "0x0001007A", path: ["Help!"] });
  assert.equal(desktop.callsOf("postMenuChoice")[0]?.[0], HWND);
});

for (
  const [title, path, code, message, details] of [
    ["no such item", ["File", "Fax"], "MENU_ITEM_NOT_FOUND", /^There is no item "Fax" in menu "File"/, {
      level: 1,
      items: ["Open…", "Recent Files", "Exit"],
    }],
    ["no such menu", ["Tools", "x"], "MENU_ITEM_NOT_FOUND", /^There is no item "Tools" in the menu bar/, {
      level: 0,
      items: ["File", "View", "Closed", "Help!"],
    }],
    [
      "an item that is drawn",
      ["View", "Picture"],
      "MENU_ITEM_NOT_FOUND",
      /1 of its items have no text/,
      undefined,
    ],
    ["a menu at the end", ["File", "Recent Files"], "MENU_ITEM_NOT_FOUND", /opens a menu and is no command/, {
      level: 2,
      items: ["1 a.txt", "2 b.txt"],
    }],
    ["a command in the middle", ["Help!", "About"], "MENU_ITEM_NOT_FOUND", /is a command and opens no menu/, {
      level: 0,
    }],
    ["no command", ["View", "Nothing"], "MENU_ITEM_NOT_FOUND", /has no command behind it/, undefined],
    ["several", ["View", "Zoom"], "MENU_ITEM_AMBIGUOUS", /2 items of menu "View" fit "Zoom"/, {
      level: 1,
      items: ["Zoom In", "Zoom Out"],
    }],
    ["greyed", ["View", "Grey"], "MENU_ITEM_DISABLED", /"Grey" in menu "View" is greyed/, { level: 1 }],
    ["a greyed menu", ["Closed", "x"], "MENU_ITEM_DISABLED", /"Closed" in the menu bar is greyed/, {
      level: 0,
    }],
  ] as const
) {
  Deno.test(`click_menu_item: ${title}: ${code}, nothing is sent, and what was shown is closed`, async () => {
    const { fail, desktop } = setUp();
    const error = await fail("click_menu_item", { ...TARGET, path });
    assert.equal(error.code, code);
    assert.match(error.message, message);
    if (details !== undefined) assert.deepEqual(error.details, details);
    assert.equal(desktop.callsOf("postMenuChoice").length, 0);
    assert.equal(desktop.callsOf("closeSubmenu").length, desktop.callsOf("openSubmenu").length);
  });
}

for (
  const [reason, code, message] of [
    ["none", "MENU_ITEM_NOT_FOUND", /has no menu of Windows' own kind/],
    ["unreadable", "MENU_ITEM_NOT_FOUND", /cannot be read/],
    ["busy", "WINDOW_NOT_RESPONDING", /did not get its menu ready/],
  ] as const satisfies readonly (readonly [MenuRefusal["reason"], string, RegExp])[]
) {
  Deno.test(`click_menu_item: a menu that is ${reason} is ${code}`, async () => {
    const { fail } = setUp({ menu: { items: [], refusal: reason } });
    const error = await fail("click_menu_item", { ...TARGET, path: ["File"] });
    assert.equal(error.code, code);
    assert.match(error.message, message);
  });
}

Deno.test("click_menu_item: a long menu is named in part, and long texts are cut", async () => {
  const items = Array.from({ length: 60 }, (_, id) => ({ text: `${id} ${"x".repeat(300)}`, id }));
  const { fail } = setUp({ menu: { items } });
  const { details } = await fail("click_menu_item", { ...TARGET, path: ["none"] });
  assert.equal(details?.more, 20);
  const named = details?.items as string[];
  assert.deepEqual([named.length, named[0]?.length], [40, 80]);
});

Deno.test("click_menu_item: a window with a dialog over it is CONTROL_DISABLED, and its program not told anything", async () => {
  const { fail, desktop } = setUp({ enabled: false });
  assert.equal((await fail("click_menu_item", { ...TARGET, path: ["Help!"] })).code, "CONTROL_DISABLED");
  assert.equal(desktop.callsOf("openMenuBar").length, 0);
});

Deno.test("click_menu_item: a window that goes meanwhile is STALE_WINDOW_HANDLE", async () => {
  const { fail, desktop } = setUp();
  let looks = 0;
  desktop.before("windowState", ([hwnd]) => {
    if (hwnd === HWND && ++looks === 3) desktop.removeWindow(HWND);
  });
  assert.equal((await fail("click_menu_item", { ...TARGET, path: ["Help!"] })).code, "STALE_WINDOW_HANDLE");
});

Deno.test("click_menu_item: a window that its program destroys instead of a menu is STALE_WINDOW_HANDLE", async () => {
  const { fail, desktop } = setUp();
  desktop.before("openMenuBar", () => desktop.removeWindow(HWND));
  assert.equal((await fail("click_menu_item", { ...TARGET, path: ["Help!"] })).code, "STALE_WINDOW_HANDLE");
});

Deno.test("click_menu_item: INPUT_DELIVERY_FAILED when Windows refuses the message", async () => {
  const { fail, desktop } = setUp();
  desktop.acceptsPosts = false;
  assert.equal((await fail("click_menu_item", { ...TARGET, path: ["Help!"] })).code, "INPUT_DELIVERY_FAILED");
});

Deno.test("click_menu_item: a program that hangs as its menu is closed gets the command all the same", async () => {
  const { succeed, desktop } = setUp();
  desktop.fail("closeSubmenu", new ToolError("TIMEOUT", "it hangs"));
  await succeed("click_menu_item", { ...TARGET, path: ["File", "Exit"] });
  assert.equal(desktop.callsOf("postMenuChoice").length, 1);
});

Deno.test("click_menu_item: a cancelled call sends nothing", async () => {
  const { call, desktop } = setUp();
  const controller = new AbortController();
  desktop.before("openSubmenu", () => controller.abort());
  const result = await call("click_menu_item", { ...TARGET, path: ["File", "Exit"] }, controller.signal);
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  assert.equal(desktop.callsOf("postMenuChoice").length, 0);
});

Deno.test("click_menu_item: foregroundDemo shows the window and gives the foreground back", async () => {
  const { succeed, desktop } = setUp();
  const result = await succeed("click_menu_item", {
    ...TARGET,
    path: ["Help!"],
    interactionMode: "foregroundDemo",
  });
  const interaction = result.interaction as Record<string, unknown>; // the output schema has been checked
  assert.deepEqual([interaction.targetActivated, interaction.foregroundRestored], [true, true]);
  assert.equal(desktop.foreground, OTHER);
});

for (
  const args of [{ path: [] }, { path: [""] }, {}, { path: ["x".repeat(257)] }, { path: Array(17).fill("x") }]
) {
  Deno.test(`click_menu_item: INVALID_PARAMS for ${JSON.stringify(args).slice(0, 40)}`, async () => {
    assert.equal((await setUp().fail("click_menu_item", { ...TARGET, ...args })).code, "INVALID_PARAMS");
  });
}
