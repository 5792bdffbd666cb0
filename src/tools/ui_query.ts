import * as z from "zod";
import { invalidParameter } from "../core/errors.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { choose, find, type FindOptions, type Found } from "../elements/find.ts";
import { depthsToTry } from "../elements/inspect.ts";
import { checksOf, fitsAll } from "../elements/match.ts";
import { fieldsField, parseFields } from "../elements/projection.ts";
import { type Selector, selectorField } from "../elements/selector.ts";
import { searchVerdict } from "../elements/status.ts";
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
  boundedField,
  likeSelectorField,
  uiElementSchema,
  uiReadingShape,
  uiTargetFields,
  walkFields,
} from "./ui_fields.ts";
import { listSizeHints } from "./ui_list_size.ts";
import { readWindow, refsOf, uiReadingOutput, type WindowReading } from "./ui_reading.ts";

const MOST_RESULTS = 100;
const MOST_DEPTH = 30;

/** Lists the elements that fit. */
export const uiQueryTool = defineTool({
  name: "ui_query",
  title: "Find elements",
  description: "Lists the elements that fit a selector, or all inside a scope (rootSelector, " +
    "ancestorSelector, ref). nameContains stands beside the selector: " +
    '{pid: 7, rootSelector: {controlType: "List"}, nameContains: "report"}.',
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    selector: selectorField("").optional(),
    rootSelector: likeSelectorField("Only inside what fits this."),
    ancestorSelector: likeSelectorField("And inside what fits this."),
    nameContains: z.string().min(1).max(256).optional().describe("In any case."),
    fields: fieldsField(),
    depthStrategy: z.enum(["fixed", "auto"]).default("fixed").describe("auto: maxDepth, then deeper."),
    maxDepthAutoLimit: boundedField([1, MOST_DEPTH], 24, "For auto."),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 20_000 }),
    includePatterns: z.boolean().default(true).describe("Patterns too."),
    maxResults: boundedField([1, MOST_RESULTS], MOST_RESULTS, "Most that are listed."),
  }),
  output: () => ({
    found: z.boolean(),
    count: z.int().describe("All that fit, listed or not."),
    ...uiReadingShape(),
    scoped: z.literal(true).optional(),
    projected: z.literal(true).optional(),
    maxDepth: z.int().optional().describe("Levels that were read."),
    requestedMaxDepth: z.int().nullable().optional().describe("Null for auto."),
    depthExpanded: z.boolean().optional(),
    nearest: nearestSchema().optional(),
    elements: z.array(uiElementSchema()),
  }),
  rules: requireAny,
  async handler(args, context) {
    requireAny(args);
    const { selector, rootSelector, ancestorSelector, nameContains, depthStrategy } = args;
    const within = [rootSelector, ancestorSelector].filter((one) => one !== undefined);
    const reading = await readWindow(context, args, {}, {
      depths: depthsToTry(depthStrategy, args.maxDepth, args.maxDepthAutoLimit),
      isEnough: (tree, scope) => search(tree, { selector, within, nameContains, scope }).chosen.length > 0,
    });
    const { tree, scope } = reading;
    const { found, chosen } = search(tree, { selector, within, nameContains, scope });
    const projection = parseFields(args.fields);
    const refOf = refsOf(context, reading);
    const listed = chosen.slice(0, args.maxResults);
    const isScoped = within.length > 0 || nameContains !== undefined || args.fields !== undefined ||
      scope !== undefined || depthStrategy === "auto";
    const elements = listed.map((node) => {
      const { patterns, ...rest } = uiElementOutput(tree, node, refOf, projection);
      return args.includePatterns && patterns !== undefined ? { ...rest, patterns } : rest;
    });
    const missing = found.matches.length > 0 ? undefined : missingPart(tree, args, scope);
    return {
      found: chosen.length > 0,
      count: chosen.length,
      elements,
      ...uiReadingOutput(reading, searchVerdict(tree, { ...found, matches: chosen }, scope), [
        ...countHints(found, chosen, listed),
        ...missing?.hints ?? [],
        ...listSizeHints(elements),
        ...longListHints(tree, scope, refOf),
        ...ignoredHints(projection, selector, { rootSelector, ancestorSelector }),
      ]),
      ...(missing === undefined
        ? {}
        : { nearest: nearestOutput(tree, missing.selector, { ...missing.options, refOf }) }),
      ...(isScoped ? { scoped: true as const, ...depthOutput(reading, args) } : {}),
      ...(projection.kept === undefined ? {} : { projected: true as const }),
    };
  },
});

/** What is searched for, and where. */
interface Search {
  readonly selector: Selector | undefined;
  readonly within: readonly Selector[];
  readonly nameContains: string | undefined;
  readonly scope: number | undefined;
}

/** All that fits, and what of it is meant: with an index that one alone. */
function search(
  tree: UiTree,
  { selector, within, nameContains, scope }: Search,
): { readonly found: Found; readonly chosen: readonly number[] } {
  const found = find(tree, selector, findOptions({ within, nameContains, scope }));
  if (selector?.index === undefined) return { found, chosen: found.matches };
  const choice = choose(tree, found, selector);
  return { found, chosen: choice.kind === "one" ? [choice.node] : [] };
}

function findOptions({ within, nameContains, scope }: Omit<Search, "selector">): FindOptions {
  return {
    within,
    ...(nameContains === undefined ? {} : { nameContains }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/**
 * The part of a search for which nothing was found: a scope that is not there itself comes before what is inside it.
 * Undefined where everything inside a scope was asked for: there is nothing that would come near to it.
 */
function missingPart(
  tree: UiTree,
  { selector, rootSelector, ancestorSelector, nameContains }: Partial<Search> & {
    readonly rootSelector?: Selector | undefined;
    readonly ancestorSelector?: Selector | undefined;
  },
  scope: number | undefined,
):
  | { readonly selector: Selector; readonly options: FindOptions; readonly hints: readonly string[] }
  | undefined {
  for (const [field, scopeSelector] of Object.entries({ rootSelector, ancestorSelector })) {
    if (scopeSelector === undefined || isAnywhere(tree, scopeSelector)) continue;
    const hints = [`Nothing that was read fits ${field} itself.`];
    return { selector: scopeSelector, options: {}, hints };
  }
  if (selector === undefined && nameContains === undefined) return undefined;
  const within = [rootSelector, ancestorSelector].filter((one) => one !== undefined);
  return { selector: selector ?? {}, options: findOptions({ within, nameContains, scope }), hints: [] };
}

/** Whether some element, the window itself among them, fits a selector's own fields, as a scope must. */
function isAnywhere(tree: UiTree, selector: Selector): boolean {
  const checks = checksOf(selector);
  return tree.nodes.some(({ element }) => fitsAll(checks, element));
}

function countHints(
  { matches }: Found,
  chosen: readonly number[],
  listed: readonly number[],
): readonly string[] {
  const unlisted = chosen.length - listed.length;
  return [
    ...unlisted > 0 ? [`${unlisted} more fit than are listed: raise maxResults, or say more of them.`] : [],
    ...chosen.length === 0 && matches.length > 0 ? [indexHint(matches.length)] : [],
  ];
}

function depthOutput(
  { depth }: WindowReading,
  { depthStrategy, maxDepth }: { readonly depthStrategy: "fixed" | "auto"; readonly maxDepth: number },
): { readonly maxDepth: number; readonly requestedMaxDepth: number | null; readonly depthExpanded: boolean } {
  const isAuto = depthStrategy === "auto";
  return {
    maxDepth: depth,
    requestedMaxDepth: isAuto ? null : maxDepth,
    depthExpanded: isAuto && depth > maxDepth,
  };
}

function requireAny(
  { selector, rootSelector, ancestorSelector, ref }: Partial<
    Record<"selector" | "rootSelector" | "ancestorSelector" | "ref", unknown>
  >,
): void {
  if ([selector, rootSelector, ancestorSelector, ref].every((one) => one === undefined)) {
    throw invalidParameter("selector", "give selector, rootSelector, ancestorSelector or ref");
  }
}
