/** What is kept of the result of a step: enough for the steps after it to refer to, and never a secret. */
import { exportSegments } from "../steps/check_exports.ts";
import { isIndex, referencesOf, templatesIn } from "../steps/reference.ts";
import { isSensitiveName } from "../steps/sensitive_names.ts";
import type { StepList } from "../steps/step.ts";
import type { Fields } from "./pipeline.ts";

/** What nothing refers to is kept only up to this size: units of its JSON. */
const MOST_UNREFERENCED_UNITS = 4_096;

/** The fields of one step's result that something refers to; `everything` where it refers to the result itself. */
export type NeededFields = ReadonlySet<string> | "everything";

/** By the index of each step: what exports, and references anywhere in the pipeline, need of its result. */
export function neededFields({ steps, finally: last, captureBefore }: StepList): readonly NeededFields[] {
  const indexOf = new Map(steps.flatMap(({ id }, index) => id === undefined ? [] : [[id, index] as const]));
  const needed = steps.map(({ exports = {} }): (string | undefined)[] =>
    Object.values(exports).map((path) => exportSegments(path)[0])
  );
  for (const { template } of templatesIn([steps, last, captureBefore], (id) => indexOf.has(id))) {
    for (const { head, path } of referencesOf(template)) {
      const index = isIndex(head) ? Number(head) : indexOf.get(head);
      needed[index ?? -1]?.push(path[0]);
    }
  }
  return needed.map((fields) => {
    const named = fields.filter((field) => field !== undefined);
    return named.length < fields.length ? "everything" : new Set(named);
  });
}

/** What is kept of a result: what is needed of it, and whatever is small. */
export function projectionOf(result: Fields, needed: NeededFields): Fields {
  const isNeeded = (name: string): boolean =>
    needed === "everything" || needed.has(name) ||
    // A number also means an item of the list in `items`.
    name === "items" && [...needed].some(isIndex);
  const kept = Object.entries(result).filter(([name, value]) => isNeeded(name) || isSmall(value));
  return withoutSecrets(Object.fromEntries(kept));
}

/** The same data without what the name of a field says is a secret, at any depth. */
export function withoutSecrets<T>(data: T): T {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !isSensitiveName(name));
    return Object.fromEntries(kept.map(([name, item]) => [name, strip(item)]));
  };
  return strip(data) as T;
}

/** Most results are a few short fields: they are counted no further than needed. */
function isSmall(value: unknown): boolean {
  if (typeof value === "string") return value.length <= MOST_UNREFERENCED_UNITS;
  if (typeof value !== "object" || value === null) return true;
  return JSON.stringify(value).length <= MOST_UNREFERENCED_UNITS;
}
