/** What changed on the desktop, as the events lane tells it to the main thread: seldom, and in few words. */
import type { Hwnd } from "../../core/hwnd.ts";
import { addPlace, type ChangedPlace, type ChangedPlaces } from "../desktop.ts";

/** Stands for a process that cannot be told any more, or for more of them than are worth naming. */
export const ANYBODY = 0;

/** Programs that changed, by process id; {@link ANYBODY} where it may be any. */
export interface ChangeNews {
  /** Those of which a top-level window came, went, or looks or is called otherwise. */
  readonly windows: readonly number[];
  /** Those in which anything changed, the former among them. */
  readonly anything: readonly number[];
  /** The windows, at any level, in which it can be seen; undefined where they cannot all be named. */
  readonly places: readonly PlaceOfProgram[] | undefined;
}

/** A place and whose it is; {@link ANYBODY} where that cannot be told any more. */
export interface PlaceOfProgram extends ChangedPlace {
  readonly pid: number;
}

/** Less than a person notices; a program that changes all the time costs the main thread 67 messages a second. */
const LEAST_BETWEEN_MS = 15;

/** More processes than this that change within one pause are not named. */
const MOST_PIDS = 64;

/** Nor more windows than this. */
const MOST_PLACES = 64;

/** Gathers changes and posts them together: at once after a silence, else when the pause since the last post is over. */
export class ChangeCollector {
  readonly #post: (news: ChangeNews) => void;
  readonly #windows = new Set<number>();
  readonly #anything = new Set<number>();
  readonly #places = new Map<Hwnd, PlaceOfProgram>();
  #areAllNamed = true;
  #postedAt = Number.NEGATIVE_INFINITY;

  constructor(post: (news: ChangeNews) => void) {
    this.#post = post;
  }

  /** Notes one change, and in which windows it can be seen; undefined where that cannot be told. */
  note(pid: number, isAboutWindow: boolean, places: ChangedPlaces): void {
    add(this.#anything, pid);
    if (isAboutWindow) add(this.#windows, pid);
    for (const place of places ?? []) addPlace(this.#places, { ...place, pid });
    if (places === undefined || this.#places.size > MOST_PLACES) {
      this.#areAllNamed = false;
      this.#places.clear();
    }
  }

  /** Posts what was noted, if it is time to. Milliseconds of any clock that does not go back. */
  postIfDue(nowMs: number): void {
    if (this.#anything.size === 0 || nowMs - this.#postedAt < LEAST_BETWEEN_MS) return;
    this.#postedAt = nowMs;
    const news = {
      windows: [...this.#windows],
      anything: [...this.#anything],
      places: this.#areAllNamed ? [...this.#places.values()] : undefined,
    };
    this.forget();
    this.#post(news);
  }

  /** Drops what was noted: nobody waits for it. */
  forget(): void {
    this.#windows.clear();
    this.#anything.clear();
    this.#places.clear();
    this.#areAllNamed = true;
  }
}

function add(pids: Set<number>, pid: number): void {
  if (pids.has(pid) || pids.has(ANYBODY)) return;
  const isAnybody = pid === ANYBODY || pids.size >= MOST_PIDS;
  if (isAnybody) pids.clear();
  pids.add(isAnybody ? ANYBODY : pid);
}

/** The places that may concern a process; without one, all. */
export function placesOf(places: ChangeNews["places"], pid: number | undefined): ChangedPlaces {
  return places?.filter((place) => pid === undefined || place.pid === pid || place.pid === ANYBODY)
    .map(({ pid: _pid, ...place }) => place);
}

/** Whether it concerns a process; without one, whether it concerns any. */
export function concerns(pids: readonly number[], pid: number | undefined): boolean {
  return pid === undefined ? pids.length > 0 : pids.includes(pid) || pids.includes(ANYBODY);
}
