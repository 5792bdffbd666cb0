/** What a tool does to the world, in one word; annotations and permission follow from it. */
export type Effect = "read" | "act" | "launch" | "terminate" | "clipboard";

/** The standard tool hints that follow from an effect. */
export interface EffectAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Whether the same call twice usually does what it does once; a tool may know better. */
export function isUsuallyIdempotent(effect: Effect): boolean {
  return effect === "read" || effect === "clipboard";
}

/** The annotations that a tool of this effect publishes. */
export function annotationsOf(effect: Effect, isIdempotent = isUsuallyIdempotent(effect)): EffectAnnotations {
  return {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "terminate",
    idempotentHint: isIdempotent,
    openWorldHint: true,
  };
}
