import { fileURLToPath } from "node:url";
import type { Settings } from "../../src/core/config.ts";
import { TOOLSETS } from "../../src/core/toolset.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createLog } from "../../src/core/log.ts";
import { createWindowsDesktop, type WindowsDesktop } from "../../src/desktop/windows/windows_desktop.ts";
import { FrameStore } from "../../src/image/frames.ts";
import { PictureEncoder } from "../../src/image/picture_encoder.ts";
import { ActTurn } from "../../src/interaction/act_turn.ts";
import { RefStore } from "../../src/elements/refs.ts";
import { KeptClipboards } from "../../src/interaction/kept_clipboards.ts";
import { Journal } from "../../src/journal/journal.ts";
import type { SourceFolder } from "../../src/packs/load/pack_sources.ts";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { RunStore } from "../../src/pipeline/run_store.ts";
import { TargetSessions } from "../../src/targets/target_sessions.ts";
import { createTools } from "../../src/tools/index.ts";
import { Door } from "../../src/tools/invoke.ts";
import { ToolList } from "../../src/tools/tool_list.ts";
import { type DoorCalls, doorCalls } from "../fakes/door_calls.ts";

/** A whole run over the real desktop, without the protocol around it. */
export interface RealDoor extends Disposable, Omit<DoorCalls, "succeed"> {
  readonly desktop: WindowsDesktop;
  readonly frames: FrameStore;
  readonly sessions: TargetSessions;
  readonly settings: Settings;
  readonly logLines: readonly string[];
  /** Calls a tool that is expected to succeed and returns its output. */
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
  succeed(tool: string, args?: unknown): Promise<any>;
}

/** The packs that come with Casement. */
const EXAMPLES: readonly SourceFolder[] = [{
  source: "examples",
  folder: fileURLToPath(new URL("../../app-packs/examples", import.meta.url)),
}];

/** Puts the run together, with the packs of some folders. */
export function createRealDoor(
  given: Partial<Settings> = {},
  packSources: readonly SourceFolder[] = EXAMPLES,
): RealDoor {
  const capturesDir = Deno.makeTempDirSync({ prefix: "casement" });
  const settings: Settings = {
    logLevel: "debug",
    isReadOnly: false,
    toolsets: TOOLSETS,
    allowLaunch: undefined,
    capturesDir,
    outputDirs: [capturesDir],
    appPackDirs: [],
    ...given,
  };
  const logLines: string[] = [];
  const log = createLog(settings.logLevel, (line) => logLines.push(line));
  const desktop = createWindowsDesktop({ log });
  const frames = new FrameStore();
  const pictures = new PictureEncoder();
  const sessions = new TargetSessions(systemClock);
  const tools = new ToolList(createTools(), settings);
  const door = new Door({
    tools,
    desktop,
    settings,
    clock: systemClock,
    log,
    frames,
    pictures,
    clipboards: new KeptClipboards(),
    refs: new RefStore(),
    turn: new ActTurn(),
    packs: new PackRegistry(() => readPackSet(packSources, tools.steps)),
    sessions,
    runs: new RunStore(systemClock),
    journal: new Journal(systemClock, log),
  });
  return {
    desktop,
    frames,
    sessions,
    settings,
    logLines,
    ...doorCalls(door, logLines),
    [Symbol.dispose]() {
      pictures.close();
      desktop.close();
      Deno.removeSync(capturesDir, { recursive: true });
    },
  };
}
