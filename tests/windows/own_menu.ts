/**
 * Menus of the test's own windows, made and looked at by the test's own calls: where menus of other programs cannot be
 * read, these can.
 */
import { wideString } from "../../ffi/wide_string.ts";
import { OwnWindow } from "./own_window.ts";

const user32 = Deno.build.os !== "windows" ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  CreateMenu: { parameters: [], result: "usize" },
  CreatePopupMenu: { parameters: [], result: "usize" },
  AppendMenuW: { parameters: ["usize", "u32", "usize", "buffer"], result: "i32" },
  RemoveMenu: { parameters: ["usize", "u32", "u32"], result: "i32" },
  EnableMenuItem: { parameters: ["usize", "u32", "u32"], result: "i32" },
  CheckMenuItem: { parameters: ["usize", "u32", "u32"], result: "u32" },
  SetMenuInfo: { parameters: ["usize", "buffer"], result: "i32" },
  SetMenu: { parameters: ["usize", "usize"], result: "i32" },
  GetMenu: { parameters: ["usize"], result: "usize" },
  GetMenuItemCount: { parameters: ["usize"], result: "i32" },
  EnableWindow: { parameters: ["usize", "i32"], result: "i32" },
});

const MF_GRAYED = 0x1;
const MF_CHECKED = 0x8;
const MF_POPUP = 0x10;
const MF_BYPOSITION = 0x400;
const MF_SEPARATOR = 0x800;
const MF_OWNERDRAW = 0x100;
const MIM_STYLE = 0x10;
const MNS_NOTIFYBYPOS = 0x0800_0000;

function symbols(): NonNullable<typeof user32>["symbols"] {
  if (user32 === undefined) throw new Error("Cannot make menus: this system is not Windows");
  return user32.symbols;
}

/** An item of a menu; a text alone, a separator, or a menu of its own. */
export type OwnItem =
  | { readonly text: string; readonly id: number; readonly isGreyed?: boolean; readonly isDrawn?: boolean }
  | { readonly text: string; readonly items: readonly OwnItem[] }
  | "separator";

/** Adds an item at the end of a menu. */
export function append(menu: bigint, item: OwnItem): void {
  if (item === "separator") {
    symbols().AppendMenuW(menu, MF_SEPARATOR, 0n, null);
  } else if ("items" in item) {
    const submenu = symbols().CreatePopupMenu();
    for (const part of item.items) append(submenu, part);
    symbols().AppendMenuW(menu, MF_POPUP, submenu, wideString(item.text));
  } else {
    const flags = (item.isGreyed ? MF_GRAYED : 0) | (item.isDrawn ? MF_OWNERDRAW : 0);
    symbols().AppendMenuW(menu, flags, BigInt(item.id), item.isDrawn ? null : wideString(item.text));
  }
}

/** Takes the item at a position out of a menu. */
export function remove(menu: bigint, position: number): void {
  symbols().RemoveMenu(menu, position, MF_BYPOSITION);
}

/** Sets or takes away a check mark, by command id. */
export function check(menu: bigint, id: number, isChecked: boolean): void {
  symbols().CheckMenuItem(menu, id, isChecked ? MF_CHECKED : 0);
}

/** Greys an item or not, by command id. */
export function grey(menu: bigint, id: number, isGreyed: boolean): void {
  symbols().EnableMenuItem(menu, id, isGreyed ? MF_GRAYED : 0);
}

/** Whether this process can read the menu of a window: Wine keeps menus to the process that made them. */
export function isMenuReadable(hwnd: bigint): boolean {
  return symbols().GetMenuItemCount(symbols().GetMenu(hwnd)) >= 0;
}

/** A message that reached the window. */
export interface Heard {
  readonly message: number;
  readonly wParam: bigint;
  readonly lParam: bigint;
}

const MENU_MESSAGES = [0x111, 0x112, 0x116, 0x117, 0x125, 0x126, 0x11F, 0x211];

/** A window with a menu that handles its messages while the test waits, and keeps those that menus bring. */
export class MenuWindow implements Disposable {
  readonly window: OwnWindow;
  readonly menu: bigint;
  readonly heard: Heard[] = [];
  readonly #pump: ReturnType<typeof setInterval>;

  constructor(
    items: readonly OwnItem[],
    options: { readonly notifiesByPosition?: boolean; readonly react?: (heard: Heard) => void } = {},
  ) {
    this.window = new OwnWindow({
      rect: { x: 60, y: 60, width: 300, height: 120 },
      title: "Own menu",
      onMessage: (message, wParam, lParam) => {
        if (!MENU_MESSAGES.includes(message)) return;
        this.heard.push({ message, wParam, lParam });
        options.react?.({ message, wParam, lParam });
      },
    });
    this.menu = symbols().CreateMenu();
    for (const item of items) append(this.menu, item);
    if (options.notifiesByPosition) {
      const info = new Uint32Array(10);
      info.set([40, MIM_STYLE, MNS_NOTIFYBYPOS]);
      symbols().SetMenuInfo(this.menu, info);
    }
    symbols().SetMenu(this.window.hwnd, this.menu);
    this.#pump = setInterval(() => this.window.pump(), 5);
  }

  get handle(): string {
    return this.window.handle;
  }

  /** The commands that were chosen, as the window was told. */
  get commands(): readonly Heard[] {
    return this.heard.filter(({ message }) => message === 0x111 || message === 0x126);
  }

  /** As a dialog over it does. */
  disable(): void {
    symbols().EnableWindow(this.window.hwnd, 0);
  }

  /** Stops handling messages. */
  hang(): void {
    clearInterval(this.#pump);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pump);
    this.window[Symbol.dispose]();
  }
}
