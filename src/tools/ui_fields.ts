/** Arguments and results that the tools for elements share. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { elementStateSchema } from "../elements/projection.ts";
import { MOST_READ } from "../elements/reading_limits.ts";
import { readingShape } from "../elements/reading_output.ts";
import { type Selector, selectorSchema } from "../elements/selector.ts";
import { targetFields } from "./target_fields.ts";

/** How much is read unless the call says otherwise. */
export interface WalkDefaults {
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly timeoutMs: number;
}

/** Where a call reads: a window, or the element of a ref with all that is inside it. */
export const uiTargetFields = once(() => ({
  ...targetFields(),
  hwnd: targetFields().hwnd.describe("E.g. 0x0001002A."),
  ref: z.string().regex(/^e\d{1,15}$/).optional()
    .describe("Instead: an element shown before."),
}));

/** Arguments that say how far a call reads. */
export interface WalkFields {
  readonly includeProcessPopups: z.ZodDefault<z.ZodBoolean>;
  readonly maxDepth: z.ZodDefault<z.ZodInt>;
  readonly maxNodes: z.ZodDefault<z.ZodInt>;
  readonly timeoutMs: z.ZodDefault<z.ZodInt>;
}

/** A whole number within limits, with a default; the tool list leaves out what would be read many times over. */
export function boundedField(
  [least, most]: readonly [number, number],
  value: number,
  words: string,
): z.ZodDefault<z.ZodInt> {
  return z.int().min(least).max(most).default(value).describe(words);
}

/** How far a call reads. */
export function walkFields({ maxDepth, maxNodes, timeoutMs }: WalkDefaults): WalkFields {
  return {
    includeProcessPopups: z.boolean().default(true).describe("Its popups too."),
    maxDepth: boundedField([1, MOST_READ.depth], maxDepth, "Levels."),
    maxNodes: boundedField([1, MOST_READ.nodes], maxNodes, "Elements."),
    timeoutMs: boundedField([500, 120_000], timeoutMs, "In all."),
  };
}

/** What a result says about the window that was read. */
export const uiWindowShape = once(() => ({
  hwnd: z.string().describe("Handle of the window."),
  title: z.string().describe("Its title."),
  pid: z.int().describe("Process id of its program."),
}));

/** What a result says about the window that was read, and how whole the reading is. */
export const uiReadingShape = once(() => ({ ...uiWindowShape(), ...readingShape() }));

/** The ref of an element. */
export const refSchema = once(() => z.string().describe("Names the element in later calls."));

/** An element as results list it: its state, or those fields of it that were asked for. */
export const uiElementSchema = once(() =>
  z.strictObject({ ref: refSchema(), ...elementStateSchema().partial().shape })
);

/** A field of a name's own, where the shape of a selector has been told before in the same list of arguments. */
export function likeSelectorField(words: string): z.ZodOptional<z.ZodType<Selector>> {
  return selectorSchema().optional().describe(words).meta({ published: { type: "object" } });
}
