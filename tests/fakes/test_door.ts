import type { Settings } from "../../src/core/config.ts";
import { TOOLSETS } from "../../src/core/toolset.ts";
import { createLog, type SharedLog } from "../../src/core/log.ts";
import { FrameStore } from "../../src/image/frames.ts";
import { PictureEncoder } from "../../src/image/picture_encoder.ts";
import { ActTurn } from "../../src/interaction/act_turn.ts";
import { RefStore } from "../../src/elements/refs.ts";
import { KeptClipboards } from "../../src/interaction/kept_clipboards.ts";
import { Journal } from "../../src/journal/journal.ts";
import type { PackRegistry } from "../../src/packs/registry.ts";
import { RunStore } from "../../src/pipeline/run_store.ts";
import { TargetSessions } from "../../src/targets/target_sessions.ts";
import { createTools } from "../../src/tools/index.ts";
import { Door } from "../../src/tools/invoke.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { ToolList } from "../../src/tools/tool_list.ts";
import { type DoorCalls, doorCalls } from "./door_calls.ts";
import { FakeClock } from "./fake_clock.ts";
import { FakeDesktop } from "./fake_desktop.ts";
import { noPacks } from "./no_packs.ts";

/** The settings of a server that was started without options. */
export const DEFAULT_SETTINGS: Settings = {
  logLevel: "debug",
  isReadOnly: false,
  toolsets: TOOLSETS,
  allowLaunch: undefined,
  capturesDir: "/captures",
  outputDirs: ["/captures"],
  appPackDirs: [],
};

/** A whole run over a fake desktop. */
export interface TestDoor extends DoorCalls {
  readonly door: Door;
  readonly tools: ToolList;
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  readonly frames: FrameStore;
  readonly pictures: PictureEncoder;
  readonly packs: PackRegistry;
  readonly sessions: TargetSessions;
  readonly refs: RefStore;
  readonly journal: Journal;
  readonly log: SharedLog;
  readonly logLines: string[];
}

/** Puts a run together from the real parts over a fake desktop. */
export function createTestDoor(given: {
  readonly desktop?: FakeDesktop;
  readonly tools?: readonly Tool[];
  readonly settings?: Partial<Settings>;
  readonly pictures?: PictureEncoder;
  /** None unless given. */
  readonly packs?: PackRegistry;
} = {}): TestDoor {
  const settings = { ...DEFAULT_SETTINGS, ...given.settings };
  const desktop = given.desktop ?? new FakeDesktop();
  const clock = new FakeClock();
  const logLines: string[] = [];
  const log = createLog(settings.logLevel, (line) => logLines.push(line));
  const tools = new ToolList(given.tools ?? createTools(), settings);
  const frames = new FrameStore();
  const pictures = given.pictures ?? new PictureEncoder();
  const journal = new Journal(clock, log, () => new Date("2026-01-02T03:04:05.678Z"));
  const clipboards = new KeptClipboards();
  const refs = new RefStore();
  const turn = new ActTurn();
  const packs = given.packs ?? noPacks();
  const sessions = new TargetSessions(clock);
  const door = new Door({
    tools,
    desktop,
    settings,
    clock,
    log,
    frames,
    pictures,
    clipboards,
    refs,
    turn,
    packs,
    sessions,
    runs: new RunStore(clock),
    journal,
  });
  return {
    door,
    tools,
    desktop,
    clock,
    frames,
    pictures,
    packs,
    sessions,
    refs,
    journal,
    log,
    logLines,
    ...doorCalls(door, logLines),
  };
}
