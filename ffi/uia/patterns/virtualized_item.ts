import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationVirtualizedItemPattern", "6ba3d7a6-04cf-4f11-8793-a8d1cde9969f", {
  Realize: method(3),
});

/**
 * An item that is not there until it is wanted.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationvirtualizeditempattern
 */
export class UIAutomationVirtualizedItemPattern extends base {
  static readonly patternId = PATTERN.UIA_VirtualizedItemPatternId;

  /** Makes it a full element. */
  realize(): void {
    this.call("Realize");
  }
}
