/** Starting programs, as a lane does it. */
import { assignToJob, countActiveProcesses, createKillOnCloseJob, isInAnyJob } from "../../../ffi/job.ts";
import type { Owned } from "../../../ffi/handles.ts";
import {
  type CreatedProcess,
  createProcess,
  getCreationTime,
  PROCESS,
  resumeThread,
  terminateProcess,
} from "../../../ffi/process.ts";
import { Win32Error } from "../../../ffi/result.ts";
import { WINDOW } from "../../../ffi/window.ts";
import { ToolError } from "../../core/errors.ts";
import type { StartedProcess, StartProcessOptions } from "../desktop.ts";
import { commandLine } from "./command_line.ts";
import { watchProcess } from "./watched_processes.ts";

const SHOW_COMMANDS = {
  normal: WINDOW.SW_SHOWNORMAL,
  minimized: WINDOW.SW_SHOWMINIMIZED,
  inactive: WINDOW.SW_SHOWNOACTIVATE,
  minimizedInactive: WINDOW.SW_SHOWMINNOACTIVE,
} as const;

/** CreateProcessW takes at most this many units, the closing NUL among them. */
const MOST_COMMAND_LINE_UNITS = 32_767;

/**
 * The jobs of managed programs: their handles stay open until our process ends, however it ends, and the programs with
 * it; those in which nothing runs any more are closed.
 */
const managedJobs = new Set<Owned<bigint>>();

/** See the port. */
export function startProcess(options: StartProcessOptions): StartedProcess {
  closeEmptyJobs();
  const texts = [options.exePath, options.cwd ?? "", ...options.args];
  if (texts.some((text) => text.includes("\0"))) {
    throw new ToolError("LAUNCH_FAILED", "A path or an argument holds a NUL, where Windows would cut it off");
  }
  const line = commandLine(options.exePath, options.args);
  if (line.length >= MOST_COMMAND_LINE_UNITS) {
    throw new ToolError(
      "LAUNCH_FAILED",
      `The command line has ${line.length} characters; Windows takes ${MOST_COMMAND_LINE_UNITS - 1}`,
    );
  }
  // A console of its own keeps a console program from writing into our stdout, which is the protocol.
  const flags = PROCESS.CREATE_NEW_CONSOLE | PROCESS.CREATE_SUSPENDED;
  const breakaway = options.lifetime === "independent" ? PROCESS.CREATE_BREAKAWAY_FROM_JOB : 0;
  // A refused break-away means that nothing was started, so the second attempt cannot start it twice.
  const created = tryCreate(options, line, flags | breakaway) ??
    create(options, line, flags);
  using thread = created.thread;
  try {
    const isolation = options.lifetime === "managed"
      ? manage(created.process.value)
      : isolationOf(created.process.value, breakaway !== 0);
    const creationTime = getCreationTime(created.process.value);
    if (creationTime === undefined || !resumeThread(thread.value)) {
      throw new ToolError("LAUNCH_FAILED", "Windows made the process but did not let it run");
    }
    const identity = { pid: created.pid, creationTime };
    watchProcess(identity, created.process);
    return { ...identity, isolation };
  } catch (error) {
    terminateProcess(created.process.value, 1); // it has not run yet: nothing is lost
    created.process[Symbol.dispose]();
    throw error;
  }
}

function tryCreate(options: StartProcessOptions, line: string, flags: number): CreatedProcess | undefined {
  try {
    return createNative(options, line, flags);
  } catch (error) {
    const refused = error instanceof Win32Error && error.lastError === PROCESS.ERROR_ACCESS_DENIED;
    if (refused && (flags & PROCESS.CREATE_BREAKAWAY_FROM_JOB) !== 0) return undefined;
    throw explain(error, options.exePath);
  }
}

function create(options: StartProcessOptions, line: string, flags: number): CreatedProcess {
  try {
    return createNative(options, line, flags);
  } catch (error) {
    throw explain(error, options.exePath);
  }
}

function createNative(options: StartProcessOptions, line: string, flags: number): CreatedProcess {
  return createProcess({
    applicationPath: options.exePath,
    commandLine: line,
    currentDirectory: options.cwd,
    flags,
    showCommand: SHOW_COMMANDS[options.show],
  });
}

function explain(error: unknown, exePath: string): unknown {
  if (!(error instanceof Win32Error)) return error;
  const details = { exePath, win32Error: error.lastError };
  if (error.lastError === PROCESS.ERROR_ELEVATION_REQUIRED) {
    return new ToolError("ELEVATION_REQUIRED", "The program asks for administrator rights", { details });
  }
  return new ToolError("LAUNCH_FAILED", `Windows could not start the program (error ${error.lastError})`, {
    details,
  });
}

function manage(process: bigint): StartedProcess["isolation"] {
  const job = createKillOnCloseJob();
  if (!assignToJob(job.value, process)) {
    job[Symbol.dispose]();
    throw new ToolError("LAUNCH_FAILED", "Windows could not tie the program's life to this server");
  }
  managedJobs.add(job);
  return { effective: "managed", method: "kill-on-close-job", verified: true, outerJobCoupling: "unknown" };
}

function closeEmptyJobs(): void {
  for (const job of managedJobs) {
    if (countActiveProcesses(job.value) !== 0) continue;
    job[Symbol.dispose]();
    managedJobs.delete(job);
  }
}

function isolationOf(process: bigint, askedForBreakaway: boolean): StartedProcess["isolation"] {
  const isFree = isInAnyJob(process) === false;
  return {
    effective: isFree ? "independent" : "best-effort",
    method: askedForBreakaway && isFree ? "windows-breakaway" : "create-process",
    verified: isFree,
    outerJobCoupling: isFree ? "none-observed" : "possible",
  };
}
