/** From what a request has fetched of an element to its plain facts. Nothing here asks its program. */
import type { VariantValue } from "../../../../ffi/com/variant.ts";
import { HresultError } from "../../../../ffi/result.ts";
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { CONTROL_TYPE, PROPERTY } from "../../../../ffi/uia/ids.ts";
import { isEmpty, type Rect, rectFromEdges } from "../../../core/geometry.ts";
import {
  CONTROL_TYPES,
  type ControlType,
  type ExpandCollapseState,
  type PatternName,
  type ToggleState,
  type UiElement,
  type UiProperty,
  type UiRange,
} from "../../ui_element.ts";
import { PATTERN_PROPERTIES } from "./fetched_properties.ts";

/** Texts are cut to so many UTF-16 units: a document's value may be a whole book. */
export const MOST_UNITS = 32_767;

const TOGGLE_STATES: readonly ToggleState[] = ["Off", "On", "Indeterminate"];
const EXPAND_COLLAPSE_STATES: readonly ExpandCollapseState[] = [
  "Collapsed",
  "Expanded",
  "PartiallyExpanded",
  "LeafNode",
];
const FIRST_CONTROL_TYPE = CONTROL_TYPE.UIA_ButtonControlTypeId;

/** The facts of an element of whom everything of `FETCHED` has been fetched. One that fails is noted and costs no other. */
export function readFacts(element: UIAutomationElement): UiElement {
  const failed: UiProperty[] = [];
  const fact = <T>(property: UiProperty, otherwise: T, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof HresultError)) throw error;
      if (!failed.includes(property)) failed.push(property);
      return otherwise;
    }
  };
  const text = (property: UiProperty, read: () => string): string =>
    fact(property, "", () => bounded(read()));
  const flag = (property: UiProperty, otherwise: boolean, read: () => boolean): boolean =>
    fact(property, otherwise, read);

  const patterns = fact("patterns", [], () => readPatterns(element));
  const has = (pattern: PatternName): boolean => patterns.includes(pattern);
  const isPassword = flag("isPassword", false, () => element.isPassword("Cached"));
  const valueProtected = isPassword || failed.includes("isPassword");
  const range = has("RangeValue") ? fact("range", null, () => readRange(element)) : null;
  return {
    automationId: text("automationId", () => element.automationId("Cached")),
    name: text("name", () => element.name("Cached")),
    controlType: fact("controlType", "Unknown", () => controlTypeOf(element.controlType("Cached"))),
    className: text("className", () => element.className("Cached")),
    frameworkId: text("frameworkId", () => element.frameworkId("Cached")),
    processId: fact("processId", 0, () => element.processId("Cached")),
    nativeWindowHandle: fact("nativeWindowHandle", 0n, () => element.nativeWindowHandle("Cached")),
    runtimeId: fact("runtimeId", [], () => readRuntimeId(element)),
    enabled: flag("enabled", true, () => element.isEnabled("Cached")),
    offscreen: flag("offscreen", false, () => element.isOffscreen("Cached")),
    focusable: flag("focusable", false, () => element.isKeyboardFocusable("Cached")),
    hasKeyboardFocus: flag("hasKeyboardFocus", false, () => element.hasKeyboardFocus("Cached")),
    isPassword,
    valueProtected,
    screenRect: fact("screenRect", null, () => readRect(element)),
    patterns,
    value: has("Value") && !valueProtected
      ? fact("value", null, () => bounded(textOf(element.value("Cached", PROPERTY.UIA_ValueValuePropertyId))))
      : null,
    isReadOnly: fact("isReadOnly", null, () => readIsReadOnly(element, has)),
    range,
    toggleState: has("Toggle")
      ? fact(
        "toggleState",
        null,
        () =>
          TOGGLE_STATES[numberOf(element.value("Cached", PROPERTY.UIA_ToggleToggleStatePropertyId))] ?? null,
      )
      : null,
    selected: has("SelectionItem")
      ? fact(
        "selected",
        null,
        () => element.value("Cached", PROPERTY.UIA_SelectionItemIsSelectedPropertyId) === true,
      )
      : null,
    expandCollapseState: has("ExpandCollapse")
      ? fact("expandCollapseState", null, () =>
        EXPAND_COLLAPSE_STATES[
          numberOf(element.value("Cached", PROPERTY.UIA_ExpandCollapseExpandCollapseStatePropertyId))
        ] ?? null)
      : null,
    failed,
  };
}

/** The runtime id, which is fetched with the rest; where that was refused, the element itself may know it. */
export function readRuntimeId(element: UIAutomationElement): readonly number[] {
  const fetched = element.value("Cached", PROPERTY.UIA_RuntimeIdPropertyId);
  const isThere = Array.isArray(fetched) && fetched.length > 0;
  return isThere ? fetched.filter((part) => typeof part === "number") : element.runtimeId();
}

/** The short name of a control type by Windows' number. */
export function controlTypeOf(id: number): ControlType {
  return CONTROL_TYPES[id - FIRST_CONTROL_TYPE] ?? "Unknown";
}

const PATTERN_IDS = PATTERN_PROPERTIES.map(([, propertyId]) => propertyId);

function readPatterns(element: UIAutomationElement): PatternName[] {
  const found: PatternName[] = [];
  for (const index of element.setFlags("Cached", PATTERN_IDS)) {
    const pattern = PATTERN_PROPERTIES[index]?.[0];
    if (pattern !== undefined) found.push(pattern);
  }
  return found;
}

function readRange(element: UIAutomationElement): UiRange {
  const number = (propertyId: number): number => numberOf(element.value("Cached", propertyId));
  return {
    value: number(PROPERTY.UIA_RangeValueValuePropertyId),
    minimum: number(PROPERTY.UIA_RangeValueMinimumPropertyId),
    maximum: number(PROPERTY.UIA_RangeValueMaximumPropertyId),
    smallChange: number(PROPERTY.UIA_RangeValueSmallChangePropertyId),
    largeChange: number(PROPERTY.UIA_RangeValueLargeChangePropertyId),
  };
}

function readIsReadOnly(
  element: UIAutomationElement,
  has: (pattern: PatternName) => boolean,
): boolean | null {
  if (has("Value")) return element.value("Cached", PROPERTY.UIA_ValueIsReadOnlyPropertyId) === true;
  if (has("RangeValue")) return element.value("Cached", PROPERTY.UIA_RangeValueIsReadOnlyPropertyId) === true;
  return null;
}

function readRect(element: UIAutomationElement): Rect | null {
  const { left, top, right, bottom } = element.boundingRectangle("Cached");
  const rect = rectFromEdges(left, top, right, bottom);
  return isEmpty(rect) ? null : rect;
}

function textOf(value: VariantValue): string {
  return typeof value === "string" ? value : "";
}

/** What is no number is 0; a limit that is none is the largest number that JSON can carry. */
function numberOf(value: VariantValue): number {
  if (typeof value !== "number" || Number.isNaN(value)) return 0;
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}

/** The beginning of a text; no character is cut in two. */
function bounded(text: string): string {
  if (text.length <= MOST_UNITS) return text;
  const last = text.charCodeAt(MOST_UNITS - 1);
  const splitsPair = last >= 0xD800 && last <= 0xDBFF;
  return text.slice(0, splitsPair ? MOST_UNITS - 1 : MOST_UNITS);
}
