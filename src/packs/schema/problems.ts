/** What is wrong with a file of a pack, place by place. */
import type * as z from "zod";
import { formatPath, valueAt } from "../../core/json_path.ts";

/** One thing that is wrong. */
export interface SchemaProblem {
  /** Where in the file, as JavaScript writes it; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Everything that a schema complains of, where it is written.
 *
 * @param data what the schema was given
 */
export function problemsOf(issues: readonly Issue[], data: unknown): readonly SchemaProblem[] {
  return issues.flatMap((issue) => problemsAt(issue, [], data));
}

function problemsAt(issue: Issue, above: Path, data: unknown): readonly SchemaProblem[] {
  const path = [...above, ...issue.path];
  const problem = (at: Path, message: string): SchemaProblem => ({
    path: formatPath(asWritten(at, data)),
    message,
  });
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => problem([...path, key], "Unknown field"));
  }
  // What is wrong with a key is told of the key.
  if (issue.code === "invalid_key") return issue.issues.flatMap((inner) => problemsAt(inner, path, data));
  const meant = issue.code === "invalid_union" ? issue.errors.find(isOfItsKind) : undefined;
  if (meant !== undefined) return meant.flatMap((inner) => problemsAt(inner, path, data));
  return [problem(path, issue.message)];
}

/** Whether it is about parts of the value, not about the value being of another kind. */
function isOfItsKind(form: readonly Issue[]): boolean {
  return form.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys" || code === "custom");
}

/** A control that is only a selector, or a list of them, has no field `selectors` where it is written. */
function asWritten(path: Path, data: unknown): Path {
  const place = path.indexOf("selectors");
  if (place < 0) return path;
  const holder = valueAt(data, path.slice(0, place));
  const isShort = typeof holder === "object" && holder !== null && !("selectors" in holder);
  if (!isShort) return path;
  return [...path.slice(0, place), ...path.slice(Array.isArray(holder) ? place + 1 : place + 2)];
}
