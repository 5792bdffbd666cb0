import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import { UIAutomationTextRange } from "./text_range.ts";

const base = defineInterface("IUIAutomationTextRangeArray", "ce4ae76a-e717-4c98-81ea-47371d028eb6", {
  get_Length: method(3, OUT.INT), // length
  GetElement: method(4, C.INT, OUT.INTERFACE), // index, element
});

/**
 * Pieces of text in their order.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtextrangearray
 */
export class UIAutomationTextRangeArray extends base {
  length(): number {
    return this.int("get_Length");
  }

  /** The range at an index from 0, owned by the caller. */
  range(index: number): UIAutomationTextRange {
    return this.requiredObject(UIAutomationTextRange, "GetElement", index);
  }
}
