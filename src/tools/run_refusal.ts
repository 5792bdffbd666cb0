import type { ToolError } from "../core/errors.ts";
import type { ToldRun } from "../pipeline/run_store.ts";
import type { RunOutput } from "./run_output.ts";

/**
 * The report of a run that is not gone on with: an answer, as that of a run which failed.
 *
 * @param told what is known of the run, where anything is
 */
export function refusedRun(runId: string, error: ToolError, told: ToldRun | undefined): RunOutput {
  const { code, message, details, suggestion = "", retryable } = error.toBody();
  const isDone = told !== undefined && told.stoppedAt === undefined;
  return {
    summary: `Not continued, nothing was run: ${code}: ${message}.\n${suggestion}`,
    success: false,
    schemaVersion: 1,
    runId,
    status: "failed",
    total: told?.total ?? 0,
    completed: isDone ? told.total : told?.stoppedAt ?? 0,
    stoppedAtIndex: told?.stoppedAt ?? null,
    stoppedAt: told?.stoppedAtId ?? null,
    error: {
      code,
      message,
      ...(details === undefined ? {} : { details: { ...details } }),
      suggestion,
      retryable,
    },
    completedSteps: [...told?.completedSteps ?? []],
    exports: {},
    steps: [],
    restoreResults: [],
    finallyResults: [],
    interaction: {},
    warnings: [],
    continuable: code === "RUN_STATE_STALE" && told?.stoppedAt !== undefined,
    continuationReason: null,
  };
}
