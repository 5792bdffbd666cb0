/** What a call expects of a window itself, and whether it is so. */
import * as z from "zod";
import { once } from "../core/once.ts";
import type { Rect } from "../core/geometry.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { ConditionVerdict } from "../elements/condition.ts";
import { shownTitle } from "./target_fields.ts";

const SIDES = ["x", "y", "width", "height"] as const;

/** The argument. */
export const windowExpectationSchema = once(() =>
  z.strictObject({
    title: z.string().max(1_000).optional().describe("The whole title."),
    titleContains: z.string().min(1).max(256).optional().describe("In any case."),
    x: z.int().optional().describe("Of the visible frame, in screen pixels."),
    y: z.int().optional().describe("As x."),
    width: z.int().positive().optional().describe("As x."),
    height: z.int().positive().optional().describe("As x."),
    tolerancePx: z.int().min(0).max(1_000).default(8).describe("How far each of the four may be off."),
  }).superRefine((window, context) => {
    const given = SIDES.filter((side) => window[side] !== undefined).length;
    if (given === 0 || given === SIDES.length) return;
    context.addIssue({ code: "custom", message: "x, y, width and height are given together or not at all" });
  })
);

/** {@link windowExpectationSchema} as a value. */
export type WindowExpectation = z.output<ReturnType<typeof windowExpectationSchema>>;

/** One thing about a window that was looked at. */
export interface WindowCheck {
  readonly what: "windowShown" | "windowTitle" | "windowRect";
  readonly verdict: ConditionVerdict;
  readonly actual: boolean | string | Rect;
}

/** Judges a window, which is undefined where it is gone. */
export function judgeWindow(
  expected: WindowExpectation,
  window: Pick<TopLevelWindow, "title" | "screenRect" | "visible" | "minimized"> | undefined,
): readonly WindowCheck[] {
  if (window === undefined) {
    return [{ what: "windowShown", verdict: { verdict: "no", reason: "noElement" }, actual: false }];
  }
  const { title, screenRect } = window;
  const isShown = window.visible && !window.minimized;
  const checks: WindowCheck[] = [{ what: "windowShown", verdict: verdictOf(isShown), actual: isShown }];
  if (expected.title !== undefined || expected.titleContains !== undefined) {
    const isWhole = expected.title === undefined || expected.title === title;
    const part = expected.titleContains?.toLowerCase() ?? "";
    checks.push({
      what: "windowTitle",
      verdict: verdictOf(isWhole && title.toLowerCase().includes(part)),
      actual: shownTitle(title),
    });
  }
  if (expected.x !== undefined) {
    const isNear = SIDES.every((side) =>
      Math.abs((expected[side] ?? 0) - screenRect[side]) <= expected.tolerancePx
    );
    checks.push({ what: "windowRect", verdict: verdictOf(isNear), actual: screenRect });
  }
  return checks;
}

function verdictOf(holds: boolean): ConditionVerdict {
  return holds ? { verdict: "yes" } : { verdict: "no", reason: "differs" };
}
