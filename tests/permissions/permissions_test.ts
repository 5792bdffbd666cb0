import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import {
  isEffectAllowed,
  isLaunchAllowed,
  matchesLaunchPattern,
  requireEffect,
  requireLaunch,
} from "../../src/permissions/permissions.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

const readOnly = { ...DEFAULT_SETTINGS, isReadOnly: true };
const isDenied = (error: unknown): boolean =>
  error instanceof ToolError && error.code === "PERMISSION_DENIED";

for (const effect of ["read", "act", "launch", "terminate", "clipboard"] as const) {
  Deno.test(`isEffectAllowed() allows ${effect} by default, under --read-only only reading`, () => {
    assert.equal(isEffectAllowed(effect, DEFAULT_SETTINGS), true);
    assert.equal(isEffectAllowed(effect, readOnly), effect === "read");
  });
}

Deno.test("requireEffect() says PERMISSION_DENIED and which option is why", () => {
  requireEffect("look", "read", readOnly);
  assert.throws(() => requireEffect("close_app", "terminate", readOnly), (error: unknown) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "PERMISSION_DENIED");
    assert.match(error.message, /^close_app ends programs, .*--read-only$/);
    return true;
  });
});

const NOTEPAD = "C:\\Windows\\System32\\notepad.exe";
for (
  const [path, pattern, expected] of [
    [NOTEPAD, "notepad.exe", true],
    [NOTEPAD, "NotePad.EXE", true],
    [NOTEPAD, "note*", true],
    [NOTEPAD, "n?tepad.exe", true],
    [NOTEPAD, "c:\\windows\\*", true],
    [NOTEPAD, "c:/windows/system32/notepad.exe", true],
    [NOTEPAD.replaceAll("\\", "/"), "c:\\windows\\*", true],
    [NOTEPAD, "*", true],
    [NOTEPAD, " notepad.exe ", true],
    [NOTEPAD, "notepad", false],
    [NOTEPAD, "otepad.exe", false],
    [NOTEPAD, "notepad.exe?", false],
    [NOTEPAD, "windows\\*", false],
    [NOTEPAD, "c:\\windows\\", false],
    [NOTEPAD, "", false],
    [NOTEPAD, "[n]otepad.exe", false],
    ["C:\\safe\\..\\Windows\\cmd.exe", "c:\\safe\\*", false],
    ["C:\\safe\\..\\Windows\\cmd.exe", "c:\\windows\\*", true],
    ["C:\\safe\\x\\..\\y.exe", "c:\\safe\\y.exe", true],
    ["C:\\apps\\Editör.exe", "editör.exe", true],
    ["\\\\server\\share\\tool.exe", "\\\\server\\share\\*", true],
  ] as const
) {
  Deno.test(`matchesLaunchPattern(): ${path} ${expected ? "fits" : "does not fit"} "${pattern}"`, () => {
    assert.equal(matchesLaunchPattern(path, [pattern]), expected);
  });
}

Deno.test("matchesLaunchPattern() is fast for a pattern made to be slow", () => {
  const begun = performance.now();
  assert.equal(matchesLaunchPattern(`C:\\${"a".repeat(20_000)}b`, [`${"*a".repeat(30)}*c`]), false);
  assert.ok(performance.now() - begun < 500);
});

Deno.test("isLaunchAllowed() allows any program by default, none under --read-only or an empty list", () => {
  assert.equal(isLaunchAllowed(NOTEPAD, DEFAULT_SETTINGS), true);
  assert.equal(isLaunchAllowed(NOTEPAD, readOnly), false);
  assert.equal(isLaunchAllowed(NOTEPAD, { ...DEFAULT_SETTINGS, allowLaunch: [] }), false);
  assert.equal(isLaunchAllowed(NOTEPAD, { ...DEFAULT_SETTINGS, allowLaunch: ["calc.exe", "note*"] }), true);
});

Deno.test("requireLaunch() says PERMISSION_DENIED with the patterns that are allowed", () => {
  requireLaunch(NOTEPAD, DEFAULT_SETTINGS);
  assert.throws(() => requireLaunch(NOTEPAD, readOnly), isDenied);
  assert.throws(() => requireLaunch(NOTEPAD, { ...DEFAULT_SETTINGS, allowLaunch: ["calc.exe"] }), (error) => {
    assert.ok(error instanceof ToolError);
    assert.deepEqual(error.details, { option: "--allow-launch", allowed: ["calc.exe"] });
    assert.match(error.message, /notepad\.exe": --allow-launch allows "calc\.exe"$/);
    return true;
  });
  assert.throws(() => requireLaunch(NOTEPAD, { ...DEFAULT_SETTINGS, allowLaunch: [] }), /allows nothing$/);
  const many = Array.from({ length: 500 }, (_, index) => `${"x".repeat(500)}${index}.exe`);
  assert.throws(() => requireLaunch(NOTEPAD, { ...DEFAULT_SETTINGS, allowLaunch: many }), (error) => {
    assert.ok(error instanceof ToolError);
    assert.match(error.message, / and 495 more$/);
    assert.ok(error.message.length < 1_500);
    return true;
  });
});
