/** Puts what references stand for in their places. */
import { parseTemplate, type Reference } from "./reference.ts";
import type { PathValue } from "./value_path.ts";

/** The data with everything in its place, or the first reference that stands for nothing. */
export type Resolved<T> =
  | { readonly isResolved: true; readonly value: T }
  | { readonly isResolved: false; readonly reference: Reference; readonly message: string };

/** What a reference stands for. */
export type Lookup = (reference: Reference) => PathValue;

/** Thrown inside only: one failure is enough. */
class Unresolved extends Error {
  override readonly name = "Unresolved";
  constructor(readonly reference: Reference, message: string) {
    super(message);
  }
}

/**
 * Data of the same shape without references. A text that is one reference becomes what it stands for, of whatever type;
 * inside a text, what is no text is written as JSON. Names of fields stay as they are.
 *
 * @param isStep see `parseTemplate`
 */
export function resolveReferences<T>(data: T, lookup: Lookup, isStep: (id: string) => boolean): Resolved<T> {
  const found = (reference: Reference): unknown => {
    const value = lookup(reference);
    if (!value.isFound) throw new Unresolved(reference, value.message);
    return value.value;
  };
  const resolve = (value: unknown): unknown => {
    if (typeof value === "string") {
      const { parts, whole } = parseTemplate(value, isStep);
      if (whole !== undefined) return found(whole);
      return parts.map((part) => typeof part === "string" ? part : asText(found(part))).join("");
    }
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item)]));
  };
  try {
    return { isResolved: true, value: resolve(data) as T };
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return { isResolved: false, reference: error.reference, message: error.message };
  }
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
