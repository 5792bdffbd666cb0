/** What acting on elements does to a program, seen in its log, its controls and its windows. */
import assert from "node:assert/strict";
import { withFaults } from "../uia_server/counters.ts";
import { Elements, elementsTest, hasServer } from "./elements_run.ts";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, foreground, isMinimized, textOf } from "./observe.ts";
import { need, topWindow } from "./ui_fixture_run.ts";
import { send } from "./ui_messages.ts";

const MESSAGE = {
  emGetSel: 0xB0,
  emGetModify: 0xB8,
  lbGetCurSel: 0x188,
  lbGetSel: 0x187,
  cbGetCurSel: 0x147,
  tbmGetPos: 0x400,
};

type Answer = Record<string, unknown> & {
  readonly method: string;
  readonly verified: string;
  readonly opened?: readonly { readonly title: string; readonly hwnd: string }[];
};

interface OpenUi extends Elements {
  /** Acts on a control by the ref that it had at first, or on what a selector means now. */
  act(what: number | object, action: string, more?: object): Promise<Answer>;
  refuse(what: number | object, action: string, more?: object): Promise<string>;
  refOf(selector: object): Promise<string>;
}

/** The fixture with a short way to act on it. */
async function open(...args: string[]): Promise<OpenUi> {
  const elements = await Elements.start("--rows", "20", ...args);
  const { door, run: { handle: hwnd } } = elements;
  const read = await door.succeed("ui_inspect_tree", { hwnd, includePatterns: false });
  const nodes = read.nodes as readonly {
    readonly ref: string;
    readonly automationId: string;
    readonly controlType: string;
  }[];
  // Parts of other controls have ids as low as those of buttons.
  const refById = (id: number): string | undefined =>
    nodes.find(({ automationId, controlType }) =>
      automationId === `${id}` && (id > 1_010 || controlType === "Button")
    )?.ref;
  const asked = (what: number | object, action: string, more: object): object => ({
    ...(typeof what === "number" ? { ref: refById(what) } : { hwnd, selector: what }),
    action,
    ...more,
  });
  return Object.assign(elements, {
    act: (what: number | object, action: string, more: object = {}) =>
      door.succeed("ui_action", asked(what, action, more)),
    refuse: async (what: number | object, action: string, more: object = {}) =>
      (await door.fail("ui_action", asked(what, action, more))).code,
    refOf: async (selector: object) => (await door.succeed("ui_get", { hwnd, selector })).element.ref,
  });
}

/** What a control answers to a message. */
function ask({ run }: Elements, id: number, message: number, wParam = 0): number {
  return send(controlOf(run.hwnd, id), message, wParam);
}

elementsTest("ui_action: buttons, tools, check boxes and radio buttons are pressed", async () => {
  await using ui = await open();
  const push = await ui.act({ automationId: "1001", controlType: "Button" }, "invoke");
  assert.deepEqual([push.method, push.coordinateFallbackUsed], ["InvokePattern", false]);
  await need(ui.run, "click", { id: 1001 });
  assert.equal((await ui.act(1021, "toggle")).verified, "yes");
  await need(ui.run, "toggle", { id: 1021, state: 1 });
  assert.equal((await ui.act(1021, "invoke")).method, "TogglePattern(invoke)");
  await need(ui.run, "toggle", { id: 1021, state: 0 });
  assert.equal((await ui.act(1022, "setChecked", { value: "false" })).verified, "yes");
  assert.equal((await ui.act(1022, "setChecked", { value: "true" })).verified, "yes");
  await need(ui.run, "toggle", { id: 1022, state: 1 });
  // From on, through the third state, to off.
  assert.equal((await ui.act(1022, "setChecked", { value: "false" })).verified, "yes");
  await need(ui.run, "toggle", { id: 1022, state: 2 });
  assert.equal((await ui.act(1022, "setChecked", { value: "false" })).method, "noop");
  assert.equal((await ui.act(1033, "select")).verified, "yes");
  await need(ui.run, "toggle", { id: 1033, state: 1 });
  await ui.act({ automationId: "Item 2101" }, "invoke");
  await need(ui.run, "tool", { id: 2101 });
  assert.equal((await ui.act(1001, "legacyDefaultAction")).method, "InvokePattern(legacy)");
});

elementsTest("ui_action: texts are set, added to, cleared and selected", async () => {
  await using ui = await open();
  assert.equal((await ui.act(1101, "setValue", { value: "été 😀" })).verified, "yes");
  assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "été 😀");
  assert.equal((await ui.act(1101, "appendText", { value: " und" })).verified, "yes");
  assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "été 😀 und");
  assert.equal((await ui.act(1101, "selectText", { start: 4, length: 2 })).verified, "yes");
  assert.equal(ask(ui, 1101, MESSAGE.emGetSel), (6 << 16) | 4);
  await ui.act(1101, "selectAll");
  assert.equal(ask(ui, 1101, MESSAGE.emGetSel), 10 << 16);
  assert.equal((await ui.act(1101, "clear")).verified, "yes");
  assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "");
  assert.equal((await ui.act(1102, "setValue", { value: "one\ntwo" })).verified, "yes");
  // Programs ask by this whether there is something to save.
  assert.equal(ask(ui, 1102, MESSAGE.emGetModify), 1);
  assert.equal(await ui.refuse(1104, "setValue", { value: "no" }), "CONTROL_READ_ONLY");
  assert.equal(await ui.refuse(1105, "setValue", { value: "no" }), "CONTROL_DISABLED");
  assert.equal(await ui.refuse(1106, "setValue", { value: "12345678901" }), "ACTION_FAILED");
  assert.equal(await ui.refuse(1103, "setValue", { value: "secret" }), "PASSWORD_FIELD");
  assert.equal(textOf(controlOf(ui.run.hwnd, 1104)), "cannot be changed");
  const password = await ui.act(1103, "setValue", { value: "secret", allowPassword: true });
  assert.equal(password.verified, "unknown");
  assert.ok(!JSON.stringify(password).includes("secret"));
  await need(ui.run, "text", { id: 1103, text: "secret" });
  assert.equal(await ui.refuse(1101, "expand"), "PATTERN_NOT_SUPPORTED");
});

elementsTest("ui_action: numbers are set within their limits", async () => {
  await using ui = await open();
  assert.equal((await ui.act(1161, "setRangeValue", { rangeValue: 70 })).verified, "yes");
  assert.equal(ask(ui, 1161, MESSAGE.tbmGetPos), 70);
  assert.equal((await ui.act(1161, "setRangeValue", { rangeValue: 1_000 })).verified, "yes");
  await need(ui.run, "value", { id: 1161, value: 100 });
  assert.equal(await ui.refuse(1161, "increment"), "ACTION_FAILED");
  assert.equal((await ui.act(1161, "decrement")).verified, "yes");
  assert.equal(await ui.refuse(1165, "setRangeValue", { rangeValue: 10 }), "CONTROL_READ_ONLY");
});

elementsTest(
  "ui_action: items of lists, trees and tabs are selected, by themselves and by their container",
  async () => {
    await using ui = await open();
    for (const id of [1113, 1112, 1111]) {
      const first = await ui.act(id, "selectByIndex", { index: 1 });
      assert.equal(first.verified, "yes", `${id}`);
      assert.equal(ask(ui, id, MESSAGE.cbGetCurSel), 1);
      const { name } = first.selected as { readonly name: string };
      assert.equal(textOf(controlOf(ui.run.hwnd, id)), name);
      // Selected already.
      assert.equal((await ui.act(id, "selectByName", { value: name })).verified, "yes");
    }
    assert.equal(await ui.refuse(1113, "selectByName", { value: "no such colour" }), "ELEMENT_NOT_FOUND");
    assert.equal(await ui.refuse(1113, "selectByIndex", { index: 99 }), "ELEMENT_NOT_FOUND");
    const single = await ui.act(1121, "selectByIndex", { index: 2 });
    assert.equal(single.verified, "yes");
    assert.equal(ask(ui, 1121, MESSAGE.lbGetCurSel), 2);
    const tab = await ui.act(1150, "selectByName", { value: "Details" });
    assert.equal(tab.verified, "yes");
    await need(ui.run, "page", { text: "Details" });
    const places = { name: "World", ancestor: { automationId: "1141" } };
    assert.equal((await ui.act(places, "expand")).verified, "yes");
    await need(ui.run, "expand", { id: 1141, text: "World", expanded: true });
    assert.equal((await ui.act(places, "select")).verified, "yes");
    await need(ui.run, "select", { id: 1141, text: "World" });
    assert.equal((await ui.act(places, "collapse")).verified, "yes");
    const row = await ui.act({ automationId: "1131" }, "selectByIndex", { index: 3 });
    assert.equal(row.verified, "yes");
  },
);

elementsTest("ui_action: a list with several selected items takes and gives them up", async () => {
  await using ui = await open();
  const item = (index: number): object => ({
    controlType: "ListItem",
    ancestor: { automationId: "1122" },
    index,
  });
  await ui.act(item(0), "select");
  assert.equal((await ui.act(item(2), "addToSelection")).verified, "yes");
  assert.deepEqual([0, 1, 2].map((row) => ask(ui, 1122, MESSAGE.lbGetSel, row)), [1, 0, 1]);
  assert.equal((await ui.act(item(0), "removeFromSelection")).verified, "yes");
  assert.deepEqual([0, 1, 2].map((row) => ask(ui, 1122, MESSAGE.lbGetSel, row)), [0, 0, 1]);
});

elementsTest("ui_action: what is out of sight is scrolled into view, and containers scroll", async () => {
  await using ui = await open();
  const last = { controlType: "ListItem", ancestor: { automationId: "1126" }, index: 19 };
  assert.equal((await ui.act(last, "scrollIntoView")).verified, "yes");
  await need(ui.run, "scroll", { id: 1126 });
  assert.equal((await ui.act(1126, "scroll", { rangeValue: 0 })).verified, "yes");
  assert.equal((await ui.act(1126, "scroll", { value: "pageDown" })).verified, "yes");
  assert.equal((await ui.act(1126, "scroll", { rangeValue: 100 })).verified, "yes");
});

elementsTest("ui_action: a click by message, without the pointer", async () => {
  await using ui = await open();
  const clicked = await ui.act(1001, "windowMessageClick");
  assert.deepEqual([clicked.method, clicked.physicalCursorMoved], ["WindowMessageElementClick", false]);
  await need(ui.run, "click", { id: 1001 });
  const forced = { forceCoordinateClick: true, allowCoordinateFallback: true };
  assert.equal((await ui.act(1021, "toggle", forced)).method, "coordinate_click_forced");
  await need(ui.run, "toggle", { id: 1021, state: 1 });
});

elementsTest("ui_action: the window is minimised, restored, maximised and closed", async () => {
  await using ui = await open();
  const tree = await ui.door.succeed("ui_inspect_tree", { hwnd: ui.run.handle, maxDepth: 1 });
  const { ref } = tree.nodes[0];
  assert.equal((await ui.door.succeed("ui_action", { ref, action: "minimize" })).verified, "yes");
  assert.ok(isMinimized(ui.run.hwnd));
  assert.equal((await ui.door.succeed("ui_action", { ref, action: "restore" })).verified, "yes");
  assert.ok(!isMinimized(ui.run.hwnd));
  const closed = await ui.door.succeed("ui_action", { ref, action: "close" });
  assert.equal(closed.verified, "yes");
  await ui.run.status;
});

elementsTest("ui_action: focus goes to the control that was named", async () => {
  await using ui = await open();
  assert.equal((await ui.act({ automationId: "1102" }, "focus")).verified, "yes");
  await need(ui.run, "focus", { id: 1102, focused: true });
});

elementsTest("ui_action: at most four requests to the program for an act by ref", async () => {
  if (!hasServer) return;
  await using ui = await open();
  await ui.act({ name: "World", ancestor: { automationId: "1141" } }, "expand");
  const cases: readonly (readonly [object, string, object])[] = [
    [{ automationId: "1001", controlType: "Button" }, "invoke", {}],
    [{ automationId: "1021" }, "toggle", {}],
    [{ automationId: "1101" }, "setValue", { value: "x" }],
    [{ controlType: "ListItem", ancestor: { automationId: "1121" }, index: 1 }, "select", {}],
    [{ controlType: "TreeItem", ancestor: { name: "World" }, index: 0 }, "select", {}],
    [{ automationId: "Item 2101" }, "invoke", {}],
  ];
  for (const [selector, action, more] of cases) {
    const ref = await ui.refOf(selector);
    await ui.door.succeed("ui_action", { ref, action, ...more });
    ui.resetCounts();
    await ui.door.succeed("ui_action", {
      ref,
      action,
      ...more,
      ...action === "setValue" ? { value: "y" } : {},
    });
    const counts = ui.counts;
    assert.ok(counts !== undefined);
    assert.ok(counts.remote <= 4, `${JSON.stringify(selector)}: ${JSON.stringify(counts.calls)}`);
  }
});

elementsTest("ui_action: the ref of a row that was sorted away touches no other row", async () => {
  await using ui = await open();
  const hwnd = ui.run.handle;
  const rows = async () =>
    (await ui.door.succeed("ui_query", {
      hwnd,
      selector: { controlType: "ListItem", ancestor: { automationId: "1123" } },
    })).elements as readonly { readonly ref: string; readonly name: string }[];
  const [first] = await rows();
  assert.ok(first !== undefined);
  await ui.act(1124, "invoke");
  await need(ui.run, "sort", {});
  const error = await ui.door.fail("ui_action", { ref: first.ref, action: "select" });
  assert.equal(error.code, "ELEMENT_STALE");
  assert.equal(
    (await ui.run.events()).filter(({ event, id }) => event === "selection" && id === 1123).length,
    0,
  );
  const successor = error.details?.successor as { readonly ref: string; readonly name: string };
  assert.equal(successor.name, first.name);
  assert.equal(
    (await ui.door.succeed("ui_action", { ref: successor.ref, action: "select" })).verified,
    "yes",
  );
  await need(ui.run, "selection", { id: 1123, texts: [first.name] });
});

elementsTest(
  "ui_action: a button whose handler waits for its dialog answers while the dialog is open and names it",
  async () => {
    if (!hasServer) return;
    await using ui = await open();
    const ref = await ui.refOf({ automationId: "1201" });
    using _held = withFaults("hold=1201");
    await ui.door.succeed("ui_get", { hwnd: ui.run.handle, selector: { automationId: "1201" } });
    const begun = performance.now();
    const answer: Answer = await ui.door.succeed("ui_action", { ref, action: "invoke" });
    const tookMs = performance.now() - begun;
    const [dialog] = answer.opened ?? [];
    assert.equal(dialog?.title, "A question");
    assert.deepEqual([answer.stillRunning, answer.verified], [true, "yes"]);
    // Less than a second on an idle machine; what counts is that it does not wait for the dialog.
    assert.ok(tookMs < 10_000, `${tookMs} ms`);
    const text = {
      hwnd: dialog?.hwnd,
      selector: { automationId: "3001" },
      action: "setValue",
      value: "forty-two",
    };
    assert.equal((await ui.door.succeed("ui_action", text)).verified, "yes");
    const pressed = await ui.door.succeed("ui_action", {
      hwnd: dialog?.hwnd,
      selector: { automationId: "1", className: "Button" },
      action: "invoke",
    });
    assert.equal(pressed.closed?.[0]?.title, "A question");
    await need(ui.run, "dialogResult", { text: "forty-two" });
    // The button can be used again, by the lane that took the held one's place.
    assert.equal((await ui.act(1021, "toggle")).verified, "yes");
  },
);

elementsTest(
  "ui_action: a dialog that comes up behind an ordinary press is named, and closes the window to others",
  async () => {
    await using ui = await open();
    const answer = await ui.act(1201, "invoke");
    assert.equal(answer.opened?.[0]?.title, "A question");
    assert.equal(await topWindow("A question") > 0n, true);
    assert.equal(await ui.refuse(1001, "invoke"), "CONTROL_DISABLED");
    await ui.door.succeed("ui_action", {
      hwnd: answer.opened?.[0]?.hwnd,
      selector: { automationId: "2", className: "Button" },
      action: "invoke",
    });
    assert.equal((await ui.act(1001, "invoke")).method, "InvokePattern");
  },
);

elementsTest("ui_action: the ref of a control that was rebuilt is stale, and names the new one", async () => {
  await using ui = await open();
  const ref = await ui.refOf({ automationId: "1214" });
  await ui.act(1210, "invoke");
  await need(ui.run, "rebuild", {});
  const error = await ui.door.fail("ui_action", { ref, action: "invoke" });
  assert.equal(error.code, "ELEMENT_STALE");
  assert.equal((await ui.run.events()).filter(({ event, id }) => event === "click" && id === 1214).length, 0);
  const successor = error.details?.successor as { readonly ref: string };
  await ui.door.succeed("ui_action", { ref: successor.ref, action: "invoke" });
  await need(ui.run, "click", { id: 1214 });
});

elementsTest("ui_action: in a panel that rebuilds itself a control is found by its selector", async () => {
  await using ui = await open("--rebuild-ms", "500");
  // Reading, finding and acting are requests of their own: what was rebuilt in between is looked for again.
  const done = await waitFor(async () => {
    const result = await ui.door.call("ui_action", {
      hwnd: ui.run.handle,
      selector: { automationId: "1215" },
      action: "toggle",
    });
    return result.ok && result.output.verified === "yes" ? true : undefined;
  }, 60_000);
  assert.ok(done);
  await need(ui.run, "toggle", { id: 1215 });
});

elementsTest("ui_action: a program that ends in its own click handler is no failure", async () => {
  for (const isHeld of hasServer ? [false, true] : [false]) {
    await using ui = await open();
    const ref = await ui.refOf({ automationId: "1005", controlType: "Button" });
    using _held = withFaults(isHeld ? "hold=1005" : "");
    const answer: Answer = await ui.door.succeed("ui_action", { ref, action: "invoke" });
    assert.equal(answer.verified, "yes");
    assert.equal(answer.after, null);
    await ui.run.status;
    assert.equal((await ui.door.fail("ui_action", { ref, action: "invoke" })).code, "ELEMENT_STALE");
  }
});

elementsTest("ui_action: two hundred acts in a row leave nothing open", async () => {
  await using ui = await open();
  const refs = [
    await ui.refOf({ automationId: "1021" }),
    await ui.refOf({ automationId: "1006", controlType: "Button" }),
  ];
  const some = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      await ui.door.succeed("ui_action", {
        ref: refs[index % refs.length],
        action: index % 2 === 0 ? "toggle" : "invoke",
      });
    }
  };
  await some(20);
  const before = await ui.desktop.openCounts();
  await some(180);
  assert.deepEqual(await ui.desktop.openCounts(), before);
  const toggles = (await ui.run.events()).filter(({ event, id }) => event === "toggle" && id === 1021);
  assert.equal(toggles.length, 100);
});

elementsTest("ui_action: two acts at once both happen, once", async () => {
  await using ui = await open();
  const refs = await Promise.all([1021, 1022].map((id) => ui.refOf({ automationId: `${id}` })));
  const answers: Answer[] = await Promise.all(
    refs.map((ref) => ui.door.succeed("ui_action", { ref, action: "toggle" })),
  );
  assert.deepEqual(answers.map(({ verified }) => verified), ["yes", "yes"]);
  const toggles = (await ui.run.events()).filter(({ event }) => event === "toggle");
  assert.deepEqual(toggles.map(({ id }) => id).sort(), [1021, 1022]);
});

elementsTest(
  "ui_action: a call that is cancelled while its element is looked for sends nothing",
  async () => {
    if (!hasServer) return;
    await using ui = await open();
    const ref = await ui.refOf({ automationId: "1021" });
    const controller = new AbortController();
    {
      using _slow = withFaults("slow=700");
      const call = ui.door.call("ui_action", { ref, action: "toggle" }, controller.signal);
      setTimeout(() => controller.abort(), 400);
      const begun = performance.now();
      const result = await call;
      assert.equal(result.ok ? "done" : result.error.code, "CANCELLED");
      assert.ok(performance.now() - begun < 1_500);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    }
    assert.equal((await ui.run.events()).filter(({ event }) => event === "toggle").length, 0);
    assert.equal((await ui.door.succeed("ui_action", { ref, action: "toggle" })).verified, "yes");
  },
);

elementsTest(
  "ui_action: what the program's answer says of its effect decides whether another way is tried",
  async () => {
    if (!hasServer) return;
    await using ui = await open();
    const ref = await ui.refOf({ automationId: "1021" });
    const toggle = (more: object = {}): object => ({ ref, action: "toggle", ...more });
    const toggles = async (): Promise<number> =>
      (await ui.run.events()).filter(({ event, id }) => event === "toggle" && id === 1021).length;
    const failing = "failRequest=TogglePattern.Toggle,";
    {
      using _fails = withFaults(`${failing}0x80004005`);
      const error = await ui.door.fail("ui_action", toggle({ allowCoordinateFallback: true }));
      assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["ACTION_FAILED", true]);
    }
    {
      using _refuses = withFaults(`${failing}0x80131509`);
      const error = await ui.door.fail("ui_action", toggle({ allowCoordinateFallback: true }));
      assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["ACTION_FAILED", false]);
    }
    assert.equal(await toggles(), 0);
    {
      using _lacks = withFaults(`${failing}0x80040204`);
      const answer: Answer = await ui.door.succeed("ui_action", toggle());
      assert.deepEqual([answer.method, answer.verified], ["Keyboard.Space", "yes"]);
    }
    assert.equal(await toggles(), 1);
  },
);

elementsTest(
  "ui_action: an element that dies between two requests is stale, and nothing is sent",
  async () => {
    if (!hasServer) return;
    await using ui = await open();
    const ref = await ui.refOf({ automationId: "1021" });
    {
      using _dies = withFaults("die=1021");
      assert.equal((await ui.door.fail("ui_action", { ref, action: "toggle" })).code, "ELEMENT_STALE");
    }
    assert.equal((await ui.run.events()).filter(({ event }) => event === "toggle").length, 0);
  },
);

elementsTest("ui_action: in background mode what is in front stays there", async () => {
  await using ui = await open();
  await using other = await FixtureRun.start();
  bringToFront(other.hwnd);
  const background = { interactionMode: "background" };
  assert.equal(await ui.refuse(1101, "focus", background), "FOREGROUND_REQUIRED");
  const answer = await ui.act(1021, "toggle", background);
  assert.equal(answer.verified, "yes");
  assert.equal((answer.interaction as { readonly foregroundChanged: boolean }).foregroundChanged, false);
  assert.equal(foreground(), other.hwnd);
});

elementsTest("ui_action: parts of controls are acted on as the controls themselves", async () => {
  await using ui = await open();
  const inside = (id: number, part: object): object => ({ ...part, ancestor: { automationId: `${id}` } });
  const cases: readonly (readonly [object, string, object, string, Record<string, unknown>])[] = [
    [inside(1131, { controlType: "HeaderItem", index: 0 }), "invoke", {}, "sort", { id: 1131 }],
    [inside(1134, { name: "Grammar", controlType: "DataItem" }), "toggle", {}, "check", {
      id: 1134,
      text: "Grammar",
    }],
    [inside(1142, { name: "Plum" }), "toggle", {}, "check", { id: 1142, text: "Plum" }],
    [inside(1113, { automationId: "DropDown" }), "invoke", {}, "dropDown", { id: 1113, open: true }],
    [{ automationId: "Item 2103" }, "toggle", {}, "tool", { id: 2103, checked: true }],
    [{ automationId: "1164" }, "setRangeValue", { rangeValue: 12 }, "value", { id: 1164, value: 12 }],
    [{ automationId: "1166" }, "setRangeValue", { rangeValue: 40 }, "scroll", { id: 1166, position: 40 }],
    [inside(1133, { controlType: "ListItem", index: 4 }), "select", {}, "select", { id: 1133, index: 4 }],
  ];
  for (const [selector, action, more, event, fields] of cases) {
    const answer = await ui.act(selector, action, more);
    assert.notEqual(answer.verified, "no", JSON.stringify(selector));
    await need(ui.run, event, fields);
  }
  assert.equal(await ui.refuse({ automationId: "Item 2102" }, "invoke"), "CONTROL_DISABLED");
  assert.equal(await ui.refuse(1107, "setValue", { value: "x" }), "PATTERN_NOT_SUPPORTED");
});

elementsTest("ui_action: an item far down in a long list is selected by its name and place", async () => {
  await using ui = await open("--rows", "2000");
  const byName = await ui.act(1126, "selectByName", { value: "Line 01800", timeoutMs: 60_000 });
  assert.equal(byName.verified, "yes");
  assert.equal(ask(ui, 1126, MESSAGE.lbGetCurSel), 1_799);
  const byIndex = await ui.act(1126, "selectByIndex", { index: 1_998, timeoutMs: 60_000 });
  assert.equal(byIndex.verified, "yes");
  assert.equal(ask(ui, 1126, MESSAGE.lbGetCurSel), 1_998);
  const row = await ui.act(1132, "selectByIndex", { index: 1_700, timeoutMs: 60_000 });
  assert.equal(row.verified, "yes");
});
