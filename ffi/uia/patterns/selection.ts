import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import { UIAutomationElementArray } from "../element_array.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationSelectionPattern", "5ed5202e-b2ac-47a6-b638-4b0bf140d78e", {
  GetCurrentSelection: method(3, OUT.INTERFACE),
  get_CurrentCanSelectMultiple: method(4, OUT.INT),
  get_CurrentIsSelectionRequired: method(5, OUT.INT),
  GetCachedSelection: method(6, OUT.INTERFACE),
  get_CachedCanSelectMultiple: method(7, OUT.INT),
  get_CachedIsSelectionRequired: method(8, OUT.INT),
});

/**
 * A container of items that can be selected.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationselectionpattern
 */
export class UIAutomationSelectionPattern extends base {
  static readonly patternId = PATTERN.UIA_SelectionPatternId;

  /** The selected items. */
  selection(view: View): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, `Get${view}Selection`);
  }

  canSelectMultiple(view: View): boolean {
    return this.bool(`get_${view}CanSelectMultiple`);
  }

  isSelectionRequired(view: View): boolean {
    return this.bool(`get_${view}IsSelectionRequired`);
  }
}
