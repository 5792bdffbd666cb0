import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationScrollItemPattern", "b488300f-d015-4f19-9c29-bb595e3645ef", {
  ScrollIntoView: method(3),
});

/**
 * An item of a container that scrolls.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationscrollitempattern
 */
export class UIAutomationScrollItemPattern extends base {
  static readonly patternId = PATTERN.UIA_ScrollItemPatternId;

  scrollIntoView(): void {
    this.call("ScrollIntoView");
  }
}
