import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { closeProcess } from "../interaction/close_process.ts";
import { actTracked } from "../interaction/foreground_tracker.ts";
import { interactionRequest } from "../interaction/modes.ts";
import { interactionSchema } from "./interaction_fields.ts";
import { shownTitle, targetFields } from "./target_fields.ts";
import { defineTool } from "./tool.ts";

/** What comes to the front when a program has closed is Windows' choice: nothing is given back. */
const SHOWS_WHAT_COMES = interactionRequest({ foregroundDemo: { restorePreviousForeground: false } });

/** Closes a program politely, then ends it. */
export const closeAppTool = defineTool({
  name: "close_app",
  title: "Close a program",
  description: "Asks a program's windows to close; after graceMs ends the process and what it started. " +
    "Unsaved work is then lost. Never ends Casement, its parents or the Windows shell.",
  effect: "terminate",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  // What is closed stays closed.
  idempotent: true,
  targetNeed: "process",
  input: () => ({
    targetRef: targetFields().targetRef,
    pid: targetFields().pid,
    graceMs: z.int().min(0).max(60_000).default(1500).describe("To close by itself."),
    force: z.boolean().default(false).describe("End it at once, without asking."),
  }),
  output: () => ({
    pid: z.int(),
    closed: z.literal(true).describe("The process has ended; looked at, not assumed."),
    method: z.enum(["polite", "terminated"]),
    windowsAsked: z.int().describe("Windows that were asked to close."),
    exitCode: z.int().optional(),
    ended: z.array(z.int()).describe("Ids of the processes that ended, its children among them."),
    prompt: z.strictObject({ title: z.string(), className: z.string() }).optional()
      .describe("A window it showed instead of closing, e.g. a question whether to save."),
    interaction: interactionSchema(),
    timestamp: z.string(),
  }),
  async handler({ pid, ...args }, context) {
    if (pid === undefined) {
      throw new ToolError("TARGET_REQUIRED", "The call names no program", {
        suggestion: "Give pid or targetRef.",
      });
    }
    context.setTarget(`pid:${pid}`);
    return await context.turn.take(context, async () => {
      const { outcome: { outcome }, report } = await actTracked(
        context,
        SHOWS_WHAT_COMES,
        pid,
        async () => {
          const outcome = await closeProcess(context, { ...args, pid });
          context.sessions.endedByMcp(outcome.ended);
          return { outcome, method: outcome.method === "polite" ? "WM_CLOSE" : "TerminateProcess" };
        },
      );
      return {
        pid,
        closed: true as const,
        method: outcome.method,
        windowsAsked: outcome.windowsAsked,
        ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
        ended: outcome.ended.map((process) => process.pid),
        ...(outcome.prompt === undefined
          ? {}
          : { prompt: { title: shownTitle(outcome.prompt.title), className: outcome.prompt.className } }),
        interaction: report,
        timestamp: new Date().toISOString(),
      };
    });
  },
});
