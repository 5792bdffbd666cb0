import type { ComObject, ComType } from "../com/com_object.ts";
import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";
import { C, OUT } from "../ctype.ts";

const base = defineInterface("IUIAutomationElementArray", "14314595-b4bc-4055-95f2-58f2e42c9855", {
  get_Length: method(3, OUT.INT), // length
  GetElement: method(4, C.INT, OUT.INTERFACE), // index, element
});

/**
 * Elements in their order. An array is not read as a whole, since it may have ten thousand.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationelementarray
 */
export class UIAutomationElementArray extends base {
  length(): number {
    return this.int("get_Length");
  }

  /** The element at an index from 0, owned by the caller. The type is always `UIAutomationElement`. */
  element<T extends ComObject>(type: ComType<T>, index: number): T {
    return this.requiredObject(type, "GetElement", index);
  }
}
