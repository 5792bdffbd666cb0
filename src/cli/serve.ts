/** The server's life: from assembled parts to the exit code. */
import { atMost } from "../core/clock.ts";
import { once } from "../core/once.ts";
import { CLEAN_UP_MS } from "../pipeline/run_time.ts";
import { createMcpServer, VERSION } from "../server/server.ts";
import { StdioTransport } from "../server/stdio_transport.ts";
import { logPacks } from "./log_packs.ts";
import { type RunOptions, startRun } from "./run.ts";

/** What serving needs. */
export interface ServeOptions extends RunOptions {
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
/** A run of steps puts in order what it has changed before it ends, and ends itself before this. */
const LONGEST_CLEAN_UP_MS = CLEAN_UP_MS + 1_000;
/** A client that asks for nothing has its server watch over its end all the same. */
const LATEST_WATCH_MS = 500;
/** The first requests of a client come one upon another; none of them waits for App Packs to be read. */
const PACKS_AFTER_MS = 250;
/** A client that is still there reads what is left within this. */
const FLUSH_MS = 250;

/** Serves until stdin ends or the parent is gone, then ends the process. */
export async function serve(options: ServeOptions): Promise<void> {
  const { log, packs } = options;
  const run = startRun(options);
  const { tools, door } = run;
  const server = createMcpServer({ tools, door, log });

  const exit = async (): Promise<never> => {
    await run.close();
    Deno.exit(0);
  };
  const onStdinEnd = async (): Promise<void> => {
    log.write("info", "stdin has ended; stopping");
    await server.settled(GRACE_MS);
    await atMost(FLUSH_MS, transport.flushed());
    await cancelAll();
    await exit();
  };
  const cancelAll = async (): Promise<void> => {
    const patienceMs = server.cleansUp() ? LONGEST_CLEAN_UP_MS : CANCEL_MS;
    await server.close();
    await server.settled(patienceMs);
  };
  const onParentGone = (): void => {
    log.write("info", "the program that started this server is gone; stopping");
    if (server.cleansUp()) void cancelAll().then(exit, exit);
    else void exit();
  };

  // Its Worker would take time from the first answer, for which a client waits.
  const watchParent = once(() => options.watchParent?.(onParentGone));
  const readPacks = once(() => setTimeout(() => void logPacks(packs, log), PACKS_AFTER_MS));
  const write = (bytes: Uint8Array): Promise<number> => {
    const written = Deno.stdout.write(bytes);
    watchParent();
    readPacks();
    return written;
  };
  const transport = new StdioTransport(
    { input: Deno.stdin.readable, write },
    log,
    () => void onStdinEnd().catch(exit),
  );
  setTimeout(watchParent, LATEST_WATCH_MS);
  await server.connect(transport);
  log.write("info", `Casement ${VERSION} is ready with ${tools.names().length} tools`);
  if (Deno.stdin.isTerminal()) {
    log.write(
      "info",
      "it waits for an MCP client on stdin, which is a terminal; casement --help shows what else there is",
    );
  }
}
