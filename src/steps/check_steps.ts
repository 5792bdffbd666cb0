/** Whether steps can work, as far as can be known before anything runs. */
import { quotedText } from "../core/text.ts";
import { argumentProblems } from "./check_arguments.ts";
import { exportProblems } from "./check_exports.ts";
import { referenceProblems, type References, type ReferenceScope } from "./check_references.ts";
import type { StepProblem } from "./problem.ts";
import type { JsonSchema } from "./schema_path.ts";
import {
  type Capture,
  RESERVED_STEP_IDS,
  RUNNERS,
  type Step,
  STEP_ID_PATTERN,
  type StepList,
} from "./step.ts";
import type { StepTools } from "./step_tools.ts";

/** What is known beside the steps. */
export interface StepCheckOptions {
  readonly tools: StepTools;
  /** Whether they run with a pack, which `${pack.id}` is about. */
  readonly hasPack: boolean;
  /** The JSON Schema of the inputs of a workflow; undefined where nothing can be put in. */
  readonly inputs?: JsonSchema;
  /** What a pack promises of the action that a step's arguments are about. */
  readonly promiseOf?: (args: Readonly<Record<string, unknown>>) => StepPromise | undefined;
}

/** See {@link StepCheckOptions.promiseOf}. */
export interface StepPromise {
  readonly isIdempotent: boolean;
  /** The pack says what has to hold afterwards. */
  readonly hasExpect: boolean;
}

type Path = readonly (string | number)[];

/** All that is wrong, in the order of the steps. */
export function checkSteps(list: StepList, options: StepCheckOptions): readonly StepProblem[] {
  const ids = new Set<string>();
  const { tools } = options;
  const known = list.steps.map(({ id, tool }) => ({ id, tool: tools.tool(tool) }));
  const scopeAt = (before: number): ReferenceScope => ({
    steps: known,
    before,
    hasPack: options.hasPack,
    inputs: options.inputs,
  });
  const problems: StepProblem[] = [];
  for (const [index, step] of list.steps.entries()) {
    problems.push(...idProblems(step, ["steps", index], ids));
    problems.push(...stepProblems(step, ["steps", index], scopeAt(index), options));
  }
  for (const [index, step] of list.finally.entries()) {
    problems.push(...idProblems(step, ["finally", index], ids));
    problems.push(...lateCaptures(step, ["finally", index]));
    problems.push(...stepProblems(step, ["finally", index], scopeAt(list.steps.length), options));
  }
  // Read before the first step: no result is there.
  return [...captureProblems(list.captureBefore, ["captureBefore"], scopeAt(0), options, {}), ...problems];
}

function idProblems({ id }: Step, place: Path, ids: Set<string>): readonly StepProblem[] {
  if (id === undefined) return [];
  const error = (code: StepProblem["code"], message: string): StepProblem => ({
    code,
    severity: "error",
    stepId: id,
    path: [...place, "id"],
    message,
  });
  if (!STEP_ID_PATTERN.test(id)) {
    const rule = "begins with a letter and has letters, digits, _ and - alone, 64 at most";
    return [error("INVALID_STEP_ID", `${quotedText(id)} is no id of a step, which ${rule}`)];
  }
  if (RESERVED_STEP_IDS.includes(id)) {
    return [error("RESERVED_STEP_ID", `No step can be called ${RESERVED_STEP_IDS.join(", ")}`)];
  }
  if (ids.has(id)) return [error("DUPLICATE_STEP_ID", `Another step is called ${quotedText(id)} already`)];
  ids.add(id);
  return [];
}

/** What is put back was read before the steps: at the end it is too late. */
function lateCaptures({ id, captureBefore }: Step, place: Path): readonly StepProblem[] {
  if (captureBefore === undefined) return [];
  return [{
    code: "CAPTURE_IN_FINALLY",
    severity: "error",
    ...(id === undefined ? {} : { stepId: id }),
    path: [...place, "captureBefore"],
    message: "Nothing is read to be put back once the steps are over: capture it before them",
  }];
}

function stepProblems(
  step: Step,
  place: Path,
  scope: ReferenceScope,
  options: StepCheckOptions,
): readonly StepProblem[] {
  const { tool: name, args, expect, retry, captureBefore } = step;
  const own = step.id === undefined ? {} : { stepId: step.id };
  const tool = options.tools.tool(name);
  const references: References = referenceProblems(args, [...place, "args"], scope, own);
  const problems = [
    ...references.problems,
    ...referenceProblems(expect, [...place, "expect"], scope, own).problems,
    ...captureProblems(captureBefore, [...place, "captureBefore"], scope, options, own),
  ];
  if (tool === undefined || RUNNERS.has(name)) {
    return [...problems, unknownTool(name, [...place, "tool"], options, own)];
  }
  problems.push(...argumentProblems(tool, args, [...place, "args"], references.typesByPath, own));
  problems.push(...exportProblems(step.exports ?? {}, tool, [...place, "exports"], own));
  const promise = options.promiseOf?.(args);
  if (retry !== undefined && !tool.isIdempotent && promise?.isIdempotent !== true) {
    problems.push({
      code: "UNSAFE_RETRY",
      severity: "error",
      ...own,
      path: [...place, "retry"],
      message:
        `${name} may have done it when it fails, and would do it twice: only what is idempotent is retried`,
    });
  }
  if (tool.needsExpect && expect === undefined && promise?.hasExpect !== true) {
    problems.push({
      code: "MISSING_EXPECT",
      severity: "warning",
      ...own,
      path: place,
      message:
        `Success of ${name} says that it was sent: say in expect what has to hold then, or expect: false`,
    });
  }
  return problems;
}

function captureProblems(
  captures: readonly Capture[] | undefined,
  place: Path,
  scope: ReferenceScope,
  options: StepCheckOptions,
  own: Pick<StepProblem, "stepId">,
): readonly StepProblem[] {
  return (captures ?? []).flatMap(({ read }, index) => {
    if (read === undefined) return [];
    const at = [...place, index, "read"];
    const { problems, typesByPath } = referenceProblems(read.args, [...at, "args"], scope, own);
    const tool = options.tools.tool(read.tool);
    const rest = tool === undefined || RUNNERS.has(read.tool)
      ? [unknownTool(read.tool, [...at, "tool"], options, own)]
      : argumentProblems(tool, read.args, [...at, "args"], typesByPath, own);
    return [...problems, ...rest];
  });
}

function unknownTool(
  name: string,
  path: Path,
  { tools }: StepCheckOptions,
  own: Pick<StepProblem, "stepId">,
): StepProblem {
  const isRunner = RUNNERS.has(name);
  const nearest = isRunner ? undefined : tools.nearest(name);
  const hint = nearest === undefined ? "" : `; did you mean ${quotedText(nearest)}?`;
  return {
    code: "UNKNOWN_TOOL",
    severity: "error",
    ...own,
    path,
    message: isRunner
      ? `${name} runs or checks steps itself and is none`
      : `There is no tool ${quotedText(name)}${hint}`,
  };
}
