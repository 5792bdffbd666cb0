/** Reads states before a run changes them. */
import type { Capture, Step } from "../steps/step.ts";
import type { CapturedState } from "./captured_state.ts";
import type { Fields, Run } from "./pipeline.ts";

/** The step whose arguments say what it will change, references in their places. */
export interface CapturingStep {
  readonly step: Step;
  readonly args: Fields;
}

/**
 * Reads what the captures name; what cannot be read is noted as such. Never throws: a capture fails no step.
 *
 * @param at the step that they belong to; undefined for those of the pipeline
 */
export function captureStates(
  _run: Run,
  _captures: readonly Capture[],
  _at?: CapturingStep,
): Promise<readonly CapturedState[]> {
  return Promise.resolve([]);
}
