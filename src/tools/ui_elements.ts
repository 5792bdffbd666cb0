/** Elements of a reading as the results of several tools show them. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { quotedText } from "../core/text.ts";
import { CONTROL_TYPES, type UiTree } from "../desktop/ui_element.ts";
import { isControlType, normalizeControlType } from "../elements/control_types.ts";
import { shownText, type ShowOptions } from "../elements/describe.ts";
import { longLists } from "../elements/long_lists.ts";
import { nearMisses } from "../elements/near_misses.ts";
import { elementState, project, type Projection, type StateOptions } from "../elements/projection.ts";
import { ignoredParts, type Selector, unknownTypes } from "../elements/selector.ts";
import { elementAt, nodeAt } from "../elements/tree.ts";
import { nearestName } from "../core/nearest_name.ts";
import type { uiElementSchema } from "./ui_fields.ts";

/** So many are told of. */
const MOST_LONG_LISTS = 3;

/** An element with its ref, and those of its fields that were asked for. */
export function uiElementOutput(
  tree: UiTree,
  node: number,
  refOf: (node: number) => string,
  projection: Projection,
  options: StateOptions = {},
): z.input<ReturnType<typeof uiElementSchema>> {
  return { ref: refOf(node), ...project(elementState(elementAt(tree, node), options), projection) };
}

/** Elements that a selector nearly fits, for the output of a tool. */
export const nearestSchema = once(() =>
  z.array(z.strictObject({
    ref: z.string(),
    controlType: z.string(),
    name: z.string(),
    automationId: z.string(),
    uiPath: z.array(z.string()).describe("Itself and what is above it."),
    differs: z.array(z.strictObject({
      field: z.string(),
      wanted: z.string(),
      actual: z.string().optional(),
    })).describe("Everything in which it differs from the selector."),
  })).describe("What comes nearest to a selector that fits nothing.")
);

/** The elements that a selector nearly fits. */
export function nearestOutput(
  tree: UiTree,
  selector: Selector,
  options: ShowOptions & { readonly refOf: (node: number) => string },
): z.input<ReturnType<typeof nearestSchema>> {
  return nearMisses(tree, selector, options).map((
    { ref = "", controlType, name, automationId, ...miss },
  ) => ({
    ref,
    controlType,
    name,
    automationId,
    uiPath: [...miss.uiPath],
    differs: miss.differs.map(({ field, wanted, actual }) => ({
      field,
      wanted: inWords(wanted),
      ...(actual === undefined ? {} : { actual: inWords(actual) }),
    })),
  }));
}

/** The hint where so many elements fit, and the index asks for one beyond them. */
export function indexHint(count: number): string {
  return `The index is beyond the ${count} elements that fit otherwise.`;
}

/** Hints about lists of which only the first items were read, and how to go on. */
export function longListHints(
  tree: UiTree,
  scope: number | undefined,
  refOf: (node: number) => string,
): readonly string[] {
  return longLists(tree, scope).slice(0, MOST_LONG_LISTS).map(({ node, read, total }) => {
    const { controlType, name } = elementAt(tree, node);
    const list = `${controlType} ${quotedText(shownText(name))}`;
    const next = (nodeAt(tree, node).firstChild ?? 0) + read;
    return `Of ${list} (ref ${refOf(node)}), ${read} of ${
      total ?? "more"
    } children were read; ui_snapshot of that ` +
      `ref goes on with firstItem ${next}.`;
  });
}

/**
 * Hints about arguments that were not looked at, or that nothing can fit. Of a scope, only what it says of the element
 * itself counts.
 */
export function ignoredHints(
  { ignored }: Pick<Projection, "ignored">,
  selector: Selector | undefined,
  scopes: Readonly<Record<string, Selector | undefined>> = {},
): readonly string[] {
  const parts = [
    ...selector === undefined ? [] : ignoredParts(selector).map((part) => `selector.${part}`),
    ...Object.entries(scopes).flatMap(([field, scope]) =>
      (["ancestor", "path", "index"] as const)
        .filter((part) => scope?.[part] !== undefined)
        .map((part) => `${field}.${part}`)
    ),
  ];
  const types = [selector, ...Object.values(scopes)]
    .flatMap((one) => one === undefined ? [] : unknownTypes(one));
  return [
    ...ignored.length === 0 ? [] : [`No element has these fields: ${ignored.join(", ")}.`],
    ...parts.length === 0 ? [] : [`Not looked at: ${parts.join(", ")}.`],
    ...unknownTypeHints(types),
  ];
}

/** The hint about words that are no control types: what asks for one of them fits nothing. */
export function unknownTypeHints(written: readonly string[]): readonly string[] {
  const unknown = new Set(written.filter((name) => !isControlType(normalizeControlType(name))));
  if (unknown.size === 0) return [];
  const words = [...unknown].map((name) => {
    const meant = nearestName(name, CONTROL_TYPES);
    return quotedText(name) + (meant === undefined ? "" : ` (did you mean ${quotedText(meant)}?)`);
  });
  return [`No control type is called ${words.join(", ")}.`];
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
