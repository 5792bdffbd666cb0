/** What is told of a step that was done, and whether the run goes on after it. */
import { type ErrorCode, ToolError } from "../core/errors.ts";
import type { Step } from "../steps/step.ts";
import type { AttemptedStep } from "./attempt_step.ts";
import type { Fields, Run, StepError, StepRecord } from "./pipeline.ts";
import { exportsOf } from "./step_exports.ts";

/** A larger result ends the run: bytes of its JSON. */
export const MOST_RESULT_BYTES = 1_048_576;

/** They are about the run, not about the step: who has no more time cannot go on. */
const ENDS_OF_RUN: ReadonlySet<string> = new Set<ErrorCode>(["CANCELLED", "PIPELINE_TIMEOUT"]);

/** What follows from a step. */
export interface JudgedStep {
  /** One, and another where its exports failed. */
  readonly records: readonly StepRecord[];
  /** For references of later steps; undefined where it failed. */
  readonly result?: Fields | undefined;
  readonly exports: Fields;
  /** The tool succeeded, and what was expected was seen. */
  readonly isDone: boolean;
  /** Why the run does not go on. */
  readonly stop?: StepError;
  readonly warnings: readonly string[];
}

/** Judges a step by what became of it. */
export function judgeStep(
  run: Run,
  step: Step,
  index: number,
  attempted: AttemptedStep,
  startedAt: number,
): JudgedStep {
  const own = { index, ...(step.id === undefined ? {} : { id: step.id }), tool: step.tool };
  const name = step.id ?? `${index} (${step.tool})`;
  const elapsedMs = Math.round(run.time.clock.now() - startedAt);
  const told = {
    ...(attempted.expectResult === undefined ? {} : { expectResult: attempted.expectResult }),
    ...(attempted.stateSettled === undefined ? {} : { stateSettled: attempted.stateSettled }),
    ...(attempted.attempts > 1 ? { attempts: attempted.attempts } : {}),
    elapsedMs,
  };
  const { error } = attempted;
  const ignored = ignoredCode(step, error);
  if (error !== undefined && ignored === undefined) {
    const result = attempted.result === undefined ? {} : { result: attempted.result };
    return {
      records: [{ ...own, success: false, ...result, error, ...told }],
      exports: {},
      isDone: false,
      stop: error,
      warnings: [],
    };
  }
  const result = ignored === undefined ? attempted.result ?? {} : { skipped: true, ignoredCode: ignored };
  const record: StepRecord = {
    ...own,
    success: true,
    result,
    ...(ignored === undefined ? {} : { skipped: true }),
    ...told,
  };
  const warnings = [
    ...(ignored === undefined ? [] : [`Step ${name} failed with ${ignored}, which it tolerates`]),
    ...(step.expect === false ? [`Step ${name} has expect: false: nobody looked whether it worked`] : []),
  ];
  const { values, errors } = exportsOf(step.exports ?? {}, result);
  const [fault] = [...errors.map(bodyOf), ...tooLarge(result)];
  return {
    records: errors.length === 0
      ? [record]
      : [record, { ...own, success: false, error: bodyOf(errors[0] ?? new ToolError("INTERNAL_ERROR", "")) }],
    result,
    exports: values,
    isDone: true,
    ...(fault === undefined ? {} : { stop: fault }),
    warnings,
  };
}

/** The code of a failure that the step tolerates. */
function ignoredCode({ ignoreCodes }: Step, error: StepError | undefined): ErrorCode | undefined {
  if (error === undefined || ENDS_OF_RUN.has(error.code)) return undefined;
  return ignoreCodes?.includes(error.code) === true ? error.code : undefined;
}

function tooLarge(result: Fields): readonly StepError[] {
  const units = JSON.stringify(result).length;
  // A unit is at most three bytes: most results need not be encoded to know that they are small.
  if (units * 3 <= MOST_RESULT_BYTES) return [];
  const bytes = new TextEncoder().encode(JSON.stringify(result)).length;
  if (bytes <= MOST_RESULT_BYTES) return [];
  const error = new ToolError(
    "STEP_RESULT_TOO_LARGE",
    `The result of the step has ${bytes} bytes; ${MOST_RESULT_BYTES} are allowed`,
    { details: { bytes, mostBytes: MOST_RESULT_BYTES } },
  );
  return [bodyOf(error)];
}

function bodyOf(error: ToolError): StepError {
  const { code, message, details } = error;
  return { code, message, ...(details === undefined ? {} : { details }) };
}
