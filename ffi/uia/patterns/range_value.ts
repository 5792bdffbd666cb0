import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationRangeValuePattern", "59213f4f-7346-49e5-b120-80555987a148", {
  SetValue: method(3, C.DOUBLE), // val
  get_CurrentValue: method(4, OUT.DOUBLE),
  get_CurrentIsReadOnly: method(5, OUT.INT),
  get_CurrentMaximum: method(6, OUT.DOUBLE),
  get_CurrentMinimum: method(7, OUT.DOUBLE),
  get_CurrentLargeChange: method(8, OUT.DOUBLE),
  get_CurrentSmallChange: method(9, OUT.DOUBLE),
  get_CachedValue: method(10, OUT.DOUBLE),
  get_CachedIsReadOnly: method(11, OUT.INT),
  get_CachedMaximum: method(12, OUT.DOUBLE),
  get_CachedMinimum: method(13, OUT.DOUBLE),
  get_CachedLargeChange: method(14, OUT.DOUBLE),
  get_CachedSmallChange: method(15, OUT.DOUBLE),
});

/**
 * A number in a range: sliders, scroll bars, progress bars.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationrangevaluepattern
 */
export class UIAutomationRangeValuePattern extends base {
  static readonly patternId = PATTERN.UIA_RangeValuePatternId;

  setValue(value: number): void {
    this.call("SetValue", value);
  }

  value(view: View): number {
    return this.double(`get_${view}Value`);
  }

  isReadOnly(view: View): boolean {
    return this.bool(`get_${view}IsReadOnly`);
  }

  minimum(view: View): number {
    return this.double(`get_${view}Minimum`);
  }

  maximum(view: View): number {
    return this.double(`get_${view}Maximum`);
  }

  largeChange(view: View): number {
    return this.double(`get_${view}LargeChange`);
  }

  smallChange(view: View): number {
    return this.double(`get_${view}SmallChange`);
  }
}
