import assert from "node:assert/strict";
import { looksLikeUserData, titleParts } from "../../../src/packs/probe/user_data.ts";

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
  ]
) {
  Deno.test(`looksLikeUserData(): ${JSON.stringify(text)} is the user's`, () => {
    assert.equal(looksLikeUserData(text), true);
  });
}

for (const text of ["OK", "Find Next", "Datei öffnen", "Save As...", "新建字符串值"]) {
  Deno.test(`looksLikeUserData(): ${text} is a label`, () => assert.equal(looksLikeUserData(text), false));
}

for (
  const [title, process, own, others] of [
    ["Secret plan.txt - Notepad", "notepad", "Notepad", ["Secret plan.txt"]],
    ["Sensor Lab – Channel one", "sensorlab", "Sensor Lab", ["Channel one"]],
    ["Registry Editor", "regedit", "Registry Editor", []],
    ["report.txt", "program", undefined, ["report.txt"]],
    ["", "program", undefined, []],
    ["notes.md | Draft | Editor", "writer", "Editor", ["notes.md", "Draft"]],
  ] as const
) {
  Deno.test(`titleParts(): of ${JSON.stringify(title)} the program's own is ${own ?? "nothing"}`, () => {
    assert.deepEqual(titleParts(title, process), { own, others });
  });
}
