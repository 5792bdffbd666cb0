/** Whether what steps refer to is there by then. */
import { quotedText } from "../core/text.ts";
import type { StepProblem } from "./problem.ts";
import {
  isIndex,
  MOST_REFERENCE_SEGMENTS,
  type Reference,
  referencesOf,
  type Template,
  templatesIn,
} from "./reference.ts";
import { type JsonSchema, mayBeMissingAt, schemasAt } from "./schema_path.ts";
import { isSensitiveName } from "./sensitive_names.ts";
import type { StepTool } from "./step_tools.ts";

/** What can be referred to at some place. */
export interface ReferenceScope {
  readonly steps: readonly {
    readonly id: string | undefined;
    readonly tool: StepTool | undefined;
    /** It tolerates failures, and has no result then. */
    readonly mayBeSkipped: boolean;
  }[];
  /** How many of the steps are done by then. */
  readonly before: number;
  readonly hasPack: boolean;
  readonly inputs: JsonSchema | undefined;
}

/** What was found, and what the texts with references will be. */
export interface References {
  readonly problems: readonly StepProblem[];
  /** By the path in the data, as JSON: the schemas of what takes the text's place; none are known where it is empty. */
  readonly typesByPath: ReadonlyMap<string, readonly JsonSchema[]>;
}

const TEXT: readonly JsonSchema[] = [{ type: "string" }];
/** Looks at every reference in some data. */
export function referenceProblems(
  value: unknown,
  place: readonly (string | number)[],
  scope: ReferenceScope,
  own: Pick<StepProblem, "stepId">,
): References {
  const problems: StepProblem[] = [];
  const typesByPath = new Map<string, readonly JsonSchema[]>();
  const isStep = (id: string): boolean => scope.steps.some((step) => step.id === id);
  for (const { path, template } of templatesIn(value, isStep)) {
    const faults: Fault[] = [];
    for (const reference of referencesOf(template)) {
      const fault = faultOf(reference, scope);
      if (fault !== undefined) faults.push(fault);
      const doubt = fault === undefined ? doubtOf(reference, scope) : undefined;
      const found = fault === undefined ? doubt : { ...fault, severity: "error" as const };
      if (found !== undefined) problems.push({ ...found, ...own, path: [...place, ...path] });
    }
    typesByPath.set(JSON.stringify(path), faults.length > 0 ? [] : schemasOf(template, scope));
  }
  return { problems, typesByPath };
}

type Fault = Pick<StepProblem, "code" | "message">;
type Doubt = Pick<StepProblem, "code" | "message" | "severity">;

/** That there may be nothing where a reference points to. */
function doubtOf({ text, head, path }: Reference, scope: ReferenceScope): Doubt | undefined {
  const step = scope.steps[indexOf(head, scope) ?? -1];
  if (step?.tool === undefined || path.length === 0) return undefined;
  const why = step.mayBeSkipped
    ? "that step has no result where it fails as it may"
    : mayBeMissingAt(step.tool.outputSchema, path, { numbersMeanItems: true })
    ? "not every result of that step has it"
    : undefined;
  if (why === undefined) return undefined;
  return {
    code: "OPTIONAL_OUTPUT_PATH",
    severity: "warning",
    message: `${quotedText(text)} may stand for nothing: ${why}`,
  };
}

function faultOf(reference: Reference, scope: ReferenceScope): Fault | undefined {
  const { text, head, path } = reference;
  if (path.length > MOST_REFERENCE_SEGMENTS) {
    const message = `${quotedText(text)} goes deeper than ${MOST_REFERENCE_SEGMENTS} fields`;
    return { code: "REFERENCE_TOO_DEEP", message };
  }
  if (head === "pack") return packFault(reference, scope);
  if (head === "inputs") return inputFault(reference, scope);
  const index = indexOf(head, scope);
  const step = index === undefined ? undefined : scope.steps[index];
  if (index === undefined || step === undefined) {
    const message = `There is no step ${quotedText(head)}: ${
      quotedText(text)
    } is the id of an earlier step, or its number`;
    return { code: "UNKNOWN_STEP_REFERENCE", message };
  }
  if (index >= scope.before) {
    return { code: "FORWARD_REFERENCE", message: `The step of ${quotedText(text)} is not done by then` };
  }
  if (path.some(isSensitiveName)) {
    const message = `${quotedText(text)} would hand on a secret: let it come from inputs`;
    return { code: "REFERENCE_SENSITIVE_VALUE_BLOCKED", message };
  }
  if (step.tool === undefined || resultAt(step.tool, path).length > 0) return undefined;
  return {
    code: "UNKNOWN_OUTPUT_PATH",
    message: `No result of that step has what ${quotedText(text)} names`,
  };
}

function resultAt({ outputSchema }: StepTool, path: readonly string[]): readonly JsonSchema[] {
  return schemasAt(outputSchema, path, { numbersMeanItems: true });
}

function packFault({ text, path }: Reference, { hasPack }: ReferenceScope): Fault | undefined {
  if (!hasPack) return { code: "NO_PACK_CONTEXT", message: `There is no pack here for ${quotedText(text)}` };
  if (path.length === 1 && path[0] === "id") return undefined;
  return { code: "UNKNOWN_OUTPUT_PATH", message: `Of a pack there is ${quotedText("${pack.id}")} alone` };
}

function inputFault({ text, path }: Reference, { inputs }: ReferenceScope): Fault | undefined {
  if (inputs !== undefined && path.length > 0 && schemasAt(inputs, path).length > 0) return undefined;
  return { code: "UNKNOWN_INPUT", message: `No input is declared that ${quotedText(text)} would be` };
}

/** Undefined where no step is called so. */
function indexOf(head: string, { steps }: ReferenceScope): number | undefined {
  if (isIndex(head)) return Number(head) < steps.length ? Number(head) : undefined;
  const index = steps.findIndex(({ id }) => id === head);
  return index < 0 ? undefined : index;
}

function schemasOf({ whole }: Template, scope: ReferenceScope): readonly JsonSchema[] {
  if (whole === undefined) return TEXT;
  const { head, path } = whole;
  if (head === "pack") return TEXT;
  if (head === "inputs") return scope.inputs === undefined ? [] : schemasAt(scope.inputs, path);
  const tool = scope.steps[indexOf(head, scope) ?? -1]?.tool;
  return tool === undefined ? [] : resultAt(tool, path);
}
