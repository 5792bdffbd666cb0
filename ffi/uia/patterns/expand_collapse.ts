import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationExpandCollapsePattern", "619be086-1f4e-4ee4-bafa-210128738730", {
  Expand: method(3),
  Collapse: method(4),
  get_CurrentExpandCollapseState: method(5, OUT.INT),
  get_CachedExpandCollapseState: method(6, OUT.INT),
});

/**
 * What opens and closes: tree items, combo boxes, menus.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationexpandcollapsepattern
 */
export class UIAutomationExpandCollapsePattern extends base {
  static readonly patternId = PATTERN.UIA_ExpandCollapsePatternId;

  expand(): void {
    this.call("Expand");
  }

  collapse(): void {
    this.call("Collapse");
  }

  /** One of {@link EXPAND_COLLAPSE_STATE}. */
  expandCollapseState(view: View): number {
    return this.int(`get_${view}ExpandCollapseState`);
  }
}
