/** Runs that are over, kept for a while so that they can be gone on with. */
import type { Clock } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import { type KeptRun, keptRun } from "./kept_run.ts";
import type { PipelineContext } from "./pipeline.ts";
import type { RunOutcome } from "./run_outcome.ts";

/** From the end of a run, or of its last continuation. */
export const RUN_LIFE_MS = 10 * 60_000;

/** Of more runs the one that was saved longest ago is forgotten. */
export const MOST_RUNS = 20;

/** Of what is kept of one run: bytes of its JSON. */
const MOST_KEPT_BYTES = 2 * 1_048_576;

/** Whether a run can be gone on with. */
export interface SavedRun {
  readonly continuable: boolean;
  /** Why it cannot be, where it failed: too much to keep, or a step that types a password, which is never kept. */
  readonly continuationReason: "RUN_SNAPSHOT_TRUNCATED" | "RUN_SECRET_NOT_KEPT" | null;
  readonly runTtlRemainingMs: number;
}

/** A run that somebody means to go on with; nobody else can until it is disposed of. */
export interface TakenRun extends Disposable {
  readonly run: KeptRun;
  /** From here on the run as it was kept is no more: what is done now is never done a second time from it. */
  begin(): void;
}

/** What is told of a run though it is not gone on with. */
export interface ToldRun {
  readonly total: number;
  /** Where it stopped; undefined where all steps succeeded. */
  readonly stoppedAt: number | undefined;
  readonly stoppedAtId: string | undefined;
  readonly completedSteps: readonly string[];
}

interface Entry {
  readonly told: ToldRun;
  /** Undefined where it was too large to keep, and while it is being continued. */
  run: KeptRun | undefined;
  isTaken: boolean;
  readonly expiresAt: number;
}

/** See the head of this file; in memory alone. */
export class RunStore {
  readonly #clock: Clock;
  /** The one that was saved longest ago first. */
  readonly #runs = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keeps what is needed to go on. Never throws. */
  async save(context: PipelineContext, outcome: RunOutcome): Promise<SavedRun> {
    const { runId, stop } = outcome;
    const run = await keptRun(context, outcome);
    const isTooLarge = bytesOf(run) > MOST_KEPT_BYTES;
    this.#runs.delete(runId);
    this.#makeRoom();
    this.#runs.set(runId, {
      told: toldOf(outcome),
      run: isTooLarge ? undefined : run,
      isTaken: false,
      expiresAt: this.#clock.now() + RUN_LIFE_MS,
    });
    const reason = isTooLarge
      ? "RUN_SNAPSHOT_TRUNCATED"
      : stop !== undefined && run.secretSteps.has(stop.index)
      ? "RUN_SECRET_NOT_KEPT"
      : null;
    return {
      continuable: stop !== undefined && reason === null,
      continuationReason: reason,
      runTtlRemainingMs: RUN_LIFE_MS,
    };
  }

  /**
   * A run to go on with.
   *
   * @throws {ToolError} RUN_EXPIRED, RUN_NOT_CONTINUABLE
   */
  take(runId: string): TakenRun {
    this.#dropExpired();
    const entry = this.#runs.get(runId);
    if (entry === undefined) {
      throw new ToolError("RUN_EXPIRED", `There is no run ${quotedText(runId)}, or it ended too long ago`);
    }
    if (entry.isTaken) {
      throw new ToolError("RUN_NOT_CONTINUABLE", `${runId} is being continued by another call`, {
        suggestion: "Wait for the report of that call.",
      });
    }
    const { run } = entry;
    if (run === undefined) {
      throw new ToolError("RUN_NOT_CONTINUABLE", `Too much would have had to be kept of ${runId}`, {
        details: { continuationReason: "RUN_SNAPSHOT_TRUNCATED" },
      });
    }
    entry.isTaken = true;
    return {
      run,
      begin: () => void (entry.run = undefined),
      [Symbol.dispose]: () => {
        entry.isTaken = false;
        // It was begun, and its end was not saved.
        if (entry.run === undefined && this.#runs.get(runId) === entry) this.#runs.delete(runId);
      },
    };
  }

  /** What is known of a run, taken or not; undefined for one that is not kept. */
  told(runId: string): ToldRun | undefined {
    this.#dropExpired();
    return this.#runs.get(runId)?.told;
  }

  #dropExpired(): void {
    const now = this.#clock.now();
    for (const [runId, { isTaken, expiresAt }] of this.#runs) {
      if (!isTaken && expiresAt < now) this.#runs.delete(runId);
    }
  }

  /** Those that are being continued stay: they are saved again. */
  #makeRoom(): void {
    this.#dropExpired();
    for (const [runId, { isTaken }] of this.#runs) {
      if (this.#runs.size < MOST_RUNS) return;
      if (!isTaken) this.#runs.delete(runId);
    }
  }
}

function toldOf({ pipeline: { steps }, stop, completedSteps }: RunOutcome): ToldRun {
  return {
    total: steps.length,
    stoppedAt: stop?.index,
    stoppedAtId: stop === undefined ? undefined : steps[stop.index]?.id,
    completedSteps,
  };
}

function bytesOf(run: KeptRun): number {
  const json = JSON.stringify(run, (_name, value) => typeof value === "bigint" ? String(value) : value);
  return new TextEncoder().encode(json).length;
}
