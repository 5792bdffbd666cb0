/** States that a run has read, to put them back. */
import type { Fields } from "./pipeline.ts";

/** What kind of state it is. */
export type StateKind = "value" | "toggle" | "range" | "expanded" | "selection" | "page";

/** One state, as it was before the run changed it. Plain data: a run that is continued keeps it. */
export interface CapturedState {
  /** `saveAs` of the capture. */
  readonly key: string;
  readonly stepId?: string;
  /** Undefined where nothing could be read. */
  readonly kind?: StateKind;
  /** Put back and seen to be so: not done again. */
  readonly isRestored: boolean;
  /** What its kind needs; never a password. */
  readonly state: Fields;
}

/** What became of one state. */
export interface RestoreResult {
  readonly key: string;
  readonly stepId?: string;
  readonly kind?: StateKind;
  readonly attempted: boolean;
  readonly success: boolean;
  readonly verified: boolean;
  readonly code?: string;
  readonly method?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly message?: string;
  readonly valueCaptured: boolean;
  readonly skipped?: true;
  readonly interaction?: Fields;
}
