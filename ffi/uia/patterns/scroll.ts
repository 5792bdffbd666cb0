import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationScrollPattern", "88f4d42a-e881-459d-a77c-73bbbb7e02dc", {
  Scroll: method(3, C.ENUM, C.ENUM), // horizontalAmount, verticalAmount
  SetScrollPercent: method(4, C.DOUBLE, C.DOUBLE), // horizontalPercent, verticalPercent
  get_CurrentHorizontalScrollPercent: method(5, OUT.DOUBLE),
  get_CurrentVerticalScrollPercent: method(6, OUT.DOUBLE),
  get_CurrentHorizontalViewSize: method(7, OUT.DOUBLE),
  get_CurrentVerticalViewSize: method(8, OUT.DOUBLE),
  get_CurrentHorizontallyScrollable: method(9, OUT.INT),
  get_CurrentVerticallyScrollable: method(10, OUT.INT),
  get_CachedHorizontalScrollPercent: method(11, OUT.DOUBLE),
  get_CachedVerticalScrollPercent: method(12, OUT.DOUBLE),
  get_CachedHorizontalViewSize: method(13, OUT.DOUBLE),
  get_CachedVerticalViewSize: method(14, OUT.DOUBLE),
  get_CachedHorizontallyScrollable: method(15, OUT.INT),
  get_CachedVerticallyScrollable: method(16, OUT.INT),
});

/**
 * A container that scrolls.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationscrollpattern
 */
export class UIAutomationScrollPattern extends base {
  static readonly patternId = PATTERN.UIA_ScrollPatternId;

  /** By amounts of {@link SCROLL_AMOUNT}. */
  scroll(horizontalAmount: number, verticalAmount: number): void {
    this.call("Scroll", horizontalAmount, verticalAmount);
  }

  /** To 0 to 100 percent of the way; -1 leaves a direction as it is. */
  setScrollPercent(horizontalPercent: number, verticalPercent: number): void {
    this.call("SetScrollPercent", horizontalPercent, verticalPercent);
  }

  /** -1 where it does not scroll this way. */
  horizontalScrollPercent(view: View): number {
    return this.double(`get_${view}HorizontalScrollPercent`);
  }

  /** -1 where it does not scroll this way. */
  verticalScrollPercent(view: View): number {
    return this.double(`get_${view}VerticalScrollPercent`);
  }

  /** How much of the content shows, in percent. */
  horizontalViewSize(view: View): number {
    return this.double(`get_${view}HorizontalViewSize`);
  }

  /** How much of the content shows, in percent. */
  verticalViewSize(view: View): number {
    return this.double(`get_${view}VerticalViewSize`);
  }

  horizontallyScrollable(view: View): boolean {
    return this.bool(`get_${view}HorizontallyScrollable`);
  }

  verticallyScrollable(view: View): boolean {
    return this.bool(`get_${view}VerticallyScrollable`);
  }
}
