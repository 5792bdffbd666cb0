import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import { UIAutomationElementArray } from "../element_array.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationTablePattern", "620e691c-ea96-4710-a850-754b24ce2417", {
  GetCurrentRowHeaders: method(3, OUT.INTERFACE),
  GetCurrentColumnHeaders: method(4, OUT.INTERFACE),
  get_CurrentRowOrColumnMajor: method(5, OUT.INT),
  GetCachedRowHeaders: method(6, OUT.INTERFACE),
  GetCachedColumnHeaders: method(7, OUT.INTERFACE),
  get_CachedRowOrColumnMajor: method(8, OUT.INT),
});

/**
 * A grid with headers.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtablepattern
 */
export class UIAutomationTablePattern extends base {
  static readonly patternId = PATTERN.UIA_TablePatternId;

  /** The headers of its rows. */
  rowHeaders(view: View): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, `Get${view}RowHeaders`);
  }

  /** The headers of its columns. */
  columnHeaders(view: View): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, `Get${view}ColumnHeaders`);
  }

  /** One of {@link ROW_OR_COLUMN_MAJOR}. */
  rowOrColumnMajor(view: View): number {
    return this.int(`get_${view}RowOrColumnMajor`);
  }
}
