/** What the checks of steps find. */

/** What is sure to go wrong. */
export type StepErrorCode =
  | "CAPTURE_ACTS"
  | "CAPTURE_IN_FINALLY"
  | "DUPLICATE_STEP_ID"
  | "EXPORT_PATH_NOT_FOUND"
  | "EXPORT_PATH_TOO_DEEP"
  | "EXPORT_PATH_TOO_LONG"
  | "EXPORT_SENSITIVE_VALUE_BLOCKED"
  | "FORWARD_REFERENCE"
  | "INVALID_PARAMS"
  | "INVALID_STEP_ID"
  | "NO_PACK_CONTEXT"
  | "PACK_NOT_FOUND"
  | "PERMISSION_DENIED"
  | "PROFILE_NOT_FOUND"
  | "REFERENCE_SENSITIVE_VALUE_BLOCKED"
  | "REFERENCE_TOO_DEEP"
  | "RESERVED_STEP_ID"
  | "TARGET_REQUIRED"
  | "TOO_MANY_EXPORTS"
  | "TOO_MANY_FINALLY_STEPS"
  | "TOO_MANY_STEPS"
  | "UNKNOWN_ACTION"
  | "UNKNOWN_CONTROL"
  | "UNKNOWN_INPUT"
  | "UNKNOWN_OUTPUT_PATH"
  | "UNKNOWN_STEP_REFERENCE"
  | "UNKNOWN_TOOL"
  | "UNSAFE_RETRY";

/** What is probably not meant, or may go wrong. */
export type StepWarningCode =
  /** The step cannot be done in the background. */
  | "FOREGROUND_REQUIRED"
  | "MISSING_EXPECT"
  /** A result may lack what is taken from it. */
  | "OPTIONAL_OUTPUT_PATH"
  /** No failure has this code. */
  | "UNKNOWN_CODE";

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
