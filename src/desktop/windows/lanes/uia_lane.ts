/** Worker entry: reads elements by UI Automation. Several lanes run it, each for some programs at a time. */
import { openCounts } from "../../../../ffi/ledger.ts";
import type { UiElement, UiPointQuery, UiReadRequest, UiTree } from "../../ui_element.ts";
import type { UiGlance, UiSubject } from "../../ui_act.ts";
import { ActClient } from "../elements/act_client.ts";
import { ElementClient, READING_TIMEOUTS } from "../elements/client.ts";
import { glance } from "../elements/glance.ts";
import { elementsAt } from "../elements/point_query.ts";
import { TreeReading } from "../elements/tree_reading.ts";
import { serveLane } from "./serve_lane.ts";

/** A request to the lane takes about so long, so that others have their turn and the main thread can look around. */
const SLICE_MS = 200;

let opened: ElementClient | undefined;
/** Finds elements again; nothing is done with them here, so no pattern is fetched. */
let finder: ActClient | undefined;

/** By the number that the main thread gave; a lane that took another's place has none of its readings. */
const readings = new Map<number, TreeReading>();

function client(): ElementClient {
  return opened ??= ElementClient.open();
}

/** How far a reading has come. */
export type ReadingProgress =
  | { readonly state: "done"; readonly tree: UiTree }
  | { readonly state: "underWay" | "lost" };

const uiaApi = {
  /** Begins a reading under a number that is not in use. */
  beginReading(id: number, request: UiReadRequest): ReadingProgress {
    readings.set(id, new TreeReading(client(), request));
    return uiaApi.goOnReading(id, request.timeoutMs);
  },

  /** Goes on for a while. What cannot be read within `leftMs` is cut. */
  goOnReading(id: number, leftMs: number): ReadingProgress {
    const reading = readings.get(id);
    if (reading === undefined) return { state: "lost" };
    const tree = reading.goOn(SLICE_MS, leftMs);
    return tree === undefined ? { state: "underWay" } : { state: "done", tree };
  },

  /** Lets go of a reading, wherever it is. */
  endReading(id: number): void {
    readings.get(id)?.[Symbol.dispose]();
    readings.delete(id);
  },

  elementsAt: (query: UiPointQuery, timeoutMs: number): readonly UiElement[] | undefined =>
    elementsAt(client(), query, timeoutMs),

  glance: (subject: UiSubject, timeoutMs: number): UiGlance =>
    glance(finder ??= ActClient.open(READING_TIMEOUTS, []), subject, timeoutMs),

  openCounts,
};

/** What a uia lane can be asked. */
export type UiaApi = typeof uiaApi;

serveLane(uiaApi, () => {
  for (const reading of readings.values()) reading[Symbol.dispose]();
  readings.clear();
  opened?.[Symbol.dispose]();
  finder?.[Symbol.dispose]();
});
