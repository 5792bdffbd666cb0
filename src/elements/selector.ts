/** A selector: which element is meant, by what is written on it. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import { isControlType, normalizeControlType } from "./control_types.ts";
import { Pattern } from "./pattern.ts";
import { PatternError } from "./pattern_syntax.ts";

/** What is longer cannot be put into a selector. */
export const MOST_SELECTOR_UNITS = 256;
const MOST_SEGMENTS = 12;

/** How texts are compared. */
export type MatchMode = "exact" | "contains" | "regex";

/** A selector as callers and packs write it; the control type in its canonical spelling. All that is given must fit. */
export interface Selector {
  readonly automationId?: string | undefined;
  readonly name?: string | undefined;
  readonly controlType?: string | undefined;
  readonly className?: string | undefined;
  readonly frameworkId?: string | undefined;
  /** One mode for the texts; the control type is always compared whole. `exact` when left out. */
  readonly match?: MatchMode | undefined;
  readonly caseSensitive?: boolean | undefined;
  /** Which one of several, from 0 in document order. */
  readonly index?: number | undefined;
  readonly visibleOnly?: boolean | undefined;
  readonly enabledOnly?: boolean | undefined;
  /** Some element above it fits this one's own fields. */
  readonly ancestor?: Selector | undefined;
  /** The elements from the window's children down to it, each a child of the one before. */
  readonly path?: readonly Selector[] | undefined;
}

/** The texts that `match` is about. */
export const TEXT_FIELDS = ["automationId", "name", "className", "frameworkId"] as const;

/** One of {@link TEXT_FIELDS}. */
export type TextField = typeof TEXT_FIELDS[number];

const text = (): z.ZodString => z.string().min(1).max(MOST_SELECTOR_UNITS);

/** Strict, with all limits and cross rules. */
export const selectorSchema: () => z.ZodType<Selector> = once(() =>
  z.strictObject({
    automationId: text().optional().describe("Automation id."),
    name: text().optional().describe("Name, mostly the visible label."),
    controlType: text().overwrite(normalizeControlType).optional()
      .describe("Control type, e.g. Button; always compared whole, in any case."),
    className: text().optional().describe("Class name."),
    frameworkId: text().optional().describe("Framework, e.g. Win32, WPF, XAML."),
    match: z.enum(["exact", "contains", "regex"]).optional()
      .describe("How the four texts are compared; exact by default. A regex may fit anywhere in the text."),
    caseSensitive: z.boolean().optional().describe("Upper and lower case differ; false by default."),
    index: z.int().min(0).optional().describe("Which one of several, from 0 in document order."),
    visibleOnly: z.boolean().optional().describe("Only elements that are not off-screen."),
    enabledOnly: z.boolean().optional().describe("Only enabled elements."),
    get ancestor() {
      return selectorSchema().optional().describe("What some element above it must fit.");
    },
    get path() {
      return z.array(selectorSchema()).max(MOST_SEGMENTS).optional()
        .describe("The way from the window's children down to it, each a child of the one before.");
    },
  }).superRefine((selector, context) => {
    // A misspelt field may be the locator: that it is unknown is enough to say.
    const isMisspelt = context.issues.some(({ code, path }) =>
      code === "unrecognized_keys" && (path?.length ?? 0) === 0
    );
    if (!isMisspelt && !hasLocator(selector)) {
      context.addIssue({
        code: "custom",
        message: "A selector needs automationId, name, controlType, className, frameworkId, ancestor or path",
      });
    }
    for (const { field, message } of patternFaults(selector)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  })
);

/** A selector in a result: its fields, flat, as a schema that nests in itself is dropped by real clients. */
export const shownSelectorSchema = once(() => z.record(z.string(), z.unknown()));

/** How tool lists publish a selector: an object in words, since it nests in itself. */
export const PUBLISHED_SELECTOR = {
  published: { type: "object" },
  description:
    "{automationId, name, controlType, className, match: exact|contains|regex, index, ancestor, path …}",
} as const;

/** An argument that is a selector, for the input of a tool; `words` say which element is meant, if that must be said. */
export function selectorField(words: string): z.ZodType<Selector> {
  return selectorSchema().describe(`${words} ${PUBLISHED_SELECTOR.description}`.trimStart())
    .meta({ published: PUBLISHED_SELECTOR.published });
}

/**
 * A selector from plain data that no tool's schema has checked, such as a pack's.
 *
 * @throws {ToolError} INVALID_SELECTOR with everything that is wrong in `details`
 */
export function parseSelector(data: unknown): Selector {
  const parsed = selectorSchema().safeParse(data);
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const [first] = violations;
  const place = first === undefined || first.path === "" ? "" : `${first.path}: `;
  throw new ToolError("INVALID_SELECTOR", `The selector cannot be used: ${place}${first?.message ?? ""}`, {
    details: { violations },
  });
}

/** Whether it says of itself, by a path or by an ancestor which element is meant; filters alone do not. */
function hasLocator(selector: Selector): boolean {
  return selector.controlType !== undefined || selector.ancestor !== undefined ||
    (selector.path?.length ?? 0) > 0 || TEXT_FIELDS.some((field) => selector[field] !== undefined);
}

/** Every field, not only the first, that is to be a pattern and is none. */
function patternFaults(
  selector: Selector,
): readonly { readonly field: TextField; readonly message: string }[] {
  if (selector.match !== "regex") return [];
  return TEXT_FIELDS.flatMap((field) => {
    const source = selector[field];
    if (source === undefined) return [];
    try {
      new Pattern(source, { ignoreCase: selector.caseSensitive !== true });
      return [];
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return [{ field, message: `Not a regular expression that can be used: it ${error.message}` }];
    }
  });
}

/**
 * What a selector says that is not looked at, as paths: of an ancestor, its own ancestor, path and index; of a path's
 * segment, its ancestor, path and index.
 */
export function ignoredParts(selector: Selector): readonly string[] {
  const nested: readonly (readonly [string, Selector])[] = [
    ...(selector.ancestor === undefined ? [] : [["ancestor", selector.ancestor] as const]),
    ...(selector.path ?? []).map((segment, index) => [`path[${index}]`, segment] as const),
  ];
  return nested.flatMap(([place, part]) =>
    (["ancestor", "path", "index"] as const)
      .filter((field) => part[field] !== undefined)
      .map((field) => `${place}.${field}`)
  );
}

/** The control types in a selector that Windows does not have: what asks for one of them fits nothing. */
export function unknownTypes({ controlType, ancestor, path = [] }: Selector): readonly string[] {
  return [{ controlType }, ancestor, ...path].flatMap((part) =>
    part?.controlType === undefined || isControlType(part.controlType) ? [] : [part.controlType]
  );
}
