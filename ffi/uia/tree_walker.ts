import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";
import { C, OUT } from "../ctype.ts";
import type { UIAutomationCacheRequest } from "./cache_request.ts";
import { UIAutomationElement } from "./element.ts";

const base = defineInterface("IUIAutomationTreeWalker", "4042c624-389c-4afc-a630-9df854a541fc", {
  GetParentElement: method(3, C.INTERFACE, OUT.INTERFACE), // element, parent
  GetFirstChildElement: method(4, C.INTERFACE, OUT.INTERFACE), // element, first
  GetLastChildElement: method(5, C.INTERFACE, OUT.INTERFACE), // element, last
  GetNextSiblingElement: method(6, C.INTERFACE, OUT.INTERFACE), // element, next
  GetPreviousSiblingElement: method(7, C.INTERFACE, OUT.INTERFACE), // element, previous
  GetParentElementBuildCache: method(9, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // element, cacheRequest, parent
  GetFirstChildElementBuildCache: method(10, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // element, cacheRequest, first
  GetLastChildElementBuildCache: method(11, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // element, cacheRequest, last
  GetNextSiblingElementBuildCache: method(12, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // element, cacheRequest, next
  GetPreviousSiblingElementBuildCache: method(13, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // element, cacheRequest, previous
});

/** From one element to its neighbour. */
export type Step = "Parent" | "FirstChild" | "LastChild" | "NextSibling" | "PreviousSibling";

/**
 * Walks a view of the tree, one request to the program a step.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtreewalker
 */
export class UIAutomationTreeWalker extends base {
  /**
   * The neighbour of an element, owned by the caller; undefined where there is none. With a cache request it comes with
   * its cache filled.
   */
  step(
    step: Step,
    element: UIAutomationElement,
    cacheRequest?: UIAutomationCacheRequest,
  ): UIAutomationElement | undefined {
    return cacheRequest === undefined
      ? this.object(UIAutomationElement, `Get${step}Element`, element)
      : this.object(UIAutomationElement, `Get${step}ElementBuildCache`, element, cacheRequest);
  }
}
