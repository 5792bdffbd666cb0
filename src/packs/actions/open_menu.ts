/** Opens menus and submenus, and tells what is in them. */
import { pollUntil } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { TopLevelWindow } from "../../desktop/desktop.ts";
import type { UiElement, UiTree } from "../../desktop/ui_element.ts";
import { elementAt, rootOf } from "../../elements/tree.ts";
import { actOnElement } from "../../interaction/element_act.ts";
import { elementDetails, elementWords } from "../../interaction/element_act_errors.ts";
import { windowsBeyond } from "../../interaction/program_windows.ts";
import { type CompositeCall, NO_FALLBACK } from "./composite_call.ts";
import type { OpenMenuResult, OpenSubmenuResult } from "./composite_results.ts";
import { closePopups, pressOnRow } from "./menu_keys.ts";
import {
  itemsOutput,
  keysOf,
  type MenuReading,
  newRows,
  popupsAmong,
  popupsOutput,
  readMenus,
  rowsIn,
  sectionRows,
  shownWindows,
} from "./menu_reading.ts";

/** How long a menu may take to come up. */
const OPENING_MS = 6_000;
const LOOK_MS = 100;
/** However little time is left, this is tried. */
const LEAST_MS = 300;

const RIGHT = 0x27;

/** Rows that came up, with what was read for them. */
interface Opened {
  readonly tree: UiTree;
  readonly rows: readonly number[];
  readonly windows: readonly TopLevelWindow[];
}

/**
 * Opens the menu of a control. One that is open is a success, and left as it is.
 *
 * @throws {ToolError} ACTION_FAILED where none comes up; what acting and reading throw. What came up is closed then
 */
export async function openMenu(call: CompositeCall, timeoutMs: number): Promise<OpenMenuResult> {
  const endsAt = call.context.clock.now() + timeoutMs;
  const before = await readMenus(call, timeoutMs);
  const element = controlElement(call);
  const present = sectionRows(call, before.tree);
  const isExpanded = present === undefined && element.expandCollapseState === "Expanded";
  if (isExpanded || (present?.length ?? 0) > 0) {
    const popups = popupsAmong(before.windows, call);
    const open = { ...before, rows: present ?? rowsIn(before, popups) };
    return { ...menuResult(call, "noop", open), alreadyOpen: true };
  }
  return await closedOnError(call, before.windows, async () => {
    const { method } = await actOnElement(
      call.context,
      call.control.target,
      { action: wayOf(element) },
      NO_FALLBACK,
    );
    const known = keysOf(before);
    const opened = await until(call, endsAt, (reading) => {
      const rows = sectionRows(call, reading.tree);
      if (rows !== undefined) return rows;
      const came = rowsIn(reading, newPopups(call, before, reading));
      // A menu that is drawn inside the window has no window of its own.
      return came.length > 0 ? came : newRows(reading, known).filter((row) => isMenuItem(reading.tree, row));
    });
    const hasPopup = newPopups(call, before, opened).length > 0;
    const isOpen = opened.rows.length > 0 || hasPopup && call.entry.menu?.sectionControl === undefined;
    if (!isOpen) throw notOpenedError(element, method, "no menu came up");
    return menuResult(call, method, opened);
  });
}

/**
 * Opens what a row of an open menu leads to: by its pattern, where it has one, else by the Right key, posted to its panel.
 *
 * @throws {ToolError} ACTION_FAILED where nothing comes up, and what acting, reading and posting throw
 */
export async function openSubmenu(call: CompositeCall, timeoutMs: number): Promise<OpenSubmenuResult> {
  const endsAt = call.context.clock.now() + timeoutMs;
  const before = await readMenus(call, timeoutMs);
  const element = controlElement(call);
  const isExpandable = canExpand(element);
  if (isExpandable && element.expandCollapseState === "Expanded") {
    const own = rootOf(call.control.tree, call.control.node).hwnd;
    const others = popupsAmong(before.windows, call).filter(({ hwnd }) => hwnd !== own);
    return submenuResult(call, "noop", { ...before, rows: rowsIn(before, others) });
  }
  return await closedOnError(call, before.windows, async () => {
    const method = isExpandable
      ? (await actOnElement(call.context, call.control.target, { action: "expand" }, NO_FALLBACK)).method
      : "keyboard-right";
    if (!isExpandable) await pressOnRow(call, RIGHT);
    const known = keysOf(before);
    const opened = await until(call, endsAt, (reading) => {
      const section = new Set(sectionRows(call, reading.tree));
      return newRows(reading, known).filter((row) => !section.has(row));
    });
    if (opened.rows.length === 0) throw notOpenedError(element, method, "no submenu came up");
    return submenuResult(call, method, opened);
  });
}

/** Looks until there are rows; what was last seen where none come. */
async function until(
  call: CompositeCall,
  endsAt: number,
  rowsOf: (reading: MenuReading) => readonly number[],
): Promise<Opened> {
  const { clock, signal } = call.context;
  const timeoutMs = Math.max(LEAST_MS, Math.min(OPENING_MS, endsAt - clock.now()));
  const looksEndAt = clock.now() + timeoutMs;
  let last: Opened | undefined;
  await pollUntil(clock, { timeoutMs, intervalMs: LOOK_MS, signal }, async () => {
    const reading = await readMenus(call, Math.max(LEAST_MS, Math.round(looksEndAt - clock.now())));
    last = { ...reading, rows: rowsOf(reading) };
    return last.rows.length > 0 || undefined;
  });
  // Narrowed away by the compiler: it was set inside the function above, which runs at least once.
  return last as unknown as Opened;
}

/** A menu that nobody is told of is not left open. */
async function closedOnError<T>(
  call: CompositeCall,
  before: readonly TopLevelWindow[],
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const windows = await shownWindows(call).catch(() => []);
    await closePopups(call.context, popupsAmong(windowsBeyond(before, windows), call));
    throw error;
  }
}

/** To invoke a split button is to do what it stands for; where there is no other way, a menu is expanded. */
function wayOf(element: UiElement): "expand" | "invoke" {
  const isSurely = element.controlType === "SplitButton" || !element.patterns.includes("Invoke");
  return canExpand(element) && isSurely ? "expand" : "invoke";
}

function canExpand({ patterns, expandCollapseState }: UiElement): boolean {
  return patterns.includes("ExpandCollapse") && expandCollapseState !== "LeafNode";
}

function newPopups(
  call: CompositeCall,
  before: Pick<MenuReading, "windows">,
  now: Pick<MenuReading, "windows">,
): readonly TopLevelWindow[] {
  return popupsAmong(windowsBeyond(before.windows, now.windows), call);
}

function isMenuItem(tree: UiTree, node: number): boolean {
  return elementAt(tree, node).controlType === "MenuItem";
}

function controlElement({ control: { tree, node } }: CompositeCall): UiElement {
  return elementAt(tree, node);
}

function menuResult(call: CompositeCall, method: string, { tree, rows, windows }: Opened): OpenMenuResult {
  return {
    success: true,
    method,
    verified: "yes",
    physicalCursorMoved: false,
    popupOpened: true,
    popupRoots: popupsOutput(popupsAmong(windows, call)),
    ...itemsOutput(call, tree, rows),
  };
}

function submenuResult(call: CompositeCall, method: string, { tree, rows }: Opened): OpenSubmenuResult {
  return {
    success: true,
    method,
    verified: "yes",
    physicalCursorMoved: false,
    ...itemsOutput(call, tree, rows),
  };
}

function notOpenedError(element: UiElement, method: string, what: string): ToolError {
  return new ToolError("ACTION_FAILED", `${elementWords(element)} was acted on, and ${what}`, {
    details: { ...elementDetails(element), method, mayHaveHadEffect: true },
  });
}
