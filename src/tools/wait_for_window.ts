import * as z from "zod";
import { pollUntil } from "../core/clock.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { ChangeScope } from "../desktop/desktop.ts";
import { waitNotice } from "../interaction/wait_notice.ts";
import { boundPresenceLook } from "../targets/bound_presence.ts";
import type { TargetQuery } from "../targets/resolve_target.ts";
import { type PresenceLook, presenceLook, type PresentWindow } from "../targets/window_presence.ts";
import { targetFields, targetShape } from "./target_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { toWindowInfo, windowInfoSchema } from "./window_info.ts";

/** Waits until a window is there, or is not. */
export const waitForWindowTool = defineTool({
  name: "wait_for_window",
  title: "Wait for a window",
  description: "Waits until a window appears, or none is left; minimised ones count. Time out: found false.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  // It may have no window, which is what is waited for.
  targetNeed: "process",
  input: () => ({
    ...targetFields(),
    mode: z.enum(["appear", "disappear"]).default("appear").describe("Waited for."),
    timeoutMs: z.int().min(100).max(300_000).default(30_000).describe("Longest wait."),
    pollIntervalMs: z.int().min(50).max(10_000).default(100).describe("Between looks."),
  }),
  output: () => ({
    found: z.boolean().describe("Whether it came to what was waited for."),
    mode: z.enum(["appear", "disappear"]),
    window: windowInfoSchema().nullable().describe("The window that is there; null where none is."),
    otherMatches: targetShape().otherMatches,
    elapsedMs: z.int(),
    timeoutMs: z.int().optional().describe("Present when the time ran out."),
    timestamp: z.string(),
  }),
  isMiss: ({ found }) => !found,
  async handler(args, context) {
    const { desktop, clock, signal } = context;
    const look = lookOf(context, args);
    const notice = waitNotice(context, `a window to ${args.mode}`);
    const startedAt = clock.now();
    let present: PresentWindow | undefined;
    const found = await pollUntil(
      clock,
      {
        timeoutMs: args.timeoutMs,
        intervalMs: args.pollIntervalMs,
        signal,
        wokenBy: (wake) => desktop.watchChanges(scopeOf(args.hwnd !== undefined, present), wake),
      },
      async () => {
        present = await look();
        notice();
        return (present !== undefined) === (args.mode === "appear") ? true : undefined;
      },
    ) ?? false;
    if (present !== undefined) context.setTarget(formatHwnd(present.window.hwnd));
    return {
      found,
      mode: args.mode,
      window: present === undefined ? null : toWindowInfo(present.window),
      ...(present === undefined || present.otherMatches === 0 ? {} : { otherMatches: present.otherMatches }),
      elapsedMs: Math.round(clock.now() - startedAt),
      ...(found ? {} : { timeoutMs: args.timeoutMs }),
      timestamp: new Date().toISOString(),
    };
  },
});

/** A bound program is followed: it may show its main window under another handle, or end. */
function lookOf(
  { desktop, sessions, bound }: ToolContext,
  args: TargetQuery & { readonly mode: string },
): PresenceLook {
  const session = bound && sessions.find(bound.targetRef);
  return session === undefined
    ? presenceLook(desktop, args)
    : boundPresenceLook(desktop, sessions, session, args.mode === "appear");
}

/** A window that is meant by its handle may lie inside another one, and is its own program's affair once it is there. */
function scopeOf(isByHandle: boolean, present: PresentWindow | undefined): ChangeScope {
  return isByHandle ? { about: "anything", pid: present?.window.pid } : { about: "windows" };
}
