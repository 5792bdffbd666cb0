/** What has to hold after a step, and whether it was seen to. */
import type { Expect } from "../packs/schema/expect.ts";
import type { Step } from "../steps/step.ts";
import type { Fields, Run, StepError } from "./pipeline.ts";

/** What became of an expectation. */
export interface Expected {
  readonly isMet: boolean;
  /** For the step's record. */
  readonly expectResult: Fields;
  /** STEP_POSTCONDITION_TIMEOUT, or what hindered every look; where it is not met. */
  readonly error?: StepError;
}

/**
 * What has to hold after a step: what it says itself; else what the pack expects of the action; undefined for nothing.
 * References are in their places.
 */
export function expectationOfStep(_run: Run, _step: Step, _args: Fields): Expect | undefined {
  throw new Error("in the making");
}

/** Waits until it holds, in the window that the step was about. Never longer than the run has time. */
export function awaitStepExpectation(
  _run: Run,
  _expect: Expect,
  _done: { readonly args: Fields; readonly result: Fields },
): Promise<Expected> {
  throw new Error("in the making");
}
