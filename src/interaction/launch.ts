import { throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { StartedProcess, StartProcessOptions, TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./foreground_tracker.ts";
import { descendants, findLaunchWindow, isMainWindow, type LaunchCandidate } from "./launch_window.ts";

/** Between two looks for a window. */
const LOOK_MS = 50;

/** How long a splash screen, or another window that is not a main one, is not yet taken for the answer. */
const SPLASH_MS = 1_500;

/** After the window is there: programs that mean to take the foreground do so at once. */
const SETTLE_MS = 500;

/** How long a program that ended with an error may still leave a window behind (another process may show one). */
const FAILED_EXIT_MS = 2_000;

/** What to start and what to wait for. */
export interface LaunchRequest {
  readonly start: StartProcessOptions;
  readonly processName: string;
  readonly waitsForWindow: boolean;
  readonly timeoutMs: number;
  /** Keep the program behind: its windows go to the bottom, the foreground stays where it is. */
  readonly keepsBehind: boolean;
}

/** What came of it. */
export interface LaunchOutcome {
  readonly process: StartedProcess;
  readonly candidate: LaunchCandidate | undefined;
  /** The exit code of the started process, where it has ended already. */
  readonly exitCode: number | undefined;
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
  const before = await desktop.listWindows(true);
  const process = await desktop.startProcess(request.start);
  const guard = request.keepsBehind
    ? new BehindGuard(context, before, process.pid, foregroundBefore)
    : undefined;
  const startedAt = clock.now();
  let candidate: LaunchCandidate | undefined;
  let exitCode: number | undefined;
  while (request.waitsForWindow) {
    throwIfCancelled(signal);
    const elapsedMs = clock.now() - startedAt;
    const exit = exitCode ?? await desktop.exitCode(process);
    if (typeof exit === "number") exitCode = exit;
    const windows = await desktop.listWindows(false);
    await guard?.keep(windows);
    const facts = {
      before,
      pid: process.pid,
      processName: request.processName,
      hasEnded: exit !== "running",
    };
    candidate = findLaunchWindow(facts, windows, await desktop.listProcesses());
    if (candidate !== undefined && (isMainWindow(candidate.window) || elapsedMs >= SPLASH_MS)) break;
    if (exitCode !== undefined && exitCode !== 0 && elapsedMs >= FAILED_EXIT_MS) throw endedEarly(exitCode);
    if (elapsedMs >= request.timeoutMs) break;
    await clock.sleep(Math.min(LOOK_MS, request.timeoutMs - elapsedMs), signal);
  }
  if (guard !== undefined) {
    await guard.watch(SETTLE_MS, signal);
    // Programs re-activate themselves late: the guard stays for the rest of the time, without the caller.
    const restMs = request.timeoutMs - (clock.now() - startedAt);
    if (restMs > 0) guard.watch(restMs, new AbortController().signal).catch(() => {});
  }
  return { process, candidate: await reread(context, candidate), exitCode };
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
    {
      details: { exitCode },
    },
  );
}

/** Keeps what a launch brings up behind everything else and the foreground where it was. */
class BehindGuard {
  readonly #context: ActContext;
  readonly #known: ReadonlySet<Hwnd>;
  readonly #pushed = new Set<Hwnd>();
  readonly #pid: number;
  readonly #foregroundBefore: Hwnd;

  constructor(context: ActContext, before: readonly TopLevelWindow[], pid: number, foregroundBefore: Hwnd) {
    this.#context = context;
    this.#known = new Set(before.filter((window) => window.visible).map((window) => window.hwnd));
    this.#pid = pid;
    this.#foregroundBefore = foregroundBefore;
  }

  /** Sends new windows of the program, and of what it started, below all others; takes the foreground back from them. */
  async keep(windows: readonly TopLevelWindow[]): Promise<void> {
    const { desktop } = this.#context;
    const fresh = windows.filter(({ hwnd }) => !this.#known.has(hwnd) && !this.#pushed.has(hwnd));
    const family = fresh.length === 0 ? undefined : descendants(this.#pid, await desktop.listProcesses());
    for (const window of fresh) {
      if (!family?.has(window.pid)) continue;
      this.#pushed.add(window.hwnd);
      await desktop.sendToBottom(window.hwnd);
    }
    if (this.#foregroundBefore !== 0n && this.#pushed.has(await desktop.foregroundWindow())) {
      await desktop.requestForeground(this.#foregroundBefore);
    }
  }

  /** Goes on keeping for a while. */
  async watch(durationMs: number, signal: AbortSignal): Promise<void> {
    const { desktop, clock } = this.#context;
    const end = clock.now() + durationMs;
    while (clock.now() < end) {
      await this.keep(await desktop.listWindows(false));
      await clock.sleep(LOOK_MS, signal);
    }
  }
}
