import { ToolError } from "../core/errors.ts";
import { isEmpty } from "../core/geometry.ts";
import { formatHwnd, type Hwnd, parseHwnd } from "../core/hwnd.ts";
import { SHELL_CLASSES } from "../core/shell_classes.ts";
import { boundedText, quotedText } from "../core/text.ts";
import type { Desktop, TopLevelWindow } from "../desktop/desktop.ts";

/** How a call names its target; what is given must all hold, but a handle stands alone. */
export interface TargetQuery {
  readonly hwnd?: string | number | undefined;
  readonly pid?: number | undefined;
  readonly processName?: string | undefined;
  readonly titleContains?: string | undefined;
}

/** As many windows as a caller can choose from at a glance. */
const MOST_CANDIDATES = 10;
const MOST_TITLE_UNITS = 120;

/** Which windows a filter may find: what a person sees (minimised ones among it), or hidden ones too. */
export type TargetScope = "visible" | "all";

/** The window a call means. */
export interface ResolvedTarget {
  readonly window: TopLevelWindow;
  /** How many other windows fit the filters too; the frontmost was taken. */
  readonly otherMatches: number;
}

/** Whether a window is the desktop, the taskbar or another part of Windows itself. */
export function isSystemWindow(window: TopLevelWindow): boolean {
  return SHELL_CLASSES.has(window.className);
}

/** Whether a window is one that a person would call a window: shown or minimised, not a part of the shell. */
export function isListable(window: TopLevelWindow): boolean {
  const isSomewhere = window.minimized || !isEmpty(window.screenRect);
  return window.visible && isSomewhere && !isSystemWindow(window);
}

/** The name of a process as it is compared: in lower case, without `.exe`. */
export function plainProcessName(name: string): string {
  return name.toLowerCase().replace(/\.exe$/, "");
}

/** Whether a window fits the filters (not the handle): case is ignored, and `.exe` at the end of a name. */
export function fits(window: TopLevelWindow, query: TargetQuery): boolean {
  const { pid, processName, titleContains } = query;
  if (pid !== undefined && window.pid !== pid && window.hostedPid !== pid) return false;
  if (processName !== undefined) {
    const wanted = plainProcessName(processName);
    if (window.processName?.toLowerCase() !== wanted) return false;
  }
  if (titleContains === undefined) return true;
  // A caller knows a title as JSON shows it: without lone surrogates.
  const part = titleContains.toLowerCase().toWellFormed();
  return window.title.toLowerCase().toWellFormed().includes(part);
}

/** Whether a call names any target. */
export function namesTarget(query: TargetQuery): boolean {
  return [query.hwnd, query.pid, query.processName, query.titleContains].some((value) => value !== undefined);
}

/** @throws {ToolError} TARGET_REQUIRED when a call names no target */
export function requireTarget(query: TargetQuery): void {
  if (!namesTarget(query)) throw new ToolError("TARGET_REQUIRED", "The call names no target window");
}

/** @throws {ToolError} INVALID_PARAMS for what is no window handle */
export function requireHandle(written: string | number): Hwnd {
  const hwnd = parseHwnd(written);
  if (hwnd !== undefined) return hwnd;
  throw new ToolError("INVALID_PARAMS", `hwnd ${JSON.stringify(written)} is no window handle`, {
    details: { violations: [{ path: "hwnd", message: 'expected a handle such as "0x0001002A"' }] },
  });
}

/** Windows in z-order, but minimised ones behind those that are shown. */
export function shownFirst(windows: readonly TopLevelWindow[]): TopLevelWindow[] {
  return windows.toSorted((a, b) => Number(a.minimized) - Number(b.minimized));
}

/**
 * The window that a call means: by its handle, else the frontmost that fits every filter, shown ones before minimised
 * and hidden ones.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS (a handle that is none), WINDOW_NOT_FOUND, WINDOW_CLOAKED where
 * only cloaked windows fit, WINDOW_AMBIGUOUS where a title alone fits windows of several programs
 */
export async function resolveTarget(
  desktop: Desktop,
  query: TargetQuery,
  scope: TargetScope = "visible",
): Promise<ResolvedTarget> {
  requireTarget(query);
  if (query.hwnd !== undefined) return await resolveHandle(desktop, query.hwnd, scope);
  const windows = await desktop.listWindows(scope === "all");
  const fitting = windows.filter((window) =>
    fits(window, query) && (scope === "all" ? !isSystemWindow(window) : isListable(window))
  );
  // Each kind counts only where the kinds before it have no window that fits.
  const kinds = [
    fitting.filter((window) => isListable(window) && !window.cloaked),
    fitting.filter((window) => !isListable(window) && !window.cloaked),
    fitting.filter((window) => window.cloaked),
  ];
  const matches = kinds.find((kind) => kind.length > 0) ?? [];
  requireOneProgram(matches, query);
  const [window, ...others] = shownFirst(matches);
  if (window === undefined) {
    throw new ToolError("WINDOW_NOT_FOUND", `No window fits ${describeQuery(query)}`);
  }
  if (window.cloaked && scope === "visible") {
    throw new ToolError("WINDOW_CLOAKED", `Only a cloaked window fits ${describeQuery(query)}`, {
      details: { hwnd: formatHwnd(window.hwnd), pid: window.pid },
    });
  }
  return { window, otherMatches: others.length };
}

/** Another program whose title happens to hold the words must not get what was meant for the first. */
function requireOneProgram(matches: readonly TopLevelWindow[], query: TargetQuery): void {
  if (query.pid !== undefined || query.processName !== undefined) return;
  const programs = new Set(matches.map((window) => window.processName?.toLowerCase() ?? window.pid));
  if (programs.size < 2) return;
  throw new ToolError(
    "WINDOW_AMBIGUOUS",
    `${describeQuery(query)} fits windows of ${programs.size} programs`,
    {
      details: candidateDetails(matches),
    },
  );
}

/** What a caller chooses by, for the details of an error: the first ten of several windows. */
export function candidateDetails(matches: readonly TopLevelWindow[]): Readonly<Record<string, unknown>> {
  return {
    candidateCount: matches.length,
    candidates: matches.slice(0, MOST_CANDIDATES).map((window) => ({
      hwnd: formatHwnd(window.hwnd),
      title: boundedText(window.title, MOST_TITLE_UNITS),
      pid: window.pid,
      processName: window.processName ?? "(unknown)",
      ...(isListable(window) ? window.minimized ? { minimized: true } : {} : { hidden: true }),
    })),
  };
}

async function resolveHandle(
  desktop: Desktop,
  written: string | number,
  scope: TargetScope,
): Promise<ResolvedTarget> {
  const hwnd = requireHandle(written);
  const window = await desktop.windowState(hwnd, 0);
  if (window === undefined) throw new ToolError("WINDOW_NOT_FOUND", `There is no window ${formatHwnd(hwnd)}`);
  if (scope === "visible" && !window.visible) {
    throw new ToolError("WINDOW_NOT_FOUND", `Window ${formatHwnd(hwnd)} is hidden`);
  }
  return { window, otherMatches: 0 };
}

/** The filters in a sentence. */
export function describeQuery(query: TargetQuery): string {
  return [
    query.pid === undefined ? undefined : `pid ${query.pid}`,
    query.processName === undefined ? undefined : `processName ${quotedText(query.processName)}`,
    query.titleContains === undefined ? undefined : `titleContains ${quotedText(query.titleContains)}`,
  ].filter((part) => part !== undefined).join(" and ");
}
