/** Whether an element fits what a selector says of it, ready to be asked of thousands. */
import type { UiElement, UiProperty } from "../desktop/ui_element.ts";
import { Pattern } from "./pattern.ts";
import { PatternError } from "./pattern_syntax.ts";
import { type Selector, TEXT_FIELDS, type TextField } from "./selector.ts";

/** One thing that a selector asks of an element itself. */
export interface Check {
  readonly field: TextField | "controlType" | "visibleOnly" | "enabledOnly";
  /** As the caller wrote it; true for the filters. */
  readonly wanted: string | true;
  /** The fact it looks at. */
  readonly property: UiProperty;
  fits(element: UiElement): boolean;
}

/** What a selector asks of an element itself; none for a selector that fits every element. */
export function checksOf(selector: Selector): readonly Check[] {
  const checks: Check[] = [];
  const { controlType } = selector;
  // First what is cheapest and rules out most.
  if (controlType !== undefined) {
    const wanted = controlType.toLowerCase();
    checks.push({
      field: "controlType",
      wanted: controlType,
      property: "controlType",
      fits: (element) => element.controlType.toLowerCase() === wanted,
    });
  }
  for (const field of TEXT_FIELDS) {
    const wanted = selector[field];
    if (wanted === undefined) continue;
    const fits = comparison(wanted, selector);
    checks.push({ field, wanted, property: field, fits: (element) => fits(element[field]) });
  }
  if (selector.visibleOnly === true) {
    checks.push({
      field: "visibleOnly",
      wanted: true,
      property: "offscreen",
      fits: (element) => !element.offscreen,
    });
  }
  if (selector.enabledOnly === true) {
    checks.push({
      field: "enabledOnly",
      wanted: true,
      property: "enabled",
      fits: (element) => element.enabled,
    });
  }
  return checks;
}

/** Whether all of them fit; an element fits no checks at all. */
export function fitsAll(checks: readonly Check[], element: UiElement): boolean {
  for (const check of checks) if (!check.fits(element)) return false;
  return true;
}

/** How a text is compared with what a selector wants of it. */
export function comparison(
  wanted: string,
  how: Pick<Selector, "match" | "caseSensitive">,
): (text: string) => boolean {
  const ignoreCase = how.caseSensitive !== true;
  if (how.match === "regex") return regexComparison(wanted, ignoreCase);
  const folded = ignoreCase ? wanted.toLowerCase() : wanted;
  const fold = ignoreCase ? (text: string) => text.toLowerCase() : (text: string) => text;
  return how.match === "contains"
    ? (text) => fold(text).includes(folded)
    : (text) => text === wanted || fold(text) === folded;
}

/** What is no pattern fits nothing: selectors are checked before they come here. */
function regexComparison(source: string, ignoreCase: boolean): (text: string) => boolean {
  try {
    const pattern = new Pattern(source, { ignoreCase });
    return (text) => pattern.test(text);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return () => false;
  }
}
