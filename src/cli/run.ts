/** What every command that runs tools is made of, and its end. */
import { atMost, systemClock } from "../core/clock.ts";
import type { Settings } from "../core/config.ts";
import type { Log, SharedLog } from "../core/log.ts";
import type { Desktop } from "../desktop/desktop.ts";
import { FrameStore } from "../image/frames.ts";
import { PictureEncoder } from "../image/picture_encoder.ts";
import { ActTurn } from "../interaction/act_turn.ts";
import { REF_LIMITS, RefStore } from "../elements/refs.ts";
import { KeptClipboards } from "../interaction/kept_clipboards.ts";
import { Journal } from "../journal/journal.ts";
import type { PackRegistry } from "../packs/registry.ts";
import { RunStore } from "../pipeline/run_store.ts";
import { TargetSessions } from "../targets/target_sessions.ts";
import { createTools } from "../tools/index.ts";
import { Door } from "../tools/invoke.ts";
import { ToolList } from "../tools/tool_list.ts";
import { preparedTools } from "./prepared_tools.ts";

/** What a run is given. */
export interface RunOptions {
  readonly settings: Settings;
  readonly log: SharedLog;
  /** Resolves when the log's lines have left, where they leave by and by. */
  readonly logFlushed?: () => Promise<void>;
  readonly desktop: Desktop;
  readonly packs: PackRegistry;
}

/** A run: its tools, and the one door to them. */
export interface Run {
  readonly tools: ToolList;
  readonly door: Door;
  /** Ends every Worker, whatever it does, and lets the log leave. */
  close(): Promise<void>;
}

/** Whoever reads the log reads what is left of it within this. */
const LOG_FLUSH_MS = 100;

/** Puts a run together. From here on a failure that nothing waits for does not end the process. */
export function startRun(options: RunOptions): Run {
  const { settings, log, desktop, packs } = options;
  survive(log);
  const clock = systemClock;
  const tools = new ToolList(createTools(), settings, preparedTools);
  const pictures = new PictureEncoder();
  const door = new Door({
    tools,
    desktop,
    settings,
    clock,
    log,
    frames: new FrameStore(),
    pictures,
    clipboards: new KeptClipboards(),
    refs: new RefStore(REF_LIMITS, randomNumber()),
    turn: new ActTurn(),
    packs,
    sessions: new TargetSessions(clock),
    runs: new RunStore(clock),
    journal: new Journal(clock, log),
  });
  return {
    tools,
    door,
    async close() {
      pictures.close();
      await letGo(options);
    },
  };
}

/** Ten to a hundred thousand: five digits, so that an outline stays short. */
function randomNumber(): number {
  return 10_000 + Math.floor(Math.random() * 90_000);
}

/** Ends the desktop's Workers and lets the log leave. */
export async function letGo({ desktop, logFlushed }: RunOptions): Promise<void> {
  desktop.close();
  await atMost(LOG_FLUSH_MS, logFlushed?.() ?? Promise.resolve());
}

/** A failure that nothing waits for ends no run: it is logged, and the call it belonged to has its own deadline. */
function survive(log: Log): void {
  const report = (what: string, error: unknown): void =>
    log.write("error", `${what}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`);
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    report("unhandled rejection", event.reason);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    report("uncaught error", event.error);
  });
}
