/** Selects an item of a combo box, list, tree or tab by its name or place, and looks whether it is selected then. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { boundedText, quotedText } from "../core/text.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { UiItem, UiItemQuery, UiItems, UiSubject, UiVerb } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { ActionRequest } from "../elements/action.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { actOnElement, type ElementActOptions } from "./element_act.ts";
import type { ElementOutcome } from "./element_aftermath.ts";
import { disabledElementError, elementDetails, elementWords } from "./element_act_errors.ts";
import { selectByKeys } from "./element_selection_keys.ts";
import type { ElementTarget } from "./element_target.ts";
import { pidsAround, windowsBeyond, windowsOf } from "./program_windows.ts";
import type { Verified } from "./text_expectation.ts";

/** How long the items of a list that was just opened are waited for, at most. */
const ITEMS_MS = 6_000;
const LOOK_MS = 50;

/** How long the container is looked at until it shows the item. */
const EFFECT_MS = 500;
const LOOK_TIMEOUT_MS = 600;

const MOST_NAME_UNITS = 100;

/**
 * Does an action that a call asks for: to the element itself, or to the item of it that the action is about.
 *
 * @throws {ToolError} what `actOnElement` and {@link selectItem} throw
 */
export async function actAsAsked(
  context: ActContext,
  target: ElementTarget,
  request: ActionRequest,
  options: ElementActOptions,
): Promise<ElementOutcome> {
  const { action, value = "", index = 0 } = request;
  if (action === "selectByName") return await selectItem(context, target, { name: value }, options);
  if (action === "selectByIndex") return await selectItem(context, target, { index }, options);
  return await actOnElement(context, target, request, options);
}

/**
 * Selects the item; `before` and `after` of the outcome are the container's. One that is selected already is a success.
 *
 * @throws {ToolError} ELEMENT_NOT_FOUND, ELEMENT_AMBIGUOUS for the item; ACTION_FAILED where it is not selected
 * afterwards; what `actOnElement` throws
 */
export async function selectItem(
  context: ActContext,
  target: ElementTarget,
  wanted: UiItemQuery["wanted"],
  options: ElementActOptions,
): Promise<ElementOutcome> {
  const { desktop } = context;
  const pids = pidsAround(target.window);
  const windowsBefore = await windowsOf(desktop, pids);
  const before = (await actOnElement(context, target, { action: "getState" }, options)).before;
  if (!before.enabled) throw disabledElementError(before, undefined);
  const opens = before.controlType === "ComboBox" && before.expandCollapseState === "Collapsed";
  if (opens) await actOnElement(context, target, { action: "expand" }, options);
  let popupClosed: boolean | undefined;
  try {
    const item = requireItem(before, wanted, await itemsOf(context, target, wanted, opens));
    const done = await selectOne(context, target, item, options)
      .catch((error) => {
        const isMissing = error instanceof ToolError && error.code === "PATTERN_NOT_SUPPORTED";
        if (!isMissing || options.onlyMethods !== undefined) throw error;
        return selectByKeys(context, target, before, wanted, options, error);
      });
    popupClosed = opens ? await close(context, target) : undefined;
    const { verified, after, windowsAfter } = await onceActed(async () => ({
      ...await readBack(context, target.subject, item, done),
      windowsAfter: await windowsOf(desktop, pids),
    }), { method: done.method });
    if (verified === "no") throw notSelectedError(before, item.element, done.method, after);
    return {
      ...done,
      verified,
      before,
      after,
      opened: windowsBeyond(windowsBefore, windowsAfter),
      closed: windowsBeyond(windowsAfter, windowsBefore),
      selection: {
        selected: {
          name: boundedText(item.element.name, MOST_NAME_UNITS),
          automationId: boundedText(item.element.automationId, MOST_NAME_UNITS),
        },
        beforeValue: before.value,
        afterValue: after?.value ?? null,
        ...(popupClosed === undefined ? {} : { popupClosed }),
      },
    };
  } catch (error) {
    if (opens && popupClosed === undefined) await close(context, target);
    throw error;
  }
}

function selectOne(
  context: ActContext,
  target: ElementTarget,
  { subject }: UiItem,
  options: ElementActOptions,
): Promise<ElementOutcome> {
  return actOnElement(context, { ...target, subject }, { action: "selectItem" }, options);
}

/** The items that are meant: of the container, else of the windows that came up for it. */
async function itemsOf(
  context: ActContext,
  { subject, window, timeoutMs }: ElementTarget,
  wanted: UiItemQuery["wanted"],
  isOpened: boolean,
): Promise<UiItems> {
  const { desktop, clock, signal } = context;
  const ask = (container: UiSubject): Promise<UiItems> =>
    desktop.uiItems({ container, wanted, timeoutMs }, signal);
  let last: UiItems = { outcome: "gone" };
  const looks = {
    timeoutMs: isOpened ? Math.min(ITEMS_MS, timeoutMs) : 0,
    intervalMs: LOOK_MS,
    signal,
  };
  await pollUntil(clock, looks, async () => {
    last = await ask(subject);
    if (last.outcome === "gone" || hasItems(last) || !isOpened) return true;
    const popups = (await windowsOf(desktop, new Set([programOf(window)])))
      .filter(({ hwnd, title }) => hwnd !== window.hwnd && title.trim() === "");
    for (const popup of popups) {
      const inside = await ask(windowSubject(popup));
      if (!hasItems(inside)) continue;
      last = inside;
      return true;
    }
    return undefined;
  });
  return last;
}

function hasItems(items: UiItems): boolean {
  return items.outcome === "seen" && (items.matches > 0 || (items.total ?? 0) > 0);
}

/** A whole window, as a container. */
function windowSubject({ hwnd, pid, hostedPid }: TopLevelWindow): UiSubject {
  return {
    identity: {
      runtimeId: "",
      controlType: "Unknown",
      automationId: "",
      name: "",
      mark: null,
      parent: null,
      window: { hwnd, pid, ...(hostedPid === undefined ? {} : { hostedPid }) },
      isUnsure: false,
    },
    host: { hwnd, levels: 0 },
  };
}

function requireItem(container: UiElement, wanted: UiItemQuery["wanted"], items: UiItems): UiItem {
  if (items.outcome === "gone") {
    throw new ToolError("ELEMENT_STALE", `${elementWords(container)} is gone; nothing was selected`);
  }
  const what = "name" in wanted ? `named ${quotedText(wanted.name)}` : `number ${wanted.index}`;
  const [item] = items.items;
  if (items.matches > 1) {
    throw new ToolError("ELEMENT_AMBIGUOUS", `${items.matches} items are ${what}; none was selected`, {
      details: {
        candidateCount: items.matches,
        candidates: items.items.map(({ element }) => elementDetails(element)),
      },
      suggestion: "Use selectByIndex, or select the item itself by a selector or ref.",
    });
  }
  if (item !== undefined) return item;
  throw new ToolError("ELEMENT_NOT_FOUND", `No item is ${what}; nothing was selected`, {
    details: {
      container: elementDetails(container),
      itemCount: items.total ?? 0,
      available: (items.names ?? []).map((name) => boundedText(name, MOST_NAME_UNITS)),
    },
    suggestion: "Use one of the names that details list, as it is written there.",
  });
}

/** Closes the list that was opened. Whether it is closed; what goes wrong with that costs nothing else. */
async function close(
  { desktop, signal }: ActContext,
  { subject, timeoutMs }: ElementTarget,
): Promise<boolean> {
  try {
    const look = await desktop.uiLook(subject, LOOK_TIMEOUT_MS, signal);
    if (look.outcome !== "seen") return look.outcome === "gone";
    if (look.element.expandCollapseState !== "Expanded") return true;
    const verbs: readonly UiVerb[] = [{ verb: "collapse" }];
    const { outcome } = await desktop.uiAct({ subject, verbs, allowsPassword: false, timeoutMs }, signal);
    return outcome === "done" || outcome === "already";
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return false;
  }
}

/** What the container shows, or else the item: a combo box has a value, a list has selected items. */
async function readBack(
  { desktop, clock, signal }: ActContext,
  container: UiSubject,
  { element: { name } }: UiItem,
  done: ElementOutcome,
): Promise<{ readonly verified: Verified; readonly after: UiElement | null }> {
  let after: UiElement | null = null;
  const looks = { timeoutMs: EFFECT_MS, intervalMs: LOOK_MS, signal };
  await pollUntil(clock, looks, async () => {
    const look = await desktop.uiLook(container, LOOK_TIMEOUT_MS, signal);
    after = look.outcome === "seen" ? look.element : null;
    return after === null || done.verified === "yes" || after.value === null || after.value === name
      ? true
      : undefined;
  });
  // Narrowed away by the compiler: it was set inside the function above.
  const seen = after as UiElement | null;
  if (seen !== null && seen.value !== null && !seen.valueProtected && seen.controlType === "ComboBox") {
    return { verified: seen.value === name ? "yes" : "no", after: seen };
  }
  return { verified: done.verified, after: seen };
}

function notSelectedError(
  container: UiElement,
  item: UiElement,
  method: string,
  after: UiElement | null,
): ToolError {
  return new ToolError(
    "ACTION_FAILED",
    `${elementWords(item)} was selected by ${method}, and is not selected afterwards`,
    {
      details: {
        container: elementDetails(container),
        item: elementDetails(item),
        afterValue: after?.value === undefined || after.value === null
          ? null
          : boundedText(after.value, MOST_NAME_UNITS),
        mayHaveHadEffect: true,
      },
    },
  );
}
