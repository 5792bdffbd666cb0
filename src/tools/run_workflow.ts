import * as z from "zod";
import { interactionRequest } from "../interaction/modes.ts";
import { requireBackgroundSafe } from "../pipeline/background_preflight.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { requireRunnable } from "../pipeline/runnable.ts";
import { workflowInputs } from "../pipeline/workflow_inputs.ts";
import { interactionFields } from "./interaction_fields.ts";
import { packIdField } from "./pack_fields.ts";
import { pipelineTools } from "./pipeline_context.ts";
import { reportRun } from "./report_run.ts";
import { requiredPack } from "./required_pack.ts";
import { requiredWorkflow } from "./required_workflow.ts";
import { runShape } from "./run_output.ts";
import { runText } from "./run_text.ts";
import { defineTool } from "./tool.ts";

/** For a whole workflow; a pack says nothing of it. */
const MOST_TOTAL_MS = 120_000;

/** Runs a workflow of an App Pack. */
export const runWorkflowTool = defineTool({
  name: "run_workflow",
  title: "Run a workflow of an App Pack",
  description:
    "Runs a workflow of an App Pack: its steps with their checks, clean-up, and what is put back. workflow_catalog " +
    "lists them and their inputs.",
  effect: "act",
  toolset: "pipeline",
  backgroundPolicy: "bestEffort",
  cleansUp: true,
  input: () => ({
    pack: packIdField("Its id."),
    workflow: packIdField("Id of the workflow."),
    inputs: z.record(z.string(), z.unknown()).default({}).describe("What it asks for, by name.")
      .meta({ published: { type: "object" } }),
    ...interactionFields(),
  }),
  output: () => {
    const { summary, ...shape } = runShape();
    return { summary, pack: z.string(), workflow: z.string(), ...shape };
  },
  text: runText,
  async handler(args, context) {
    const tools = await pipelineTools(context);
    const pack = requiredPack(tools.context.packs, args.pack);
    const workflow = requiredWorkflow(pack, args.workflow);
    const { interaction: defaults } = pack.profile;
    const interaction = interactionRequest(args, {
      ...defaults,
      defaultMode: workflow.interactionMode ?? defaults.defaultMode,
    });
    const { steps, finally: last, captureBefore, restore, inputSchema } = workflow;
    const written = { steps, finally: last, captureBefore };
    requireBackgroundSafe(written, interaction.mode, { ...tools.context, pack });
    const inputs = workflowInputs(workflow, args.inputs);
    const pipeline: Pipeline = { ...written, restore, maxTotalMs: MOST_TOTAL_MS, interaction, pack, inputs };
    requireRunnable(tools.context, pipeline, inputSchema);
    const { summary, ...report } = await reportRun(context, tools, pipeline);
    return { summary, pack: args.pack, workflow: args.workflow, ...report };
  },
});
