/** Runs a pipeline, keeps what is needed to go on with it, and reports. */
import type { Pipeline } from "../pipeline/pipeline.ts";
import type { RunSoFar } from "../pipeline/run_outcome.ts";
import { runPipeline } from "../pipeline/run_pipeline.ts";
import type { PipelineTools } from "./pipeline_context.ts";
import { type RunOutput, runOutput } from "./run_output.ts";
import type { ToolContext } from "./tool.ts";

/** See the head of this file. A run that fails is an answer. */
export async function reportRun(
  { clock, runs }: Pick<ToolContext, "clock" | "runs">,
  { context, attachPictures }: PipelineTools,
  pipeline: Pipeline,
  soFar?: RunSoFar,
): Promise<RunOutput> {
  const startedAt = clock.now();
  const outcome = await runPipeline(context, pipeline, soFar);
  const saved = await runs.save(context, outcome);
  return runOutput(outcome, { saved, elapsedMs: clock.now() - startedAt, warnings: attachPictures() });
}
