/** Whether the workflows of a pack can work. */
import { formatPath } from "../../core/json_path.ts";
import { quotedText } from "../../core/text.ts";
import { checkSteps, type StepPromise } from "../../steps/check_steps.ts";
import { parseTemplate } from "../../steps/reference.ts";
import type { Step } from "../../steps/step.ts";
import type { StepTools } from "../../steps/step_tools.ts";
import { contractOf } from "../contract_of.ts";
import type { Pack } from "../load/load_pack.ts";
import type { Workflow } from "../schema/workflows.ts";
import { errorAt, type Finding, type PackErrorCode } from "./finding.ts";

type Path = readonly PropertyKey[];

const FOREGROUND_BY_DEFAULT = "Only a call takes the foreground: what a workflow says is auto or background";

/** @param actions all actions that a control can be asked for */
export function workflowFindings(
  pack: Pack,
  tools: StepTools,
  actions: ReadonlySet<string>,
): readonly Finding[] {
  const ids = new Set<string>();
  return pack.workflows.flatMap((workflow, index) => {
    const { id, interactionMode, inputSchema } = workflow;
    const place = ["workflows", index];
    const findings: Finding[] = [];
    const note = (path: Path, code: PackErrorCode, message: string): void =>
      void findings.push(errorAt("workflows", formatPath([...place, ...path]), code, message));
    if (ids.has(id)) note(["id"], "DUPLICATE_ID", `${quotedText(id)} is there already`);
    ids.add(id);
    if (interactionMode === "foregroundDemo") {
      note(["interactionMode"], "FOREGROUND_BY_DEFAULT", FOREGROUND_BY_DEFAULT);
    }
    const promiseOf = (args: Readonly<Record<string, unknown>>): StepPromise | undefined =>
      promise(pack, args);
    for (const problem of checkSteps(workflow, { tools, hasPack: true, inputs: inputSchema, promiseOf })) {
      const { code, severity, path, message } = problem;
      findings.push({ code, severity, part: "workflows", path: formatPath([...place, ...path]), message });
    }
    controlFaults(pack, { captureBefore: workflow.captureBefore }, [], actions, note);
    for (const [list, steps] of stepLists(workflow)) {
      for (const [number, step] of steps.entries()) controlFaults(pack, step, [list, number], actions, note);
    }
    return findings;
  });
}

function stepLists(workflow: Workflow): readonly (readonly [string, readonly Step[]])[] {
  return [["steps", workflow.steps], ["finally", workflow.finally]];
}

/** What the pack says of the action that a step is about. */
function promise(pack: Pack, args: Readonly<Record<string, unknown>>): StepPromise | undefined {
  if (!isOwn(pack, args)) return undefined;
  const contract = contractOf(pack, args);
  if (contract === undefined) return undefined;
  const { idempotent, defaultExpect } = contract;
  return { isIdempotent: idempotent, hasExpect: typeof defaultExpect === "object" };
}

/** Names of this pack's controls and of actions in a step; those of another pack are not known here. */
function controlFaults(
  pack: Pack,
  { tool, args, expect, captureBefore }: Partial<Step>,
  place: Path,
  actions: ReadonlySet<string>,
  note: (path: Path, code: PackErrorCode, message: string) => void,
): void {
  const requireControl = (name: unknown, path: Path): void => {
    if (typeof name !== "string" || isReference(name) || pack.controls.has(name)) return;
    note([...place, ...path], "UNKNOWN_CONTROL", `There is no control ${quotedText(name)}`);
  };
  const lookAt = (named: string, given: Readonly<Record<string, unknown>>, path: Path): void => {
    if (!named.startsWith("profile_")) return;
    const { control, action } = given;
    if (isOwn(pack, given)) requireControl(control, [...path, "control"]);
    if (typeof action === "string" && !isReference(action) && !actions.has(action)) {
      note([...place, ...path, "action"], "UNKNOWN_ACTION", `There is no action ${quotedText(action)}`);
    }
  };
  if (tool !== undefined && args !== undefined) {
    lookAt(tool, args, ["args"]);
    if (args.interactionMode === "foregroundDemo") {
      note([...place, "args", "interactionMode"], "FOREGROUND_BY_DEFAULT", FOREGROUND_BY_DEFAULT);
    }
  }
  for (const [index, { read }] of (captureBefore ?? []).entries()) {
    if (read !== undefined) lookAt(read.tool, read.args, ["captureBefore", index, "read", "args"]);
  }
  if (typeof expect === "object") requireControl(expect.profileControl, ["expect", "profileControl"]);
}

/** Whether arguments are about this pack, which they are where they name none. */
function isOwn({ manifest: { id } }: Pack, { profile = id }: Readonly<Record<string, unknown>>): boolean {
  return profile === id || profile === "${pack.id}";
}

function isReference(text: string): boolean {
  return parseTemplate(text, () => true).parts.some((part) => typeof part !== "string");
}
