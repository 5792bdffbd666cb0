import { bstr } from "../../com/bstr.ts";
import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationValuePattern", "a94cd8b1-0844-4cd6-9d2d-640537ab39e9", {
  SetValue: method(3, C.BSTR), // val
  get_CurrentValue: method(4, OUT.BSTR),
  get_CurrentIsReadOnly: method(5, OUT.INT),
  get_CachedValue: method(6, OUT.BSTR),
  get_CachedIsReadOnly: method(7, OUT.INT),
});

/**
 * A value as text: edits, combo boxes, cells.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationvaluepattern
 */
export class UIAutomationValuePattern extends base {
  static readonly patternId = PATTERN.UIA_ValuePatternId;

  /** Sets the whole text. */
  setValue(value: string): void {
    using text = bstr(value);
    this.call("SetValue", text);
  }

  value(view: View): string {
    return this.text(`get_${view}Value`);
  }

  isReadOnly(view: View): boolean {
    return this.bool(`get_${view}IsReadOnly`);
  }
}
