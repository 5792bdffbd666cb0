/** The report of a run, as every tool that runs steps gives it. */
import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import type { RunOutcome } from "../pipeline/run_outcome.ts";
import type { SavedRun } from "../pipeline/run_store.ts";
import type { StepError, StepRecord } from "../pipeline/pipeline.ts";
import { runSummary } from "./run_summary.ts";
import { withinSize } from "./run_size.ts";

const anything = once(() => z.record(z.string(), z.unknown()));

const errorSchema = once(() =>
  z.strictObject({ code: z.string(), message: z.string(), details: anything().optional() })
);

/** Of the whole run: as any error of a call is published. */
const runErrorSchema = once(() => errorSchema().extend({ suggestion: z.string(), retryable: z.boolean() }));

const stepRecordSchema = once(() =>
  z.strictObject({
    index: z.int(),
    id: z.string().optional(),
    tool: z.string(),
    success: z.boolean(),
    result: anything().optional(),
    error: errorSchema().optional(),
    expectResult: anything().nullable().optional().describe("What was expected, and what was seen of it."),
    stateSettled: z.boolean().optional().describe("What was expected was seen."),
    skipped: z.literal(true).optional(),
    alreadyRan: z.literal(true).optional(),
    attempts: z.int().optional(),
    elapsedMs: z.int().optional(),
  })
);

const restoreResultSchema = once(() =>
  z.strictObject({
    key: z.string(),
    stepId: z.string().optional(),
    kind: z.enum(["value", "toggle", "range", "expanded", "selection", "page"]).optional(),
    attempted: z.boolean(),
    success: z.boolean(),
    verified: z.boolean().describe("Seen to be as it was, by reading again."),
    code: z.string().optional(),
    method: z.string().optional(),
    expected: z.unknown().optional(),
    actual: z.unknown().optional(),
    message: z.string().optional(),
    valueCaptured: z.boolean(),
    skipped: z.literal(true).optional(),
    interaction: anything().optional(),
  })
);

/** See the head of this file. The summary stands first: some models read no further. */
export const runShape = once(() => ({
  summary: z.string().describe("What happened, in a few lines."),
  success: z.boolean().describe("All steps did what they should."),
  schemaVersion: z.literal(1),
  runId: z.string(),
  status: z.enum(["completed", "failed"]),
  total: z.int().describe("Steps in all."),
  completed: z.int(),
  stoppedAtIndex: z.int().nullable(),
  stoppedAt: z.string().nullable().describe("Id of the step, where it has one."),
  error: runErrorSchema().optional(),
  completedSteps: z.array(z.string()),
  exports: anything(),
  steps: z.array(stepRecordSchema()),
  restoreResults: z.array(restoreResultSchema()),
  finallyResults: z.array(stepRecordSchema()),
  interaction: anything(),
  warnings: z.array(z.string()),
  continuable: z.boolean(),
  continuationReason: z.string().nullable(),
  runTtlRemainingMs: z.int().optional().describe("How long continue_run can go on with it."),
}));

/** A report with the defaults of its shape. */
export type RunOutput = z.input<z.ZodObject<ReturnType<typeof runShape>>>;

/** What is known beside the outcome. */
export interface ReportOptions {
  readonly saved: SavedRun;
  readonly elapsedMs: number;
  readonly warnings: readonly string[];
}

/** {@link runShape} of a run. */
export function runOutput(outcome: RunOutcome, { saved, elapsedMs, warnings }: ReportOptions): RunOutput {
  const { pipeline, stop } = outcome;
  const sized = withinSize(outcome);
  return {
    summary: runSummary(outcome, elapsedMs, saved.continuable),
    success: stop === undefined,
    schemaVersion: 1,
    runId: outcome.runId,
    status: stop === undefined ? "completed" : "failed",
    total: pipeline.steps.length,
    completed: stop === undefined ? pipeline.steps.length : stop.index,
    stoppedAtIndex: stop?.index ?? null,
    stoppedAt: stop === undefined ? null : pipeline.steps[stop.index]?.id ?? null,
    ...(stop === undefined ? {} : { error: runError(stop.error) }),
    completedSteps: [...outcome.completedSteps],
    exports: { ...sized.exports },
    steps: sized.steps.map(stepOutput),
    restoreResults: outcome.restoreResults.map(({ interaction, ...rest }) => ({
      ...rest,
      ...(interaction === undefined ? {} : { interaction: { ...interaction } }),
    })),
    finallyResults: sized.finallyResults.map(stepOutput),
    interaction: { ...outcome.interaction },
    warnings: [...outcome.warnings, ...warnings, ...sized.warnings],
    continuable: saved.continuable,
    continuationReason: saved.continuationReason,
    runTtlRemainingMs: saved.runTtlRemainingMs,
  };
}

function runError(error: StepError): z.input<ReturnType<typeof runErrorSchema>> {
  const { code, message, details } = error;
  const { suggestion = "", retryable } = new ToolError(code, message, { details }).toBody();
  return { ...errorOutput(error), suggestion, retryable };
}

function errorOutput({ code, message, details }: NonNullable<StepRecord["error"]>): z.input<
  ReturnType<typeof errorSchema>
> {
  return {
    code,
    message,
    ...(details === undefined ? {} : { details: { ...details } }),
  };
}

function stepOutput({ result, error, expectResult, ...rest }: StepRecord): z.input<
  ReturnType<typeof stepRecordSchema>
> {
  return {
    ...rest,
    ...(result === undefined ? {} : { result: { ...result } }),
    ...(error === undefined ? {} : { error: errorOutput(error) }),
    ...(expectResult === undefined
      ? {}
      : { expectResult: expectResult === null ? null : { ...expectResult } }),
  };
}
