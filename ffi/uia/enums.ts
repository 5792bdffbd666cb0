/**
 * The enums of UI Automation, under their header names.
 *
 * @see https://learn.microsoft.com/windows/win32/winauto/uiauto-entry-enumerations
 */

import { defineConstants } from "../constants.ts";

/**
 * Which of its two values a method reads: the one that it now has, by a request to the program, or the one that a cache
 * request fetched, which costs no request and fails where none did.
 */
export type View = "Current" | "Cached";

/** Where a search looks, or what a cache request fetches. */
export const TREE_SCOPE = defineConstants({
  TreeScope_Element: 1,
  TreeScope_Children: 2,
  TreeScope_Descendants: 4,
  TreeScope_Subtree: 7,
});

/** Whether cached elements can do more than tell what is cached. */
export const ELEMENT_MODE = defineConstants({
  AutomationElementMode_None: 0,
  AutomationElementMode_Full: 1,
});

/** How a property condition compares texts. */
export const PROPERTY_CONDITION = defineConstants({
  PropertyConditionFlags_None: 0,
  PropertyConditionFlags_IgnoreCase: 1,
});

export const TOGGLE_STATE = defineConstants({
  ToggleState_Off: 0,
  ToggleState_On: 1,
  ToggleState_Indeterminate: 2,
});

export const EXPAND_COLLAPSE_STATE = defineConstants({
  ExpandCollapseState_Collapsed: 0,
  ExpandCollapseState_Expanded: 1,
  ExpandCollapseState_PartiallyExpanded: 2,
  ExpandCollapseState_LeafNode: 3,
});

/** How far a scroll goes: a page or a line, back or on. */
export const SCROLL_AMOUNT = defineConstants({
  ScrollAmount_LargeDecrement: 0,
  ScrollAmount_SmallDecrement: 1,
  ScrollAmount_NoAmount: 2,
  ScrollAmount_LargeIncrement: 3,
  ScrollAmount_SmallIncrement: 4,
});

export const WINDOW_VISUAL_STATE = defineConstants({
  WindowVisualState_Normal: 0,
  WindowVisualState_Maximized: 1,
  WindowVisualState_Minimized: 2,
});

export const WINDOW_INTERACTION_STATE = defineConstants({
  WindowInteractionState_Running: 0,
  WindowInteractionState_Closing: 1,
  WindowInteractionState_ReadyForUserInteraction: 2,
  WindowInteractionState_BlockedByModalWindow: 3,
  WindowInteractionState_NotResponding: 4,
});

export const ORIENTATION = defineConstants({
  OrientationType_None: 0,
  OrientationType_Horizontal: 1,
  OrientationType_Vertical: 2,
});

export const ROW_OR_COLUMN_MAJOR = defineConstants({
  RowOrColumnMajor_RowMajor: 0,
  RowOrColumnMajor_ColumnMajor: 1,
  RowOrColumnMajor_Indeterminate: 2,
});

export const SUPPORTED_TEXT_SELECTION = defineConstants({
  SupportedTextSelection_None: 0,
  SupportedTextSelection_Single: 1,
  SupportedTextSelection_Multiple: 2,
});

/** The steps in which a range of text moves or grows. */
export const TEXT_UNIT = defineConstants({
  TextUnit_Character: 0,
  TextUnit_Format: 1,
  TextUnit_Word: 2,
  TextUnit_Line: 3,
  TextUnit_Paragraph: 4,
  TextUnit_Page: 5,
  TextUnit_Document: 6,
});

export const TEXT_ENDPOINT = defineConstants({
  TextPatternRangeEndpoint_Start: 0,
  TextPatternRangeEndpoint_End: 1,
});

/** What `IUIAutomationLegacyIAccessiblePattern.Select` does; flags. */
export const SELECTION_FLAG = defineConstants({
  SELFLAG_TAKEFOCUS: 1,
  SELFLAG_TAKESELECTION: 2,
  SELFLAG_EXTENDSELECTION: 4,
  SELFLAG_ADDSELECTION: 8,
  SELFLAG_REMOVESELECTION: 16,
});
