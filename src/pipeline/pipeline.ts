/** What every part of the engine shares: what is run, what a run may touch, and what is known while it runs. */
import type { Clock } from "../core/clock.ts";
import type { ErrorBody, ErrorCode } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { ProcessIdentity } from "../desktop/desktop.ts";
import type { InteractionMode } from "../interaction/modes.ts";
import type { ControlContext } from "../packs/actions/control_call.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { PackSet } from "../packs/registry.ts";
import type { Resolved } from "../steps/resolve_references.ts";
import type { StepList } from "../steps/step.ts";
import type { StepTools } from "../steps/step_tools.ts";
import type { TargetSessions } from "../targets/target_sessions.ts";

/** Arguments or a result: what it holds is for the tool's own schema to say. */
export type Fields = Readonly<Record<string, unknown>>;

/** How far a run may go, and what it does about the foreground; the same for all its steps that say nothing else. */
export interface RunInteraction {
  readonly mode: InteractionMode;
  /** Give the foreground back at the end. */
  readonly restoresForeground: boolean;
  /** How long the effect of each step is left to be looked at, in foregroundDemo. */
  readonly stepDelayMs: number;
}

/** The program that a run was started for, where it was started for one. */
export interface RunSubject {
  readonly profile: string;
  readonly targetRef: string;
  readonly process: ProcessIdentity;
  readonly hwnd: Hwnd | undefined;
}

/** What is run. */
export interface Pipeline extends StepList {
  readonly restore: "always" | "never" | "onFailure";
  /** For everything: steps, what is put back, and what is done at the end. */
  readonly maxTotalMs: number;
  readonly interaction: RunInteraction;
  /** Whose default expectations count, and what `${pack.id}` means. */
  readonly pack?: Pack | undefined;
  /** What `${inputs.name}` means. */
  readonly inputs?: Fields | undefined;
  readonly subject?: RunSubject | undefined;
  /** What was in front before the program was launched; read at the start unless given. */
  readonly foregroundBefore?: Hwnd | undefined;
}

/** The answer to one call. */
export type StepAnswer =
  | { readonly ok: true; readonly output: Fields }
  | { readonly ok: false; readonly error: ErrorBody };

/** What a run may touch. `signal` is the client's. */
export interface PipelineContext extends ControlContext {
  /** As they were at the start: a reload meanwhile changes nothing for a run. */
  readonly packs: PackSet;
  readonly sessions: TargetSessions;
  readonly tools: StepTools;
  /** Does one call through the door. Never throws. */
  invoke(tool: string, args: Fields, signal: AbortSignal): Promise<StepAnswer>;
  progress(message: string): void;
}

/** The time of a run, which all of its phases share. */
export interface RunTime {
  readonly clock: Clock;
  /** By the clock of the run. */
  readonly endsAt: number;
  /** Aborted when the time is over; before clean-up begins also when the client cancels. */
  readonly signal: AbortSignal;
  /** Never negative, in milliseconds. */
  leftMs(): number;
  isOver(): boolean;
}

/** A run under way, as its parts see it. */
export interface Run {
  readonly context: PipelineContext;
  readonly pipeline: Pipeline;
  readonly time: RunTime;
  /** By their index: the results of steps that succeeded, or what a continued run still knows of them. */
  readonly results: readonly (Fields | undefined)[];
  /** Puts what references stand for in their places. */
  resolve<T>(data: T): Resolved<T>;
  /** Does one call in this run's interaction mode, within its time. */
  invoke(tool: string, args: Fields): Promise<StepAnswer>;
}

/** What is told of one step. */
export interface StepRecord {
  /** Of the whole pipeline, from 0. */
  readonly index: number;
  readonly id?: string;
  readonly tool: string;
  readonly success: boolean;
  readonly result?: Fields;
  readonly error?: StepError;
  /** What was expected and seen; null where nothing was expected, absent where the step said not to look. */
  readonly expectResult?: Fields | null;
  /** What was expected was seen. */
  readonly stateSettled?: boolean;
  /** It failed with a code that it tolerates, or there was no time for it. */
  readonly skipped?: true;
  /** How often it was tried. */
  readonly attempts?: number;
  readonly elapsedMs?: number;
  /** A clean-up step that an earlier part of this run has done. */
  readonly alreadyRan?: true;
}

/** Why a step, or a run, failed. */
export interface StepError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Fields;
}
