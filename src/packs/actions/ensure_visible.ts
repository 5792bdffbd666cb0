/** Scrolls a control wholly into view, by itself or by the one container that its pack names. */
import { ToolError } from "../../core/errors.ts";
import { formatHwnd } from "../../core/hwnd.ts";
import { afterActing } from "../../interaction/after_acting.ts";
import { elementDetails, elementWords, staleElementError } from "../../interaction/element_act_errors.ts";
import { VISIBILITY_STRATEGIES } from "../schema/controls.ts";
import type { CompositeCall } from "./composite_call.ts";
import type { EnsureVisibleResult } from "./composite_results.ts";
import { scrollByItself, scrollByRange, scrollByWheel } from "./scroll_strategies.ts";
import { Scrolling } from "./scrolling.ts";
import { scrollContainerOf, viewportOf } from "./viewport.ts";

const METHODS = {
  ScrollItemPattern: "ScrollItemPattern",
  RangeValueScroll: "RangeValuePattern",
  WindowMessageWheel: "WM_MOUSEWHEEL",
} as const;

/**
 * See the head of this file. The control counts as visible by where it lies, whatever it says of itself.
 *
 * @param timeoutMs of everything together
 * @throws {ToolError} ELEMENT_NOT_FULLY_VISIBLE, WINDOW_MINIMIZED, ELEMENT_STALE for a control that is gone at once, and what acting throws
 */
export async function ensureVisible(call: CompositeCall, timeoutMs: number): Promise<EnsureVisibleResult> {
  const { context: { clock, desktop } } = call;
  const endsAt = clock.now() + timeoutMs;
  const { root } = call.control.target;
  const state = await desktop.windowState(root, 0);
  if (state?.minimized === true) {
    throw new ToolError("WINDOW_MINIMIZED", `Window ${formatHwnd(root)} is minimised`, {
      details: { hwnd: formatHwnd(root), pid: state.pid },
    });
  }
  const container = await scrollContainerOf(call);
  const viewport = await viewportOf(call, container);
  const scrolling = new Scrolling(call, container, viewport, endsAt);
  if (await scrolling.look() === "gone") throw staleElementError(call.control.target.subject, ["gone"]);
  if (scrolling.isDone) return resultOf(scrolling, "noop", true);
  const method = await scroll(scrolling).catch((error) => {
    throw scrolling.hasActed ? afterActing(error) : error;
  });
  if (method === undefined) throw notVisibleError(scrolling);
  return resultOf(scrolling, method, false);
}

/** The way that brought it into view; undefined where none did. */
async function scroll(scrolling: Scrolling): Promise<string | undefined> {
  const allowed = scrolling.call.entry.visibility?.strategies ?? VISIBILITY_STRATEGIES;
  for (const strategy of VISIBILITY_STRATEGIES) {
    if (!allowed.includes(strategy) || scrolling.isOver) continue;
    await STRATEGIES[strategy](scrolling);
    if (scrolling.isDone) return METHODS[strategy];
  }
  return undefined;
}

const STRATEGIES: Readonly<
  Record<typeof VISIBILITY_STRATEGIES[number], (scrolling: Scrolling) => Promise<void>>
> = {
  ScrollItemPattern: scrollByItself,
  RangeValueScroll: scrollByRange,
  WindowMessageWheel: scrollByWheel,
};

function resultOf(
  scrolling: Scrolling,
  method: string,
  alreadyVisible: boolean,
): EnsureVisibleResult {
  return {
    success: true,
    method,
    verified: "yes",
    physicalCursorMoved: false,
    alreadyVisible,
    ...scrolling.facts(),
  };
}

function notVisibleError(scrolling: Scrolling): ToolError {
  const { element, call: { entry } } = scrolling;
  const container = entry.visibility?.scrollContainer;
  const missing = container !== undefined && scrolling.container === undefined
    ? "; its scroll container was not found"
    : "";
  return new ToolError(
    "ELEMENT_NOT_FULLY_VISIBLE",
    `${elementWords(element)} is not wholly in view${missing}`,
    {
      details: {
        ...elementDetails(element),
        ...scrolling.facts(),
        mayHaveHadEffect: scrolling.hasActed,
      },
    },
  );
}
