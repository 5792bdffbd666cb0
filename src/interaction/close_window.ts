import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow, WindowState } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { destroyedError } from "./preflight.ts";
import { newWindowOf, pidsAround, windowsOf } from "./program_windows.ts";
import { isShellProcess, ownChain } from "./protected_processes.ts";
import { dialogOf, type WindowAction } from "./window_actions.ts";
import { refused } from "./window_change.ts";

const LOOK_MS = 30;

/** What came of asking a window to close. */
export interface CloseWindowOutcome {
  readonly method: string;
  /** It is gone: destroyed, or hidden by its program. */
  readonly closed: boolean;
  /** The window as it is now; undefined when it has been destroyed. */
  readonly after: WindowState | undefined;
  /** A window that came instead, such as a question whether to save. */
  readonly prompt: TopLevelWindow | undefined;
}

/**
 * Asks one window to close, as its close button does, and waits until it has, or shows a question instead, at most
 * `graceMs`. Nothing is forced, and the program's other windows stay.
 *
 * @throws {ToolError} PROTECTED_PROCESS (a window of this server or of what it runs in), WINDOW_CHANGE_REFUSED (a dialog
 * of it is open, or Windows does not pass the request on), STALE_WINDOW_HANDLE
 */
export async function closeWindow(
  context: ActContext,
  { window, tracker }: WindowAction,
  graceMs: number,
): Promise<CloseWindowOutcome> {
  const { desktop, clock, signal } = context;
  await requireForeign(context, window);
  if (!window.enabled) {
    const dialog = await dialogOf(context, window);
    throw refused(
      window,
      "is disabled: a dialog of it has to be answered first",
      dialog === undefined ? {} : { dialog: formatHwnd(dialog) },
      dialog === undefined ? undefined : "Answer the dialog in details first.",
    );
  }
  const pids = pidsAround(window);
  const before = await windowsOf(desktop, pids);
  // What is gone cannot be brought back to the front.
  if (tracker.before === window.hwnd) tracker.keepForeground();
  if (!(await desktop.requestClose(window.hwnd))) {
    if (await look(context, window) === undefined) throw destroyedError(window.hwnd);
    throw refused(window, "could not be asked to close");
  }
  let after: WindowState | undefined = window;
  let prompt: TopLevelWindow | undefined;
  await pollUntil(clock, { timeoutMs: graceMs, intervalMs: LOOK_MS, signal }, async () => {
    after = await look(context, window);
    if (after === undefined || !after.visible) return true;
    prompt = await newWindowOf(desktop, pids, before);
    // A dialog that disables the window waits for an answer, however long we wait.
    return prompt !== undefined && !after.enabled ? true : undefined;
  });
  const closed = after === undefined || !after.visible;
  return { method: "PostMessage(WM_CLOSE)", closed, after, prompt: closed ? undefined : prompt };
}

async function look({ desktop }: ActContext, window: WindowState): Promise<WindowState | undefined> {
  const now = await desktop.windowState(window.hwnd, 0);
  return now?.pid === window.pid ? now : undefined;
}

/**
 * The terminal or the client that this server runs in would take it along. The shell, which mostly has started them, goes
 * on when a folder is closed.
 *
 * @throws {ToolError} PROTECTED_PROCESS
 */
export async function requireForeign(
  { desktop }: ActContext,
  { hwnd, pid, processName }: Pick<WindowState, "hwnd" | "pid" | "processName">,
): Promise<void> {
  if (isShellProcess(processName)) return;
  const own = await ownChain(desktop, await desktop.listProcesses());
  if (!own.has(pid)) return;
  throw new ToolError(
    "PROTECTED_PROCESS",
    `Window ${formatHwnd(hwnd)} belongs to this server or to one of its parents`,
    { details: { hwnd: formatHwnd(hwnd), pid }, suggestion: "Leave this window to the person." },
  );
}
