import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { type Continuation, continuationOf } from "../pipeline/continuation.ts";
import { pipelineTools } from "./pipeline_context.ts";
import { reportRun } from "./report_run.ts";
import { runShape } from "./run_output.ts";
import { refusedRun } from "./run_refusal.ts";
import { runText } from "./run_text.ts";
import { defineTool } from "./tool.ts";

/** Goes on with a run that failed. */
export const continueRunTool = defineTool({
  name: "continue_run",
  title: "Continue a run",
  description:
    "Goes on with a run that failed, from the step where it stopped or an earlier one. What is done is not done " +
    "again. Refused where its program, window or pack is another by now.",
  effect: "act",
  toolset: "pipeline",
  backgroundPolicy: "bestEffort",
  cleansUp: true,
  input: () => ({
    runId: z.string().regex(/^run_[A-Za-z0-9_-]{1,64}$/).describe(
      "Of the run that failed; ten minutes after its end it is forgotten.",
    ),
    continueFrom: z.union([z.string().min(1).max(64), z.int().min(0)])
      .describe("Id or number, from 0, of the first step to run: the one that failed, or an earlier one."),
  }),
  output: () => ({ ...runShape(), continuedFrom: z.string() }),
  text: runText,
  async handler({ runId, continueFrom }, context) {
    const continuedFrom = String(continueFrom);
    const tools = await pipelineTools(context);
    using taking = new DisposableStack();
    let continuation: Continuation;
    try {
      const taken = taking.use(context.runs.take(runId));
      continuation = await continuationOf(tools.context, taken.run, continueFrom);
      taken.begin();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { ...refusedRun(runId, error, context.runs.told(runId)), continuedFrom };
    }
    const { pipeline, soFar, warnings } = continuation;
    const report = await reportRun(context, tools, pipeline, soFar);
    return { ...report, warnings: [...warnings, ...report.warnings], continuedFrom };
  },
});
