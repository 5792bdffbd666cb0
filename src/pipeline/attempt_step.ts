/** Does one step: its call, what has to hold then, and again where it failed and that is safe. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import { contractOf } from "../packs/contract_of.ts";
import { attemptsOf, pauseAfter } from "../steps/attempts.ts";
import type { Step } from "../steps/step.ts";
import { packOfStep } from "./pack_of_step.ts";
import type { Fields, Run, StepError } from "./pipeline.ts";
import { type FailedAttempt, failedAttempt, isRetried, POSTCONDITION_CODE } from "./retry.ts";
import { timeoutError } from "./run_time.ts";
import {
  argsWithoutDefaultExpect,
  awaitStepExpectation,
  expectationOfStep,
  toldExpectation,
} from "./step_expectation.ts";

/** What became of a step. */
export interface AttemptedStep {
  readonly attempts: number;
  /** With what references stood for in their places; undefined where they stood for nothing. */
  readonly args?: Fields;
  /** Of the call, also where what was expected of it did not come. */
  readonly result?: Fields;
  /** Null where nothing was expected, undefined where the step said not to look, or it was not come to. */
  readonly expectResult?: Fields | null;
  readonly stateSettled?: boolean;
  /** Undefined where it succeeded. */
  readonly error?: StepError;
}

/** See the head of this file. Throws nothing but what is a defect of ours. */
export async function attemptStep(
  run: Run,
  step: Step,
  beforeFirst?: (args: Fields) => Promise<void>,
): Promise<AttemptedStep> {
  const { time } = run;
  const most = attemptsOf(step.retry);
  let last: AttemptedStep = { attempts: 0 };
  for (let attempt = 1; attempt <= most; attempt++) {
    if (run.time.signal.aborted || time.isOver()) return { ...last, error: last.error ?? overError(run) };
    const { failure, ...attempted } = await attemptOnce(run, step, attempt === 1 ? beforeFirst : undefined);
    last = { ...attempted, attempts: attempt };
    if (failure === undefined || attempt === most || step.retry === undefined) return last;
    if (!isRetried(failure, step.retry, isIdempotent(run, step, attempted.args ?? {}))) return last;
    const pauseMs = pauseAfter(step.retry, attempt);
    if (pauseMs >= time.leftMs()) return last;
    if (!await slept(run, pauseMs)) return { ...last, error: overError(run) };
    run.context.progress(`${step.id ?? step.tool}: attempt ${attempt + 1} of ${most}`);
  }
  return last;
}

type Attempt = Omit<AttemptedStep, "attempts"> & { readonly failure?: FailedAttempt };

async function attemptOnce(
  run: Run,
  step: Step,
  before: ((args: Fields) => Promise<void>) | undefined,
): Promise<Attempt> {
  const resolved = run.resolve({ args: step.args, expect: step.expect });
  if (!resolved.isResolved) {
    return failed(
      new ToolError(
        "REFERENCE_RESOLUTION_FAILED",
        `${quotedText(resolved.reference.text)} stands for nothing: ${resolved.message}`,
        { details: { reference: resolved.reference.text } },
      ),
    );
  }
  const { args } = resolved.value;
  const resolvedStep = { ...step, expect: resolved.value.expect };
  try {
    await before?.(args);
    const expect = expectationOfStep(run, resolvedStep, args);
    const answer = await run.invoke(step.tool, argsWithoutDefaultExpect(run, resolvedStep, args));
    if (!answer.ok) return { args, ...failed(ranOut(run, answer.error)) };
    const { output: result } = answer;
    if (run.context.tools.tool(step.tool)?.isMiss(result) === true) {
      return {
        args,
        result,
        expectResult: null,
        stateSettled: false,
        ...failed(missError(step.tool, result)),
      };
    }
    if (expect === undefined) return { args, result, ...nothingExpected(resolvedStep, result) };
    const { expectResult, error } = await awaitStepExpectation(run, expect, { args, result });
    if (error === undefined) return { args, result, expectResult, stateSettled: true };
    return { args, result, expectResult, stateSettled: false, ...failed(ranOut(run, error)) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { args, ...failed(ranOut(run, error.toBody())) };
  }
}

function failed(
  { code, message, details }: Pick<ToolError, "code" | "message" | "details"> | StepError,
): Required<Pick<Attempt, "error" | "failure">> {
  return {
    error: { code, message, ...(details === undefined ? {} : { details }) },
    failure: failedAttempt({ code, ...(details === undefined ? {} : { details }) }),
  };
}

/** The wait of the tool was in vain: what it says of that is told. */
function missError(tool: string, result: Fields): ToolError {
  const told = ["condition", "verdict", "reason", "lastObservation", "hints", "timeoutMs"]
    .flatMap((name) => result[name] === undefined ? [] : [[name, result[name]] as const]);
  return new ToolError(POSTCONDITION_CODE, `What ${tool} was to see did not come in time`, {
    details: { ...Object.fromEntries(told), timedOut: true },
  });
}

/** What the tool itself has waited for; else nothing to look for, or nothing that was to be looked for. */
function nothingExpected(
  { expect }: Step,
  result: Fields,
): Pick<AttemptedStep, "expectResult" | "stateSettled"> {
  if (expect === false) return { stateSettled: false };
  const told = toldExpectation(result);
  return told === undefined ? { expectResult: null } : { expectResult: told, stateSettled: true };
}

/** A call that the end of the run's time has cut short says only that it was cut short. */
function ranOut({ time, context }: Run, error: StepError): StepError {
  if (error.code !== "CANCELLED" || context.signal.aborted && !time.isOver()) return error;
  const { details } = error;
  return {
    ...timeoutError("while the step was done").toBody(),
    ...(details === undefined ? {} : { details }),
  };
}

function overError({ context, time }: Run): StepError {
  const error = context.signal.aborted && !time.isOver()
    ? new ToolError("CANCELLED", "The client cancelled the run")
    : timeoutError("before the step was done");
  const { code, message } = error;
  return { code, message };
}

async function slept({ time }: Run, ms: number): Promise<boolean> {
  try {
    await time.clock.sleep(ms, time.signal);
    return true;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "CANCELLED") throw error;
    return false;
  }
}

/** By its tool, or by what the pack that the step is about says of the action. */
function isIdempotent({ context, pipeline }: Run, { tool }: Step, args: Fields): boolean {
  if (context.tools.tool(tool)?.isIdempotent === true) return true;
  const pack = packOfStep({ context, pipeline }, args);
  return pack !== undefined && contractOf(pack, args)?.idempotent === true;
}
