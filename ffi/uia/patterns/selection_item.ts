import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import { UIAutomationElement } from "../element.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationSelectionItemPattern", "a8efa66a-0fda-421a-9194-38021f3578ea", {
  Select: method(3),
  AddToSelection: method(4),
  RemoveFromSelection: method(5),
  get_CurrentIsSelected: method(6, OUT.INT),
  get_CurrentSelectionContainer: method(7, OUT.INTERFACE),
  get_CachedIsSelected: method(8, OUT.INT),
  get_CachedSelectionContainer: method(9, OUT.INTERFACE),
});

/**
 * An item that can be selected.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationselectionitempattern
 */
export class UIAutomationSelectionItemPattern extends base {
  static readonly patternId = PATTERN.UIA_SelectionItemPatternId;

  /** Selects it alone. */
  select(): void {
    this.call("Select");
  }

  addToSelection(): void {
    this.call("AddToSelection");
  }

  removeFromSelection(): void {
    this.call("RemoveFromSelection");
  }

  isSelected(view: View): boolean {
    return this.bool(`get_${view}IsSelected`);
  }

  /** The container, where the program says which. */
  selectionContainer(view: View): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, `get_${view}SelectionContainer`);
  }
}
