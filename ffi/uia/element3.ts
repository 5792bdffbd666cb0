import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";

const base = defineInterface("IUIAutomationElement3", "8471df34-aee0-4a01-a7de-7db9af12c296", {
  ShowContextMenu: method(91),
});

/**
 * What elements of Windows 8.1 add.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationelement3
 */
export class UIAutomationElement3 extends base {
  /** Opens the element's context menu, by the program and not by the pointer. */
  showContextMenu(): void {
    this.call("ShowContextMenu");
  }
}
