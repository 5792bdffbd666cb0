import * as z from "zod";
import { once } from "../core/once.ts";
import { DEFAULT_OUTLINE_BYTES, outline } from "../elements/outline.ts";
import { outlineChanges } from "../elements/outline_changes.ts";
import { quotedOnLine, utf8Bytes } from "../elements/outline_line.ts";
import { MOST_READ } from "../elements/reading_limits.ts";
import type { Snapshot } from "../elements/refs.ts";
import { readingVerdict } from "../elements/status.ts";
import { baseOf, isOf, mainPart, startOf, withTargetOf } from "./snapshot_base.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { boundedField, uiReadingShape, uiTargetFields, walkFields } from "./ui_fields.ts";
import { readWindow, refsOf, uiReadingOutput } from "./ui_reading.ts";

/** So many children of each element are read: a long list answers with its first page. */
const PAGE_CHILDREN = 100;
/** With less, the head line would leave no room. */
const LEAST_BYTES = 1_000;
const MOST_BYTES = 60_000;
/** The title is in the outline as well. */
const MOST_TITLE_UNITS = 40;

const headShape = once(() => ({
  snapshotId: z.string().describe("For since."),
  ...uiReadingShape(),
  baseId: z.string().optional().describe("The snapshot that this was compared with."),
  notCompared: z.enum(["forgotten", "otherWindow"]).optional()
    .describe("Why the snapshot that since names was of no use; the outline is of everything then."),
}));

type Head = z.output<z.ZodObject<ReturnType<typeof headShape>>>;

/** What a model reads first. */
export const uiSnapshotTool = defineTool({
  name: "ui_snapshot",
  title: "Outline a window's elements",
  description:
    "What is in a window, to be read first: an outline of one line an element, with its states, value and " +
    "a ref, which the other ui tools take. Long lists are cut and say how to go on.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    since: z.string().regex(/^s\d{1,15}$/).optional()
      .describe("A snapshotId: only what changed since; names its window."),
    firstItem: z.int().min(0).max(100_000_000).optional()
      .describe("With a ref: go on from its child of this number."),
    maxBytes: boundedField(
      [LEAST_BYTES, MOST_BYTES],
      DEFAULT_OUTLINE_BYTES,
      `Of the text, to ${MOST_BYTES}.`,
    ),
    ...walkFields({ maxDepth: MOST_READ.depth, maxNodes: MOST_READ.nodes, timeoutMs: 10_000 }),
  }),
  output: () => ({
    ...headShape(),
    outline: z.string().describe("One line an element, indented by what is inside what."),
    bytes: z.int().describe("Of the outline in UTF-8."),
    leftOut: z.int().describe("Lines that had no room."),
    shown: z.int().optional().describe("Elements with a line; not where only changes are shown."),
    folded: z.int().optional().describe(
      "Elements that only arrange others; not where only changes are shown.",
    ),
    added: z.int().optional(),
    removed: z.int().optional(),
    changed: z.int().optional(),
    unchanged: z.int().optional(),
    unknown: z.int().optional().describe("Elements that were not read this time."),
    newlyRead: z.int().optional().describe("Elements that were not read before."),
  }),
  async handler(args, context) {
    const base = baseOf(context, args);
    const reading = await readWindow(
      context,
      await withTargetOf(context, base, {
        ...args,
        includeProcessPopups: args.includeProcessPopups && base?.isMainOnly !== true,
      }),
      { maxChildren: PAGE_CHILDREN, ...startOf(context, base, args) },
    );
    const { window, tree, snapshot, scope } = reading;
    context.refs.keep(snapshot);
    const compared = base !== undefined && isOf(base, window) ? base : undefined;
    const head: Head = {
      snapshotId: snapshot.id,
      ...uiReadingOutput(reading, readingVerdict(tree, scope)),
      ...(compared === undefined ? {} : { baseId: compared.id }),
      ...(args.since === undefined || compared !== undefined
        ? {}
        : { notCompared: base === undefined ? "forgotten" : "otherWindow" }),
    };
    const maxBytes = args.maxBytes - utf8Bytes(headLine(head)) - 1;
    if (compared !== undefined) return { ...head, ...changesSince(context, compared, snapshot, maxBytes) };
    const { text, ...numbers } = outline(tree, {
      refOf: refsOf(context, reading),
      maxBytes,
      ...(scope === undefined ? {} : { scope }),
    });
    return { ...head, outline: text, ...numbers };
  },
  text: (output) => `${headLine(output)}\n${output.outline}`,
});

function changesSince(
  { refs }: ToolContext,
  base: Snapshot,
  snapshot: Snapshot,
  maxBytes: number,
): { readonly outline: string } & Omit<ReturnType<typeof outlineChanges>, "text"> {
  const older = snapshot.isMainOnly && !base.isMainOnly ? mainPart(base.tree) : base.tree;
  const { text, ...numbers } = outlineChanges(older, snapshot.tree, {
    oldRefOf: (node) => refs.givenRefOf(base, node),
    newRefOf: (node) => refs.refOf(snapshot, node),
    maxBytes,
  });
  return { outline: text, ...numbers };
}

/** The line above the outline: what it is of, and what a reader must know before reading on. */
function headLine(head: Head): string {
  const { snapshotId, hwnd, title, pid, status, hints = [], baseId, notCompared } = head;
  const parts = [`snapshot ${snapshotId} of ${hwnd} ${quotedOnLine(title, MOST_TITLE_UNITS)}, pid ${pid}`];
  if (baseId !== undefined) parts.push(`changes since ${baseId}`);
  if (notCompared !== undefined) {
    parts.push(`whole, since the one named by since ${NOT_COMPARED[notCompared]}`);
  }
  // What was cut is said where it is missing.
  if (status !== "found") parts.push([`status ${status}`, ...hints.slice(0, 1)].join(": "));
  return parts.join("; ");
}

const NOT_COMPARED = {
  forgotten: "is not remembered",
  otherWindow: "is of another window",
} as const;
