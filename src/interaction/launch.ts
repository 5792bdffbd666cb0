import { Pauses, pollUntil, throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { StartedProcess, StartProcessOptions, TopLevelWindow } from "../desktop/desktop.ts";
import { BehindGuard } from "./behind_guard.ts";
import type { ActContext } from "./act_context.ts";
import { findLaunchWindow, isConvincing, type LaunchCandidate, LaunchFamily } from "./launch_window.ts";
import { waitNotice } from "./wait_notice.ts";

/** Between two looks for a window, where no event says that one has come. */
const LOOK_MS = 50;

/** After the window is there: programs that mean to take the foreground do so at once. */
const SETTLE_MS = 500;

/** A window that minimises does so within a few frames, or not at all. */
const MINIMIZING_MS = 1_000;

/** How long a program that ended with an error may still leave a window behind (another process may show one). */
const FAILED_EXIT_MS = 2_000;

/** What to start and what to wait for. */
export interface LaunchRequest {
  readonly start: StartProcessOptions;
  readonly processName: string;
  readonly waitsForWindow: boolean;
  readonly timeoutMs: number;
  /**
   * Keep the foreground where it is: `behind` sends the program's windows to the bottom as well, `inPlace` leaves them
   * where they come. Undefined lets the program do as it likes.
   */
  readonly keeps: "behind" | "inPlace" | undefined;
  /** Minimise the window when it is there; a program may ignore how it was asked to show it. */
  readonly minimizes: boolean;
  /** The windows among all that are waited for; another one is taken only when the time is up. All when left out. */
  readonly wanted?: (windows: readonly TopLevelWindow[]) => readonly TopLevelWindow[];
}

/** What came of it. */
export interface LaunchOutcome {
  readonly process: StartedProcess;
  readonly candidate: LaunchCandidate | undefined;
  /** The candidate is one of the windows that were waited for. */
  readonly isWanted: boolean;
  /** The exit code of the started process, where it has ended already. */
  readonly exitCode: number | undefined;
  /** Whether the foreground is back, where the program took it and was to be kept behind. */
  readonly isForegroundRestored: boolean | undefined;
}

/**
 * Starts a program and waits until it, a process it started, or a running instance it handed over to shows a window.
 * No window in time is an answer, not an error.
 *
 * @throws {ToolError} ELEVATION_REQUIRED, LAUNCH_FAILED (also for a program that ends with an error before a window
 * appears), CANCELLED (the program then stays)
 */
export async function launch(
  context: ActContext,
  request: LaunchRequest,
  foregroundBefore: Hwnd,
): Promise<LaunchOutcome> {
  const { desktop, clock, signal } = context;
  const windowsBefore = await desktop.listWindows(true);
  const processesBefore = await desktop.listProcesses();
  const process = await start(context, request.start);
  const startedAt = clock.now();
  const family = new LaunchFamily(process.pid, processesBefore);
  const guard = request.keeps === undefined
    ? undefined
    : new BehindGuard(context, windowsBefore, foregroundBefore, request.keeps === "behind");
  const familyNow = async (): Promise<ReadonlySet<number>> => {
    family.update(await desktop.listProcesses());
    return family.pids;
  };
  try {
    const found = request.waitsForWindow
      ? await waitForWindow(context, request, { process, windowsBefore, family, guard, startedAt })
      : { candidate: undefined, isWanted: false, exitCode: undefined };
    if (found.candidate !== undefined) {
      guard?.hold(found.candidate.window.hwnd);
      if (request.minimizes) await minimize(context, found.candidate.window.hwnd);
    }
    await guard?.watch(SETTLE_MS, signal, familyNow);
    return {
      process,
      candidate: await reread(context, found.candidate),
      isWanted: found.isWanted,
      exitCode: found.exitCode,
      isForegroundRestored: guard?.isRestored,
    };
  } catch (error) {
    throw withPid(error, process.pid);
  } finally {
    // Programs activate themselves late: the guard stays for the rest of the time, without the caller.
    const restMs = request.timeoutMs - (clock.now() - startedAt);
    guard?.watch(Math.max(0, restMs), new AbortController().signal, familyNow)
      .catch(() => {}) // the server ends, or the desktop does not answer: nothing is left to guard
      .finally(() => guard.standDown());
  }
}

/** @throws {ToolError} what the port throws; after a time-out the program may be there all the same */
async function start(context: ActContext, options: StartProcessOptions): Promise<StartedProcess> {
  try {
    return await context.desktop.startProcess(options);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "TIMEOUT") throw error;
    throw new ToolError("TIMEOUT", "Windows did not say in time whether the program has started", {
      details: { mayHaveHadEffect: true },
      suggestion: "Look for the program with list_windows before starting it again: it may have started.",
      cause: error,
    });
  }
}

/** A failure after the start, with what keeps the caller from starting the program twice. */
function withPid(error: unknown, pid: number): unknown {
  if (!(error instanceof ToolError) || error.code === "LAUNCH_FAILED") return error;
  return new ToolError(error.code, error.message, {
    details: { ...error.details, pid, mayHaveHadEffect: true },
    suggestion:
      `The program was started as process ${pid}: look for its window with list_windows, do not start it again.`,
    cause: error,
  });
}

/** What is known of a launch while its window is waited for. */
interface Launching {
  readonly process: StartedProcess;
  readonly windowsBefore: readonly TopLevelWindow[];
  readonly family: LaunchFamily;
  readonly guard: BehindGuard | undefined;
  readonly startedAt: number;
}

async function waitForWindow(
  context: ActContext,
  request: LaunchRequest,
  { process, windowsBefore, family, guard, startedAt }: Launching,
): Promise<Pick<LaunchOutcome, "candidate" | "isWanted" | "exitCode">> {
  const { desktop, clock, signal } = context;
  using pauses = new Pauses(clock, {
    signal,
    wokenBy: (wake) => desktop.watchChanges({ about: "windows" }, wake),
  });
  const { processName, wanted = (all) => all } = request;
  const notice = waitNotice(context, `a window of ${processName}`);
  let exit: number | "running" | "gone" = "running";
  let endedAt: number | undefined;
  for (;;) {
    throwIfCancelled(signal);
    notice();
    if (exit === "running") exit = await desktop.exitCode(process);
    if (exit !== "running") endedAt ??= clock.now();
    const exitCode = typeof exit === "number" ? exit : undefined;
    const windows = await desktop.listWindows(false);
    family.update(await desktop.listProcesses());
    await guard?.keep(windows, family.pids);
    const facts = { before: windowsBefore, family, processName, hasEnded: exit !== "running" };
    const candidate = findLaunchWindow(facts, wanted(windows));
    const now = clock.now();
    const isTimeUp = now - startedAt >= request.timeoutMs;
    const endedSinceMs = endedAt === undefined ? undefined : now - endedAt;
    if (candidate !== undefined && (isTimeUp || isConvincing(candidate, now - startedAt, endedSinceMs))) {
      return { candidate, isWanted: true, exitCode };
    }
    const hasFailed = exitCode !== undefined && exitCode !== 0 && !family.hasLivingChild;
    if (candidate === undefined && hasFailed && (isTimeUp || (endedSinceMs ?? 0) >= FAILED_EXIT_MS)) {
      throw endedEarly(exitCode);
    }
    if (isTimeUp) return { candidate: findLaunchWindow(facts, windows), isWanted: false, exitCode };
    await pauses.next(Math.min(LOOK_MS, request.timeoutMs - (now - startedAt)));
  }
}

/**
 * Minimises a window and looks whether it did. Whether it could is for the window's own state to say, so a program that
 * does not answer fails nothing.
 */
async function minimize(context: ActContext, hwnd: Hwnd): Promise<void> {
  try {
    await minimizeAndLook(context, hwnd);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
  }
}

async function minimizeAndLook({ desktop, clock, signal }: ActContext, hwnd: Hwnd): Promise<void> {
  await desktop.changeShowState(hwnd, "minimize");
  await pollUntil(clock, { timeoutMs: MINIMIZING_MS, intervalMs: LOOK_MS, signal }, async () => {
    const window = await desktop.windowState(hwnd, 0);
    return window === undefined || window.minimized ? true : undefined;
  });
}

/** The window as it is now: while it was waited for, it moved, got its title, or went. */
async function reread(
  context: ActContext,
  candidate: LaunchCandidate | undefined,
): Promise<LaunchCandidate | undefined> {
  if (candidate === undefined) return undefined;
  const window = await context.desktop.windowState(candidate.window.hwnd, 0);
  return window === undefined ? undefined : { ...candidate, window };
}

function endedEarly(exitCode: number): ToolError {
  return new ToolError(
    "LAUNCH_FAILED",
    `The program ended with exit code ${exitCode} before it showed a window`,
    { details: { exitCode } },
  );
}
