/** Whether steps can work, as far as can be known before anything runs. */
import { quotedText } from "../core/text.ts";
import type { StepCheckOptions } from "./check_options.ts";
import { checkCall } from "./check_call.ts";
import { expectProblems } from "./check_expect.ts";
import { exportProblems } from "./check_exports.ts";
import { codeProblems, packOfArguments } from "./check_names.ts";
import type { ReferenceScope } from "./check_references.ts";
import type { StepProblem } from "./problem.ts";
import {
  type Capture,
  RESERVED_STEP_IDS,
  RUNNERS,
  type Step,
  STEP_ID_PATTERN,
  STEP_LIMITS,
  type StepList,
} from "./step.ts";

type Path = readonly (string | number)[];

/** All that is wrong, in the order of the steps. */
export function checkSteps(list: StepList, options: StepCheckOptions): readonly StepProblem[] {
  const ids = new Set<string>();
  const { tools, packs, inputs } = options;
  const known = list.steps.map(({ id, tool, ignoreCodes = [] }) => ({
    id,
    tool: RUNNERS.has(tool) ? undefined : tools.tool(tool),
    mayBeSkipped: ignoreCodes.length > 0,
  }));
  const scopeAt = (before: number): ReferenceScope => ({
    steps: known,
    before,
    hasPack: packs.own !== undefined,
    inputs,
  });
  const problems = [
    ...tooMany(list.steps, "steps", "TOO_MANY_STEPS"),
    ...tooMany(list.finally, "finally", "TOO_MANY_FINALLY_STEPS"),
    // Read before the first step: no result is there.
    ...captureProblems(list.captureBefore, ["captureBefore"], scopeAt(0), options, {}),
  ];
  for (const [index, step] of list.steps.entries()) {
    problems.push(...idProblems(step, ["steps", index], ids));
    problems.push(...stepProblems(step, ["steps", index], scopeAt(index), options));
  }
  for (const [index, step] of list.finally.entries()) {
    problems.push(...idProblems(step, ["finally", index], ids));
    problems.push(...lateCaptures(step, ["finally", index]));
    problems.push(...stepProblems(step, ["finally", index], scopeAt(list.steps.length), options));
  }
  return problems;
}

function tooMany(
  { length }: readonly Step[],
  section: "steps" | "finally",
  code: "TOO_MANY_STEPS" | "TOO_MANY_FINALLY_STEPS",
): readonly StepProblem[] {
  const most = STEP_LIMITS[section];
  if (length <= most) return [];
  const message = `There are more than the ${most} that are allowed`;
  return [{ code, severity: "error", path: [section, most], message }];
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
  const { tool: name, args, expect, retry, exports = {}, captureBefore, ignoreCodes = [] } = step;
  const own = step.id === undefined ? {} : { stepId: step.id };
  const { tool, problems: found } = checkCall(step, place, scope, options, own);
  const problems = [
    ...found,
    ...expectProblems(step, tool, [...place, "expect"], scope, options.packs, own),
    ...captureProblems(captureBefore, [...place, "captureBefore"], scope, options, own),
    ...codeProblems(step, place, own),
  ];
  if (tool === undefined) return problems;
  problems.push(...exportProblems(exports, tool, [...place, "exports"], own, ignoreCodes.length > 0));
  const promise = packOfArguments(args, options.packs)?.promiseOf(args);
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
  if (tool.needsExpect && expect === undefined && promise?.expectTimeoutMs === undefined) {
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
    const { problems, tool } = checkCall(read, at, scope, options, own, true);
    if (tool === undefined || tool.isRead) return problems;
    const message =
      `${read.tool} changes something: what is to be put back is read by a tool that only looks`;
    return [...problems, {
      code: "CAPTURE_ACTS",
      severity: "error",
      ...own,
      path: [...at, "tool"],
      message,
    }];
  });
}
