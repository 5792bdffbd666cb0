import * as z from "zod";
import { once } from "../core/once.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { inspectNodes } from "../elements/inspect.ts";
import { fieldsField, parseFields, type Projection } from "../elements/projection.ts";
import { readingVerdict } from "../elements/status.ts";
import { shownTitle } from "./target_fields.ts";
import { defineTool } from "./tool.ts";
import { ignoredHints, longListHints, uiElementOutput, unknownTypeHints } from "./ui_elements.ts";
import { uiElementSchema, uiReadingShape, uiTargetFields, walkFields } from "./ui_fields.ts";
import { listBytes, listSizeHints } from "./ui_list_size.ts";
import { requirePart, rootSelectorField } from "./ui_part.ts";
import { readWindow, refsOf, uiReadingOutput } from "./ui_reading.ts";

/** A switch whose default a client reads in its own field of the schema. */
const flag = (value: boolean, words: string): z.ZodDefault<z.ZodBoolean> =>
  z.boolean().default(value).describe(words);

/** Without fields, a list that would be longer has these alone: what all of it says fills a model's memory. */
const MOST_WHOLE_BYTES = 250_000;
const SHORT_FIELDS = ["automationId", "name", "controlType"];
const SHORT: Projection = { kept: new Set(SHORT_FIELDS), ignored: [] };

/** A window that was read. */
const rootSchema = once(() =>
  z.strictObject({
    hwnd: z.string(),
    title: z.string(),
    className: z.string(),
    processId: z.int(),
    isMain: z.boolean(),
    isPopup: z.boolean().describe("It has no title, as menus and drop-down lists."),
    rootIndex: z.int(),
  })
);

/** The whole tree, flat. */
export const uiInspectTreeTool = defineTool({
  name: "ui_inspect_tree",
  title: "Inspect the element tree",
  description: "Lists every element of a window, flat, each with its parent. For diagnosis: " +
    "find a known control with ui_query.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    rootSelector: rootSelectorField(),
    controlTypes: z.array(z.string().min(1).max(64)).max(50).optional().describe("Only these."),
    interactiveOnly: flag(false, "Shown, enabled, focusable."),
    automationIdOnly: flag(false, "That have one."),
    includeOffscreen: flag(true, "Hidden ones too."),
    includePatterns: flag(true, "Patterns too."),
    fields: fieldsField(),
    ...walkFields({ maxDepth: 10, maxNodes: 1_500, timeoutMs: 20_000 }),
  }),
  output: () => ({
    returnedNodes: z.int(),
    ...uiReadingShape(),
    maxDepth: z.int().describe("Levels that were read."),
    maxNodes: z.int(),
    roots: z.array(rootSchema()),
    nodes: z.array(z.strictObject({
      nodeId: z.int(),
      parentNodeId: z.int().nullable().describe("The nearest element above it that is listed."),
      depth: z.int().describe("Levels below its window."),
      rootHwnd: z.string(),
      rootIndex: z.int(),
      ...uiElementSchema().shape,
    })).describe("What an element has not or is not (a value, the focus) is left out."),
  }),
  async handler(args, context) {
    const { rootSelector, controlTypes = [] } = args;
    const reading = await readWindow(context, args);
    const { tree, scope } = reading;
    const part = requirePart(context, reading, rootSelector);
    const { interactiveOnly, automationIdOnly, includeOffscreen } = args;
    const listed = inspectNodes(tree, {
      ...part,
      interactiveOnly,
      automationIdOnly,
      includeOffscreen,
      controlTypes,
    });
    const projection = parseFields(args.fields);
    const refOf = refsOf(context, reading);
    const shownWith = (projection: Projection) =>
      listed.map(({ node, ...place }) => {
        const { runtimeId: _id, patterns, ...state } = uiElementOutput(tree, node, refOf, projection);
        const shown = args.includePatterns && patterns !== undefined ? { ...state, patterns } : state;
        return { ...place, ...(projection.kept === undefined ? withoutAbsent(shown) : shown) };
      });
    const whole = shownWith(projection);
    const isShort = projection.kept === undefined && listBytes(whole) > MOST_WHOLE_BYTES;
    const nodes = isShort ? shownWith(SHORT) : whole;
    return {
      roots: rootsOf(tree),
      nodes,
      returnedNodes: nodes.length,
      ...uiReadingOutput(reading, readingVerdict(tree, scope), [
        ...nodes.length === 0 ? ["The filters hide every element that was read."] : [],
        ...isShort
          ? [`Of so many elements only ${SHORT_FIELDS.join(", ")} are listed: name fields for others.`]
          : [],
        ...listSizeHints(nodes),
        ...longListHints(tree, scope, refOf),
        ...unknownTypeHints(controlTypes),
        ...ignoredHints(projection, undefined, { rootSelector }),
      ]),
      maxDepth: reading.depth,
      maxNodes: args.maxNodes,
    };
  },
});

function rootsOf(tree: UiTree): z.input<ReturnType<typeof rootSchema>>[] {
  return tree.roots.map(({ hwnd, title, className, processId, isMain, isPopup }, rootIndex) => ({
    hwnd: formatHwnd(hwnd),
    title: shownTitle(title),
    className: shownTitle(className),
    processId,
    isMain,
    isPopup,
    rootIndex,
  }));
}

/** What few elements have or are. */
const SELDOM: ReadonlySet<string> = new Set([
  "hasKeyboardFocus",
  "isPassword",
  "valueProtected",
  "nativeWindowHandle",
]);

/** A thousand elements without a value, a range, a state or the focus need not say so a thousand times. */
function withoutAbsent<T extends { readonly ref: string }>(state: T): T {
  const isAbsent = (name: string, value: unknown): boolean =>
    value === null || (SELDOM.has(name) && (value === false || value === ""));
  // A selection of the entries of T, of which only the ref is required.
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => !isAbsent(name, value))) as T;
}
