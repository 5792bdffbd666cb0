/** Whether a step that failed is tried again. */
import type { ErrorCode } from "../core/errors.ts";
import type { Retry } from "../steps/step.ts";
import type { StepError } from "./pipeline.ts";

/** What is known of a failure. */
export interface FailedAttempt {
  /** Of the tool, or of the step's own condition; undefined for what has no code. */
  readonly code: string | undefined;
  /** Whether the program may have been told of it: what is sent twice may happen twice. */
  readonly mayHaveHadEffect: boolean;
}

/** What an error of a call says of it; one that leaves it open may have been of something that was done. */
export function failedAttempt({ code, details }: Pick<StepError, "code" | "details">): FailedAttempt {
  const told = details?.mayHaveHadEffect;
  return { code, mayHaveHadEffect: typeof told === "boolean" ? told : UNCERTAIN.has(code) };
}

/** What the step did came through, but what was expected of it did not come in time. */
export const POSTCONDITION_CODE = "STEP_POSTCONDITION_TIMEOUT";

/** As wrong the second time: what has to change is the step. A step may name them all the same. */
const NEVER: ReadonlySet<string> = new Set<ErrorCode>([
  "ELEMENT_AMBIGUOUS",
  "INVALID_PARAMS",
  "INVALID_SELECTOR",
  "PASSWORD_FIELD",
  "PATTERN_NOT_SUPPORTED",
  "TOOL_OUTPUT_SCHEMA_MISMATCH",
  "WINDOW_AMBIGUOUS",
]);

/** They do not say by themselves whether anything was done on the way. */
const UNCERTAIN: ReadonlySet<string> = new Set<ErrorCode>([
  "ACTION_FAILED",
  "CANCELLED",
  "INPUT_DELIVERY_FAILED",
  "INTERNAL_ERROR",
  "LAUNCH_FAILED",
  "TIMEOUT",
  "TOOL_OUTPUT_SCHEMA_MISMATCH",
]);

/** Nothing was sent, and a moment later it may work: tried again even where doing it twice would not be the same. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  "PROVIDER_BUSY",
  "UIA_ROOT_UNAVAILABLE",
  "WINDOW_NOT_FOUND_FOR_PROCESS",
  "WINDOW_NOT_RESPONDING",
]);

/**
 * Whether a step is tried again after a failure. One that may have reached the program is tried again only where doing it
 * twice is doing it once, whatever codes the step names.
 *
 * @param isIdempotent by its tool, or by what its pack says of the action
 */
export function isRetried(
  { code, mayHaveHadEffect }: FailedAttempt,
  retry: Pick<Retry, "onlyCodes"> | undefined,
  isIdempotent: boolean,
): boolean {
  if (retry === undefined || code === undefined) return false;
  const wasDone = mayHaveHadEffect || code === POSTCONDITION_CODE;
  if (wasDone && !isIdempotent) return false;
  if (retry.onlyCodes !== undefined) return retry.onlyCodes.includes(code);
  if (NEVER.has(code)) return false;
  return isIdempotent || PASSING.has(code);
}
