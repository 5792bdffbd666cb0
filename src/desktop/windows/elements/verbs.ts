/** Carries a verb out by the pattern that it belongs to. */
import { HRESULT, HresultError, isHresult, isTimeout } from "../../../../ffi/result.ts";
import type { PatternType, UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { SCROLL_AMOUNT, TEXT_ENDPOINT, TEXT_UNIT, WINDOW_VISUAL_STATE } from "../../../../ffi/uia/enums.ts";
import { PROPERTY } from "../../../../ffi/uia/ids.ts";
import { UIAutomationExpandCollapsePattern } from "../../../../ffi/uia/patterns/expand_collapse.ts";
import { UIAutomationInvokePattern } from "../../../../ffi/uia/patterns/invoke.ts";
import { UIAutomationLegacyIAccessiblePattern } from "../../../../ffi/uia/patterns/legacy_iaccessible.ts";
import { UIAutomationRangeValuePattern } from "../../../../ffi/uia/patterns/range_value.ts";
import { UIAutomationScrollPattern } from "../../../../ffi/uia/patterns/scroll.ts";
import { UIAutomationScrollItemPattern } from "../../../../ffi/uia/patterns/scroll_item.ts";
import { UIAutomationSelectionItemPattern } from "../../../../ffi/uia/patterns/selection_item.ts";
import { UIAutomationTextPattern } from "../../../../ffi/uia/patterns/text.ts";
import { UIAutomationTogglePattern } from "../../../../ffi/uia/patterns/toggle.ts";
import { UIAutomationValuePattern } from "../../../../ffi/uia/patterns/value.ts";
import { UIAutomationWindowPattern } from "../../../../ffi/uia/patterns/window.ts";
import type { ComObject } from "../../../../ffi/com/com_object.ts";
import { type UiScrollStep, type UiVerb, wantedNumber } from "../../ui_act.ts";
import type { UiElement } from "../../ui_element.ts";

/** How a verb went: whether its effect was seen, where the element's own state would not tell. */
export type VerbReport = { readonly isSeen?: boolean };

/** The element lacks the pattern, whatever it said of it: nothing was sent. */
export class PatternMissing extends Error {
  override readonly name = "PatternMissing";
}

/** Scroll positions are told apart from this many percent on. */
const SCROLL_TOLERANCE = 0.5;

const AMOUNTS: Readonly<Record<UiScrollStep, number>> = {
  pageBack: SCROLL_AMOUNT.ScrollAmount_LargeDecrement,
  lineBack: SCROLL_AMOUNT.ScrollAmount_SmallDecrement,
  none: SCROLL_AMOUNT.ScrollAmount_NoAmount,
  lineOn: SCROLL_AMOUNT.ScrollAmount_SmallIncrement,
  pageOn: SCROLL_AMOUNT.ScrollAmount_LargeIncrement,
};

/**
 * Does it once. The pattern's method is the last call that may have an effect.
 *
 * @throws {HresultError} what the pattern's method answered
 * @throws {PatternMissing} before anything was sent
 */
export function carryOut(element: UIAutomationElement, facts: UiElement, verb: UiVerb): VerbReport {
  switch (verb.verb) {
    case "look":
    case "read":
      return {};
    case "invoke":
      return withPattern(element, UIAutomationInvokePattern, (pattern) => pattern.invoke());
    case "toggle":
    case "toggleTo":
      return withPattern(element, UIAutomationTogglePattern, (pattern) => pattern.toggle());
    case "select":
      return withPattern(element, UIAutomationSelectionItemPattern, (pattern) => pattern.select());
    case "addToSelection":
      return withPattern(element, UIAutomationSelectionItemPattern, (pattern) => pattern.addToSelection());
    case "removeFromSelection":
      return withPattern(
        element,
        UIAutomationSelectionItemPattern,
        (pattern) => pattern.removeFromSelection(),
      );
    case "expand":
      return withPattern(element, UIAutomationExpandCollapsePattern, (pattern) => pattern.expand());
    case "collapse":
      return withPattern(element, UIAutomationExpandCollapsePattern, (pattern) => pattern.collapse());
    case "scrollIntoView":
      return withPattern(element, UIAutomationScrollItemPattern, (pattern) => pattern.scrollIntoView());
    case "focus":
      element.setFocus();
      return {};
    case "defaultAction":
      return withPattern(
        element,
        UIAutomationLegacyIAccessiblePattern,
        (pattern) => pattern.doDefaultAction(),
      );
    case "setValue":
      return withPattern(element, UIAutomationValuePattern, (pattern) => pattern.setValue(verb.text));
    case "appendValue":
      return withPattern(
        element,
        UIAutomationValuePattern,
        (pattern) => pattern.setValue(wholeValue(element) + verb.text),
      );
    case "setRangeValue":
    case "stepRangeValue": {
      const number = wantedNumber(verb, facts);
      if (number === undefined) throw new PatternMissing();
      return withPattern(element, UIAutomationRangeValuePattern, (pattern) => pattern.setValue(number));
    }
    case "selectText":
      return withPattern(element, UIAutomationTextPattern, (pattern) => selectText(pattern, verb));
    case "scroll":
      return withPattern(element, UIAutomationScrollPattern, (pattern) => {
        const before = scrolledTo(pattern);
        pattern.scroll(AMOUNTS[verb.horizontal], AMOUNTS[verb.vertical]);
        return seen(() => {
          const after = scrolledTo(pattern);
          return before.some((percent, way) => !isNear(percent, after[way] ?? percent));
        });
      });
    case "scrollTo":
      return withPattern(element, UIAutomationScrollPattern, (pattern) => {
        const wanted = [verb.horizontalPercent, verb.verticalPercent];
        pattern.setScrollPercent(wanted[0] ?? -1, wanted[1] ?? -1);
        return seen(() => {
          const after = scrolledTo(pattern);
          return wanted.every((percent, way) => percent === null || isNear(percent, after[way] ?? -1));
        });
      });
    case "closeWindow":
      return withPattern(element, UIAutomationWindowPattern, (pattern) => pattern.close());
    case "minimizeWindow":
      return visualState(element, WINDOW_VISUAL_STATE.WindowVisualState_Minimized);
    case "maximizeWindow":
      return visualState(element, WINDOW_VISUAL_STATE.WindowVisualState_Maximized);
    case "restoreWindow":
      return visualState(element, WINDOW_VISUAL_STATE.WindowVisualState_Normal);
  }
}

/** What an answer of a pattern's method says of its effect. */
export function verdictOn(
  error: HresultError,
): "notSupported" | "disabled" | "refused" | "running" | "unknown" {
  const is = (...hresults: readonly number[]): boolean => hresults.some((one) => isHresult(error, one));
  if (is(HRESULT.UIA_E_NOTSUPPORTED, HRESULT.E_NOTIMPL, HRESULT.E_NOINTERFACE)) return "notSupported";
  if (is(HRESULT.UIA_E_ELEMENTNOTENABLED)) return "disabled";
  if (is(HRESULT.UIA_E_INVALIDOPERATION, HRESULT.E_INVALIDARG, HRESULT.E_ACCESSDENIED)) return "refused";
  return isTimeout(error) ? "running" : "unknown";
}

/** Calls a pattern that was fetched with the element. */
function withPattern<T extends ComObject>(
  element: UIAutomationElement,
  type: PatternType<T>,
  act: (pattern: T) => VerbReport | void,
): VerbReport {
  using pattern = element.pattern("Cached", type);
  if (pattern === undefined) throw new PatternMissing();
  return act(pattern) ?? {};
}

function visualState(element: UIAutomationElement, state: number): VerbReport {
  return withPattern(element, UIAutomationWindowPattern, (pattern) => pattern.setWindowVisualState(state));
}

/** Facts hold the beginning of a long value; what is added to is all of it. */
function wholeValue(element: UIAutomationElement): string {
  using variant = element.propertyValue("Cached", PROPERTY.UIA_ValueValuePropertyId, false);
  const { value } = variant;
  return typeof value === "string" ? value : "";
}

function selectText(
  pattern: UIAutomationTextPattern,
  { start, length }: Extract<UiVerb, { readonly verb: "selectText" }>,
): VerbReport {
  const { TextPatternRangeEndpoint_Start: START, TextPatternRangeEndpoint_End: END } = TEXT_ENDPOINT;
  using all = pattern.documentRange();
  using range = all.clone();
  const unit = TEXT_UNIT.TextUnit_Character;
  // The end moves with the start where it would come to lie before it.
  range.moveEndpointByRange(END, all, START);
  range.moveEndpointByUnit(END, unit, start);
  range.moveEndpointByRange(START, range, END);
  range.moveEndpointByUnit(END, unit, length);
  range.select();
  return seen(() => {
    using selection = pattern.selection();
    if (selection === undefined || selection.length() === 0) return false;
    using selected = selection.range(0);
    return selected.compare(range);
  });
}

/** What a look after the act tells. One that fails tells nothing, and is no failure of the act. */
function seen(look: () => boolean): VerbReport {
  try {
    return { isSeen: look() };
  } catch (error) {
    if (error instanceof HresultError) return {};
    throw error;
  }
}

function scrolledTo(pattern: UIAutomationScrollPattern): readonly number[] {
  return [pattern.horizontalScrollPercent("Current"), pattern.verticalScrollPercent("Current")];
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= SCROLL_TOLERANCE;
}
