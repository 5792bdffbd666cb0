import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import { UIAutomationElement } from "../element.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationGridPattern", "414c3cdc-856b-4f5b-8538-3131c6302550", {
  GetItem: method(3, C.INT, C.INT, OUT.INTERFACE), // row, column, element
  get_CurrentRowCount: method(4, OUT.INT),
  get_CurrentColumnCount: method(5, OUT.INT),
  get_CachedRowCount: method(6, OUT.INT),
  get_CachedColumnCount: method(7, OUT.INT),
});

/**
 * Items in rows and columns.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationgridpattern
 */
export class UIAutomationGridPattern extends base {
  static readonly patternId = PATTERN.UIA_GridPatternId;

  /** The item at a row and a column from 0; undefined for an empty cell. */
  item(row: number, column: number): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, "GetItem", row, column);
  }

  rowCount(view: View): number {
    return this.int(`get_${view}RowCount`);
  }

  columnCount(view: View): number {
    return this.int(`get_${view}ColumnCount`);
  }
}
