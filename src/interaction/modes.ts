/**
 * How far a call may go: `background` never takes the foreground nor the keyboard, `foregroundDemo` may raise and
 * activate the target, `auto` prefers the background and says when it could not stay there.
 */
export type InteractionMode = "auto" | "background" | "foregroundDemo";

/** What a call says about its interaction. */
export interface InteractionRequest {
  readonly mode: InteractionMode;
  /** Give the foreground back at the end. */
  readonly restoresForeground: boolean;
  /** How long the effect is left to be looked at before the foreground is given back. */
  readonly stepDelayMs: number;
}

/** The interaction part of a tool's arguments, as published. */
export interface InteractionArguments {
  readonly interactionMode?: InteractionMode | undefined;
  readonly foregroundDemo?: {
    readonly restorePreviousForeground?: boolean | undefined;
    readonly stepDelayMs?: number | undefined;
  } | undefined;
}

/** The arguments with their defaults. */
export function interactionRequest(args: InteractionArguments): InteractionRequest {
  return {
    mode: args.interactionMode ?? "auto",
    restoresForeground: args.foregroundDemo?.restorePreviousForeground ?? true,
    stepDelayMs: args.foregroundDemo?.stepDelayMs ?? 0,
  };
}
