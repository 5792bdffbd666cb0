import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationWindowPattern", "0faef453-9208-43ef-bbb2-3b485177864f", {
  Close: method(3),
  WaitForInputIdle: method(4, C.INT, OUT.INT), // milliseconds, success
  SetWindowVisualState: method(5, C.ENUM), // state
  get_CurrentCanMaximize: method(6, OUT.INT),
  get_CurrentCanMinimize: method(7, OUT.INT),
  get_CurrentIsModal: method(8, OUT.INT),
  get_CurrentIsTopmost: method(9, OUT.INT),
  get_CurrentWindowVisualState: method(10, OUT.INT),
  get_CurrentWindowInteractionState: method(11, OUT.INT),
  get_CachedCanMaximize: method(12, OUT.INT),
  get_CachedCanMinimize: method(13, OUT.INT),
  get_CachedIsModal: method(14, OUT.INT),
  get_CachedIsTopmost: method(15, OUT.INT),
  get_CachedWindowVisualState: method(16, OUT.INT),
  get_CachedWindowInteractionState: method(17, OUT.INT),
});

/**
 * A window with a frame.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationwindowpattern
 */
export class UIAutomationWindowPattern extends base {
  static readonly patternId = PATTERN.UIA_WindowPatternId;

  /** Asks it to close; it may ask the person first. */
  close(): void {
    this.call("Close");
  }

  /** Whether the window was ready for input within the time. */
  waitForInputIdle(timeoutMs: number): boolean {
    return this.bool("WaitForInputIdle", timeoutMs);
  }

  /** One of {@link WINDOW_VISUAL_STATE}. */
  setWindowVisualState(state: number): void {
    this.call("SetWindowVisualState", state);
  }

  canMaximize(view: View): boolean {
    return this.bool(`get_${view}CanMaximize`);
  }

  canMinimize(view: View): boolean {
    return this.bool(`get_${view}CanMinimize`);
  }

  isModal(view: View): boolean {
    return this.bool(`get_${view}IsModal`);
  }

  isTopmost(view: View): boolean {
    return this.bool(`get_${view}IsTopmost`);
  }

  /** One of {@link WINDOW_VISUAL_STATE}. */
  windowVisualState(view: View): number {
    return this.int(`get_${view}WindowVisualState`);
  }

  /** One of {@link WINDOW_INTERACTION_STATE}. */
  windowInteractionState(view: View): number {
    return this.int(`get_${view}WindowInteractionState`);
  }
}
