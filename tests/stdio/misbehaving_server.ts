/**
 * The server over a desktop that misbehaves on purpose, as a program of its own: `list_windows` never answers, and
 * looking for a window prints to the console, throws where nobody catches it, and leaves a rejection behind.
 */
import { serve } from "../../src/cli/serve.ts";
import { createLog, keepStdoutPure, stderrLines } from "../../src/core/log.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

keepStdoutPure();
const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n })] });
desktop.hang("listWindows");
desktop.before("windowState", () => {
  // deno-lint-ignore no-console -- this is what is tested
  console.log("a stray print");
  void Promise.reject(new Error("a stray rejection"));
  setTimeout(() => {
    throw new Error("a stray error");
  }, 0);
});
await serve({
  packs: noPacks(),
  settings: DEFAULT_SETTINGS,
  log: createLog("debug", (line) => stderrLines.add(line)),
  desktop,
});
