/** Which window a call means that reads what is inside of windows: a tie is an error, not the frontmost. */
import { ToolError } from "../core/errors.ts";
import { type Desktop, programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import {
  candidateDetails,
  describeQuery,
  fits,
  isListable,
  isSystemWindow,
  requireTarget,
  resolveTarget,
  shownFirst,
  type TargetQuery,
} from "./resolve_target.ts";

/** Windows that toolkits make for themselves, with what is in a title bar, or to watch others. */
const HELPER_CLASS = /^Qt\d*.*(TitleBar|Observer)|ThemeChangeObserver|IME/;

/**
 * The window that a call means: by its handle; else the best of those that fit, hidden and minimised ones too. A main
 * window is better than one that another window owns, than a tool window and than a helper; then one that is shown.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS (a handle that is none), WINDOW_NOT_FOUND, WINDOW_AMBIGUOUS where
 * several are equally good
 */
export async function resolveUiTarget(desktop: Desktop, query: TargetQuery): Promise<TopLevelWindow> {
  requireTarget(query);
  if (query.hwnd !== undefined) return (await resolveTarget(desktop, query, "all")).window;
  const windows = await desktop.listWindows(true);
  const fitting = windows.filter((window) =>
    !isSystemWindow(window) && !window.cloaked && fits(window, query)
  );
  if (fitting.length === 0) throw new ToolError("WINDOW_NOT_FOUND", `No window fits ${describeQuery(query)}`);
  const best = bestOfAll(fitting);
  const [window, ...others] = best;
  if (window !== undefined && others.length === 0) return window;
  throw ambiguousError(query, best, fitting);
}

/** Of windows that nobody can see there is nothing to choose by: what can be seen is offered before them. */
function ambiguousError(
  query: TargetQuery,
  best: readonly TopLevelWindow[],
  fitting: readonly TopLevelWindow[],
): ToolError {
  const tie = `${describeQuery(query)} fits ${best.length} windows equally well`;
  if (best.some(isListable)) {
    return new ToolError("WINDOW_AMBIGUOUS", tie, { details: candidateDetails(best) });
  }
  const shown = fitting.filter(isListable);
  const message = shown.length === 0
    ? `${tie}; all of them are hidden`
    : `${tie}, all of them hidden; ${shown.length} of the others that fit can be seen`;
  return new ToolError("WINDOW_AMBIGUOUS", message, {
    details: candidateDetails([...shownFirst(shown), ...best]),
    suggestion: shown.length === 0
      ? "The program shows no window: open one of it first, or give hwnd of a hidden one in details."
      : "Give hwnd of one of the windows in details; those that can be seen come first.",
  });
}

/** The best window that shows a program's content, the frontmost where several are equally good; undefined where it has none. */
export async function bestOfProgram(desktop: Desktop, pid: number): Promise<TopLevelWindow | undefined> {
  const windows = await desktop.listWindows(true);
  const own = windows.filter((window) =>
    programOf(window) === pid && !isSystemWindow(window) && !window.cloaked
  );
  return own.length === 0 ? undefined : bestOfAll(own)[0];
}

/** Those that are equally good and best, front first: minimised ones count more than hidden ones. */
function bestOfAll(windows: readonly TopLevelWindow[]): readonly TopLevelWindow[] {
  return bestOf(
    bestOf(windows, scoreOf),
    (window) => 2 * Number(isListable(window)) + Number(!window.minimized),
  );
}

function scoreOf(window: TopLevelWindow): number {
  const isHelper = HELPER_CLASS.test(window.className);
  return (window.owner === 0n ? 100 : -50) + (window.toolWindow ? -50 : 50) + (isHelper ? -80 : 40) +
    (window.title.trim() === "" ? -30 : 10);
}

function bestOf<T>(all: readonly T[], score: (one: T) => number): readonly T[] {
  const best = Math.max(...all.map(score));
  return all.filter((one) => score(one) === best);
}
