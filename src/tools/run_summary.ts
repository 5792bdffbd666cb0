/** A run in a few lines, for a model that reads nothing else of it. */
import { boundedText } from "../core/text.ts";
import type { RunOutcome } from "../pipeline/run_outcome.ts";
import type { Step } from "../steps/step.ts";

const MOST_MESSAGE_UNITS = 300;
const MOST_NAMES = 10;

/** What happened, line by line; the last one says what can be done next. */
export function runSummary(
  { runId, pipeline, startAt, steps, stop, exports, restoreResults, finallyResults, interaction }: RunOutcome,
  elapsedMs: number,
  isContinuable: boolean,
): string {
  const total = pipeline.steps.length;
  const seconds = `${(elapsedMs / 1_000).toFixed(1)} s`;
  const from = startAt === 0 ? "" : `, from step ${startAt + 1} on`;
  const settled = steps.filter(({ stateSettled }) => stateSettled === true).length;
  const skipped = steps.filter((step) => step.success && step.skipped === true).map(nameOf);
  const lines = [
    stop === undefined
      ? `Completed: all ${total} steps${from} in ${seconds}${
        settled === 0 ? "" : `; what ${settled} of them were to change was seen`
      }.`
      : `Failed at step ${stop.index + 1} of ${total}, ${
        nameOf(pipeline.steps[stop.index] ?? { tool: "?" })
      }${from}, after ${seconds}: ${stop.error.code}: ${boundedText(stop.error.message, MOST_MESSAGE_UNITS)}`,
    ...(skipped.length === 0 ? [] : [`Tolerated failures: ${listed(skipped)}.`]),
    ...countLine("Put back", restoreResults.map(({ success, verified, key }) => [success && verified, key])),
    ...countLine("Clean-up", finallyResults.map((step) => [step.success, nameOf(step)])),
    ...(Object.keys(exports).length === 0 ? [] : [`Exports: ${listed(Object.keys(exports))}.`]),
    ...(interaction.foregroundChanged === true ? ["Another window is in front than before."] : []),
    ...(stop !== undefined && mayBeDone(steps, stop)
      ? [`Step ${stop.index + 1} was done, or may have been: look at the program before it is run again.`]
      : []),
    ...(stop === undefined || !isContinuable
      ? []
      : [`Mend what is wrong, then continue_run with runId ${runId} and continueFrom ${stop.index}.`]),
  ];
  return lines.join("\n");
}

/** To go on with the run begins with this step: what it did would be done twice. */
function mayBeDone(steps: RunOutcome["steps"], { index, error }: NonNullable<RunOutcome["stop"]>): boolean {
  return error.details?.mayHaveHadEffect === true ||
    steps.some((step) => step.index === index && step.success);
}

function nameOf({ id, tool }: Pick<Step, "id" | "tool">): string {
  return id === undefined ? tool : `${id} (${tool})`;
}

function countLine(what: string, results: readonly (readonly [boolean, string])[]): readonly string[] {
  if (results.length === 0) return [];
  const failed = results.filter(([isGood]) => !isGood).map(([, name]) => name);
  const good = results.length - failed.length;
  return [`${what}: ${good} of ${results.length}${failed.length === 0 ? "" : `; not ${listed(failed)}`}.`];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
