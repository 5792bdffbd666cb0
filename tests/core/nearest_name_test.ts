import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestName } from "../../src/core/nearest_name.ts";

const NAMES = ["list_windows", "launch_app", "capture_window", "type_text", "get_window_state", "close_app"];
const FIELDS = ["hwnd", "pid", "processName", "titleContains", "timeoutMs", "delayMs", "interactionMode"];

for (
  const [written, expected, candidates] of [
    ["list_window", "list_windows", NAMES],
    ["listWindows", "list_windows", NAMES],
    ["LIST-WINDOWS", "list_windows", NAMES],
    ["lsit_windows", "list_windows", NAMES],
    ["closeapp", "close_app", NAMES],
    ["capture", "capture_window", NAMES],
    ["title", "titleContains", FIELDS],
    ["titel", "titleContains", FIELDS],
    ["timeout", "timeoutMs", FIELDS],
    ["timeout_ms", "timeoutMs", FIELDS],
    ["process", "processName", FIELDS],
    ["timeoutMsValue", "timeoutMs", FIELDS],
    ["hwd", "hwnd", FIELDS],
    ["banana", undefined, NAMES],
    ["screenshot", undefined, NAMES],
    ["x", undefined, FIELDS],
    ["é", undefined, [" ", "x"]],
    ["", undefined, FIELDS],
    ["___", undefined, FIELDS],
    ["timeoutMs".repeat(100), undefined, FIELDS],
  ] as const
) {
  Deno.test(`nearestName() takes ${JSON.stringify(written.slice(0, 20))} for ${expected}`, () => {
    assert.equal(nearestName(written, candidates), expected);
  });
}

Deno.test("nearestName() finds every name after one swap, loss or change of a letter", () => {
  const mistake = fc.record({
    name: fc.constantFrom(...NAMES),
    at: fc.nat(6),
    kind: fc.constantFrom("lose", "swap", "change"),
  });
  fc.assert(fc.property(mistake, ({ name, at, kind }) => {
    const letters = [...name];
    if (kind === "lose") letters.splice(at, 1);
    else if (kind === "swap") letters.splice(at, 2, letters[at + 1] ?? "", letters[at] ?? "");
    else letters[at] = "q";
    assert.equal(nearestName(letters.join(""), NAMES), name);
  }));
});
