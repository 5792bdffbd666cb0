import { ToolError } from "../core/errors.ts";
import { isEmpty } from "../core/geometry.ts";
import { formatHwnd, type Hwnd, parseHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import type { Desktop, TopLevelWindow } from "../desktop/desktop.ts";

/** How a call names its target; what is given must all hold, but a handle stands alone. */
export interface TargetQuery {
  readonly hwnd?: string | number | undefined;
  readonly pid?: number | undefined;
  readonly processName?: string | undefined;
  readonly titleContains?: string | undefined;
}

/** Which windows a filter may find: what a person sees (minimised ones among it), or hidden ones too. */
export type TargetScope = "visible" | "all";

/** The window a call means. */
export interface ResolvedTarget {
  readonly window: TopLevelWindow;
  /** How many other windows fit the filters too; the frontmost was taken. */
  readonly otherMatches: number;
}

/** Shell and input-method windows that no filter is ever meant to find; a handle still reaches them. */
const SYSTEM_CLASSES: ReadonlySet<string> = new Set([
  "Progman",
  "WorkerW",
  "Shell_TrayWnd",
  "Shell_SecondaryTrayWnd",
  "IME",
  "MSCTFIME UI",
  "Default IME",
  "Ghost",
]);

/** Whether a window is one that a person would call a window: shown or minimised, not a part of the shell. */
export function isListable(window: TopLevelWindow): boolean {
  const isSomewhere = window.minimized || !isEmpty(window.screenRect);
  return window.visible && isSomewhere && !SYSTEM_CLASSES.has(window.className);
}

/** Whether a window fits the filters (not the handle): case is ignored, and `.exe` at the end of a name. */
export function fits(window: TopLevelWindow, query: TargetQuery): boolean {
  const { pid, processName, titleContains } = query;
  if (pid !== undefined && window.pid !== pid && window.hostedPid !== pid) return false;
  if (processName !== undefined) {
    const wanted = processName.toLowerCase().replace(/\.exe$/, "");
    if (window.processName?.toLowerCase() !== wanted) return false;
  }
  if (titleContains === undefined) return true;
  // A caller knows a title as JSON shows it: without lone surrogates.
  const part = titleContains.toLowerCase().toWellFormed();
  return window.title.toLowerCase().toWellFormed().includes(part);
}

/** Whether a call names any target. */
function namesTarget(query: TargetQuery): boolean {
  return [query.hwnd, query.pid, query.processName, query.titleContains].some((value) => value !== undefined);
}

/**
 * The window that a call means: by its handle, else the frontmost that fits every filter, shown ones before minimised
 * and hidden ones.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS (a handle that is none), WINDOW_NOT_FOUND
 */
export async function resolveTarget(
  desktop: Desktop,
  query: TargetQuery,
  scope: TargetScope = "visible",
): Promise<ResolvedTarget> {
  if (!namesTarget(query)) {
    throw new ToolError("TARGET_REQUIRED", "The call names no target window");
  }
  if (query.hwnd !== undefined) return await resolveHandle(desktop, query.hwnd, scope);
  const windows = await desktop.listWindows(scope === "all");
  const matches = windows.filter((window) =>
    fits(window, query) && !window.cloaked &&
    (scope === "all" ? !SYSTEM_CLASSES.has(window.className) : isListable(window))
  );
  const rank = (window: TopLevelWindow): number => (isListable(window) ? 0 : 2) + (window.minimized ? 1 : 0);
  const [window, ...others] = matches.toSorted((a, b) => rank(a) - rank(b));
  if (window === undefined) {
    throw new ToolError("WINDOW_NOT_FOUND", `No window fits ${describeQuery(query)}`);
  }
  return { window, otherMatches: others.length };
}

async function resolveHandle(
  desktop: Desktop,
  written: string | number,
  scope: TargetScope,
): Promise<ResolvedTarget> {
  const hwnd: Hwnd | undefined = parseHwnd(written);
  if (hwnd === undefined) {
    throw new ToolError("INVALID_PARAMS", `hwnd ${JSON.stringify(written)} is no window handle`, {
      details: { violations: [{ path: "hwnd", message: 'expected a handle such as "0x0001002A"' }] },
    });
  }
  const window = await desktop.windowState(hwnd, 0);
  if (window === undefined) throw new ToolError("WINDOW_NOT_FOUND", `There is no window ${formatHwnd(hwnd)}`);
  if (scope === "visible" && !window.visible) {
    throw new ToolError("WINDOW_NOT_FOUND", `Window ${formatHwnd(hwnd)} is hidden`);
  }
  return { window, otherMatches: 0 };
}

function describeQuery(query: TargetQuery): string {
  return [
    query.pid === undefined ? undefined : `pid ${query.pid}`,
    query.processName === undefined ? undefined : `processName ${quotedText(query.processName)}`,
    query.titleContains === undefined ? undefined : `titleContains ${quotedText(query.titleContains)}`,
  ].filter((part) => part !== undefined).join(" and ");
}
