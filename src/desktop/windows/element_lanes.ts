/** Reads elements by several lanes: a program that holds one up costs the others nothing. */
import { throwIfCancelled } from "../../core/clock.ts";
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

/**
 * A program that keeps its time-outs answers in the caller's own time, and a little later for sure. Who does not has that
 * answered for him; what it still holds up is waited for by its lane alone.
 */
const GRACE_MS = 1_000;

/** What a cancelled reading has left behind is mostly over so soon; then no other lane need be opened. */
const SOON_MS = 100;

/** Lanes that one program may hold up with readings that were left: the others are for other programs. */
const MOST_HELD = 2;

/** For what asks no program anything. */
const LOCAL_DEADLINE_MS = 5_000;

/** A reading that was lost with its lane, by no fault of its program, begins anew so many times. */
const MOST_BEGINNINGS = 3;

interface Slot {
  readonly lane: Lane<UiaApi>;
  /** The programs that it reads now, one entry for each reading. */
  readonly pids: (number | undefined)[];
  /** The program that it read last. */
  lastPid?: number | undefined;
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
    signal?: AbortSignal,
  ): Promise<readonly UiElement[] | undefined> {
    const options = { deadlineMs: DEADLINE_MS, callerMs: timeoutMs + GRACE_MS, pid };
    try {
      return await this.#serve(
        pid,
        (lane) => lane.request("elementsAt", [query, timeoutMs], options, signal),
      );
    } catch (error) {
      const isUnknown = error instanceof ToolError && ["TIMEOUT", "PROVIDER_BUSY"].includes(error.code);
      if (isUnknown) return undefined;
      throw error;
    }
  }

  /** See the port. */
  async glance(subject: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiGlance> {
    const { pid } = subject.identity.window;
    const options = { deadlineMs: DEADLINE_MS, callerMs: timeoutMs, pid };
    try {
      return await this.#serve(
        pid,
        (lane) => lane.request("glance", [subject, timeoutMs], options, signal),
      );
    } catch (error) {
      if (error instanceof ToolError && error.code === "TIMEOUT") return { outcome: "silent" };
      throw error;
    }
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
    const leftMs = (): number => Math.max(0, endsAt - performance.now());
    const options = () => ({ deadlineMs: DEADLINE_MS, callerMs: leftMs() + GRACE_MS, pid });
    let progress: ReadingProgress;
    try {
      progress = await lane.request(
        "beginReading",
        [id, { ...request, timeoutMs: leftMs() }],
        options(),
        signal,
      );
      while (progress.state === "underWay") {
        throwIfCancelled(signal);
        progress = await lane.request("goOnReading", [id, leftMs()], options(), signal);
      }
      throwIfCancelled(signal);
    } finally {
      // Nobody waits for this, or is told where it is refused; a lane that has been given up has nothing to end.
      const options = { deadlineMs: LOCAL_DEADLINE_MS, asksNobody: true };
      Promise.try(() => lane.request("endReading", [id], options)).catch(() => {});
    }
    return progress.state === "done" ? progress.tree : undefined;
  }

  /** Lends a lane to a request of this program. */
  async #serve<T>(pid: number | undefined, use: (lane: Lane<UiaApi>) => Promise<T>): Promise<T> {
    const held = this.#heldBy(pid)[0];
    await held?.lane.freeWithin(SOON_MS);
    const slot = this.#slotFor(pid);
    slot.pids.push(pid);
    slot.lastPid = pid;
    try {
      return await use(slot.lane);
    } finally {
      slot.pids.splice(slot.pids.indexOf(pid), 1);
    }
  }

  /** The one that serves this program already, else an idle one, else the one with the least to do. */
  #slotFor(pid: number | undefined): Slot {
    const free = this.#slots.filter(({ lane }) => !lane.isHeld);
    const ofProgram = this.#heldBy(pid);
    // What the program holds up already it may wait for.
    const open = ofProgram.length >= MOST_HELD ? ofProgram : free.length > 0 ? free : this.#slots;
    const slot = open.find(({ pids }) => pid !== undefined && pids.includes(pid)) ??
      open.toSorted((one, other) => one.pids.length - other.pids.length)[0];
    if (slot === undefined) throw new RangeError("Cannot read elements: there is no lane");
    return slot;
  }

  /** Lanes that are busy with what was left of this program's readings. */
  #heldBy(pid: number | undefined): readonly Slot[] {
    return this.#slots.filter(({ lane, lastPid }) => pid !== undefined && lane.isHeld && lastPid === pid);
  }
}
