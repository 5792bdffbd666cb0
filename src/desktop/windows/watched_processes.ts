/** Processes that were started or named, as a lane holds them. */
import type { Owned } from "../../../ffi/handles.ts";
import { getExitCode, hasEnded } from "../../../ffi/process.ts";
import type { ProcessIdentity } from "../desktop.ts";

/** More handles than this are not kept; the one that was asked for longest ago goes first. */
const MOST_WATCHED = 64;

/** Exit codes are small; this many are remembered. */
const MOST_EXIT_CODES = 500;

/**
 * Open handles of processes. Windows forgets a process, its exit code with it, and reuses its id, when it has ended and
 * no handle is left: so a handle is kept until the end was seen, and the exit code after that.
 */
const watched = new Map<string, Owned<bigint>>();
const exitCodes = new Map<string, number>();

function keyOf({ pid, creationTime }: ProcessIdentity): string {
  return `${pid} ${creationTime}`;
}

/** Keeps a handle (`SYNCHRONIZE`, `PROCESS_QUERY_LIMITED_INFORMATION`), which it owns from now on. */
export function watchProcess(identity: ProcessIdentity, process: Owned<bigint>): void {
  forgetEnded();
  const key = keyOf(identity);
  const earlier = watched.get(key);
  if (earlier !== undefined) {
    process[Symbol.dispose]();
    watched.delete(key); // and in again, as the newest
  }
  watched.set(key, earlier ?? process);
  dropOldest(watched, MOST_WATCHED, (handle) => handle[Symbol.dispose]());
}

/** The exit code of a process that is or was watched; undefined when it is not known here. */
export function watchedExitCode(identity: ProcessIdentity): number | "running" | undefined {
  forgetEnded();
  const key = keyOf(identity);
  const process = watched.get(key);
  if (process === undefined) return exitCodes.get(key);
  watched.delete(key);
  watched.set(key, process); // as the newest
  return "running";
}

/** Lets go of the processes that have ended; their exit codes stay known. */
function forgetEnded(): void {
  for (const [key, process] of watched) {
    if (!hasEnded(process.value, 0)) continue;
    const code = getExitCode(process.value);
    process[Symbol.dispose]();
    watched.delete(key);
    if (code !== undefined) exitCodes.set(key, code);
  }
  dropOldest(exitCodes, MOST_EXIT_CODES);
}

function dropOldest<T>(map: Map<string, T>, most: number, drop: (value: T) => void = () => {}): void {
  for (const [key, value] of map) {
    if (map.size <= most) return;
    map.delete(key);
    drop(value);
  }
}
