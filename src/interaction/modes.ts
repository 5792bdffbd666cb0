/**
 * How far a call may go: `background` never takes the foreground nor the keyboard, `foregroundDemo` may raise and
 * activate the target, `auto` prefers the background and says when it could not stay there.
 */
export type InteractionMode = "auto" | "background" | "foregroundDemo";

/** The native way of keyboard input, which goes to whatever is in front: nothing that is sent so stays in the background. */
export const KEYBOARD_METHOD = "SendInput";

/** What a call says about its interaction. */
export interface InteractionRequest {
  readonly mode: InteractionMode;
  /** Give the foreground back at the end. */
  readonly restoresForeground: boolean;
  /** How long the effect is left to be looked at before the foreground is given back. */
  readonly stepDelayMs: number;
  /** Nothing may come to the front; said by background mode, or by `noActivate` where no mode says otherwise. */
  readonly noActivate: boolean;
}

/** The interaction part of a tool's arguments, as published. */
export interface InteractionArguments {
  readonly interactionMode?: InteractionMode | undefined;
  readonly foregroundDemo?: {
    readonly restorePreviousForeground?: boolean | undefined;
    readonly stepDelayMs?: number | undefined;
  } | undefined;
  readonly noActivate?: boolean | undefined;
}

/** What an App Pack says of how its program is to be worked with. */
export interface InteractionDefaults {
  /** `foregroundDemo` counts as nothing said: only a caller may ask for the front. */
  readonly defaultMode?: InteractionMode | undefined;
  readonly restorePreviousForeground?: boolean | undefined;
}

/**
 * The arguments with their defaults: what the call says comes before what the pack says, and that before `auto` with
 * the foreground given back. A mode that either of them says beats the older `noActivate`.
 */
export function interactionRequest(
  args: InteractionArguments,
  defaults: InteractionDefaults = {},
): InteractionRequest {
  const packMode = defaults.defaultMode === "background" ? "background" : "auto";
  const mode = args.interactionMode ?? packMode;
  return {
    mode,
    noActivate: mode === "background" || mode === "auto" && args.noActivate === true,
    restoresForeground: args.foregroundDemo?.restorePreviousForeground ??
      defaults.restorePreviousForeground ?? true,
    stepDelayMs: args.foregroundDemo?.stepDelayMs ?? 0,
  };
}
