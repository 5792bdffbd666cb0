/** How long steps may take, by what they and their tools say. */
import { attemptsOf, pauseAfter } from "./attempts.ts";
import type { StepCheckOptions } from "./check_options.ts";
import { packOfArguments } from "./check_names.ts";
import type { Capture, Step, StepList } from "./step.ts";

/** No run is allowed more than a part of this; a larger sum says no more. */
const MOST_MS = 3_600_000;

/** What an expectation waits where it says nothing itself. */
const EXPECT_MS = 5_000;

/** A capture without a call of its own is one of these. */
const USUAL_READ = { tool: "ui_get", args: {} };

/** All calls with their attempts, the pauses between these, and what is waited for after each, in milliseconds. */
export function longestDurationMs(list: StepList, options: StepCheckOptions): number {
  const captures = readsMs(list.captureBefore, options);
  const steps = [...list.steps, ...list.finally].map((step) => stepMs(step, options));
  return Math.min(MOST_MS, steps.reduce((sum, ms) => sum + ms, captures));
}

function stepMs(step: Step, options: StepCheckOptions): number {
  const attempts = attemptsOf(step.retry);
  const once = callMs(step, options) + expectMs(step, options);
  let pauses = 0;
  if (step.retry !== undefined) {
    for (let failed = 1; failed < attempts; failed++) pauses += pauseAfter(step.retry, failed);
  }
  return once * attempts + pauses + readsMs(step.captureBefore, options);
}

function callMs({ tool, args }: Pick<Step, "tool" | "args">, { tools, packs }: StepCheckOptions): number {
  return tools.tool(tool)?.longestMs(args, packOfArguments(args, packs)?.launchTimeoutMs) ?? 0;
}

function expectMs({ expect, args }: Step, { packs }: StepCheckOptions): number {
  if (expect === false) return 0;
  if (expect === undefined) return packOfArguments(args, packs)?.promiseOf(args)?.expectTimeoutMs ?? 0;
  return typeof expect.timeoutMs === "number" ? expect.timeoutMs : EXPECT_MS;
}

function readsMs(captures: readonly Capture[] = [], options: StepCheckOptions): number {
  return captures.reduce((sum, { read = USUAL_READ }) => sum + callMs(read, options), 0);
}
