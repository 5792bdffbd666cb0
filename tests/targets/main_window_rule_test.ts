import assert from "node:assert/strict";
import { fitsRule, mainWindowOf, type MainWindowRule } from "../../src/targets/main_window_rule.ts";
import type { TopLevelWindow } from "../../src/desktop/desktop.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

const ANY: MainWindowRule = { processNames: [], titleContains: [] };

function shown(given: Partial<FakeWindow> & { processName?: string } = {}): TopLevelWindow {
  return { processName: "notes", ...fakeWindow({ hwnd: 1n, title: "My Notes (2)", ...given }) };
}

const FITTING: readonly (readonly [string, Partial<MainWindowRule>, boolean])[] = [
  ["nothing asked for", {}, true],
  ["its process", { processNames: ["calc", "NOTES.EXE"] }, true],
  ["another process", { processNames: ["notes2"] }, false],
  ["a part of the title, in any case", { titleContains: ["calc", "my notes"] }, true],
  ["no part of the title", { titleContains: ["settings"] }, false],
  ["title is a part unless told otherwise", { title: "NOTES" }, true],
  ["contains, not there", { title: "x", titleMatch: "contains" }, false],
  ["exact, in any case", { title: "my notes (2)", titleMatch: "exact" }, true],
  ["exact, a part", { title: "my notes", titleMatch: "exact" }, false],
  ["a pattern, in any case", { title: String.raw`^my NOTES \(\d+\)$`, titleMatch: "regex" }, true],
  ["a pattern that does not fit", { title: "^Notes", titleMatch: "regex" }, false],
  ["no pattern at all", { title: "(", titleMatch: "regex" }, false],
  ["a pattern of a kind that is not supported", { title: "(?=My)", titleMatch: "regex" }, false],
  ["everything must hold", { processNames: ["notes"], titleContains: ["Notes"], title: "x" }, false],
];

for (const [what, rule, expected] of FITTING) {
  Deno.test(`fitsRule(): ${what}: ${expected}`, () => {
    assert.equal(fitsRule(shown(), { ...ANY, ...rule }), expected);
  });
}

Deno.test("fitsRule() takes a process that cannot be named for none of the names", () => {
  assert.equal(fitsRule({ title: "x", processName: undefined }, { ...ANY, processNames: ["x"] }), false);
  assert.equal(fitsRule({ title: "x", processName: undefined }, ANY), true);
});

Deno.test("mainWindowOf() takes the first window of the process that fits, minimised or not", () => {
  const windows = [
    shown({ hwnd: 1n, pid: 9 }),
    shown({ hwnd: 2n, title: "Settings" }),
    shown({ hwnd: 3n, minimized: true }),
    shown({ hwnd: 4n }),
  ];
  const rule = { ...ANY, titleContains: ["Notes"] };
  assert.equal(mainWindowOf(windows, 4_200, rule)?.hwnd, 3n);
  assert.equal(mainWindowOf(windows, 77, rule), undefined);
});

Deno.test("mainWindowOf() never takes a dialog, hidden or cloaked windows, though listed first and called so", () => {
  const windows = [
    shown({ hwnd: 1n, owner: 9n }),
    shown({ hwnd: 2n, visible: false }),
    shown({ hwnd: 3n, cloaked: true }),
    shown({ hwnd: 9n }),
  ];
  assert.equal(mainWindowOf(windows, 4_200, ANY)?.hwnd, 9n);
});

Deno.test("mainWindowOf() takes a main window that a hidden one owns, as some toolkits have it", () => {
  const windows = [shown({ hwnd: 1n, owner: 9n }), shown({ hwnd: 9n, visible: false })];
  assert.equal(mainWindowOf(windows, 4_200, ANY)?.hwnd, 1n);
});

Deno.test("mainWindowOf() knows the program that a frame hosts", () => {
  const frame = shown({ hwnd: 5n, pid: 77, hostedPid: 4_200 });
  assert.equal(mainWindowOf([frame], 4_200, ANY)?.hwnd, 5n);
  assert.equal(mainWindowOf([frame], 77, ANY), undefined);
});
