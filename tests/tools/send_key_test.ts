import assert from "node:assert/strict";
import { FakeDesktop, type Request } from "../fakes/fake_desktop.ts";
import { type FakeControl, fakeControl, fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const CONTROL = 0x1007An;
const OTHER = 0x20000n;
const TARGET = { hwnd: "0x00010070" };

/** Everything by which a key could reach a program. */
const DELIVERIES: readonly Request[] = [
  "editCommand",
  "postCharacters",
  "postKey",
  "replaceSelection",
  "sendChord",
  "sendText",
];

interface KeyDoor extends TestDoor {
  readonly control: FakeControl;
  interactionOf(result: Readonly<Record<string, unknown>>): Record<string, unknown>;
  assertNothingSent(): void;
}

function setUp(given: Partial<FakeControl> = {}): KeyDoor {
  const control = fakeControl({ hwnd: CONTROL, ...given });
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 1 }), fakeWindow({ hwnd: HWND, controls: [control] })],
    processes: [fakeProcess({ pid: 4_200 })],
    foreground: OTHER,
  });
  return {
    ...createTestDoor({ desktop }),
    control,
    // The output schema has been checked.
    interactionOf: (result) => result.interaction as Record<string, unknown>,
    assertNothingSent() {
      for (const method of DELIVERIES) assert.equal(desktop.callsOf(method).length, 0, method);
    },
  };
}

for (
  const [chord, method, text, selection, args, control] of [
    ["ctrl+a", "EM_SETSEL", "one two", [0, 7], { key: "a", modifiers: ["ctrl"] }, {}],
    ["ctrl+A in upper case", "EM_SETSEL", "one two", [0, 7], { key: "A", modifiers: ["ctrl"] }, {}],
    ["Delete", "WM_CLEAR", "one two", [7, 7], { key: "Del" }, { text: "one two!", selection: [7, 7] }],
    ["Delete of a selection", "WM_CLEAR", " two", [0, 0], { key: "delete" }, { selection: [0, 3] }],
    ["Home", "EM_SETSEL", "a\r\nb", [3, 3], { key: "home" }, { text: "a\r\nb", selection: [4, 4] }],
    ["shift+End", "EM_SETSEL", "one two", [3, 7], { key: "end", modifiers: ["shift"] }, {
      selection: [3, 3],
    }],
    ["ctrl+x", "WM_CUT", " two", [0, 0], { key: "x", modifiers: ["ctrl"] }, { selection: [0, 3] }],
    ["a letter", "EM_REPLACESEL", "one twoQ", [8, 8], { key: "Q" }, {}],
    ["space", "EM_REPLACESEL", "one two ", [8, 8], { key: "Space" }, {}],
  ] as const
) {
  Deno.test(`send_key: ${chord} goes to an edit control in the background as ${method}, and is read back`, async () => {
    const [start, end] = "selection" in control ? control.selection : [7, 7];
    const door = setUp({ text: "text" in control ? control.text : "one two", selection: { start, end } });
    const result = await door.succeed("send_key", { ...TARGET, ...args });
    assert.equal(door.control.text, text);
    assert.deepEqual(door.control.selection, { start: selection[0], end: selection[1] });
    assert.equal(result.verified, "yes");
    assert.deepEqual(result.control, { hwnd: "0x0001007A", className: "Edit" });
    assert.equal(door.interactionOf(result).method, method);
    assert.equal(door.interactionOf(result).effectiveMode, "background");
    assert.equal(door.desktop.foreground, OTHER);
    assert.equal(door.desktop.callsOf("sendChord").length, 0);
  });
}

Deno.test("send_key: copy and paste, and that there was nothing to copy", async () => {
  const { succeed, control, desktop } = setUp({ text: "ab", selection: { start: 0, end: 1 } });
  const copy = { ...TARGET, key: "c", modifiers: ["ctrl"] };
  assert.equal((await succeed("send_key", copy)).verified, "yes");
  assert.equal(desktop.copied.text, "a");
  control.selection = { start: 2, end: 2 };
  assert.equal((await succeed("send_key", { ...TARGET, key: "v", modifiers: ["ctrl"] })).verified, "yes");
  assert.equal(control.text, "aba");
  assert.equal((await succeed("send_key", copy)).verified, "no");
});

Deno.test("send_key: what was held is reported, Shift of the character included, each once", async () => {
  const { succeed } = setUp();
  const typed = await succeed("send_key", { ...TARGET, key: "?" });
  assert.deepEqual([typed.key, typed.modifiers], ["?", ["shift"]]);
  const shortcut = await succeed("send_key", { ...TARGET, key: "F5", modifiers: ["shift", "ctrl", "ctrl"] });
  assert.deepEqual([shortcut.key, shortcut.modifiers], ["f5", ["ctrl", "shift"]]);
});

Deno.test("send_key: a key that no message means goes to the front in auto mode, as one series, and the foreground back", async () => {
  const door = setUp();
  const result = await door.succeed("send_key", { ...TARGET, key: "left", modifiers: ["ctrl"] });
  assert.deepEqual(door.desktop.callsOf("sendChord"), [
    [HWND, { modifiers: ["ctrl"], key: { virtualKey: 0x25, isExtended: true } }],
  ]);
  const interaction = door.interactionOf(result);
  assert.deepEqual([interaction.method, interaction.effectiveMode, interaction.foregroundRestored], [
    "SendInput",
    "foregroundDemo",
    true,
  ]);
  assert.equal(result.verified, "unknown");
  assert.equal(door.desktop.foreground, OTHER);
});

Deno.test("send_key: foregroundDemo uses the keyboard for an edit control too, and reads it", async () => {
  const door = setUp({ text: "a" });
  const args = { ...TARGET, interactionMode: "foregroundDemo" };
  const result = await door.succeed("send_key", { ...args, key: "B" });
  assert.equal(door.control.text, "aB");
  assert.deepEqual([result.verified, door.interactionOf(result).method], ["yes", "SendInput"]);
  assert.equal((await door.succeed("send_key", { ...args, key: "a", modifiers: ["ctrl"] })).verified, "no");
  // The layout has no key for it.
  await door.succeed("send_key", { ...args, key: "~" });
  assert.deepEqual(door.desktop.callsOf("sendChord").at(-1)?.[1], {
    modifiers: [],
    key: { character: "~" },
  });
});

for (
  const [title, args, control, code] of [
    [
      "a function key in the background",
      { key: "f5", interactionMode: "background" },
      {},
      "FOREGROUND_REQUIRED",
    ],
    ["any key to an unknown control in the background", { key: "a", interactionMode: "background" }, {
      kind: "other",
    }, "FOREGROUND_REQUIRED"],
    ["into an open menu in the background", { key: "down", interactionMode: "background" }, {
      menuOpen: true,
    }, "FOREGROUND_REQUIRED"],
    ["a shortcut that is to be posted", { key: "s", modifiers: ["ctrl"], noActivate: true }, {
      kind: "other",
    }, "FOREGROUND_REQUIRED"],
    ["shift+Tab that is to be posted", { key: "tab", modifiers: ["shift"], noActivate: true }, {
      kind: "other",
    }, "FOREGROUND_REQUIRED"],
    [
      "cutting from a read-only control",
      { key: "x", modifiers: ["ctrl"] },
      { readOnly: true },
      "CONTROL_READ_ONLY",
    ],
    ["Delete in a read-only control", { key: "delete" }, { readOnly: true }, "CONTROL_READ_ONLY"],
    ["a character for a read-only control", { key: "a" }, { readOnly: true }, "CONTROL_READ_ONLY"],
    ["a disabled control", { key: "f5" }, { enabled: false }, "CONTROL_DISABLED"],
    ["a disabled control in front", { key: "f5", interactionMode: "foregroundDemo" }, {
      enabled: false,
    }, "CONTROL_DISABLED"],
    ["a character for a password", { key: "a" }, { password: true }, "PASSWORD_FIELD"],
    ["a character for a password in front", { key: "a", interactionMode: "foregroundDemo" }, {
      password: true,
    }, "PASSWORD_FIELD"],
    ["copying a password", { key: "c", modifiers: ["ctrl"] }, { password: true }, "PASSWORD_FIELD"],
    ["cutting a password in front", {
      key: "delete",
      modifiers: ["shift"],
      interactionMode: "foregroundDemo",
    }, {
      password: true,
    }, "PASSWORD_FIELD"],
    ["a name of no key", { key: "hello" }, {}, "INVALID_PARAMS"],
    ["a character that is not ASCII", { key: "é" }, {}, "INVALID_PARAMS"],
    ["ctrl+alt+delete", { key: "delete", modifiers: ["ctrl", "alt"] }, {}, "INVALID_PARAMS"],
    ["win+l", { key: "l", modifiers: ["win"] }, {}, "INVALID_PARAMS"],
  ] as const
) {
  Deno.test(`send_key: ${title} is refused with ${code}, and nothing is sent`, async () => {
    const { fail, assertNothingSent } = setUp(control);
    assert.equal((await fail("send_key", { ...TARGET, ...args })).code, code);
    assertNothingSent();
  });
}

Deno.test("send_key: a wrong key is told what there is", async () => {
  const error = await setUp().fail("send_key", { ...TARGET, key: "hello" });
  const [violation] = error.details?.violations as { path: string; message: string }[]; // as the door writes them
  assert.equal(violation?.path, "key");
  assert.match(violation?.message ?? "", /printable ASCII character, f1 to f24, or .*escape/);
  const almost = await setUp().fail("send_key", { ...TARGET, key: "pagedwon" });
  assert.match(almost.message, /did you mean "pagedown"/);
  const chord = await setUp().fail("send_key", { ...TARGET, key: "ctrl+c" });
  assert.match(chord.message, /key: a key alone; what is held with it stands in modifiers/);
});

Deno.test("send_key: what changes nothing works in a read-only control, and a password is selected and pasted unread", async () => {
  const readOnly = setUp({ readOnly: true, text: "ab", selection: { start: 0, end: 2 } });
  assert.equal(
    (await readOnly.succeed("send_key", { ...TARGET, key: "c", modifiers: ["ctrl"] })).verified,
    "yes",
  );
  const password = setUp({ password: true, text: "secret", selection: { start: 6, end: 6 } });
  const all = await password.succeed("send_key", { ...TARGET, key: "a", modifiers: ["ctrl"] });
  assert.equal(all.verified, "yes");
  assert.equal(
    (await password.succeed("send_key", { ...TARGET, key: "v", modifiers: ["ctrl"] })).verified,
    "unknown",
  );
  assert.equal(password.desktop.callsOf("readText").length, 0);
});

Deno.test("send_key: noActivate posts to an unknown control what posted keys can say", async () => {
  const { succeed, desktop, interactionOf } = setUp({ kind: "other" });
  const args = { ...TARGET, noActivate: true };
  const methods: unknown[] = [];
  for (const given of [{ key: "left" }, { key: "a" }, { key: "A" }, { key: "f", modifiers: ["alt"] }]) {
    const result = await succeed("send_key", { ...args, ...given });
    assert.equal(result.verified, "unknown");
    methods.push(interactionOf(result).method);
  }
  assert.deepEqual(methods, ["WM_KEYDOWN", "WM_KEYDOWN", "WM_CHAR", "WM_SYSKEYDOWN"]);
  assert.deepEqual(desktop.callsOf("postKey"), [
    [CONTROL, 0x25, { isExtended: true, isAltDown: false }],
    [CONTROL, 0x41, { isExtended: false, isAltDown: false }],
    [CONTROL, 0x46, { isExtended: false, isAltDown: true }],
  ]);
  assert.deepEqual(desktop.callsOf("postCharacters"), [[CONTROL, "A"]]);
  assert.equal(desktop.foreground, OTHER);
});

Deno.test("send_key: an explicit mode beats noActivate", async () => {
  const { succeed, interactionOf } = setUp({ kind: "other" });
  const args = { ...TARGET, key: "f5", noActivate: true, interactionMode: "foregroundDemo" };
  assert.equal(interactionOf(await succeed("send_key", args)).method, "SendInput");
});

Deno.test("send_key: an open menu gets the keys of the keyboard, and nothing is read from behind it", async () => {
  const { succeed, desktop, interactionOf } = setUp({ menuOpen: true });
  desktop.setForeground(HWND);
  const result = await succeed("send_key", { ...TARGET, key: "down" });
  assert.equal(interactionOf(result).method, "SendInput");
  assert.equal(result.verified, "unknown");
  assert.equal(desktop.callsOf("readCaret").length, 0);
});

Deno.test("send_key: nothing is sent when the target does not come to the front, or loses it", async () => {
  const refused = setUp({ kind: "other" });
  refused.desktop.grantsForeground = false;
  assert.equal((await refused.fail("send_key", { ...TARGET, key: "f5" })).code, "FOCUS_FAILED");
  refused.assertNothingSent();
  const lost = setUp({ kind: "other" });
  lost.desktop.before("sendChord", () => lost.desktop.setForeground(OTHER));
  assert.equal((await lost.fail("send_key", { ...TARGET, key: "f5" })).code, "FOCUS_FAILED");
});

Deno.test("send_key: a held modifier key is waited for, then refused before the foreground is touched", async () => {
  const held = setUp({ kind: "other" });
  held.desktop.modifiers = ["ctrl"];
  const startedAt = held.clock.now();
  assert.equal((await held.fail("send_key", { ...TARGET, key: "f5" })).code, "MODIFIER_HELD");
  assert.equal(held.clock.now() - startedAt >= 2_000, true);
  assert.equal(held.desktop.callsOf("requestForeground").length, 0);
  held.assertNothingSent();
  const pressed = setUp({ kind: "other" });
  let chords = 0;
  pressed.desktop.before("sendChord", () => {
    pressed.desktop.modifiers = ++chords === 1 ? ["alt"] : [];
  });
  let asked = 0;
  pressed.desktop.before("heldModifiers", () => {
    if (++asked === 4) pressed.desktop.modifiers = [];
  });
  await pressed.succeed("send_key", { ...TARGET, key: "f5" });
  assert.equal(chords, 2);
});

for (
  const [reason, code] of [["refused", "INPUT_DELIVERY_FAILED"], ["gone", "STALE_WINDOW_HANDLE"]] as const
) {
  Deno.test(`send_key: a message that is ${reason} is ${code}`, async () => {
    const { fail } = setUp({ stopsAfter: { units: 0, reason }, text: "a", selection: { start: 0, end: 0 } });
    assert.equal((await fail("send_key", { ...TARGET, key: "end", modifiers: ["ctrl"] })).code, code);
  });
}

Deno.test("send_key: Backspace is a character to an edit, and a key to a rich edit", async () => {
  for (const [kind, method] of [["edit", "WM_CHAR"], ["richEdit", "WM_KEYDOWN"]] as const) {
    const { succeed, interactionOf } = setUp({ kind, text: "ab" });
    assert.equal(interactionOf(await succeed("send_key", { ...TARGET, key: "bs" })).method, method);
  }
});

Deno.test("send_key: a control that does not answer is waited for, then sent nothing", async () => {
  const { fail, desktop, assertNothingSent } = setUp();
  desktop.readCaret = () => Promise.resolve(undefined);
  const error = await fail("send_key", { ...TARGET, key: "a", modifiers: ["ctrl"] });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assertNothingSent();
});

Deno.test("send_key: keyboard input that Windows does not take is INPUT_DELIVERY_FAILED", async () => {
  const { fail } = setUp({ kind: "other", stopsAfter: { units: 0, reason: "refused" } });
  assert.equal((await fail("send_key", { ...TARGET, key: "f5" })).code, "INPUT_DELIVERY_FAILED");
});

Deno.test("send_key: a control that is still busy with the message is looked at, not given up", async () => {
  const { succeed } = setUp({ stopsAfter: { units: 0, reason: "busy" }, text: "ab" });
  assert.equal((await succeed("send_key", { ...TARGET, key: "a", modifiers: ["ctrl"] })).verified, "no");
});

Deno.test("send_key: Alt+F4 that closes the window is a success", async () => {
  const { succeed, desktop } = setUp({ kind: "other" });
  const closing = desktop.sendChord.bind(desktop);
  desktop.sendChord = async (root, chord) => {
    const result = await closing(root, chord);
    desktop.removeWindow(HWND);
    return result;
  };
  assert.equal((await succeed("send_key", { ...TARGET, key: "f4", modifiers: ["alt"] })).verified, "yes");
});

for (
  const [modifiers, mode] of [
    [["alt"], "auto"],
    [["alt", "shift"], "foregroundDemo"],
    [["alt"], "background"],
  ] as const
) {
  Deno.test(`send_key: ${modifiers.join("+")}+f4 closes no window of this server's own parents: ${mode}`, async () => {
    const door = setUp({ kind: "other" });
    door.desktop.processes.push(
      fakeProcess({ pid: 500, parentPid: 4_200, name: "casement", creationTime: 2n ** 62n }),
    );
    const args = {
      ...TARGET,
      key: "f4",
      modifiers,
      interactionMode: mode,
      noActivate: mode === "background",
    };
    assert.equal((await door.fail("send_key", args)).code, "PROTECTED_PROCESS");
    door.assertNothingSent();
    assert.deepEqual(door.desktop.callsOf("requestForeground"), []);
  });
}

Deno.test("send_key: both pauses come after the key and before the foreground is given back", async () => {
  const { succeed, desktop, clock } = setUp({ kind: "other" });
  let givenBackAt = 0;
  let sentAt = 0;
  desktop.before("sendChord", () => {
    sentAt = clock.now();
  });
  desktop.before("requestForeground", ([hwnd]) => {
    if (hwnd === OTHER) givenBackAt = clock.now();
  });
  await succeed("send_key", { ...TARGET, key: "f5", delayMs: 3_000, pressMs: 1_000 });
  assert.equal(givenBackAt - sentAt >= 4_000, true);
});

Deno.test("send_key: two at once do not interleave, and a cancelled one presses nothing", async () => {
  const { call, desktop } = setUp({ kind: "other" });
  const controller = new AbortController();
  const keys = ["f1", "f2", "f3"].map((key, index) =>
    call("send_key", { ...TARGET, key, delayMs: 500 }, index === 1 ? controller.signal : undefined)
  );
  controller.abort();
  const results = await Promise.all(keys);
  assert.deepEqual(results.map((result) => result.ok ? "ok" : result.error.code), ["ok", "CANCELLED", "ok"]);
  const moments = desktop.calls.filter(({ method, args }) =>
    method === "sendChord" || method === "requestForeground" && args[0] === OTHER
  );
  assert.deepEqual(moments.map(({ method }) => method), [
    "sendChord",
    "requestForeground",
    "sendChord",
    "requestForeground",
  ]);
});

Deno.test("send_key: what was pressed is in no log", async () => {
  const { succeed, logLines } = setUp();
  await succeed("send_key", { ...TARGET, key: "~" });
  assert.equal(logLines.some((line) => line.includes("~")), false);
});
