import assert from "node:assert/strict";
import { hasAnyOf, isPassing, looksLikeUserData, titleParts } from "../../../src/packs/probe/user_data.ts";

for (
  const text of [
    "report.txt",
    "D:\\letters\\ann",
    "a/b",
    "ann@example.org",
    "Invoice 2026",
    "12.50",
    "one\ntwo",
    "A whole sentence that somebody wrote",
    "x".repeat(41),
    "Rechnung １２３",
    "ann＠example",
    "C:",
    "mailto:ann",
    "a\u0000b",
    "a\u202eb",
    "a\ud800",
  ]
) {
  Deno.test(`looksLikeUserData(): ${JSON.stringify(text)} is the user's`, () => {
    assert.equal(looksLikeUserData(text), true);
  });
}

for (
  const text of ["OK", "Find Next", "Datei öffnen", "Save As...", "Save\tCtrl+S", "Name:", "新建字符串值"]
) {
  Deno.test(`looksLikeUserData(): ${JSON.stringify(text)} is a label`, () =>
    assert.equal(looksLikeUserData(text), false));
}

for (
  const [title, process, own, others] of [
    ["Secret plan.txt - Notepad", "notepad", "Notepad", ["Secret plan.txt"]],
    ["Sensor Lab – Channel one", "sensorlab", "Sensor Lab", ["Channel one"]],
    ["Registry Editor", "regedit", "Registry Editor", []],
    ["report.txt", "program", undefined, ["report.txt"]],
    ["", "program", undefined, []],
    ["Writer: wedding", "writer", "Writer", ["wedding"]],
    ["wedding—Word", "winword", "Word", ["wedding"]],
    ["wedding", "viewer", undefined, ["wedding"]],
    ["Ann's notepad - Editor", "notepad", undefined, ["Ann's notepad", "Editor"]],
    ["notes.md | Draft | Editor", "writer", "Editor", ["notes.md", "Draft"]],
  ] as const
) {
  Deno.test(`titleParts(): of ${JSON.stringify(title)} the program's own is ${own ?? "nothing"}`, () => {
    assert.deepEqual(titleParts(title, process), { own, others });
  });
}

for (
  const id of [
    "132098",
    "66022",
    "Secret plan.old",
    "report.txt",
    "C:",
    "HwndWrapper[Lab.exe;;8b1c3f0e-1111-2222-3333-444455556666]",
    "Afx:00400000:8:00010003",
    "WindowsForms10.EDIT.app.0.141b42a_r6_ad1",
  ]
) {
  Deno.test(`isPassing(): ${id} is another one next time`, () => assert.equal(isPassing(id), true));
}

for (const id of ["1101", "65535", "form.user", "Item 2", "Chrome_WidgetWin_1", "#32770"]) {
  Deno.test(`isPassing(): ${id} stays`, () => assert.equal(isPassing(id), false));
}

Deno.test("hasAnyOf() finds a text in another, as words of its own where it has to", () => {
  assert.equal(hasAnyOf("Close Wedding", ["wedding"]), true);
  assert.equal(hasAnyOf("mainToolbar", ["Main"], { asWords: true }), false);
  assert.equal(hasAnyOf("mainly view_Main", ["Main"], { asWords: true }), true);
  assert.equal(hasAnyOf("to", ["to"]), false);
});
