/**
 * References in the texts of steps: `${launch.pid}`, `${0.window.hwnd}`, `${pack.id}`, `${inputs.name}`. Everything that
 * is not written like this is text: `${env:PATH}`, `$5`.
 */

/** Deeper paths are refused. */
export const MOST_REFERENCE_SEGMENTS = 16;

/** One reference. */
export interface Reference {
  /** As it is written, with its braces. */
  readonly text: string;
  /** A step's id or number, `pack` or `inputs`. */
  readonly head: string;
  readonly path: readonly string[];
}

/** A text with references in it. */
export interface Template {
  /** Texts and references, in their order; an empty text has none. */
  readonly parts: readonly (string | Reference)[];
  /** The text is one reference and nothing else: what it stands for keeps its type. */
  readonly whole?: Reference;
}

/** Whether a head or a segment is a number: of a step, of an item. */
export function isIndex(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text);
}

const WRITTEN = /\$\{([A-Za-z0-9_][A-Za-z0-9_-]*)((?:\.\w+)*)\}/g;

/**
 * The references in a text.
 *
 * @param isStep whether a step is called so: a head with a hyphen is a reference only then, as such texts were text before
 */
export function parseTemplate(text: string, isStep: (id: string) => boolean): Template {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(WRITTEN)) {
    const [written, head = "", path = ""] = match;
    if (head.includes("-") && !isStep(head)) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ text: written, head, path: path === "" ? [] : path.slice(1).split(".") });
    end = match.index + written.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  const [only] = parts;
  const isWhole = parts.length === 1 && only !== undefined && typeof only !== "string";
  return isWhole ? { parts, whole: only } : { parts };
}

/** A text in some data that has references in it. */
export interface PlacedTemplate {
  readonly path: readonly (string | number)[];
  readonly template: Template;
}

/** Every text with a reference, at any depth of some data; the names of fields are never references. */
export function* templatesIn(
  value: unknown,
  isStep: (id: string) => boolean,
  path: readonly (string | number)[] = [],
): Generator<PlacedTemplate> {
  if (typeof value === "string") {
    const template = parseTemplate(value, isStep);
    if (template.parts.some((part) => typeof part !== "string")) yield { path, template };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* templatesIn(item, isStep, [...path, index]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* templatesIn(item, isStep, [...path, key]);
  }
}

/** The references of a template. */
export function referencesOf({ parts }: Template): readonly Reference[] {
  return parts.filter((part) => typeof part !== "string");
}
