/** Puts back what a run has changed, and reads again whether it is so. */
import type { CapturedState, RestoreResult } from "./captured_state.ts";
import type { Run } from "./pipeline.ts";
import { restoreState } from "./restore_state.ts";

/** What became of the states, and the states with what was put back marked so. */
export interface Restored {
  readonly results: readonly RestoreResult[];
  readonly captured: readonly CapturedState[];
}

/**
 * Puts the states back, the last one first, while there is time: of two that are of one control, the older one is what was
 * there before the run. Never throws.
 */
export async function restoreStates(run: Run, captured: readonly CapturedState[]): Promise<Restored> {
  const results: RestoreResult[] = [];
  const restored = new Set<CapturedState>();
  for (const state of captured.toReversed()) {
    const result = await resultOf(run, state);
    results.push(result);
    if (result.verified) restored.add(state);
  }
  return {
    results,
    captured: captured.map((state) => restored.has(state) ? { ...state, isRestored: true } : state),
  };
}

async function resultOf(run: Run, captured: CapturedState): Promise<RestoreResult> {
  const { key, stepId, kind, isRestored, state } = captured;
  const own = {
    key,
    ...(stepId === undefined ? {} : { stepId }),
    ...(kind === undefined ? {} : { kind }),
    valueCaptured: state.outcome === "read",
  };
  const untried = { ...own, attempted: false, success: false, verified: false };
  if (isRestored) {
    const message = "It was put back, and seen to be so, by an earlier part of the run";
    return { ...untried, success: true, verified: true, skipped: true, message };
  }
  if (run.time.isOver()) return { ...untried, skipped: true, message: "The time of the run was over" };
  switch (state.outcome) {
    case "unreadable":
      return {
        ...untried,
        code: "RESTORE_STATE_UNAVAILABLE",
        message: `It could not be read beforehand. ${state.reason}`,
      };
    case "protected":
      return {
        ...untried,
        code: "RESTORE_SENSITIVE_STATE_BLOCKED",
        message: "It is a password or the like: nothing of it is kept",
      };
    case "read":
      return { ...own, ...await restoreState(run, state) };
  }
}
