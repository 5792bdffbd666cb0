import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { KeptClipboards } from "../../src/interaction/kept_clipboards.ts";
import { textFormat } from "../fakes/fake_clipboard.ts";
import { createTestDoor } from "../fakes/test_door.ts";

const PROGRAM = { hwnd: 0x2An, pid: 77, processName: "editor" };
const HTML = { format: 0xC0DE, name: "HTML Format", bytes: Uint8Array.of(1, 2, 3) };

Deno.test("write_clipboard: a text replaces everything and is read back", async () => {
  const { succeed, desktop, logLines } = createTestDoor();
  desktop.clipboard.formats = [HTML];
  const text = "geheim\n\r\n \uDC00 😀";
  const { timestamp: _timestamp, ...result } = await succeed("write_clipboard", { text });
  assert.deepEqual(result, {
    success: true,
    written: true,
    length: text.length,
    verified: "yes",
    replacedFormats: ["HTML Format"],
  });
  assert.equal(desktop.clipboard.text, text);
  assert.equal(logLines.some((line) => line.includes("geheim")), false);
});

Deno.test("write_clipboard: an empty text clears", async () => {
  const { succeed, desktop } = createTestDoor();
  desktop.clipboard.formats = [textFormat("old")];
  assert.equal((await succeed("write_clipboard", { text: "" })).verified, "yes");
  assert.deepEqual(desktop.clipboard.formats, []);
});

Deno.test("write_clipboard: what was there is kept and comes back, except what is no memory", async () => {
  const { succeed, desktop } = createTestDoor();
  const before = [textFormat("old"), HTML];
  desktop.clipboard.formats = before;
  desktop.clipboard.handles = ["CF_BITMAP"];
  const written = await succeed("write_clipboard", { text: "new", keepPrevious: true });
  assert.deepEqual(written.notKept, ["CF_BITMAP"]);
  const restored = await succeed("write_clipboard", { restore: written.previousId, keepPrevious: true });
  assert.deepEqual(desktop.clipboard.formats, before);
  assert.deepEqual([restored.length, restored.verified], [3, "yes"]);
  await succeed("write_clipboard", { restore: restored.previousId });
  assert.equal(desktop.clipboard.text, "new");
});

Deno.test("write_clipboard: nothing can be kept and restored too", async () => {
  const { succeed, desktop } = createTestDoor();
  const { previousId } = await succeed("write_clipboard", { text: "new", keepPrevious: true });
  assert.equal((await succeed("write_clipboard", { restore: previousId })).length, 0);
  assert.deepEqual(desktop.clipboard.formats, []);
});

for (
  const [title, args, path] of [
    ["nothing to write", {}, "text"],
    ["both a text and something to restore", { text: "x", restore: "clipboard_1" }, "restore"],
    ["an unknown id", { restore: "clipboard_1_0000" }, "restore"],
    ["a text with a NUL", { text: "a\0b" }, "text"],
    ["a text that is too long", { text: "x".repeat(10_000_001) }, "text"],
  ] as const
) {
  Deno.test(`write_clipboard: ${title} is INVALID_PARAMS, and nothing is written`, async () => {
    const { fail, desktop } = createTestDoor();
    const error = await fail("write_clipboard", args);
    assert.equal(error.code, "INVALID_PARAMS");
    assert.equal((error.details?.violations as { path: string }[])[0]?.path, path);
    assert.equal(desktop.callsOf("writeClipboard").length, 0);
  });
}

Deno.test("write_clipboard: CLIPBOARD_BUSY names who holds it, and nothing is written", async () => {
  const { fail, desktop } = createTestDoor();
  desktop.clipboard.formats = [HTML];
  desktop.clipboard.holder = PROGRAM;
  const error = await fail("write_clipboard", { text: "x" });
  assert.equal(error.code, "CLIPBOARD_BUSY");
  assert.equal((error.details?.holder as { pid: number }).pid, 77);
  assert.deepEqual(desktop.clipboard.formats, [HTML]);
});

Deno.test("write_clipboard: a program that hangs keeps nobody from writing, only from keeping", async () => {
  const { succeed, fail, desktop } = createTestDoor();
  desktop.clipboard.owner = { ...PROGRAM, responding: "no" };
  const error = await fail("write_clipboard", { text: "x", keepPrevious: true });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assert.equal(desktop.callsOf("writeClipboard").length, 0);
  await succeed("write_clipboard", { text: "x" });
  assert.equal(desktop.clipboard.text, "x");
});

Deno.test("write_clipboard: TIMEOUT names the program that holds the clipboard up", async () => {
  const { fail, desktop } = createTestDoor();
  desktop.clipboard.owner = { ...PROGRAM, responding: "yes" };
  desktop.fail("writeClipboard", new ToolError("TIMEOUT", "late"));
  const error = await fail("write_clipboard", { text: "x" });
  assert.equal(error.code, "TIMEOUT");
  assert.match(error.message, /^Process 77 \("editor"\)/);
});

Deno.test("write_clipboard: verified says when another program was faster, or nobody could look", async () => {
  const { succeed, desktop } = createTestDoor();
  let next = (): void => desktop.clipboard.formats.splice(0, 1, textFormat("theirs")) && undefined;
  desktop.before("clipboardHolds", () => next());
  assert.equal((await succeed("write_clipboard", { text: "ours" })).verified, "no");
  next = () => void (desktop.clipboard.holder = "unnamed");
  assert.equal((await succeed("write_clipboard", { text: "ours" })).verified, "unknown");
});

Deno.test("write_clipboard: an empty clipboard that is restored counts only while it is empty", async () => {
  const { succeed, desktop } = createTestDoor();
  const { previousId } = await succeed("write_clipboard", { text: "ours", keepPrevious: true });
  assert.equal((await succeed("write_clipboard", { restore: previousId })).verified, "yes");
  assert.deepEqual(desktop.clipboard.formats, []);
  desktop.before("clipboardHolds", () => void (desktop.clipboard.formats = [textFormat("theirs")]));
  assert.equal((await succeed("write_clipboard", { restore: previousId })).verified, "no");
});

Deno.test("write_clipboard: two writes at once do not mix", async () => {
  const { succeed, desktop, clock } = createTestDoor();
  desktop.before("writeClipboard", () => clock.sleep(5));
  const results = await Promise.all(["one", "two"].map((text) => succeed("write_clipboard", { text })));
  assert.deepEqual(results.map(({ verified }) => verified), ["yes", "yes"]);
  assert.equal(desktop.clipboard.text, "two");
});

Deno.test("write_clipboard: a read-only server does not write", async () => {
  const { fail, tools } = createTestDoor({ settings: { isReadOnly: true } });
  assert.equal(tools.names().includes("read_clipboard"), true);
  assert.equal(
    ["TOOL_NOT_FOUND", "PERMISSION_DENIED"].includes((await fail("write_clipboard", { text: "x" })).code),
    true,
  );
});

Deno.test("KeptClipboards keeps the last eight contents, and no more bytes than it may", () => {
  const kept = new KeptClipboards();
  const ids = Array.from({ length: 9 }, () => kept.add([HTML]));
  assert.deepEqual(ids.map((id) => kept.get(id) !== undefined), [false, ...Array(8).fill(true)]);
  const large = { ...HTML, bytes: new Uint8Array(100 * 1024 * 1024) };
  const [first, second, third] = [kept.add([large]), kept.add([large]), kept.add([large])];
  assert.deepEqual([first, second, third].map((id) => kept.get(id) !== undefined), [false, true, true]);
});
