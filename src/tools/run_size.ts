/** Reports that stay small: a whole one for programs, a short one for models. */
import { boundedText } from "../core/text.ts";
import type { Fields, StepRecord } from "../pipeline/pipeline.ts";
import type { RunOutcome } from "../pipeline/run_outcome.ts";

/** Of the results of all steps and the exports, as JSON. */
const MOST_REPORT_UNITS = 5 * 1_048_576 / 3;

/** A report whose largest results were left out where it would have been too large. */
export interface SizedReport {
  readonly steps: readonly StepRecord[];
  readonly finallyResults: readonly StepRecord[];
  readonly exports: Fields;
  readonly warnings: readonly string[];
}

/** Leaves out the largest results until the rest fits; each says how large it was. */
export function withinSize({ steps, finallyResults, exports }: RunOutcome): SizedReport {
  const records = [...steps, ...finallyResults];
  const units = records.map(({ result }) => result === undefined ? 0 : JSON.stringify(result).length);
  const exported = Object.entries(exports).map(([name, value]) =>
    [name, JSON.stringify(value).length] as const
  );
  let total = [...units, ...exported.map(([, size]) => size)].reduce((sum, size) => sum + size, 0);
  const cut = new Set<number>();
  for (const [index, size] of [...units.entries()].toSorted(([, a], [, b]) => b - a)) {
    if (total <= MOST_REPORT_UNITS) break;
    cut.add(index);
    total -= size;
  }
  const cutExports = new Map<string, number>();
  for (const [name, size] of exported.toSorted(([, a], [, b]) => b - a)) {
    if (total <= MOST_REPORT_UNITS) break;
    cutExports.set(name, size);
    total -= size;
  }
  const sized = records.map((record, index) =>
    cut.has(index) ? { ...record, result: leftOut(units[index] ?? 0) } : record
  );
  return {
    steps: sized.slice(0, steps.length),
    finallyResults: sized.slice(steps.length),
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, value]) => {
        const size = cutExports.get(name);
        return [name, size === undefined ? value : leftOut(size)];
      }),
    ),
    warnings: cut.size + cutExports.size === 0 ? [] : [
      `The largest ${cut.size + cutExports.size} results are left out of this report: it would be over 5 MiB`,
    ],
  };
}

function leftOut(units: number): Fields {
  return { leftOut: true, units };
}

const MOST_TEXT_UNITS = 400;
const MOST_ITEMS = 10;
const MOST_FIELDS = 40;
/** Deeper than what a result of a step says of itself. */
const MOST_DEPTH = 5;

/** Above this a field that is null says something: no step stopped the run. */
const OWN_DEPTH = 2;

/**
 * Data as a model should read it: long texts, lists and deep parts cut, each with what is missing. Whole is what goes to
 * programs.
 */
export function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return boundedText(value, MOST_TEXT_UNITS);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MOST_DEPTH) return Array.isArray(value) ? `… ${value.length} items` : "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map((item) => shortened(item, depth + 1));
    return value.length > MOST_ITEMS ? [...shown, `… ${value.length - MOST_ITEMS} more`] : shown;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== null || depth < OWN_DEPTH);
  const shown = entries.slice(0, MOST_FIELDS).map(([name, item]) => [name, shortened(item, depth + 1)]);
  if (entries.length > MOST_FIELDS) shown.push(["…", `${entries.length - MOST_FIELDS} more`]);
  return Object.fromEntries(shown);
}

/** What a model reads of a report: its JSON with what is long in it cut. */
export function shortenedText(output: Fields): string {
  return JSON.stringify(shortened(output));
}
