/** Reads what is inside a window, for whoever needs it: looked at before, in one deadline, twice where it pays. */
import { throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import { SHELL_CLASSES } from "../core/shell_classes.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { UiReadRequest, UiTree, UiWindow } from "../desktop/ui_element.ts";
import { gapsOf, hasContent, isCut, isPart } from "../elements/status.ts";
import type { ActContext } from "./act_context.ts";
import { preflight } from "./preflight.ts";

/** Programs build what they show to accessibility only when they are first asked. */
const SECOND_LOOK_AFTER_MS = 400;

/** However little time is left after a busy program has been waited for, this is tried. */
const LEAST_READ_MS = 300;

/** Stands for the node of a window that gave none. */
const NO_ELEMENT = -1;

/** Of one element: more are read page by page. */
export const MOST_CHILDREN = 500;

/** How much of a window is read. */
export interface ReadLimits extends Omit<UiReadRequest, "windows" | "timeoutMs"> {
  /** Of everything: waiting for a busy program, and reading. */
  readonly timeoutMs: number;
  /** Other shown windows of the program too: menus, drop-down lists, dialogs. */
  readonly includeProcessPopups: boolean;
}

/**
 * Reads a window. One that shows nothing but its frame is read once more, since it may only have begun to build itself.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE, WINDOW_ON_OTHER_DESKTOP, TARGET_ELEVATED, WINDOW_HUNG, WINDOW_NOT_RESPONDING,
 * UIA_ASSEMBLY_UNAVAILABLE, UIA_ROOT_UNAVAILABLE, PROVIDER_BUSY, TIMEOUT, CANCELLED
 */
export async function readElements(
  context: ActContext,
  window: TopLevelWindow,
  limits: ReadLimits,
): Promise<UiTree> {
  const { desktop, clock, signal } = context;
  const endsAt = clock.now() + limits.timeoutMs;
  await preflight(context, window, "read", limits.timeoutMs);
  const read = async (): Promise<UiTree> => {
    throwIfCancelled(signal);
    const { includeProcessPopups, ...bounds } = limits;
    const windows = [mainOf(window), ...includeProcessPopups ? await popupsOf(context, window) : []];
    const timeoutMs = Math.max(LEAST_READ_MS, Math.round(endsAt - clock.now()));
    return await desktop.readUiTree({ ...bounds, windows, timeoutMs }, signal);
  };
  let tree = await read();
  if (showsNothing(tree) && clock.now() + SECOND_LOOK_AFTER_MS + LEAST_READ_MS <= endsAt) {
    await clock.sleep(SECOND_LOOK_AFTER_MS, signal);
    tree = await read();
  }
  if (tree.roots[0]?.node === NO_ELEMENT) throw noRootError(window.hwnd);
  return tree;
}

/** Nothing but its frame, and there is no more. */
function showsNothing(tree: UiTree): boolean {
  if (tree.roots[0]?.node === NO_ELEMENT) return true;
  return !isPart(tree) && !hasContent(tree) && !isCut(gapsOf(tree));
}

function noRootError(hwnd: Hwnd): ToolError {
  return new ToolError(
    "UIA_ROOT_UNAVAILABLE",
    `Window ${formatHwnd(hwnd)} gave the accessibility interface no element`,
    { details: { hwnd: formatHwnd(hwnd) } },
  );
}

function mainOf({ hwnd, title, className, pid, hostedPid }: TopLevelWindow): UiWindow {
  const hosted = hostedPid === undefined ? {} : { hostedPid };
  return { hwnd, title, className, processId: pid, ...hosted, isMain: true, isPopup: false };
}

/**
 * The other windows of the program that a person could see, front first; not the one that a child window is in. Of a Store
 * app those that show its content.
 */
async function popupsOf({ desktop }: ActContext, main: TopLevelWindow): Promise<readonly UiWindow[]> {
  const windows = await desktop.listWindows(false);
  const isListed = windows.some(({ hwnd }) => hwnd === main.hwnd);
  const around = isListed ? main.hwnd : (await desktop.windowState(main.hwnd, 0))?.root;
  return windows
    .filter((window) =>
      // The desktop and the taskbar belong to the program that shows folders.
      programOf(window) === programOf(main) && window.hwnd !== main.hwnd && window.hwnd !== around &&
      !window.cloaked && !SHELL_CLASSES.has(window.className)
    )
    .map((window) => ({ ...mainOf(window), isMain: false, isPopup: window.title.trim() === "" }));
}
