import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import type { Variant } from "../../com/variant.ts";
import { C, OUT } from "../../ctype.ts";
import { UIAutomationElement } from "../element.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationItemContainerPattern", "c690fdb2-27a8-423c-812d-429773c9084e", {
  FindItemByProperty: method(3, C.INTERFACE, C.INT, C.VARIANT, OUT.INTERFACE), // pStartAfter, propertyId, value, pFound
});

/**
 * Finds items, those that are not realised too.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationitemcontainerpattern
 */
export class UIAutomationItemContainerPattern extends base {
  static readonly patternId = PATTERN.UIA_ItemContainerPatternId;

  /**
   * The next item after one of them, or the first, whose property of {@link PROPERTY} has this value; with property 0 and
   * an empty value, any. It may be a mere placeholder: see the virtualized item pattern.
   */
  findItemByProperty(
    startAfter: UIAutomationElement | undefined,
    propertyId: number,
    value: Variant,
  ): UIAutomationElement | undefined {
    const after = startAfter ?? null;
    return this.object(UIAutomationElement, "FindItemByProperty", after, propertyId, value.bytes);
  }
}
