/** The actions on an element, and the ways of doing each, in their order. */
import type { UiPlainVerb, UiScrollStep, UiVerb } from "../desktop/ui_act.ts";

/** Actions that a call may ask for. */
export const ELEMENT_ACTIONS = [
  "invoke",
  "toggle",
  "select",
  "addToSelection",
  "removeFromSelection",
  "expand",
  "collapse",
  "setValue",
  "setRangeValue",
  "scrollIntoView",
  "focus",
  "legacyDefaultAction",
  "click",
  "appendText",
  "clear",
  "selectAll",
  "getValue",
  "setChecked",
  "increment",
  "decrement",
  "windowMessageClick",
  "selectByName",
  "selectByIndex",
  "selectText",
  "scroll",
  "close",
  "minimize",
  "maximize",
  "restore",
] as const;

/** The name of an action. */
export type ElementAction = typeof ELEMENT_ACTIONS[number];

/** Parts of actions: looking at an element, and selecting the item that a container's action has found. */
type PartOfAction = "getState" | "selectItem";

/** An action with what belongs to it. */
export interface ActionRequest {
  readonly action: ElementAction | PartOfAction;
  readonly value?: string | undefined;
  readonly rangeValue?: number | undefined;
  readonly index?: number | undefined;
  readonly start?: number | undefined;
  readonly length?: number | undefined;
}

/** A way of doing an action by a pattern, and its name in results. */
export interface ActionWay {
  readonly method: string;
  readonly verb: UiVerb;
}

/** A posted key that stands in for a pattern which an element has not. */
export interface ActionKey {
  readonly method: "Keyboard.Enter" | "Keyboard.Space";
  readonly virtualKey: number;
  /** Whether results count it as a fallback. */
  readonly countsAsFallback: boolean;
}

/** The ways of an action; one that may have had an effect is never followed by another. */
export interface ActionPlan {
  readonly ways: readonly ActionWay[];
  readonly key?: ActionKey;
  /** Whether a click by message may stand in, where the call allows it. */
  readonly mayClick: boolean;
}

/** The steps that `scroll` takes, by its value. */
export const SCROLL_STEPS: Readonly<
  Record<string, { readonly horizontal: UiScrollStep; readonly vertical: UiScrollStep }>
> = {
  up: { horizontal: "none", vertical: "lineBack" },
  down: { horizontal: "none", vertical: "lineOn" },
  pageUp: { horizontal: "none", vertical: "pageBack" },
  pageDown: { horizontal: "none", vertical: "pageOn" },
  left: { horizontal: "lineBack", vertical: "none" },
  right: { horizontal: "lineOn", vertical: "none" },
  pageLeft: { horizontal: "pageBack", vertical: "none" },
  pageRight: { horizontal: "pageOn", vertical: "none" },
};

/** More than any text has; the program's own end is the end. */
const WHOLE_TEXT = 0x3FFF_FFFF;

const ENTER: ActionKey = { method: "Keyboard.Enter", virtualKey: 0x0D, countsAsFallback: true };
const SPACE: ActionKey = { method: "Keyboard.Space", virtualKey: 0x20, countsAsFallback: true };

function way(method: string, verb: UiPlainVerb): ActionWay {
  return { method, verb: { verb } };
}

function only(method: string, verb: UiVerb): ActionPlan {
  return { ways: [{ method, verb }], mayClick: false };
}

function selecting(verb: "select" | "addToSelection" | "removeFromSelection", name: string): ActionPlan {
  return {
    ways: [way(`SelectionItemPattern.${name}`, verb), way("InvokePattern", "invoke")],
    mayClick: true,
  };
}

/**
 * The ways of an action, its arguments already checked. Selecting by name or index, and clicking by message, are not
 * done to the element itself: there are no ways for them.
 */
export function planOf(request: ActionRequest): ActionPlan {
  const { action, value: text = "" } = request;
  switch (action) {
    case "invoke":
      return {
        ways: [way("InvokePattern", "invoke"), way("TogglePattern(invoke)", "toggle")],
        key: ENTER,
        mayClick: true,
      };
    case "click":
      return { ways: [way("InvokePattern", "invoke")], key: ENTER, mayClick: true };
    case "toggle":
      return {
        ways: [way("TogglePattern", "toggle"), way("InvokePattern", "invoke")],
        key: SPACE,
        mayClick: true,
      };
    case "setChecked":
      return {
        ways: [{
          method: "TogglePattern.SetChecked",
          verb: { verb: "toggleTo", state: text === "true" ? "On" : "Off" },
        }],
        key: { ...SPACE, countsAsFallback: false },
        mayClick: true,
      };
    case "legacyDefaultAction":
      return {
        ways: [
          way("InvokePattern(legacy)", "invoke"),
          way("LegacyIAccessiblePattern.DoDefaultAction", "defaultAction"),
        ],
        mayClick: true,
      };
    case "select":
      return selecting("select", "Select");
    case "addToSelection":
      return selecting("addToSelection", "AddToSelection");
    case "removeFromSelection":
      return selecting("removeFromSelection", "RemoveFromSelection");
    case "expand":
      return only("ExpandCollapsePattern.Expand", { verb: "expand" });
    case "collapse":
      return only("ExpandCollapsePattern.Collapse", { verb: "collapse" });
    case "setValue":
      return only("ValuePattern", { verb: "setValue", text });
    case "appendText":
      return only("ValuePattern.Append", { verb: "appendValue", text });
    case "clear":
      return only("ValuePattern.Clear", { verb: "setValue", text: "" });
    case "getValue":
      return only("ValuePattern.Read", { verb: "read" });
    case "setRangeValue":
      return only("RangeValuePattern", { verb: "setRangeValue", number: request.rangeValue ?? 0 });
    case "increment":
      return only("RangeValuePattern.Increment", { verb: "stepRangeValue", direction: 1 });
    case "decrement":
      return only("RangeValuePattern.Decrement", { verb: "stepRangeValue", direction: -1 });
    case "scrollIntoView":
      return only("ScrollItemPattern", { verb: "scrollIntoView" });
    case "focus":
      return only("SetFocus", { verb: "focus" });
    case "selectAll":
      return only("TextPattern.SelectAll", { verb: "selectText", start: 0, length: WHOLE_TEXT });
    case "selectText":
      return only("TextPattern.Select", {
        verb: "selectText",
        start: request.start ?? 0,
        length: request.length ?? WHOLE_TEXT,
      });
    case "scroll":
      return scrolling(request);
    case "close":
      return only("WindowPattern.Close", { verb: "closeWindow" });
    case "minimize":
      return only("WindowPattern.SetWindowVisualState", { verb: "minimizeWindow" });
    case "maximize":
      return only("WindowPattern.SetWindowVisualState", { verb: "maximizeWindow" });
    case "restore":
      return only("WindowPattern.SetWindowVisualState", { verb: "restoreWindow" });
    case "selectItem":
      return { ...selecting("select", "Select"), mayClick: false };
    case "getState":
    case "windowMessageClick":
    case "selectByName":
    case "selectByIndex":
      return only("", { verb: "look" });
  }
}

function scrolling({ value, rangeValue }: ActionRequest): ActionPlan {
  const step = value === undefined ? undefined : SCROLL_STEPS[value];
  if (step !== undefined) return only("ScrollPattern.Scroll", { verb: "scroll", ...step });
  return only("ScrollPattern.SetScrollPercent", {
    verb: "scrollTo",
    horizontalPercent: null,
    verticalPercent: rangeValue ?? 0,
  });
}
