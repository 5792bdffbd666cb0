/**
 * A condition that is looked at again and again. Once its element is known, looks are at that alone, which costs a program
 * little enough to be done many times a second: some programs tell nobody when something changes.
 */
import { ToolError } from "../core/errors.ts";
import type { ChangedPlaces } from "../desktop/desktop.ts";
import type { UiSubject } from "../desktop/ui_act.ts";
import { hasTwins } from "../desktop/ui_identity.ts";
import { isAboutPresence, judgeElement } from "../elements/condition.ts";
import { subjectOf } from "../elements/identity.ts";
import { type Check, checksOf, fitsAll } from "../elements/match.ts";
import type { Selector } from "../elements/selector.ts";
import { preflight } from "../interaction/preflight.ts";
import { ChangedParts } from "./changed_parts.ts";
import { type AskedCondition, judgeGone, judgeReading, type Observation } from "./judged_reading.ts";
import type { ToolContext } from "./tool.ts";
import type { WindowReading } from "./ui_reading.ts";
import type { WatchedWindow } from "./watched_window.ts";

/** Between two looks at an element: what no event tells of is noticed this soon. */
const GLANCE_PAUSE_MS = 30;

/**
 * So often the window is read all the same: another element may fit by now, or what is around it be another thing. Where
 * that takes long, it is done so seldom that it takes a twentieth of the time: nothing is noticed meanwhile.
 */
const READ_EVERY_MS = 2_000;
const READ_EVERY_DURATIONS = 20;

/**
 * The pause between two readings of a whole window that is made of windows, where it is more than the caller's: events tell
 * where such a window changes, and only that is read then.
 */
const TOLD_PAUSE_DURATIONS = 3;
const LEAST_WINDOWS_TOLD_OF = 10;

/** A program that does not answer a glance in time is asked by reading, which waits for it. */
const GLANCE_MS = 500;

/** The element that is looked at alone. */
interface Watched {
  readonly subject: UiSubject;
  readonly checks: readonly Check[];
  readonly seen: Observation;
  readonly readAgainAt: number;
}

/** See the head of this file. */
export class WatchedCondition {
  readonly #context: ToolContext;
  readonly #window: WatchedWindow;
  readonly #asked: AskedCondition;
  readonly #pollIntervalMs: number;
  readonly #changed = new ChangedParts();
  #watched: Watched | undefined;
  /** The last reading, as long as it is brought up to date by what changed; by the clock of the call. */
  #renewable: { readonly reading: WindowReading; readonly until: number } | undefined;
  /** The last look saw it hold: another one confirms that. */
  #isConfirming = false;

  constructor(
    context: ToolContext,
    window: WatchedWindow,
    asked: AskedCondition,
    pollIntervalMs: number,
  ) {
    this.#context = context;
    this.#window = window;
    this.#asked = asked;
    this.#pollIntervalMs = pollIntervalMs;
  }

  /** How long the pause before the next look may be. */
  get pauseMs(): number {
    if (this.#watched !== undefined) return Math.min(GLANCE_PAUSE_MS, this.#pollIntervalMs);
    if (this.#renewable === undefined) return this.#pollIntervalMs;
    return Math.max(0, this.#renewable.until - this.#context.clock.now());
  }

  /** Something changed in the program. */
  hear(places: ChangedPlaces): void {
    this.#changed.hear(places);
  }

  /**
   * Looks; the error where nothing could be seen now.
   *
   * @throws {ToolError} ELEMENT_AMBIGUOUS, STALE_WINDOW_HANDLE and ELEMENT_STALE where what is gone does not make it hold,
   * and what {@link WatchedWindow.look} throws
   */
  async look(signal: AbortSignal, leftMs: number): Promise<Observation | ToolError> {
    const seen = await this.#look(signal, leftMs);
    this.#isConfirming = !(seen instanceof ToolError) && seen.verdict.verdict === "yes";
    return seen;
  }

  async #look(signal: AbortSignal, leftMs: number): Promise<Observation | ToolError> {
    const glanced = await this.#glance(signal, leftMs);
    if (glanced !== undefined) return glanced;
    const renewed = await this.#renew(signal, leftMs);
    if (renewed !== undefined) return renewed;
    this.#changed.clear();
    this.#renewable = undefined;
    const look = await this.#window.look(signal, leftMs);
    if (look.kind === "read") {
      this.#renewable = this.#renewableFrom(look.reading);
      return this.#judge(look.reading);
    }
    if (look.kind === "blocked") return look.error;
    const verdict = judgeGone(this.#asked, look.kind);
    if (verdict.verdict !== "yes") throw look.error;
    return { verdict, count: 0, ...(look.kind === "windowGone" ? { isWindowGone: true } : {}) };
  }

  #judge(reading: WindowReading): Observation {
    const seen = judgeReading(this.#context, reading, this.#asked);
    this.#watched = this.#watchable(seen);
    return seen;
  }

  #renewableFrom(reading: WindowReading): { reading: WindowReading; until: number } | undefined {
    const { selector } = this.#asked;
    // What has a number is counted among all others, in their order; what a ref names is found on its own way.
    if (selector === undefined || isNumbered(selector) || reading.scope !== undefined) {
      return undefined;
    }
    const windows = reading.tree.nodes.filter(({ element }) => element.nativeWindowHandle !== 0n).length;
    const toldMs = windows < LEAST_WINDOWS_TOLD_OF ? 0 : TOLD_PAUSE_DURATIONS * reading.elapsedMs;
    return { reading, until: this.#context.clock.now() + Math.max(this.#pollIntervalMs, toldMs) };
  }

  /** Undefined where the whole window has to be read. */
  async #renew(signal: AbortSignal, leftMs: number): Promise<Observation | undefined> {
    const renewable = this.#renewable;
    const isDue = renewable === undefined || this.#context.clock.now() >= renewable.until;
    // What is not read again may have gone without an event: it confirms nothing.
    if (isDue || this.#isConfirming || !this.#changed.areKnown) return undefined;
    const reading = await this.#window.renew(renewable.reading, this.#changed, signal, leftMs);
    if (reading === undefined) return undefined;
    this.#renewable = { ...renewable, reading };
    try {
      const seen = this.#judge(reading);
      // That something is not there is said only when the whole window has been read.
      const isAboutAll = this.#asked.condition === "notExists" || this.#asked.condition === "countEquals";
      return seen.verdict.verdict === "yes" && isAboutAll ? undefined : seen;
    } catch (error) {
      if (error instanceof ToolError && error.code === "ELEMENT_AMBIGUOUS") return undefined;
      throw error;
    }
  }

  /** An element whose place among others does not matter, and that can be told from all others by itself. */
  #watchable(seen: Observation): Watched | undefined {
    const { reading, node } = seen;
    const { selector } = this.#asked;
    if (reading === undefined || node === undefined || isAboutPresence(this.#asked)) return undefined;
    if (selector?.index !== undefined) return undefined;
    const subject = subjectOf(reading.tree, node);
    const { identity } = subject;
    const isToldByItself = identity.runtimeId !== "" && !identity.isUnsure && !hasTwins(identity);
    if (!isToldByItself) return undefined;
    const checks = selector === undefined ? [] : checksOf(selector);
    const apartMs = Math.max(READ_EVERY_MS, READ_EVERY_DURATIONS * reading.elapsedMs);
    return { subject, checks, seen, readAgainAt: this.#context.clock.now() + apartMs };
  }

  /** Undefined where the window has to be read. */
  async #glance(signal: AbortSignal, leftMs: number): Promise<Observation | ToolError | undefined> {
    const watched = this.#watched;
    const { desktop, clock } = this.#context;
    if (watched === undefined || clock.now() >= watched.readAgainAt) return undefined;
    const { subject, checks, seen } = watched;
    try {
      // What a program that hangs is asked costs a lane.
      await preflight({ ...this.#context, signal }, subject.identity.window, "read", leftMs);
      const glance = await desktop.uiGlance(subject, Math.max(1, Math.min(GLANCE_MS, leftMs)), signal);
      if (glance.outcome === "same" && fitsAll(checks, glance.element)) {
        const verdict = judgeElement(glance.element, this.#asked);
        return { ...seen, verdict, element: glance.element };
      }
    } catch (error) {
      const isPassing = error instanceof ToolError && error.code === "WINDOW_NOT_RESPONDING";
      if (isPassing) return error;
      const isOfRead = error instanceof ToolError &&
        ["STALE_WINDOW_HANDLE", "PROVIDER_BUSY"].includes(error.code);
      if (!isOfRead) throw error;
    }
    this.#watched = undefined;
    return undefined;
  }
}

/** Whether something in a selector is meant by its number. */
function isNumbered({ index, ancestor, path = [] }: Selector): boolean {
  return index !== undefined || (ancestor !== undefined && isNumbered(ancestor)) || path.some(isNumbered);
}
