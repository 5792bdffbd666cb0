/** What every result says about the reading behind it: whether it was complete, and what it allows to be concluded. */
import * as z from "zod";
import { once } from "../core/once.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { gapsOf, isCut, type SearchVerdict } from "./status.ts";

/** The fields, for the output of a tool. */
export const readingShape = once(() => ({
  status: z.enum(["found", "empty-but-accessible", "not-exposed", "inconclusive", "truncated"])
    .describe("Only empty-but-accessible means that it is really not there."),
  complete: z.boolean().describe("Everything was read, and every property."),
  truncated: z.boolean().describe("A limit stopped the reading."),
  visitedNodes: z.int(),
  elapsedMs: z.number(),
  fetched: z.enum(["oneRequest", "byLevel"]).describe("How the tree was read."),
  gaps: z.strictObject({
    depth: z.int().optional().describe("Elements at the depth limit."),
    children: z.int().optional().describe("Elements with more children than are read."),
    nodes: z.literal(true).optional().describe("The limit of elements was reached."),
    time: z.literal(true).optional().describe("The time was over."),
    unreadable: z.int().optional().describe("Elements that could not be read."),
    failedProperties: z.record(z.string(), z.int()).optional().describe("How often each could not be read."),
  }).optional().describe("What kept the reading from being complete."),
  hints: z.array(z.string()).optional().describe("The most important first."),
}));

/** {@link readingShape} as a value. */
export type ReadingOutput = z.output<z.ZodObject<ReturnType<typeof readingShape>>>;

/** The fields of a reading; inside a node, where the verdict is about that. */
export function readingOutput(
  tree: UiTree,
  { status, complete, hints }: SearchVerdict,
  scope?: number,
): ReadingOutput {
  const gaps = gapsOf(tree, scope);
  const { visited, elapsedMs, fetched } = tree.reading;
  return {
    status,
    complete,
    truncated: isCut(gaps),
    visitedNodes: visited,
    elapsedMs,
    fetched,
    ...(complete ? {} : {
      gaps: {
        ...(gaps.depth > 0 ? { depth: gaps.depth } : {}),
        ...(gaps.children > 0 ? { children: gaps.children } : {}),
        ...(gaps.nodes ? { nodes: true as const } : {}),
        ...(gaps.time ? { time: true as const } : {}),
        ...(gaps.unreadable > 0 ? { unreadable: gaps.unreadable } : {}),
        ...(Object.keys(gaps.failedProperties).length > 0 ? { failedProperties: gaps.failedProperties } : {}),
      },
    }),
    ...(hints.length === 0 ? {} : { hints: [...hints] }),
  };
}
