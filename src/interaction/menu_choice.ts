/** Choosing an item of a window's menu without showing it: as if a person had, for the program behind it. */
import { throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import { boundedText, quotedText } from "../core/text.ts";
import type { Menu, MenuChoice, MenuItem, MenuRefusal } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { KEYS_FOR_MENUS } from "./key_advice.ts";
import { matchingItems, normalizedMenuText } from "./menu_path.ts";
import { destroyedError, PROBE_MS } from "./preflight.ts";

/** How many items an error names. */
const MOST_NAMED = 40;
const MOST_NAME_UNITS = 80;

/** An id that no program gives to a command: what Windows says for an item without one. */
const NO_COMMAND = 0xFFFF_FFFF;

/** What became of it. */
export interface MenuOutcome {
  /** The message by which the program was told. */
  readonly method: "WM_COMMAND" | "WM_MENUCOMMAND";
  /** From the menu bar to the command. */
  readonly path: readonly MenuItem[];
  /** The check mark afterwards; undefined when the item is not there any more. */
  readonly checkedAfter: boolean | undefined;
}

/** A command that was found, and how its program wants to be told. */
interface FoundCommand {
  readonly path: readonly MenuItem[];
  readonly menu: bigint;
  readonly position: number;
  readonly choice: MenuChoice;
}

/**
 * Finds an item by the texts on the way to it and puts into the window's queue that it was chosen.
 *
 * @param root a top-level window
 * @param settleMs how long the program has before the check mark is looked at again
 * @throws {ToolError} before anything is sent: STALE_WINDOW_HANDLE, CONTROL_DISABLED, MENU_ITEM_NOT_FOUND,
 * MENU_ITEM_AMBIGUOUS, MENU_ITEM_DISABLED, WINDOW_NOT_RESPONDING, CANCELLED; INPUT_DELIVERY_FAILED when Windows refuses
 */
export async function chooseMenuItem(
  context: ActContext,
  root: Hwnd,
  path: readonly string[],
  settleMs: number,
): Promise<MenuOutcome> {
  const { desktop, clock, signal } = context;
  await requireEnabled(context, root);
  const command = await findCommand(context, root, path);
  throwIfCancelled(signal);
  if (!(await desktop.postMenuChoice(root, command.choice))) {
    throw new ToolError(
      "INPUT_DELIVERY_FAILED",
      `Windows refused the command for window ${formatHwnd(root)}`,
    );
  }
  const after = await onceActed(async () => {
    if (settleMs > 0) await clock.sleep(settleMs, signal);
    else await desktop.targetCondition(root, PROBE_MS); // a program that answers has mostly handled what was posted before
    return await desktop.menuItem(command.menu, command.position);
  });
  return {
    method: command.choice.by === "position" ? "WM_MENUCOMMAND" : "WM_COMMAND",
    path: command.path,
    checkedAfter: after?.commandId === command.path.at(-1)?.commandId ? after?.checked : undefined,
  };
}

/** A dialog that is open over a window disables it: a person could not open its menu either. */
async function requireEnabled({ desktop }: ActContext, root: Hwnd): Promise<void> {
  const state = await desktop.windowState(root, 0);
  if (state === undefined) throw destroyedError(root);
  if (state.enabled) return;
  throw new ToolError(
    "CONTROL_DISABLED",
    `Window ${formatHwnd(root)} is disabled, mostly by a dialog over it`,
    {
      suggestion: "Answer the dialog that is open over the window first; list_windows shows it.",
    },
  );
}

/** Goes down the path as a person's pointer does, and tells the program of each menu that it is shown, then that it is not. */
async function findCommand(context: ActContext, root: Hwnd, path: readonly string[]): Promise<FoundCommand> {
  const { desktop, signal } = context;
  const bar = await requireMenu(context, root, await desktop.openMenuBar(root));
  const shown: bigint[] = [];
  const found: MenuItem[] = [];
  try {
    let menu = bar;
    for (const [level, wanted] of path.entries()) {
      throwIfCancelled(signal);
      const isLast = level === path.length - 1;
      const where = { menu, level, inside: found.at(-1) };
      const item = requireOne(where, wanted, isLast ? "command" : "submenu");
      found.push(item);
      if (item.kind === "submenu") {
        const answer = await desktop.openSubmenu(root, item.submenu, item.position);
        shown.push(item.submenu);
        menu = await requireMenu(context, root, answer);
      }
      if (item.kind === (isLast ? "submenu" : "command")) throw wrongKind({ menu, level, inside: item });
    }
    const last = found.at(-1);
    if (last === undefined) throw new TypeError("Cannot choose a menu item: the path is empty");
    return {
      path: found,
      menu: menu.handle,
      position: last.position,
      choice: bar.notifiesByPosition
        ? { by: "position", menu: menu.handle, position: last.position }
        : { by: "id", commandId: requireCommandId(last) },
    };
  } finally {
    await closeMenus(context, root, shown);
  }
}

/** What goes wrong with that is no failure: the program is told at its next menu. */
async function closeMenus({ desktop }: ActContext, root: Hwnd, shown: readonly bigint[]): Promise<void> {
  for (const submenu of shown.toReversed()) {
    try {
      if (!(await desktop.closeSubmenu(root, submenu))) return; // it would not answer for the others either
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return;
    }
  }
}

async function requireMenu(context: ActContext, root: Hwnd, answer: Menu | MenuRefusal): Promise<Menu> {
  if (!("reason" in answer)) return answer;
  if (await context.desktop.windowState(root, 0) === undefined) throw destroyedError(root);
  const window = `window ${formatHwnd(root)}`;
  if (answer.reason === "busy") {
    throw new ToolError("WINDOW_NOT_RESPONDING", `The program of ${window} did not get its menu ready`);
  }
  const message = answer.reason === "none"
    ? `Top-level ${window} has no menu of Windows' own kind; what looks like one is drawn by the program`
    : `The menu of ${window} cannot be read from another process here`;
  throw new ToolError("MENU_ITEM_NOT_FOUND", message, {
    details: { reason: answer.reason },
    suggestion: answer.reason === "none"
      ? "Click with click_window where capture_window shows the item."
      : KEYS_FOR_MENUS,
  });
}

/** A menu on the way, and the item that opened it. */
interface Place {
  readonly menu: Menu;
  /** From 0, the menu bar. */
  readonly level: number;
  readonly inside: MenuItem | undefined;
}

function nameOf({ inside }: Place): string {
  return inside === undefined ? "the menu bar" : `menu ${quotedItem(inside)}`;
}

function quotedItem(item: MenuItem): string {
  return quotedText(normalizedMenuText(item.text));
}

function requireOne(place: Place, wanted: string, needed: "submenu" | "command"): MenuItem {
  const matches = matchingItems(place.menu.items, wanted, needed);
  const [item] = matches;
  if (item === undefined) {
    const hidden = place.menu.items.filter(({ kind, text }) => kind !== "separator" && text === "").length;
    const unread = hidden === 0 ? "" : `; ${hidden} of its items have no text that can be read`;
    throw new ToolError(
      "MENU_ITEM_NOT_FOUND",
      `There is no item ${quotedText(wanted)} in ${nameOf(place)}${unread}`,
      {
        details: placeDetails(place),
      },
    );
  }
  if (matches.length > 1) {
    throw new ToolError(
      "MENU_ITEM_AMBIGUOUS",
      `${matches.length} items of ${nameOf(place)} fit ${quotedText(wanted)}`,
      {
        details: { level: place.level, ...namesOf(matches) },
        ...(areAlike(matches) ? { suggestion: KEYS_FOR_MENUS } : {}),
      },
    );
  }
  if (item.enabled) return item;
  throw new ToolError("MENU_ITEM_DISABLED", `${quotedItem(item)} in ${nameOf(place)} is greyed`, {
    details: { level: place.level },
  });
}

/** Whether no text tells the items apart. */
function areAlike(items: readonly MenuItem[]): boolean {
  return new Set(items.map(({ text }) => normalizedMenuText(text))).size === 1;
}

/** An item in the middle that opens nothing, or one at the end that opens a menu. */
function wrongKind(place: Place): ToolError {
  const { inside, level } = place;
  const name = inside === undefined ? "" : quotedItem(inside);
  return inside?.kind === "submenu"
    ? new ToolError("MENU_ITEM_NOT_FOUND", `${name} opens a menu and is no command; the path must go on`, {
      details: placeDetails({ ...place, level: level + 1 }),
    })
    : new ToolError(
      "MENU_ITEM_NOT_FOUND",
      `${name} is a command and opens no menu; the path must end there`,
      {
        details: { level },
      },
    );
}

function requireCommandId(item: MenuItem): number {
  if (item.commandId !== NO_COMMAND) return item.commandId;
  throw new ToolError("MENU_ITEM_NOT_FOUND", `${quotedItem(item)} has no command behind it`);
}

function placeDetails({ menu, level }: Place): Record<string, unknown> {
  return { level, ...namesOf(menu.items) };
}

/** Texts of items, bounded, and how many more there are. */
function namesOf(items: readonly MenuItem[]): { readonly items: string[]; readonly more?: number } {
  const names = items.map(({ text }) => normalizedMenuText(text)).filter((name) => name !== "");
  return {
    items: names.slice(0, MOST_NAMED).map((name) => boundedText(name, MOST_NAME_UNITS)),
    ...(names.length > MOST_NAMED ? { more: names.length - MOST_NAMED } : {}),
  };
}
