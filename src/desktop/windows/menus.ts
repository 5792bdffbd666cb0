/** Menus of windows, as a lane reads them and chooses from them. No menu is ever shown. */
import {
  getMenu,
  getMenuItem,
  getMenuItemCount,
  getMenuStyle,
  MENU,
  type MenuItemInfo,
} from "../../../ffi/menu.ts";
import { MESSAGE, postMessage, sendMessage } from "../../../ffi/message.ts";
import { getStyle, WINDOW } from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { Menu, MenuChoice, MenuItem, MenuRefusal } from "../desktop.ts";

/** Programs fill and grey their menus when they are told that one is about to be shown; some look at files for it. */
const TELL_MS = 2_000;

/** More items than this do not fit on any screen. */
const MOST_ITEMS = 1_000;

function tell(hwnd: Hwnd, message: number, menu: bigint, position = 0): boolean {
  return sendMessage(hwnd, message, menu, BigInt(position), TELL_MS) !== undefined;
}

function toItem(info: MenuItemInfo, position: number): MenuItem {
  return {
    position,
    text: info.text,
    kind: info.submenu !== 0n ? "submenu" : (info.type & MENU.MFT_SEPARATOR) !== 0 ? "separator" : "command",
    commandId: info.commandId,
    submenu: info.submenu,
    enabled: (info.state & MENU.MFS_DISABLED) === 0,
    checked: (info.state & MENU.MFS_CHECKED) !== 0,
    ownerDrawn: (info.type & MENU.MFT_OWNERDRAW) !== 0,
  };
}

function readMenu(handle: bigint): Menu | MenuRefusal {
  const count = getMenuItemCount(handle);
  if (count === undefined) return { reason: "unreadable" };
  const items: MenuItem[] = [];
  for (let position = 0; position < Math.min(count, MOST_ITEMS); position++) {
    const info = getMenuItem(handle, position);
    if (info !== undefined) items.push(toItem(info, position));
  }
  return { handle, items, notifiesByPosition: (getMenuStyle(handle) & MENU.MNS_NOTIFYBYPOS) !== 0 };
}

/** See the port. */
export function openMenuBar(hwnd: Hwnd): Menu | MenuRefusal {
  const isChild = (getStyle(hwnd) & WINDOW.WS_CHILD) !== 0;
  const handle = isChild ? 0n : getMenu(hwnd);
  if (handle === 0n) return { reason: "none" };
  if (getMenuItemCount(handle) === undefined) return { reason: "unreadable" };
  if (!tell(hwnd, MESSAGE.WM_INITMENU, handle)) return { reason: "busy" };
  return readMenu(handle);
}

/** See the port. */
export function openSubmenu(hwnd: Hwnd, submenu: bigint, position: number): Menu | MenuRefusal {
  if (!tell(hwnd, MESSAGE.WM_INITMENUPOPUP, submenu, position)) return { reason: "busy" };
  return readMenu(submenu);
}

/** See the port. */
export function closeSubmenu(hwnd: Hwnd, submenu: bigint): boolean {
  return tell(hwnd, MESSAGE.WM_UNINITMENUPOPUP, submenu);
}

/** See the port. */
export function menuItem(menu: bigint, position: number): MenuItem | undefined {
  const info = getMenuItem(menu, position);
  return info === undefined ? undefined : toItem(info, position);
}

/** See the port. */
export function postMenuChoice(hwnd: Hwnd, choice: MenuChoice): boolean {
  return choice.by === "position"
    ? postMessage(hwnd, MESSAGE.WM_MENUCOMMAND, BigInt(choice.position), BigInt.asIntN(64, choice.menu))
    : postMessage(hwnd, MESSAGE.WM_COMMAND, BigInt(choice.commandId & 0xFFFF), 0n);
}
