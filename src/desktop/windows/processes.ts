/** Running processes, as a lane reads them. */
import { getIntegrityLevel } from "../../../ffi/advapi32.ts";
import {
  getCreationTime,
  getCurrentProcess,
  getExitCode,
  getImagePath,
  hasEnded,
  listProcesses as listEntries,
  openProcess,
  pathKind,
  PROCESS,
  terminateProcess,
} from "../../../ffi/process.ts";
import type { ProcessIdentity, ProcessInfo } from "../desktop.ts";
import { watchedExitCode, watchProcess } from "./watched_processes.ts";

const QUERY = PROCESS.PROCESS_QUERY_LIMITED_INFORMATION;

/** How long a process may take from its end being asked for to its end, before that counts as a refusal. */
const TERMINATION_MS = 1_000;

/** A file name without folder and without `.exe`. */
export function baseName(path: string): string {
  return (path.split(/[\\/]/).pop() ?? path).replace(/\.exe$/i, "");
}

/** The name of a process's program without `.exe`; undefined when the process cannot be opened. */
export function processName(pid: number): string | undefined {
  const path = programPath(pid);
  return path === undefined ? undefined : baseName(path);
}

/** See the port. */
export function programPath(pid: number): string | undefined {
  using process = openProcess(pid, QUERY);
  return process && getImagePath(process.value);
}

/** All running processes. */
export function listProcesses(): ProcessInfo[] {
  return listEntries().map(({ pid, parentPid, exeFile }) => ({ pid, parentPid, name: baseName(exeFile) }));
}

/** See the port. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const process = openProcess(pid, QUERY | PROCESS.SYNCHRONIZE);
  if (process === undefined) return undefined;
  const creationTime = hasEnded(process.value, 0) ? undefined : getCreationTime(process.value);
  if (creationTime === undefined) {
    process[Symbol.dispose]();
    return undefined;
  }
  const identity = { pid, creationTime };
  watchProcess(identity, process); // whoever names a process asks later how it ended
  return identity;
}

/** See the port. */
export function exitCode(identity: ProcessIdentity): number | "running" | "gone" {
  const known = watchedExitCode(identity);
  if (known !== undefined) return known;
  using process = openProcess(identity.pid, QUERY | PROCESS.SYNCHRONIZE);
  if (process === undefined || getCreationTime(process.value) !== identity.creationTime) return "gone";
  if (!hasEnded(process.value, 0)) return "running";
  return getExitCode(process.value) ?? "gone";
}

/** See the port. */
export function endProcess(identity: ProcessIdentity): boolean {
  using process = openProcess(identity.pid, QUERY | PROCESS.SYNCHRONIZE | PROCESS.PROCESS_TERMINATE);
  if (process === undefined) return exitCode(identity) !== "running";
  if (getCreationTime(process.value) !== identity.creationTime) return true;
  terminateProcess(process.value, 1);
  return hasEnded(process.value, TERMINATION_MS);
}

let ownIntegrity: number | undefined;

/** Whether a process runs with a higher integrity level than we do; undefined when that cannot be read. */
export function isElevated(pid: number): boolean | undefined {
  ownIntegrity ??= getIntegrityLevel(getCurrentProcess());
  if (ownIntegrity === undefined) return false; // a system without levels
  using process = openProcess(pid, QUERY);
  const integrity = process && getIntegrityLevel(process.value);
  return integrity === undefined ? undefined : integrity > ownIntegrity;
}

export { pathKind };
