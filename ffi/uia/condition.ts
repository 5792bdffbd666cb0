import { defineInterface } from "../com/define_interface.ts";

/**
 * What a search looks for, or what a tree shows: made by the methods of {@link UIAutomation}.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationcondition
 */
export class UIAutomationCondition
  extends defineInterface("IUIAutomationCondition", "352ffba8-0973-437c-a61f-f64cafd81df9", {}) {}
