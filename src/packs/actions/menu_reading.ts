/** What open menus show: rows, where they are, and which of them came since. */
import { ToolError } from "../../core/errors.ts";
import { isEmpty } from "../../core/geometry.ts";
import { formatHwnd } from "../../core/hwnd.ts";
import { boundedText } from "../../core/text.ts";
import type { TopLevelWindow } from "../../desktop/desktop.ts";
import type { ControlType, UiElement, UiTree } from "../../desktop/ui_element.ts";
import { supportedActions } from "../../elements/catalog.ts";
import { candidatesOf, find } from "../../elements/find.ts";
import { identityKey, identityOf } from "../../elements/identity.ts";
import { comparison } from "../../elements/match.ts";
import { escapePattern } from "../../elements/pattern.ts";
import { lastSegment } from "../../elements/recommend_selector.ts";
import { MOST_SELECTOR_UNITS, type Selector } from "../../elements/selector.ts";
import { elementAt } from "../../elements/tree.ts";
import { pidsAround, windowsOf } from "../../interaction/program_windows.ts";
import { readElements } from "../../interaction/read_elements.ts";
import type { CompositeCall } from "./composite_call.ts";
import type { MenuRow, OpenMenuResult } from "./composite_results.ts";

/** A menu of more rows is no menu for a person. */
const MOST_ROWS = 100;
const MOST_ROOTS = 10;
const MOST_TEXT_UNITS = 100;

/** What rows of a menu are; programs that draw their menus make them of buttons. */
const ROW_TYPES: ReadonlySet<ControlType> = new Set([
  "Button",
  "CheckBox",
  "MenuItem",
  "RadioButton",
  "SplitButton",
]);

/** The windows of the program with what is in them. */
export interface MenuReading {
  readonly tree: UiTree;
  readonly windows: readonly TopLevelWindow[];
  /** The rows that a person can see, in document order. */
  readonly rows: readonly number[];
}

/** What is shown before anything is done: what the control has just been found in, unless popups were left out of that. */
export async function menusBefore(call: CompositeCall, timeoutMs: number): Promise<MenuReading> {
  if (!call.limits.includeProcessPopups) return await readMenus(call, timeoutMs);
  return readingOf(call.control.tree, await shownWindows(call));
}

/** Reads all windows of the program, popups among them. */
export async function readMenus(call: CompositeCall, timeoutMs: number): Promise<MenuReading> {
  const { context, window, limits } = call;
  const windows = await shownWindows(call);
  const all = { ...limits, includeProcessPopups: true, timeoutMs };
  return readingOf(await readElements(context, window, all), windows);
}

/** Reads one of them alone; undefined where it is gone again. */
export async function readPopup(
  { context, limits }: CompositeCall,
  popup: TopLevelWindow,
  timeoutMs: number,
): Promise<MenuReading | undefined> {
  const alone = { ...limits, includeProcessPopups: false, timeoutMs };
  try {
    return readingOf(await readElements(context, popup, alone), [popup]);
  } catch (error) {
    if (error instanceof ToolError && GONE.has(error.code)) return undefined;
    throw error;
  }
}

const GONE: ReadonlySet<string> = new Set(["STALE_WINDOW_HANDLE", "UIA_ROOT_UNAVAILABLE"]);

function readingOf(tree: UiTree, windows: readonly TopLevelWindow[]): MenuReading {
  const rows = [...candidatesOf(tree, undefined)].filter((node) => {
    const element = elementAt(tree, node);
    return ROW_TYPES.has(element.controlType) && isShown(element);
  });
  return { tree, windows, rows };
}

/** The visible windows of the program. */
export function shownWindows({ context, window }: CompositeCall): Promise<readonly TopLevelWindow[]> {
  return windowsOf(context.desktop, pidsAround(window));
}

/** Windows beside the one that the call names which have no title: menus, lists, panels. */
export function popupsAmong(
  windows: readonly TopLevelWindow[],
  { window }: CompositeCall,
): readonly TopLevelWindow[] {
  return windows.filter(({ hwnd, title }) =>
    hwnd !== window.hwnd && hwnd !== window.root && title.trim() === ""
  );
}

/** The rows of the section that the pack names; undefined where it names none. */
export function sectionRows({ pack, entry }: CompositeCall, tree: UiTree): readonly number[] | undefined {
  const section = entry.menu?.sectionControl;
  const [selector] = section === undefined ? [] : pack.controls.get(section)?.selectors ?? [];
  if (selector === undefined) return undefined;
  return find(tree, selector).matches.filter((node) => isShown(elementAt(tree, node)));
}

/** What each row is known by. */
export function keysOf({ tree, rows }: MenuReading): ReadonlySet<string> {
  return new Set(rows.map((node) => identityKey(identityOf(tree, node))));
}

/** The rows that are not among those that were known. */
export function newRows(reading: MenuReading, known: ReadonlySet<string>): readonly number[] {
  return reading.rows.filter((node) => !known.has(identityKey(identityOf(reading.tree, node))));
}

/** Rows as results show them, bounded. */
export function itemsOutput(
  { pack }: CompositeCall,
  tree: UiTree,
  rows: readonly number[],
): { readonly items: MenuRow[]; readonly itemCount: number } {
  const tests = pack.profile.submenuAidPatterns.map((source) => comparison(source, { match: "regex" }));
  const opensSubmenu = (automationId: string): boolean => tests.some((fits) => fits(automationId));
  const items = rows.slice(0, MOST_ROWS).map((node) => rowOf(elementAt(tree, node), opensSubmenu));
  return { items, itemCount: rows.length };
}

/** Popups as results show them, bounded. */
export function popupsOutput(popups: readonly TopLevelWindow[]): OpenMenuResult["popupRoots"] {
  return popups.slice(0, MOST_ROOTS).map(({ hwnd, title, className }) => ({
    hwnd: formatHwnd(hwnd),
    title: boundedText(title, MOST_TEXT_UNITS),
    className: boundedText(className, MOST_TEXT_UNITS),
  }));
}

function rowOf(element: UiElement, opensSubmenu: (automationId: string) => boolean): MenuRow {
  const { automationId, name, controlType, enabled, toggleState, selected, expandCollapseState } = element;
  const canExpand = expandCollapseState !== null && expandCollapseState !== "LeafNode";
  return {
    automationId: boundedText(automationId, MOST_TEXT_UNITS),
    name: boundedText(name, MOST_TEXT_UNITS),
    controlType,
    enabled,
    checked: toggleState === "On" || toggleState === "Off" ? toggleState === "On" : selected,
    hasSubmenu: canExpand || opensSubmenu(automationId),
    supportedActions: [...supportedActions(element)],
    recommendedSelector: { ...rowSelector(element) },
  };
}

/** The last part of a dotted automation id stays when what is above it is renamed. */
function rowSelector({ automationId, name, controlType }: UiElement): Selector {
  const segment = lastSegment(automationId);
  const pattern = `${escapePattern(segment)}$`;
  if (segment !== "" && pattern.length <= MOST_SELECTOR_UNITS) {
    return { automationId: pattern, controlType, match: "regex" };
  }
  const isNamed = name !== "" && name.length <= MOST_SELECTOR_UNITS;
  return isNamed ? { name, controlType } : { controlType };
}

function isShown({ offscreen, screenRect }: UiElement): boolean {
  return !offscreen && screenRect !== null && !isEmpty(screenRect);
}
