import assert from "node:assert/strict";
import { type FixtureEvent, FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { type HookedKey, KeyboardHook } from "./keyboard_hook.ts";
import { keysDown } from "./keys_down.ts";
import { bringToFront, controlOf, exists, foreground, holdKey, post, setText, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const EDIT = 100;
const SINGLE_LINE = 101;
const PASSWORD = 102;
const READ_ONLY = 103;
const DISABLED = 104;
const CANVAS = 150;
const MENU_SAVE = 202;

const WM_LBUTTONDOWN = 0x201;
const WM_COPY = 0x301;
const WM_CUT = 0x300;
const WM_PASTE = 0x302;
const WM_CLEAR = 0x303;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`send_key: ${title}`), ignore, fn: body });
}

/** Brings the fixture to the front with its canvas focused: it logs every key that reaches it. */
async function focusCanvas(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  post(controlOf(run.hwnd, CANVAS), WM_LBUTTONDOWN, 1n);
  await run.until(({ event, id, focused }) => event === "focus" && id === CANVAS && focused === true);
}

function isKey({ event }: FixtureEvent): boolean {
  return event === "key";
}

/** The key events that reached the program: `+16` down, `-16` up, with scan code and `e` for an extended key. */
async function keysOf(run: FixtureRun): Promise<string[]> {
  return (await run.events()).filter(isKey).map((key) =>
    `${key.down ? "+" : "-"}${key.vk}/${key.scan}${key.extended ? "e" : ""}`
  );
}

async function heard(hook: KeyboardHook, count: number): Promise<readonly HookedKey[]> {
  await waitFor(() => hook.keys.length >= count ? true : undefined);
  return hook.keys;
}

test("a character arrives as its key, with Shift where it needs it, and so do named keys", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await focusCanvas(run);
  for (const key of ["a", "A", "?", "7", "space", "Left", "del", "F5", "apps"]) {
    const result = await door.succeed("send_key", { hwnd: run.handle, key });
    assert.equal(result.verified, "unknown");
    assert.equal(result.interaction.method, "SendInput");
  }
  await run.until(({ event, vk, down }) => event === "key" && vk === 93 && down === false);
  assert.deepEqual(await keysOf(run), [
    ...["+65/30", "-65/30"],
    ...["+16/42", "+65/30", "-65/30", "-16/42"],
    ...["+16/42", "+191/53", "-191/53", "-16/42"],
    ...["+55/8", "-55/8"],
    ...["+32/57", "-32/57"],
    ...["+37/75e", "-37/75e"],
    ...["+46/83e", "-46/83e"],
    ...["+116/63", "-116/63"],
    ...["+93/93e", "-93/93e"],
  ]);
  const units = (await run.events()).filter(({ event }) => event === "char").map(({ unit }) => Number(unit));
  assert.equal(String.fromCharCode(...units), "aA?7 ");
});

test("a chord is one series: modifiers down, the key, modifiers up in reverse, with scan codes and extended flags", async () => {
  using door = createRealDoor();
  using hook = await KeyboardHook.start();
  await using run = await FixtureRun.start();
  await focusCanvas(run);
  const chord = { hwnd: run.handle, key: "end", modifiers: ["shift", "ctrl", "ctrl"] };
  const result = await door.succeed("send_key", chord);
  assert.deepEqual(result.modifiers, ["ctrl", "shift"]);
  const expected = [
    { vk: 0x11, scan: 0x1D, extended: false, down: true },
    { vk: 0x10, scan: 0x2A, extended: false, down: true },
    { vk: 0x23, scan: 0x4F, extended: true, down: true },
    { vk: 0x23, scan: 0x4F, extended: true, down: false },
    { vk: 0x10, scan: 0x2A, extended: false, down: false },
    { vk: 0x11, scan: 0x1D, extended: false, down: false },
  ];
  const sides: Readonly<Record<number, number>> = { 0xA0: 0x10, 0xA2: 0x11 }; // a hook hears left and right keys
  const keys = (await heard(hook, expected.length)).map((key) => ({ ...key, vk: sides[key.vk] ?? key.vk }));
  assert.deepEqual(keys, expected);
  assert.deepEqual(keysDown(), []);
});

test("an accelerator is a command of the program", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const args = { hwnd: run.handle, key: "s", modifiers: ["ctrl"] };
  assert.equal(
    (await door.fail("send_key", { ...args, interactionMode: "background" })).code,
    "FOREGROUND_REQUIRED",
  );
  await door.succeed("send_key", args);
  assert.ok(await run.until(({ event, id }) => event === "command" && id === MENU_SAVE));
});

test("Tab moves the focus and Shift+Tab moves it back", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  const focus = (id: number) =>
    run.until(({ event, id: from, focused }) => event === "focus" && from === id && focused === true);
  post(controlOf(run.hwnd, SINGLE_LINE), WM_LBUTTONDOWN, 1n);
  assert.ok(await focus(SINGLE_LINE));
  await door.succeed("send_key", { hwnd: run.handle, key: "tab" });
  assert.ok(await focus(PASSWORD));
  const before = (await run.events()).length;
  await door.succeed("send_key", { hwnd: run.handle, key: "tab", modifiers: ["shift"] });
  const isBack = async () =>
    (await run.events()).slice(before).some(({ event, id, focused }) =>
        event === "focus" && id === SINGLE_LINE && focused === true
      )
      ? true
      : undefined;
  assert.ok(await waitFor(isBack));
});

for (const [kind, options] of [["an edit control", []], ["a rich edit", ["--rich"]]] as const) {
  const isRich = kind === "a rich edit";
  test(`shortcuts of ${kind} are messages: nothing in front changes and no key is pressed`, async () => {
    using door = createRealDoor();
    using hook = await KeyboardHook.start();
    await using other = await FixtureRun.start("--title", "In front");
    await using run = await FixtureRun.start(...options);
    bringToFront(other.hwnd);
    await waitFor(() => foreground() === other.hwnd ? true : undefined);
    const edit = controlOf(run.hwnd, EDIT);
    setText(edit, "one\r\ntwo");
    const hwnd = `0x${edit.toString(16)}`;
    const press = async (chord: string, verified: string, method: string, text: string) => {
      const names = chord.split("+");
      const result = await door.succeed("send_key", {
        hwnd,
        key: names.at(-1),
        modifiers: names.slice(0, -1),
        interactionMode: "background",
      });
      assert.deepEqual([result.verified, result.interaction.method], [verified, method], chord);
      assert.equal(result.interaction.effectiveMode, "background");
      assert.equal(textOf(edit), text, chord);
    };
    await press("ctrl+a", "yes", "EM_SETSEL", "one\r\ntwo");
    await press("ctrl+c", "yes", "WM_COPY", "one\r\ntwo");
    for (const after of ["ctrl+z", "ctrl+v"]) {
      // All but the line end at the end of a rich edit, which nobody sees and Ctrl+A selects.
      await press("ctrl+home", "yes", "EM_SETSEL", "one\r\ntwo");
      await press("ctrl+shift+end", "yes", "EM_SETSEL", "one\r\ntwo");
      await press("ctrl+x", "yes", "WM_CUT", "");
      await press(after, "yes", after === "ctrl+z" ? "WM_UNDO" : "WM_PASTE", "one\r\ntwo");
    }
    await press("ctrl+c", "no", "WM_COPY", "one\r\ntwo");
    await press("home", "yes", "EM_SETSEL", "one\r\ntwo");
    await press("backspace", "yes", isRich ? "WM_KEYDOWN" : "WM_CHAR", "onetwo");
    await press("enter", "yes", "WM_KEYDOWN", "one\r\ntwo");
    await press("up", "yes", "WM_KEYDOWN", "one\r\ntwo");
    await press("end", "yes", "EM_SETSEL", "one\r\ntwo");
    await press("delete", "yes", "WM_CLEAR", "onetwo");
    await press("left", "yes", "EM_SETSEL", "onetwo");
    await press("ctrl+shift+end", "yes", "EM_SETSEL", "onetwo");
    await press("delete", "yes", "WM_CLEAR", "on");
    await press("Z", "yes", "EM_REPLACESEL", "onZ");
    await press("ctrl+home", "yes", "EM_SETSEL", "onZ");
    await press("delete", "yes", "WM_CLEAR", "nZ");
    const messages = (await run.events()).filter(({ event, id }) => event === "message" && id === EDIT);
    for (const message of [WM_COPY, WM_CUT, WM_PASTE, WM_CLEAR]) {
      assert.ok(messages.some((one) => one.message === message), `${message}`);
    }
    assert.equal(foreground(), other.hwnd);
    assert.deepEqual(hook.keys, []);
  });
}

test("the keyboard does the same in front, is read back, and the foreground goes back", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using run = await FixtureRun.start();
  const edit = controlOf(run.hwnd, EDIT);
  bringToFront(run.hwnd);
  post(edit, WM_LBUTTONDOWN, 1n);
  await run.until(({ event, id, focused }) => event === "focus" && id === EDIT && focused === true);
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const verdicts: string[] = [];
  for (const [key, text] of [["q", "q"], ["W", "qW"], ["enter", "qW\r\n"], ["bs", "qW"], ["~", "qW~"]]) {
    const result = await door.succeed("send_key", {
      hwnd: run.handle,
      key,
      interactionMode: "foregroundDemo",
    });
    assert.ok(await waitFor(() => textOf(edit) === text ? true : undefined), `${key}: ${textOf(edit)}`);
    assert.equal(result.interaction.method, "SendInput");
    assert.equal(result.interaction.foregroundRestored, true);
    assert.equal(foreground(), other.hwnd);
    verdicts.push(result.verified);
  }
  // On a machine that is busy enough the control may not be read in time, which is no reason to say no.
  assert.ok(verdicts.includes("yes") && !verdicts.includes("no"), verdicts.join(" "));
});

test("a key with Caps Lock on is still the character that was asked for", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await focusCanvas(run);
  await door.desktop.characterKey(run.hwnd, "a"); // a thread that asks for the first time may be told that it is off
  const tapCapsLock = () => holdKey(0x14)[Symbol.dispose]();
  tapCapsLock();
  try {
    await run.until(({ event, vk, down }) => event === "key" && vk === 0x14 && down === false);
    await door.succeed("send_key", { hwnd: run.handle, key: "a" });
    const typed = await run.until(({ event }) => event === "char");
    assert.equal(typed?.unit, "a".charCodeAt(0));
  } finally {
    tapCapsLock();
  }
});

test("noActivate posts to an unknown control, with a correct key, and takes no foreground", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using run = await FixtureRun.start();
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const hwnd = `0x${controlOf(run.hwnd, CANVAS).toString(16)}`;
  const post = async (key: string, modifiers: string[] = []) =>
    (await door.succeed("send_key", { hwnd, key, modifiers, noActivate: true })).interaction.method;
  assert.deepEqual([await post("right"), await post("A"), await post("f6", ["alt"])], [
    "WM_KEYDOWN",
    "WM_CHAR",
    "WM_SYSKEYDOWN",
  ]);
  await run.until(({ event, system, down }) => event === "key" && system === true && down === false);
  assert.deepEqual(await keysOf(run), ["+39/77e", "-39/77e", "+117/64", "-117/64"]);
  const events = await run.events();
  assert.deepEqual(events.filter(isKey).map(({ system }) => system), [false, false, true, true]);
  assert.equal(events.find(({ event }) => event === "char")?.unit, "A".charCodeAt(0));
  assert.equal(foreground(), other.hwnd);
  const shortcut = await door.fail("send_key", { hwnd, key: "s", modifiers: ["ctrl"], noActivate: true });
  assert.equal(shortcut.code, "FOREGROUND_REQUIRED");
});

for (
  const [id, key, modifiers, code] of [
    [READ_ONLY, "x", ["ctrl"], "CONTROL_READ_ONLY"],
    [READ_ONLY, "delete", [], "CONTROL_READ_ONLY"],
    [DISABLED, "a", ["ctrl"], "CONTROL_DISABLED"],
    [PASSWORD, "a", [], "PASSWORD_FIELD"],
    [SINGLE_LINE, "enter", [], "FOREGROUND_REQUIRED"],
  ] as const
) {
  const chord = [...modifiers, key].join("+");
  test(`${chord} for control ${id} is refused with ${code} before anything is sent`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    const control = controlOf(run.hwnd, id);
    const before = textOf(control);
    const hwnd = `0x${control.toString(16)}`;
    const error = await door.fail("send_key", { hwnd, key, modifiers, interactionMode: "background" });
    assert.equal(error.code, code);
    assert.equal(textOf(control), before);
    assert.equal((await run.events()).some(isKey), false);
  });
}

test("a password is selected, not copied, and deleted", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const password = controlOf(run.hwnd, PASSWORD);
  setText(password, "secret");
  const hwnd = `0x${password.toString(16)}`;
  assert.equal((await door.succeed("send_key", { hwnd, key: "a", modifiers: ["ctrl"] })).verified, "yes");
  const before = await door.desktop.clipboardSequence();
  for (const interactionMode of ["background", "foregroundDemo"]) {
    const copy = { hwnd, key: "c", modifiers: ["ctrl"], interactionMode };
    bringToFront(run.hwnd);
    post(password, WM_LBUTTONDOWN, 1n);
    assert.equal((await door.fail("send_key", copy)).code, "PASSWORD_FIELD");
  }
  assert.equal(await door.desktop.clipboardSequence(), before);
  await door.succeed("send_key", { hwnd, key: "a", modifiers: ["ctrl"] });
  assert.equal((await door.succeed("send_key", { hwnd, key: "delete" })).verified, "unknown");
  assert.equal(textOf(password), "");
});

test("a menu that is open in the target takes the keys", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  await waitFor(() => foreground() === run.hwnd ? true : undefined);
  const press = (key: string, modifiers: string[] = []) =>
    door.succeed("send_key", { hwnd: run.handle, key, modifiers });
  await press("f", ["alt"]);
  const { getGuiThreadInfo, getWindowThread } = await import("../../ffi/window.ts");
  const isOpen = () => getGuiThreadInfo(getWindowThread(run.hwnd).threadId)?.isInMenu ? true : undefined;
  assert.equal(await waitFor(isOpen), true);
  const refused = await door.fail("send_key", {
    hwnd: run.handle,
    key: "down",
    interactionMode: "background",
  });
  assert.equal(refused.code, "FOREGROUND_REQUIRED");
  await press("down"); // from Open, which the keyboard has chosen, to Save
  await press("enter");
  assert.ok(await run.until(({ event, id }) => event === "command" && id === MENU_SAVE));
  assert.equal(textOf(controlOf(run.hwnd, EDIT)), "");
});

test("Alt+F4 closes the window, and that is seen", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const result = await door.succeed("send_key", { hwnd: run.handle, key: "f4", modifiers: ["alt"] });
  assert.equal(result.verified, "yes");
  assert.equal(exists(run.hwnd), false);
});

test("a key that a person holds is waited out, then refused", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await focusCanvas(run);
  {
    using _ctrl = holdKey(0x11);
    const error = await door.fail("send_key", { hwnd: run.handle, key: "f7" });
    assert.equal(error.code, "MODIFIER_HELD");
    assert.ok(keysDown().includes(0x11));
  }
  const shift = holdKey(0x10);
  const pressing = door.succeed("send_key", { hwnd: run.handle, key: "f8" });
  setTimeout(() => shift[Symbol.dispose](), 500);
  await pressing;
  await run.until(({ event, vk, down }) => event === "key" && vk === 0x77 && down === false);
  const keys = await keysOf(run);
  assert.equal(keys.some((key) => key.startsWith("+118/")), false, "F7 was not sent");
  assert.ok(keys.indexOf("-16/0") < keys.findIndex((key) => key.startsWith("+119/")), keys.join(" "));
});

test("two at once do not interleave, and a cancelled one leaves no key down", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await focusCanvas(run);
  const controller = new AbortController();
  const press = (key: string, signal?: AbortSignal) =>
    door.call("send_key", { hwnd: run.handle, key, modifiers: ["ctrl", "shift"], delayMs: 300 }, signal);
  const calls = [press("f1"), press("f2", controller.signal), press("f3")];
  await run.until(({ event, vk, down }) => event === "key" && vk === 0x70 && down === true);
  controller.abort();
  const codes = (await Promise.all(calls)).map((result) => result.ok ? "ok" : result.error.code);
  assert.deepEqual(codes, ["ok", "CANCELLED", "ok"]);
  await waitFor(async () => (await keysOf(run)).length >= 12 ? true : undefined);
  const vks = (await keysOf(run)).map((key) => key.split("/")[0]);
  const chord = (vk: number) => ["+17", "+16", `+${vk}`, `-${vk}`, "-16", "-17"];
  assert.deepEqual(vks, [...chord(0x70), ...chord(0x72)]);
  assert.deepEqual(keysDown(), []);
});
