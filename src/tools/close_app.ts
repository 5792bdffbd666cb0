import * as z from "zod";
import { closeProcess } from "../interaction/close_process.ts";
import { actTracked } from "../interaction/foreground_tracker.ts";
import { interactionRequest } from "../interaction/modes.ts";
import { interactionSchema } from "./interaction_fields.ts";
import { shownTitle } from "./target_fields.ts";
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
  toolset: "desktop",
  backgroundPolicy: "bestEffort",
  // What is closed stays closed.
  idempotent: true,
  input: () => ({
    pid: z.int().min(1).max(0xFFFFFFFF).describe("Process id."),
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
  handler(args, context) {
    context.setTarget(`pid:${args.pid}`);
    return context.turn.take(context, async () => {
      const { outcome: { outcome }, report } = await actTracked(
        context,
        SHOWS_WHAT_COMES,
        args.pid,
        async () => {
          const outcome = await closeProcess(context, args);
          return { outcome, method: outcome.method === "polite" ? "WM_CLOSE" : "TerminateProcess" };
        },
      );
      return {
        pid: args.pid,
        closed: true as const,
        method: outcome.method,
        windowsAsked: outcome.windowsAsked,
        ...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
        ended: [...outcome.ended],
        ...(outcome.prompt === undefined
          ? {}
          : { prompt: { title: shownTitle(outcome.prompt.title), className: outcome.prompt.className } }),
        interaction: report,
        timestamp: new Date().toISOString(),
      };
    });
  },
});
