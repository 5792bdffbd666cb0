/** Worker entry: a message pump that hears WinEvents and watches the parent process. */
import { pumpMessages, watchForeground } from "../../../../ffi/event_hook.ts";
import { getCreationTime, getCurrentProcess, openProcess, PROCESS } from "../../../../ffi/process.ts";
import { openCounts } from "../../../../ffi/ledger.ts";
import { postEvent, serveLane } from "./serve_lane.ts";

/** How long one wait for messages lasts; requests from the main thread are looked at between two waits. */
const PUMP_MS = 50;

const watchedProcesses: bigint[] = [];
let isWatchingForeground = false;

async function pump(): Promise<void> {
  for (;;) {
    const ended = pumpMessages(watchedProcesses, PUMP_MS);
    if (ended !== undefined) {
      watchedProcesses.splice(ended, 1);
      postEvent("parentGone");
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const eventsApi = {
  /** Begins to post `foregroundChanged`. */
  watchForeground(): void {
    if (isWatchingForeground) return;
    isWatchingForeground = true;
    watchForeground(() => postEvent("foregroundChanged")); // lives as long as the lane
  },

  /**
   * Begins to watch a parent process by its handle; posts `parentGone` when it ends. Answers whether there is one to
   * watch: an id that was reused by a younger process is not a parent.
   */
  watchParent(pid: number): boolean {
    const parent = openProcess(pid, PROCESS.SYNCHRONIZE | PROCESS.PROCESS_QUERY_LIMITED_INFORMATION);
    if (parent === undefined) return false;
    const born = getCreationTime(parent.value);
    const own = getCreationTime(getCurrentProcess());
    if (born === undefined || own === undefined || born > own) {
      parent[Symbol.dispose]();
      return false;
    }
    watchedProcesses.push(parent.value);
    return true;
  },

  openCounts,
};

/** What the events lane can be asked. */
export type EventsApi = typeof eventsApi;

serveLane(eventsApi);
if (Deno.build.os === "windows") void pump();
