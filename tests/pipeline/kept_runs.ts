/** Runs that are over, made up, in a world where one program is bound. */
import type { Pack } from "../../src/packs/load/load_pack.ts";
import type { PackSet } from "../../src/packs/registry.ts";
import type { CapturedState } from "../../src/pipeline/captured_state.ts";
import type { Fields, Pipeline, PipelineContext } from "../../src/pipeline/pipeline.ts";
import type { RunOutcome } from "../../src/pipeline/run_outcome.ts";
import type { Step } from "../../src/steps/step.ts";
import type { BoundWorld } from "../targets/bound_program.ts";

/** A step that looks, called `name`. */
export function step(id: string, given: Partial<Step> = {}): Step {
  return { id, tool: "get_window_state", args: {}, ...given };
}

/** A pipeline of these steps. */
export function pipelineOf(steps: readonly Step[], given: Partial<Pipeline> = {}): Pipeline {
  return {
    steps,
    finally: [],
    restore: "never",
    maxTotalMs: 60_000,
    interaction: { mode: "auto", restoresForeground: true, stepDelayMs: 0 },
    ...given,
  };
}

/** A run of it that stopped at this step, or at none; a step before has an empty result unless one is given. */
export function outcomeOf(
  pipeline: Pipeline,
  stoppedAt: number | undefined,
  given: Partial<RunOutcome> & { readonly results?: readonly Fields[] } = {},
): RunOutcome {
  const done = pipeline.steps.slice(0, stoppedAt);
  return {
    runId: "run_0123456789ab",
    pipeline,
    startAt: 0,
    steps: [],
    completedSteps: done.map(({ id }) => id).filter((id) => id !== undefined),
    exports: {},
    stop: stoppedAt === undefined
      ? undefined
      : { index: stoppedAt, error: { code: "ACTION_FAILED", message: "It failed" } },
    finallyResults: [],
    restoreResults: [],
    captured: [],
    finallyDone: new Set(),
    interaction: {},
    warnings: [],
    ...given,
    results: done.map((_, index) => given.results?.[index] ?? {}),
  };
}

/** A state that was read. */
export function captured(key: string, given: Partial<CapturedState> = {}): CapturedState {
  return { key, kind: "value", isRestored: false, state: { outcome: "unreadable", reason: "" }, ...given };
}

/** A set of these packs. */
export function packSetOf(...packs: readonly Pack[]): PackSet {
  return {
    packs: new Map(packs.map((pack) => [pack.manifest.id, pack])),
    findings: new Map(),
    leftOut: [],
    issues: [],
  };
}

/** What a run may touch in such a world; nothing is called. */
export function contextOf(world: BoundWorld, ...packs: readonly Pack[]): PipelineContext {
  return {
    desktop: world.desktop,
    clock: world.clock,
    signal: new AbortController().signal,
    refs: world.refs,
    sessions: world.sessions,
    packs: packSetOf(...packs),
    tools: world.tools.steps,
    invoke: () => Promise.reject(new Error("nothing is called")),
    progress: () => {},
  };
}
