/** What the checks of steps must know of App Packs. */

/** What a pack promises of an action on one of its controls. */
export interface StepPromise {
  readonly isIdempotent: boolean;
  /** How long the tool waits for what has to hold afterwards; undefined where the pack says nothing of that. */
  readonly expectTimeoutMs: number | undefined;
}

/** A pack as a step sees it. */
export interface StepPack {
  readonly id: string;
  /** How long its program may take to start. */
  readonly launchTimeoutMs: number;
  hasControl(name: string): boolean;
  /** The control that a wrong name was probably meant to be. */
  nearestControl(name: string): string | undefined;
  /** What is promised of the action that arguments are about. */
  promiseOf(args: Readonly<Record<string, unknown>>): StepPromise | undefined;
}

/** The packs that steps may be about. */
export interface StepPacks {
  /** The one that they run with, which `${pack.id}` is about. */
  readonly own: StepPack | undefined;
  /** There are no others: a name that is none of theirs is wrong. */
  readonly areAll: boolean;
  /** All actions that a control of a pack can be asked for. */
  readonly actions: readonly string[];
  /** A pack in use. */
  find(id: string): StepPack | undefined;
  /** The pack that a wrong id was probably meant to be. */
  nearest(id: string): string | undefined;
}
