import { UnknownObject } from "../com/com_object.ts";
import { createInstance } from "../com/create_instance.ts";
import { defineInterface, pointByValue } from "../com/define_interface.ts";
import { defineGuids } from "../com/guid.ts";
import { method } from "../com/interface_table.ts";
import type { Variant } from "../com/variant.ts";
import { C, OUT } from "../ctype.ts";
import type { Hwnd, Owned } from "../handles.ts";
import { HRESULT, isHresult } from "../result.ts";
import { UIAutomation2 } from "./automation2.ts";
import { UIAutomationCacheRequest } from "./cache_request.ts";
import { UIAutomationCondition } from "./condition.ts";
import { UIAutomationElement } from "./element.ts";
import { UIAutomationTreeWalker } from "./tree_walker.ts";

const base = defineInterface("IUIAutomation", "30cbe57d-d9d0-452a-ab13-7ac5ac4825ee", {
  CompareElements: method(3, C.INTERFACE, C.INTERFACE, OUT.INT), // el1, el2, areSame
  GetRootElement: method(5, OUT.INTERFACE), // root
  ElementFromHandle: method(6, C.HWND, OUT.INTERFACE), // hwnd, element
  ElementFromPoint: method(7, C.POINT, OUT.INTERFACE), // pt, element
  GetFocusedElement: method(8, OUT.INTERFACE), // element
  ElementFromHandleBuildCache: method(10, C.HWND, C.INTERFACE, OUT.INTERFACE), // hwnd, cacheRequest, element
  ElementFromPointBuildCache: method(11, C.POINT, C.INTERFACE, OUT.INTERFACE), // pt, cacheRequest, element
  GetFocusedElementBuildCache: method(12, C.INTERFACE, OUT.INTERFACE), // cacheRequest, element
  CreateTreeWalker: method(13, C.INTERFACE, OUT.INTERFACE), // pCondition, walker
  get_ControlViewWalker: method(14, OUT.INTERFACE), // walker
  get_ContentViewWalker: method(15, OUT.INTERFACE), // walker
  get_RawViewWalker: method(16, OUT.INTERFACE), // walker
  get_RawViewCondition: method(17, OUT.INTERFACE), // condition
  get_ControlViewCondition: method(18, OUT.INTERFACE), // condition
  get_ContentViewCondition: method(19, OUT.INTERFACE), // condition
  CreateCacheRequest: method(20, OUT.INTERFACE), // cacheRequest
  CreateTrueCondition: method(21, OUT.INTERFACE), // newCondition
  CreateFalseCondition: method(22, OUT.INTERFACE), // newCondition
  CreatePropertyConditionEx: method(24, C.INT, C.VARIANT, C.ENUM, OUT.INTERFACE), // propertyId, value, flags, newCondition
  CreateAndCondition: method(25, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // condition1, condition2, newCondition
  CreateOrCondition: method(28, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // condition1, condition2, newCondition
  CreateNotCondition: method(31, C.INTERFACE, OUT.INTERFACE), // condition, newCondition
  AddFocusChangedEventHandler: method(39, C.INTERFACE, C.INTERFACE), // cacheRequest, handler
  RemoveFocusChangedEventHandler: method(40, C.INTERFACE), // handler
  get_ReservedNotSupportedValue: method(54, OUT.INTERFACE), // notSupportedValue
  get_ReservedMixedAttributeValue: method(55, OUT.INTERFACE), // mixedAttributeValue
});

const CLSID = defineGuids({
  CLSID_CUIAutomation: "ff48dba4-60ef-4201-aa87-54103eef594e",
  CLSID_CUIAutomation8: "e22ad333-b25f-460c-83d0-0581107395c9",
});

/** How much of the tree is shown: everything, what a person can use, what holds content. */
export type TreeView = "Raw" | "Control" | "Content";

/** How long UI Automation waits for a program. Its own defaults, 2 s and 20 s, are too long for a tool. */
export interface AutomationTimeouts {
  /** For a program's answer to the first request, which sets up the connection. */
  readonly connectionTimeoutMs: number;
  /** For the answer to each further request. */
  readonly transactionTimeoutMs: number;
}

/**
 * The client of UI Automation.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomation
 */
export class UIAutomation extends base {
  /**
   * A new client, owned by the caller; this thread must be in the multithreaded apartment. A client that has no time-outs,
   * as that of Windows 7, goes without: {@link UIAutomation2} tells what is set.
   *
   * @throws {HresultError} `REGDB_E_CLASSNOTREG` when there is no UI Automation
   */
  static create(timeouts: AutomationTimeouts): UIAutomation {
    const automation = createNewest();
    try {
      setTimeouts(automation, timeouts);
    } catch (error) {
      automation[Symbol.dispose]();
      throw error;
    }
    return automation;
  }

  /** Whether both are one element, by their runtime ids. */
  compareElements(one: UIAutomationElement, other: UIAutomationElement): boolean {
    return this.bool("CompareElements", one, other);
  }

  /** The desktop. */
  rootElement(): UIAutomationElement {
    return this.requiredObject(UIAutomationElement, "GetRootElement");
  }

  /** The element of a window. With a cache request it comes with its cache. */
  elementFromHandle(hwnd: Hwnd, cacheRequest?: UIAutomationCacheRequest): UIAutomationElement {
    return cacheRequest === undefined
      ? this.requiredObject(UIAutomationElement, "ElementFromHandle", hwnd)
      : this.requiredObject(UIAutomationElement, "ElementFromHandleBuildCache", hwnd, cacheRequest);
  }

  /** The innermost element at a screen point in physical pixels; undefined where there is none. */
  elementFromPoint(
    x: number,
    y: number,
    cacheRequest?: UIAutomationCacheRequest,
  ): UIAutomationElement | undefined {
    const point = pointByValue(x, y);
    return cacheRequest === undefined
      ? this.object(UIAutomationElement, "ElementFromPoint", point)
      : this.object(UIAutomationElement, "ElementFromPointBuildCache", point, cacheRequest);
  }

  /** The element with the keyboard focus; undefined while nothing has it. */
  focusedElement(cacheRequest?: UIAutomationCacheRequest): UIAutomationElement | undefined {
    return cacheRequest === undefined
      ? this.object(UIAutomationElement, "GetFocusedElement")
      : this.object(UIAutomationElement, "GetFocusedElementBuildCache", cacheRequest);
  }

  treeWalker(condition: UIAutomationCondition): UIAutomationTreeWalker {
    return this.requiredObject(UIAutomationTreeWalker, "CreateTreeWalker", condition);
  }

  viewWalker(view: TreeView): UIAutomationTreeWalker {
    return this.requiredObject(UIAutomationTreeWalker, `get_${view}ViewWalker`);
  }

  viewCondition(view: TreeView): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, `get_${view}ViewCondition`);
  }

  /** A request for nothing yet, of the element itself, in the control view. */
  cacheRequest(): UIAutomationCacheRequest {
    return this.requiredObject(UIAutomationCacheRequest, "CreateCacheRequest");
  }

  trueCondition(): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, "CreateTrueCondition");
  }

  falseCondition(): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, "CreateFalseCondition");
  }

  /** A property of {@link PROPERTY} that has a value of the property's own type; flags of {@link PROPERTY_CONDITION}. */
  propertyCondition(propertyId: number, value: Variant, flags: number): UIAutomationCondition {
    return this.requiredObject(
      UIAutomationCondition,
      "CreatePropertyConditionEx",
      propertyId,
      value.bytes,
      flags,
    );
  }

  andCondition(one: UIAutomationCondition, other: UIAutomationCondition): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, "CreateAndCondition", one, other);
  }

  orCondition(one: UIAutomationCondition, other: UIAutomationCondition): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, "CreateOrCondition", one, other);
  }

  notCondition(condition: UIAutomationCondition): UIAutomationCondition {
    return this.requiredObject(UIAutomationCondition, "CreateNotCondition", condition);
  }

  /**
   * Calls a handler of {@link focusChangedHandler} whenever the focus moves, until it is removed. Not synchronous: a
   * handler that ran meanwhile would wait for this thread, and this thread for it.
   */
  async addFocusChangedHandler(handler: Owned<Deno.PointerObject>): Promise<void> {
    await this.callNonblocking("AddFocusChangedEventHandler", null, handler);
  }

  async removeFocusChangedHandler(handler: Owned<Deno.PointerObject>): Promise<void> {
    await this.callNonblocking("RemoveFocusChangedEventHandler", handler);
  }

  /** The object that stands for the value of a property which the element does not support. */
  notSupportedValue(): UnknownObject {
    return this.requiredObject(UnknownObject, "get_ReservedNotSupportedValue");
  }

  /** The object that stands for the value of an attribute which differs within a text range. */
  mixedAttributeValue(): UnknownObject {
    return this.requiredObject(UnknownObject, "get_ReservedMixedAttributeValue");
  }
}

/** Sets how long a client waits for programs from now on, where it has time-outs. */
export function setTimeouts(
  automation: UIAutomation,
  { connectionTimeoutMs, transactionTimeoutMs }: AutomationTimeouts,
): void {
  using newer = automation.queryInterface(UIAutomation2);
  try {
    newer?.setConnectionTimeout(connectionTimeoutMs);
    newer?.setTransactionTimeout(transactionTimeoutMs);
  } catch (error) {
    if (!isHresult(error, HRESULT.E_NOTIMPL)) throw error;
  }
}

function createNewest(): UIAutomation {
  try {
    return createInstance(CLSID.CLSID_CUIAutomation8, UIAutomation);
  } catch (error) {
    if (!isHresult(error, HRESULT.REGDB_E_CLASSNOTREG)) throw error;
    return createInstance(CLSID.CLSID_CUIAutomation, UIAutomation);
  }
}
