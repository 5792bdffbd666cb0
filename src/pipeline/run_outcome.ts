/** What is known of a run when it is over, and of one that is gone on with before it begins. */
import type { Fields, Pipeline, StepError, StepRecord } from "./pipeline.ts";
import type { CapturedState, RestoreResult } from "./captured_state.ts";

/** What an earlier part of the run left behind; a new run has nothing of it. */
export interface RunSoFar {
  readonly runId: string;
  /** Index of the first step that is run now. */
  readonly startAt: number;
  /** By their index: what is known of the results of the steps before. */
  readonly results: readonly (Fields | undefined)[];
  readonly completedSteps: readonly string[];
  readonly exports: Fields;
  readonly captured: readonly CapturedState[];
  /** Keys of the clean-up steps that have been done, as `finallyKey` writes them. */
  readonly finallyDone: ReadonlySet<string>;
  /** What it told of the foreground. */
  readonly interaction: Fields;
}

/** A run that is over. */
export interface RunOutcome {
  readonly runId: string;
  readonly pipeline: Pipeline;
  readonly startAt: number;
  /** Of the steps that were run now. */
  readonly steps: readonly StepRecord[];
  /** By their index, those of an earlier part too. */
  readonly results: readonly (Fields | undefined)[];
  readonly completedSteps: readonly string[];
  readonly exports: Fields;
  /** Undefined where all steps succeeded. */
  readonly stop: { readonly index: number; readonly error: StepError } | undefined;
  readonly finallyResults: readonly StepRecord[];
  readonly restoreResults: readonly RestoreResult[];
  readonly captured: readonly CapturedState[];
  readonly finallyDone: ReadonlySet<string>;
  readonly interaction: Fields;
  readonly warnings: readonly string[];
}
