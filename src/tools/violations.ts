/** Every way in which arguments do not fit a tool's input schema, in words that a model can act on. */
import type { z } from "zod";
import { formatPath, valueAt } from "../core/json_path.ts";
import { boundedText, quotedText } from "../core/text.ts";
import { nearestName } from "../core/nearest_name.ts";
import { type JsonSchema, propertiesOf, schemaAt } from "./published_schema.ts";

/** One thing that is wrong with the arguments. */
export interface Violation {
  /** Where: `region.width`, `args[3]`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
  readonly didYouMean?: string;
}

/** More than this many help nobody; the rest is counted. */
const MAX_VIOLATIONS = 20;
const MAX_MESSAGE_UNITS = 300;
/** The largest real arguments, a long pipeline, have some thousands of values. */
const MAX_VALUES = 50_000;
/** The deepest real arguments nest about a dozen levels. */
const MAX_DEPTH = 64;

const TOO_MANY_VALUES: Violation = {
  path: "",
  message: `The arguments hold more than ${MAX_VALUES} values`,
};

/**
 * What is wrong with the size of the arguments, undefined when nothing is. Checking millions of values against a
 * schema takes seconds, during which no other call is served.
 */
export function sizeViolation(args: unknown): Violation | undefined {
  let values = 0;
  let level: unknown[] = [args];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      return { path: "", message: `The arguments nest deeper than ${MAX_DEPTH} levels` };
    }
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      // A list says at once how long it is.
      if (Array.isArray(value) && values + value.length > MAX_VALUES) return TOO_MANY_VALUES;
      for (const key in value) {
        if (++values > MAX_VALUES) return TOO_MANY_VALUES;
        next.push((value as Record<string, unknown>)[key]);
      }
    }
    level = next;
  }
  return undefined;
}

/**
 * The first name that no data can have, undefined where there is none: what checks arguments leaves it out without a word,
 * where any name is taken.
 */
export function nameViolation(args: unknown, path: readonly (string | number)[] = []): Violation | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(args)
    ? args.entries()
    : Object.entries(args);
  for (const [name, value] of entries) {
    const here = [...path, name];
    if (name === "__proto__") return { path: formatPath(here), message: "Nothing can be called so" };
    const inside = nameViolation(value, here);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** What zod says of one thing in some arguments, in words that say what was expected. */
export function issueMessage(issue: z.core.$ZodIssue, args: unknown): string {
  const isMissing = issue.path.length > 0 && valueAt(args, issue.path) === undefined;
  return boundedText(isMissing ? missingMessage(issue) : messageOf(issue), MAX_MESSAGE_UNITS);
}

/** The violations behind zod's issues, at most twenty, and how many there are in all. */
export function violationsOf(
  issues: readonly z.core.$ZodIssue[],
  args: unknown,
  schema: JsonSchema,
): { readonly violations: readonly Violation[]; readonly count: number } {
  const violations: Violation[] = [];
  let count = 0;
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const known = Object.keys(propertiesOf(schemaAt(schema, issue.path) ?? {}));
      count += issue.keys.length;
      for (const key of issue.keys.slice(0, Math.max(0, MAX_VIOLATIONS - violations.length))) {
        violations.push(unknownKey(issue.path, key, known));
      }
      continue;
    }
    count++;
    if (violations.length < MAX_VIOLATIONS) violations.push(wrongValue(issue, args));
  }
  return { violations, count };
}

/** The violations in one sentence. */
export function describeViolations(tool: string, violations: readonly Violation[], count: number): string {
  const said = violations.slice(0, 5).map(({ path, message, didYouMean }) =>
    `${path === "" ? "" : `${path}: `}${message}${
      didYouMean === undefined ? "" : ` (did you mean ${quotedText(didYouMean)}?)`
    }`
  );
  const rest = count - said.length;
  return `The arguments of ${tool} do not fit. ${said.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

/** An argument that a tool does not know. */
export function unknownKey(path: readonly PropertyKey[], key: string, known: readonly string[]): Violation {
  const didYouMean = nearestName(key, known);
  const hint = didYouMean === undefined && known.length > 0 && known.length <= 20
    ? `; there are ${known.join(", ")}`
    : "";
  return {
    path: formatPath([...path, key]),
    message: boundedText(`Unknown argument${hint}`, MAX_MESSAGE_UNITS),
    ...(didYouMean === undefined ? {} : { didYouMean }),
  };
}

function wrongValue(issue: z.core.$ZodIssue, args: unknown): Violation {
  const given = valueAt(args, issue.path);
  const options = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const didYouMean = typeof given === "string" ? nearestName(given, options) : undefined;
  return {
    path: formatPath(issue.path),
    message: issueMessage(issue, args),
    ...(didYouMean === undefined ? {} : { didYouMean }),
  };
}

function missingMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `Missing: expected ${issue.expected}`;
  return `Missing: ${messageOf(issue)}`;
}

/** zod's own message, except for a union, about which it says nothing but "Invalid input". */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return issue.message;
  const branches = issue.errors.map((errors) =>
    errors.slice(0, 3).map((error) =>
      error.path.length === 0 ? messageOf(error) : `${formatPath(error.path)}: ${messageOf(error)}`
    ).join(", ")
  );
  return [...new Set(branches)].join(", or ");
}
