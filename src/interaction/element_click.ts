/** Aims the mouse at a point that is surely an element's, and clicks it by message. Moves no pointer. */
import { ToolError } from "../core/errors.ts";
import { contains, type Point } from "../core/geometry.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { UiVerb } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import { pointsToTry } from "../elements/element_points.ts";
import { isActionable } from "../elements/outline_fold.ts";
import { runtimeKey } from "../elements/tree.ts";
import type { ActContext } from "./act_context.ts";
import { click } from "./clicking.ts";
import { elementDetails, elementWords } from "./element_act_errors.ts";
import { topLevelWindow } from "./locating.ts";
import type { ElementTarget, SentAct } from "./element_target.ts";
import { type Aim, takeAim } from "./mouse_aim.ts";

/** For one question what lies at a point. */
const HIT_TIMEOUT_MS = 1_000;

/** How long a program that becomes busy meanwhile is waited for. */
const BUSY_MS = 2_000;

const LEFT = { button: "left", isDouble: false, ctrl: false, shift: false } as const;

/**
 * Finds a point at which what the mouse does is sure to reach the element.
 *
 * @throws {ToolError} INVALID_BOUNDING_RECT where it shows nowhere in its window, POINT_OUTSIDE_TARGET where no point of
 * it is surely its own, and what `takeAim` throws
 */
export async function aimAtElement(
  context: ActContext,
  target: ElementTarget,
  element: UiElement,
): Promise<Aim> {
  const { mode, tracker } = target;
  const { window, root } = await windowToAimAt(context, target);
  for (const screenPoint of pointsOf(element, window)) {
    const taken = await takeAim(
      context,
      { hwnd: window.hwnd, root, mode, busyMs: BUSY_MS, screenPointIn: () => screenPoint },
      tracker,
    );
    if (await isSurelyAt(context, element, window, taken)) return taken;
  }
  throw new ToolError("POINT_OUTSIDE_TARGET", `Something else lies over ${elementWords(element)}`, {
    details: elementDetails(element),
    suggestion: "Close or move what covers it, or do it by another action.",
  });
}

/**
 * Clicks the element once.
 *
 * @throws {ToolError} what {@link aimAtElement} and `click` throw
 */
export async function clickElement(
  context: ActContext,
  target: ElementTarget,
  element: UiElement,
  { method, verb = { verb: "invoke" } }: { readonly method: string; readonly verb: UiVerb | undefined },
): Promise<SentAct> {
  const aim = await aimAtElement(context, target, element);
  const { verified } = await click(context, aim, { click: LEFT, delayMs: 0 }, target.tracker);
  // A click on anything has an effect of its own kind, which is looked for by what the action was to bring about.
  const acts = verb.verb === "look" ? { verb: "invoke" as const } : verb;
  return {
    method,
    verb: acts,
    before: element,
    isRunning: false,
    isFallback: true,
    verified,
    clickedWindow: aim.window.hwnd,
  };
}

/** What a window owns, as its dialogs and menus, is in its tree; but the mouse reaches such a window only by itself. */
async function windowToAimAt(
  context: ActContext,
  { window, root, subject }: ElementTarget,
): Promise<Pick<ElementTarget, "window" | "root">> {
  const host = await context.desktop.windowState(subject.host.hwnd, 0);
  if (host === undefined || host.root === root || host.root === 0n) return { window, root };
  const around = await topLevelWindow(context, host.root);
  return { window: around, root: around.hwnd };
}

/** The element's own points, its middle first. */
function pointsOf(element: UiElement, window: WindowState): readonly Point[] {
  const { screenRect, offscreen } = element;
  const points = pointsToTry(element, window.screenRect);
  const [first] = points;
  const middle = screenRect === null
    ? undefined
    : { x: screenRect.x + (screenRect.width >> 1), y: screenRect.y + (screenRect.height >> 1) };
  const isInside = middle !== undefined && contains(window.screenRect, middle);
  if (offscreen || first === undefined || !isInside) {
    throw new ToolError(
      "INVALID_BOUNDING_RECT",
      `${elementWords(element)} shows nowhere in its window; nothing was done`,
      { details: { ...elementDetails(element), offscreen, windowScreenRect: window.screenRect } },
    );
  }
  return points;
}

/** Whether what gets the click at a point is the element: its own window, or what Windows finds at the point. */
async function isSurelyAt(
  { desktop, signal }: ActContext,
  element: UiElement,
  { hwnd }: WindowState,
  { receiver, screenPoint }: Aim,
): Promise<boolean> {
  if (element.nativeWindowHandle !== 0n && receiver.hwnd === element.nativeWindowHandle) return true;
  const hit = await desktop.uiElementsAt({ screenPoint, hwnd }, HIT_TIMEOUT_MS, signal);
  const key = runtimeKey(element);
  const place = key === undefined ? -1 : hit?.findIndex((one) => runtimeKey(one) === key) ?? -1;
  // Something inside it that acts by itself would take the click.
  return place >= 0 && hit?.slice(0, place).some(isActionable) === false;
}
