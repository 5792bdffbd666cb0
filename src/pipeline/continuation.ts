/** Whether a run can be gone on with from a step, and with what it begins then. */
import { ToolError } from "../core/errors.ts";
import { allInQuotes, quotedText } from "../core/text.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import { isIndex, referencesOf, templatesIn } from "../steps/reference.ts";
import { isSensitiveName } from "../steps/sensitive_names.ts";
import type { Step } from "../steps/step.ts";
import { requireBackgroundSafe } from "./background_preflight.ts";
import { finallyKey } from "./clean_up.ts";
import type { KeptRun } from "./kept_run.ts";
import type { Fields, Pipeline, PipelineContext } from "./pipeline.ts";
import type { RunSoFar } from "./run_outcome.ts";
import { requireTargets, subjectNow } from "./run_targets.ts";
import { exportsOf } from "./step_exports.ts";
import { stepResolver } from "./step_lookup.ts";

/** What is run, and what is known before it begins. */
export interface Continuation {
  readonly pipeline: Pipeline;
  readonly soFar: RunSoFar;
  /** What whoever goes on should know. */
  readonly warnings: readonly string[];
}

/**
 * Looks at everything that going on depends on; nothing is run.
 *
 * @param continueFrom id of the first step to be run, or its number, which may be written as a text
 * @throws {ToolError} RUN_STATE_STALE for a run that succeeded, RUN_PACK_VERSION_CHANGED, RUN_PROCESS_EXITED,
 * RUN_WINDOW_RECREATED, RUN_STATE_STALE, RUN_NOT_CONTINUABLE, PIPELINE_NOT_BACKGROUND_SAFE; in this order
 */
export async function continuationOf(
  context: PipelineContext,
  run: KeptRun,
  continueFrom: string | number,
): Promise<Continuation> {
  const { runId, stoppedAt } = run;
  if (stoppedAt === undefined) throw staleError(run, continueFrom, `All steps of ${runId} succeeded`);
  const pipeline = await pipelineNow(context, run);
  const start = startPoint(run, stoppedAt, continueFrom);
  // Where the start is wrong, the programs are those of the steps that are left.
  const startAt = start instanceof ToolError ? stoppedAt : start;
  const results = run.results.slice(0, startAt);
  const steps = stepsToRun(run, startAt);
  const asked = { pipeline, steps, results, resolve: stepResolver(pipeline, results) };
  await requireTargets(context.desktop, run.targets, asked);
  if (start instanceof ToolError) throw start;
  requireSecrets(run, startAt, steps);
  requireBackgroundSafe(pipeline, pipeline.interaction.mode, { ...context, pack: pipeline.pack }, startAt);
  requireResults(results, startAt);
  return { pipeline, soFar: soFar(run, startAt), warnings: putBackWarnings(run, startAt) };
}

/** The pipeline with the packs of now, which are those of then by their versions. */
async function pipelineNow(context: PipelineContext, run: KeptRun): Promise<Pipeline> {
  const { packs } = context.packs;
  for (const { id, version } of run.packs) {
    const now = packs.get(id)?.manifest.version;
    if (now === version) continue;
    throw new ToolError(
      "RUN_PACK_VERSION_CHANGED",
      now === undefined
        ? `Pack ${id}, which the run works with, is not loaded any more`
        : `Pack ${id} has version ${quotedText(now)} now, and had ${quotedText(version)} when the run began`,
      { details: { pack: id, version, ...(now === undefined ? {} : { versionNow: now }) } },
    );
  }
  const pack: Pack | undefined = run.packId === undefined ? undefined : packs.get(run.packId);
  const subject = await subjectNow(context, run.pipeline.subject);
  return { ...run.pipeline, pack, subject };
}

/** The index of the step to begin with, or why there is none. */
function startPoint(run: KeptRun, stoppedAt: number, continueFrom: string | number): number | ToolError {
  const { runId, pipeline: { steps } } = run;
  const named = steps.findIndex(({ id }) => id === continueFrom);
  const isNumber = typeof continueFrom === "number" || isIndex(continueFrom);
  const index = named < 0 && isNumber ? Number(continueFrom) : named;
  if (index < 0) {
    const ids = idsOf(steps);
    const all = ids.length === 0 ? `numbered from 0 to ${steps.length - 1}` : allInQuotes(ids, 10);
    const message = `${runId} has no step ${quotedText(String(continueFrom))}; its steps are ${all}`;
    return staleError(run, continueFrom, message);
  }
  if (index <= stoppedAt) return index;
  const where = quotedText(String(steps[stoppedAt]?.id ?? stoppedAt));
  return staleError(
    run,
    continueFrom,
    `${runId} stopped at step ${where}: to go on behind it would leave it out`,
  );
}

function staleError(
  { pipeline: { steps }, stoppedAt }: KeptRun,
  continueFrom: string | number,
  message: string,
): ToolError {
  return new ToolError("RUN_STATE_STALE", message, {
    details: {
      continueFrom,
      total: steps.length,
      ...(stoppedAt === undefined ? {} : { stoppedAtIndex: stoppedAt }),
      stepIds: idsOf(steps.slice(0, (stoppedAt ?? -1) + 1)),
    },
    ...(stoppedAt === undefined
      ? { suggestion: "There is nothing to go on with: run other steps instead." }
      : {}),
  });
}

function idsOf(steps: readonly Step[]): readonly string[] {
  return steps.map(({ id }) => id).filter((id) => id !== undefined);
}

/** Those from the start on, and those at the end that are not done. */
function stepsToRun({ pipeline, finallyDone }: KeptRun, startAt: number): readonly Step[] {
  const last = pipeline.finally.filter((step) => !finallyDone.has(finallyKey(step)));
  return [...pipeline.steps.slice(startAt), ...last];
}

/** What is secret is not kept: a step that needs it can only be run by a call that brings it. */
function requireSecrets(
  { runId, secretSteps, secretFinally, secretInputs }: KeptRun,
  startAt: number,
  steps: readonly Step[],
): void {
  const inputs = new Set(
    [...templatesIn(steps, () => true)].flatMap(({ template }) => referencesOf(template))
      .filter(({ head, path }) =>
        head === "inputs" && (path.some(isSensitiveName) || secretInputs.has(path[0] ?? ""))
      )
      .map(({ text }) => text),
  );
  const indices = [...secretSteps].filter((index) => index >= startAt);
  if (inputs.size + indices.length + secretFinally.size === 0) return;
  throw new ToolError(
    "RUN_NOT_CONTINUABLE",
    `What is left of ${runId} needs a secret, and none is kept`,
    { details: { inputs: [...inputs], steps: indices, finally: [...secretFinally] } },
  );
}

/** What earlier steps changed and the run has put back since is not as the steps that are left may expect. */
function putBackWarnings({ captured }: KeptRun, startAt: number): readonly string[] {
  const keys = captured.filter(({ isRestored, stepIndex = -1 }) => isRestored && stepIndex < startAt)
    .map(({ key }) => key);
  return keys.length === 0
    ? []
    : [`When the run had stopped, this was put back as it was before: ${allInQuotes(keys, 10)}`];
}

/** Every step before the start has to have left a result, as later ones may refer to it. */
function requireResults(results: readonly (Fields | undefined)[], startAt: number): void {
  const missing = Array.from({ length: startAt }, (_, index) => index).find((index) =>
    results[index] === undefined
  );
  if (missing === undefined) return;
  throw new ToolError(
    "RUN_STATE_STALE",
    `Nothing is known of step ${missing}, which would not be run again`,
    {
      details: { stepIndex: missing },
    },
  );
}

function soFar(run: KeptRun, startAt: number): RunSoFar {
  const { runId, pipeline, results, completedSteps, captured, finallyDone, interaction } = run;
  const idsBefore = new Set(pipeline.steps.slice(0, startAt).map(({ id }) => id));
  return {
    runId,
    startAt,
    results: results.slice(0, startAt),
    completedSteps: completedSteps.filter((id) => idsBefore.has(id)),
    exports: exportsBefore(run, startAt),
    captured,
    finallyDone,
    interaction,
  };
}

/** What the steps before have handed on, and those at the end that are not done again. */
function exportsBefore({ pipeline, results, exports }: KeptRun, startAt: number): Fields {
  const ofSteps = pipeline.steps.slice(0, startAt).map((step, index) =>
    exportsOf(step.exports ?? {}, results[index] ?? {}).values
  );
  const atEnd = new Set(pipeline.finally.flatMap((step) => Object.keys(step.exports ?? {})));
  const ofEnd = Object.entries(exports).filter(([name]) => atEnd.has(name));
  return Object.assign({}, ...ofSteps, Object.fromEntries(ofEnd));
}
