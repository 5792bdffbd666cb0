import * as z from "zod";
import { once } from "../core/once.ts";
import { formatPath } from "../core/json_path.ts";
import { boundedText } from "../core/text.ts";
import { stepPacksOf } from "../packs/step_packs.ts";
import { type UnsafeStep, unsafeSteps } from "../pipeline/background_preflight.ts";
import { checkSteps } from "../steps/check_steps.ts";
import { longestDurationMs } from "../steps/duration.ts";
import type { StepProblem } from "../steps/problem.ts";
import { STEP_LIMITS, type StepList } from "../steps/step.ts";
import { stepSuggestion } from "../steps/suggestions.ts";
import { lenientSteps, withFormProblems } from "./lenient_steps.ts";
import { namingListedTools } from "./listed_names.ts";
import { packIdField } from "./pack_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { restoreFields } from "./run_fields.ts";
import { defineTool, type ToolCatalog } from "./tool.ts";

/** More findings than this are not read; they are counted. */
const MOST_FINDINGS = 100;

/** What of a list far too long is looked into. */
const MOST_CHECKED = 4 * STEP_LIMITS.steps;

/** An id that is none may be of any length. */
const MOST_ID_UNITS = 64;

const NOTE = "What can be known beforehand: whether windows and elements will be there is not.";

/** As anything is taken here, what is right is published as the tools that run steps have it. */
const published = { type: "array", items: { type: "object" } };

const findingSchema = once(() =>
  z.strictObject({
    stepId: z.string().optional(),
    path: z.string().describe("Where: steps[0].args.pid."),
    code: z.string(),
    message: z.string(),
    suggestion: z.string().optional(),
  })
);

const unsafeStepSchema = once(() =>
  z.strictObject({
    stepId: z.string().optional(),
    index: z.int().optional().describe("Where it has no id."),
    section: z.enum(["steps", "finally", "captureBefore"]),
    backgroundPolicy: z.enum(["safe", "bestEffort", "foregroundRequired"]).optional(),
    requestedMode: z.enum(["auto", "background", "foregroundDemo"]).optional(),
    suggestedMode: z.literal("foregroundDemo"),
  })
);

/** Says what is wrong with steps before they run. */
export const validateStepsTool = defineTool({
  name: "validate_steps",
  title: "Check steps",
  description:
    "Says all that is wrong with steps for run_steps, or for a workflow of a pack, and runs nothing: " +
    "tools, arguments, references and their types, retries, controls, what needs the foreground, how long it may take.",
  effect: "read",
  toolset: "pipeline",
  backgroundPolicy: "safe",
  input: () => ({
    steps: z.array(z.unknown()).min(1).meta({ published }).describe("As in run_steps."),
    finally: z.array(z.unknown()).default([]).meta({ published }).describe("The same, at the end."),
    captureBefore: restoreFields().captureBefore.describe("As in run_steps."),
    pack: packIdField("Id of the pack whose workflow it is.").optional(),
  }),
  output: () => ({
    valid: z.boolean().describe("No errors."),
    errors: z.array(findingSchema()),
    warnings: z.array(findingSchema()),
    estimatedMaxDurationMs: z.int().describe("The longest that it may take."),
    toolCount: z.int().describe("Different tools."),
    maxSteps: z.literal(STEP_LIMITS.steps),
    foregroundRequiredSteps: z.array(unsafeStepSchema()).describe("They cannot run in the background."),
    note: z.string(),
  }),
  async handler({ captureBefore, pack: packId, ...args }, { packs, catalog }) {
    const set = await packs.current();
    const pack = packId === undefined ? undefined : requiredPack(set, packId);
    const steps = lenientSteps(args.steps.slice(0, MOST_CHECKED), "steps");
    const last = lenientSteps(args.finally.slice(0, MOST_CHECKED), "finally");
    const list: StepList = { steps: steps.steps, finally: last.steps, captureBefore };
    const options = {
      tools: catalog.steps,
      packs: stepPacksOf(set.packs, pack),
      // Which ones a workflow will declare is not known.
      inputs: pack === undefined ? undefined : {},
      isForThisRun: true,
    };
    const unsafe = unsafeSteps(list, { tools: catalog.steps, packs: set, pack });
    const problems = withFormProblems([...steps.problems, ...last.problems], [
      ...checkSteps(list, options),
      ...unsafe.map((one) => foregroundProblem(one, list)),
    ]);
    const errors = problems.filter(({ severity }) => severity === "error");
    const warnings = problems.filter(({ severity }) => severity === "warning");
    const more = [errors, warnings].reduce((sum, { length }) => sum + Math.max(0, length - MOST_FINDINGS), 0);
    return {
      valid: errors.length === 0,
      errors: errors.slice(0, MOST_FINDINGS).map((problem) => findingOf(problem, catalog)),
      warnings: warnings.slice(0, MOST_FINDINGS).map((problem) => findingOf(problem, catalog)),
      estimatedMaxDurationMs: longestDurationMs(list, options),
      toolCount: toolsOf(list, catalog).size,
      maxSteps: STEP_LIMITS.steps,
      foregroundRequiredSteps: unsafe.map((one) => ({ ...one })),
      note: more === 0 ? NOTE : `${NOTE} ${more} more findings are not shown.`,
    };
  },
});

function toolsOf({ steps, finally: last }: StepList, { steps: tools }: ToolCatalog): ReadonlySet<string> {
  const names = [...steps, ...last].map(({ tool }) => tool);
  return new Set(names.filter((name) => tools.tool(name) !== undefined));
}

function findingOf(
  { stepId, path, code, message }: StepProblem,
  catalog: ToolCatalog,
): z.input<ReturnType<typeof findingSchema>> {
  const names = new Set(catalog.names());
  const said = stepSuggestion(code);
  const suggestion = said === undefined ? undefined : namingListedTools(said, (name) => names.has(name));
  return {
    ...(stepId === undefined ? {} : { stepId: boundedText(stepId, MOST_ID_UNITS) }),
    path: formatPath(path),
    code,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function foregroundProblem(
  { section, stepId, index, requestedMode }: UnsafeStep,
  list: StepList,
): StepProblem {
  const own = stepId === undefined ? {} : { stepId };
  const steps = section === "captureBefore" ? [] : list[section];
  const at = index ?? steps.findIndex(({ id }) => id === stepId);
  return {
    code: "FOREGROUND_REQUIRED",
    severity: "warning",
    ...own,
    path: [section, at],
    message: requestedMode === undefined
      ? "It needs the foreground: a run in the background refuses it"
      : "It asks for the foreground: a run in the background refuses it",
  };
}
