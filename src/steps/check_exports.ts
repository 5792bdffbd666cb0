/** Whether what a step hands on to later ones is in its result, and may be handed on. */
import { quotedText } from "../core/text.ts";
import type { StepProblem } from "./problem.ts";
import { MOST_REFERENCE_SEGMENTS } from "./reference.ts";
import { schemasAt } from "./schema_path.ts";
import { isSensitiveName } from "./sensitive_names.ts";
import type { StepTool } from "./step_tools.ts";

/** The fields that lead to a part of a result; a `$` in front means the result itself. */
export function exportSegments(path: string): readonly string[] {
  return path.split(".").filter((segment, index) => segment !== "" && !(index === 0 && segment === "$"));
}

/** Looks at every export of a step. */
export function exportProblems(
  exports: Readonly<Record<string, string>>,
  tool: StepTool,
  place: readonly (string | number)[],
  own: Pick<StepProblem, "stepId">,
): readonly StepProblem[] {
  return Object.entries(exports).flatMap(([name, path]) => {
    const fault = faultOf(name, path, tool);
    return fault === undefined
      ? []
      : [{ ...fault, severity: "error" as const, ...own, path: [...place, name] }];
  });
}

function faultOf(
  name: string,
  path: string,
  { outputSchema }: StepTool,
): Pick<StepProblem, "code" | "message"> | undefined {
  const segments = exportSegments(path);
  const sensitive = [...name.split("."), ...segments].find(isSensitiveName);
  if (sensitive !== undefined) {
    const message = `${quotedText(sensitive)} is the name of a secret, which is not handed on`;
    return { code: "EXPORT_SENSITIVE_VALUE_BLOCKED", message };
  }
  if (segments.length > MOST_REFERENCE_SEGMENTS) {
    const message = `${quotedText(path)} goes deeper than ${MOST_REFERENCE_SEGMENTS} fields`;
    return { code: "EXPORT_PATH_TOO_DEEP", message };
  }
  if (schemasAt(outputSchema, segments).length > 0) return undefined;
  return { code: "EXPORT_PATH_NOT_FOUND", message: `No result of the step has ${quotedText(path)}` };
}
