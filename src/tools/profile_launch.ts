import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { readElements } from "../interaction/read_elements.ts";
import { programCompatibility } from "../packs/launch/program_compatibility.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import { lifetimeField, processLifetimeOutput, processLifetimeSchema } from "./launch_fields.ts";
import { launchProfile } from "./launched_profile.ts";
import { packCompatibilityOutput, packCompatibilitySchema } from "./pack_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { shownTitle } from "./target_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";

/** A program says soon whether it has anything to show to accessibility, or it does not matter here. */
const ROOT_LOOK_MS = 5_000;

/** Starts the program of an App Pack, or takes the running one, and binds it to a name. */
export const profileLaunchTool = defineTool({
  name: "profile_launch",
  title: "Start a program that has an App Pack",
  description:
    "Preferred over launch_app when a pack exists. Finds the program running (minimised too) or starts it, " +
    "and returns targetRef, by which other calls name it. A path the user gave goes into exePath on the first call: " +
    "that very file is started.",
  effect: "launch",
  toolset: "packs",
  backgroundPolicy: "bestEffort",
  input: () => ({
    profile: z.string().min(1).max(256).describe("Pack id."),
    exePath: z.string().min(1).max(1024).optional().describe("Absolute path of the .exe."),
    args: z.array(z.string().max(1024)).max(64).optional().describe("Arguments, unquoted."),
    waitForWindow: z.boolean().optional().describe("Default: the pack's, true."),
    noActivate: z.boolean().optional().describe("Keep it behind. Default: the pack's, true."),
    startMinimized: z.boolean().optional().describe("Not in background mode."),
    timeoutMs: z.int().min(100).max(120_000).optional().describe("Default: the pack's, 30000."),
    reuseIfRunning: z.boolean().optional().describe("Default: the pack's, true."),
    lifetime: lifetimeField(),
    ...interactionFields(),
  }),
  output: () => ({
    profile: z.string(),
    targetRef: z.string().describe("The program, for other calls."),
    pid: z.int().describe("Of the program that the main window belongs to."),
    startedByMcp: z.boolean().describe("This call started it."),
    reused: z.boolean().describe("It was running already."),
    hwnd: z.string().optional().describe("Its main window; absent where none was there in time."),
    title: z.string().optional(),
    uiaRootAvailable: z.boolean().describe("The accessibility interface shows its main window."),
    manifestLevel: z.enum(["asInvoker", "highestAvailable", "requireAdministrator", "unknown"])
      .describe("The rights that its file asks for; unknown where it does not say or cannot be read."),
    lifetime: z.enum(["independent", "managed"]).optional().describe("Of a program that was started."),
    processLifetime: processLifetimeSchema().optional(),
    packCompatibility: packCompatibilitySchema(),
    warning: z.string().optional(),
    interaction: interactionSchema(),
  }),
  async handler(args, context) {
    const { desktop, sessions } = context;
    const pack = requiredPack(await context.packs.current(), args.profile, "PROFILE_NOT_FOUND");
    const launched = await launchProfile(context, pack.profile, args);
    const { bound, window, path, process } = launched;
    context.setTarget(`pid:${bound.process.pid}`);
    const facts = path === undefined ? undefined : await desktop.executableFacts(path);
    const verdict = await programCompatibility(context, pack.manifest, { path, facts });
    const packCompatibility = packCompatibilityOutput(verdict);
    sessions.find(bound.targetRef)?.bindAgain({ ...bound, packCompatibility });
    const warnings = verdict.status === "mismatch"
      ? [
        ...launched.warnings,
        "The program is not the one that the pack was tested with; it may fit all the same.",
      ]
      : launched.warnings;
    return {
      profile: args.profile,
      targetRef: bound.targetRef,
      pid: bound.process.pid,
      startedByMcp: process !== undefined,
      reused: process === undefined,
      ...(window === undefined ? {} : { hwnd: formatHwnd(window.hwnd), title: shownTitle(window.title) }),
      uiaRootAvailable: window !== undefined && await hasRoot(context, window),
      manifestLevel: facts?.manifestLevel ?? "unknown",
      ...(process === undefined ? {} : {
        lifetime: args.lifetime,
        processLifetime: processLifetimeOutput(process, args.lifetime),
      }),
      packCompatibility,
      ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
      interaction: launched.interaction,
    };
  },
});

/** Whether the accessibility interface shows a window. What goes wrong with the look is no failure of the launch. */
async function hasRoot(context: ToolContext, window: TopLevelWindow): Promise<boolean> {
  const least = { maxDepth: 1, maxNodes: 10, maxChildren: 5, includeProcessPopups: false };
  try {
    await readElements(context, window, { ...least, timeoutMs: ROOT_LOOK_MS });
    return true;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
    return false;
  }
}
