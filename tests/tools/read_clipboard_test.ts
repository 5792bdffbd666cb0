import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { textFormat } from "../fakes/fake_clipboard.ts";
import { createTestDoor } from "../fakes/test_door.ts";

const PROGRAM = { hwnd: 0x2An, pid: 77, processName: "editor" };
const PROGRAM_DETAILS = { hwnd: "0x0000002A", pid: 77, processName: "editor" };

Deno.test("read_clipboard: text comes exactly, with the names of all formats", async () => {
  const { succeed, desktop } = createTestDoor();
  desktop.clipboard.formats = [textFormat("a\nb\r\nc \uD800 😀 漢")];
  desktop.clipboard.handles = ["CF_BITMAP"];
  const { timestamp: _timestamp, ...result } = await succeed("read_clipboard");
  assert.deepEqual(result, {
    success: true,
    available: true,
    text: "a\nb\r\nc \uD800 😀 漢",
    length: 13,
    truncated: false,
    formats: ["CF_UNICODETEXT", "CF_BITMAP"],
  });
});

Deno.test("read_clipboard: no text is no error", async () => {
  const { succeed, desktop } = createTestDoor();
  const nothing = await succeed("read_clipboard");
  assert.deepEqual([nothing.available, nothing.text, nothing.length, nothing.formats], [false, "", 0, []]);
  desktop.clipboard.handles = ["CF_BITMAP"];
  const picture = await succeed("read_clipboard");
  assert.deepEqual([picture.available, picture.formats], [false, ["CF_BITMAP"]]);
});

Deno.test("read_clipboard: a long text is cut, never in the middle of a character, and its length is told", async () => {
  const { succeed, desktop } = createTestDoor();
  desktop.clipboard.formats = [textFormat("ab😀cd")];
  for (const [maxUnits, text] of [[2, "ab"], [3, "ab"], [4, "ab😀"]] as const) {
    const result = await succeed("read_clipboard", { maxUnits });
    assert.deepEqual([result.text, result.length, result.truncated], [text, 6, true]);
  }
  const whole = await succeed("read_clipboard", { maxUnits: 6 });
  assert.deepEqual([whole.text, whole.truncated], ["ab😀cd", false]);
});

Deno.test("read_clipboard: names are bounded in number and length", async () => {
  const { succeed, desktop } = createTestDoor();
  desktop.clipboard.handles = Array.from({ length: 50 }, (_, at) => `${at} ${"x".repeat(300)}`);
  const formats = (await succeed("read_clipboard")).formats as string[]; // the schema has been checked
  assert.equal(formats.length, 41);
  assert.equal(formats.at(-1), "… 10 more");
  assert.equal(Math.max(...formats.map(({ length }) => length)), 80);
});

Deno.test("read_clipboard: a clipboard that is held for a moment is waited for", async () => {
  const { succeed, desktop } = createTestDoor();
  desktop.clipboard.formats = [textFormat("x")];
  desktop.clipboard.holder = PROGRAM;
  desktop.before("readClipboard", () => {
    if (desktop.callsOf("readClipboard").length === 5) desktop.clipboard.holder = undefined;
  });
  assert.equal((await succeed("read_clipboard")).text, "x");
});

Deno.test("read_clipboard: CLIPBOARD_BUSY names who holds it, or says that it cannot", async () => {
  const { fail, desktop, clock } = createTestDoor();
  desktop.clipboard.holder = PROGRAM;
  const startedAt = clock.now();
  const error = await fail("read_clipboard", { timeoutMs: 700 });
  assert.equal(error.code, "CLIPBOARD_BUSY");
  assert.deepEqual(error.details, { holder: PROGRAM_DETAILS });
  assert.match(error.message, /Process 77 \("editor"\)/);
  assert.equal(clock.now() - startedAt, 700);
  desktop.clipboard.holder = "unnamed";
  const unnamed = await fail("read_clipboard");
  assert.deepEqual(unnamed.details, { holder: null });
  assert.match(unnamed.message, /cannot be named/);
});

Deno.test("read_clipboard: a program that is busy is not asked for what it promised, and is named", async () => {
  const { fail, desktop } = createTestDoor();
  desktop.clipboard.owner = { ...PROGRAM, responding: "no" };
  const error = await fail("read_clipboard", { timeoutMs: 300 });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assert.deepEqual(error.details, { owner: PROGRAM_DETAILS, waitedMs: 300 });
  assert.equal(desktop.callsOf("readClipboard").length, 0);
});

Deno.test("read_clipboard: a program that overruns is named, and other errors pass", async () => {
  const { fail, desktop } = createTestDoor();
  desktop.clipboard.owner = { ...PROGRAM, processName: undefined, responding: "yes" };
  let code: "TIMEOUT" | "PROVIDER_BUSY" = "TIMEOUT";
  desktop.before("readClipboard", () => {
    throw new ToolError(code, "it hangs");
  });
  const error = await fail("read_clipboard");
  assert.equal(error.code, "TIMEOUT");
  assert.deepEqual(error.details, { owner: { ...PROGRAM_DETAILS, processName: null } });
  code = "PROVIDER_BUSY";
  assert.equal((await fail("read_clipboard")).message, "it hangs");
});

Deno.test("read_clipboard: a wait can be cancelled", async () => {
  const { call, desktop } = createTestDoor();
  desktop.clipboard.holder = PROGRAM;
  const controller = new AbortController();
  desktop.before("readClipboard", () => controller.abort());
  const result = await call("read_clipboard", {}, controller.signal);
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
});
