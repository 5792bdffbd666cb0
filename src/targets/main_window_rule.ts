/** By what the main window of a program is known. */
import { comparison } from "../elements/match.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import { isListable, plainProcessName } from "./resolve_target.ts";

/** All that is given has to hold. */
export interface MainWindowRule {
  /** Names of its process, compared without case and `.exe`; none of them allows any. */
  readonly processNames: readonly string[];
  /** Texts of which the title contains at least one; none of them allows any. */
  readonly titleContains: readonly string[];
  readonly title?: string | undefined;
  /** How {@link title} is meant; case is ignored in every way. */
  readonly titleMatch?: "exact" | "contains" | "regex" | undefined;
}

/** Whether everything that the rule says holds for a window. */
export function fitsRule(
  window: Pick<TopLevelWindow, "title" | "processName">,
  rule: MainWindowRule,
): boolean {
  const { processNames, titleContains, title: wanted, titleMatch = "contains" } = rule;
  const name = plainProcessName(window.processName ?? "");
  if (processNames.length > 0 && !processNames.some((each) => plainProcessName(each) === name)) return false;
  const title = window.title.toLowerCase();
  if (titleContains.length > 0 && !titleContains.some((part) => title.includes(part.toLowerCase()))) {
    return false;
  }
  return wanted === undefined || comparison(wanted, { match: titleMatch })(window.title);
}

/**
 * The main windows among others, in their order: what the rule fits and a person sees, minimised ones too. A window that
 * another one which is seen owns is a dialog of that, whatever its title says.
 */
export function mainWindows(
  windows: readonly TopLevelWindow[],
  rule: MainWindowRule,
): readonly TopLevelWindow[] {
  const seen = windows.filter((window) => isListable(window) && !window.cloaked);
  const isDialog = ({ owner }: TopLevelWindow): boolean => seen.some(({ hwnd }) => hwnd === owner);
  return seen.filter((window) => fitsRule(window, rule) && !isDialog(window));
}

/** The first main window of a process; undefined where none fits. */
export function mainWindowOf(
  windows: readonly TopLevelWindow[],
  pid: number,
  rule: MainWindowRule,
): TopLevelWindow | undefined {
  return mainWindows(windows.filter((window) => programOf(window) === pid), rule)[0];
}
