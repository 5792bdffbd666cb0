/** The steps of a pipeline, as a caller or a workflow writes them. */

/** How often and when a failed step is tried again. */
export interface Retry {
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly backoffMultiplier: number;
  readonly onlyCodes?: readonly string[] | undefined;
}

/** A state that is read before something changes it. */
export interface Capture {
  readonly saveAs: string;
  readonly read?: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> } | undefined;
}

/** One call of a tool, with what has to hold after it. */
export interface Step {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What later steps call a part of the result by, and the path of that part. */
  readonly exports?: Readonly<Record<string, string>> | undefined;
  /** Undefined: what the pack expects of the action; false: nothing. */
  readonly expect?: Readonly<Record<string, unknown>> | false | undefined;
  readonly retry?: Retry | undefined;
  readonly captureBefore?: readonly Capture[] | undefined;
  readonly ignoreCodes?: readonly string[] | undefined;
}

/** What runs as one: its steps one after another, and those at the end, whatever became of them. */
export interface StepList {
  readonly steps: readonly Step[];
  readonly finally: readonly Step[];
  readonly captureBefore?: readonly Capture[] | undefined;
}

/** More of these are refused. */
export const STEP_LIMITS = {
  steps: 50,
  finally: 20,
  captures: 32,
  exports: 32,
  exportPathUnits: 256,
  attempts: 5,
} as const;

/** How a step may be called. */
export const STEP_ID_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** What a reference begins with when it is not about a step, or may one day. */
export const RESERVED_STEP_IDS: readonly string[] = [
  "vars",
  "env",
  "steps",
  "results",
  "run",
  "pack",
  "inputs",
];

/** Tools that run steps themselves, or look at them: none is a step. */
export const RUNNERS: ReadonlySet<string> = new Set([
  "run_steps",
  "profile_run_steps",
  "run_workflow",
  "continue_run",
  "validate_steps",
]);
