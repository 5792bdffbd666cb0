/** Runs a pipeline from its first step, or from where an earlier part of it ended, to its report. */
import { ToolError } from "../core/errors.ts";
import type { Step } from "../steps/step.ts";
import { attemptStep } from "./attempt_step.ts";
import { type CapturedState, isOfSameCapture, type RestoreResult } from "./captured_state.ts";
import { captureStates } from "./capture_states.ts";
import { type CleanedUp, cleanUp } from "./clean_up.ts";
import type { Fields, Pipeline, PipelineContext, Run, StepError, StepRecord } from "./pipeline.ts";
import { restoreStates } from "./restore_states.ts";
import { RunForeground, withInteraction } from "./run_interaction.ts";
import type { RunOutcome, RunSoFar } from "./run_outcome.ts";
import { Deadline, timeoutError } from "./run_time.ts";
import { stepResolver } from "./step_lookup.ts";
import { judgeStep } from "./step_record.ts";

/** What a run is called; its own, and not to be guessed. */
export function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `run_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * See the head of this file. What goes wrong is told in the outcome; that the steps can work at all, and may in this
 * interaction mode, has been checked before.
 */
export async function runPipeline(
  context: PipelineContext,
  pipeline: Pipeline,
  soFar?: RunSoFar,
): Promise<RunOutcome> {
  using deadline = new Deadline(context.clock, pipeline.maxTotalMs, context.signal);
  const foreground = await RunForeground.begin(context, pipeline.interaction, pipeline.foregroundBefore);
  if (soFar !== undefined) foreground.noteEarlierPart(soFar.interaction);
  return await new PipelineRun(context, pipeline, deadline, foreground, soFar).toTheEnd();
}

class PipelineRun implements Run {
  readonly results: (Fields | undefined)[];
  readonly resolve: Run["resolve"];
  readonly #foreground: RunForeground;
  readonly #soFar: RunSoFar | undefined;
  readonly #steps: StepRecord[] = [];
  readonly #completed: string[];
  readonly #warnings: string[] = [];
  #captured: readonly CapturedState[];
  #exports: Fields;

  constructor(
    readonly context: PipelineContext,
    readonly pipeline: Pipeline,
    readonly time: Deadline,
    foreground: RunForeground,
    soFar: RunSoFar | undefined,
  ) {
    this.#foreground = foreground;
    this.#soFar = soFar;
    this.results = [...soFar?.results ?? []];
    // What an earlier part did to the foreground is a part of what the run did.
    for (const result of this.results) foreground.note(result);
    this.resolve = stepResolver(pipeline, this.results);
    this.#completed = [...soFar?.completedSteps ?? []];
    this.#captured = soFar?.captured ?? [];
    this.#exports = soFar?.exports ?? {};
  }

  async invoke(tool: string, args: Fields): ReturnType<Run["invoke"]> {
    const known = this.context.tools.tool(tool);
    const given = known === undefined ? args : withInteraction(known, args, this.pipeline.interaction);
    const answer = await this.context.invoke(tool, given, this.time.signal);
    this.#foreground.note(answer.ok ? answer.output : answer.error.details);
    return answer;
  }

  async toTheEnd(): Promise<RunOutcome> {
    const { pipeline } = this;
    const runId = this.#soFar?.runId ?? newRunId();
    const startAt = this.#soFar?.startAt ?? 0;
    // What was put back is read anew: the steps that follow may change it again.
    const isBack = this.#captured.some(({ stepIndex, isRestored }) => stepIndex === undefined && isRestored);
    let stop: RunOutcome["stop"];
    try {
      if (this.#soFar === undefined || isBack) await this.#capture();
      stop = await this.#runSteps(startAt);
    } catch (error) {
      // A defect of ours. It is told as every defect is, once what the run has begun is put in order.
      await this.#putInOrder(true);
      throw error;
    }
    const { restoreResults, cleaned } = await this.#putInOrder(stop !== undefined);
    const { interaction, warnings } = await this.#foreground.end();
    return {
      runId,
      pipeline,
      startAt,
      steps: this.#steps,
      results: this.results,
      completedSteps: this.#completed,
      exports: { ...this.#exports, ...cleaned.exports },
      stop,
      finallyResults: cleaned.results,
      restoreResults,
      captured: this.#captured,
      finallyDone: cleaned.done,
      interaction,
      warnings: [...this.#warnings, ...cleaned.warnings, ...warnings],
    };
  }

  /** Puts states back and does the steps at the end, whatever became of the former. */
  async #putInOrder(hasFailed: boolean): Promise<{
    readonly restoreResults: readonly RestoreResult[];
    readonly cleaned: CleanedUp;
  }> {
    this.time.beginCleanUp();
    const doneBefore = this.#soFar?.finallyDone ?? new Set<string>();
    let restoreResults: readonly RestoreResult[];
    try {
      restoreResults = await this.#restore(hasFailed);
    } catch (error) {
      await cleanUp(this, doneBefore);
      throw error;
    }
    return { restoreResults, cleaned: await cleanUp(this, doneBefore) };
  }

  async #capture(at?: { readonly step: Step; readonly args: Fields }): Promise<void> {
    const captures = at === undefined ? this.pipeline.captureBefore : at.step.captureBefore;
    if (captures === undefined || captures.length === 0) return;
    const states = await captureStates(this, captures, at);
    // A step that is run again reads anew; what it read first is what there was before the run, unless that is back.
    const isKept = (one: CapturedState): boolean =>
      !one.isRestored || !states.some((state) => isOfSameCapture(state, one));
    const kept = this.#captured.filter(isKept);
    const isNew = (state: CapturedState): boolean => !kept.some((one) => isOfSameCapture(state, one));
    this.#captured = [...kept, ...states.filter(isNew)];
  }

  async #runSteps(startAt: number): Promise<RunOutcome["stop"]> {
    const { steps } = this.pipeline;
    for (const [index, step] of steps.entries()) {
      if (index < startAt) continue;
      const hindered = this.#hindered();
      if (hindered !== undefined) return { index, error: hindered };
      this.context.progress(`step ${index + 1} of ${steps.length}: ${step.id ?? step.tool}`);
      const error = await this.#runStep(step, index);
      if (error !== undefined) return { index, error };
    }
    return undefined;
  }

  /** The error that ends the run; undefined where it goes on. */
  async #runStep(step: Step, index: number): Promise<StepError | undefined> {
    const startedAt = this.time.clock.now();
    const capture = (args: Fields): Promise<void> => this.#capture({ step, args });
    const attempted = await attemptStep(this, step, capture);
    const judged = judgeStep(this, step, index, attempted, startedAt);
    this.#steps.push(...judged.records);
    this.#warnings.push(...judged.warnings);
    if (judged.isDone && step.id !== undefined) this.#completed.push(step.id);
    this.results[index] = judged.result;
    this.#exports = { ...this.#exports, ...judged.exports };
    if (judged.stop === undefined) await this.#showStep();
    return judged.stop;
  }

  /** Time to look at the effect of a step. */
  async #showStep(): Promise<void> {
    const { mode, stepDelayMs } = this.pipeline.interaction;
    if (mode !== "foregroundDemo" || stepDelayMs === 0 || stepDelayMs >= this.time.leftMs()) return;
    await this.time.clock.sleep(stepDelayMs, this.time.signal).catch((error) => {
      if (!(error instanceof ToolError)) throw error;
    });
  }

  async #restore(hasFailed: boolean): Promise<readonly RestoreResult[]> {
    const { restore } = this.pipeline;
    if (restore === "never" || restore === "onFailure" && !hasFailed || this.#captured.length === 0) {
      return [];
    }
    this.context.progress("putting back what was changed");
    const { results, captured } = await restoreStates(this, this.#captured);
    this.#captured = captured;
    return results;
  }

  #hindered(): StepError | undefined {
    const error = this.time.isOver()
      ? timeoutError("before the next step")
      : this.context.signal.aborted
      ? new ToolError("CANCELLED", "The client cancelled the run")
      : undefined;
    return error === undefined ? undefined : { code: error.code, message: error.message };
  }
}
