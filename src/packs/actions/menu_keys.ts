/** Keys for rows of menus, posted to the panel that they are in; never to the keyboard, and never without a destination. */
import { ToolError } from "../../core/errors.ts";
import { formatHwnd, type Hwnd } from "../../core/hwnd.ts";
import { programOf, type TopLevelWindow } from "../../desktop/desktop.ts";
import { elementAt } from "../../elements/tree.ts";
import { actOnElement } from "../../interaction/element_act.ts";
import { pressKeys } from "../../interaction/element_key.ts";
import { destroyedError } from "../../interaction/preflight.ts";
import type { ActContext } from "../../interaction/act_context.ts";
import { type CompositeCall, type FoundPart, NO_FALLBACK } from "./composite_call.ts";

const ESCAPE = 0x1B;

/**
 * Focuses the row, then posts it a key. Which window gets the key is settled before anything is done. In background mode
 * a row that has not got the focus is refused: it cannot get it without its window coming to the front.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE and what finding the panel throws, before anything is sent;
 * FOREGROUND_REQUIRED, MODIFIER_HELD, INPUT_DELIVERY_FAILED, and what acting throws
 */
export async function pressOnRow(call: CompositeCall, virtualKey: number): Promise<void> {
  const { context, control } = call;
  const destination = await panelWindow(call);
  const element = elementAt(control.tree, control.node);
  if (!element.hasKeyboardFocus) {
    await actOnElement(context, control.target, { action: "focus" }, NO_FALLBACK);
  }
  await pressKeys(context, element, [virtualKey], destination);
}

/** The window of the panel that the pack names, else the one that the row itself is in. */
async function panelWindow(call: CompositeCall): Promise<Hwnd> {
  const { context: { desktop }, entry: { menu }, control, window } = call;
  const part = menu?.panelControl === undefined ? control : await call.find(menu.panelControl);
  const hwnd = windowAround(part);
  const state = await desktop.windowState(hwnd, 0);
  if (state === undefined) throw destroyedError(hwnd);
  if (programOf(state) !== programOf(window) && state.pid !== window.pid) {
    throw new ToolError("ACTION_FAILED", "The panel belongs to another program; no key was sent", {
      details: { hwnd: formatHwnd(hwnd), mayHaveHadEffect: false },
    });
  }
  return hwnd;
}

function windowAround({ tree, node, target: { subject } }: FoundPart): Hwnd {
  const { nativeWindowHandle } = elementAt(tree, node);
  return nativeWindowHandle === 0n ? subject.host.hwnd : nativeWindowHandle;
}

/** Closes popups that an act has opened and that nobody can be told of. What goes wrong with that costs nothing else. */
export async function closePopups(
  { desktop }: Pick<ActContext, "desktop">,
  popups: readonly TopLevelWindow[],
): Promise<void> {
  for (const { hwnd } of popups) {
    try {
      await desktop.postKey(hwnd, ESCAPE);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
}
