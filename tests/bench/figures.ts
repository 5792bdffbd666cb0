/** What all measurements have in common. */

/** A row of the table. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** How many milliseconds the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** As the table shows it. */
export function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
