import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import { wideString } from "../../wide_string.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface(
  "IUIAutomationLegacyIAccessiblePattern",
  "828055ad-355b-4435-86d5-3b51c14a9b1b",
  {
    Select: method(3, C.LONG), // flagsSelect
    DoDefaultAction: method(4),
    SetValue: method(5, C.BUFFER), // szValue
    get_CurrentName: method(7, OUT.BSTR), // pszName
    get_CurrentValue: method(8, OUT.BSTR), // pszValue
    get_CurrentDescription: method(9, OUT.BSTR), // pszDescription
    get_CurrentRole: method(10, OUT.INT), // pdwRole
    get_CurrentState: method(11, OUT.INT), // pdwState
    get_CurrentHelp: method(12, OUT.BSTR), // pszHelp
    get_CurrentKeyboardShortcut: method(13, OUT.BSTR), // pszKeyboardShortcut
    get_CurrentDefaultAction: method(15, OUT.BSTR), // pszDefaultAction
    get_CachedName: method(17, OUT.BSTR), // pszName
    get_CachedValue: method(18, OUT.BSTR), // pszValue
    get_CachedDescription: method(19, OUT.BSTR), // pszDescription
    get_CachedRole: method(20, OUT.INT), // pdwRole
    get_CachedState: method(21, OUT.INT), // pdwState
    get_CachedHelp: method(22, OUT.BSTR), // pszHelp
    get_CachedKeyboardShortcut: method(23, OUT.BSTR), // pszKeyboardShortcut
    get_CachedDefaultAction: method(25, OUT.BSTR), // pszDefaultAction
  },
);

/**
 * What Microsoft Active Accessibility says of the element.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationlegacyiaccessiblepattern
 */
export class UIAutomationLegacyIAccessiblePattern extends base {
  static readonly patternId = PATTERN.UIA_LegacyIAccessiblePatternId;

  /** Flags of {@link SELECTION_FLAG}. */
  select(flags: number): void {
    this.call("Select", flags);
  }

  doDefaultAction(): void {
    this.call("DoDefaultAction");
  }

  setValue(value: string): void {
    this.call("SetValue", wideString(value));
  }

  name(view: View): string {
    return this.text(`get_${view}Name`);
  }

  value(view: View): string {
    return this.text(`get_${view}Value`);
  }

  description(view: View): string {
    return this.text(`get_${view}Description`);
  }

  /** A `ROLE_SYSTEM_…` number. */
  role(view: View): number {
    return this.int(`get_${view}Role`);
  }

  /** `STATE_SYSTEM_…` flags. */
  state(view: View): number {
    return this.int(`get_${view}State`);
  }

  help(view: View): string {
    return this.text(`get_${view}Help`);
  }

  keyboardShortcut(view: View): string {
    return this.text(`get_${view}KeyboardShortcut`);
  }

  /** What {@link doDefaultAction} does, in the words of the program's language. */
  defaultAction(view: View): string {
    return this.text(`get_${view}DefaultAction`);
  }
}
