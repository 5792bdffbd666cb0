/**
 * A program that tells of changes of its window's name: `event_source.ts EVENTS_PER_ROUND PAUSE_MS [TITLE]`. With a title
 * the window is called `TITLE 1`, `TITLE 2` … from round to round. Says its pid and window when it begins, and goes on until
 * it is killed.
 */
import { wideString } from "../../ffi/wide_string.ts";
import { OwnWindow } from "./own_window.ts";

const EVENT_OBJECT_NAMECHANGE = 0x800C;

const { symbols } = Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  NotifyWinEvent: { parameters: ["u32", "usize", "i32", "i32"], result: "void" },
  SetWindowTextW: { parameters: ["usize", "buffer"], result: "i32" },
});

const [perRound = 1, pauseMs = 100] = Deno.args.map(Number);
const title = Deno.args[2];
const { hwnd, handle } = new OwnWindow({
  rect: { x: 0, y: 0, width: 50, height: 50 },
  title: title ?? "Source",
});
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ pid: Deno.pid, handle })));
for (let round = 1;; round++) {
  if (title !== undefined) symbols.SetWindowTextW(hwnd, wideString(`${title} ${round}`));
  for (let i = 0; i < perRound; i++) symbols.NotifyWinEvent(EVENT_OBJECT_NAMECHANGE, hwnd, 0, 0);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
