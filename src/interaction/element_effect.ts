/** Whether the state of an element shows what was to be done with it. */
import { type UiVerb, wantedNumber } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import { changedFields } from "../elements/difference.ts";
import { normalizeLineEnds, type Verified } from "./text_expectation.ts";

/** Verbs whose effect is whatever the program makes of them: it may show anywhere, later, or not at all. */
const OPEN_ENDED: ReadonlySet<UiVerb["verb"]> = new Set(["invoke", "defaultAction"]);

/** Whether a verb is one whose effect no state is bound to show. */
export function isOpenEnded({ verb }: UiVerb): boolean {
  return OPEN_ENDED.has(verb);
}

/** What the states before and after say of a verb that was carried out. */
export function effectOf(verb: UiVerb, before: UiElement, after: UiElement): Verified {
  switch (verb.verb) {
    case "look":
    case "read":
      return "yes";
    case "invoke":
    case "defaultAction":
      // A button takes the focus when it is pressed, whatever comes of it.
      return changedFields(before, after).some((field) => field !== "hasKeyboardFocus") ? "yes" : "unknown";
    case "toggle":
      return compare(after.toggleState, (state) => state !== before.toggleState);
    case "toggleTo":
      return compare(after.toggleState, (state) => state === verb.state);
    case "select":
    case "addToSelection":
      return compare(after.selected, (isSelected) => isSelected);
    case "removeFromSelection":
      return compare(after.selected, (isSelected) => !isSelected);
    case "expand":
      return compare(after.expandCollapseState, (state) => state === "Expanded");
    case "collapse":
      return compare(after.expandCollapseState, (state) => state === "Collapsed" || state === "LeafNode");
    case "setValue":
      return textEffect(after, verb.text);
    case "appendValue":
      return before.value === null ? "unknown" : textEffect(after, before.value + verb.text);
    case "setRangeValue":
    case "stepRangeValue": {
      const wanted = wantedNumber(verb, before);
      const range = after.range;
      if (range === null || wanted === undefined) return "unknown";
      // Controls keep whole steps, and floating-point numbers differ in their last digits.
      const tolerance = Math.max(range.smallChange / 2, 1e-6 * Math.abs(range.maximum - range.minimum));
      return Math.abs(range.value - wanted) <= tolerance ? "yes" : "no";
    }
    case "scrollIntoView":
      return after.offscreen || after.screenRect === null ? "no" : "yes";
    case "focus":
      return after.failed.includes("hasKeyboardFocus") ? "unknown" : after.hasKeyboardFocus ? "yes" : "no";
    default:
      return "unknown";
  }
}

/** Line ends count alike: controls keep CR LF, CR or LF. */
function textEffect(after: UiElement, wanted: string): Verified {
  if (after.isPassword || after.valueProtected) return "unknown";
  return compare(after.value, (value) => normalizeLineEnds(value) === normalizeLineEnds(wanted));
}

function compare<T>(fact: T | null, isWanted: (fact: T) => boolean): Verified {
  if (fact === null) return "unknown";
  return isWanted(fact) ? "yes" : "no";
}
