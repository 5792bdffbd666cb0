/** Whether what a step hands on to later ones is in its result, and may be handed on. */
import { quotedText } from "../core/text.ts";
import type { StepProblem } from "./problem.ts";
import { MOST_REFERENCE_SEGMENTS } from "./reference.ts";
import { mayBeMissingAt, schemasAt } from "./schema_path.ts";
import { isSensitiveName } from "./sensitive_names.ts";
import { STEP_LIMITS } from "./step.ts";
import type { StepTool } from "./step_tools.ts";

/** The fields that lead to a part of a result; a `$` in front means the result itself. */
export function exportSegments(path: string): readonly string[] {
  return path.split(".").filter((segment, index) => segment !== "" && !(index === 0 && segment === "$"));
}

/**
 * Looks at every export of a step.
 *
 * @param mayBeSkipped the step tolerates failures, and has no result then
 */
export function exportProblems(
  exports: Readonly<Record<string, string>>,
  tool: StepTool,
  place: readonly (string | number)[],
  own: Pick<StepProblem, "stepId">,
  mayBeSkipped: boolean,
): readonly StepProblem[] {
  const entries = Object.entries(exports);
  const found = entries.flatMap(([name, path]) => {
    const fault = faultOf(name, path, tool) ?? doubtOf(path, tool, mayBeSkipped);
    return fault === undefined ? [] : [{ ...fault, ...own, path: [...place, name] }];
  });
  if (entries.length <= STEP_LIMITS.exports) return found;
  const message = `There are ${entries.length}, and ${STEP_LIMITS.exports} are allowed`;
  return [{ code: "TOO_MANY_EXPORTS", severity: "error", ...own, path: place, message }, ...found];
}

type Fault = Pick<StepProblem, "code" | "message" | "severity">;

function faultOf(name: string, path: string, { outputSchema }: StepTool): Fault | undefined {
  const error = (code: StepProblem["code"], message: string): Fault => ({ code, severity: "error", message });
  const segments = exportSegments(path);
  const sensitive = [...name.split("."), ...segments].find(isSensitiveName);
  if (sensitive !== undefined) {
    const message = `${quotedText(sensitive)} is the name of a secret, which is not handed on`;
    return error("EXPORT_SENSITIVE_VALUE_BLOCKED", message);
  }
  if (path.length > STEP_LIMITS.exportPathUnits) {
    const message = `A path has ${STEP_LIMITS.exportPathUnits} units at most, and this one ${path.length}`;
    return error("EXPORT_PATH_TOO_LONG", message);
  }
  if (segments.length > MOST_REFERENCE_SEGMENTS) {
    const message = `${quotedText(path)} goes deeper than ${MOST_REFERENCE_SEGMENTS} fields`;
    return error("EXPORT_PATH_TOO_DEEP", message);
  }
  if (schemasAt(outputSchema, segments).length > 0) return undefined;
  return error("EXPORT_PATH_NOT_FOUND", `No result of the step has ${quotedText(path)}`);
}

/** That there may be nothing to hand on, which would end the run. */
function doubtOf(path: string, { outputSchema }: StepTool, mayBeSkipped: boolean): Fault | undefined {
  const segments = exportSegments(path);
  if (segments.length === 0) return undefined;
  const why = mayBeSkipped
    ? "there is no result where the step fails as it may"
    : mayBeMissingAt(outputSchema, segments)
    ? "not every result of the step has it"
    : undefined;
  if (why === undefined) return undefined;
  const message = `${quotedText(path)} may be nothing, which would end the run: ${why}`;
  return { code: "OPTIONAL_OUTPUT_PATH", severity: "warning", message };
}
