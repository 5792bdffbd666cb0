/** Arguments and results of the tools that judge conditions. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { type Condition, type ConditionReason, CONDITIONS, missingOperand } from "../elements/condition.ts";
import { selectorSchema } from "../elements/selector.ts";
import type { AskedCondition } from "./judged_reading.ts";

/** What a condition is compared with. */
export const operandFields = once(() => ({
  expectedValue: z.string().max(4_000).optional().describe("The value."),
  expectedBoolean: z.boolean().optional().describe("Unused."),
  expectedCount: z.int().min(0).max(100).optional().describe("The count."),
  toggleState: z.enum(["On", "Off", "Indeterminate"]).optional().describe("On, Off, Indeterminate.")
    .meta({ published: { type: "string" } }),
  ignoreCase: z.boolean().optional().describe("Of values."),
}));

/** A condition in a list of them. */
export const listedConditionSchema: () => z.ZodType<AskedCondition> = once(() =>
  z.strictObject({
    selector: selectorSchema().optional().describe("Which element; without one, that of the call's ref."),
    condition: z.enum(CONDITIONS).describe("What is expected of it."),
    ...operandFields(),
  })
);

/** Why a condition does not hold or cannot be judged, for outputs. */
export const reasonSchema = once(() =>
  z.enum(
    [
      "differs",
      "noElement",
      "unproven",
      "unreadable",
      "notSupported",
      "protected",
    ] as const satisfies readonly ConditionReason[],
  ).describe(
    "unproven: not everything was read. notSupported: the element has no such thing. protected: a password.",
  )
);

/**
 * The rules between the fields of a condition.
 *
 * @param path where in the arguments it is
 * @throws {ToolError} INVALID_PARAMS
 */
export function requireAskable(asked: AskedCondition, ref: string | undefined, path = ""): void {
  const at = (field: string): string => path === "" ? field : `${path}.${field}`;
  const missing = missingOperand(asked satisfies Condition);
  if (missing !== undefined) throw invalidParameter(at(missing), `is needed for ${asked.condition}`);
  if (asked.selector !== undefined) return;
  if (ref === undefined) throw invalidParameter(at("selector"), "is needed, or the ref of an element");
  if (asked.condition === "countEquals") throw invalidParameter(at("selector"), "is needed for countEquals");
}

/**
 * Refuses a time that so many looks do not fit into.
 *
 * @throws {ToolError} INVALID_PARAMS
 */
export function requireRoom(
  { stableSamples, timeoutMs }: { readonly stableSamples: number; readonly timeoutMs: number },
  apartMs: number,
  lastLookMs: number,
): void {
  const needsMs = (stableSamples - 1) * apartMs + lastLookMs;
  if (needsMs <= timeoutMs) return;
  throw invalidParameter(
    "timeoutMs",
    `${stableSamples} looks ${apartMs} ms apart need ${needsMs} ms`,
  );
}
