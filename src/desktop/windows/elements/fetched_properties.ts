/** What is fetched of every element, in the one request that fetches it. */
import { PROPERTY } from "../../../../ffi/uia/ids.ts";
import type { PatternName } from "../../ui_element.ts";

/**
 * The patterns that are looked for, each by the property that tells whether it is there. LegacyIAccessible is not: Windows
 * gives it to every element, so it says nothing of any.
 */
export const PATTERN_PROPERTIES: readonly (readonly [PatternName, number])[] = [
  ["Invoke", PROPERTY.UIA_IsInvokePatternAvailablePropertyId],
  ["Selection", PROPERTY.UIA_IsSelectionPatternAvailablePropertyId],
  ["Value", PROPERTY.UIA_IsValuePatternAvailablePropertyId],
  ["RangeValue", PROPERTY.UIA_IsRangeValuePatternAvailablePropertyId],
  ["Scroll", PROPERTY.UIA_IsScrollPatternAvailablePropertyId],
  ["ExpandCollapse", PROPERTY.UIA_IsExpandCollapsePatternAvailablePropertyId],
  ["Grid", PROPERTY.UIA_IsGridPatternAvailablePropertyId],
  ["GridItem", PROPERTY.UIA_IsGridItemPatternAvailablePropertyId],
  ["Window", PROPERTY.UIA_IsWindowPatternAvailablePropertyId],
  ["SelectionItem", PROPERTY.UIA_IsSelectionItemPatternAvailablePropertyId],
  ["Table", PROPERTY.UIA_IsTablePatternAvailablePropertyId],
  ["TableItem", PROPERTY.UIA_IsTableItemPatternAvailablePropertyId],
  ["Text", PROPERTY.UIA_IsTextPatternAvailablePropertyId],
  ["Toggle", PROPERTY.UIA_IsTogglePatternAvailablePropertyId],
  ["Transform", PROPERTY.UIA_IsTransformPatternAvailablePropertyId],
  ["ScrollItem", PROPERTY.UIA_IsScrollItemPatternAvailablePropertyId],
  ["ItemContainer", PROPERTY.UIA_IsItemContainerPatternAvailablePropertyId],
  ["VirtualizedItem", PROPERTY.UIA_IsVirtualizedItemPatternAvailablePropertyId],
];

/**
 * Everything that a request fetches. A request fetches the same of each element, so a value comes of password fields too;
 * it stays in the cache: nobody reads it from there.
 */
export const FETCHED: readonly number[] = [
  PROPERTY.UIA_RuntimeIdPropertyId,
  PROPERTY.UIA_AutomationIdPropertyId,
  PROPERTY.UIA_NamePropertyId,
  PROPERTY.UIA_ControlTypePropertyId,
  PROPERTY.UIA_ClassNamePropertyId,
  PROPERTY.UIA_FrameworkIdPropertyId,
  PROPERTY.UIA_ProcessIdPropertyId,
  PROPERTY.UIA_NativeWindowHandlePropertyId,
  PROPERTY.UIA_IsEnabledPropertyId,
  PROPERTY.UIA_IsOffscreenPropertyId,
  PROPERTY.UIA_IsKeyboardFocusablePropertyId,
  PROPERTY.UIA_HasKeyboardFocusPropertyId,
  PROPERTY.UIA_IsPasswordPropertyId,
  PROPERTY.UIA_BoundingRectanglePropertyId,
  PROPERTY.UIA_ValueValuePropertyId,
  PROPERTY.UIA_ValueIsReadOnlyPropertyId,
  PROPERTY.UIA_RangeValueValuePropertyId,
  PROPERTY.UIA_RangeValueIsReadOnlyPropertyId,
  PROPERTY.UIA_RangeValueMinimumPropertyId,
  PROPERTY.UIA_RangeValueMaximumPropertyId,
  PROPERTY.UIA_RangeValueSmallChangePropertyId,
  PROPERTY.UIA_RangeValueLargeChangePropertyId,
  PROPERTY.UIA_ToggleToggleStatePropertyId,
  PROPERTY.UIA_SelectionItemIsSelectedPropertyId,
  PROPERTY.UIA_ExpandCollapseExpandCollapseStatePropertyId,
  ...PATTERN_PROPERTIES.map(([, property]) => property),
];
