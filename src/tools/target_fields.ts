import * as z from "zod";
import { once } from "../core/once.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { boundedText } from "../core/text.ts";
import type { ResolvedTarget } from "../targets/resolve_target.ts";

/**
 * The fields by which a call names its target window. At least one is needed; `hwnd` stands alone, and `targetRef` beats
 * them all: the door puts the window in its place that it means.
 */
export const targetFields = once(() => ({
  targetRef: z.string().max(128).regex(/^target_[A-Za-z0-9_.-]+$/).optional()
    .describe("A bound program."),
  hwnd: z.union([z.string().min(1).max(32), z.int().positive()]).optional()
    .describe("E.g. 0x0001002A, by itself."),
  pid: z.int().min(1).max(0xFFFFFFFF).optional().describe("Process id."),
  processName: z.string().min(1).max(256).optional().describe("E.g. notepad."),
  titleContains: z.string().min(1).max(256).optional().describe("In any case."),
}));

/** What a result says about how the target was found. */
export const targetShape = once(() => ({
  hwnd: z.string().describe("Handle of the window."),
  title: z.string().describe("Its title."),
  pid: z.int().describe("Process id of its program."),
  otherMatches: z.int().optional().describe("How many other windows fit too; the frontmost was taken."),
}));

/** A title may have 32,767 units, and a list many titles: what is cut can be had from get_window_state. */
const MOST_TITLE_UNITS = 500;

/** A title as results show it. */
export function shownTitle(title: string): string {
  return boundedText(title, MOST_TITLE_UNITS);
}

/** {@link targetShape} of a window. */
export function targetOutput(
  { window, otherMatches }: ResolvedTarget,
): z.output<z.ZodObject<ReturnType<typeof targetShape>>> {
  return {
    hwnd: formatHwnd(window.hwnd),
    title: shownTitle(window.title),
    pid: window.pid,
    ...(otherMatches === 0 ? {} : { otherMatches }),
  };
}
