import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, foreground, holdKey, pointer, post, setText, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const EDIT = 100;
const SINGLE_LINE = 101;
const PASSWORD = 102;
const CANVAS = 150;

/** Everything that has ever broken a typing tool. */
const HARD_TEXT = 'A é € 漢 😀\tสวัสดี\n{}+^%~() "quoted" \\ back';

function lines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Where the pointer is, once the session has found out: at its start it is said to be in the corner. */
async function settledPointer(): Promise<{ x: number; y: number }> {
  let last = pointer();
  await waitFor(async () => {
    const before = last;
    await new Promise((resolve) => setTimeout(resolve, 300));
    last = pointer();
    return last.x === before.x && last.y === before.y ? true : undefined;
  });
  return last;
}

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`type_text: ${title}`), ignore, fn: body });
}

test("text arrives exactly, in the background, and nothing else changes", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using run = await FixtureRun.start();
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const pointerBefore = await settledPointer();

  const result = await door.succeed("type_text", { hwnd: run.handle, text: HARD_TEXT });

  assert.equal(lines(textOf(controlOf(run.hwnd, EDIT))), HARD_TEXT);
  assert.equal(result.verified, "yes");
  assert.equal(result.interaction.effectiveMode, "background");
  assert.equal(result.interaction.foregroundChanged, false);
  assert.equal(foreground(), other.hwnd);
  assert.deepEqual(pointer(), pointerBefore);
});

test("10,000 units arrive exactly", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const text = "The quick brown fox 😀 jumps.\n".repeat(400).slice(0, 10_000);
  const result = await door.succeed("type_text", { hwnd: run.handle, text });
  assert.equal(lines(textOf(controlOf(run.hwnd, EDIT))), text);
  assert.equal(result.verified, "yes");
});

test("replaces the selection at the caret and keeps the rest", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const edit = controlOf(run.hwnd, EDIT);
  setText(edit, "one\r\ntwo\r\nthree");
  await door.desktop.postKey(edit, 0); // a harmless round trip through the act lane before the selection is set
  const { user32 } = await import("../../ffi/user32.ts");
  user32.symbols.PostMessageW(edit, 0xB1, 5n, 8n); // EM_SETSEL around "two"
  await waitFor(async () =>
    (await door.desktop.readText(edit, 100))?.selection?.end === 8 ? true : undefined
  );
  const result = await door.succeed("type_text", { hwnd: run.handle, text: "zwei\nund" });
  assert.equal(lines(textOf(edit)), "one\nzwei\nund\nthree");
  assert.equal(result.verified, "yes");
});

test("the keyboard types the same text into the front and gives the foreground back", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using run = await FixtureRun.start();
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const text = HARD_TEXT.replace("\t", " ");

  const result = await door.succeed("type_text", {
    hwnd: run.handle,
    text,
    interactionMode: "foregroundDemo",
  });

  assert.equal(lines(textOf(controlOf(run.hwnd, EDIT))), text);
  assert.equal(result.interaction.method, "SendInput");
  assert.equal(result.interaction.targetActivated, true);
  assert.equal(result.interaction.foregroundRestored, true);
  assert.equal(foreground(), other.hwnd);
});

test("an unknown control needs the foreground, and gets it in auto mode", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const canvas = controlOf(run.hwnd, CANVAS);
  const canvasHandle = `0x${canvas.toString(16)}`;

  const refusal = await door.fail("type_text", {
    hwnd: canvasHandle,
    text: "x",
    interactionMode: "background",
  });
  assert.equal(refusal.code, "FOREGROUND_REQUIRED");
  assert.equal((await run.events()).filter(({ event }) => event === "char").length, 0);

  const posted = await door.succeed("type_text", { hwnd: canvasHandle, text: "é😀", noActivate: true });
  assert.equal(posted.verified, "unknown");
  assert.equal(posted.interaction.method, "WM_CHAR");
  await run.until(({ event, unit }) => event === "char" && unit === 0xDE00);
  const units = (await run.events()).filter(({ event }) => event === "char").map(({ unit }) => unit);
  assert.deepEqual(units, [0xE9, 0xD83D, 0xDE00]);
});

test("the keyboard reaches a control whose text cannot be read, whole, before the foreground is given back", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  post(controlOf(run.hwnd, CANVAS), 0x201, 1n, 0n); // a click gives the canvas the focus
  await run.until(({ event, id, focused }) => event === "focus" && id === CANVAS && focused === true);
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const text = "keys for the canvas 😀, a hundred of them ".repeat(3);

  const result = await door.succeed("type_text", {
    hwnd: run.handle,
    text,
    interactionMode: "foregroundDemo",
  });

  assert.equal(result.verified, "unknown");
  assert.equal(result.interaction.effectiveMode, "foregroundDemo");
  assert.equal(foreground(), other.hwnd);
  const units = (await run.events()).filter(({ event, id }) => event === "char" && id === CANVAS);
  assert.equal(String.fromCharCode(...units.map(({ unit }) => Number(unit))), text);
});

test("a password field is refused unless it is meant, and never read back", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const password = controlOf(run.hwnd, PASSWORD);
  const hwnd = `0x${password.toString(16)}`;
  assert.equal((await door.fail("type_text", { hwnd, text: "secret" })).code, "PASSWORD_FIELD");
  assert.equal(textOf(password), "");
  const result = await door.succeed("type_text", { hwnd, text: "secret", allowPassword: true });
  assert.equal(result.verified, "unknown");
  assert.equal(textOf(password), "secret");
  assert.equal(door.logLines.some((line) => line.includes("secret")), false);
});

for (
  const [id, code, text] of [
    [103, "CONTROL_READ_ONLY", "x"],
    [104, "CONTROL_DISABLED", "x"],
    [105, "TEXT_TOO_LONG_FOR_CONTROL", "12345678901"],
  ] as const
) {
  test(`control ${id} is refused with ${code} before anything is sent`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    const control = controlOf(run.hwnd, id);
    const before = textOf(control);
    const error = await door.fail("type_text", { hwnd: `0x${control.toString(16)}`, text });
    assert.equal(error.code, code);
    assert.equal(textOf(control), before);
  });
}

test("a control that changes what is typed is told from one that does not take it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const upper = controlOf(run.hwnd, 106);
  const upperResult = await door.succeed("type_text", { hwnd: `0x${upper.toString(16)}`, text: "groß é" });
  assert.equal(upperResult.verified, textOf(upper).toUpperCase() === "GROß É".toUpperCase() ? "yes" : "no");
  const digits = controlOf(run.hwnd, 107);
  const digitsResult = await door.succeed("type_text", { hwnd: `0x${digits.toString(16)}`, text: "1a2b3" });
  assert.equal(textOf(digits), "123");
  assert.equal(digitsResult.verified, "no");
  const refused = await door.fail("type_text", { hwnd: `0x${digits.toString(16)}`, text: "abc" });
  assert.equal(refused.code, "INPUT_DELIVERY_FAILED");
});

test("Tab and Enter in a control of one line are keys of the dialog around it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  const first = controlOf(run.hwnd, SINGLE_LINE);
  await door.succeed("type_text", { hwnd: `0x${first.toString(16)}`, text: "name" });
  assert.equal(textOf(first), "name");
});

test("a window that is no Unicode window refuses what its code page lacks", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--ansi");
  const target = { titleContains: "Fixture ANSI" };
  assert.equal((await door.fail("type_text", { ...target, text: "漢" })).code, "TEXT_NOT_ENCODABLE");
  assert.equal((await door.succeed("type_text", { ...target, text: "plain" })).verified, "yes");
  assert.equal(run.pid > 0, true);
});

test("a person's modifier key is waited for, then refused", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd);
  using _shift = holdKey(0x10);
  const error = await door.fail("type_text", {
    hwnd: run.handle,
    text: "x",
    interactionMode: "foregroundDemo",
  });
  assert.equal(error.code, "MODIFIER_HELD");
  assert.equal(textOf(controlOf(run.hwnd, EDIT)), "");
});

test("a busy window is waited for, a hung one is refused", async () => {
  using door = createRealDoor();
  await using busy = await FixtureRun.start("--busy-ms", "700", "--busy-every-ms", "800");
  const typed = await door.succeed("type_text", { hwnd: busy.handle, text: "patience" });
  assert.equal(typed.verified, "yes");
  await using hung = await FixtureRun.start("--hang-at-start", "--hang-ms", "60000");
  const error = await door.fail("type_text", { hwnd: hung.handle, text: "x", timeoutMs: 400 });
  assert.equal(["WINDOW_NOT_RESPONDING", "WINDOW_HUNG"].includes(error.code), true, error.code);
});

test("a cancelled call stops and says so", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const controller = new AbortController();
  const call = door.call(
    "type_text",
    { hwnd: run.handle, text: "slow ".repeat(20), delayMs: 200 },
    controller.signal,
  );
  await waitFor(() => textOf(controlOf(run.hwnd, EDIT)) !== "" ? true : undefined);
  controller.abort();
  const result = await call;
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  const after = textOf(controlOf(run.hwnd, EDIT));
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.equal(textOf(controlOf(run.hwnd, EDIT)), after);
});
