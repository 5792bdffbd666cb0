/** Reads elements by several lanes: a program that holds one up costs the others nothing. */
import { atMost, throwIfCancelled } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { UiGlance, UiSubject } from "../ui_act.ts";
import type { UiElement, UiPointQuery, UiReadRequest, UiTree } from "../ui_element.ts";
import type { Lane } from "./lane.ts";
import type { ReadingProgress, UiaApi } from "./lanes/uia_lane.ts";

/** More programs than this are hardly read at the same moment. */
export const ELEMENT_LANES = 4;

/**
 * A slice and the longest that one request to a program may take inside it, with its time-outs; longer only when these fail
 * as well.
 */
const DEADLINE_MS = 5_000;

/** What lies at a point is learnt in several requests to a program, of which the last may take this long. */
const LAST_ANSWER_MS = 2_500;

/** For what asks no program anything. */
const LOCAL_DEADLINE_MS = 5_000;

/** A reading that was lost with its lane, by no fault of its program, begins anew so many times. */
const MOST_BEGINNINGS = 3;

interface Slot {
  readonly lane: Lane<UiaApi>;
  /** The programs that it reads now, one entry for each reading. */
  readonly pids: (number | undefined)[];
}

/** See the head of this file. */
export class ElementLanes {
  readonly #slots: readonly Slot[];
  #lastId = 0;

  constructor(lanes: readonly Lane<UiaApi>[]) {
    this.#slots = lanes.map((lane) => ({ lane, pids: [] }));
  }

  /** See the port. */
  async read(request: UiReadRequest, signal?: AbortSignal): Promise<UiTree> {
    const endsAt = performance.now() + request.timeoutMs;
    const pid = request.windows[0]?.processId;
    return await this.#serve(pid, async (lane) => {
      for (let beginning = 1;; beginning++) {
        const tree = await this.#readOnce(lane, request, { endsAt, pid, signal });
        if (tree !== undefined) return tree;
        if (beginning === MOST_BEGINNINGS || performance.now() >= endsAt) {
          throw new ToolError("PROVIDER_BUSY", "Another program held up the reading again and again");
        }
      }
    });
  }

  /** See the port. `pid`: of the program whose window is expected there. */
  async at(
    query: UiPointQuery,
    pid: number | undefined,
    timeoutMs: number,
  ): Promise<readonly UiElement[] | undefined> {
    try {
      return await this.#serve(
        pid,
        (lane) => {
          const deadlineMs = Math.min(DEADLINE_MS, timeoutMs + LAST_ANSWER_MS);
          return lane.request("elementsAt", [query, timeoutMs], { deadlineMs, pid });
        },
      );
    } catch (error) {
      const isUnknown = error instanceof ToolError && ["TIMEOUT", "PROVIDER_BUSY"].includes(error.code);
      if (isUnknown) return undefined;
      throw error;
    }
  }

  /** See the port. */
  async glance(subject: UiSubject, timeoutMs: number): Promise<UiGlance> {
    const { pid } = subject.identity.window;
    let glance: UiGlance = { outcome: "silent" };
    const asked = this.#serve(pid, async (lane) => {
      try {
        glance = await lane.request("glance", [subject], { deadlineMs: DEADLINE_MS, pid });
      } catch (error) {
        if (!(error instanceof ToolError) || error.code !== "TIMEOUT") throw error;
      }
    });
    await atMost(timeoutMs, asked);
    return glance;
  }

  /** Undefined when the reading was lost with its lane. */
  async #readOnce(
    lane: Lane<UiaApi>,
    request: UiReadRequest,
    { endsAt, pid, signal }: {
      readonly endsAt: number;
      readonly pid: number | undefined;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<UiTree | undefined> {
    const id = ++this.#lastId;
    const options = { deadlineMs: DEADLINE_MS, pid };
    const leftMs = (): number => Math.max(0, endsAt - performance.now());
    let progress: ReadingProgress;
    try {
      progress = await lane.request(
        "beginReading",
        [id, { ...request, timeoutMs: leftMs() }],
        options,
        signal,
      );
      while (progress.state === "underWay") {
        throwIfCancelled(signal);
        progress = await lane.request("goOnReading", [id, leftMs()], options, signal);
      }
      throwIfCancelled(signal);
    } finally {
      // Nobody waits for this; a lane that has been given up has nothing to end.
      lane.request("endReading", [id], { deadlineMs: LOCAL_DEADLINE_MS, asksNobody: true }).catch(() => {});
    }
    return progress.state === "done" ? progress.tree : undefined;
  }

  /** Lends the lane that serves this program already, else an idle one, else the one with the least to do. */
  async #serve<T>(pid: number | undefined, use: (lane: Lane<UiaApi>) => Promise<T>): Promise<T> {
    const slot = this.#slots.find(({ pids }) => pid !== undefined && pids.includes(pid)) ??
      this.#slots.toSorted((one, other) => one.pids.length - other.pids.length)[0];
    if (slot === undefined) throw new RangeError("Cannot read elements: there is no lane");
    slot.pids.push(pid);
    try {
      return await use(slot.lane);
    } finally {
      slot.pids.splice(slot.pids.indexOf(pid), 1);
    }
  }
}
