import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationTogglePattern", "94cf8058-9b8d-4ab9-8bfd-4cd0a33c8c70", {
  Toggle: method(3),
  get_CurrentToggleState: method(4, OUT.INT),
  get_CachedToggleState: method(5, OUT.INT),
});

/**
 * States that a click goes through: check boxes, toggle buttons.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtogglepattern
 */
export class UIAutomationTogglePattern extends base {
  static readonly patternId = PATTERN.UIA_TogglePatternId;

  /** Goes to the next state, whichever that is. */
  toggle(): void {
    this.call("Toggle");
  }

  /** One of {@link TOGGLE_STATE}. */
  toggleState(view: View): number {
    return this.int(`get_${view}ToggleState`);
  }
}
