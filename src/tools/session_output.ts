/** What the result of a call with `targetRef` says about the program it was for. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { ResolvedSession } from "../targets/target_sessions.ts";
import { shownTitle } from "./target_fields.ts";

/** The field `session`. */
export const sessionSchema = once(() =>
  z.strictObject({
    targetRef: z.string(),
    pid: z.int(),
    hwnd: z.string().optional().describe("Its main window, when the call began."),
    title: z.string().optional(),
    rebound: z.boolean().describe("The main window is another one than before."),
    previousHwnd: z.string().optional(),
    lifecycle: z.literal("window-recreated").optional(),
  }).describe("Of a call with targetRef.")
);

/** {@link sessionSchema} of a call. */
export function sessionOutput(
  { session, found }: ResolvedSession,
): z.output<ReturnType<typeof sessionSchema>> {
  const { targetRef, process: { pid } } = session.bound;
  if (found === undefined) return { targetRef, pid, rebound: false };
  const { window, rebound, previousHwnd } = found;
  return {
    targetRef,
    pid,
    hwnd: formatHwnd(window.hwnd),
    title: shownTitle(window.title),
    rebound,
    ...(previousHwnd === undefined
      ? {}
      : { previousHwnd: formatHwnd(previousHwnd), lifecycle: "window-recreated" as const }),
  };
}
