/** What is done at the end of a run, whatever became of it. */
import type { Step } from "../steps/step.ts";
import { attemptStep } from "./attempt_step.ts";
import type { Run, StepRecord } from "./pipeline.ts";
import { type JudgedStep, judgeStep } from "./step_record.ts";
import { timeoutError } from "./run_time.ts";

/** What became of the steps at the end. */
export interface CleanedUp {
  readonly results: readonly StepRecord[];
  /** Keys of those that need not be done again. */
  readonly done: ReadonlySet<string>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** By what a step at the end is known when the run is gone on with. */
export function finallyKey({ id, tool, args }: Step): string {
  return id ?? `${tool} ${JSON.stringify(args)}`;
}

/** Does all steps of `finally` that no earlier part of the run has done; one that fails does not keep the rest from it. */
export async function cleanUp(run: Run, doneBefore: ReadonlySet<string>): Promise<CleanedUp> {
  const results: StepRecord[] = [];
  const warnings: string[] = [];
  const done = new Set(doneBefore);
  const defects: unknown[] = [];
  let exports = {};
  for (const [index, step] of run.pipeline.finally.entries()) {
    const key = finallyKey(step);
    const own = { index, ...(step.id === undefined ? {} : { id: step.id }), tool: step.tool };
    if (doneBefore.has(key)) {
      results.push({ ...own, success: true, skipped: true, alreadyRan: true });
      continue;
    }
    if (run.time.isOver()) {
      const { code, message } = timeoutError("before it was cleaned up");
      results.push({ ...own, success: false, skipped: true, error: { code, message } });
      continue;
    }
    run.context.progress(`clean-up ${index + 1} of ${run.pipeline.finally.length}: ${step.id ?? step.tool}`);
    const startedAt = run.time.clock.now();
    let judged: JudgedStep;
    try {
      judged = judgeStep(run, step, index, await attemptStep(run, step), startedAt);
    } catch (error) {
      defects.push(error);
      continue;
    }
    results.push(...judged.records);
    warnings.push(...judged.warnings);
    exports = { ...exports, ...judged.exports };
    if (judged.stop === undefined) done.add(key);
  }
  if (defects.length > 0) throw defects[0];
  return { results, done, exports, warnings };
}
