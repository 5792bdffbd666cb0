import * as z from "zod";
import { invalidParameter } from "../core/errors.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import type { ShowOptions } from "../elements/describe.ts";
import { ambiguousError } from "../elements/explain.ts";
import { choose, find, type Found, isMet } from "../elements/find.ts";
import { parseFields, type StateOptions } from "../elements/projection.ts";
import { selectedItemOf } from "../elements/selected_item.ts";
import type { Selector } from "../elements/selector.ts";
import { readingVerdict, type SearchVerdict, searchVerdict } from "../elements/status.ts";
import { defineTool } from "./tool.ts";
import {
  ignoredHints,
  indexHint,
  longListHints,
  nearestOutput,
  nearestSchema,
  uiElementOutput,
} from "./ui_elements.ts";
import {
  likeSelectorField,
  uiElementSchema,
  uiReadingShape,
  uiTargetFields,
  walkFields,
} from "./ui_fields.ts";
import { readWindow, refsOf, uiReadingOutput } from "./ui_reading.ts";

/** Of each text; lists of elements show less of them. */
const MOST_TEXT_UNITS = 10_000;

const EVERY_FIELD = parseFields(undefined);

/** Everything about one element. */
export const uiGetTool = defineTool({
  name: "ui_get",
  title: "Get one element",
  description:
    "Reads the state of one element: what fits the selector, or ref itself. found false means that it is " +
    "not there only with status empty-but-accessible; see nearest.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    selector: likeSelectorField("As in ui_query; exactly one must fit."),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 10_000 }),
  }),
  output: () => ({
    found: z.boolean(),
    ...uiReadingShape(),
    element: uiElementSchema().nullable(),
    nearest: nearestSchema().optional(),
  }),
  rules: requireAny,
  async handler(args, context) {
    requireAny(args);
    const { selector } = args;
    const reading = await readWindow(context, args, {}, {
      ...(selector === undefined ? {} : { isFound: (tree) => isMet(tree, selector) }),
    });
    const { tree, scope } = reading;
    const refOf = refsOf(context, reading);
    const got = selector === undefined
      ? itself(tree, scope)
      : lookFor(tree, selector, { refOf, ...(scope === undefined ? {} : { scope }) });
    return {
      found: got.node !== undefined,
      element: got.node === undefined ? null : uiElementOutput(tree, got.node, refOf, EVERY_FIELD, {
        maxTextUnits: MOST_TEXT_UNITS,
        ...selectedFields(tree, got.node),
      }),
      ...uiReadingOutput(reading, got.verdict, got.hints),
      ...(got.nearest === undefined ? {} : { nearest: got.nearest }),
    };
  },
});

/** What became of looking for an element. */
interface Got {
  readonly node: number | undefined;
  readonly verdict: SearchVerdict;
  readonly hints: readonly string[];
  readonly nearest?: ReturnType<typeof nearestOutput>;
}

function selectedFields(tree: UiTree, node: number): Pick<StateOptions, "selectedItem"> {
  const selectedItem = selectedItemOf(tree, node);
  return selectedItem === undefined ? {} : { selectedItem };
}

/** The element of a ref: it is there, however much of what is inside it was read. */
function itself(tree: UiTree, node: number | undefined): Got {
  return { node, verdict: { ...readingVerdict(tree, node), status: "found", hints: [] }, hints: [] };
}

/** @throws {ToolError} ELEMENT_AMBIGUOUS */
function lookFor(
  tree: UiTree,
  selector: Selector,
  options: ShowOptions & { readonly refOf: (node: number) => string },
): Got {
  const found = find(tree, selector, options);
  const hints = ignoredHints(EVERY_FIELD, selector);
  const choice = choose(tree, found, selector);
  if (choice.kind === "ambiguous") throw ambiguousError(tree, selector, found.matches, options);
  if (choice.kind === "one") {
    return { node: choice.node, verdict: searchVerdict(tree, found, options.scope), hints };
  }
  const none: Found = { ...found, matches: [] };
  const verdict = searchVerdict(tree, none, options.scope);
  const cut = longListHints(tree, options.scope, options.refOf);
  return choice.kind === "none"
    ? { node: undefined, verdict, hints: [...hints, ...cut], nearest: nearestOutput(tree, selector, options) }
    : { node: undefined, verdict, hints: [...hints, indexHint(found.matches.length), ...cut] };
}

function requireAny({ selector, ref }: { readonly selector?: unknown; readonly ref?: unknown }): void {
  if (selector === undefined && ref === undefined) {
    throw invalidParameter("selector", "give a selector or a ref");
  }
}
