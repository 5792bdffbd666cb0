/** The ways of scrolling a control into view. Only the container that the pack names is scrolled, never another one. */
import { pollUntil } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { UiSubject } from "../../desktop/ui_act.ts";
import type { ControlType, UiElement } from "../../desktop/ui_element.ts";
import { subjectOf } from "../../elements/identity.ts";
import { elementAt, endOf, nodeAt } from "../../elements/tree.ts";
import type { ElementOutcome } from "../../interaction/element_aftermath.ts";
import { actOnElement } from "../../interaction/element_act.ts";
import type { ActionRequest } from "../../elements/action.ts";
import { type FoundPart, NO_FALLBACK } from "./composite_call.ts";
import type { Scrolling } from "./scrolling.ts";
import { elementOf } from "./viewport.ts";
import { nextRangeValue, wheelNotches } from "./visibility_geometry.ts";

/** How long a control that was asked to come into view may take for it. */
const SCROLL_ITEM_MS = 250;
/** How long a container takes to follow its number. */
const RANGE_MS = 200;
/** How long a program may take to come to a wheel message: it is posted, and a busy program comes to it later. */
const WHEEL_MS = 500;
const LOOK_MS = 40;

const MOST_RANGE_STEPS = 8;
const MOST_WHEEL_STEPS = 10;

/** Their number is what they are for, and the wheel changes it: a person would lose what was set. */
const KEEPS_NUMBER: ReadonlySet<ControlType> = new Set(["ComboBox", "Slider", "Spinner"]);

/** Asks the control itself to come into view. */
export async function scrollByItself(scrolling: Scrolling): Promise<void> {
  if (!scrolling.element.patterns.includes("ScrollItem")) return;
  scrolling.attempted.push("ScrollItemPattern");
  scrolling.attemptCount++;
  const { subject } = scrolling.call.control.target;
  if (await actUnlessRefused(scrolling, subject, { action: "scrollIntoView" }) === undefined) return;
  await lookUntil(scrolling, SCROLL_ITEM_MS, () => scrolling.isDone);
}

/** Sets the number of the container, or of its own vertical scroll bar, step by step. */
export async function scrollByRange(scrolling: Scrolling): Promise<void> {
  const { call, container } = scrolling;
  const ranged = container === undefined ? undefined : rangedPartOf(container);
  if (ranged === undefined) return;
  scrolling.attempted.push("RangeValueScroll");
  for (let step = 0; step < MOST_RANGE_STEPS && !scrolling.isOver && !scrolling.isDone; step++) {
    const before = (await elementOf(call, ranged))?.range;
    const { direction } = scrolling.beyond;
    if (before === undefined || before === null || direction === "none") return;
    const next = nextRangeValue(before, direction);
    if (next === before.value) return;
    scrolling.attemptCount++;
    const { subject } = ranged.target;
    const action = { action: "setRangeValue", rangeValue: next } as const;
    if (await actUnlessRefused(scrolling, subject, action) === undefined) return;
    await lookUntil(scrolling, RANGE_MS, () => scrolling.isDone);
    const after = (await elementOf(call, ranged))?.range;
    if (after === undefined || after === null || after.value === before.value) return;
    scrolling.valueChanged = true;
  }
}

/** Posts turns of the wheel to the container's own window. */
export async function scrollByWheel(scrolling: Scrolling): Promise<void> {
  const { call: { context: { desktop } }, container } = scrolling;
  if (container === undefined) return;
  const { nativeWindowHandle: hwnd, controlType, screenRect } = elementAt(container.tree, container.node);
  if (hwnd === 0n || screenRect === null || KEEPS_NUMBER.has(controlType)) return;
  scrolling.attempted.push("WindowMessageWheel");
  const first = scrolling.beyond.direction;
  let pixelsPerNotch: number | undefined;
  for (let step = 0; step < MOST_WHEEL_STEPS && !scrolling.isOver && !scrolling.isDone; step++) {
    const { direction, pixels } = scrolling.beyond;
    if (direction === "none" || direction !== first) return;
    const top = scrolling.element.screenRect?.y;
    const notches = wheelNotches(pixels, pixelsPerNotch);
    const middle = {
      x: screenRect.x + (screenRect.width >> 1),
      y: screenRect.y + (screenRect.height >> 1),
    };
    scrolling.attemptCount++;
    if (await desktop.postWheel(hwnd, middle, direction === "forward" ? notches : -notches) !== "posted") {
      return;
    }
    scrolling.hasActed = true;
    await lookUntil(scrolling, WHEEL_MS, () => scrolling.element.screenRect?.y !== top);
    const now = scrolling.element.screenRect?.y;
    if (now === undefined || top === undefined || now === top) return;
    scrolling.valueChanged = true;
    pixelsPerNotch = Math.abs(now - top) / notches;
  }
}

/** What has a number: the container, else the vertical scroll bar that is a part of it. */
function rangedPartOf(container: FoundPart): FoundPart | undefined {
  const { tree, node, target } = container;
  const { controlType, range } = elementAt(tree, node);
  if (range !== null) return KEEPS_NUMBER.has(controlType) ? undefined : container;
  for (let child = node + 1; child < endOf(tree, node); child++) {
    if (nodeAt(tree, child).parent === node && isVerticalBar(elementAt(tree, child))) {
      return { tree, node: child, target: { ...target, subject: subjectOf(tree, child) } };
    }
  }
  return undefined;
}

function isVerticalBar({ controlType, range, screenRect }: UiElement): boolean {
  return controlType === "ScrollBar" && range !== null && screenRect !== null &&
    screenRect.height > screenRect.width;
}

/** Undefined where the element does not do it: another way may. */
async function actUnlessRefused(
  scrolling: Scrolling,
  subject: UiSubject,
  request: ActionRequest,
): Promise<ElementOutcome | undefined> {
  const { context, control } = scrolling.call;
  try {
    const outcome = await actOnElement(context, { ...control.target, subject }, request, NO_FALLBACK);
    scrolling.hasActed = true;
    return outcome;
  } catch (error) {
    if (error instanceof ToolError && REFUSALS.has(error.code)) return undefined;
    throw error;
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  "ACTION_FAILED",
  "CONTROL_DISABLED",
  "CONTROL_READ_ONLY",
  "PATTERN_NOT_SUPPORTED",
]);

/** Looks at the control until it is as wanted, or cannot be looked at. */
async function lookUntil(scrolling: Scrolling, mostMs: number, isAsWanted: () => boolean): Promise<void> {
  const { clock, signal } = scrolling.call.context;
  const timeoutMs = Math.min(mostMs, Math.max(0, scrolling.endsAt - clock.now()));
  await pollUntil(clock, { timeoutMs, intervalMs: LOOK_MS, signal }, async () => {
    return await scrolling.look() !== "seen" || isAsWanted() || undefined;
  });
}
