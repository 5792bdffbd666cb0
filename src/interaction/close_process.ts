import { pollUntil, throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { Desktop, ProcessIdentity, ProcessInfo, TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { refusalFor } from "./preflight.ts";
import { newWindowOf, pidsOf, windowsOf } from "./program_windows.ts";
import { type Protection, protection } from "./protected_processes.ts";

const LOOK_MS = 30;

/** How long the end of a process may take to show after it was ended. */
const ENDING_MS = 2_000;

/** A program that starts new processes while it is being ended is followed this often. */
const MOST_ROUNDS = 5;

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
  readonly ended: readonly ProcessIdentity[];
  /** A window that appeared instead of the end, such as a question whether to save. */
  readonly prompt: TopLevelWindow | undefined;
}

/**
 * Closes a program as its close button does, and ends it with all that it started when it has not gone by `graceMs`.
 *
 * @throws {ToolError} PROCESS_NOT_FOUND, PROTECTED_PROCESS, TARGET_ELEVATED, NO_INTERACTIVE_DESKTOP, PROCESS_NOT_CLOSED, CANCELLED (before anything was ended)
 */
export async function closeProcess(context: ActContext, request: CloseRequest): Promise<CloseOutcome> {
  const { desktop } = context;
  const processes = await desktop.listProcesses();
  const isProtected = await protection(desktop, processes);
  const name = processes.find(({ pid }) => pid === request.pid)?.name;
  const reason = isProtected(request.pid, name);
  if (reason !== undefined) {
    throw new ToolError("PROTECTED_PROCESS", `Process ${request.pid} is ${reason}`, {
      details: { pid: request.pid, ...(name === undefined ? {} : { processName: name }) },
    });
  }
  const root = await desktop.identifyProcess(request.pid);
  if (root === undefined) {
    throw new ToolError(
      "PROCESS_NOT_FOUND",
      name === undefined
        ? `There is no process ${request.pid} to close`
        : `Process ${request.pid} is not ours to open`,
      { details: { pid: request.pid } },
    );
  }
  const tree = await withDescendants(desktop, [root], processes, isProtected);
  const before = await windowsOf(desktop, pidsOf(tree));
  const [first] = before;
  const refusal = first && refusalFor(await desktop.targetCondition(first.hwnd, 0), first, "close");
  // A window that has gone meanwhile is on its way to what is wanted.
  if (refusal !== undefined && refusal.code !== "STALE_WINDOW_HANDLE") throw refusal;
  let windowsAsked = 0;
  if (!request.force) {
    for (const window of before) if (await askToClose(desktop, window)) windowsAsked++;
    const exit = await waitForEnd(context, root, windowsAsked > 0 ? request.graceMs : 0);
    if (exit !== "running") {
      return {
        method: "polite",
        windowsAsked,
        exitCode: toCode(exit),
        ended: [root],
        prompt: undefined,
      };
    }
  }
  const prompt = request.force ? undefined : await newWindowOf(desktop, pidsOf(tree), before);
  throwIfCancelled(context.signal);
  const ended = await endTree(desktop, tree, isProtected);
  // What has been begun is seen to its end, whatever the caller does.
  const exit = await waitForEnd({ ...context, signal: new AbortController().signal }, root, ENDING_MS);
  if (exit === "running") {
    throw new ToolError("PROCESS_NOT_CLOSED", `Process ${root.pid} is still running`, {
      details: {
        pid: root.pid,
        ended: [...pidsOf(ended)],
        windows: before.map((window) => formatHwnd(window.hwnd)),
      },
    });
  }
  return { method: "terminated", windowsAsked, exitCode: toCode(exit), ended, prompt };
}

/** A program that hangs cannot be asked, which is no reason not to end it. */
async function askToClose(desktop: Desktop, window: TopLevelWindow): Promise<boolean> {
  try {
    return await desktop.requestClose(window.hwnd);
  } catch (error) {
    if (error instanceof ToolError && (error.code === "TIMEOUT" || error.code === "PROVIDER_BUSY")) {
      return false;
    }
    throw error;
  }
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

/**
 * Some processes and all below them, parents first; nothing protected, nor what lies below it. A child is younger than
 * its parent; an older process has only inherited a reused id.
 */
async function withDescendants(
  desktop: Desktop,
  roots: readonly ProcessIdentity[],
  processes: readonly ProcessInfo[],
  isProtected: Protection,
): Promise<ProcessIdentity[]> {
  const tree = [...roots];
  for (const parent of tree) { // which grows meanwhile
    for (const { pid, parentPid, name } of processes) {
      if (parentPid !== parent.pid || tree.some((each) => each.pid === pid)) continue;
      if (isProtected(pid, name) !== undefined) continue;
      const child = await desktop.identifyProcess(pid);
      if (child !== undefined && child.creationTime >= parent.creationTime) tree.push(child);
    }
  }
  return tree;
}

/** Ends processes and what they started, parents first, so that they cannot start their children again. */
async function endTree(
  desktop: Desktop,
  tree: readonly ProcessIdentity[],
  isProtected: Protection,
): Promise<ProcessIdentity[]> {
  const ended: ProcessIdentity[] = [];
  let known = tree;
  let rest = tree;
  for (let round = 0; round < MOST_ROUNDS && rest.length > 0; round++) {
    for (const process of rest) if (await desktop.endProcess(process)) ended.push(process);
    const now = await withDescendants(desktop, known, await desktop.listProcesses(), isProtected);
    rest = now.filter((process) => !known.includes(process));
    known = now;
  }
  return ended;
}
