import { defineConstants } from "./constants.ts";
import type { Hwnd } from "./handles.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";
import { fromWide } from "./wide_string.ts";

/** `MENUITEMINFOW`: one item of a menu. */
export const MENUITEMINFOW = defineStruct("MENUITEMINFOW", {
  cbSize: "u32",
  fMask: "u32",
  fType: "u32",
  fState: "u32",
  wID: "u32",
  hSubMenu: "usize",
  hbmpChecked: "usize",
  hbmpUnchecked: "usize",
  dwItemData: "usize",
  dwTypeData: "pointer",
  cch: "u32",
  hbmpItem: "usize",
});

/** `MENUINFO`: a menu as a whole. */
export const MENUINFO = defineStruct("MENUINFO", {
  cbSize: "u32",
  fMask: "u32",
  dwStyle: "u32",
  cyMax: "u32",
  hbrBack: "usize",
  dwContextHelpID: "u32",
  dwMenuData: "usize",
});

/** Menu constants. */
export const MENU = defineConstants({
  MIIM_STATE: 0x001,
  MIIM_ID: 0x002,
  MIIM_SUBMENU: 0x004,
  MIIM_STRING: 0x040,
  MIIM_FTYPE: 0x100,
  MIM_STYLE: 0x010,
  MFT_OWNERDRAW: 0x100,
  MFT_SEPARATOR: 0x800,
  MFS_DISABLED: 0x3,
  MFS_CHECKED: 0x8,
  MNS_NOTIFYBYPOS: 0x08000000,
});

/** Longer texts are cut: no menu is that wide. */
const MOST_TEXT_UNITS = 1_024;

/** One item as Windows keeps it. */
export interface MenuItemInfo {
  /** With `&` and what follows a tab, as the program wrote it; empty where it has none. */
  readonly text: string;
  readonly type: number;
  readonly state: number;
  readonly commandId: number;
  /** The menu that it opens, or 0n. */
  readonly submenu: bigint;
}

/** The menu of a top-level window, or 0n. For a child window Windows gives its id instead: never ask that. */
export function getMenu(hwnd: Hwnd): bigint {
  return user32.symbols.GetMenu(hwnd);
}

/** How many items a menu has; undefined when it cannot be read. */
export function getMenuItemCount(menu: bigint): number | undefined {
  const count = user32.symbols.GetMenuItemCount(menu);
  return count < 0 ? undefined : count;
}

/** The style bits (`MNS_…`) of a menu; 0 when it cannot be read. */
export function getMenuStyle(menu: bigint): number {
  const bytes = MENUINFO.make({ cbSize: MENUINFO.byteLength, fMask: MENU.MIM_STYLE });
  return user32.symbols.GetMenuInfo(menu, bytes) === 0 ? 0 : MENUINFO.read(bytes).dwStyle;
}

/**
 * The item at a position of a menu, of another program too, which is not asked; undefined when there is none.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getmenuiteminfow
 */
export function getMenuItem(menu: bigint, position: number): MenuItemInfo | undefined {
  const mask = MENU.MIIM_FTYPE | MENU.MIIM_STATE | MENU.MIIM_ID | MENU.MIIM_SUBMENU | MENU.MIIM_STRING;
  const bytes = MENUITEMINFOW.make({ cbSize: MENUITEMINFOW.byteLength, fMask: mask });
  const byPosition = 1;
  if (user32.symbols.GetMenuItemInfoW(menu, position, byPosition, bytes) === 0) return undefined;
  const info = MENUITEMINFOW.read(bytes);
  return {
    text: getMenuItemText(menu, position, info.cch),
    type: info.fType,
    state: info.fState,
    commandId: info.wID,
    submenu: info.hSubMenu,
  };
}

/** The first question has told how long the text is; only the second one has room for it. */
function getMenuItemText(menu: bigint, position: number, length: number): string {
  if (length === 0) return "";
  const units = new Uint16Array(Math.min(length, MOST_TEXT_UNITS) + 1);
  const bytes = MENUITEMINFOW.make({
    cbSize: MENUITEMINFOW.byteLength,
    fMask: MENU.MIIM_STRING,
    dwTypeData: BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(units))),
    cch: units.length,
  });
  const byPosition = 1;
  const isThere = user32.symbols.GetMenuItemInfoW(menu, position, byPosition, bytes) !== 0;
  return isThere ? fromWide(units) : "";
}
