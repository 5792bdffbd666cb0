/**
 * A program that misuses the clipboard, started by the tests: `hold` keeps it open until it is ended, or so many
 * milliseconds; `promise` offers a text that it needs so many milliseconds to make; `deaf` offers one and never handles
 * a message again. Writes one line when it has begun.
 */
import {
  CF_UNICODETEXT,
  openClipboard,
  putOnClipboard,
  putOnOpenClipboard,
  wideBytes,
} from "./observe_clipboard.ts";
import { OwnWindow } from "./own_window.ts";

const WM_RENDERFORMAT = 0x305;

const [mode, argument = "0"] = Deno.args;
const lastsMs = Number(argument);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const say = (word: string) => Deno.stdout.write(new TextEncoder().encode(`${word}\n`));
const rect = { x: 0, y: 0, width: 100, height: 50 };

const window = new OwnWindow({
  rect,
  title: "Clipboard program",
  onMessage: (message) => {
    if (message !== WM_RENDERFORMAT) return;
    block(lastsMs);
    putOnOpenClipboard(CF_UNICODETEXT, wideBytes("as promised"));
  },
});

if (mode === "hold") {
  const open = await openClipboard(window.hwnd);
  await say("holding");
  await sleep(lastsMs || 60_000);
  open[Symbol.dispose]();
} else {
  await putOnClipboard([[CF_UNICODETEXT, 0n]], window.hwnd);
  window.pump();
  await say("promised");
  if (mode === "deaf") block(60_000);
}
for (;;) {
  window.pump();
  await sleep(10);
}
