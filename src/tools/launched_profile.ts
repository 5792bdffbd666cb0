/** The program of an App Pack: the running one, or one that is started. */
import { win32 } from "node:path";
import { ToolError } from "../core/errors.ts";
import {
  type Desktop,
  type ProcessIdentity,
  programOf,
  type StartedProcess,
  type StartProcessOptions,
  type TopLevelWindow,
} from "../desktop/desktop.ts";
import { requireExecutable } from "../interaction/executable_path.ts";
import { ForegroundTracker, type InteractionReport } from "../interaction/foreground_tracker.ts";
import { launch, type LaunchOutcome } from "../interaction/launch.ts";
import {
  type InteractionArguments,
  type InteractionRequest,
  interactionRequest,
} from "../interaction/modes.ts";
import { showLaunched } from "../interaction/show_launched.ts";
import { mainWindowRuleOf } from "../packs/infer_profile.ts";
import { locateExecutable } from "../packs/launch/locate_executable.ts";
import { findRunningInstance, type RunningInstance } from "../packs/launch/running_instance.ts";
import type { Profile } from "../packs/schema/profile.ts";
import { isLaunchAllowed, requireLaunch } from "../permissions/permissions.ts";
import { bindFound } from "../targets/auto_bind.ts";
import { type MainWindowRule, mainWindows } from "../targets/main_window_rule.ts";
import { plainProcessName } from "../targets/resolve_target.ts";
import type { BoundTarget } from "../targets/target_sessions.ts";
import { launchReport, showCommand } from "./launch_fields.ts";
import type { ToolContext } from "./tool.ts";

/** What a call says; what it leaves out is the pack's. */
export interface ProfileLaunchArguments extends InteractionArguments {
  readonly exePath?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly waitForWindow?: boolean | undefined;
  readonly startMinimized?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly reuseIfRunning?: boolean | undefined;
  readonly lifetime: StartProcessOptions["lifetime"];
}

/** A program that runs, with its name for other calls. */
export interface LaunchedProfile {
  readonly bound: BoundTarget;
  /** Its main window, where one was there in time. */
  readonly window: TopLevelWindow | undefined;
  /** The file that runs, where that is known. */
  readonly path: string | undefined;
  /** Undefined where the program was running before. */
  readonly process: StartedProcess | undefined;
  readonly warnings: readonly string[];
  readonly interaction: InteractionReport;
}

/** One launch, with everything that is settled before it. */
interface Launching {
  readonly profile: Profile;
  readonly args: ProfileLaunchArguments;
  readonly rule: MainWindowRule;
  readonly interaction: InteractionRequest;
  readonly tracker: ForegroundTracker;
  readonly waitsForWindow: boolean;
}

/**
 * Takes the running program, or starts it, and binds it. Launches go one after another, so that the second of two finds
 * what the first has started.
 *
 * @throws {ToolError} INVALID_EXECUTABLE, PROFILE_NOT_FOUND, PERMISSION_DENIED, ELEVATED_MANIFEST_REJECTED,
 * ELEVATION_REQUIRED, LAUNCH_FAILED, TIMEOUT, CANCELLED
 */
export async function launchProfile(
  context: ToolContext,
  profile: Profile,
  args: ProfileLaunchArguments,
): Promise<LaunchedProfile> {
  const { desktop, settings } = context;
  // Before a running instance could hide that it is wrong. A path that may not be started is not even looked at: it may
  // lead to another machine.
  if (args.exePath !== undefined && isLaunchAllowed(args.exePath, settings)) {
    await requireExecutable(desktop, args.exePath);
  }
  const noActivate = args.noActivate ?? profile.launch.noActivate;
  const interaction = interactionRequest({ ...args, noActivate }, profile.interaction);
  const rule = ruleOf(profile, args.exePath);
  const waitsForWindow = args.waitForWindow ?? profile.launch.waitForWindow;
  return await context.turn.take(context, async () => {
    const tracker = await ForegroundTracker.begin(context, interaction.mode);
    const launching = { profile, args, rule, interaction, tracker, waitsForWindow };
    const running = args.reuseIfRunning ?? profile.launch.reuseIfRunning
      ? await findRunningInstance(desktop, rule, args.exePath)
      : undefined;
    return running === undefined ? await start(context, launching) : await reuse(context, launching, running);
  });
}

/** By what its main window is known; a file of another name than the pack knows is its program all the same. */
function ruleOf(profile: Profile, exePath: string | undefined): MainWindowRule {
  const rule = mainWindowRuleOf(profile);
  if (exePath === undefined || rule.processNames.length === 0) return rule;
  const name = win32.basename(exePath);
  const isKnown = rule.processNames.some((each) => plainProcessName(each) === plainProcessName(name));
  return isKnown ? rule : { ...rule, processNames: [...rule.processNames, name] };
}

async function reuse(
  context: ToolContext,
  { profile, rule, interaction, tracker }: Launching,
  { process, window: found, path }: RunningInstance,
): Promise<LaunchedProfile> {
  const { desktop, sessions } = context;
  const bound = await bindFound(desktop, sessions, { profile: profile.id, rule, process, hwnd: found.hwnd });
  // Under its earlier name it may stand for another one of its windows.
  const isSame = bound.hwnd === undefined || bound.hwnd === found.hwnd;
  const window = isSame ? found : await desktop.windowState(bound.hwnd, 0) ?? found;
  if (interaction.mode === "foregroundDemo") await showLaunched(context, interaction, window, tracker);
  const report = await tracker.report("EnumWindows");
  return { bound, window, path, process: undefined, warnings: [], interaction: report };
}

async function start(context: ToolContext, launching: Launching): Promise<LaunchedProfile> {
  const { desktop, settings } = context;
  const { profile, args, rule, interaction, tracker, waitsForWindow } = launching;
  const exePath = args.exePath ?? await locateExecutable(context, profile);
  requireLaunch(exePath, settings);
  if (profile.security.requiresAsInvoker) await requireAsInvoker(desktop, exePath);
  const presentation = interaction.noActivate
    ? profile.interaction.backgroundPresentation ?? "behind"
    : undefined;
  // A mode that somebody asked for says how the window is to be shown.
  const minimizes = presentation === "minimized" ||
    interaction.mode === "auto" && args.startMinimized === true;
  const outcome = await launch(context, {
    start: {
      exePath,
      args: args.args ?? [],
      cwd: undefined,
      show: showCommand(interaction.noActivate, minimizes),
      lifetime: args.lifetime,
    },
    processName: win32.parse(exePath).name,
    waitsForWindow,
    timeoutMs: args.timeoutMs ?? profile.launch.timeoutMs,
    keeps: presentation === undefined ? undefined : presentation === "normal" ? "inPlace" : "behind",
    minimizes,
    wanted: (windows) => mainWindows(windows, rule),
  }, tracker.before);
  return await bindStarted(context, launching, exePath, outcome);
}

/** @throws {ToolError} ELEVATED_MANIFEST_REJECTED */
async function requireAsInvoker(desktop: Desktop, exePath: string): Promise<void> {
  const { manifestLevel } = await desktop.executableFacts(exePath);
  if (manifestLevel === "asInvoker" || manifestLevel === "unknown") return;
  throw new ToolError(
    "ELEVATED_MANIFEST_REJECTED",
    `The program's manifest says ${manifestLevel}, and its App Pack requires asInvoker; it was not started`,
    { details: { exePath, manifestLevel } },
  );
}

async function bindStarted(
  context: ToolContext,
  { profile, args, rule, interaction, tracker, waitsForWindow }: Launching,
  exePath: string,
  { process: started, candidate, isWanted, exitCode, isForegroundRestored }: LaunchOutcome,
): Promise<LaunchedProfile> {
  const { desktop, sessions } = context;
  const process = await programOfLaunch(desktop, started, candidate?.window);
  if (process === undefined || candidate === undefined && exitCode !== undefined) {
    throw endedError(started, exitCode);
  }
  // A program that ran before has been handed what the new process was to do.
  const isOurs = process.creationTime >= started.creationTime;
  const window = isWanted ? candidate?.window : undefined;
  const bound = sessions.bind({
    profile: profile.id,
    process,
    rule,
    hwnd: window?.hwnd,
    startedByMcp: isOurs,
    lifetime: isOurs ? args.lifetime : undefined,
  });
  const shown = candidate?.window;
  if (interaction.mode === "foregroundDemo" && shown !== undefined) {
    await showLaunched(context, interaction, shown, tracker);
  }
  const warnings = [
    window === undefined && waitsForWindow
      ? `${shown === undefined ? "No window" : "A window, but no main window,"} came in time; ` +
        "targetRef finds the main window when it is there."
      : undefined,
    isForegroundRestored === false
      ? "The program took the foreground, and Windows did not let it be given back without sent input."
      : undefined,
  ].filter((each) => each !== undefined);
  return {
    bound,
    window,
    path: await desktop.programPath(process.pid) ?? (process.pid === started.pid ? exePath : undefined),
    process: isOurs ? started : undefined,
    warnings,
    interaction: await launchReport(tracker, isForegroundRestored),
  };
}

/** The process that the window belongs to, which need not be the one that was started; undefined where it has ended. */
async function programOfLaunch(
  desktop: Desktop,
  { pid, creationTime }: StartedProcess,
  window: TopLevelWindow | undefined,
): Promise<ProcessIdentity | undefined> {
  const program = window === undefined ? pid : programOf(window);
  return program === pid ? { pid, creationTime } : await desktop.identifyProcess(program);
}

function endedError({ pid }: StartedProcess, exitCode: number | undefined): ToolError {
  const how = exitCode === undefined ? "has ended" : `ended with exit code ${exitCode}`;
  return new ToolError("LAUNCH_FAILED", `The program ${how} and left no window behind`, {
    details: { pid, ...(exitCode === undefined ? {} : { exitCode }) },
  });
}
