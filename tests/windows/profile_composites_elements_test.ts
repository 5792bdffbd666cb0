/** Actions of packs that are made of several acts, on real programs: what came of them is seen by other means. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DrivenProgram } from "./driven_program.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, foreground, outerRect, pointer } from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { need, startUiFixture } from "./ui_fixture_run.ts";
import { send } from "./ui_messages.ts";

const PACK = "composites";
const MENU_CLASS = "#32768";
const LB_GETTOPINDEX = 0x18E;
const LB_SETSEL = 0x185;
const LB_SETCURSEL = 0x186;

/** A run with one pack, made of these controls. */
class PackRun implements Disposable {
  readonly #sources: string;
  readonly door: RealDoor;

  constructor(executable: string, controls: Readonly<Record<string, unknown>>) {
    this.#sources = Deno.makeTempDirSync({ prefix: "casement" });
    const folder = join(this.#sources, PACK);
    Deno.mkdirSync(folder);
    const files = {
      "manifest.json": { schemaVersion: 1, id: PACK, displayName: "Composites", version: "1" },
      "profile.json": { id: PACK, executableNames: [executable] },
      "controls.json": { controls },
    };
    for (const [name, data] of Object.entries(files)) {
      Deno.writeTextFileSync(join(folder, name), JSON.stringify(data));
    }
    this.door = createRealDoor({}, [{ source: "cli", folder: this.#sources }]);
  }

  /** The result of an action that is expected to succeed. */
  // deno-lint-ignore no-explicit-any -- as in RealDoor
  async act(hwnd: string, control: string, action: string, more: object = {}): Promise<any> {
    const args = { profile: PACK, control, action, hwnd, ...more };
    return (await this.door.succeed("profile_action", args)).result;
  }

  /** The error of an action that is expected to fail. */
  refused(hwnd: string, control: string, action: string): ReturnType<RealDoor["fail"]> {
    return this.door.fail("profile_action", { profile: PACK, control, action, hwnd });
  }

  /** How many menus are open on the desktop, once there are as many as expected. */
  async openMenus(expected: number): Promise<number> {
    const count = async (): Promise<number> =>
      (await this.door.desktop.listWindows(false)).filter(({ className }) => className === MENU_CLASS).length;
    await waitFor(async () => await count() === expected || undefined);
    return await count();
  }

  [Symbol.dispose](): void {
    this.door[Symbol.dispose]();
    Deno.removeSync(this.#sources, { recursive: true });
  }
}

const names = (items: readonly { readonly name: string }[]): readonly string[] =>
  items.map(({ name }) => name);

elementsTest(
  "profile_action ensureVisible: the panel's own scroll bar is set until a button shows, on and back",
  async () => {
    await using run = await startUiFixture("--rows", "20");
    const inPanel = { scrollContainer: "panel", margin: 2 };
    using pack = new PackRun("ui_fixture.exe", {
      first: { selectors: [{ automationId: "1251" }], visibility: inPanel },
      last: { selectors: [{ automationId: "1270" }], visibility: inPanel },
      panel: { automationId: "1250" },
    });
    const panel = controlOf(run.hwnd, 1250);
    const before = pointer();
    for (const [control, id] of [["last", 1270], ["first", 1251]] as const) {
      const done = await pack.act(run.handle, control, "ensureVisible");
      assert.deepEqual([done.method, done.verified, done.scrollValueChanged], [
        "RangeValuePattern",
        "yes",
        true,
      ]);
      const [around, inside] = [outerRect(panel), outerRect(controlOf(panel, id))];
      assert.ok(inside.y >= around.y && inside.y + inside.height <= around.y + around.height, `${id}`);
      assert.deepEqual(done.elementRect, inside);
      const again = await pack.act(run.handle, control, "ensureVisible");
      assert.deepEqual([again.method, again.alreadyVisible, again.attemptCount], ["noop", true, 0]);
    }
    const scrolled = (await run.events()).filter(({ event }) => event === "scroll");
    assert.ok(scrolled.length >= 2);
    assert.ok(scrolled.every(({ id }) => id === 1250), "nothing but the panel was scrolled");
    assert.deepEqual(pointer(), before);
  },
);

elementsTest("profile_action ensureVisible: the wheel is a message to the list's own window", async () => {
  await using run = await FixtureRun.start("--rect", "50,50,700,600");
  const visibility = { scrollContainer: "list", strategies: ["WindowMessageWheel"] };
  using pack = new PackRun("casement_fixture.exe", {
    far: { selectors: [{ controlType: "ListItem", name: "Item 18" }], visibility },
    first: { selectors: [{ controlType: "ListItem", name: "Item 1" }], visibility },
    list: { automationId: "130" },
    unscrolled: {
      selectors: [{ controlType: "ListItem", name: "Item 20" }],
      visibility: { scrollContainer: "edit" },
    },
    edit: { automationId: "101" },
  });
  const list = controlOf(run.hwnd, 130);
  const area = outerRect(list);
  const before = pointer();
  const far = await pack.act(run.handle, "far", "ensureVisible");
  assert.deepEqual([far.method, far.verified], ["WM_MOUSEWHEEL", "yes"]);
  assert.ok(send(list, LB_GETTOPINDEX) > 0);
  const wheel = await need(run, "mouse", { id: 130, kind: "wheel" });
  assert.ok(Number(wheel.delta) < 0 && Number(wheel.delta) % 120 === 0, `${wheel.delta}`);
  const middle = [area.x + (area.width >> 1), area.y + (area.height >> 1)];
  assert.deepEqual([wheel.x, wheel.y], middle, "the point is on the screen");
  await pack.act(run.handle, "first", "ensureVisible");
  assert.equal(send(list, LB_GETTOPINDEX), 0);
  assert.deepEqual(pointer(), before);
});

elementsTest(
  "profile_action ensureVisible: another container than the one that is named is not scrolled",
  async () => {
    await using run = await FixtureRun.start("--rect", "50,50,700,600");
    using pack = new PackRun("casement_fixture.exe", {
      last: {
        selectors: [{ controlType: "ListItem", name: "Item 20" }],
        visibility: { scrollContainer: "button", strategies: ["RangeValueScroll", "WindowMessageWheel"] },
      },
      button: { automationId: "110" },
    });
    const error = await pack.refused(run.handle, "last", "ensureVisible");
    assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
    assert.deepEqual(error.details?.attemptedStrategies, ["WindowMessageWheel"]);
    assert.equal(send(controlOf(run.hwnd, 130), LB_GETTOPINDEX), 0);
    await need(run, "mouse", { id: 110, kind: "wheel" });
  },
);

elementsTest("profile_action getSelection: a list's own selected rows, not those of others", async () => {
  await using run = await startUiFixture("--rows", "20");
  using pack = new PackRun("ui_fixture.exe", {
    several: { automationId: "1122" },
    colour: { automationId: "1113" },
  });
  const list = controlOf(run.hwnd, 1122);
  const none = await pack.act(run.handle, "several", "getSelection");
  assert.deepEqual([none.selected, none.count], [[], 0]);
  send(list, LB_SETSEL, 1, 1);
  send(list, LB_SETSEL, 1, 3);
  const two = await pack.act(run.handle, "several", "getSelection");
  assert.deepEqual([two.selected.length, two.count, two.verified], [2, 2, "yes"]);
  const colour = await pack.act(run.handle, "colour", "getSelection");
  assert.deepEqual(names(colour.selected), ["Red"]);
});

elementsTest("profile_action getSelection: a row that nobody has read is told all the same", async () => {
  await using run = await startUiFixture("--rows", "600");
  using pack = new PackRun("ui_fixture.exe", { lines: { automationId: "1126" } });
  send(controlOf(run.hwnd, 1126), LB_SETCURSEL, 550);
  const one = await pack.act(run.handle, "lines", "getSelection");
  assert.equal(one.count, 1);
  assert.match(names(one.selected)[0] ?? "", /^Line 0055[01]$/);
});

elementsTest(
  "profile_action openMenu: a menu bar's menu is opened, told, left open, and not opened twice",
  async () => {
    await using run = await FixtureRun.start();
    using pack = new PackRun("casement_fixture.exe", {
      file: { controlType: "MenuItem", name: "File" },
      view: { selectors: [{ controlType: "MenuItem", name: "View" }], menu: { sectionControl: "grey" } },
      help: { selectors: [{ controlType: "MenuItem", name: "Help" }], menu: { sectionControl: "grey" } },
      grey: { controlType: "MenuItem", name: "Grey item" },
    });
    const opened = await pack.act(run.handle, "file", "openMenu");
    assert.deepEqual([opened.popupOpened, opened.verified, opened.itemCount], [true, "yes", 3]);
    assert.deepEqual(names(opened.items), ["Open…", "Save", "Exit"]);
    assert.equal(opened.popupRoots[0]?.className, MENU_CLASS);
    assert.equal(await pack.openMenus(1), 1);
    const again = await pack.act(run.handle, "file", "openMenu");
    assert.deepEqual([again.method, again.alreadyOpen, again.itemCount], ["noop", true, 3]);
    assert.equal(await pack.openMenus(1), 1);
    // What was told can be used as it is.
    const selector = opened.items[1]?.recommendedSelector;
    await pack.door.succeed("ui_action", { hwnd: run.handle, selector, action: "invoke" });
    await need(run, "command", { id: 202 });

    const view = await pack.act(run.handle, "view", "openMenu");
    assert.deepEqual([names(view.items), view.items[0]?.enabled], [["Grey item"], false]);
    const there = await pack.act(run.handle, "view", "openMenu");
    assert.deepEqual([there.method, there.alreadyOpen], ["noop", true]);
    await pack.door.succeed("ui_action", {
      hwnd: run.handle,
      selector: { controlType: "MenuItem", name: "View" },
      action: "collapse",
    });
    assert.equal(await pack.openMenus(0), 0);

    const failed = await pack.refused(run.handle, "help", "openMenu");
    assert.deepEqual([failed.code, failed.details?.mayHaveHadEffect], ["ACTION_FAILED", true]);
    assert.equal(await pack.openMenus(0), 0, "what came up was closed again");
  },
);

elementsTest(
  "profile_action openSubmenu: a row of a context menu that is open leads on, and its command is chosen",
  async () => {
    await using run = await startUiFixture("--rows", "20");
    using pack = new PackRun("ui_fixture.exe", { pasteAs: { controlType: "MenuItem", name: "Paste as" } });
    const push = { automationId: "1001", controlType: "Button" };
    const { element } = await pack.door.succeed("ui_get", { hwnd: run.handle, selector: push });
    await pack.door.succeed("click_window", { ref: element.ref, button: "right" });
    await need(run, "menuOpen", { items: 4 });
    const opened = await pack.act(run.handle, "pasteAs", "openSubmenu");
    assert.deepEqual(names(opened.items), ["Plain text"]);
    assert.equal(await pack.openMenus(2), 2);
    const selector = opened.items[0]?.recommendedSelector;
    await pack.door.succeed("ui_action", { hwnd: run.handle, selector, action: "invoke" });
    await need(run, "menu", { id: 2045 });
  },
);

elementsTest("profile_action openSubmenu: Regedit's Edit, New is opened, and told of once more", async () => {
  await using program = await DrivenProgram.start("C:\\windows\\regedit.exe");
  using pack = new PackRun("regedit.exe", {
    edit: { controlType: "MenuItem", name: "Edit" },
    new: { controlType: "MenuItem", name: "New" },
    keys: { controlType: "Tree" },
  });
  assert.equal((await pack.act(program.handle, "keys", "getSelection")).count, 1);
  const edit = await pack.act(program.handle, "edit", "openMenu");
  const rows: readonly { readonly name: string; readonly hasSubmenu: boolean }[] = edit.items;
  assert.deepEqual(names(rows.filter(({ hasSubmenu }) => hasSubmenu)), ["New"]);
  const opened = await pack.act(program.handle, "new", "openSubmenu");
  assert.ok(names(opened.items).includes("String Value"), names(opened.items).join());
  assert.equal(await pack.openMenus(2), 2);
  const again = await pack.act(program.handle, "new", "openSubmenu");
  assert.deepEqual([again.method, again.itemCount], ["noop", opened.itemCount]);
}, hasServer ? undefined : "the Regedit that Wine ships");

elementsTest(
  "profile_action openMenu: Notepad in the background opens its menu, and the person keeps the foreground",
  async () => {
    await using program = await DrivenProgram.start("C:\\windows\\notepad.exe");
    using pack = new PackRun("notepad.exe", { search: { controlType: "MenuItem", name: "Search" } });
    await using front = await FixtureRun.start();
    bringToFront(front.hwnd);
    const opened = await pack.act(program.handle, "search", "openMenu", { interactionMode: "background" });
    assert.ok(names(opened.items).some((name) => name.startsWith("Search")), names(opened.items).join());
    assert.equal(foreground(), front.hwnd);
  },
  hasServer ? undefined : "the Notepad that Wine ships",
);

elementsTest(
  "profile_action invoke by Enter: a row of an open menu is chosen, and the menu that closes is the proof",
  async () => {
    await using run = await FixtureRun.start();
    using pack = new PackRun("casement_fixture.exe", {
      file: { controlType: "MenuItem", name: "File" },
      open: {
        selectors: [{ controlType: "MenuItem", name: "Open…" }],
        menu: { invokeMode: "keyboard-enter" },
      },
    });
    await pack.act(run.handle, "file", "openMenu");
    const done = await pack.act(run.handle, "open", "invoke");
    assert.deepEqual([done.method, done.triggered, done.verified], ["keyboard-invoke", true, "yes"]);
    assert.deepEqual([done.rootsAfter, done.popupRoots], [done.rootsBefore - 1, []]);
    await need(run, "command", { id: 201 });
  },
);

elementsTest("profile_action invoke by Enter: what shows in no window is not claimed", async () => {
  await using run = await FixtureRun.start();
  using pack = new PackRun("casement_fixture.exe", {
    count: {
      selectors: [{ automationId: "110" }],
      menu: { invokeMode: "keyboard-enter", panelControl: "edit" },
    },
    edit: { automationId: "101" },
  });
  const done = await pack.act(run.handle, "count", "invoke");
  assert.deepEqual([done.triggered, done.verified], [true, "unknown"]);
  await need(run, "focus", { id: 110, focused: true });
  await need(run, "key", { id: 101, vk: 13, down: false });
});
