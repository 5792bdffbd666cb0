import { win32 } from "node:path";
import * as z from "zod";
import { requireExecutable } from "../interaction/executable_path.ts";
import { ForegroundTracker } from "../interaction/foreground_tracker.ts";
import { launch } from "../interaction/launch.ts";
import { interactionRequest } from "../interaction/modes.ts";
import { showLaunched } from "../interaction/show_launched.ts";
import { requireLaunch } from "../permissions/permissions.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import {
  launchReport,
  lifetimeField,
  processLifetimeOutput,
  processLifetimeSchema,
  showCommand,
} from "./launch_fields.ts";
import { defineTool } from "./tool.ts";
import { toWindowInfo, windowInfoSchema } from "./window_info.ts";

/** Starts a program and finds its window. */
export const launchAppTool = defineTool({
  name: "launch_app",
  title: "Start a program",
  description:
    "Starts an .exe with arguments, never through a shell, and waits for its window: in its own process, in " +
    "one that it starts, or in a running instance it hands over to. No window in time gives window null. " +
    "A program with an App Pack: profile_launch.",
  effect: "launch",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    exePath: z.string().min(1).max(1024).describe("Absolute path that ends in .exe."),
    args: z.array(z.string().max(8192)).max(256).default([]).describe("Arguments, unquoted."),
    cwd: z.string().min(1).max(1024).optional().describe("Working folder, absolute."),
    waitForWindow: z.boolean().default(true).describe("Wait until it shows a window."),
    timeoutMs: z.int().min(100).max(120_000).default(10_000).describe("How long."),
    startMinimized: z.boolean().default(false).describe("Minimise its window."),
    noActivate: z.boolean().default(false).describe("Keep it behind."),
    lifetime: lifetimeField(),
    ...interactionFields(),
  }),
  output: () => ({
    pid: z.int().describe("The process that was started."),
    window: windowInfoSchema().nullable(),
    evidence: z.string().optional().describe("How the window was recognised."),
    windowPid: z.int().optional().describe("Process of the window where it is not the one that was started."),
    exitCode: z.int().optional().describe("Present when the started process has ended already."),
    processLifetime: processLifetimeSchema(),
    interaction: interactionSchema(),
    timestamp: z.string(),
  }),
  async handler(args, context) {
    const { desktop } = context;
    requireLaunch(args.exePath, context.settings);
    await requireExecutable(desktop, args.exePath, args.cwd);
    const interaction = interactionRequest(args);
    const keepsBehind = interaction.noActivate;
    return await context.turn.take(context, async () => {
      const tracker = await ForegroundTracker.begin(context, interaction.mode);
      const { process, candidate, exitCode, isForegroundRestored } = await launch(context, {
        start: {
          exePath: args.exePath,
          args: args.args,
          cwd: args.cwd,
          show: showCommand(keepsBehind, args.startMinimized),
          lifetime: args.lifetime,
        },
        processName: win32.parse(args.exePath).name,
        waitsForWindow: args.waitForWindow,
        timeoutMs: args.timeoutMs,
        keeps: keepsBehind ? "behind" : undefined,
        minimizes: args.startMinimized,
      }, tracker.before);
      if (interaction.mode === "foregroundDemo" && candidate !== undefined && !candidate.window.minimized) {
        await showLaunched(context, interaction, candidate.window, tracker);
      }
      context.setTarget(`pid:${process.pid}`);
      const windowPid = candidate?.window.hostedPid ?? candidate?.window.pid;
      return {
        pid: process.pid,
        window: candidate === undefined ? null : toWindowInfo(candidate.window),
        ...(candidate === undefined ? {} : { evidence: candidate.evidence }),
        ...(windowPid === undefined || windowPid === process.pid ? {} : { windowPid }),
        ...(exitCode === undefined ? {} : { exitCode }),
        processLifetime: processLifetimeOutput(process, args.lifetime),
        interaction: await launchReport(tracker, isForegroundRestored),
        timestamp: new Date().toISOString(),
      };
    });
  },
});
