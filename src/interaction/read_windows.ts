/** Reads what is in many windows of many programs, in one deadline; what one of them does costs the others little. */
import { ToolError } from "../core/errors.ts";
import type { ErrorCode } from "../core/errors.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { mergeTrees } from "../elements/merge_trees.ts";
import { readingVerdict } from "../elements/status.ts";
import type { ActContext } from "./act_context.ts";
import { readElements, type ReadLimits } from "./read_elements.ts";

/** As many programs are waited for at the same time. */
const MOST_AT_ONCE = 4;
/** One window gets no more than this part of the time. */
const PART_OF_ONE = 1 / 3;
/** With less left, reading a window is not begun. */
const LEAST_LEFT_MS = 100;

/** These are about the whole machine or the call, not about one window. */
const FATAL: ReadonlySet<ErrorCode> = new Set([
  "CANCELLED",
  "INTERNAL_ERROR",
  "PLATFORM_UNSUPPORTED",
  "UIA_ASSEMBLY_UNAVAILABLE",
]);

/** A window of which something is not known. */
export interface UnreadWindow {
  readonly window: TopLevelWindow;
  /** Why it could not be read; `slow` where it was read in part, `notExposed` where it showed nothing but its frame. */
  readonly reason: ErrorCode | "slow" | "notExposed";
}

/** What was read of all windows. */
export interface WindowsReading {
  /** Of those that could be read, in their order. */
  readonly tree: UiTree;
  readonly unread: readonly UnreadWindow[];
}

/**
 * Reads these windows, each by itself. One that ended meanwhile is left out.
 *
 * @param limits of each window, but `timeoutMs` is of everything
 *
 * @throws {ToolError} CANCELLED, UIA_ASSEMBLY_UNAVAILABLE
 */
export async function readWindows(
  context: ActContext,
  windows: readonly TopLevelWindow[],
  limits: Omit<ReadLimits, "includeProcessPopups">,
): Promise<WindowsReading> {
  const { clock } = context;
  const begun = clock.now();
  const endsAt = begun + limits.timeoutMs;
  const trees: (UiTree | undefined)[] = windows.map(() => undefined);
  const reasons: (UnreadWindow["reason"] | undefined)[] = windows.map(() => undefined);
  const open = windows.entries();
  const readNext = async (): Promise<void> => {
    for (const [index, window] of open) {
      const timeoutMs = Math.round(Math.min(limits.timeoutMs * PART_OF_ONE, endsAt - clock.now()));
      const answer = timeoutMs < LEAST_LEFT_MS
        ? "TIMEOUT"
        : await readOne(context, window, { ...limits, timeoutMs });
      if (typeof answer === "string") reasons[index] = answer;
      else if (answer !== undefined) {
        trees[index] = answer;
        reasons[index] = whatIsMissing(answer);
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, readNext));
  return {
    tree: mergeTrees(trees.filter((tree) => tree !== undefined), Math.round(clock.now() - begun)),
    unread: windows.flatMap((window, index) => {
      const reason = reasons[index];
      return reason === undefined ? [] : [{ window, reason }];
    }),
  };
}

/** The tree, or why there is none; undefined where the window is gone. */
async function readOne(
  context: ActContext,
  window: TopLevelWindow,
  limits: Omit<ReadLimits, "includeProcessPopups">,
): Promise<UiTree | ErrorCode | undefined> {
  try {
    // Other windows of its program are read by themselves.
    return await readElements(context, window, { ...limits, includeProcessPopups: false });
  } catch (error) {
    if (!(error instanceof ToolError) || FATAL.has(error.code)) throw error;
    return error.code === "STALE_WINDOW_HANDLE" ? undefined : error.code;
  }
}

function whatIsMissing(tree: UiTree): UnreadWindow["reason"] | undefined {
  if (tree.reading.cutByTime) return "slow";
  return readingVerdict(tree).status === "not-exposed" ? "notExposed" : undefined;
}
