import assert from "node:assert/strict";
import {
  type EditAction,
  editActionOf,
  type EditState,
  nextBoundary,
  previousBoundary,
  selectionAfter,
} from "../../src/interaction/edit_action.ts";
import { judgeAction } from "../../src/interaction/edit_effect.ts";
import { heldWith, parseKey } from "../../src/interaction/key_chord.ts";
import type { Modifier } from "../../src/desktop/desktop.ts";
import { type FakeControl, fakeControl } from "../fakes/fake_window.ts";

/** A state in which `|` marks the caret, or both ends of the selection. */
function state(marked: string, clipboard = 0): EditState {
  const start = marked.indexOf("|");
  const end = marked.lastIndexOf("|");
  const text = marked.replaceAll("|", "");
  const selection = { start, end: end === start ? start : end - 1 };
  const lineStart = text.lastIndexOf("\n", selection.end - 1) + 1;
  const lineEnd = text.indexOf("\r\n", lineStart);
  const line = { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd };
  return { text, selection, line, textUnits: text.length, clipboard };
}

const EDIT = fakeControl({ hwnd: 1n });

function actionOf(keyName: string, modifiers: Modifier[] = [], control: Partial<FakeControl> = {}) {
  const key = parseKey(keyName, modifiers);
  assert.ok(key);
  return editActionOf({ ...EDIT, ...control }, key, heldWith(key, modifiers));
}

for (
  const [key, modifiers, expected] of [
    ["a", ["ctrl"], { kind: "selectAll" }],
    ["c", ["ctrl"], { kind: "command", command: "copy" }],
    ["V", ["ctrl"], { kind: "command", command: "paste" }],
    ["insert", ["shift"], { kind: "command", command: "paste" }],
    ["delete", ["shift"], { kind: "command", command: "cut" }],
    ["home", ["shift", "ctrl"], { kind: "caret", move: "textStart", selects: true }],
    ["enter", [], { kind: "lineBreak" }],
    ["down", [], { kind: "step", forward: true }],
    ["Q", [], { kind: "type", character: "Q" }],
    ["a", ["ctrl", "shift"], undefined],
    ["left", ["ctrl"], undefined],
    ["f5", [], undefined],
    ["tab", [], undefined],
  ] as const
) {
  const chord = [...modifiers, key].join("+");
  Deno.test(`editActionOf(): ${chord} is ${expected?.kind ?? "nothing known"} to an edit`, () => {
    assert.deepEqual(actionOf(key, [...modifiers]), expected);
  });
}

Deno.test("editActionOf(): a control of one line leaves line keys to its dialog, and an unknown one everything", () => {
  for (const key of ["enter", "up", "down", "pageup", "pagedown"]) {
    assert.equal(actionOf(key, [], { multiline: false }), undefined);
  }
  assert.equal(actionOf("a", [], { kind: "other" }), undefined);
  assert.equal(actionOf("a", ["ctrl"], { kind: "scintilla" }), undefined);
  assert.deepEqual(actionOf("a", [], { kind: "scintilla" }), { kind: "type", character: "a" });
});

Deno.test("a line end and an emoji are one character each", () => {
  assert.equal(previousBoundary("a\r\nb", 3), 1);
  assert.equal(nextBoundary("a\r\nb", 1, 4), 3);
  assert.equal(previousBoundary("a😀", 3), 1);
  assert.equal(nextBoundary("😀a", 0, 3), 2);
  assert.equal(nextBoundary("a", 1, 1), 1);
  assert.equal(previousBoundary("a", 0), 0);
  assert.equal(nextBoundary(undefined, 3, 3), 3);
});

Deno.test("selectionAfter() does not guess which end of a selection moves", () => {
  assert.equal(selectionAfter("lineEnd", true, state("a|b|c")), undefined);
  assert.deepEqual(selectionAfter("lineEnd", true, state("a|bc")), { anchor: 1, caret: 3 });
  assert.deepEqual(selectionAfter("left", false, state("a|b|c")), { anchor: 1, caret: 1 });
  assert.deepEqual(selectionAfter("right", false, state("a|b|c")), { anchor: 2, caret: 2 });
  assert.deepEqual(selectionAfter("lineStart", false, state("a\r\nb|c")), { anchor: 3, caret: 3 });
});

const COPY: EditAction = { kind: "command", command: "copy" };
const CUT: EditAction = { kind: "command", command: "cut" };
const PASTE: EditAction = { kind: "command", command: "paste" };
const HOME: EditAction = { kind: "caret", move: "lineStart", selects: false };
const DOWN: EditAction = { kind: "step", forward: true };

for (
  const [title, action, before, after, expected] of [
    ["everything selected", { kind: "selectAll" }, state("a|b"), state("|ab|"), "yes"],
    ["a part selected", { kind: "selectAll" }, state("a|b"), state("|a|b"), "no"],
    ["copied", COPY, state("|a|b"), state("|a|b", 1), "yes"],
    ["nothing selected to copy", COPY, state("a|b"), state("a|b", 1), "no"],
    ["clipboard as it was", COPY, state("|a|b"), state("|a|b"), "no"],
    ["cut", CUT, state("|a|b"), state("|b", 1), "yes"],
    ["cut from the text alone", CUT, state("|a|b"), state("|b"), "no"],
    ["pasted", PASTE, state("|"), state("x|"), "yes"],
    ["nothing to paste", PASTE, state("|"), state("|"), "no"],
    ["deleted", { kind: "delete" }, state("a|bc"), state("a|c"), "yes"],
    ["deleted in front", { kind: "delete" }, state("a|bc"), state("|bc"), "no"],
    ["selection deleted", { kind: "delete" }, state("|ab|c"), state("|c"), "yes"],
    ["nothing to delete", { kind: "delete" }, state("a|"), state("a|"), "no"],
    ["backspace", { kind: "backspace" }, state("a😀|c"), state("a|c"), "yes"],
    ["backspace behind", { kind: "backspace" }, state("a|bc"), state("a|c"), "no"],
    ["line broken", { kind: "lineBreak" }, state("a|b"), state("a\r\n|b"), "yes"],
    ["line not broken", { kind: "lineBreak" }, state("a|b"), state("a|b"), "no"],
    ["home", HOME, state("ab|c"), state("|abc"), "yes"],
    ["home somewhere else", HOME, state("ab|c"), state("a|bc"), "unknown"],
    ["home that is where it was", HOME, state("|abc"), state("|abc"), "yes"],
    ["home not moved", HOME, state("ab|c"), state("ab|c"), "no"],
    ["down", DOWN, state("|a\r\nb"), state("a\r\n|b"), "yes"],
    ["down moved up", DOWN, state("a\r\n|b"), state("|a\r\nb"), "no"],
    ["down that selects", DOWN, state("|a\r\nb"), state("|a\r\n|b"), "unknown"],
    ["typed", { kind: "type", character: "x" }, state("a|"), state("ax|"), "yes"],
    ["typed in vain", { kind: "type", character: "x" }, state("a|"), state("a|"), "no"],
  ] as const
) {
  Deno.test(`judgeAction(): ${title} is ${expected}`, () => {
    assert.equal(judgeAction(EDIT, action, before, after), expected);
  });
}

Deno.test("judgeAction() claims nothing of a text that is not read", () => {
  const hidden = { ...state("ab|"), text: undefined };
  for (
    const action of [CUT, PASTE, { kind: "delete" }, { kind: "backspace" }, { kind: "lineBreak" }] as const
  ) {
    assert.equal(judgeAction(EDIT, action, hidden, hidden), "unknown");
  }
  const all = { ...hidden, selection: { start: 0, end: 2 } };
  assert.equal(judgeAction(EDIT, { kind: "selectAll" }, hidden, all), "yes");
  const rich = fakeControl({ hwnd: 1n, kind: "richEdit" });
  assert.equal(judgeAction(rich, { kind: "selectAll" }, hidden, all), "unknown");
  assert.equal(judgeAction(rich, HOME, hidden, hidden), "unknown");
});
