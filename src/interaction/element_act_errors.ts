/** Why an action on an element was not done, or cannot be known to have been, as errors. */
import { type ErrorDetails, ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import { boundedText, quotedText } from "../core/text.ts";
import { type UiSubject, type UiVerb, VERB_PATTERN } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { IdentityDifference } from "../desktop/ui_identity.ts";
import type { ActionPlan, ActionRequest } from "../elements/action.ts";
import { supportedActions } from "../elements/catalog.ts";

const MOST_TEXT_UNITS = 100;

/** What tells a reader which element it is; never its value. */
export function elementDetails(
  { controlType, name, automationId, screenRect, patterns }: UiElement,
): ErrorDetails {
  return {
    controlType,
    name: boundedText(name, MOST_TEXT_UNITS),
    automationId: boundedText(automationId, MOST_TEXT_UNITS),
    screenRect,
    patterns,
  };
}

/** An element in a sentence. */
export function elementWords({ controlType, name }: Pick<UiElement, "controlType" | "name">): string {
  return name === "" ? `The ${controlType}` : `The ${controlType} ${quotedText(name)}`;
}

/** The error for an element that is not what it was. */
export function staleElementError(
  { identity: { controlType, name, automationId } }: UiSubject,
  differs: readonly (IdentityDifference | "gone")[],
): ToolError {
  const isGone = differs.includes("gone");
  const what = elementWords({ controlType: controlType as UiElement["controlType"], name });
  const message = isGone
    ? `${what} is gone`
    : `${what} is not surely the same any more (${differs.join(", ")})`;
  return new ToolError("ELEMENT_STALE", `${message}; nothing was done`, {
    details: {
      reason: isGone ? "gone" : "changed",
      differs,
      was: {
        controlType,
        name: boundedText(name, MOST_TEXT_UNITS),
        automationId: boundedText(automationId, MOST_TEXT_UNITS),
      },
    },
  });
}

/** The error for an element that takes nothing; a dialog may be the reason. */
export function disabledElementError(element: UiElement, dialog: Hwnd | undefined): ToolError {
  return new ToolError("CONTROL_DISABLED", `${elementWords(element)} is disabled; nothing was done`, {
    details: { ...elementDetails(element), ...(dialog === undefined ? {} : { dialog: formatHwnd(dialog) }) },
    ...(dialog === undefined ? {} : { suggestion: "Answer the dialog in details first." }),
  });
}

/** The error for a value that cannot be changed. */
export function readOnlyElementError(element: UiElement): ToolError {
  return new ToolError("CONTROL_READ_ONLY", `${elementWords(element)} is read-only; nothing was done`, {
    details: elementDetails(element),
  });
}

/** The error for a password field. */
export function passwordElementError(element: UiElement): ToolError {
  return new ToolError("PASSWORD_FIELD", `${elementWords(element)} is a password field; nothing was done`, {
    details: elementDetails(element),
    suggestion: "Set the whole text with setValue and allowPassword true; it is never read back.",
  });
}

/** The error for a number that is at the end of its range. */
export function rangeEndError(element: UiElement): ToolError {
  return new ToolError(
    "ACTION_FAILED",
    `${elementWords(element)} is at the end of its range; nothing was done`,
    {
      details: { ...elementDetails(element), range: element.range },
    },
  );
}

/** The error for an element that said no. */
export function actRefusedError(element: UiElement, { verb }: UiVerb, hresult: string): ToolError {
  return new ToolError("ACTION_FAILED", `${elementWords(element)} refused ${verb}; nothing was done`, {
    details: { ...elementDetails(element), verb, hresult, mayHaveHadEffect: false },
  });
}

/** The error for an act that failed on the way, with nothing to be seen of it. */
export function effectUnknownError(
  { before, verb: { verb }, method }: {
    readonly before: UiElement;
    readonly verb: UiVerb;
    readonly method: string;
  },
  hresult: string,
): ToolError {
  return new ToolError("ACTION_FAILED", `${verb} was sent and failed, and no effect is to be seen`, {
    details: { ...elementDetails(before), verb, method, hresult, mayHaveHadEffect: true },
    suggestion: "Look at the element before repeating the call: part of the action may have happened.",
  });
}

/** The error for an element that can be acted on in none of the ways that there are. */
export function patternError(
  action: ActionRequest["action"],
  element: UiElement,
  plan: ActionPlan,
): ToolError {
  const details = {
    ...elementDetails(element),
    needed: plan.ways.map(({ verb }) => VERB_PATTERN[verb.verb]),
  };
  if (action === "click") {
    return new ToolError(
      "COORDINATE_FALLBACK_DISABLED",
      `${
        elementWords(element)
      } can only be clicked by message, which the call does not allow; nothing was done`,
      { details },
    );
  }
  const supported = supportedActions(element);
  return new ToolError(
    "PATTERN_NOT_SUPPORTED",
    `${elementWords(element)} does not support ${action}; nothing was done`,
    {
      details,
      ...(supported.length === 0 ? {} : { suggestion: `It supports ${supported.join(", ")}.` }),
    },
  );
}

/** The error for what takes the foreground, in the mode that never does. */
export function focusNeedsForegroundError(action: ActionRequest["action"]): ToolError {
  return foregroundError(`${action} takes the foreground; nothing was done`);
}

/** The error for a combo box that only keys are left for, in the mode that focuses nothing. */
export function keysNeedForegroundError(element: UiElement): ToolError {
  return foregroundError(`${elementWords(element)} takes a selection by keys alone; nothing was selected`);
}

function foregroundError(message: string): ToolError {
  return new ToolError("FOREGROUND_REQUIRED", message, {
    details: {
      requestedMode: "background",
      effectiveMode: "background",
      foregroundChanged: false,
      suggestedMode: "foregroundDemo",
    },
  });
}
