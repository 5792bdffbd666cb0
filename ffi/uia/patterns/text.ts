import { defineInterface, pointByValue } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { UIAutomationElement } from "../element.ts";
import { PATTERN } from "../ids.ts";
import { UIAutomationTextRange } from "./text_range.ts";
import { UIAutomationTextRangeArray } from "./text_range_array.ts";

const base = defineInterface("IUIAutomationTextPattern", "32eba289-3583-42c9-9c59-3b6d9a1e9b6a", {
  RangeFromPoint: method(3, C.POINT, OUT.INTERFACE), // pt, range
  RangeFromChild: method(4, C.INTERFACE, OUT.INTERFACE), // child, range
  GetSelection: method(5, OUT.INTERFACE), // ranges
  GetVisibleRanges: method(6, OUT.INTERFACE), // ranges
  get_DocumentRange: method(7, OUT.INTERFACE), // range
  get_SupportedTextSelection: method(8, OUT.INT), // supportedTextSelection
});

/**
 * Text that can be read piece by piece.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtextpattern
 */
export class UIAutomationTextPattern extends base {
  static readonly patternId = PATTERN.UIA_TextPatternId;

  /** The text nearest to a screen point in physical pixels. */
  rangeFromPoint(x: number, y: number): UIAutomationTextRange | undefined {
    return this.object(UIAutomationTextRange, "RangeFromPoint", pointByValue(x, y));
  }

  /** The text that an element within it stands for. */
  rangeFromChild(child: UIAutomationElement): UIAutomationTextRange | undefined {
    return this.object(UIAutomationTextRange, "RangeFromChild", child);
  }

  /** The selected pieces; one that is empty stands for the caret. */
  selection(): UIAutomationTextRangeArray | undefined {
    return this.object(UIAutomationTextRangeArray, "GetSelection");
  }

  /** The pieces that can be seen. */
  visibleRanges(): UIAutomationTextRangeArray | undefined {
    return this.object(UIAutomationTextRangeArray, "GetVisibleRanges");
  }

  /** All of it. */
  documentRange(): UIAutomationTextRange {
    return this.requiredObject(UIAutomationTextRange, "get_DocumentRange");
  }

  /** One of {@link SUPPORTED_TEXT_SELECTION}. */
  supportedTextSelection(): number {
    return this.int("get_SupportedTextSelection");
  }
}
