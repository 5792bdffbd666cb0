import assert from "node:assert/strict";
import { ToolError } from "../../../src/core/errors.ts";
import { COMPOSITE_RESULTS } from "../../../src/packs/actions/composite_results.ts";
import { invokeByKey } from "../../../src/packs/actions/invoke_by_key.ts";
import { openMenu, openSubmenu } from "../../../src/packs/actions/open_menu.ts";
import { type Branch, BUTTON, el, type Facts } from "../../elements/trees.ts";
import { type FakeWindow, fakeWindow } from "../../fakes/fake_window.ts";
import { compositeWorld, type Given, MAIN, refused, type World } from "./composite_world.ts";

const POPUP = 0x30n;
const SECOND = 0x31n;
const PANEL = 0x40n;
const ESCAPE = 0x1B;
const RIGHT = 0x27;
const ENTER = 0x0D;

const EXPANDS: Facts = { patterns: ["ExpandCollapse"], expandCollapseState: "Collapsed", focusable: true };

function button(name: string, automationId: string, facts: Facts = {}): Branch {
  return el("Button", name, { ...BUTTON, automationId, ...facts });
}

const popupWindow = (hwnd: bigint, title = ""): FakeWindow =>
  fakeWindow({ hwnd, pid: 7, title, className: "Popup" });

/** A button that opens a menu, another one beside it, and a panel with a row that leads to a submenu. */
function worldOf(opener: Facts = {}, given: Partial<Given> = {}): World {
  return compositeWorld({
    drawn: el("Window", "Main", { nativeWindowHandle: MAIN }, [
      button("Menu", "menu", opener),
      button("Beside", "beside"),
      el("Pane", "", { automationId: "panel", nativeWindowHandle: PANEL }, [button("More", "app.more")]),
    ]),
    controls: {
      menu: { automationId: "menu" },
      withSection: { selectors: [{ automationId: "menu" }], menu: { sectionControl: "section" } },
      section: { automationId: "^row\\d$", match: "regex" },
      more: {
        selectors: [{ automationId: "app.more" }],
        menu: { panelControl: "panel", sectionControl: "section" },
      },
      moreAlone: { automationId: "app.more" },
      lost: { selectors: [{ automationId: "app.more" }], menu: { panelControl: "nowhere" } },
      nowhere: { automationId: "nowhere" },
      panel: { automationId: "panel" },
    },
    submenuAidPatterns: ["\\.sub$", "(broken"],
    others: [fakeWindow({ hwnd: PANEL, pid: 7, root: MAIN, title: "" })],
    ...given,
  });
}

/** The program shows a popup with these rows. */
function show({ desktop }: World, rows: readonly Branch[], hwnd = POPUP, title = ""): void {
  desktop.windows = [popupWindow(hwnd, title), ...desktop.windows];
  desktop.elements.windows.set(hwnd, el("Menu", title, { nativeWindowHandle: hwnd }, rows));
}

/** What the program does when it is acted on. */
function onVerb(world: World, name: string, act: () => void): string[] {
  const verbs: string[] = [];
  world.desktop.acts.onVerb = ({ verb }) => {
    verbs.push(verb);
    if (verb === name) act();
  };
  return verbs;
}

/** The program works keys off as they come. */
function onKey(world: World, act: (hwnd: bigint, virtualKey: number) => void): void {
  world.desktop.before("postKey", ([hwnd, virtualKey]) => act(hwnd as bigint, virtualKey as number));
}

Deno.test("openMenu: a button is invoked, and what its popup shows is told", async () => {
  const world = worldOf();
  onVerb(world, "invoke", () =>
    show(world, [
      button("Save", "app.file.save", { toggleState: "On", patterns: ["Toggle"] }),
      button("Recent", "app.recent.sub", { toggleState: "Off" }),
      button("Grey", "", { enabled: false }),
      button("Hidden", "app.hidden", { offscreen: true }),
      el("Text", "no row"),
    ]));
  const result = await openMenu(await world.call("menu"), 15_000);
  COMPOSITE_RESULTS.openMenu().parse(result);
  assert.deepEqual([result.method, result.popupOpened, result.verified], ["InvokePattern", true, "yes"]);
  assert.deepEqual(result.popupRoots, [{ hwnd: "0x00000030", title: "", className: "Popup" }]);
  assert.equal(result.itemCount, 3);
  assert.deepEqual(
    result.items.map(({ name, enabled, checked, hasSubmenu }) => [name, enabled, checked, hasSubmenu]),
    [["Save", true, true, false], ["Recent", true, false, true], ["Grey", false, null, false]],
  );
  assert.deepEqual(result.items.map(({ recommendedSelector }) => recommendedSelector), [
    { automationId: "save$", controlType: "Button", match: "regex" },
    { automationId: "sub$", controlType: "Button", match: "regex" },
    { name: "Grey", controlType: "Button" },
  ]);
  assert.deepEqual(result.items[0]?.supportedActions, ["toggle", "setChecked"]);
});

Deno.test("openMenu: rows of the section that are there already are left as they are", async () => {
  const world = worldOf();
  show(world, [button("One", "row1"), button("Other", "x")]);
  const result = await openMenu(await world.call("withSection"), 15_000);
  assert.deepEqual([result.method, result.alreadyOpen, result.itemCount], ["noop", true, 1]);
  assert.equal(world.desktop.callsOf("uiAct").length, 0);
});

Deno.test("openMenu: rows of the section are waited for, where they come in a popup that was there", async () => {
  const world = worldOf();
  show(world, [button("Other", "x")]);
  let reads = 0;
  onVerb(world, "invoke", () => {
    world.desktop.before("readUiTree", () => {
      if (++reads !== 3) return;
      world.desktop.elements.windows.set(
        POPUP,
        el("Menu", "", {}, [button("One", "row1"), button("Two", "row2")]),
      );
    });
  });
  const result = await openMenu(await world.call("withSection"), 15_000);
  assert.deepEqual(result.items.map(({ name }) => name), ["One", "Two"]);
});

Deno.test("openMenu: a popup without rows of the section is closed again, and is a failure", async () => {
  const world = worldOf();
  onVerb(world, "invoke", () => show(world, [button("Other", "x")]));
  const error = await refused(openMenu(await world.call("withSection"), 15_000));
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["ACTION_FAILED", true]);
  assert.deepEqual(world.desktop.callsOf("postKey"), [[POPUP, ESCAPE]]);
});

Deno.test("openMenu: nothing that comes up is a failure within six seconds, and closes nothing", async () => {
  const world = worldOf();
  show(world, [button("Was there", "x")]);
  const startedAt = world.clock.now();
  assert.equal((await refused(openMenu(await world.call("menu"), 15_000))).code, "ACTION_FAILED");
  assert.ok(world.clock.now() - startedAt < 8_000);
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

Deno.test("openMenu: a popup that takes the place of another one counts, though there are as many", async () => {
  const world = worldOf();
  show(world, [button("Was there", "x")]);
  onVerb(world, "invoke", () => {
    world.desktop.removeWindow(POPUP);
    show(world, [button("New", "y")], SECOND);
  });
  const result = await openMenu(await world.call("menu"), 15_000);
  assert.deepEqual(result.items.map(({ name }) => name), ["New"]);
});

Deno.test("openMenu: rows of a popup that was there are not new, where the call left popups out", async () => {
  const world = worldOf({}, { includeProcessPopups: false });
  show(world, [el("MenuItem", "Was there", BUTTON)]);
  assert.equal((await refused(openMenu(await world.call("menu"), 15_000))).code, "ACTION_FAILED");
});

Deno.test("openMenu: a dialog that comes up is no menu", async () => {
  const world = worldOf();
  onVerb(world, "invoke", () => show(world, [button("OK", "ok")], POPUP, "A question"));
  assert.equal((await refused(openMenu(await world.call("menu"), 15_000))).code, "ACTION_FAILED");
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

for (
  const [title, opener, wanted] of [
    ["an item of a menu bar is expanded", { controlType: "MenuItem", ...EXPANDS }, "expand"],
    ["a split button is expanded, not invoked", {
      controlType: "SplitButton",
      ...EXPANDS,
      patterns: ["Invoke", "ExpandCollapse"],
    }, "expand"],
    [
      "a button that can do both is invoked",
      { ...EXPANDS, patterns: ["Invoke", "ExpandCollapse"] },
      "invoke",
    ],
  ] as const
) {
  Deno.test(`openMenu: ${title}`, async () => {
    const world = worldOf(opener);
    const verbs = onVerb(
      world,
      wanted,
      () => show(world, [el("MenuItem", "New", { ...BUTTON, automationId: "1" })]),
    );
    const result = await openMenu(await world.call("menu"), 15_000);
    assert.deepEqual([verbs, result.itemCount], [[wanted], 1]);
  });
}

Deno.test("openMenu: a menu that is open is told of, and not opened again", async () => {
  const world = worldOf({ ...EXPANDS, expandCollapseState: "Expanded" });
  show(world, [button("New", "new")]);
  const result = await openMenu(await world.call("menu"), 15_000);
  assert.deepEqual([result.method, result.alreadyOpen], ["noop", true]);
  assert.deepEqual(result.items.map(({ name }) => name), ["New"]);
});

Deno.test("openMenu: a program that comes back only when its menu is closed holds up nobody", async () => {
  const world = worldOf({ controlType: "MenuItem", ...EXPANDS });
  world.desktop.acts.onVerb = () => {
    show(world, [button("New", "new")]);
    return "isSlowToReturn";
  };
  assert.equal((await openMenu(await world.call("menu"), 15_000)).itemCount, 1);
});

Deno.test("openMenu: of more rows than anybody needs a hundred are told, with how many there are", async () => {
  const world = worldOf();
  const rows = Array.from({ length: 130 }, (_, index) => button(`Row ${index}`, `r${index}`));
  onVerb(world, "invoke", () => show(world, rows));
  const result = await openMenu(await world.call("menu"), 15_000);
  assert.deepEqual([result.items.length, result.itemCount], [100, 130]);
});

Deno.test("openMenu: what was opened is closed when the call is cancelled", async () => {
  const cancelling = new AbortController();
  const world = worldOf({}, { signal: cancelling.signal });
  onVerb(world, "invoke", () => {
    show(world, []);
    world.desktop.before("readUiTree", () => cancelling.abort());
  });
  assert.equal((await refused(openMenu(await world.call("menu"), 15_000))).code, "CANCELLED");
  assert.deepEqual(world.desktop.callsOf("postKey"), [[POPUP, ESCAPE]]);
});

Deno.test("openSubmenu: a row is focused, and the Right key is posted to its panel", async () => {
  const world = worldOf();
  const order: string[] = [];
  onVerb(world, "focus", () => order.push("focus"));
  onKey(world, (hwnd, virtualKey) => {
    order.push(`${hwnd} ${virtualKey}`);
    show(world, [button("Deep", "deep"), button("Section", "row1")]);
  });
  const result = await openSubmenu(await world.call("more"), 15_000);
  COMPOSITE_RESULTS.openSubmenu().parse(result);
  assert.deepEqual(order, ["focus", `${PANEL} ${RIGHT}`]);
  assert.equal(result.method, "keyboard-right");
  assert.deepEqual(result.items.map(({ name }) => name), ["Deep"]);
});

Deno.test("openSubmenu: without a panel the key goes to the window that the row is in", async () => {
  const world = worldOf();
  onKey(world, () => show(world, [button("Deep", "deep")]));
  await openSubmenu(await world.call("moreAlone"), 15_000);
  assert.deepEqual(world.desktop.callsOf("postKey").map(([hwnd]) => hwnd), [PANEL]);
});

Deno.test("openSubmenu: a panel that is not to be found leaves the key without a destination: none is sent", async () => {
  const world = worldOf();
  const call = await world.call("lost");
  assert.equal((await refused(openSubmenu(call, 15_000))).code, "ELEMENT_NOT_FOUND");
  assert.deepEqual([world.desktop.callsOf("postKey"), world.desktop.callsOf("uiAct")], [[], []]);
});

Deno.test("openSubmenu: a panel whose window is gone gets no key", async () => {
  const world = worldOf();
  const call = await world.call("more");
  world.desktop.windows = world.desktop.windows.filter(({ hwnd }) => hwnd !== PANEL);
  assert.equal((await refused(openSubmenu(call, 15_000))).code, "STALE_WINDOW_HANDLE");
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

Deno.test("openSubmenu: a panel of another program gets no key", async () => {
  const world = worldOf();
  const call = await world.call("more");
  const panel = world.desktop.window(PANEL);
  assert.ok(panel !== undefined);
  panel.pid = 99;
  const error = await refused(openSubmenu(call, 15_000));
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["ACTION_FAILED", false]);
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

Deno.test("openSubmenu: nothing new is a failure", async () => {
  const error = await refused(openSubmenu(await worldOf().call("more"), 15_000));
  assert.deepEqual([error.code, error.details?.method], ["ACTION_FAILED", "keyboard-right"]);
});

Deno.test("openSubmenu: in the background a row without the focus is refused, and no key is sent", async () => {
  const world = worldOf({}, { mode: "background", foreground: 0x99n });
  const call = await world.call("more");
  assert.equal((await refused(openSubmenu(call, 15_000))).code, "FOREGROUND_REQUIRED");
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

Deno.test("openSubmenu: an item with a pattern for it is expanded", async () => {
  const world = compositeWorld({
    drawn: el("Window", "Main", { nativeWindowHandle: MAIN }, [
      el("MenuItem", "Recent", { ...EXPANDS, automationId: "recent" }),
    ]),
    controls: { recent: { automationId: "recent" } },
  });
  onVerb(world, "expand", () => show(world, [el("MenuItem", "first.txt", BUTTON)]));
  const result = await openSubmenu(await world.call("recent"), 15_000);
  assert.equal(result.method, "ExpandCollapsePattern.Expand");
  assert.deepEqual(result.items.map(({ name }) => name), ["first.txt"]);
  const again = await openSubmenu(await world.call("recent"), 15_000);
  assert.deepEqual([again.method, again.itemCount], ["noop", 1]);
});

Deno.test("invokeByKey: Enter is posted to the panel; a window that comes is the proof", async () => {
  const world = worldOf();
  onKey(world, (hwnd, virtualKey) => {
    assert.deepEqual([hwnd, virtualKey], [PANEL, ENTER]);
    show(world, [], POPUP, "A dialog");
  });
  const result = await invokeByKey(await world.call("more"));
  COMPOSITE_RESULTS.invokeByKey().parse(result);
  assert.deepEqual([result.method, result.triggered, result.verified], ["keyboard-invoke", true, "yes"]);
  assert.deepEqual([result.rootsBefore, result.rootsAfter, result.popupRoots], [1, 2, []]);
});

Deno.test("invokeByKey: without anything to be seen of it, it is not claimed to have worked", async () => {
  const result = await invokeByKey(await worldOf().call("more"));
  assert.deepEqual([result.triggered, result.verified], [true, "unknown"]);
});

Deno.test("invokeByKey: a program that does not answer after the key holds up nobody", async () => {
  const world = worldOf();
  const call = await world.call("more");
  onKey(world, () => {
    world.desktop.hang("uiLook");
    world.desktop.hang("readUiTree");
    world.desktop.hang("targetCondition");
  });
  assert.equal((await invokeByKey(call)).triggered, true);
});

Deno.test("invokeByKey: a modifier that a person holds would change the key: it is not sent", async () => {
  const world = worldOf();
  const call = await world.call("more");
  world.desktop.modifiers = ["shift"];
  assert.equal((await refused(invokeByKey(call))).code, "MODIFIER_HELD");
  assert.deepEqual(world.desktop.callsOf("postKey"), []);
});

for (
  const [title, control, compose, openedBy] of [
    ["openMenu", "menu", openMenu, "invoke"],
    ["openSubmenu", "more", openSubmenu, "key"],
    ["invokeByKey", "more", invokeByKey, "key"],
  ] as const
) {
  Deno.test(`${title}: a program that ends of it is told of as acted on`, async () => {
    const world = worldOf();
    let isActedOn = false;
    const act = (): void => void (isActedOn = true);
    if (openedBy === "invoke") onVerb(world, "invoke", act);
    else onKey(world, act);
    world.desktop.before("listWindows", () => {
      if (isActedOn) throw new ToolError("STALE_WINDOW_HANDLE", "gone");
    });
    const error = await refused(compose(await world.call(control), 10_000));
    assert.equal(error.code, "STALE_WINDOW_HANDLE");
    assert.equal(error.details?.mayHaveHadEffect, true);
    assert.match(error.suggestion ?? "", /^Look at the program before/);
  });
}
