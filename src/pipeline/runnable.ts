/** Whether steps can work, asked before any of them is done. */
import { ToolError } from "../core/errors.ts";
import { formatPath } from "../core/json_path.ts";
import { contractOf } from "../packs/contract_of.ts";
import { checkSteps } from "../steps/check_steps.ts";
import type { StepProblem } from "../steps/problem.ts";
import { packOfStep } from "./pack_of_step.ts";
import type { Pipeline, PipelineContext } from "./pipeline.ts";

/** A run sees to it that nothing is done twice, whatever its steps say. */
const GUARDED: ReadonlySet<StepProblem["code"]> = new Set(["UNSAFE_RETRY"]);
const MOST_PROBLEMS = 20;

/** @throws {ToolError} INVALID_REFERENCES where a reference is wrong, INVALID_PARAMS where anything else is */
export function requireRunnable(context: PipelineContext, pipeline: Pipeline): void {
  const problems = checkSteps(pipeline, {
    tools: context.tools,
    hasPack: pipeline.pack !== undefined,
    promiseOf(args) {
      const pack = packOfStep({ context, pipeline }, args);
      const contract = pack === undefined ? undefined : contractOf(pack, args);
      return contract === undefined
        ? undefined
        : { isIdempotent: contract.idempotent, hasExpect: typeof contract.defaultExpect === "object" };
    },
  }).filter(({ severity, code }) => severity === "error" && !GUARDED.has(code));
  const [first] = problems;
  if (first === undefined) return;
  const told = problems.slice(0, MOST_PROBLEMS).map(({ path, code, message, stepId }) => ({
    path: formatPath(path),
    code,
    message,
    ...(stepId === undefined ? {} : { stepId }),
  }));
  throw new ToolError("INVALID_PARAMS", `${formatPath(first.path)}: ${first.message}; nothing was run`, {
    details: { problems: told },
  });
}
