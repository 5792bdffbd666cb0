import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationInvokePattern", "fb377fbe-8ea6-46d5-9c73-6499642d3059", {
  Invoke: method(3),
});

/**
 * Pressing: buttons, menu items, links.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationinvokepattern
 */
export class UIAutomationInvokePattern extends base {
  static readonly patternId = PATTERN.UIA_InvokePatternId;

  /** Returns when the program has taken the request, which may be before its effect. */
  invoke(): void {
    this.call("Invoke");
  }
}
