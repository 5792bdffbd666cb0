/** What the checks of steps find. */

/** What is sure to go wrong. */
export type StepErrorCode =
  | "CAPTURE_IN_FINALLY"
  | "DUPLICATE_STEP_ID"
  | "EXPORT_PATH_NOT_FOUND"
  | "EXPORT_PATH_TOO_DEEP"
  | "EXPORT_SENSITIVE_VALUE_BLOCKED"
  | "FORWARD_REFERENCE"
  | "INVALID_PARAMS"
  | "INVALID_STEP_ID"
  | "NO_PACK_CONTEXT"
  | "REFERENCE_SENSITIVE_VALUE_BLOCKED"
  | "REFERENCE_TOO_DEEP"
  | "RESERVED_STEP_ID"
  | "UNKNOWN_INPUT"
  | "UNKNOWN_OUTPUT_PATH"
  | "UNKNOWN_STEP_REFERENCE"
  | "UNKNOWN_TOOL"
  | "UNSAFE_RETRY";

/** What is probably not meant. */
export type StepWarningCode = "MISSING_EXPECT";

/** One thing that was found. */
export interface StepProblem {
  readonly code: StepErrorCode | StepWarningCode;
  readonly severity: "error" | "warning";
  /** Its step's id, where it has one. */
  readonly stepId?: string;
  /** From the pipeline on: `["steps", 0, "args", "pid"]`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** That something refers to what is not there, or must not be handed on. */
const ABOUT_REFERENCES: ReadonlySet<StepProblem["code"]> = new Set<StepErrorCode>([
  "FORWARD_REFERENCE",
  "NO_PACK_CONTEXT",
  "REFERENCE_SENSITIVE_VALUE_BLOCKED",
  "REFERENCE_TOO_DEEP",
  "UNKNOWN_INPUT",
  "UNKNOWN_OUTPUT_PATH",
  "UNKNOWN_STEP_REFERENCE",
]);

/** Whether a reference is wrong. */
export function isAboutReference({ code }: Pick<StepProblem, "code">): boolean {
  return ABOUT_REFERENCES.has(code);
}
