import assert from "node:assert/strict";
import { expectedText, judgeText, normalizeLineEnds } from "../../src/interaction/text_expectation.ts";
import { fakeControl } from "../fakes/fake_window.ts";

const edit = fakeControl({ hwnd: 1n });

Deno.test("normalizeLineEnds() makes one unit of CR LF, CR and LF", () => {
  assert.equal(normalizeLineEnds("a\r\nb\rc\nd"), "a\nb\nc\nd");
});

for (
  const [title, kind, before, selection, typed, expected] of [
    ["at the caret", "edit", "ab", { start: 1, end: 1 }, "X", "aXb"],
    ["over a selection", "edit", "abc", { start: 1, end: 2 }, "", "ac"],
    ["an edit counts CR LF as two", "edit", "a\r\nb", { start: 3, end: 4 }, "X", "a\nX"],
    ["a rich edit counts CR LF as one", "richEdit", "a\r\nb", { start: 2, end: 3 }, "X", "a\nX"],
  ] as const
) {
  Deno.test(`expectedText(): ${title}`, () => {
    assert.equal(expectedText({ text: before, selection }, typed, kind), expected);
  });
}

Deno.test("expectedText() expects nothing where the selection is not known", () => {
  assert.equal(expectedText({ text: "a", selection: undefined }, "b", "scintilla"), undefined);
});

for (
  const [title, control, before, typed, after, verified, isUnchanged] of [
    ["there exactly", edit, "a", "b\nc", "ab\r\nc", "yes", false],
    ["not there", edit, "a", "b", "a", "no", true],
    ["changed by the control", edit, "a", "b", "aB", "no", false],
    [
      "upper case where the control makes it so",
      { ...edit, transform: "upper" as const },
      "",
      "aé",
      "AÉ",
      "yes",
      false,
    ],
    [
      "lower case where the control makes it so",
      { ...edit, transform: "lower" as const },
      "",
      "ÀB",
      "àb",
      "yes",
      false,
    ],
    ["a letter too few", edit, "", "abc", "ab", "no", false],
    ["half a surrogate pair", edit, "", "😀", "\uD83D", "no", false],
  ] as const
) {
  Deno.test(`judgeText(): ${title}`, () => {
    const selection = { start: before.length, end: before.length };
    assert.deepEqual(judgeText(control, { text: before, selection }, typed, after), {
      verified,
      isUnchanged,
    });
  });
}

for (
  const [title, before, typed, after, verified] of [
    ["inserted in the middle", "hello", "XY", "heXYllo", "yes"],
    ["in place of a part", "hello", "XY", "hXYo", "yes"],
    ["elsewhere changed too", "hello", "XY", "HeXYllo", "no"],
    ["typed where it stood already", "aXYb", "XY", "aXYXYb", "yes"],
    ["not there", "hello", "XY", "hello", "no"],
  ] as const
) {
  Deno.test(`judgeText() without a selection: ${title}`, () => {
    const control = fakeControl({ hwnd: 1n, kind: "scintilla" });
    assert.equal(judgeText(control, { text: before, selection: undefined }, typed, after).verified, verified);
  });
}
