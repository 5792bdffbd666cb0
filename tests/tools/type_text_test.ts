import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { type FakeControl, fakeControl, fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const OTHER = 0x20000n;

function setUp(control: Partial<FakeControl> = {}): TestDoor & { readonly control: FakeControl } {
  const typed = fakeControl({ hwnd: 0x1007An, ...control });
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 1 }), fakeWindow({ hwnd: HWND, controls: [typed] })],
    processes: [fakeProcess({ pid: 4_200 })],
    foreground: OTHER,
  });
  return { ...createTestDoor({ desktop }), control: typed };
}

const TARGET = { hwnd: "0x00010070" };

Deno.test("type_text: fills an edit control in the background and reads it back", async () => {
  const { succeed, desktop, control } = setUp({ text: "before " });
  const result = await succeed("type_text", { ...TARGET, text: "é😀\n" });
  assert.equal(control.text, "before é😀\r\n");
  assert.equal(result.verified, "yes");
  assert.equal(desktop.foreground, OTHER);
  assert.equal(desktop.callsOf("sendText").length, 0);
});

for (
  const [title, control, code, args] of [
    ["disabled", { enabled: false }, "CONTROL_DISABLED", {}],
    ["read-only", { readOnly: true }, "CONTROL_READ_ONLY", {}],
    ["password", { password: true }, "PASSWORD_FIELD", {}],
    ["not Unicode", { unicode: false }, "TEXT_NOT_ENCODABLE", { text: "漢" }],
    ["full", { limitUnits: 3, text: "ab" }, "TEXT_TOO_LONG_FOR_CONTROL", { text: "xy" }],
    ["unknown, in the background", { kind: "other" }, "FOREGROUND_REQUIRED", {
      interactionMode: "background",
    }],
  ] as const
) {
  Deno.test(`type_text: a control that is ${title} is refused with ${code} before anything is sent`, async () => {
    const { fail, desktop } = setUp(control);
    assert.equal((await fail("type_text", { ...TARGET, text: "x", ...args })).code, code);
    for (const method of ["replaceSelection", "postCharacters", "postKey", "sendText"] as const) {
      assert.equal(desktop.callsOf(method).length, 0, method);
    }
  });
}

Deno.test("type_text: a control that does not say whether it is a password field is not taken for one, nor read", async () => {
  const { fail, desktop } = setUp({ password: undefined });
  assert.equal((await fail("type_text", { ...TARGET, text: "x" })).code, "WINDOW_NOT_RESPONDING");
  for (const method of ["readText", "replaceSelection", "postCharacters", "sendText"] as const) {
    assert.equal(desktop.callsOf(method).length, 0, method);
  }
});

Deno.test("type_text: a password is typed where that is meant, and never read", async () => {
  const { succeed, desktop, control, logLines } = setUp({ password: true });
  const result = await succeed("type_text", { ...TARGET, text: "geheim", allowPassword: true });
  assert.equal(control.text, "geheim");
  assert.equal(result.verified, "unknown");
  assert.equal(desktop.callsOf("readText").length, 0);
  assert.equal(logLines.some((line) => line.includes("geheim")), false);
});

Deno.test("type_text: room that a selection makes counts", async () => {
  const { succeed, control } = setUp({ limitUnits: 3, text: "abc", selection: { start: 0, end: 3 } });
  await succeed("type_text", { ...TARGET, text: "xyz" });
  assert.equal(control.text, "xyz");
});

Deno.test("type_text: a control that keeps nothing is an error, one that changes the text is verified no", async () => {
  const deaf = setUp({ isDeaf: true });
  assert.equal((await deaf.fail("type_text", { ...TARGET, text: "x" })).code, "INPUT_DELIVERY_FAILED");
  const digits = setUp({ transform: "digits" });
  assert.equal((await digits.succeed("type_text", { ...TARGET, text: "1a2" })).verified, "no");
});

Deno.test("type_text: an unknown control gets keyboard input in auto mode, and the foreground goes back", async () => {
  const { succeed, desktop, control } = setUp({ kind: "other" });
  const result = await succeed("type_text", { ...TARGET, text: "keys" });
  assert.equal(control.text, "keys");
  assert.equal(result.verified, "unknown");
  assert.equal(desktop.foreground, OTHER);
  const interaction = result.interaction as Record<string, unknown>; // the output schema has been checked
  assert.equal(interaction.effectiveMode, "foregroundDemo");
  assert.equal(interaction.targetActivated, true);
  assert.equal(interaction.foregroundRestored, true);
});

Deno.test("type_text: nothing is sent when the target does not come to the front", async () => {
  const { fail, desktop } = setUp({ kind: "other" });
  desktop.grantsForeground = false;
  assert.equal((await fail("type_text", { ...TARGET, text: "x" })).code, "FOCUS_FAILED");
  assert.equal(desktop.callsOf("sendText").length, 0);
});

Deno.test("type_text: typing stops when another window comes to the front", async () => {
  const { fail, desktop, control } = setUp({ kind: "other" });
  let batches = 0;
  desktop.before("sendText", () => {
    if (++batches === 2) desktop.setForeground(OTHER);
  });
  const error = await fail("type_text", { ...TARGET, text: "x".repeat(200) });
  assert.equal(error.code, "FOCUS_FAILED");
  assert.equal(control.text.length, 40);
});

Deno.test("type_text: a held modifier key is waited for, then refused", async () => {
  const held = setUp({ kind: "other" });
  held.desktop.modifiers = ["shift"];
  assert.equal((await held.fail("type_text", { ...TARGET, text: "x" })).code, "MODIFIER_HELD");
  assert.equal(held.desktop.callsOf("requestForeground").length, 0);
  const released = setUp({ kind: "other" });
  released.desktop.modifiers = ["ctrl"];
  let asked = 0;
  released.desktop.before("heldModifiers", () => {
    if (++asked === 3) released.desktop.modifiers = [];
  });
  await released.succeed("type_text", { ...TARGET, text: "x" });
});

for (
  const [stopped, code] of [
    ["refused", "INPUT_DELIVERY_FAILED"],
    ["gone", "STALE_WINDOW_HANDLE"],
  ] as const
) {
  Deno.test(`type_text: a delivery that is ${stopped} half-way is ${code}`, async () => {
    const { fail } = setUp({ stopsAfter: { units: 3, reason: stopped } });
    assert.equal((await fail("type_text", { ...TARGET, text: "123456" })).code, code);
  });
}

Deno.test("type_text: characters are posted one by one where a pause is asked for", async () => {
  const { succeed, desktop, control, clock } = setUp();
  const startedAt = clock.now();
  await succeed("type_text", { ...TARGET, text: "ab😀", delayMs: 20, pressMs: 30 });
  assert.equal(control.text, "ab😀");
  assert.deepEqual(desktop.callsOf("postCharacters").map(([, text]) => text), ["a", "b", "😀"]);
  assert.equal(clock.now() - startedAt >= 150, true);
});

Deno.test("type_text: Tab and Enter in a control of one line are sent as keys", async () => {
  const { succeed, desktop } = setUp({ multiline: false });
  await succeed("type_text", { ...TARGET, text: "name\tfamily\n" });
  assert.deepEqual(desktop.callsOf("postKey").map(([, key]) => key), [9, 13]);
  assert.deepEqual(desktop.callsOf("replaceSelection").map(([, text]) => text), ["name", "family"]);
});

for (
  const [title, args, path] of [
    ["too slow to end in time", { text: "x".repeat(1000), delayMs: 50, pressMs: 30 }, "delayMs"],
    ["with a NUL", { text: "a\0b" }, "text"],
  ] as const
) {
  Deno.test(`type_text: a text ${title} is INVALID_PARAMS`, async () => {
    const error = await setUp().fail("type_text", { ...TARGET, ...args });
    assert.equal(error.code, "INVALID_PARAMS");
    assert.equal((error.details?.violations as { path: string }[])[0]?.path, path);
  });
}

Deno.test("type_text: a busy window is waited for, then WINDOW_NOT_RESPONDING; a hung one is refused at once", async () => {
  const { fail, desktop, clock } = setUp();
  const window = desktop.window(HWND);
  assert.ok(window);
  window.responding = "no";
  const startedAt = clock.now();
  assert.equal(
    (await fail("type_text", { ...TARGET, text: "x", timeoutMs: 700 })).code,
    "WINDOW_NOT_RESPONDING",
  );
  assert.equal(clock.now() - startedAt >= 700, true);
  window.hung = true;
  const hungAt = clock.now();
  assert.equal((await fail("type_text", { ...TARGET, text: "x" })).code, "WINDOW_HUNG");
  assert.equal(clock.now() - hungAt < 200, true);
});

Deno.test("type_text: two acts take turns, and a cancelled one in the queue sends nothing", async () => {
  const { call, desktop, control } = setUp({ kind: "other" });
  const controller = new AbortController();
  const first = call("type_text", { ...TARGET, text: "first", delayMs: 10 });
  const second = call("type_text", { ...TARGET, text: "second" }, controller.signal);
  const third = call("type_text", { ...TARGET, text: "third" });
  controller.abort();
  const results = await Promise.all([first, second, third]);
  assert.deepEqual(results.map((result) => result.ok ? "ok" : result.error.code), ["ok", "CANCELLED", "ok"]);
  assert.equal(control.text, "firstthird");
  assert.equal(desktop.foreground, OTHER);
});

Deno.test("type_text: all waits of one text share one deadline, and what was delivered is told", async () => {
  const { fail, desktop, clock } = setUp({ kind: "scintilla" });
  const window = desktop.window(HWND);
  assert.ok(window);
  let batches = 0;
  desktop.before("postCharacters", () => {
    if (++batches === 2) window.responding = "no";
  });
  const startedAt = clock.now();
  const error = await fail("type_text", { ...TARGET, text: "x".repeat(5_000), timeoutMs: 3_000 });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assert.equal(error.details?.deliveredUnits, 1_000);
  assert.match(error.suggestion ?? "", /1000 UTF-16 units were delivered already/);
  assert.equal(clock.now() - startedAt < 4_000, true);
  assert.equal(batches, 2);
});

Deno.test("type_text: a program that hangs in the middle is not typed into any further", async () => {
  const { fail, desktop } = setUp({ kind: "scintilla" });
  const window = desktop.window(HWND);
  assert.ok(window);
  desktop.before("postCharacters", () => {
    window.responding = "no";
    window.hung = true;
  });
  const error = await fail("type_text", { ...TARGET, text: "x".repeat(5_000) });
  assert.equal(error.code, "WINDOW_HUNG");
  assert.equal(desktop.callsOf("postCharacters").length, 1);
});

Deno.test("type_text: a text that arrived is answered though the old foreground's program hangs", async () => {
  const { succeed, desktop, control } = setUp({ kind: "other" });
  let asked = 0;
  desktop.before("requestForeground", () => {
    if (++asked > 1) throw new ToolError("PROVIDER_BUSY", "the program behind the old window hangs");
  });
  const result = await succeed("type_text", { ...TARGET, text: "keys" });
  assert.equal(control.text, "keys");
  assert.equal((result.interaction as Record<string, unknown>).foregroundRestored, false); // the schema has been checked
});

Deno.test("type_text: a person who clicks into the target meanwhile keeps it", async () => {
  const { succeed, desktop } = setUp();
  desktop.before("replaceSelection", () => desktop.setForeground(HWND));
  await succeed("type_text", { ...TARGET, text: "x" });
  assert.equal(desktop.foreground, HWND);
});

Deno.test("type_text: what a Tab that moves nothing, or an Enter, did is not claimed to be known", async () => {
  const tab = setUp({ multiline: false });
  assert.equal((await tab.succeed("type_text", { ...TARGET, text: "name\tfamily" })).verified, "unknown");
  const enter = setUp({ multiline: false });
  assert.equal((await enter.succeed("type_text", { ...TARGET, text: "name\n" })).verified, "unknown");
});

Deno.test("type_text: a control that alters the first of many lines is not waited for at each", async () => {
  const { succeed, clock } = setUp({ multiline: false, transform: "digits" });
  const startedAt = clock.now();
  const result = await succeed("type_text", { ...TARGET, text: "1a\n".repeat(200) });
  assert.equal(result.verified, "no");
  assert.equal(clock.now() - startedAt < 5_000, true);
});

for (const [silentReads, verified] of [[2, "yes"], [1_000, "unknown"]] as const) {
  Deno.test(`type_text: a control that is silent ${silentReads} times is asked again for a while: ${verified}`, async () => {
    const { succeed, control } = setUp({ silentReads });
    const result = await succeed("type_text", { ...TARGET, text: "x" });
    assert.deepEqual([result.verified, control.text], [verified, "x"]);
  });
}
