/** The server's life: from assembled parts to the exit code. */
import { atMost, systemClock } from "../core/clock.ts";
import type { Settings } from "../core/config.ts";
import type { Log } from "../core/log.ts";
import type { Desktop } from "../desktop/desktop.ts";
import { FrameStore } from "../image/frames.ts";
import { PictureEncoder } from "../image/picture_encoder.ts";
import { ActTurn } from "../interaction/act_turn.ts";
import { Journal } from "../journal/journal.ts";
import { createMcpServer, VERSION } from "../server/server.ts";
import { StdioTransport } from "../server/stdio_transport.ts";
import { createTools } from "../tools/index.ts";
import { Door } from "../tools/invoke.ts";
import { ToolList } from "../tools/tool_list.ts";

/** What serving needs. */
export interface ServeOptions {
  readonly settings: Settings;
  readonly log: Log;
  /** Resolves when the log's lines have left, where they leave by and by. */
  readonly logFlushed?: () => Promise<void>;
  readonly desktop: Desktop;
  /**
   * Watches the program that started this one, where that can be done, and calls back when it is gone: inherited pipe
   * ends in other programs may keep stdin open for ever.
   */
  readonly watchParent?: (onGone: () => void) => void;
}

/** After stdin's end, calls that are nearly done may still answer: a client may send its calls and close. */
const GRACE_MS = 250;
/** Cancelled calls have this long to stop; together with the grace well under a second. */
const CANCEL_MS = 250;
/** A client that is still there reads what is left within this. */
const FLUSH_MS = 250;
/** The same for the log. */
const LOG_FLUSH_MS = 100;

/** Serves until stdin ends or the parent is gone, then ends the process. */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, log, desktop } = options;
  survive(log);

  const clock = systemClock;
  const tools = new ToolList(createTools(), settings);
  const pictures = new PictureEncoder();
  const door = new Door({
    tools,
    desktop,
    settings,
    clock,
    log,
    frames: new FrameStore(),
    pictures,
    turn: new ActTurn(),
    journal: new Journal(clock, log),
  });
  const server = createMcpServer({ tools, door, log });

  const exit = async (): Promise<never> => {
    pictures.close();
    desktop.close();
    await atMost(LOG_FLUSH_MS, options.logFlushed?.() ?? Promise.resolve());
    Deno.exit(0);
  };
  const onStdinEnd = async (): Promise<void> => {
    log.write("info", "stdin has ended; stopping");
    await server.settled(GRACE_MS);
    await atMost(FLUSH_MS, transport.flushed());
    await server.close();
    await server.settled(CANCEL_MS);
    await exit();
  };
  const onParentGone = (): void => {
    log.write("info", "the program that started this server is gone; stopping");
    void exit();
  };

  const transport = new StdioTransport(
    { input: Deno.stdin.readable, write: (bytes) => Deno.stdout.write(bytes) },
    log,
    () => void onStdinEnd().catch(exit),
  );
  options.watchParent?.(onParentGone);
  await server.connect(transport);
  log.write("info", `Casement ${VERSION} is ready with ${tools.names().length} tools`);
}

/** A failure that nothing waits for ends no server: it is logged, and the call it belonged to has its own deadline. */
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
