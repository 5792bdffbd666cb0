/** Keys and messages to the window of an element that lacks a pattern, where the contract names one for an action. */
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { ActionKey, ActionRequest } from "../elements/action.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { elementDetails } from "./element_act_errors.ts";
import { requireNoModifiers } from "./keyboard_focus.ts";

/** Windows' own edit controls, and what is made after them. */
export const EDIT_CLASS = /edit/i;

/** Home and the arrows, which keyboards had later once more. */
const NAVIGATION: ReadonlySet<number> = new Set([0x24, 0x25, 0x26, 0x27, 0x28]);

/** How it was sent. */
export interface Pressed {
  readonly method: string;
  readonly isFallback: boolean;
}

/**
 * Posts the key of an action to the element's own window; for `selectAll` an edit control gets its message. Undefined,
 * with nothing sent, where there is none or the element has no window that takes keys. Takes no foreground.
 *
 * @throws {ToolError} MODIFIER_HELD, INPUT_DELIVERY_FAILED
 */
export async function pressForElement(
  context: ActContext,
  action: ActionRequest["action"],
  key: ActionKey | undefined,
  element: UiElement,
): Promise<Pressed | undefined> {
  const { desktop } = context;
  const { nativeWindowHandle: hwnd, focusable, className } = element;
  if (hwnd === 0n) return undefined;
  if (action === "selectAll" && element.patterns.includes("Value") && EDIT_CLASS.test(className)) {
    requireTaken(await desktop.editCommand(hwnd, { anchor: 0, caret: -1 }), element);
    return { method: "EM_SETSEL", isFallback: true };
  }
  if (key === undefined || !focusable || takesText(element)) return undefined;
  await pressKeys(context, element, [key.virtualKey]);
  return { method: key.method, isFallback: key.countsAsFallback };
}

/** Enter and Space would be written into it. */
function takesText({ controlType, patterns }: UiElement): boolean {
  return controlType === "Edit" || controlType === "Document" || patterns.includes("Text");
}

/**
 * Posts keys to the element's own window, or another one that takes them for it, one after another. Takes no foreground.
 *
 * @throws {ToolError} MODIFIER_HELD, INPUT_DELIVERY_FAILED
 */
export async function pressKeys(
  context: ActContext,
  element: UiElement,
  virtualKeys: readonly number[],
  hwnd: Hwnd = element.nativeWindowHandle,
): Promise<void> {
  await requireNoModifiers(context);
  const press = async (virtualKey: number): Promise<void> => {
    const isExtended = NAVIGATION.has(virtualKey);
    requireTaken(await context.desktop.postKey(hwnd, virtualKey, { isExtended }), element, hwnd);
  };
  const [first, ...rest] = virtualKeys;
  if (first !== undefined) await press(first);
  await onceActed(async () => {
    for (const virtualKey of rest) await press(virtualKey);
  });
}

function requireTaken(
  { stopped }: { readonly stopped?: string },
  element: UiElement,
  hwnd: Hwnd = element.nativeWindowHandle,
): void {
  if (stopped === undefined) return;
  throw new ToolError("INPUT_DELIVERY_FAILED", "Windows did not take what was posted to the element", {
    details: { ...elementDetails(element), hwnd: formatHwnd(hwnd), stopped },
  });
}
