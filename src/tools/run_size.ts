/** Reports that stay within what a client takes. */
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
