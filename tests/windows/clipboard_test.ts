import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import {
  bytesOnClipboard,
  CF_DIB,
  CF_PALETTE,
  CF_TEXT,
  CF_UNICODETEXT,
  formatCount,
  hasFormat,
  openClipboard,
  palette,
  putOnClipboard,
  registerFormat,
  textOnClipboard,
  wideBytes,
} from "./observe_clipboard.ts";
import { controlOf, foreground, post, textOf } from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

const EDIT = 100;
const WM_PASTE = 0x302;

/** A picture of one white pixel, as `CF_DIB` has it. */
const ONE_PIXEL = new Uint8Array(Int32Array.of(40, 1, 1, 1 | 32 << 16, 0, 4, 0, 0, 0, 0, -1).buffer);

function test(title: string, body: (door: RealDoor) => Promise<void>): void {
  Deno.test({
    name: `clipboard: ${title}`,
    ignore: Deno.build.os !== "windows",
    async fn() {
      using door = createRealDoor();
      await body(door);
      const { clipboard, window, globalMemory } = await door.desktop.openCounts();
      assert.deepEqual([clipboard ?? 0, window ?? 0, globalMemory ?? 0], [0, 0, 0]);
    },
  });
}

/** A program that misuses the clipboard; see clipboard_program.ts. */
class ClipboardProgram implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
  }

  /** Returns once it has begun. */
  static async start(mode: "hold" | "promise" | "deaf", lastsMs = 0): Promise<ClipboardProgram> {
    const script = new URL("./clipboard_program.ts", import.meta.url).href;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--cached-only", script, mode, String(lastsMs)],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    reader.releaseLock();
    return new ClipboardProgram(child);
  }

  get pid(): number {
    return this.#child.pid;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.stdout.cancel();
    await this.#child.status;
  }
}

for (
  const [title, text] of [
    ["emoji, CJK and combining marks", "😀 漢字 e\u0301 สวัสดี"],
    ["a lone surrogate", "a \uD800 b \uDC00"],
    ["every kind of line end", "a\nb\r\nc\rd\n\n"],
    ["control characters", "\t\u0001\u007F\u0085\u2028"],
    ["one unit", "x"],
  ] as const
) {
  test(`${title} go round exactly`, async (door) => {
    const written = await door.succeed("write_clipboard", { text });
    assert.deepEqual([written.length, written.verified], [text.length, "yes"]);
    assert.equal(await textOnClipboard(), text);
    const read = await door.succeed("read_clipboard");
    assert.deepEqual([read.text, read.length, read.available], [text, text.length, true]);
    assert.equal(read.formats.includes("CF_UNICODETEXT"), true);
  });
}

test("ten million units go round exactly, and come only to who asks for them", async (door) => {
  const text = "0123456789 漢 😀\r\n".repeat(1_000_000).slice(0, 10_000_000);
  const written = await door.succeed("write_clipboard", { text });
  assert.deepEqual([written.length, written.verified], [text.length, "yes"]);
  assert.equal(await textOnClipboard() === text, true);
  const short = await door.succeed("read_clipboard");
  assert.deepEqual([short.text.length, short.length, short.truncated], [100_000, text.length, true]);
  const whole = await door.succeed("read_clipboard", { maxUnits: 10_000_000 });
  assert.equal(whole.text === text, true);
  assert.equal(whole.truncated, false);
});

test("an empty text clears", async (door) => {
  await putOnClipboard([[CF_UNICODETEXT, wideBytes("old")], [CF_DIB, ONE_PIXEL]]);
  const written = await door.succeed("write_clipboard", { text: "" });
  assert.equal(written.verified, "yes");
  assert.equal(formatCount(), 0);
  const read = await door.succeed("read_clipboard");
  assert.deepEqual([read.available, read.text, read.length, read.formats], [false, "", 0, []]);
});

test("an empty clipboard that was kept is empty again, and nothing but that is called so", async (door) => {
  await putOnClipboard([]);
  const written = await door.succeed("write_clipboard", { text: "in between", keepPrevious: true });
  assert.deepEqual(await door.desktop.clipboardHolds([]), { holds: false });
  const restored = await door.succeed("write_clipboard", { restore: written.previousId });
  assert.equal(restored.verified, "yes");
  assert.equal(formatCount(), 0);
});

test("text without an end is read no further than its memory, and other kinds of text are read too", async (door) => {
  await putOnClipboard([[CF_UNICODETEXT, wideBytes("endless").slice(0, 14)]]);
  const endless = await door.succeed("read_clipboard");
  // Wine makes the last unit the end; nothing says that Windows does.
  assert.equal(endless.text.startsWith("endles"), true);
  assert.ok(endless.length <= 16, String(endless.length));
  await putOnClipboard([[CF_TEXT, Uint8Array.of(0x61, 0x62, 0)]]);
  assert.equal((await door.succeed("read_clipboard")).text, "ab");
});

test("other formats are named, and a picture alone is no text", async (door) => {
  const html = registerFormat("HTML Format");
  await putOnClipboard([[html, Uint8Array.of(60, 62, 0)], [CF_DIB, ONE_PIXEL]]);
  const read = await door.succeed("read_clipboard");
  assert.deepEqual([read.available, read.text], [false, ""]);
  assert.deepEqual(read.formats.slice(0, 2), ["HTML Format", "CF_DIB"]);
  assert.equal(read.formats.includes("CF_BITMAP"), true);
});

test("what was there is kept and comes back whole; what is no memory is named", async (door) => {
  const html = registerFormat("HTML Format");
  const htmlBytes = new TextEncoder().encode("<b>kept</b>\0");
  await putOnClipboard([
    [CF_UNICODETEXT, wideBytes("kept 😀")],
    [html, htmlBytes],
    [CF_DIB, ONE_PIXEL],
    [CF_PALETTE, palette()],
  ]);
  const written = await door.succeed("write_clipboard", { text: "in between", keepPrevious: true });
  assert.equal(await textOnClipboard(), "in between");
  assert.equal(hasFormat(html), false);
  // A bitmap is made of the CF_DIB again.
  assert.deepEqual(written.notKept, ["CF_PALETTE"]);

  const restored = await door.succeed("write_clipboard", { restore: written.previousId });

  assert.equal(restored.verified, "yes");
  assert.equal(restored.length, 7);
  assert.equal(await textOnClipboard(), "kept 😀");
  assert.deepEqual((await bytesOnClipboard(html))?.slice(0, htmlBytes.length), htmlBytes);
  assert.deepEqual((await bytesOnClipboard(CF_DIB))?.slice(0, ONE_PIXEL.length), ONE_PIXEL);
  assert.equal(hasFormat(CF_PALETTE), false);
});

test("two writes at once do not mix, and no window of ours stays its owner", async (door) => {
  const texts = ["first", "second"];
  const results = await Promise.all(texts.map((text) => door.succeed("write_clipboard", { text })));
  assert.deepEqual(results.map(({ verified }) => verified), ["yes", "yes"]);
  assert.equal(await textOnClipboard(), "second");
  assert.equal(await door.desktop.clipboardOwner(50), undefined);
});

test("a clipboard that another program holds for a moment is waited for", async (door) => {
  await door.succeed("write_clipboard", { text: "before" });
  for (const [tool, args] of [["read_clipboard", {}], ["write_clipboard", { text: "after" }]] as const) {
    await using _holder = await ClipboardProgram.start("hold", 300);
    await door.succeed(tool, { ...args, timeoutMs: 20_000 });
  }
  assert.equal(await textOnClipboard(), "after");
});

test("CLIPBOARD_BUSY names the program that holds it, and nothing is written", async (door) => {
  await door.succeed("write_clipboard", { text: "before" });
  {
    await using holder = await ClipboardProgram.start("hold");
    for (const [tool, args] of [["read_clipboard", {}], ["write_clipboard", { text: "x" }]] as const) {
      const error = await door.fail(tool, { ...args, timeoutMs: 300 });
      assert.equal(error.code, "CLIPBOARD_BUSY");
      const named = error.details?.holder as { pid: number; processName: string };
      assert.deepEqual([named.pid, named.processName], [holder.pid, "deno"]);
    }
  }
  assert.equal(await textOnClipboard(), "before");
});

test("a program that opened it without a window is not named", async (door) => {
  using _open = await openClipboard();
  const error = await door.fail("read_clipboard", { timeoutMs: 200 });
  assert.equal(error.code, "CLIPBOARD_BUSY");
  assert.deepEqual(error.details, { holder: null });
});

test("a promised text is asked for, also where that takes a while", async (door) => {
  await using _program = await ClipboardProgram.start("promise", 500);
  assert.equal((await door.succeed("read_clipboard")).text, "as promised");
});

test("a program that hangs while it makes a promised text is named in time, and the server lives", async (door) => {
  await using program = await ClipboardProgram.start("promise", 60_000);
  const error = await door.fail("read_clipboard");
  assert.equal(error.code, "TIMEOUT");
  assert.equal((error.details?.owner as { pid: number }).pid, program.pid);
  assert.equal((await door.fail("write_clipboard", { text: "x" })).code, "PROVIDER_BUSY");
  await door.succeed("list_windows");
});

test("a program that hangs is not even asked, and does not keep the clipboard from being written", async (door) => {
  {
    await using program = await ClipboardProgram.start("deaf");
    const error = await door.fail("read_clipboard", { timeoutMs: 300 });
    assert.equal(error.code, "WINDOW_NOT_RESPONDING");
    assert.equal((error.details?.owner as { pid: number }).pid, program.pid);
    using _open = await openClipboard(); // and it is not held open meanwhile
  }
  await door.succeed("write_clipboard", { text: "afterwards" });
  assert.equal(await textOnClipboard(), "afterwards");
});

Deno.test({
  name: needsFixture("clipboard: a program pastes exactly what was written, and nothing comes to the front"),
  ignore,
  async fn() {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    const before = foreground();
    const text = "paste 😀 漢\r\nsecond line";
    await door.succeed("write_clipboard", { text });
    const edit = controlOf(run.hwnd, EDIT);
    post(edit, WM_PASTE, 0n);
    await waitFor(() => textOf(edit) !== "" ? true : undefined);
    assert.equal(textOf(edit), text);
    assert.equal(foreground(), before);
  },
});
