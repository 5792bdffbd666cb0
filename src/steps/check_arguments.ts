/** Whether a step's arguments fit its tool, with what references will stand for in their places. */
import type { StepProblem } from "./problem.ts";
import { type JsonSchema, typeOf } from "./schema_path.ts";
import type { ArgumentIssue, StepTool } from "./step_tools.ts";

/** Something of each type that a reference may have. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  string: "x",
  number: 1,
  integer: 1,
  boolean: false,
  array: [],
  object: {},
};

/**
 * Puts something of its type in the place of each reference. What the tool then says about such a place counts only where
 * it is about the type: which value will be there is not known.
 *
 * @param typesByPath the places of references, as `referenceProblems` gives them
 */
export function argumentProblems(
  tool: Pick<StepTool, "check">,
  args: unknown,
  place: readonly (string | number)[],
  typesByPath: ReadonlyMap<string, readonly JsonSchema[]>,
  own: Pick<StepProblem, "stepId">,
): readonly StepProblem[] {
  const types = new Map([...typesByPath].map(([path, schemas]) => [path, typeOf(schemas)] as const));
  const issues = tool.check(withStandIns(args, types, []));
  return issues.filter((issue) => isKnown(issue, types)).map(({ path, message }) => ({
    code: "INVALID_PARAMS",
    severity: "error",
    ...own,
    path: [...place, ...path],
    message,
  }));
}

/** Whether an issue would be there whatever the references stand for. */
function isKnown({ path, about }: ArgumentIssue, types: ReadonlyMap<string, string | undefined>): boolean {
  const key = JSON.stringify(path);
  if (types.has(key)) return about === "type" && types.get(key) !== undefined;
  const isBelow = path.some((_, length) => types.has(JSON.stringify(path.slice(0, length))));
  if (isBelow) return false;
  const inside = path.length === 0 ? "[" : `${key.slice(0, -1)},`;
  const isAbove = [...types.keys()].some((place) => place.startsWith(inside));
  return about === "type" || about === "name" || !isAbove;
}

function withStandIns(
  value: unknown,
  types: ReadonlyMap<string, string | undefined>,
  path: readonly (string | number)[],
): unknown {
  const key = JSON.stringify(path);
  if (types.has(key)) return STAND_INS[types.get(key) ?? "string"];
  if (Array.isArray(value)) return value.map((item, index) => withStandIns(item, types, [...path, index]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withStandIns(item, types, [...path, name])]),
  );
}
