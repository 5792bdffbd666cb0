/** Steps as somebody wrote them, right or wrong, so that all that is wrong can be told at once. */
import type * as z from "zod";
import { stepSchema } from "../packs/schema/steps.ts";
import type { StepProblem } from "../steps/problem.ts";
import type { Step } from "../steps/step.ts";
import { issueMessage, unknownKey } from "./violations.ts";
import { quotedText } from "../core/text.ts";

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** What can be looked into further, and what is wrong with its form. */
export interface LenientSteps {
  readonly steps: readonly Step[];
  readonly problems: readonly StepProblem[];
}

/** Stands for the tool of a step that names none. */
const NO_TOOL = "?";

/** Each time some field is left out, and a step has no more. */
const MOST_TRIES = 10;

/** Reads steps; fields whose form is wrong are told of, and left out of the step. */
export function lenientSteps(written: readonly unknown[], section: "steps" | "finally"): LenientSteps {
  const read = written.map((one, index) => lenientStep(one, [section, index]));
  return { steps: read.map(({ step }) => step), problems: read.flatMap(({ problems }) => problems) };
}

/** What the other checks find, without what follows from the form alone; in the order of the steps. */
export function withFormProblems(
  form: readonly StepProblem[],
  found: readonly StepProblem[],
): readonly StepProblem[] {
  const wrong = new Set(form.map(({ path }) => JSON.stringify(path)));
  const isFollowing = ({ path }: StepProblem): boolean =>
    path.some((_, index) => wrong.has(JSON.stringify(path.slice(0, index + 1))));
  return [...form, ...found.filter((problem) => !isFollowing(problem))]
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Before the steps, the steps, those at the end. */
function rank({ path: [section, index] }: StepProblem): number {
  const first = section === "finally" ? 2_000_000 : section === "steps" ? 1_000_000 : 0;
  return first + (typeof index === "number" ? index : 0);
}

function lenientStep(written: unknown, place: Path): { step: Step; problems: readonly StepProblem[] } {
  if (typeof written !== "object" || written === null || Array.isArray(written)) {
    const message = "A step is an object with a tool and its args";
    return { step: { tool: NO_TOOL, args: {}, expect: false }, problems: [invalid(place, message, {})] };
  }
  const given = written as Fields;
  const own = typeof given.id === "string" ? { stepId: given.id } : {};
  const problems: StepProblem[] = [];
  let left: Fields = given;
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const parsed = stepSchema().safeParse(left);
    if (parsed.success) {
      const { id: _id, exports: _exports, ...step } = parsed.data;
      return {
        step: { ...step, ...(typeof given.id === "string" ? { id: given.id } : {}), ...exportsOf(given) },
        problems,
      };
    }
    for (const issue of parsed.error.issues) {
      problems.push(...problemsOf(issue, left, place, own));
      left = withoutCause(issue, left);
    }
  }
  return { step: { tool: NO_TOOL, args: {}, expect: false }, problems };
}

/** An id or an export that is a text is for the other checks, which say more of it. */
function problemsOf(
  issue: z.core.$ZodIssue,
  step: Fields,
  place: Path,
  own: Pick<StepProblem, "stepId">,
): readonly StepProblem[] {
  const path = issue.path.map((part) => typeof part === "number" ? part : String(part));
  const [field] = path;
  if (field === "id" && typeof step.id === "string") return [];
  if (field === "exports" && (issue.code === "too_big" || issue.code === "custom")) return [];
  if (field === "expect" && issue.code === "invalid_union" && typeof step.expect === "object") {
    // The other form, false, was not meant.
    const inside = issue.errors.at(-1) ?? [];
    return inside.flatMap((one) =>
      problemsOf({ ...one, path: [...issue.path, ...one.path] }, step, place, own)
    );
  }
  if (issue.code !== "unrecognized_keys") {
    return [invalid([...place, ...path], issueMessage(issue, step), own)];
  }
  const known = path.length === 0 ? Object.keys(stepSchema().shape) : [];
  return issue.keys.map((key) => {
    const { message, didYouMean } = unknownKey(path, key, known);
    const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
    return invalid([...place, ...path, key], `${message}${hint}`, own);
  });
}

function withoutCause(issue: z.core.$ZodIssue, step: Fields): Fields {
  const [field] = issue.path;
  const causes: readonly PropertyKey[] = field === undefined && issue.code === "unrecognized_keys"
    ? issue.keys
    : [field ?? ""];
  const left = Object.fromEntries(Object.entries(step).filter(([name]) => !causes.includes(name)));
  // What was meant to be there is not missed as well.
  if (field === "tool") return { ...left, tool: NO_TOOL };
  return field === "expect" ? { ...left, expect: false } : left;
}

function exportsOf({ exports }: Fields): Pick<Step, "exports"> {
  if (typeof exports !== "object" || exports === null) return {};
  const texts = Object.entries(exports).filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { exports: Object.fromEntries(texts) };
}

function invalid(path: Path, message: string, own: Pick<StepProblem, "stepId">): StepProblem {
  return { code: "INVALID_PARAMS", severity: "error", ...own, path, message };
}
