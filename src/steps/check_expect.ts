/** Whether what is expected of a step can be looked for. */
import { saysTarget } from "./check_call.ts";
import { controlProblems, packOfArguments } from "./check_names.ts";
import { referenceProblems, type ReferenceScope } from "./check_references.ts";
import type { StepProblem } from "./problem.ts";
import { schemasAt, typeOf } from "./schema_path.ts";
import type { Step } from "./step.ts";
import type { StepPacks } from "./step_packs.ts";
import type { StepTool } from "./step_tools.ts";

/** Of any of these in a result its window is known. */
const TELLING_FIELDS = ["session", "targetRef", "hwnd", "window", "windowPid", "pid"] as const;

/** What stands where a text is compared with is written as one: that of anything else would never be seen. */
const WRITTEN_AS_TEXT: ReadonlySet<string | undefined> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  undefined,
]);

/** @param tool undefined where there is none */
export function expectProblems(
  { expect, args }: Step,
  tool: StepTool | undefined,
  place: readonly (string | number)[],
  scope: ReferenceScope,
  packs: StepPacks,
  own: Pick<StepProblem, "stepId">,
): readonly StepProblem[] {
  if (typeof expect !== "object") return [];
  const { problems, typesByPath } = referenceProblems(expect, place, scope, own);
  const error = (
    code: "INVALID_PARAMS" | "TARGET_REQUIRED",
    path: typeof place,
    message: string,
  ): StepProblem => ({
    code,
    severity: "error",
    ...own,
    path: [...place, ...path],
    message,
  });
  const noTexts = [...typesByPath].filter(([, schemas]) => !WRITTEN_AS_TEXT.has(typeOf(schemas)))
    .map(([path]) => error("INVALID_PARAMS", JSON.parse(path), "A text is needed, and this would be none"));
  const pack = packOfArguments(args, packs);
  const { profileControl, selector } = expect;
  const isAboutNoPack = packs.areAll && pack === undefined && args.profile === undefined &&
    args.targetRef === undefined;
  const control = profileControl === undefined ? [] : isAboutNoPack && selector === undefined
    ? [
      error(
        "INVALID_PARAMS",
        ["profileControl"],
        "A control is one of an App Pack, and this step is about none",
      ),
    ]
    : controlProblems(pack, profileControl, [...place, "profileControl"], own);
  const isAboutNoWindow = packs.areAll && packs.own === undefined && args.profile === undefined &&
    tool !== undefined && !saysTarget(args) &&
    !TELLING_FIELDS.some((field) => schemasAt(tool.outputSchema, [field]).length > 0);
  const window = isAboutNoWindow
    ? [error("TARGET_REQUIRED", [], "It is about no window: neither the step nor its result names one")]
    : [];
  return [...problems, ...noTexts, ...control, ...window];
}
