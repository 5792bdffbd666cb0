/** Waits for what a program does later, and verdicts on what it shows; the program is driven by plain messages. */
import assert from "node:assert/strict";
import { Elements, elementsTest as test, openNow } from "./elements_run.ts";
import { subjectOf } from "../../src/elements/identity.ts";
import { FixtureRun } from "./fixture_run.ts";
import { addLine, controlOf, exists, hide, outerRect, setText, textOf } from "./observe.ts";
import { need, topWindow } from "./ui_fixture_run.ts";
import { childWindow, isEnabled, press, send } from "./ui_messages.ts";

/** Longer than anything here takes; only a fault waits this long. */
const AMPLE_MS = 30_000;
/** For conditions about controls that lie in the window itself: what is in them need not be read. */
const SHALLOW = { maxDepth: 1 };
/** How long the program is left alone before something happens, so that the wait is under way. */
const LATER_MS = 700;
const SECRET = "correct horse battery";
const MESSAGE = { lbSetCurSel: 0x186, wmClose: 0x10, cbShowDropDown: 0x14F };

/** The fixture, with a short way to wait. */
async function open(...args: string[]) {
  const elements = await Elements.start("--rows", "20", ...args);
  // The lane is ready then, and the waits begin at once.
  await elements.read(SHALLOW);
  const hwnd = elements.run.handle;
  const asked = (id: number | object, condition: string, more: object): object => ({
    hwnd,
    selector: typeof id === "number" ? { automationId: `${id}` } : id,
    condition,
    timeoutMs: AMPLE_MS,
    ...more,
  });
  return Object.assign(elements, {
    control: (id: number) => controlOf(elements.run.hwnd, id),
    wait: (id: number | object, condition: string, more: object = {}) =>
      elements.door.succeed("ui_wait", asked(id, condition, more)),
    refuse: (id: number | object, condition: string, more: object = {}) =>
      elements.door.fail("ui_wait", asked(id, condition, more)),
    verify: (conditions: readonly object[], more: object = {}) =>
      elements.door.succeed("ui_verify", { hwnd, conditions, ...more }),
  });
}

/** Lets something happen while a wait is under way, which must not be over before. */
async function during<T>(waiting: Promise<T>, happen: () => void | Promise<void>): Promise<T> {
  let isOver = false;
  const noted = waiting.finally(() => isOver = true);
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  assert.equal(isOver, false, "the wait was over before anything happened");
  await happen();
  return await noted;
}

test("ui_wait: an edit's text, set from outside, of which no event tells", async () => {
  await using ui = await open();
  const edit = ui.control(1101);
  const equal = await during(
    ui.wait(1101, "valueEquals", { expectedValue: "New text 😀", ...SHALLOW }),
    () => setText(edit, "New text 😀"),
  );
  assert.deepEqual([equal.matched, equal.timedOut], [true, false]);
  assert.equal(equal.lastObservation.value, textOf(edit));
  const part = await during(
    ui.wait(1101, "valueContains", { expectedValue: "TEXT 2", ignoreCase: true, ...SHALLOW }),
    () => setText(edit, "Text 2, more"),
  );
  assert.equal(part.lastObservation.value, "Text 2, more");
});

test("ui_wait: a check box toggles, a button goes grey", async () => {
  await using ui = await open();
  const on = await during(
    ui.wait(1021, "toggleStateEquals", { toggleState: "On", ...SHALLOW }),
    () => press(ui.control(1021)),
  );
  assert.equal(on.lastObservation.toggleState, "On");
  await need(ui.run, "toggle", { id: 1021, state: 1 });
  const grey = await during(ui.wait(1003, "disabled", SHALLOW), () => press(ui.control(1003)));
  assert.equal(grey.matched, true);
  assert.equal(isEnabled(ui.control(1003)), false);
});

test("ui_wait: a button becomes enabled when there is a name", async () => {
  await using ui = await open("--wizard");
  const page = childWindow(ui.run.hwnd, { className: "CasementPanel" });
  const next = { name: "Next", match: "contains", controlType: "Button" };
  const enabled = await during(
    ui.wait(next, "enabled"),
    () => setText(controlOf(page, 6001), "Ada"),
  );
  assert.equal(enabled.matched, true);
  assert.ok(isEnabled(ui.control(6102)));
});

test("ui_wait: a selection that is set from outside; a control that is hidden", async () => {
  await using ui = await open();
  const blue = { name: "Blue", ancestor: { automationId: "1121" } };
  const selected = await during(
    ui.wait(blue, "selected"),
    () => void send(ui.control(1121), MESSAGE.lbSetCurSel, 2),
  );
  assert.equal(selected.lastObservation.selected, true);
  const not = await during(
    ui.wait(blue, "notSelected"),
    () => void send(ui.control(1121), MESSAGE.lbSetCurSel, 0),
  );
  assert.equal(not.matched, true);
  const gone = await during(ui.wait({ name: "Push" }, "notExists"), () => {
    hide(ui.control(1001));
  }).catch((error) => error);
  // Whether a hidden control is still an element is for its provider to say.
  const state = await ui.door.succeed("ui_get", { hwnd: ui.run.handle, selector: { name: "Push" } });
  assert.equal(gone.matched, !state.found);
});

test("ui_wait: a combo box is dropped down and folded up", async () => {
  await using ui = await open();
  const combo = ui.control(1113);
  const expanded = await during(ui.wait(1113, "expanded"), () => void send(combo, MESSAGE.cbShowDropDown, 1));
  assert.equal(expanded.lastObservation.expandCollapseState, "Expanded");
  const collapsed = await during(
    ui.wait(1113, "collapsed"),
    () => void send(combo, MESSAGE.cbShowDropDown, 0),
  );
  assert.equal(collapsed.matched, true);
});

test("ui_wait: a list grows to so many rows", async () => {
  await using ui = await open();
  const list = ui.control(1121);
  const rows = { controlType: "ListItem", ancestor: { automationId: "1121" } };
  const before = (await ui.wait(rows, "exists")).lastObservation.count;
  const grown = await during(ui.wait(rows, "countEquals", { expectedCount: before + 2 }), () => {
    addLine(list, "One more");
    addLine(list, "And another");
  });
  assert.deepEqual(grown.lastObservation, { count: before + 2 });
});

test("ui_wait: what appears in a panel that is rebuilt, and its elements as they are by then", async () => {
  await using ui = await open();
  const panel = ui.control(1211);
  const count = { automationId: "1212", ancestor: { automationId: "1211" } };
  const appears = await during(
    ui.wait({ ...count, name: "Rebuilt 1" }, "exists"),
    () => press(ui.control(1210)),
  );
  assert.equal(appears.matched, true);
  await need(ui.run, "rebuild", { count: 1 });
  // The element that the wait has got to know goes, and another one takes its place.
  const edit = await during(ui.wait(1213, "valueEquals", { expectedValue: "kept" }), async () => {
    press(ui.control(1210));
    await need(ui.run, "rebuild", { count: 2 });
    setText(controlOf(panel, 1213), "kept");
  });
  assert.equal(edit.lastObservation.value, textOf(controlOf(panel, 1213)));
});

test("ui_wait: a dialog opens and closes; beside it other calls are answered", async () => {
  await using ui = await open();
  const remember = { automationId: "3002", controlType: "CheckBox" };
  const opens = await during(ui.wait(remember, "exists"), async () => {
    assert.equal((await ui.door.succeed("get_window_state", { hwnd: ui.run.handle })).pid, ui.run.pid);
    press(ui.control(1201));
  });
  assert.deepEqual(opens.lastObservation, { count: 1 });
  const dialog = await topWindow("A question");
  // Its window answers as long as it is there; when it goes, what is in it is gone as well.
  const handle = `0x${dialog.toString(16)}`;
  const [inProgram, inDialog] = await during(
    Promise.all([
      ui.wait(remember, "notExists"),
      ui.door.succeed("ui_wait", {
        hwnd: handle,
        selector: remember,
        condition: "notExists",
        timeoutMs: AMPLE_MS,
      }),
    ]),
    () => press(controlOf(dialog, 2)),
  );
  assert.deepEqual([inProgram.matched, inDialog.matched, inDialog.windowGone], [true, true, true]);
  assert.equal(exists(dialog), false);
});

test("ui_wait: a program that exits proves that an element is gone, and fails any other wait", async () => {
  await using ui = await open();
  const [gone, hidden, error] = await during(
    Promise.all([
      ui.wait(1101, "notExists"),
      ui.wait(1101, "hidden"),
      ui.refuse(1101, "valueEquals", { expectedValue: "never", ...SHALLOW }),
    ]),
    () => press(ui.control(1005)),
  );
  assert.deepEqual([gone.matched, gone.windowGone, hidden.windowGone], [true, true, true]);
  assert.equal(error.code, "STALE_WINDOW_HANDLE");
});

test("ui_wait: a program that hangs keeps no wait beyond its time, and no other program waits for it", async () => {
  await using other = await open();
  await using run = await FixtureRun.start("--hang-after-ms", "2500", "--hang-ms", "60000");
  const timeoutMs = 5_000;
  const startedAt = performance.now();
  const waiting = other.door.call("ui_wait", {
    hwnd: run.handle,
    selector: { automationId: "100" },
    condition: "valueEquals",
    expectedValue: "never",
    timeoutMs,
  });
  await run.until(({ event }) => event === "hang");
  const beside = await during(
    other.wait(1101, "valueEquals", { expectedValue: "beside", ...SHALLOW }),
    () => setText(other.control(1101), "beside"),
  );
  assert.equal(beside.matched, true);
  const result = await waiting;
  const tookMs = performance.now() - startedAt;
  if (result.ok) assert.equal(result.output.timedOut, true);
  else assert.equal(result.error.code, "WINDOW_HUNG");
  assert.ok(tookMs < timeoutMs + 15_000, `${tookMs} ms`);
});

test("ui_wait: the value of a password field is never compared", async () => {
  await using ui = await open();
  setText(ui.control(1103), SECRET);
  const error = await ui.refuse(1103, "valueEquals", { expectedValue: SECRET, ...SHALLOW });
  assert.equal(error.code, "PASSWORD_FIELD");
  assert.ok(!JSON.stringify(error).includes(SECRET));
});

test("ui_wait: time that runs out is an answer, with what is there", async () => {
  await using ui = await open("--wizard");
  const timeoutMs = 4_000;
  const startedAt = performance.now();
  const output = await ui.wait(6101, "enabled", { timeoutMs, ...SHALLOW });
  const tookMs = performance.now() - startedAt;
  assert.deepEqual([output.matched, output.timedOut], [false, true]);
  assert.ok(tookMs >= timeoutMs - 10 && tookMs < timeoutMs + 10_000, `${tookMs} ms`);
});

test("ui_wait: is cancelled while it waits, and leaves nothing behind", async () => {
  await using ui = await open();
  // What waiting needs is open by then: the hooks' callback, and what looks at one element.
  await ui.wait(1021, "disabled", { timeoutMs: 3_000, ...SHALLOW });
  const before = await openNow(ui);
  const call = new AbortController();
  const waiting = ui.door.call("ui_wait", {
    hwnd: ui.run.handle,
    selector: { automationId: "1021" },
    condition: "disabled",
    timeoutMs: AMPLE_MS,
    ...SHALLOW,
  }, call.signal);
  const result = await during(waiting, () => call.abort());
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  await ui.settles(before);
});

test("a look at one element asks its program at most three times, and knows when it is another one", async () => {
  await using ui = await open();
  const tree = await ui.read();
  const glanceAt = async (id: number) => {
    const node = tree.nodes.findIndex(({ element }) => element.automationId === `${id}`);
    ui.resetCounts();
    const glance = await ui.desktop.uiGlance(subjectOf(tree, node), AMPLE_MS);
    assert.ok((ui.counts?.remote ?? 0) <= 3, JSON.stringify(ui.counts));
    return glance;
  };
  setText(ui.control(1101), "seen");
  const edit = await glanceAt(1101);
  assert.ok(edit.outcome === "same" && edit.element.value === "seen");
  assert.equal((await glanceAt(1215)).outcome, "same");
  press(ui.control(1210));
  await need(ui.run, "rebuild", { count: 1 });
  // Windows gives new windows ids that were not there before.
  assert.equal((await glanceAt(1215)).outcome, "gone");
  setText(ui.control(1021), "Another name");
  const renamed = await glanceAt(1021);
  assert.deepEqual(renamed, { outcome: "stale", differs: ["name"] });
});

test("ui_verify: the program is as it is, and what is otherwise is said of each", async () => {
  await using ui = await open("--wizard", "--title", "Verified window");
  const rect = outerRect(ui.run.hwnd);
  const edit = controlOf(childWindow(ui.run.hwnd, { className: "CasementPanel" }), 6001);
  const next = { name: "Next", match: "contains", controlType: "Button" };
  const before = await ui.verify([{ selector: next, condition: "disabled" }]);
  assert.equal(before.verdict, "satisfied");
  setText(edit, "typed");
  const title = textOf(ui.run.hwnd);
  const good = await ui.verify([
    { selector: { automationId: "6001" }, condition: "valueEquals", expectedValue: "typed" },
    { selector: next, condition: "enabled" },
  ], { window: { title, ...rect }, timeoutMs: AMPLE_MS });
  assert.deepEqual([good.verdict, good.streak], ["satisfied", 2]);
  const bad = await ui.verify([
    { selector: { automationId: "6001" }, condition: "valueEquals", expectedValue: "Typed" },
    { selector: next, condition: "enabled" },
    { selector: next, condition: "selected" },
  ], { window: { titleContains: "other", ...rect, x: rect.x + 50 }, timeoutMs: 4_000 });
  assert.equal(bad.verdict, "unsatisfied");
  assert.deepEqual(
    bad.checks.map(({ what, verdict }: { what: string; verdict: string }) => [what, verdict]),
    [
      ["valueEquals", "unsatisfied"],
      ["enabled", "satisfied"],
      ["selected", "unknown"],
      ["windowShown", "satisfied"],
      ["windowTitle", "unsatisfied"],
      ["windowRect", "unsatisfied"],
    ],
  );
  assert.equal(bad.checks[0].actual, "typed");
});

test("ui_verify: goes on looking until the program is as expected", async () => {
  await using ui = await open("--wizard");
  const edit = controlOf(childWindow(ui.run.hwnd, { className: "CasementPanel" }), 6001);
  const conditions = [{ selector: { automationId: "6001" }, condition: "valueEquals", expectedValue: "Ada" }];
  const output = await during(ui.verify(conditions, { timeoutMs: AMPLE_MS }), () => setText(edit, "Ada"));
  assert.equal(output.verdict, "satisfied");
});
