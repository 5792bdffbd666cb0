import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";
import { C } from "../ctype.ts";
import type { UIAutomationCondition } from "./condition.ts";

const base = defineInterface("IUIAutomationCacheRequest", "b32a92b5-bc25-4078-9c08-d7ee95c48e03", {
  AddProperty: method(3, C.INT), // propertyId
  AddPattern: method(4, C.INT), // patternId
  put_TreeScope: method(7, C.ENUM), // scope
  put_TreeFilter: method(9, C.INTERFACE), // filter
  put_AutomationElementMode: method(11, C.ENUM), // mode
});

/**
 * What one request to a program fetches, and of which elements.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationcacherequest
 */
export class UIAutomationCacheRequest extends base {
  /** Fetches a property of {@link PROPERTY} too. */
  addProperty(propertyId: number): void {
    this.call("AddProperty", propertyId);
  }

  /** Fetches a pattern of {@link PATTERN} too: whether it is there, and what its cached properties need. */
  addPattern(patternId: number): void {
    this.call("AddPattern", patternId);
  }

  /** Of which elements around the one that is asked for; flags of {@link TREE_SCOPE}. */
  setTreeScope(scope: number): void {
    this.call("put_TreeScope", scope);
  }

  /** Which elements the tree has at all; the control view unless set. */
  setTreeFilter(filter: UIAutomationCondition): void {
    this.call("put_TreeFilter", filter);
  }

  /** Whether the elements can act afterwards; one of {@link ELEMENT_MODE}. */
  setElementMode(mode: number): void {
    this.call("put_AutomationElementMode", mode);
  }
}
