/** Arguments and results that the tools for elements share. */
import { z } from "zod";
import { TARGET_FIELDS } from "./target_fields.ts";

/** How much is read unless the call says otherwise. */
export interface WalkDefaults {
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly timeoutMs: number;
}

/** Where a call reads: a window, or the element of a ref with all that is inside it. */
export const UI_TARGET_FIELDS = {
  ...TARGET_FIELDS,
  ref: z.string().regex(/^e\d{1,15}$/).optional()
    .describe("Instead of a window: an element that ui_snapshot showed, and what is inside it.")
    .meta({ published: { type: "string" } }),
};

/** Arguments that say how far a call reads. */
export interface WalkFields {
  readonly includeProcessPopups: z.ZodDefault<z.ZodBoolean>;
  readonly maxDepth: z.ZodDefault<z.ZodInt>;
  readonly maxNodes: z.ZodDefault<z.ZodInt>;
  readonly timeoutMs: z.ZodDefault<z.ZodInt>;
}

/** How far a call reads. */
export function walkFields({ maxDepth, maxNodes, timeoutMs }: WalkDefaults): WalkFields {
  const bounded = (least: number, most: number, value: number, words: string): z.ZodDefault<z.ZodInt> =>
    z.int().min(least).max(most).default(value).describe(`${words} ${value}.`)
      .meta({ published: { type: "integer" } });
  return {
    includeProcessPopups: z.boolean().default(true).describe("Other windows of the program too.")
      .meta({ published: { type: "boolean" } }),
    maxDepth: bounded(1, 30, maxDepth, "Levels; default"),
    maxNodes: bounded(1, 5_000, maxNodes, "Elements; default"),
    timeoutMs: bounded(500, 120_000, timeoutMs, "Default"),
  };
}

/** What a result says about the window that was read. */
export const UI_WINDOW_OUTPUT = {
  hwnd: z.string().describe("Handle of the window."),
  title: z.string().describe("Its title."),
  pid: z.int().describe("Process id of its program."),
};
