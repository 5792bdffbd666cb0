import { interactionRequest } from "../interaction/modes.ts";
import { requireBackgroundSafe } from "../pipeline/background_preflight.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { requireRunnable } from "../pipeline/runnable.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { PackSet } from "../packs/registry.ts";
import type { Step } from "../steps/step.ts";
import { interactionFields } from "./interaction_fields.ts";
import { pipelineTools } from "./pipeline_context.ts";
import { reportRun } from "./report_run.ts";
import { restoreFields, stepsFields } from "./run_fields.ts";
import { runShape } from "./run_output.ts";
import { runText } from "./run_text.ts";
import { defineTool } from "./tool.ts";

/** The pack whose mode counts where the call says none: the first that a step names and that says more than `auto`. */
function packNamedIn(steps: readonly Step[], { packs }: PackSet): Pack | undefined {
  return steps.map(({ args: { profile } }) => typeof profile === "string" ? packs.get(profile) : undefined)
    .find((pack) => pack?.profile.interaction.defaultMode === "background");
}

/** Runs steps, each of them a call. */
export const runStepsTool = defineTool({
  name: "run_steps",
  title: "Run steps",
  description:
    "Runs several calls in one, with references between them, checks of their effect, retries, clean-up and states " +
    "put back. Checked as a whole before anything runs.",
  effect: "act",
  toolset: "pipeline",
  backgroundPolicy: "bestEffort",
  cleansUp: true,
  input: () => ({ ...stepsFields(), ...restoreFields(), ...interactionFields() }),
  output: () => runShape(),
  text: runText,
  async handler({ steps, finally: last, captureBefore, restore, maxTotalMs, ...args }, context) {
    const tools = await pipelineTools(context);
    const interaction = interactionRequest(
      args,
      packNamedIn(steps, tools.context.packs)?.profile.interaction,
    );
    const pipeline: Pipeline = { steps, finally: last, captureBefore, restore, maxTotalMs, interaction };
    requireRunnable(tools.context, pipeline);
    requireBackgroundSafe(pipeline, interaction.mode, tools.context);
    return await reportRun(context, tools, pipeline);
  },
});
