/** What is kept of a run that is over. */
import type { Step } from "../steps/step.ts";
import { parseTemplate, referencesOf, type Template } from "../steps/reference.ts";
import type { CapturedState } from "./captured_state.ts";
import { finallyKey } from "./clean_up.ts";
import type { Fields, Pipeline, PipelineContext } from "./pipeline.ts";
import { neededFields, projectionOf, withoutSecrets } from "./projection.ts";
import type { RunOutcome } from "./run_outcome.ts";
import { NO_TARGETS, noteTargets, type RunTargets } from "./run_targets.ts";
import { stepResolver } from "./step_lookup.ts";

/** A pack as it was when the run began. */
export interface KeptPack {
  readonly id: string;
  readonly version: string;
}

/** See the head of this file. Plain data, without secrets. */
export interface KeptRun {
  readonly runId: string;
  /** Without its pack, which is that of now when it is gone on with; and what was in front then does not matter. */
  readonly pipeline: Omit<Pipeline, "pack" | "foregroundBefore">;
  /** Id of the run's own pack. */
  readonly packId: string | undefined;
  /** That one, and those that its steps name. */
  readonly packs: readonly KeptPack[];
  /** By their index: the steps whose arguments hold a password, which is not kept. */
  readonly secretSteps: ReadonlySet<number>;
  /** The same of the steps at the end, where they are yet to be done. */
  readonly secretFinally: ReadonlySet<number>;
  /** Names of inputs that are typed as passwords, whatever they are called; not kept either. */
  readonly secretInputs: ReadonlySet<string>;
  /** By their index. */
  readonly results: readonly (Fields | undefined)[];
  readonly completedSteps: readonly string[];
  readonly exports: Fields;
  /** Where it stopped; undefined where all steps succeeded. */
  readonly stoppedAt: number | undefined;
  readonly captured: readonly CapturedState[];
  readonly finallyDone: ReadonlySet<string>;
  /** What was told of the foreground. */
  readonly interaction: Fields;
  readonly targets: RunTargets;
}

/**
 * Takes out of an outcome what is needed to go on, and asks Windows by what its programs are known. Of a run that
 * succeeded neither is needed: it is only told of. Never throws.
 */
export async function keptRun(context: PipelineContext, outcome: RunOutcome): Promise<KeptRun> {
  const { pipeline: whole, finallyDone } = outcome;
  const { pack, foregroundBefore: _before, ...pipeline } = whole;
  const isOver = outcome.stop === undefined;
  const secretInputs = inputsTypedAsPasswords([...pipeline.steps, ...pipeline.finally]);
  const isStillToDo = (step: Step): boolean => !finallyDone.has(finallyKey(step));
  return {
    runId: outcome.runId,
    pipeline: {
      ...pipeline,
      steps: pipeline.steps.map(withoutPassword),
      finally: pipeline.finally.map(withoutPassword),
      ...(pipeline.inputs === undefined
        ? {}
        : { inputs: withoutSecrets(without(pipeline.inputs, secretInputs)) }),
    },
    packId: pack?.manifest.id,
    packs: packsOf(context, whole),
    secretSteps: indicesOf(pipeline.steps, holdsPassword),
    secretFinally: indicesOf(pipeline.finally, (step) => holdsPassword(step) && isStillToDo(step)),
    secretInputs,
    results: isOver ? [] : keptResults(outcome),
    completedSteps: outcome.completedSteps,
    exports: isOver ? {} : withoutSecrets(outcome.exports),
    stoppedAt: outcome.stop?.index,
    captured: outcome.captured,
    finallyDone: new Set(
      pipeline.finally.filter((step) => !isStillToDo(step)).map((step) => finallyKey(withoutPassword(step))),
    ),
    interaction: outcome.interaction,
    targets: isOver ? NO_TARGETS : await noteTargets(
      context,
      [...pipeline.steps, ...pipeline.finally],
      outcome.results,
      stepResolver(whole, outcome.results),
    ),
  };
}

function keptResults({ pipeline, results }: RunOutcome): KeptRun["results"] {
  const needed = neededFields(pipeline);
  return results.map((result, index) =>
    result === undefined ? undefined : projectionOf(result, needed[index] ?? new Set())
  );
}

/** The run's own pack, and those that steps name by themselves. */
function packsOf({ packs }: PipelineContext, { pack, steps, finally: last }: Pipeline): readonly KeptPack[] {
  const named = [...steps, ...last].map(({ args: { profile } }) =>
    typeof profile === "string" ? packs.packs.get(profile) : undefined
  );
  const all = [pack, ...named].filter((one) => one !== undefined).map(({ manifest }) => manifest);
  const versions = new Map(all.map(({ id, version }) => [id, version]));
  return [...versions].map(([id, version]) => ({ id, version }));
}

/**
 * Whether what it types is meant for a password field and written out: what comes from an input stands nowhere in it. A
 * text and a value are both typed.
 */
function holdsPassword(step: Step): boolean {
  return passwordsOf(step).some(({ whole }) => whole === undefined);
}

/** What a step types into password fields. */
function passwordsOf({ args: { allowPassword, text, value } }: Step): readonly Template[] {
  if (allowPassword !== true) return [];
  return [text, value].filter((typed) => typeof typed === "string").map((typed) =>
    parseTemplate(typed, () => true)
  );
}

function inputsTypedAsPasswords(steps: readonly Step[]): ReadonlySet<string> {
  const references = steps.flatMap(passwordsOf).flatMap(referencesOf);
  return new Set(
    references.flatMap(({ head, path: [name] }) => head === "inputs" && name !== undefined ? [name] : []),
  );
}

function without(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

function withoutPassword(step: Step): Step {
  return holdsPassword(step) ? { ...step, args: {}, expect: undefined } : step;
}

function indicesOf(steps: readonly Step[], is: (step: Step) => boolean): ReadonlySet<number> {
  return new Set(steps.flatMap((step, index) => is(step) ? [index] : []));
}
