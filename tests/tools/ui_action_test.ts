import assert from "node:assert/strict";
import { type ErrorBody, ToolError } from "../../src/core/errors.ts";
import type { UiActRequest, UiItemQuery } from "../../src/desktop/ui_act.ts";
import { CONTROL_TYPES, type UiElement } from "../../src/desktop/ui_element.ts";
import { ELEMENT_ACTIONS } from "../../src/elements/action.ts";
import { type Branch, BUTTON, EDIT, el, type Facts, ITEM } from "../elements/trees.ts";
import { fakeControl, fakeWindow } from "../fakes/fake_window.ts";
import { HWND, HWND_TEXT, objectOf, openProgram, SECRET, type UiWorld } from "./ui_world.ts";

const CHECK: Facts = { patterns: ["Toggle"], toggleState: "Off", focusable: true };
const SLIDER: Facts = {
  patterns: ["RangeValue"],
  range: { value: 30, minimum: 0, maximum: 100, smallChange: 5, largeChange: 20 },
  isReadOnly: false,
};
const COMBO: Facts = {
  patterns: ["ExpandCollapse", "Value"],
  expandCollapseState: "Collapsed",
  value: "Red",
};
const CLASSIC = 0x77n;

function drawn(): Branch {
  return el("Window", "Main", {
    nativeWindowHandle: HWND,
    patterns: ["Window"],
    screenRect: { x: 100, y: 80, width: 400, height: 300 },
  }, [
    el("Button", "Push", { ...BUTTON, screenRect: { x: 120, y: 120, width: 40, height: 20 } }),
    el("Button", "Grey", { ...BUTTON, enabled: false }),
    el("Button", "Print…", BUTTON),
    el("CheckBox", "Remember", CHECK),
    el("CheckBox", "Third", { ...CHECK, toggleState: "Indeterminate" }),
    el("Edit", "User", { ...EDIT, value: "ann" }),
    el("Edit", "Fixed", { ...EDIT, isReadOnly: true, value: "fixed" }),
    el("Edit", "Password", { ...EDIT, isPassword: true, value: SECRET }),
    el("Slider", "Volume", SLIDER),
    el("ComboBox", "Colour", COMBO, [el("ListItem", "Red", ITEM), el("ListItem", "Blue", ITEM)]),
    el("List", "Fruit", {}, [
      el("ListItem", "apple", ITEM),
      el("ListItem", "pear", ITEM),
      el("ListItem", "pear", ITEM),
    ]),
    el("TreeItem", "Places", {
      patterns: ["ExpandCollapse", "ScrollItem"],
      expandCollapseState: "Collapsed",
    }),
    el("Custom", "Old", {
      nativeWindowHandle: CLASSIC,
      focusable: true,
      screenRect: { x: 120, y: 200, width: 40, height: 20 },
    }),
    el("Custom", "Drawn", { screenRect: { x: 200, y: 200, width: 40, height: 20 } }),
    el("Custom", "Hidden", { screenRect: null, offscreen: true }),
  ]);
}

interface Given extends UiWorld {
  readonly tree: Branch;
  act(name: string, action: string, more?: object): Promise<Readonly<Record<string, unknown>>>;
  refuse(name: string, action: string, more?: object): Promise<ErrorBody>;
  element(name: string): UiElement;
  verbs(): readonly string[];
}

function setUp(tree: Branch = drawn()): Given {
  const world = openProgram(tree, {
    screenRect: { x: 100, y: 80, width: 400, height: 300 },
    clientScreenRect: { x: 108, y: 111, width: 384, height: 261 },
    controls: [fakeControl({ hwnd: CLASSIC })],
  });
  const args = (name: string, action: string, more: object): object => ({
    hwnd: HWND_TEXT,
    selector: { name },
    action,
    ...more,
  });
  return {
    ...world,
    tree,
    act: (name, action, more = {}) => world.succeed("ui_action", args(name, action, more)),
    refuse: (name, action, more = {}) => world.fail("ui_action", args(name, action, more)),
    element: (name) => branchNamed(tree, name).element,
    verbs: () =>
      world.desktop.callsOf("uiAct").flatMap(([request]) =>
        (request as UiActRequest).verbs.map(({ verb }) => verb)
      ),
  };
}

function branchNamed(branch: Branch, name: string): Branch {
  const all = (one: Branch): readonly Branch[] => [one, ...one.children.flatMap(all)];
  const found = all(branch).find(({ element }) => element.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

async function refOf(world: UiWorld, name: string): Promise<string> {
  const { elements } = await world.succeed("ui_query", { hwnd: HWND_TEXT, selector: { name } });
  assert.ok(Array.isArray(elements) && elements.length > 0, name);
  return elements[0].ref;
}

for (
  const [name, action, more, method, field, after] of [
    ["Remember", "toggle", {}, "TogglePattern", "toggleState", "On"],
    ["Remember", "setChecked", { value: "true" }, "TogglePattern.SetChecked", "toggleState", "On"],
    ["Remember", "setChecked", { value: "false" }, "noop", "toggleState", "Off"],
    ["Third", "setChecked", { value: "true" }, "TogglePattern.SetChecked", "toggleState", "On"],
    ["Remember", "invoke", {}, "TogglePattern(invoke)", "toggleState", "On"],
    ["User", "setValue", { value: "bob\nand" }, "ValuePattern", "value", "bob\nand"],
    ["User", "appendText", { value: " b" }, "ValuePattern.Append", "value", "ann b"],
    ["User", "clear", {}, "ValuePattern.Clear", "value", ""],
    ["User", "getValue", {}, "ValuePattern.Read", "value", "ann"],
    ["User", "focus", {}, "SetFocus", "hasKeyboardFocus", true],
    ["User", "selectAll", {}, "TextPattern.SelectAll", "value", "ann"],
    ["User", "selectText", { start: 1, length: 2 }, "TextPattern.Select", "value", "ann"],
    ["Volume", "setRangeValue", { rangeValue: 70 }, "RangeValuePattern", "rangeValue", 70],
    ["Volume", "setRangeValue", { rangeValue: 7000 }, "RangeValuePattern", "rangeValue", 100],
    ["Volume", "increment", {}, "RangeValuePattern.Increment", "rangeValue", 35],
    ["Volume", "decrement", {}, "RangeValuePattern.Decrement", "rangeValue", 25],
    ["apple", "select", {}, "SelectionItemPattern.Select", "selected", true],
    ["apple", "addToSelection", {}, "SelectionItemPattern.AddToSelection", "selected", true],
    ["apple", "removeFromSelection", {}, "SelectionItemPattern.RemoveFromSelection", "selected", false],
    ["apple", "scrollIntoView", {}, "ScrollItemPattern", "offscreen", false],
    ["Places", "expand", {}, "ExpandCollapsePattern.Expand", "expandCollapseState", "Expanded"],
    ["Places", "collapse", {}, "ExpandCollapsePattern.Collapse", "expandCollapseState", "Collapsed"],
  ] as const
) {
  Deno.test(`ui_action: ${action} ${JSON.stringify(more)} on ${name} is ${method}, and verified`, async () => {
    const run = setUp();
    const result = await run.act(name, action, more);
    assert.deepEqual([result.method, result.verified], [method, "yes"]);
    assert.deepEqual(objectOf(result.after)[field], after);
    assert.equal(result.coordinateFallbackUsed, false);
    assert.equal(result.physicalCursorMoved, false);
    assert.equal(objectOf(result.before).name, name);
    assert.equal(objectOf(result.interaction).foregroundChanged, false);
  });
}

Deno.test("ui_action: an invoked button has no effect that is sure to be seen, unless a window comes up", async () => {
  const run = setUp();
  const quiet = await run.act("Push", "invoke");
  assert.deepEqual([quiet.method, quiet.verified, quiet.opened], ["InvokePattern", "unknown", undefined]);
  const dialog = fakeWindow({ hwnd: 0x20n, pid: 7, title: "A question", className: "#32770", owner: HWND });
  run.desktop.acts.onVerb = () => void run.desktop.windows.unshift(dialog);
  const loud = await run.act("Push", "invoke");
  assert.equal(loud.verified, "yes");
  assert.deepEqual(loud.opened, [{ hwnd: "0x00000020", title: "A question", className: "#32770" }]);
});

Deno.test("ui_action: that a pressed button took the focus is no effect of what it does", async () => {
  const run = setUp();
  const push = branchNamed(run.tree, "Push");
  run.desktop.acts.onVerb = () => run.desktop.acts.change(push, { hasKeyboardFocus: true });
  const focused = await run.act("Push", "invoke");
  assert.equal(objectOf(focused.after).hasKeyboardFocus, true);
  assert.equal(focused.verified, "unknown");
  run.desktop.acts.onVerb = () => run.desktop.acts.change(push, { enabled: false });
  assert.equal((await run.act("Push", "invoke")).verified, "yes");
});

Deno.test("ui_action: a dialog that a name promises is waited for a moment", async () => {
  const run = setUp();
  const dialog = fakeWindow({ hwnd: 0x20n, pid: 7, title: "Print", className: "#32770", owner: HWND });
  run.desktop.acts.onVerb = () => {
    void run.clock.sleep(900).then(() => run.desktop.windows.unshift(dialog));
  };
  assert.deepEqual((await run.act("Print…", "invoke")).opened, [
    { hwnd: "0x00000020", title: "Print", className: "#32770" },
  ]);
  run.desktop.acts.onVerb = () => {};
  const none = await run.act("Print…", "invoke");
  assert.deepEqual([none.verified, none.opened], ["unknown", undefined]);
});

Deno.test("ui_action: a button whose handler waits for its dialog answers at once, and the dialog can be used", async () => {
  const run = setUp();
  const dialog = fakeWindow({ hwnd: 0x20n, pid: 7, title: "A question", className: "#32770", owner: HWND });
  run.desktop.elements.windows.set(0x20n, el("Window", "A question", {}, [el("Button", "OK", BUTTON)]));
  run.desktop.acts.onVerb = (_, { name }) => {
    if (name !== "Push") {
      run.desktop.removeWindow(0x20n);
      return;
    }
    run.desktop.windows.unshift(dialog);
    return "isSlowToReturn";
  };
  const opened = await run.act("Push", "invoke");
  assert.deepEqual([opened.stillRunning, opened.verified], [true, "yes"]);
  const answered = await run.succeed("ui_action", {
    hwnd: "0x00000020",
    selector: { name: "OK" },
    action: "invoke",
  });
  assert.deepEqual(answered.closed, [{ hwnd: "0x00000020", title: "A question", className: "#32770" }]);
  assert.equal(answered.stillRunning, undefined);
});

Deno.test("ui_action: a program that ends in its own handler is no failure", async () => {
  const run = setUp();
  run.desktop.acts.onVerb = () => {
    run.desktop.removeWindow(HWND);
    run.desktop.elements.windows.delete(HWND);
    return "failsOnTheWay";
  };
  const result = await run.act("Push", "invoke");
  assert.deepEqual([result.verified, result.after, result.responding], ["yes", null, "unknown"]);
});

for (
  const [title, name, action, more, code] of [
    ["disabled", "Grey", "invoke", {}, "CONTROL_DISABLED"],
    ["read-only", "Fixed", "setValue", { value: "x" }, "CONTROL_READ_ONLY"],
    ["read-only", "Fixed", "clear", {}, "CONTROL_READ_ONLY"],
    ["a password", "Password", "setValue", { value: "x" }, "PASSWORD_FIELD"],
    [
      "a password, to add to",
      "Password",
      "appendText",
      { value: "x", allowPassword: true },
      "PASSWORD_FIELD",
    ],
    ["without the pattern", "Push", "expand", {}, "PATTERN_NOT_SUPPORTED"],
    ["without the pattern", "Drawn", "invoke", {}, "PATTERN_NOT_SUPPORTED"],
    ["without a way but a click", "Drawn", "click", {}, "COORDINATE_FALLBACK_DISABLED"],
    ["that shows nowhere", "Hidden", "windowMessageClick", {}, "INVALID_BOUNDING_RECT"],
    ["that is not there", "Nothing", "invoke", {}, "ELEMENT_NOT_FOUND"],
    ["of which there are two", "pear", "select", {}, "ELEMENT_AMBIGUOUS"],
    ["that is no item", "Fruit", "selectByName", { value: "plum" }, "ELEMENT_NOT_FOUND"],
    ["an item that is there twice", "Fruit", "selectByName", { value: "pear" }, "ELEMENT_AMBIGUOUS"],
    ["an item beyond the last", "Fruit", "selectByIndex", { index: 3 }, "ELEMENT_NOT_FOUND"],
  ] as const
) {
  Deno.test(`ui_action: ${action} of what is ${title} is ${code}, and nothing is done`, async () => {
    const run = setUp();
    let sent = 0;
    run.desktop.acts.onVerb = () => void sent++;
    const error = await run.refuse(name, action, more);
    assert.equal(error.code, code, error.message);
    assert.equal(sent, 0);
    assert.equal(run.desktop.callsOf("postKey").length + run.desktop.callsOf("postClick").length, 0);
    assert.ok(!JSON.stringify(error).includes(SECRET));
  });
}

Deno.test("ui_action: an item that is not there is answered with those that are", async () => {
  const error = await setUp().refuse("Fruit", "selectByName", { value: "Apple" });
  assert.deepEqual(error.details?.available, ["apple", "pear", "pear"]);
  assert.equal(error.details?.itemCount, 3);
});

Deno.test("ui_action: behind a dialog everything is disabled, and the dialog is named", async () => {
  const run = setUp();
  run.desktop.windows = run.desktop.windows.map((window) => ({ ...window, enabled: false }));
  run.desktop.windows.unshift(fakeWindow({ hwnd: 0x20n, pid: 7, owner: HWND }));
  const error = await run.refuse("Grey", "invoke");
  assert.equal(error.details?.dialog, "0x00000020");
});

Deno.test("ui_action: of dialogs over dialogs the one that has to be answered is named", async () => {
  const run = setUp();
  run.desktop.windows.unshift(
    fakeWindow({ hwnd: 0x30n, pid: 7, owner: 0x20n }),
    fakeWindow({ hwnd: 0x20n, pid: 7, owner: HWND, enabled: false }),
  );
  // The window itself can be used: only its search dialog waits.
  assert.equal((await run.refuse("Grey", "invoke")).details?.dialog, "0x00000030");
  run.desktop.windows = run.desktop.windows.map((window) => ({ ...window, enabled: window.hwnd !== HWND }));
  assert.equal((await run.refuse("Grey", "invoke")).details?.dialog, "0x00000020");
  run.desktop.windows = run.desktop.windows.map((window) => ({ ...window, enabled: true }));
  assert.equal((await run.refuse("Grey", "invoke")).details?.dialog, undefined);
});

Deno.test("ui_action: a program with higher rights is TARGET_ELEVATED before it is read", async () => {
  const run = setUp();
  run.desktop.windows = run.desktop.windows.map((window) => ({ ...window, elevated: true }));
  assert.equal((await run.refuse("Push", "invoke")).code, "TARGET_ELEVATED");
  assert.equal(run.desktop.callsOf("uiAct").length, 0);
});

Deno.test("ui_action: a password is set where the call says so, and never told", async () => {
  const run = setUp();
  const result = await run.act("Password", "setValue", { value: "hunter3", allowPassword: true });
  assert.equal(result.verified, "unknown");
  assert.ok(!JSON.stringify(result).includes("hunter"));
  assert.ok(!run.logLines.join().includes("hunter"));
});

Deno.test("ui_action: a way that may have had an effect is never followed by another", async () => {
  const run = setUp();
  let sent = 0;
  run.desktop.acts.onVerb = () => {
    sent++;
    return "failsOnTheWay";
  };
  const error = await run.refuse("Remember", "toggle", { allowCoordinateFallback: true });
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect, sent], ["ACTION_FAILED", true, 1]);
  assert.equal(run.desktop.callsOf("postKey").length + run.desktop.callsOf("postClick").length, 0);
  run.desktop.acts.onVerb = () => "refuses";
  const refused = await run.refuse("Remember", "toggle");
  assert.deepEqual([refused.code, refused.details?.mayHaveHadEffect], ["ACTION_FAILED", false]);
});

Deno.test("ui_action: only a pattern that is surely missing is followed by the next way", async () => {
  const run = setUp(el("Window", "Main", {}, [
    el("CheckBox", "Both", { ...CHECK, patterns: ["Toggle", "Invoke"] }),
  ]));
  run.desktop.acts.onVerb = ({ verb }) => verb === "toggle" ? "surelyHasItNot" : undefined;
  assert.equal((await run.act("Both", "toggle")).method, "InvokePattern");
});

Deno.test("ui_action: what is ignored is not called done", async () => {
  const run = setUp();
  run.desktop.acts.onVerb = () => "ignores";
  assert.equal((await run.act("Remember", "toggle")).verified, "no");
  assert.equal((await run.act("User", "setValue", { value: "x" })).verified, "no");
  assert.equal((await run.act("User", "selectText", { length: 1 })).verified, "no");
  assert.equal((await run.refuse("Fruit", "selectByName", { value: "apple" })).code, "ACTION_FAILED");
});

Deno.test("ui_action: a number at the end of its range does not move", async () => {
  const run = setUp();
  await run.act("Volume", "setRangeValue", { rangeValue: 100 });
  const error = await run.refuse("Volume", "increment");
  assert.equal(error.code, "ACTION_FAILED");
  assert.equal(objectOf(error.details?.range).value, 100);
});

for (
  const [action, method, isFallback, key] of [
    ["invoke", "Keyboard.Enter", true, 0x0D],
    ["click", "Keyboard.Enter", true, 0x0D],
    ["toggle", "Keyboard.Space", true, 0x20],
    ["setChecked", "Keyboard.Space", false, 0x20],
  ] as const
) {
  Deno.test(`ui_action: ${action} is a posted key to a window of its own without patterns`, async () => {
    const run = setUp();
    const value = action === "setChecked" ? { value: "true" } : {};
    const result = await run.act("Old", action, value);
    assert.deepEqual([result.method, result.coordinateFallbackUsed], [method, isFallback]);
    assert.equal(typeof result.fallbackReason, "string");
    assert.deepEqual(run.desktop.callsOf("postKey"), [[CLASSIC, key, { isExtended: false }]]);
    assert.equal(run.desktop.callsOf("postClick").length, 0);
  });
}

Deno.test("ui_action: no key goes to what would write it down", async () => {
  const run = setUp();
  for (const action of ["invoke", "click", "toggle"]) {
    const error = await run.refuse("User", action);
    assert.match(error.code, /^(PATTERN_NOT_SUPPORTED|COORDINATE_FALLBACK_DISABLED)$/);
  }
  assert.deepEqual(run.desktop.callsOf("postKey"), []);
});

Deno.test("ui_action: a click by message needs the opt-in, and a point that is surely the element's", async () => {
  for (const optIn of ["allowCoordinateFallback", "allowMessageClickFallback"]) {
    const run = setUp();
    const result = await run.act("Drawn", "invoke", { [optIn]: true });
    assert.deepEqual([result.method, result.coordinateFallbackUsed], ["coordinate_click_fallback", true]);
    assert.equal(result.rootHwnd, HWND_TEXT);
    assert.equal(run.desktop.callsOf("postClick").length, 1);
  }
  const run = setUp();
  assert.equal((await run.act("Drawn", "windowMessageClick")).method, "WindowMessageElementClick");
  const forced = { forceCoordinateClick: true, allowCoordinateFallback: true };
  assert.equal((await run.act("Push", "invoke", forced)).method, "coordinate_click_forced");
  assert.equal(run.desktop.callsOf("postClick").length, 2);
  const inside = el("Button", "Inside it", BUTTON).element;
  run.desktop.elements.onTop = () => [inside, run.element("Drawn")];
  assert.equal((await run.refuse("Drawn", "windowMessageClick")).code, "POINT_OUTSIDE_TARGET");
  run.desktop.elements.onTop = () => [el("Pane", "Something else").element];
  assert.equal((await run.refuse("Drawn", "windowMessageClick")).code, "POINT_OUTSIDE_TARGET");
  assert.equal(run.desktop.callsOf("postClick").length, 2);
});

Deno.test("ui_action: selectAll by message where a text cannot be selected otherwise", async () => {
  const run = setUp(el("Window", "Main", {}, [
    el("Edit", "Plain", { patterns: ["Value"], value: "x", className: "Edit", nativeWindowHandle: CLASSIC }),
  ]));
  const result = await run.act("Plain", "selectAll");
  assert.equal(result.method, "EM_SETSEL");
  assert.deepEqual(run.desktop.callsOf("editCommand"), [[CLASSIC, { anchor: 0, caret: -1 }]]);
});

Deno.test("ui_action: selecting in a combo box opens it, selects, closes it and reads it back", async () => {
  const run = setUp();
  const result = await run.act("Colour", "selectByName", { value: "Blue" });
  assert.deepEqual(result.selected, { name: "Blue", automationId: "" });
  const { beforeValue, afterValue, valueChanged } = result;
  assert.deepEqual([beforeValue, afterValue, valueChanged], ["Red", "Blue", true]);
  assert.equal(result.method, "SelectionItemPattern.Select");
  assert.equal(result.popupClosed, true);
  assert.deepEqual(run.verbs().filter((verb) => verb !== "look"), ["expand", "select", "invoke", "collapse"]);
});

Deno.test("ui_action: what goes wrong once an item was selected says that it may be", async () => {
  const run = setUp();
  let isSelected = false;
  run.desktop.acts.onVerb = ({ verb }) => void (isSelected ||= verb === "collapse");
  run.desktop.before("uiLook", () => {
    if (isSelected) throw new ToolError("PROVIDER_BUSY", "busy");
  });
  const error = await run.refuse("Colour", "selectByName", { value: "Blue" });
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["PROVIDER_BUSY", true]);
});

/** A combo box of its own window, whose items have no patterns. */
function keysOnly(): Given {
  const run = setUp(el("Window", "Main", {}, [
    el("ComboBox", "Colour", { ...COMBO, isReadOnly: false, nativeWindowHandle: CLASSIC, focusable: true }, [
      el("ListItem", "Red"),
      el("ListItem", "Blue"),
    ]),
  ]));
  run.desktop.before("postKey", ([, key]) => {
    if (key === 0x0D) run.desktop.acts.change(branchNamed(run.tree, "Colour"), { value: "Blue" });
  });
  return run;
}

for (
  const [wanted, method, keys] of [
    [{ action: "selectByIndex", index: 1 }, "keyboard-index", [0x24, 0x28, 0x0D]],
    [{ action: "selectByName", value: "Blue" }, "keyboard-name", [0x0D]],
  ] as const
) {
  Deno.test(`ui_action: an item without patterns is selected by keys (${method}), but not in background mode`, async () => {
    const run = keysOnly();
    const result = await run.act("Colour", wanted.action, wanted);
    assert.deepEqual([result.method, result.afterValue, result.verified], [method, "Blue", "yes"]);
    assert.equal(result.coordinateFallbackUsed, true);
    assert.deepEqual(
      run.desktop.callsOf("postKey").map(([hwnd, key]) => [hwnd, key]),
      keys.map((key) => [CLASSIC, key]),
    );
    const other = keysOnly();
    const error = await other.refuse("Colour", wanted.action, { ...wanted, interactionMode: "background" });
    assert.equal(error.code, "FOREGROUND_REQUIRED");
    assert.equal(other.desktop.callsOf("postKey").length, 0);
    assert.equal(other.element("Colour").expandCollapseState, "Collapsed");
  });
}

Deno.test("ui_action: an item without patterns in a list is not selected by keys", async () => {
  const run = setUp(el("Window", "Main", {}, [
    el("List", "Fruit", { nativeWindowHandle: CLASSIC, focusable: true }, [el("ListItem", "apple")]),
  ]));
  assert.equal((await run.refuse("Fruit", "selectByName", { value: "apple" })).code, "PATTERN_NOT_SUPPORTED");
  assert.equal(run.desktop.callsOf("postKey").length, 0);
});

Deno.test("ui_action: the item that is selected already is a success", async () => {
  const run = setUp();
  for (const wanted of [{ value: "apple" }, { value: "apple" }]) {
    assert.equal((await run.act("Fruit", "selectByName", wanted)).verified, "yes");
  }
  const byIndex = await run.act("Fruit", "selectByIndex", { index: 2 });
  assert.deepEqual(byIndex.selected, { name: "pear", automationId: "" });
});

Deno.test("ui_action: a combo box is closed again where its item is not there", async () => {
  const run = setUp();
  assert.equal((await run.refuse("Colour", "selectByName", { value: "Green" })).code, "ELEMENT_NOT_FOUND");
  assert.equal(run.element("Colour").expandCollapseState, "Collapsed");
});

Deno.test("ui_action: the list of a combo box of a Store app is a window of the app, not of another one's frame", async () => {
  const run = setUp(el("Window", "Main", { nativeWindowHandle: HWND }, [el("ComboBox", "Colour", COMBO)]));
  const [frame] = run.desktop.windows;
  assert.ok(frame !== undefined);
  frame.hostedPid = 31;
  const list = (name: string): Branch => el("List", name, {}, [el("ListItem", "Blue", ITEM)]);
  for (const [hwnd, pid, hostedPid] of [[0x50n, frame.pid, 32], [0x51n, 31, undefined]] as const) {
    const hosted = hostedPid === undefined ? {} : { hostedPid };
    run.desktop.windows.push(fakeWindow({ hwnd, pid, title: "", ...hosted }));
    run.desktop.elements.windows.set(hwnd, list(`List of ${hwnd}`));
  }
  // The combo box of this program does not follow its list.
  assert.equal((await run.refuse("Colour", "selectByName", { value: "Blue" })).code, "ACTION_FAILED");
  const asked = run.desktop.callsOf("uiItems").map(([query]) => query as UiItemQuery);
  const windows = asked.map(({ container }) => container.identity).filter(({ parent }) => parent === null);
  assert.deepEqual(windows.map(({ window }) => window), [{ hwnd: 0x51n, pid: 31 }]);
});

Deno.test("ui_action: a ref acts on its element without the window being read", async () => {
  const run = setUp();
  const ref = await refOf(run, "Remember");
  const reads = run.requests().length;
  const result = await run.succeed("ui_action", { ref, action: "toggle" });
  assert.equal(result.verified, "yes");
  assert.equal(run.requests().length, reads);
  assert.equal(run.desktop.callsOf("uiAct").length, 1);
  assert.equal(run.desktop.callsOf("uiLook").length, 1);
});

Deno.test("ui_action: the ref of a row that was sorted away touches no other row", async () => {
  const run = setUp();
  const ref = await refOf(run, "apple");
  const list = branchNamed(run.tree, "Fruit");
  const ids = list.children.map(({ element }) => element.runtimeId);
  // The row's id stays in its place, as lists number their rows.
  const sorted = list.children.toReversed().map((row, place) => ({
    ...row,
    element: { ...row.element, runtimeId: ids[place] ?? [] },
  }));
  Object.assign(list, { children: sorted });
  let sent = 0;
  run.desktop.acts.onVerb = () => void sent++;
  const error = await run.fail("ui_action", { ref, action: "select" });
  assert.deepEqual([error.code, sent], ["ELEMENT_STALE", 0]);
  const successor = objectOf(error.details?.successor);
  assert.equal(successor.name, "apple");
  assert.equal((await run.succeed("ui_action", { ref: successor.ref, action: "select" })).verified, "yes");
  assert.equal(sent, 1);
});

Deno.test("ui_action: the ref of an element that is gone, or whose window is, is stale", async () => {
  const run = setUp();
  const ref = await refOf(run, "Push");
  Object.assign(run.tree, { children: run.tree.children.filter(({ element }) => element.name !== "Push") });
  assert.equal((await run.fail("ui_action", { ref, action: "invoke" })).details?.reason, "gone");
  run.desktop.removeWindow(HWND);
  assert.equal((await run.fail("ui_action", { ref, action: "invoke" })).details?.reason, "windowGone");
});

/** The button is built anew so many times, each time just before something is done with it. */
function rebuilding(times: number): ReturnType<typeof setUp> {
  const run = setUp();
  let rebuilds = times;
  run.desktop.before("uiAct", () => {
    if (rebuilds-- <= 0) return;
    const push = branchNamed(run.tree, "Push");
    Object.assign(push, { element: { ...push.element, runtimeId: [42, 9_000 + times - rebuilds] } });
  });
  return run;
}

for (const times of [2, 11]) {
  Deno.test(`ui_action: an element that is rebuilt ${times} times before the act is looked for again`, async () => {
    const run = rebuilding(times);
    let sent = 0;
    run.desktop.acts.onVerb = () => void sent++;
    assert.equal((await run.act("Push", "invoke")).method, "InvokePattern");
    assert.equal(sent, 1);
    assert.ok(run.desktop.callsOf("uiAct").length > times);
  });
}

Deno.test("ui_action: an element that is rebuilt before each try is given up, with nothing done", async () => {
  const run = rebuilding(1_000);
  let sent = 0;
  run.desktop.acts.onVerb = () => void sent++;
  assert.equal((await run.refuse("Push", "invoke")).code, "ELEMENT_STALE");
  assert.equal(sent, 0);
});

Deno.test("ui_action: in background mode nothing takes the foreground", async () => {
  const run = setUp();
  run.desktop.windows.push(fakeWindow({ hwnd: 0x30n, pid: 1 }));
  run.desktop.setForeground(0x30n);
  const background = { interactionMode: "background" };
  for (const [name, action] of [["User", "focus"], ["Main", "maximize"]] as const) {
    const error = await run.refuse(name, action, { ...background, selector: { name } });
    assert.ok(["FOREGROUND_REQUIRED", "ELEMENT_NOT_FOUND"].includes(error.code), error.code);
  }
  assert.equal((await run.refuse("User", "focus", background)).code, "FOREGROUND_REQUIRED");
  assert.equal(run.desktop.callsOf("uiAct").length, 0);
  // A control that takes the focus takes the foreground with it: it is given back.
  run.desktop.acts.onVerb = () => run.desktop.setForeground(HWND);
  const result = await run.act("Remember", "toggle", background);
  assert.deepEqual(objectOf(result.interaction).foregroundRestored, true);
  assert.equal(run.desktop.foreground, 0x30n);
  run.desktop.setForeground(HWND);
  assert.equal((await run.act("User", "focus", background)).verified, "yes");
});

Deno.test("ui_action: the window itself, by its ref, is minimised, maximised, restored and closed", async () => {
  const run = setUp();
  const { elements } = await run.succeed("ui_query", { hwnd: HWND_TEXT, selector: { name: "Push" } });
  assert.ok(Array.isArray(elements));
  const tree = await run.succeed("ui_inspect_tree", { hwnd: HWND_TEXT, maxDepth: 1 });
  assert.ok(Array.isArray(tree.nodes));
  const { ref } = tree.nodes[0];
  const window = (): { minimized: boolean; maximized: boolean } => {
    const found = run.desktop.window(HWND);
    assert.ok(found !== undefined);
    return found;
  };
  run.desktop.acts.onVerb = ({ verb }) => {
    if (verb === "closeWindow") return run.desktop.removeWindow(HWND);
    Object.assign(window(), { minimized: verb === "minimizeWindow", maximized: verb === "maximizeWindow" });
  };
  for (const action of ["minimize", "maximize", "restore", "close"]) {
    const result = await run.succeed("ui_action", { ref, action });
    assert.equal(result.verified, "yes", action);
  }
  assert.equal(run.desktop.window(HWND), undefined);
});

Deno.test("ui_action: scrolling says whether anything moved", async () => {
  const run = setUp(el("Window", "Main", {}, [el("List", "Long", { patterns: ["Scroll"] })]));
  for (const more of [{ value: "pageDown" }, { value: "left" }, { rangeValue: 50 }]) {
    assert.equal((await run.act("Long", "scroll", more)).verified, "yes");
  }
  run.desktop.acts.onVerb = () => "ignores";
  assert.equal((await run.act("Long", "scroll", { value: "down" })).verified, "no");
});

for (
  const [title, args, path] of [
    ["no element", { action: "invoke", selector: undefined }, "selector"],
    ["a value that setValue needs", { action: "setValue" }, "value"],
    ["a value with a NUL, which would end it", { action: "setValue", value: "a\0b" }, "value"],
    ["a text to append with a NUL", { action: "appendText", value: "\0" }, "value"],
    ["a name that selectByName needs", { action: "selectByName" }, "value"],
    ["an index that selectByIndex needs", { action: "selectByIndex" }, "index"],
    ["a number that setRangeValue needs", { action: "setRangeValue" }, "rangeValue"],
    ["a length that selectText needs", { action: "selectText" }, "length"],
    ["neither true nor false", { action: "setChecked", value: "1" }, "value"],
    ["a direction that is none", { action: "scroll", value: "sideways" }, "value"],
    ["more than all of the way", { action: "scroll", rangeValue: 101 }, "value"],
    ["force without the opt-in", { action: "invoke", forceCoordinateClick: true }, "forceCoordinateClick"],
    ["ref and window", { action: "invoke", ref: "e1", selector: undefined }, "ref"],
    ["ref and selector", { action: "invoke", ref: "e1", hwnd: undefined }, "ref"],
    ["an unknown action", { action: "press" }, "action"],
  ] as const
) {
  Deno.test(`ui_action: ${title} is INVALID_PARAMS`, async () => {
    const run = setUp();
    const error = await run.fail("ui_action", { hwnd: HWND_TEXT, selector: { name: "Push" }, ...args });
    assert.equal(error.code, "INVALID_PARAMS");
    const { violations } = error.details ?? {};
    assert.ok(Array.isArray(violations));
    assert.equal(violations[0]?.path, path);
    assert.equal(run.desktop.callsOf("uiAct").length, 0);
  });
}

Deno.test("ui_action: a call that is cancelled while its element is looked for does nothing", async () => {
  const run = setUp();
  const controller = new AbortController();
  run.desktop.before("uiAct", () => controller.abort());
  const args = { hwnd: HWND_TEXT, selector: { name: "Push" }, action: "invoke" };
  const result = await run.call("ui_action", args, controller.signal);
  assert.equal(result.ok ? "" : result.error.code, "CANCELLED");
});

Deno.test("ui_action: a program that goes silent after the act is not waited for", async () => {
  const run = setUp();
  run.desktop.acts.silent = true;
  const result = await run.act("Remember", "toggle");
  assert.deepEqual([result.verified, result.after], ["unknown", null]);
});

Deno.test("ui_action: every action has ways of doing it on every kind of element that are refused, not thrown", async () => {
  // Nothing here has a pattern: each action must come to a code of the table.
  const bare = el("Window", "Main", {}, CONTROL_TYPES.map((type) => el(type, type)));
  const run = setUp(bare);
  for (const action of ELEMENT_ACTIONS) {
    const more = { value: action === "scroll" ? "down" : "true", rangeValue: 1, index: 0, length: 1 };
    const result = await run.call("ui_action", {
      hwnd: HWND_TEXT,
      selector: { name: "Pane", controlType: "Pane" },
      action,
      ...more,
    });
    const said = result.ok ? "ok" : result.error.code;
    assert.notEqual(said, "INTERNAL_ERROR", action);
  }
});

Deno.test("ui_action: an edit control whose text was replaced is told that it was changed; nothing else is", async () => {
  const run = setUp(el("Window", "Main", {}, [
    el("Edit", "Plain", { ...EDIT, className: "Edit", nativeWindowHandle: CLASSIC }),
    el("Edit", "Drawn", { ...EDIT, className: "Canvas" }),
  ]));
  for (const [action, value] of [["setValue", "a"], ["appendText", "b"], ["clear", undefined]] as const) {
    assert.equal((await run.act("Plain", action, value === undefined ? {} : { value })).verified, "yes");
  }
  await run.act("Plain", "getValue");
  await run.act("Drawn", "setValue", { value: "a" });
  const told = run.desktop.callsOf("editCommand");
  assert.deepEqual(told, Array(3).fill([CLASSIC, "noteChanged"]));
});

Deno.test("ui_action: what cannot be told that it was changed was changed all the same", async () => {
  const run = setUp(el("Window", "Main", {}, [
    el("Edit", "Plain", { ...EDIT, className: "Edit", nativeWindowHandle: CLASSIC }),
  ]));
  run.desktop.fail("editCommand", new ToolError("TIMEOUT", "Windows did not answer"));
  assert.equal((await run.act("Plain", "setValue", { value: "a" })).verified, "yes");
});

Deno.test("ui_action: what was not found or is ambiguous has refs to go on with; what is not supported says what is", async () => {
  const run = setUp();
  const missing = await run.refuse("Pusj", "invoke");
  const [near] = missing.details?.nearest as readonly { readonly ref: string }[];
  assert.equal(
    (await run.succeed("ui_action", { ref: near?.ref, action: "invoke" })).method,
    "InvokePattern",
  );
  const several = await run.refuse("pear", "select");
  const candidates = several.details?.candidates as readonly { readonly ref: string }[];
  assert.equal(
    (await run.succeed("ui_action", { ref: candidates[1]?.ref, action: "select" })).verified,
    "yes",
  );
  const other = await run.refuse("Places", "invoke");
  assert.match(other.suggestion ?? "", /expand, collapse/);
});
