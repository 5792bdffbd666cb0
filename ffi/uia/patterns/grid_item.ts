import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import { UIAutomationElement } from "../element.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationGridItemPattern", "78f8ef57-66c3-4e09-bd7c-e79b2004894d", {
  get_CurrentContainingGrid: method(3, OUT.INTERFACE),
  get_CurrentRow: method(4, OUT.INT),
  get_CurrentColumn: method(5, OUT.INT),
  get_CurrentRowSpan: method(6, OUT.INT),
  get_CurrentColumnSpan: method(7, OUT.INT),
  get_CachedContainingGrid: method(8, OUT.INTERFACE),
  get_CachedRow: method(9, OUT.INT),
  get_CachedColumn: method(10, OUT.INT),
  get_CachedRowSpan: method(11, OUT.INT),
  get_CachedColumnSpan: method(12, OUT.INT),
});

/**
 * An item of a grid.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationgriditempattern
 */
export class UIAutomationGridItemPattern extends base {
  static readonly patternId = PATTERN.UIA_GridItemPatternId;

  /** The grid. */
  containingGrid(view: View): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, `get_${view}ContainingGrid`);
  }

  /** From 0. */
  row(view: View): number {
    return this.int(`get_${view}Row`);
  }

  /** From 0. */
  column(view: View): number {
    return this.int(`get_${view}Column`);
  }

  rowSpan(view: View): number {
    return this.int(`get_${view}RowSpan`);
  }

  columnSpan(view: View): number {
    return this.int(`get_${view}ColumnSpan`);
  }
}
