/** An instance of a pack's program that runs already. */
import { win32 } from "node:path";
import { type Desktop, type ProcessIdentity, programOf, type TopLevelWindow } from "../../desktop/desktop.ts";
import { type MainWindowRule, mainWindows } from "../../targets/main_window_rule.ts";
import { plainProcessName, shownFirst } from "../../targets/resolve_target.ts";

/** A program with its main window, which may be minimised. */
export interface RunningInstance {
  readonly process: ProcessIdentity;
  readonly window: TopLevelWindow;
  /** Of its program; undefined where that cannot be read. */
  readonly path: string | undefined;
}

/**
 * The running program with a main window that fits: of the process that the pack names first, the frontmost, shown ones
 * before minimised ones.
 *
 * @param exePath the file that it must run; any when undefined
 */
export async function findRunningInstance(
  desktop: Desktop,
  rule: MainWindowRule,
  exePath: string | undefined,
): Promise<RunningInstance | undefined> {
  const names = rule.processNames.map(plainProcessName);
  const rank = ({ processName }: TopLevelWindow): number =>
    names.indexOf(plainProcessName(processName ?? ""));
  const windows = shownFirst(mainWindows(await desktop.listWindows(false), rule))
    .toSorted((a, b) => rank(a) - rank(b));
  for (const window of windows) {
    const path = await desktop.programPath(programOf(window));
    if (exePath !== undefined && (path === undefined || !isSamePath(path, exePath))) continue;
    const process = await desktop.identifyProcess(programOf(window));
    // It has just ended, or is closed to us.
    if (process !== undefined) return { process, window, path };
  }
  return undefined;
}

function isSamePath(a: string, b: string): boolean {
  return win32.normalize(a).toLowerCase() === win32.normalize(b).toLowerCase();
}
