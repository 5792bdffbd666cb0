/** Opens menus and submenus, and tells what is in them. */
import { pollUntil } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { TopLevelWindow } from "../../desktop/desktop.ts";
import type { UiElement } from "../../desktop/ui_element.ts";
import { elementAt } from "../../elements/tree.ts";
import { onceActed } from "../../interaction/after_acting.ts";
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
  menusBefore,
  newRows,
  popupsAmong,
  popupsOutput,
  readMenus,
  readPopup,
  sectionRows,
  shownWindows,
} from "./menu_reading.ts";

/** How long a menu may take to come up. */
const OPENING_MS = 6_000;
const LOOK_MS = 100;
/** However little time is left, this is tried. */
const LEAST_MS = 300;

const RIGHT = 0x27;

/**
 * Opens the menu of a control. One that is open is a success, and left as it is.
 *
 * @throws {ToolError} ACTION_FAILED where none comes up; what acting and reading throw. What came up is closed then
 */
export async function openMenu(call: CompositeCall, timeoutMs: number): Promise<OpenMenuResult> {
  const endsAt = call.context.clock.now() + timeoutMs;
  const before = await menusBefore(call, timeoutMs);
  const element = controlElement(call);
  const present = sectionRows(call, before.tree);
  const isExpanded = present === undefined && element.expandCollapseState === "Expanded";
  if (isExpanded || (present?.length ?? 0) > 0) {
    // What is behind was opened first: the menu itself, and before it what leads on from it.
    const open = isExpanded
      ? await shownIn(call, before, popupsAmong(before.windows, call).toReversed(), timeoutMs)
      : { ...before, rows: present ?? [] };
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
    // A menu that is drawn inside the window has no window of its own.
    const inside = (reading: MenuReading): readonly number[] =>
      sectionRows(call, reading.tree) ??
        newRows(reading, known).filter((row) => elementAt(reading.tree, row).controlType === "MenuItem");
    const wanted = { before, hasSection: present !== undefined, inside };
    const opened = await onceActed(() => until(call, endsAt, wanted), { method });
    const hasPopup = newPopups(call, before, opened.windows).length > 0;
    if (opened.rows.length === 0 && (!hasPopup || present !== undefined)) {
      throw notOpenedError(element, method, hasPopup ? "no row of its section came up" : "no menu came up");
    }
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
  const before = await menusBefore(call, timeoutMs);
  const element = controlElement(call);
  const isExpandable = canExpand(element);
  if (isExpandable && element.expandCollapseState === "Expanded") {
    const own = call.control.target.subject.host.hwnd;
    const others = popupsAmong(before.windows, call).filter(({ hwnd }) => hwnd !== own);
    return submenuResult(call, "noop", await shownIn(call, before, others, timeoutMs));
  }
  return await closedOnError(call, before.windows, async () => {
    const method = isExpandable
      ? (await actOnElement(call.context, call.control.target, { action: "expand" }, NO_FALLBACK)).method
      : "keyboard-right";
    if (!isExpandable) await pressOnRow(call, RIGHT);
    const known = keysOf(before);
    const inside = (reading: MenuReading): readonly number[] => {
      const section = new Set(sectionRows(call, reading.tree));
      return newRows(reading, known).filter((row) => !section.has(row));
    };
    const hasSection = call.entry.menu?.sectionControl !== undefined;
    const opened = await onceActed(() => until(call, endsAt, { before, hasSection, inside }), { method });
    if (opened.rows.length === 0) throw notOpenedError(element, method, "no submenu came up");
    return submenuResult(call, method, opened);
  });
}

/** What is waited for. */
interface Wanted {
  readonly before: MenuReading;
  /** Rows of a section may be anywhere, so that everything must be read. */
  readonly hasSection: boolean;
  /** Those that are meant, of all that the program shows. */
  readonly inside: (reading: MenuReading) => readonly number[];
}

/** Looks until there are rows; what was last seen where none come. */
async function until(call: CompositeCall, endsAt: number, wanted: Wanted): Promise<MenuReading> {
  const { clock, signal } = call.context;
  const timeoutMs = Math.max(LEAST_MS, Math.min(OPENING_MS, endsAt - clock.now()));
  const looksEndAt = clock.now() + timeoutMs;
  let last = { ...wanted.before, rows: [] as readonly number[] };
  await pollUntil(clock, { timeoutMs, intervalMs: LOOK_MS, signal }, async () => {
    const leftMs = Math.max(LEAST_MS, Math.round(looksEndAt - clock.now()));
    last = await lookOnce(call, wanted, leftMs);
    return last.rows.length > 0 || undefined;
  });
  return last;
}

async function lookOnce(
  call: CompositeCall,
  { before, hasSection, inside }: Wanted,
  timeoutMs: number,
): Promise<MenuReading> {
  const windows = await shownWindows(call);
  const popups = hasSection ? [] : newPopups(call, before, windows);
  if (popups.length > 0) return await shownIn(call, { ...before, windows }, popups, timeoutMs);
  const reading = await readMenus(call, timeoutMs);
  return { ...reading, rows: inside(reading) };
}

/** The rows of the first of these popups that shows any. One alone is read in a moment, where a program may take seconds. */
async function shownIn(
  call: CompositeCall,
  before: MenuReading,
  popups: readonly TopLevelWindow[],
  timeoutMs: number,
): Promise<MenuReading> {
  for (const popup of popups) {
    const shown = await readPopup(call, popup, timeoutMs);
    if (shown !== undefined && shown.rows.length > 0) return { ...shown, windows: before.windows };
  }
  return { ...before, rows: [] };
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
  windows: readonly TopLevelWindow[],
): readonly TopLevelWindow[] {
  return popupsAmong(windowsBeyond(before.windows, windows), call);
}

function controlElement({ control: { tree, node } }: CompositeCall): UiElement {
  return elementAt(tree, node);
}

function menuResult(
  call: CompositeCall,
  method: string,
  { tree, rows, windows }: MenuReading,
): OpenMenuResult {
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

function submenuResult(call: CompositeCall, method: string, { tree, rows }: MenuReading): OpenSubmenuResult {
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
