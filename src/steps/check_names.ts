/** Whether packs, controls, actions and codes that a step names are there. */
import { ERROR_TABLE } from "../core/errors.ts";
import { nearestName } from "../core/nearest_name.ts";
import { quotedText } from "../core/text.ts";
import type { StepProblem } from "./problem.ts";
import { parseTemplate } from "./reference.ts";
import type { Step } from "./step.ts";
import type { StepPack, StepPacks } from "./step_packs.ts";
import type { StepTool } from "./step_tools.ts";

type Path = readonly (string | number)[];
type Args = Readonly<Record<string, unknown>>;
type Own = Pick<StepProblem, "stepId">;

/** Arguments that name a pack, and what a wrong name in each is called. */
const PACK_ARGUMENTS = [["profile", "PROFILE_NOT_FOUND"], ["pack", "PACK_NOT_FOUND"]] as const;

const CODES = Object.keys(ERROR_TABLE);

/** The pack that arguments are about: the one that they name, else that of the run; undefined where none is known. */
export function packOfArguments({ profile }: Args, { own, find }: StepPacks): StepPack | undefined {
  if (profile === undefined || profile === "${pack.id}") return own;
  return typeof profile === "string" ? find(profile) : undefined;
}

/** Looks at the names in the arguments of a call. What a reference stands for is not known. */
export function nameProblems(
  tool: StepTool,
  args: Args,
  place: Path,
  packs: StepPacks,
  own: Own,
): readonly StepProblem[] {
  const problems: StepProblem[] = [];
  for (const [argument, code] of PACK_ARGUMENTS) {
    const id = literal(args[argument]);
    // A folder may be meant, or a pack that is not in use: that is for the tool to say.
    const isAsked = packs.areAll && tool.takes(argument) && !tool.takes("packPath");
    if (id === undefined || !isAsked || packs.find(id) !== undefined) continue;
    problems.push({
      code,
      severity: "error",
      ...own,
      path: [...place, argument],
      message: `There is no App Pack ${quotedText(id)}${hint(packs.nearest(id))}`,
    });
  }
  if (!tool.takes("profile") || !tool.takes("control")) return problems;
  const pack = packOfArguments(args, packs);
  problems.push(...controlProblems(pack, args.control, [...place, "control"], own));
  const action = tool.takes("action") ? literal(args.action) : undefined;
  if (action !== undefined && !packs.actions.includes(action)) {
    const meant = nearestName(action, packs.actions);
    problems.push({
      code: "UNKNOWN_ACTION",
      severity: "error",
      ...own,
      path: [...place, "action"],
      message: `There is no action ${quotedText(action)}${
        meant === undefined ? `; there are ${packs.actions.join(", ")}` : hint(meant)
      }`,
    });
  }
  return problems;
}

/** Looks at the name of a control. */
export function controlProblems(
  pack: StepPack | undefined,
  written: unknown,
  path: Path,
  own: Own,
): readonly StepProblem[] {
  const name = literal(written);
  if (pack === undefined || name === undefined || pack.hasControl(name)) return [];
  const message = `App Pack ${pack.id} has no control ${quotedText(name)}${hint(pack.nearestControl(name))}`;
  return [{ code: "UNKNOWN_CONTROL", severity: "error", ...own, path, message }];
}

/** Codes that a step tolerates or waits for, and that no failure has: a run would never see them. */
export function codeProblems(
  { ignoreCodes = [], retry }: Pick<Step, "ignoreCodes" | "retry">,
  place: Path,
  own: Own,
): readonly StepProblem[] {
  const lists: readonly (readonly [Path, readonly string[]])[] = [
    [["ignoreCodes"], ignoreCodes],
    [["retry", "onlyCodes"], retry?.onlyCodes ?? []],
  ];
  return lists.flatMap(([at, codes]) =>
    codes.flatMap((code, index): readonly StepProblem[] =>
      Object.hasOwn(ERROR_TABLE, code) ? [] : [{
        code: "UNKNOWN_CODE",
        severity: "warning",
        ...own,
        path: [...place, ...at, index],
        message: `No failure has the code ${quotedText(code)}${hint(nearestName(code, CODES))}`,
      }]
    )
  );
}

/** The text, where it is one and has no references. */
function literal(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const isText = parseTemplate(value, () => true).parts.every((part) => typeof part === "string");
  return isText ? value : undefined;
}

function hint(meant: string | undefined): string {
  return meant === undefined ? "" : `; did you mean ${quotedText(meant)}?`;
}
