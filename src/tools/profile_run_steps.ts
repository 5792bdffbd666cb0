import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import { type InteractionRequest, interactionRequest } from "../interaction/modes.ts";
import { requireControl } from "../packs/actions/control_errors.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import { requireBackgroundSafe } from "../pipeline/background_preflight.ts";
import type { Fields, Pipeline, PipelineContext, RunSubject } from "../pipeline/pipeline.ts";
import { requireRunnable } from "../pipeline/runnable.ts";
import { STEP_LIMITS } from "../steps/step.ts";
import { callsOfControls, type ControlStep, controlStepSchema } from "./control_steps.ts";
import { interactionFields } from "./interaction_fields.ts";
import { packIdField } from "./pack_fields.ts";
import { pipelineTools } from "./pipeline_context.ts";
import { reportRun } from "./report_run.ts";
import { requiredPack } from "./required_pack.ts";
import { published, restoreFields } from "./run_fields.ts";
import { runShape } from "./run_output.ts";
import { runText } from "./run_text.ts";
import { defineTool } from "./tool.ts";

/** Stands for the program while it does not run yet. */
const NOT_YET = "target_not_yet";

/** Acts on one program, which is started where it does not run. */
export const profileRunStepsTool = defineTool({
  name: "profile_run_steps",
  title: "Run steps on a program",
  description:
    "Takes the running program of an App Pack, or starts it, and acts on its controls in one call, as run_steps does. " +
    "Checked as a whole before anything is started.",
  effect: "act",
  toolset: "pipeline",
  backgroundPolicy: "bestEffort",
  cleansUp: true,
  input: () => ({
    profile: packIdField("Pack id."),
    launch: z.strictObject({
      exePath: z.string().min(1).max(1024).optional(),
      args: z.array(z.string().max(1024)).max(64).optional(),
      reuseIfRunning: z.boolean().optional(),
      waitForWindow: z.boolean().optional(),
      noActivate: z.boolean().optional(),
      timeoutMs: z.int().min(100).max(120_000).optional(),
    }).default({}).meta({ published: { type: "object" } })
      .describe("As profile_launch: {exePath, args, reuseIfRunning, waitForWindow, noActivate, timeoutMs}."),
    steps: z.array(controlStepSchema()).min(1).max(STEP_LIMITS.steps).meta({ published })
      .describe(
        "{id?, control, action, value?, index?, rangeValue?, exports?, expect?, retry?}; ${id.path} refers.",
      ),
    finally: z.array(controlStepSchema()).max(STEP_LIMITS.finally).default([]).meta({ published })
      .describe("The same, at the end, whatever happened."),
    ...restoreFields(),
    ...interactionFields(),
  }),
  output: () => {
    const { summary, ...shape } = runShape();
    return {
      summary,
      profile: z.string(),
      targetRef: z.string().describe("The program, for other calls."),
      pid: z.int(),
      hwnd: z.string().optional().describe("Its main window when it was found; absent where there was none."),
      startedByMcp: z.boolean().describe("This call started it."),
      reused: z.boolean().describe("It was running already."),
      ...shape,
    };
  },
  text: runText,
  async handler({ profile, launch, restore, maxTotalMs, ...args }, context) {
    const tools = await pipelineTools(context);
    const pack = requiredPack(tools.context.packs, profile);
    requireControls(pack, [...args.steps, ...args.finally]);
    const interaction = interactionRequest(args, pack.profile.interaction);
    const said = args.interactionMode === "auto" ? { interactionMode: args.interactionMode } : {};
    const pipelineOn = (targetRef: string): Pipeline => ({
      ...callsOfControls(args, { profile, targetRef, ...said }, tools.context.tools),
      restore,
      maxTotalMs,
      interaction,
      pack,
    });
    const planned = pipelineOn(NOT_YET);
    requireRunnable(tools.context, planned);
    requireBackgroundSafe(planned, interaction.mode, tools.context);
    const foregroundBefore = await context.desktop.foregroundWindow();
    const launched = await launchSubject(tools.context, { profile, launch, interaction });
    const { summary, interaction: done, warnings, ...report } = await reportRun(context, tools, {
      ...pipelineOn(launched.subject.targetRef),
      subject: launched.subject,
      foregroundBefore,
    });
    const { warning, interaction: shown, ...told } = launched.told;
    return {
      summary,
      ...told,
      ...report,
      interaction: withLaunch(done, shown),
      warnings: [...warning === undefined ? [] : [warning], ...warnings],
    };
  },
});

/** @throws {ToolError} PROFILE_CONTROL_NOT_FOUND */
function requireControls(pack: Pack, steps: readonly ControlStep[]): void {
  for (const { control } of steps) requireControl(pack, control);
}

/** What is asked of the program before the steps. */
interface Launch {
  readonly profile: string;
  readonly launch: Fields;
  readonly interaction: InteractionRequest;
}

/** What the answer to a launch says that a run passes on. */
const toldSchema = once(() =>
  z.object({
    profile: z.string(),
    targetRef: z.string(),
    pid: z.int(),
    hwnd: z.string().optional(),
    startedByMcp: z.boolean(),
    reused: z.boolean(),
    warning: z.string().optional(),
    interaction: z.record(z.string(), z.unknown()),
  })
);

interface Launched {
  readonly subject: RunSubject;
  readonly told: z.output<ReturnType<typeof toldSchema>>;
}

/** @throws {ToolError} what the launch fails with */
async function launchSubject(
  { invoke, sessions, signal }: PipelineContext,
  { profile, launch, interaction: { mode, stepDelayMs } }: Launch,
): Promise<Launched> {
  const answer = await invoke("profile_launch", {
    ...launch,
    profile,
    interactionMode: mode,
    // What is in front stays there for the steps; the run gives the foreground back.
    ...(mode === "foregroundDemo"
      ? { foregroundDemo: { restorePreviousForeground: false, stepDelayMs } }
      : {}),
  }, signal);
  if (!answer.ok) throw ToolError.fromBody(answer.error);
  const told = toldSchema().parse(answer.output);
  const bound = sessions.find(told.targetRef)?.bound;
  if (bound === undefined) throw new ToolError("TARGET_REQUIRED", `${told.targetRef} is not known any more`);
  const { targetRef, process, hwnd } = bound;
  return { told, subject: { profile, targetRef, process, hwnd } };
}

/** The report of a run with what its launch did to the foreground. */
function withLaunch(done: Fields, launched: Fields): Fields {
  const isActivated = done.targetActivated === true || launched.targetActivated === true;
  const hasChanged = launched.foregroundChanged === true || launched.foregroundChangedDuringRun === true;
  return {
    ...done,
    targetActivated: isActivated,
    ...(done.requestedMode === "auto" && (isActivated || hasChanged)
      ? { effectiveMode: "foregroundDemo" }
      : {}),
    ...(hasChanged ? { foregroundChangedDuringRun: true } : {}),
  };
}
