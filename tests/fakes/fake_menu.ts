/** Menus of plain data. */
import type { Menu, MenuItem, MenuRefusal } from "../../src/desktop/desktop.ts";

/** An item as a test writes it; a text of `-` is a separator. */
export interface FakeMenuItem {
  text: string;
  id?: number;
  items?: FakeMenuItem[];
  isDisabled?: boolean;
  isChecked?: boolean;
  isOwnerDrawn?: boolean;
}

/** The menu of a fake window. */
export interface FakeMenuBar {
  items: FakeMenuItem[];
  notifiesByPosition?: boolean;
  /** Instead of the items. */
  refusal?: MenuRefusal["reason"];
}

/** Gives lists of items handles, and the items back. */
export class FakeMenus {
  readonly #handles = new Map<bigint, FakeMenuItem[]>();

  handleOf(items: FakeMenuItem[]): bigint {
    for (const [handle, known] of this.#handles) if (known === items) return handle;
    const handle = 0x100n + BigInt(this.#handles.size);
    this.#handles.set(handle, items);
    return handle;
  }

  open(items: FakeMenuItem[], notifiesByPosition = false): Menu {
    const handle = this.handleOf(items);
    return { handle, items: items.map((item, position) => this.#item(item, position)), notifiesByPosition };
  }

  openHandle(handle: bigint): Menu | MenuRefusal {
    const items = this.#handles.get(handle);
    return items === undefined ? { reason: "unreadable" } : this.open(items);
  }

  item(handle: bigint, position: number): MenuItem | undefined {
    const item = this.#handles.get(handle)?.[position];
    return item === undefined ? undefined : this.#item(item, position);
  }

  #item(item: FakeMenuItem, position: number): MenuItem {
    return {
      position,
      text: item.text === "-" ? "" : item.text,
      kind: item.items !== undefined ? "submenu" : item.text === "-" ? "separator" : "command",
      commandId: item.id ?? 0,
      submenu: item.items === undefined ? 0n : this.handleOf(item.items),
      enabled: item.isDisabled !== true,
      checked: item.isChecked === true,
      ownerDrawn: item.isOwnerDrawn === true,
    };
  }
}
