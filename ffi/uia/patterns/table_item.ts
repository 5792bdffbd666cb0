import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import { UIAutomationElementArray } from "../element_array.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationTableItemPattern", "0b964eb3-ef2e-4464-9c79-61d61737a27e", {
  GetCurrentRowHeaderItems: method(3, OUT.INTERFACE),
  GetCurrentColumnHeaderItems: method(4, OUT.INTERFACE),
  GetCachedRowHeaderItems: method(5, OUT.INTERFACE),
  GetCachedColumnHeaderItems: method(6, OUT.INTERFACE),
});

/**
 * An item of a table.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtableitempattern
 */
export class UIAutomationTableItemPattern extends base {
  static readonly patternId = PATTERN.UIA_TableItemPatternId;

  /** The headers of its row. */
  rowHeaderItems(view: View): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, `Get${view}RowHeaderItems`);
  }

  /** The headers of its column. */
  columnHeaderItems(view: View): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, `Get${view}ColumnHeaderItems`);
  }
}
