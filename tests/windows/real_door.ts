import type { Settings } from "../../src/core/config.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createLog } from "../../src/core/log.ts";
import { createWindowsDesktop, type WindowsDesktop } from "../../src/desktop/windows/windows_desktop.ts";
import { FrameStore } from "../../src/image/frames.ts";
import { PictureEncoder } from "../../src/image/picture_encoder.ts";
import { ActTurn } from "../../src/interaction/act_turn.ts";
import { Journal } from "../../src/journal/journal.ts";
import { createTools } from "../../src/tools/index.ts";
import { type CallResult, Door } from "../../src/tools/invoke.ts";
import { ToolList } from "../../src/tools/tool_list.ts";

/** A whole run over the real desktop, without the protocol around it. */
export interface RealDoor extends Disposable {
  readonly desktop: WindowsDesktop;
  readonly frames: FrameStore;
  readonly settings: Settings;
  readonly logLines: readonly string[];
  call(tool: string, args?: unknown, signal?: AbortSignal): Promise<CallResult>;
  /** Calls a tool that is expected to succeed and returns its output. */
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
  succeed(tool: string, args?: unknown): Promise<any>;
  /** Calls a tool that is expected to fail and returns the error. */
  fail(tool: string, args?: unknown): Promise<Extract<CallResult, { ok: false }>["error"]>;
}

/** Puts the run together. */
export function createRealDoor(given: Partial<Settings> = {}): RealDoor {
  const capturesDir = Deno.makeTempDirSync({ prefix: "casement" });
  const settings: Settings = {
    logLevel: "debug",
    isReadOnly: false,
    allowLaunch: undefined,
    capturesDir,
    outputDirs: [capturesDir],
    ...given,
  };
  const logLines: string[] = [];
  const log = createLog(settings.logLevel, (line) => logLines.push(line));
  const desktop = createWindowsDesktop({ log });
  const frames = new FrameStore();
  const pictures = new PictureEncoder();
  const door = new Door({
    tools: new ToolList(createTools(), settings),
    desktop,
    settings,
    clock: systemClock,
    log,
    frames,
    pictures,
    turn: new ActTurn(),
    journal: new Journal(systemClock, log),
  });
  const call = (tool: string, args?: unknown, signal?: AbortSignal): Promise<CallResult> =>
    door.invoke({ tool, args, signal: signal ?? new AbortController().signal });
  return {
    desktop,
    frames,
    settings,
    logLines,
    call,
    async succeed(tool, args) {
      const result = await call(tool, args);
      if (result.ok) return result.output;
      throw new Error(`${tool} failed: ${JSON.stringify(result.error)}\n${logLines.slice(-5).join("\n")}`);
    },
    async fail(tool, args) {
      const result = await call(tool, args);
      if (!result.ok) return result.error;
      throw new Error(`${tool} succeeded: ${JSON.stringify(result.output)}`);
    },
    [Symbol.dispose]() {
      pictures.close();
      desktop.close();
      Deno.removeSync(capturesDir, { recursive: true });
    },
  };
}
