import type { Hwnd } from "../core/hwnd.ts";
import type { Desktop, ProcessIdentity, TopLevelWindow } from "../desktop/desktop.ts";

/** The ids of some processes. */
export function pidsOf(processes: readonly ProcessIdentity[]): ReadonlySet<number> {
  return new Set(processes.map(({ pid }) => pid));
}

/** The processes that the windows of a window's program are of: a Store app's content is of another one than its frame. */
export function pidsAround(
  { pid, hostedPid = pid }: Pick<TopLevelWindow, "pid" | "hostedPid">,
): ReadonlySet<number> {
  return new Set([pid, hostedPid]);
}

/** The visible windows of some processes, or that show their content, front first. */
export async function windowsOf(
  desktop: Desktop,
  pids: ReadonlySet<number>,
): Promise<readonly TopLevelWindow[]> {
  return (await desktop.listWindows(false)).filter(({ pid, hostedPid }) =>
    pids.has(pid) || hostedPid !== undefined && pids.has(hostedPid)
  );
}

/** A visible window that has come since, such as a question whether to save. */
export async function newWindowOf(
  desktop: Desktop,
  pids: ReadonlySet<number>,
  before: readonly TopLevelWindow[],
): Promise<TopLevelWindow | undefined> {
  return windowsBeyond(before, await windowsOf(desktop, pids))[0];
}

/** Those of the second list that are not in the first. */
export function windowsBeyond(
  known: readonly TopLevelWindow[],
  windows: readonly TopLevelWindow[],
): readonly TopLevelWindow[] {
  const handles = new Set<Hwnd>(known.map(({ hwnd }) => hwnd));
  return windows.filter(({ hwnd }) => !handles.has(hwnd));
}

/** The front-most window of a program that keeps its owner disabled and belongs to `root`, directly or through others. */
export async function modalDialogOver(
  desktop: Desktop,
  pids: ReadonlySet<number>,
  root: Hwnd,
): Promise<Hwnd | undefined> {
  const windows = await windowsOf(desktop, pids);
  const owners = new Map(windows.map(({ hwnd, owner }) => [hwnd, owner]));
  for (const { hwnd, owner } of windows) {
    let above: Hwnd | undefined = owner;
    // No more steps than there are windows: a handle that was used again meanwhile could close a circle.
    for (let step = 0; step < windows.length && above !== undefined && above !== root; step++) {
      above = owners.get(above);
    }
    if (above === root && (await desktop.windowState(owner, 0))?.enabled === false) return hwnd;
  }
  return undefined;
}
