/**
 * Acting on one element: what is asked for and what became of it, in plain types that cross to a lane and back. Part of
 * the port.
 */
import type { Hwnd } from "../core/hwnd.ts";
import type { PatternName, UiElement } from "./ui_element.ts";
import type { ElementIdentity, IdentityDifference } from "./ui_identity.ts";

/** An element as it was seen: it is found again by this, or known to have changed. */
export interface UiSubject {
  readonly identity: ElementIdentity;
  /** The innermost window at or above it, and how many levels above: the search begins there. */
  readonly host: { readonly hwnd: Hwnd; readonly levels: number };
  /**
   * It is found by its type, automation id and name, whatever its runtime id and that of its parent are now: for what is
   * rebuilt all the time, and is the only one of these words.
   */
  readonly isByWords?: boolean;
}

/** How far one step scrolls one way. */
export type UiScrollStep = "pageBack" | "lineBack" | "none" | "lineOn" | "pageOn";

/** Verbs without anything to say about how; `look` and `read` (of the value) do nothing. */
export type UiPlainVerb =
  | "look"
  | "read"
  | "invoke"
  | "toggle"
  | "select"
  | "addToSelection"
  | "removeFromSelection"
  | "expand"
  | "collapse"
  | "scrollIntoView"
  | "focus"
  | "defaultAction"
  | "closeWindow"
  | "minimizeWindow"
  | "maximizeWindow"
  | "restoreWindow";

/** One thing that is done with an element; each is one method of one pattern. */
export type UiVerb =
  | { readonly verb: UiPlainVerb }
  /** Turns a check mark on by one step, unless it is as wanted. */
  | { readonly verb: "toggleTo"; readonly state: "On" | "Off" }
  /** Replaces the value, or adds to its end. */
  | { readonly verb: "setValue" | "appendValue"; readonly text: string }
  /** Sets the number, within its limits. */
  | { readonly verb: "setRangeValue"; readonly number: number }
  /** Moves the number by its small change, within its limits. */
  | { readonly verb: "stepRangeValue"; readonly direction: 1 | -1 }
  /** In characters of the program's own counting, mostly UTF-16 units. */
  | { readonly verb: "selectText"; readonly start: number; readonly length: number }
  | { readonly verb: "scroll"; readonly horizontal: UiScrollStep; readonly vertical: UiScrollStep }
  /** To so many percent of the way; null leaves a direction as it is. */
  | {
    readonly verb: "scrollTo";
    readonly horizontalPercent: number | null;
    readonly verticalPercent: number | null;
  };

/** The name of a {@link UiVerb}. */
export type UiVerbName = UiVerb["verb"];

/** The pattern that a verb needs; null where every element has it. */
export const VERB_PATTERN: Readonly<Record<UiVerbName, PatternName | null>> = {
  look: null,
  read: "Value",
  invoke: "Invoke",
  toggle: "Toggle",
  toggleTo: "Toggle",
  select: "SelectionItem",
  addToSelection: "SelectionItem",
  removeFromSelection: "SelectionItem",
  expand: "ExpandCollapse",
  collapse: "ExpandCollapse",
  scrollIntoView: "ScrollItem",
  focus: null,
  defaultAction: "LegacyIAccessible",
  closeWindow: "Window",
  minimizeWindow: "Window",
  maximizeWindow: "Window",
  restoreWindow: "Window",
  setValue: "Value",
  appendValue: "Value",
  setRangeValue: "RangeValue",
  stepRangeValue: "RangeValue",
  selectText: "Text",
  scroll: "Scroll",
  scrollTo: "Scroll",
};

/** Verbs that a disabled element takes all the same: they show it, or are about its window. */
const FOR_DISABLED: ReadonlySet<UiVerbName> = new Set([
  "look",
  "read",
  "scrollIntoView",
  "scroll",
  "scrollTo",
  "minimizeWindow",
  "restoreWindow",
]);

const WRITING: ReadonlySet<UiVerbName> = new Set([
  "setValue",
  "appendValue",
  "setRangeValue",
  "stepRangeValue",
]);

/** What keeps a verb from being tried on an element as it is; undefined where nothing does. */
export function verbRefusal(
  { verb }: UiVerb,
  element: UiElement,
  allowsPassword: boolean,
): "disabled" | "readOnly" | "password" | undefined {
  if (!element.enabled && !FOR_DISABLED.has(verb)) return "disabled";
  if (!WRITING.has(verb)) return undefined;
  if (element.isReadOnly === true) return "readOnly";
  const isProtected = element.isPassword || element.valueProtected;
  // What is there cannot be read, so nothing can be added to it.
  if (verb === "appendValue" && isProtected) return "password";
  return verb === "setValue" && isProtected && !allowsPassword ? "password" : undefined;
}

/** The number that a verb sets; undefined where it sets none, or the element has no number. */
export function wantedNumber(verb: UiVerb, { range }: UiElement): number | undefined {
  if (range === null) return undefined;
  const { value, minimum, maximum } = range;
  const within = (number: number): number => Math.min(Math.max(number, minimum), maximum);
  if (verb.verb === "setRangeValue") return within(verb.number);
  if (verb.verb !== "stepRangeValue") return undefined;
  return within(value + verb.direction * (range.smallChange > 0 ? range.smallChange : 1));
}

/** One act on one element. */
export interface UiActRequest {
  readonly subject: UiSubject;
  /** What is done: the first that the element supports, once. Another one is tried only where it surely does not. */
  readonly verbs: readonly UiVerb[];
  /** A password may be set; it is never read. */
  readonly allowsPassword: boolean;
  /** For finding and reading the element. */
  readonly timeoutMs: number;
}

/** What became of an act on an element; `before` is its state when it was found. */
export type UiActResult =
  | {
    readonly outcome: "done";
    readonly verb: UiVerb;
    readonly before: UiElement;
    /** Whether the effect was seen, where the state of an element does not tell: selected text, scrolling. */
    readonly isSeen?: boolean;
  }
  /** It was sent and its program has not come back from it, as with a dialog that the program waits for. */
  | { readonly outcome: "running"; readonly verb: UiVerb; readonly before: UiElement }
  /** It was sent and failed in a way that does not tell whether it had an effect. */
  | {
    readonly outcome: "unknown";
    readonly verb: UiVerb;
    readonly before: UiElement;
    readonly hresult: string;
  }
  /** The element said no; nothing happened. */
  | {
    readonly outcome: "refused";
    readonly verb: UiVerb;
    readonly before: UiElement;
    readonly hresult: string;
  }
  /** It is as wanted, so nothing was sent; or its number is at the end of its range. */
  | { readonly outcome: "already" | "atLimit"; readonly verb: UiVerb; readonly before: UiElement }
  /** Nothing was sent. */
  | {
    readonly outcome: "notSupported" | "disabled" | "readOnly" | "password";
    readonly before: UiElement;
  }
  /** Nothing was sent: what has its id is not surely the same element, or it is not there. */
  | { readonly outcome: "stale"; readonly differs: readonly IdentityDifference[] }
  | { readonly outcome: "gone" };

/** What an element is now; `silent` where its program did not answer in time. */
export type UiLook =
  | { readonly outcome: "seen"; readonly element: UiElement }
  | { readonly outcome: "gone" | "silent" };

/** An element that is watched, as it is now; `silent` where its program did not answer in time. */
export type UiGlance =
  | { readonly outcome: "same"; readonly element: UiElement }
  /** What has its id is not surely the same element any more. */
  | { readonly outcome: "stale"; readonly differs: readonly IdentityDifference[] }
  | { readonly outcome: "gone" }
  | { readonly outcome: "silent" };

/** Which items of a container are meant. */
export interface UiItemQuery {
  readonly container: UiSubject;
  /** The whole name, or the place among all items from 0. */
  readonly wanted: { readonly name: string } | { readonly index: number };
  readonly timeoutMs: number;
}

/** An item with its place in the tree. */
export interface UiItem {
  readonly element: UiElement;
  readonly subject: UiSubject;
}

/** The items that are meant, a few of them; and, where there are none, how many others there are. */
export type UiItems =
  | {
    readonly outcome: "seen";
    readonly items: readonly UiItem[];
    readonly matches: number;
    /** How many items there are in all; the names of the first ones. Where nothing fits. */
    readonly total?: number;
    readonly names?: readonly string[];
  }
  | { readonly outcome: "gone" };

/** What is selected in a container. */
export type UiSelection =
  | {
    readonly outcome: "seen";
    /** The first of them, {@link MOST_SELECTED} at most. */
    readonly items: readonly UiElement[];
    readonly count: number;
    /** It has items that can be selected at all. */
    readonly hasItems: boolean;
  }
  | { readonly outcome: "gone" };

/** So many selected items are told. */
export const MOST_SELECTED = 200;
