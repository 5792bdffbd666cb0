import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { ProcessIdentity, ProcessInfo, TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./foreground_tracker.ts";
import { descendants } from "./launch_window.ts";

const LOOK_MS = 30;

/** How long the end of a process may take to show after it was ended. */
const ENDING_MS = 2_000;

/** Parts of Windows whose end takes the session, the shell or other programs' windows with it. */
const SHELL_PROCESSES: ReadonlySet<string> = new Set([
  "applicationframehost",
  "csrss",
  "ctfmon",
  "dwm",
  "explorer",
  "fontdrvhost",
  "logonui",
  "lsass",
  "registry",
  "runtimebroker",
  "searchhost",
  "services",
  "shellexperiencehost",
  "sihost",
  "smss",
  "startmenuexperiencehost",
  "svchost",
  "system",
  "textinputhost",
  "wininit",
  "winlogon",
]);

/** How to close. */
export interface CloseRequest {
  readonly pid: number;
  /** End it at once. */
  readonly force: boolean;
  readonly graceMs: number;
}

/** What came of it. */
export interface CloseOutcome {
  readonly method: "polite" | "terminated";
  readonly windowsAsked: number;
  readonly exitCode: number | undefined;
  /** Processes that were ended, the named one among them. */
  readonly ended: readonly number[];
  /** A window that appeared instead of the end, such as a question whether to save. */
  readonly prompt: TopLevelWindow | undefined;
}

/**
 * Closes a program as its close button does, and ends it with all that it started when it has not gone by `graceMs`.
 *
 * @throws {ToolError} PROCESS_NOT_FOUND, PROTECTED_PROCESS, PROCESS_NOT_CLOSED
 */
export async function closeProcess(context: ActContext, request: CloseRequest): Promise<CloseOutcome> {
  const { desktop } = context;
  const processes = await desktop.listProcesses();
  requireUnprotected(request.pid, processes, desktop.ownPid);
  const root = await desktop.identifyProcess(request.pid);
  if (root === undefined) {
    throw new ToolError("PROCESS_NOT_FOUND", `There is no process ${request.pid} to close`);
  }
  const before = (await desktop.listWindows(false)).filter((window) => window.pid === root.pid);
  let windowsAsked = 0;
  if (!request.force) {
    for (const window of before) if (await desktop.requestClose(window.hwnd)) windowsAsked++;
    const polite = await waitForEnd(context, root, windowsAsked > 0 ? request.graceMs : 0);
    if (polite !== "running") {
      return {
        method: "polite",
        windowsAsked,
        exitCode: toCode(polite),
        ended: [root.pid],
        prompt: undefined,
      };
    }
  }
  const known = new Set(before.map((window) => window.hwnd));
  const prompt = (await desktop.listWindows(false))
    .find((window) => window.pid === root.pid && !known.has(window.hwnd));
  const ended = await endTree(context, root, processes);
  const exit = await waitForEnd(context, root, ENDING_MS);
  if (exit === "running") {
    throw new ToolError("PROCESS_NOT_CLOSED", `Process ${root.pid} is still running`, {
      details: { pid: root.pid, windows: before.map((window) => formatHwnd(window.hwnd)) },
    });
  }
  return { method: "terminated", windowsAsked, exitCode: toCode(exit), ended, prompt };
}

/** @throws {ToolError} PROTECTED_PROCESS */
export function requireUnprotected(pid: number, processes: readonly ProcessInfo[], ownPid: number): void {
  const process = processes.find((each) => each.pid === pid);
  const isShell = process !== undefined && SHELL_PROCESSES.has(process.name.toLowerCase());
  if (!isShell && pid > 4 && !ancestors(ownPid, processes).has(pid)) return;
  const what = isShell
    ? "part of the Windows shell"
    : pid <= 4
    ? "part of Windows"
    : "this server or one of its parents";
  throw new ToolError("PROTECTED_PROCESS", `Process ${pid} is ${what}`, {
    details: { pid, ...(process === undefined ? {} : { processName: process.name }) },
  });
}

function ancestors(pid: number, processes: readonly ProcessInfo[]): ReadonlySet<number> {
  const chain = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && at !== 0 && !chain.has(at);) {
    chain.add(at);
    at = processes.find((process) => process.pid === at)?.parentPid;
  }
  return chain;
}

type Exit = number | "running" | "gone";

function toCode(exit: Exit): number | undefined {
  return typeof exit === "number" ? exit : undefined;
}

async function waitForEnd(context: ActContext, process: ProcessIdentity, timeoutMs: number): Promise<Exit> {
  const { desktop, clock, signal } = context;
  const ended = await pollUntil(clock, { timeoutMs, intervalMs: LOOK_MS, signal }, async () => {
    const exit = await desktop.exitCode(process);
    return exit === "running" ? undefined : exit;
  });
  return ended ?? "running";
}

/** Ends a process and what it started, children last, so that the parent cannot start them again. */
async function endTree(
  context: ActContext,
  root: ProcessIdentity,
  processes: readonly ProcessInfo[],
): Promise<number[]> {
  const { desktop } = context;
  const identities: ProcessIdentity[] = [];
  for (const pid of descendants(root.pid, processes)) {
    const identity = pid === root.pid ? root : await desktop.identifyProcess(pid);
    // A child is younger than its parent; an older process has only inherited a reused id.
    if (identity === undefined || identity.creationTime < root.creationTime) continue;
    if (pid === root.pid || isEndable(pid, processes, desktop.ownPid)) identities.push(identity);
  }
  const ended: number[] = [];
  for (const identity of identities) if (await desktop.endProcess(identity)) ended.push(identity.pid);
  return ended;
}

function isEndable(pid: number, processes: readonly ProcessInfo[], ownPid: number): boolean {
  try {
    requireUnprotected(pid, processes, ownPid);
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
