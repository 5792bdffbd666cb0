/** Whether steps can work, asked before any of them is done. */
import { ToolError } from "../core/errors.ts";
import { formatPath } from "../core/json_path.ts";
import { stepPacksOf } from "../packs/step_packs.ts";
import { checkSteps } from "../steps/check_steps.ts";
import { isAboutReference, type StepProblem } from "../steps/problem.ts";
import type { JsonSchema } from "../steps/schema_path.ts";
import type { StepList } from "../steps/step.ts";
import type { Pipeline, PipelineContext } from "./pipeline.ts";

/** A run sees to it that nothing is done twice, whatever its steps say. */
const GUARDED: ReadonlySet<StepProblem["code"]> = new Set(["UNSAFE_RETRY"]);

/** More than these help nobody; the rest is counted. */
const MOST_PROBLEMS = 20;

/**
 * Refuses steps that are sure to fail, before anything is done.
 *
 * @param inputs the JSON Schema of what can be put in; undefined where nothing can
 * @throws {ToolError} INVALID_REFERENCES where a reference is wrong, INVALID_PARAMS where anything else is; all that was
 * found is in `problems` of the details
 */
export function requireRunnable(
  context: Pick<PipelineContext, "tools" | "packs">,
  pipeline: StepList & Pick<Pipeline, "pack">,
  inputs?: JsonSchema,
): void {
  const problems = checkSteps(pipeline, {
    tools: context.tools,
    packs: stepPacksOf(context.packs.packs, pipeline.pack),
    inputs,
    isForThisRun: true,
  }).filter(({ severity, code }) => severity === "error" && !GUARDED.has(code));
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length - MOST_PROBLEMS;
  throw new ToolError(
    problems.some(isAboutReference) ? "INVALID_REFERENCES" : "INVALID_PARAMS",
    `${formatPath(first.path)}: ${first.message}; nothing was run`,
    {
      details: {
        problems: problems.slice(0, MOST_PROBLEMS).map(({ path, code, message, stepId }) => ({
          ...(stepId === undefined ? {} : { stepId }),
          path: formatPath(path),
          code,
          message,
        })),
        ...(more > 0 ? { more } : {}),
      },
      suggestion: "Correct what problems in details list.",
    },
  );
}
