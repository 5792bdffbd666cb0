/** Waits until a program shows what a pack expects. One reading serves everything that is expected of it. */
import { pollUntil } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import { programOf } from "../../desktop/desktop.ts";
import type { UiTree } from "../../desktop/ui_element.ts";
import { isPassing } from "../../interaction/passing_errors.ts";
import { readElements } from "../../interaction/read_elements.ts";
import { readWidening } from "../../interaction/read_widening.ts";
import type { StateSearch } from "./control_call.ts";
import { depthFor, type Expectation, judge, type Judged, judgeNothing } from "./judge.ts";

/** What has gone with its window is told by these. */
const GONE: ReadonlySet<string> = new Set(["STALE_WINDOW_HANDLE", "WINDOW_NOT_FOUND"]);

const LEAST_PAUSE_MS = 50;

/** As much as a window of some thousand elements takes. */
const LEAST_LOOK_MS = 3_000;

/** What a look at the window gave. */
export interface WindowSeen {
  /** Undefined where the window is gone. */
  readonly tree: UiTree | undefined;
  readonly judged: readonly Judged[];
}

/** How long it is waited. */
export interface Waiting {
  readonly timeoutMs: number;
  readonly pauseMs: number;
}

/** The longest of the times that expectations have, and the shortest of their pauses. */
export function waitingFor(expectations: readonly Expectation[], leastMs = 0): Waiting {
  return {
    timeoutMs: Math.max(leastMs, ...expectations.map(({ timeoutMs }) => timeoutMs)),
    pauseMs: Math.max(LEAST_PAUSE_MS, Math.min(1_000, ...expectations.map((one) => one.pollIntervalMs))),
  };
}

/**
 * Looks until a look is enough, at once and again whenever something in the program may have changed. A program that
 * cannot be looked at now is looked at again.
 *
 * @param hasAll whether a look has met what the caller looks for beside the expectations; long lists are read further
 * where it has not
 * @returns the last look
 * @throws {ToolError} what hinders every look: CANCELLED, WINDOW_HUNG, TARGET_ELEVATED …; what hindered the last one where
 * none saw anything
 */
export async function lookUntil(
  search: StateSearch,
  expectations: readonly Expectation[],
  { timeoutMs, pauseMs }: Waiting,
  isEnough: (seen: WindowSeen) => boolean,
  hasAll: (seen: WindowSeen) => boolean = () => true,
): Promise<WindowSeen> {
  const { context, pack, window, limits } = search;
  const { clock, desktop, signal } = context;
  const depths = expectations.map((one) => depthFor(pack, one, limits.maxDepth));
  const maxDepth = Math.max(limits.maxDepth, ...depths);
  const endsAt = clock.now() + timeoutMs;
  let last: WindowSeen | undefined;
  let hindered: ToolError | undefined;
  let quietUntil = 0;
  const seenIn = (tree: UiTree): WindowSeen & { readonly tree: UiTree } => ({
    tree,
    judged: expectations.map((one) => judge(tree, pack, one)),
  });
  // Whatever is in long lists matters only where something is not met before.
  const isDecided = (seen: WindowSeen): boolean =>
    isEnough(seen) ||
    hasAll(seen) && seen.judged.every(({ isMet, element }) => isMet || element !== undefined);
  const look = async (): Promise<true | undefined> => {
    try {
      const beganAt = clock.now();
      // The last look may end a little late: one that is cut short says little.
      const leftMs = Math.max(LEAST_LOOK_MS, Math.round(endsAt - beganAt));
      const seeing = { ...limits, maxDepth, timeoutMs: Math.min(limits.timeoutMs, leftMs) };
      const read: WindowSeen[] = [];
      const widest = await readWidening(
        context,
        seeing,
        (tree) => isDecided(seenIn(tree)),
        async (width) => {
          const seen = seenIn(await readElements(context, window, { ...seeing, ...width }));
          read.push(seen);
          return seen;
        },
      );
      // Rows for which there was no room or no time for the rest of the window tell less than the rest of the window.
      const seen = read.findLast(isUncut) ?? read.findLast(hasAll) ?? widest;
      // What a look that was cut short did not meet may be there all the same.
      if (last === undefined || isUncut(seen) || isEnough(seen) || hasAll(seen)) last = seen;
      quietUntil = clock.now() + (clock.now() - beganAt);
    } catch (error) {
      if (isPassing(error)) {
        hindered = error;
        return undefined;
      }
      if (!(error instanceof ToolError) || !GONE.has(error.code)) throw error;
      last = { tree: undefined, judged: expectations.map(judgeNothing) };
      return true;
    }
    return isEnough(last) || undefined;
  };
  await pollUntil(clock, {
    timeoutMs,
    intervalMs: pauseMs,
    signal,
    wokenBy: (wake) =>
      desktop.watchChanges({ about: "anything", pid: programOf(window) }, (places) => {
        // A program that is read all the time does nothing else.
        if (places?.length !== 0 && clock.now() >= quietUntil) wake();
      }),
  }, look);
  if (last !== undefined) return last;
  throw hindered ?? new ToolError("TIMEOUT", `The window could not be read once within ${timeoutMs} ms`);
}

/** Whether a look came to its end. */
function isUncut({ tree }: WindowSeen): boolean {
  return tree?.reading.cutByNodes === false && !tree.reading.cutByTime;
}

/** Whether everything that is expected was seen. */
export function areMet(judged: readonly Judged[]): boolean {
  return judged.every(({ isMet }) => isMet);
}
