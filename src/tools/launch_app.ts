import { win32 } from "node:path";
import * as z from "zod";
import { isDeviceName } from "../core/device_names.ts";
import { ToolError } from "../core/errors.ts";
import type { Desktop, TopLevelWindow } from "../desktop/desktop.ts";
import { ForegroundTracker } from "../interaction/foreground_tracker.ts";
import { launch } from "../interaction/launch.ts";
import { type InteractionRequest, interactionRequest } from "../interaction/modes.ts";
import { requireLaunch } from "../permissions/permissions.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { toWindowInfo, windowInfoSchema } from "./window_info.ts";

/** Starts a program and finds its window. */
export const launchAppTool = defineTool({
  name: "launch_app",
  title: "Start a program",
  description:
    "Starts an .exe with arguments, never through a shell, and waits for its window: in its own process, in " +
    "one that it starts, or in a running instance it hands over to. No window in time gives window null.",
  effect: "launch",
  toolset: "desktop",
  backgroundPolicy: "bestEffort",
  input: () => ({
    exePath: z.string().min(1).max(1024).describe("Absolute path that ends in .exe."),
    args: z.array(z.string().max(8192)).max(256).default([]).describe("Arguments, unquoted."),
    cwd: z.string().min(1).max(1024).optional().describe("Working folder, absolute."),
    waitForWindow: z.boolean().default(true).describe("Wait until it shows a window."),
    timeoutMs: z.int().min(100).max(120_000).default(10_000).describe("How long."),
    startMinimized: z.boolean().default(false).describe("Minimise its window."),
    noActivate: z.boolean().default(false).describe("Keep it behind."),
    lifetime: z.enum(["independent", "managed"]).default("independent")
      .describe("managed: it ends with this server."),
    ...interactionFields(),
  }),
  output: () => ({
    pid: z.int().describe("The process that was started."),
    window: windowInfoSchema().nullable(),
    evidence: z.string().optional().describe("How the window was recognised."),
    windowPid: z.int().optional().describe("Process of the window where it is not the one that was started."),
    exitCode: z.int().optional().describe("Present when the started process has ended already."),
    processLifetime: z.strictObject({
      requested: z.enum(["independent", "managed"]),
      effective: z.enum(["independent", "managed", "best-effort"]),
      isolationMethod: z.string(),
      verified: z.boolean(),
      outerJobCoupling: z.enum(["none-observed", "possible", "unknown"]),
    }).describe("What was done, and proven, about its life after this server's end."),
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
          show: keepsBehind
            ? args.startMinimized ? "minimizedInactive" : "inactive"
            : args.startMinimized
            ? "minimized"
            : "normal",
          lifetime: args.lifetime,
        },
        processName: win32.parse(args.exePath).name,
        waitsForWindow: args.waitForWindow,
        timeoutMs: args.timeoutMs,
        keepsBehind,
        minimizes: args.startMinimized,
      }, tracker.before);
      if (interaction.mode === "foregroundDemo" && candidate !== undefined && !candidate.window.minimized) {
        await show(context, interaction, candidate.window, tracker);
      }
      context.setTarget(`pid:${process.pid}`);
      const windowPid = candidate?.window.hostedPid ?? candidate?.window.pid;
      return {
        pid: process.pid,
        window: candidate === undefined ? null : toWindowInfo(candidate.window),
        ...(candidate === undefined ? {} : { evidence: candidate.evidence }),
        ...(windowPid === undefined || windowPid === process.pid ? {} : { windowPid }),
        ...(exitCode === undefined ? {} : { exitCode }),
        processLifetime: {
          requested: args.lifetime,
          effective: process.isolation.effective,
          isolationMethod: process.isolation.method,
          verified: process.isolation.verified,
          outerJobCoupling: process.isolation.outerJobCoupling,
        },
        interaction: {
          ...await tracker.report("CreateProcessW"),
          ...(isForegroundRestored === undefined ? {} : { foregroundRestored: isForegroundRestored }),
        },
        timestamp: new Date().toISOString(),
      };
    });
  },
});

/** Brings the window to the front, leaves it to be looked at, and gives the foreground back where that is asked for. */
async function show(
  context: ToolContext,
  interaction: InteractionRequest,
  window: TopLevelWindow,
  tracker: ForegroundTracker,
): Promise<void> {
  tracker.limitTo(window.pid);
  await tracker.activate(window.hwnd);
  if (interaction.stepDelayMs > 0) await context.clock.sleep(interaction.stepDelayMs, context.signal);
  if (interaction.restoresForeground) await tracker.giveBack();
}

/** @throws {ToolError} INVALID_EXECUTABLE */
async function requireExecutable(desktop: Desktop, exePath: string, cwd: string | undefined): Promise<void> {
  const problem = await problemOf(desktop, exePath, cwd);
  if (problem === undefined) return;
  throw new ToolError("INVALID_EXECUTABLE", problem, {
    details: { exePath, ...(cwd === undefined ? {} : { cwd }) },
  });
}

async function problemOf(
  desktop: Desktop,
  exePath: string,
  cwd: string | undefined,
): Promise<string | undefined> {
  const shape = problemOfShape(exePath);
  if (shape !== undefined) return `exePath ${shape}`;
  if (!/\.exe$/i.test(exePath)) return "exePath does not end in .exe";
  const kind = await desktop.pathKind(exePath);
  if (kind !== "file") return kind === "folder" ? "exePath is a folder" : "exePath does not exist";
  if (cwd === undefined) return undefined;
  const cwdShape = problemOfShape(cwd);
  if (cwdShape !== undefined) return `cwd ${cwdShape}`;
  return await desktop.pathKind(cwd) === "folder" ? undefined : "cwd is not an existing folder";
}

/** What is wrong with a path as it is written; without looking, since looking at a device may do something. */
function problemOfShape(path: string): string | undefined {
  if (/^[\\/]{2}[.?]/.test(path)) return "names a device, not a file in a folder";
  // deno-lint-ignore no-control-regex -- no Windows path can hold a control character
  if (/["<>|?*\x00-\x1F]/.test(path)) return "holds a character that no path can have";
  // With a drive or a share: `\folder` alone would depend on the current drive.
  if (!/^([a-z]:[\\/]|[\\/]{2}[^\\/]+[\\/])/i.test(path)) return "is not absolute";
  if (path.includes(":", 2)) return "names a stream inside a file";
  return path.split(/[\\/]/).some(isDeviceName) ? "names a device, not a file in a folder" : undefined;
}
