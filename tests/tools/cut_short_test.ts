/** Whoever repeats a call must know that it had acted when it was cut short. */
import assert from "node:assert/strict";
import { notRespondingError } from "../../src/interaction/preflight.ts";
import { FakeDesktop, type Request } from "../fakes/fake_desktop.ts";
import { fakeControl, fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const TARGET = { hwnd: "0x00010070" };
const OTHER = fakeWindow({ hwnd: 0x20000n, pid: 1 });

function setUp(kind: "edit" | "scintilla" | "other"): TestDoor {
  const menu = { items: [{ text: "&File", items: [{ text: "&Open", id: 201 }] }] };
  const control = fakeControl({ hwnd: 0x1007An, kind });
  const desktop = new FakeDesktop({
    windows: [OTHER, fakeWindow({ hwnd: HWND, menu, controls: [control] })],
    processes: [fakeProcess({ pid: 4_200 })],
    foreground: OTHER.hwnd,
  });
  return createTestDoor({ desktop });
}

for (
  const [what, kind, request, tool, args] of [
    ["a text by message", "edit", "replaceSelection", "type_text", { text: "abc" }],
    ["a text by characters", "scintilla", "postCharacters", "type_text", { text: "abc" }],
    ["a text by the keyboard", "other", "sendText", "type_text", { text: "abc", delayMs: 10 }],
    ["a key by message", "edit", "editCommand", "send_key", { key: "a", modifiers: ["ctrl"] }],
    ["a key by the keyboard", "other", "sendChord", "send_key", { key: "F5" }],
    ["a key that is held for a while", "edit", "editCommand", "send_key", { key: "Home", delayMs: 100 }],
    ["a menu command", "edit", "postMenuChoice", "click_menu_item", {
      path: ["File", "Open"],
      delayMs: 300,
    }],
    ["a click", "other", "postClick", "click_window", { x: 5, y: 5 }],
    ["the pause of a demonstration", "other", "sendText", "type_text", {
      text: "a",
      interactionMode: "foregroundDemo",
      foregroundDemo: { stepDelayMs: 500 },
    }],
  ] as const
) {
  Deno.test(`${tool}: ${what} that was sent when the client cancelled says that it may have had an effect`, async () => {
    const door = setUp(kind);
    const client = new AbortController();
    door.desktop.before(request satisfies Request, () => client.abort());
    const result = await door.call(tool, { ...TARGET, ...args }, client.signal);
    assert.ok(!result.ok, "it was cut short");
    assert.equal(result.error.code, "CANCELLED");
    assert.equal(result.error.details?.mayHaveHadEffect, true);
    assert.equal(result.error.retryable, false);
  });
}

Deno.test("type_text: a text that was cut short by a busy program says that it may have had an effect", async () => {
  const door = setUp("scintilla");
  let batches = 0;
  door.desktop.before("postCharacters", () => {
    const window = door.desktop.window(HWND);
    if (++batches === 2 && window !== undefined) window.responding = "no";
  });
  const error = await door.fail("type_text", { ...TARGET, text: "x".repeat(5_000), timeoutMs: 3_000 });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assert.equal(error.details?.mayHaveHadEffect, true);
});

Deno.test("type_text: a text of which nothing was sent does not", async () => {
  const door = setUp("edit");
  const client = new AbortController();
  door.desktop.before("textControl", () => client.abort());
  const result = await door.call("type_text", { ...TARGET, text: "abc" }, client.signal);
  if (!result.ok) assert.equal(result.error.details?.mayHaveHadEffect, undefined);
  assert.equal(door.desktop.callsOf("replaceSelection").length, result.ok ? 1 : 0);
});

Deno.test("a window that stays busy is said to have been so for whole milliseconds", () => {
  const error = notRespondingError(HWND, 9_384.459700000007);
  assert.equal(error.message, "Window 0x00010070 stayed busy for 9384 ms");
  assert.equal(error.details?.waitedMs, 9_384);
});
