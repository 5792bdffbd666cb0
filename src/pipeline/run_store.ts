/** Runs that are over, kept for a while so that they can be gone on with. */
import type { Clock } from "../core/clock.ts";
import type { PipelineContext } from "./pipeline.ts";
import type { RunOutcome } from "./run_outcome.ts";

/** Whether a run can be gone on with. */
export interface SavedRun {
  readonly continuable: boolean;
  readonly continuationReason: "RUN_SNAPSHOT_TRUNCATED" | null;
  readonly runTtlRemainingMs: number;
}

/** See the head of this file; in memory alone. */
export class RunStore {
  constructor(_clock: Clock) {}

  /** Keeps what is needed to go on. */
  save(_context: PipelineContext, _outcome: RunOutcome): Promise<SavedRun> {
    return Promise.resolve({ continuable: false, continuationReason: null, runTtlRemainingMs: 0 });
  }
}
