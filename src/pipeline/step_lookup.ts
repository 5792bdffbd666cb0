/** What the references of a run stand for. */
import { type Lookup, type Resolved, resolveReferences } from "../steps/resolve_references.ts";
import { isIndex, type Reference } from "../steps/reference.ts";
import { isSensitiveName } from "../steps/sensitive_names.ts";
import { type PathValue, valueOnPath } from "../steps/value_path.ts";
import type { Fields, Pipeline } from "./pipeline.ts";
import { withoutSecrets } from "./projection.ts";

/** Puts what references stand for in their places, by the results that there are now. */
export function stepResolver(
  { steps, pack, inputs }: Pipeline,
  results: readonly (Fields | undefined)[],
): <T>(data: T) => Resolved<T> {
  const indexOf = new Map(steps.flatMap(({ id }, index) => id === undefined ? [] : [[id, index] as const]));
  const isStep = (id: string): boolean => indexOf.has(id);
  const lookup: Lookup = (reference) => {
    const { head, path } = reference;
    if (head === "pack" && pack !== undefined) return valueOnPath({ id: pack.manifest.id }, path);
    if (head === "inputs" && inputs !== undefined) return valueOnPath(inputs, path);
    const index = isIndex(head) ? Number(head) : indexOf.get(head);
    return index === undefined ? notFound(reference) : ofStep(reference, results[index]);
  };
  return (data) => resolveReferences(data, lookup, isStep);
}

function ofStep(reference: Reference, result: Fields | undefined): PathValue {
  const { head, path } = reference;
  if (result === undefined) return { isFound: false, message: `step ${head} has no result` };
  if (path.some(isSensitiveName)) return { isFound: false, message: "it is the name of a secret" };
  const found = valueOnPath(result, path, { numbersMeanItems: true });
  // What is referred to may hold a secret further down.
  return found.isFound ? { isFound: true, value: withoutSecrets(found.value) } : found;
}

function notFound({ head }: Reference): PathValue {
  return { isFound: false, message: `there is no ${head}` };
}
