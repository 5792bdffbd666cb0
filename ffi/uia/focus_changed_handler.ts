import { implementInterface } from "../com/com_callback.ts";
import { defineInterfaceTable, method } from "../com/interface_table.ts";
import { C } from "../ctype.ts";
import type { Owned } from "../handles.ts";
import { UIAutomationElement } from "./element.ts";

const table = defineInterfaceTable(
  "IUIAutomationFocusChangedEventHandler",
  "c270f6b5-5c69-4290-9745-7a7f97169468",
  { HandleFocusChangedEvent: method(3, C.INTERFACE) }, // sender
);

/**
 * An event handler that calls `changed` with the element that got the focus, which is borrowed for the length of the call.
 * The caller holds one reference; what UI Automation holds besides keeps it alive. It must be removed before this thread
 * ends: UI Automation would call a function that is no more.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationfocuschangedeventhandler
 */
export function focusChangedHandler(
  changed: (element: UIAutomationElement) => void,
): Owned<Deno.PointerObject> {
  return implementInterface(table, {
    HandleFocusChangedEvent: (sender) => {
      if (sender === null) return;
      using element = new UIAutomationElement(sender as Deno.PointerObject, "borrowed"); // as the row says
      changed(element);
    },
  });
}
