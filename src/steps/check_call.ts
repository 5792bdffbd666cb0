/** Whether one call can work: that of a step, or one that reads a state beforehand. */
import { parseHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import { argumentProblems } from "./check_arguments.ts";
import { nameProblems } from "./check_names.ts";
import { referenceProblems, type ReferenceScope } from "./check_references.ts";
import type { StepCheckOptions } from "./check_options.ts";
import type { StepProblem } from "./problem.ts";
import { RUNNERS, type Step } from "./step.ts";
import type { ArgumentIssue, StepTool } from "./step_tools.ts";

type Path = readonly (string | number)[];
type Own = Pick<StepProblem, "stepId">;

/** By these a call names a window or a program; the name of a pack alone means its one program that runs. */
const TARGET_ARGUMENTS = ["targetRef", "hwnd", "pid", "processName", "titleContains"] as const;
/** What was shown before knows its window. */
const SHOWN_ARGUMENTS = ["ref", "frameId", "since"] as const;

/** What was found, and the tool that is called; undefined where no step can call it. */
export interface CheckedCall {
  readonly problems: readonly StepProblem[];
  readonly tool: StepTool | undefined;
}

/** Whether arguments say themselves which window or program is meant. */
export function saysTarget(args: Step["args"]): boolean {
  return TARGET_ARGUMENTS.some((name) => args[name] !== undefined);
}

/**
 * @param place of the call, which has its `tool` and `args`
 * @param isRead it reads a state: the step that it belongs to says which element in which window, where it does not itself
 */
export function checkCall(
  { tool: name, args }: Pick<Step, "tool" | "args">,
  place: Path,
  scope: ReferenceScope,
  options: StepCheckOptions,
  own: Own,
  isRead = false,
): CheckedCall {
  const argsPlace = [...place, "args"];
  const { problems, typesByPath } = referenceProblems(args, argsPlace, scope, own);
  const tool = RUNNERS.has(name) ? undefined : options.tools.tool(name);
  if (tool === undefined) {
    return { problems: [...problems, unknownTool(name, [...place, "tool"], options, own)], tool };
  }
  const checking = isRead ? { check: (given: unknown) => formIssues(tool, given) } : tool;
  const named = nameProblems(tool, args, argsPlace, options.packs, own);
  const isTold = ({ path }: StepProblem): boolean =>
    named.some((one) => one.path.join("\n") === path.join("\n"));
  return {
    tool,
    problems: [
      ...problems,
      ...permissionProblems(name, tool, [...place, "tool"], options, own),
      ...named,
      ...argumentProblems(checking, args, argsPlace, typesByPath, own).filter((problem) => !isTold(problem)),
      ...(isRead ? [] : targetProblems(name, tool, args, argsPlace, own)),
    ],
  };
}

/** What is wrong with each argument by itself. */
function formIssues(tool: StepTool, args: unknown): readonly ArgumentIssue[] {
  return tool.check(args).filter(({ about }) => about !== "rule");
}

function permissionProblems(
  name: string,
  { isAllowed }: StepTool,
  path: Path,
  { isForThisRun = false }: StepCheckOptions,
  own: Own,
): readonly StepProblem[] {
  if (isAllowed || !isForThisRun) return [];
  const message = `${name} is not allowed in this run: the server was started with --read-only`;
  return [{ code: "PERMISSION_DENIED", severity: "error", ...own, path, message }];
}

function targetProblems(
  name: string,
  tool: StepTool,
  args: Step["args"],
  place: Path,
  own: Own,
): readonly StepProblem[] {
  const { hwnd } = args;
  if (typeof hwnd === "string" && tool.takes("hwnd") && !hwnd.includes("${") && hwnd !== "") {
    if (parseHwnd(hwnd) === undefined) {
      const message = `${quotedText(hwnd)} is no window handle, such as "0x0001002A"`;
      return [{ code: "INVALID_PARAMS", severity: "error", ...own, path: [...place, "hwnd"], message }];
    }
  }
  // A tool that takes the name of a bound program acts on one program, and has to be told which.
  if (!tool.takes("targetRef") || saysTarget(args) || args.profile !== undefined) return [];
  if (SHOWN_ARGUMENTS.some((argument) => args[argument] !== undefined)) return [];
  const ways = [...TARGET_ARGUMENTS, "ref", "profile"].filter((argument) => tool.takes(argument)).join(", ");
  const message = `${name} is not told which window it is about: give one of ${ways}`;
  return [{ code: "TARGET_REQUIRED", severity: "error", ...own, path: place, message }];
}

function unknownTool(name: string, path: Path, { tools }: StepCheckOptions, own: Own): StepProblem {
  const isRunner = RUNNERS.has(name);
  const nearest = isRunner ? undefined : tools.nearest(name);
  const hint = nearest === undefined ? "" : `; did you mean ${quotedText(nearest)}?`;
  return {
    code: "UNKNOWN_TOOL",
    severity: "error",
    ...own,
    path,
    message: isRunner
      ? `${name} runs or checks steps itself and is none`
      : `There is no tool ${quotedText(name)}${hint}`,
  };
}
