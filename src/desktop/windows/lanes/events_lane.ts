/** Worker entry: a message pump that hears WinEvents and watches the parent process. */
import { handleMessages, watchForeground } from "../../../../ffi/event_hook.ts";
import type { Owned } from "../../../../ffi/handles.ts";
import {
  getCreationTime,
  getCurrentProcess,
  hasEnded,
  openProcess,
  PROCESS,
} from "../../../../ffi/process.ts";
import { openCounts } from "../../../../ffi/ledger.ts";
import { postEvent, serveLane } from "./serve_lane.ts";

/** How often messages are handled and the parent is looked at while nobody asks. */
const PUMP_MS = 50;

let parent: Owned<bigint> | undefined;
let foregroundChanges = 0;
let isWatchingForeground = false;

/** Between two looks this thread waits as JavaScript does, so that a request is served at once. */
function pump(): void {
  handleMessages();
  if (parent !== undefined && hasEnded(parent.value, 0)) {
    parent[Symbol.dispose]();
    parent = undefined;
    postEvent("parentGone");
  }
}

const eventsApi = {
  /** How often the foreground has changed since this lane was first asked, up to this moment. */
  foregroundChangeCount(): number {
    if (!isWatchingForeground) {
      watchForeground(() => foregroundChanges++); // lives as long as the lane
      isWatchingForeground = true;
    }
    handleMessages(); // what has happened but not been heard yet
    return foregroundChanges;
  },

  /**
   * Begins to watch a parent process by its handle; posts `parentGone` when it ends. Answers whether there is one to
   * watch: an id that was reused by a younger process is not a parent.
   */
  watchParent(pid: number): boolean {
    const opened = openProcess(pid, PROCESS.SYNCHRONIZE | PROCESS.PROCESS_QUERY_LIMITED_INFORMATION);
    if (opened === undefined) return false;
    const born = getCreationTime(opened.value);
    const own = getCreationTime(getCurrentProcess());
    if (born === undefined || own === undefined || born > own) {
      opened[Symbol.dispose]();
      return false;
    }
    parent?.[Symbol.dispose]();
    parent = opened;
    return true;
  },

  openCounts,
};

/** What the events lane can be asked. */
export type EventsApi = typeof eventsApi;

serveLane(eventsApi);
if (Deno.build.os === "windows") setInterval(pump, PUMP_MS);
