/** Worker entry: a message pump that hears WinEvents and watches the parent process. */
import { EVENT, EventHook } from "../../../../ffi/event_hook.ts";
import type { Owned } from "../../../../ffi/handles.ts";
import {
  getCreationTime,
  getCurrentProcess,
  hasEnded,
  openProcess,
  PROCESS,
} from "../../../../ffi/process.ts";
import { openCounts } from "../../../../ffi/ledger.ts";
import { ChangeHooks } from "../change_hooks.ts";
import { postEvent, serveLane } from "./serve_lane.ts";

/** How often messages are handled and the parent is looked at while nobody asks. */
const PUMP_MS = 50;

/** How often messages are handled while somebody waits for a change. */
const AWAITED_PUMP_MS = 10;

let parent: Owned<bigint> | undefined;
let foregroundChanges = 0;
let foregroundHook: EventHook | undefined;
let changeHooks: ChangeHooks | undefined;
let awaitedPump: ReturnType<typeof setInterval> | undefined;

/** Made when it is first needed: a callback can only be made where Windows is. */
function changes(): ChangeHooks {
  return changeHooks ??= new ChangeHooks((news) => postEvent({ name: "changed", news }));
}

function watchTheParent(): void {
  if (parent === undefined || !hasEnded(parent.value, 0)) return;
  parent[Symbol.dispose]();
  parent = undefined;
  postEvent({ name: "parentGone" });
}

/** Between two looks this thread waits as JavaScript does, so that a request is served at once. */
function pump(): void {
  changes().handleMessages();
  watchTheParent();
}

const eventsApi = {
  /** How often the foreground has changed since this lane was first asked, up to this moment. */
  foregroundChangeCount(): number {
    if (foregroundHook === undefined) {
      const { EVENT_SYSTEM_FOREGROUND: foreground } = EVENT;
      foregroundHook = new EventHook([[foreground, foreground]], () => foregroundChanges++);
      foregroundHook.start(); // lives as long as the lane
    }
    changes().handleMessages(); // what has happened but not been heard yet
    return foregroundChanges;
  },

  /** Posts `changed` from now on when something changes. False when Windows does not allow it. */
  beginChanges(): boolean {
    awaitedPump ??= setInterval(() => changes().handleMessages(), AWAITED_PUMP_MS);
    return changes().begin();
  },

  /** Nobody waits for a change any more. */
  endChanges(): void {
    clearInterval(awaitedPump);
    awaitedPump = undefined;
    changes().end();
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
