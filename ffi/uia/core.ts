import { C } from "../ctype.ts";
import type { Hwnd } from "../handles.ts";
import { defineLibrary } from "../library.ts";

/** The function of UI Automation that is no method. @see https://learn.microsoft.com/windows/win32/api/uiautomationcoreapi/ */
export const uiautomationcore = defineLibrary("uiautomationcore.dll", {
  UiaHasServerSideProvider: { parameters: [C.HWND], result: C.BOOL }, // hwnd
});

/**
 * Whether the program of a window has a provider of its own for it. The program is asked, and what it makes for that is let
 * go of; it is to answer messages at that time, since there is no time-out.
 */
export function hasServerSideProvider(hwnd: Hwnd): boolean {
  return uiautomationcore.symbols.UiaHasServerSideProvider(hwnd) !== 0;
}
