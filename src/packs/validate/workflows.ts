/** Whether the workflows of a pack can work. */
import { formatPath } from "../../core/json_path.ts";
import { quotedText } from "../../core/text.ts";
import { checkSteps } from "../../steps/check_steps.ts";
import type { StepTools } from "../../steps/step_tools.ts";
import type { Pack } from "../load/load_pack.ts";
import { packByItself } from "../step_packs.ts";
import { errorAt, type Finding, type PackErrorCode } from "./finding.ts";

type Path = readonly PropertyKey[];

const FOREGROUND_BY_DEFAULT = "Only a call takes the foreground: what a workflow says is auto or background";

/** Everything that was found in the workflows of a pack. */
export function workflowFindings(pack: Pack, tools: StepTools): readonly Finding[] {
  const packs = packByItself(pack);
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
    for (const problem of checkSteps(workflow, { tools, packs, inputs: inputSchema })) {
      const { code, severity, path, message } = problem;
      findings.push({ code, severity, part: "workflows", path: formatPath([...place, ...path]), message });
    }
    for (const section of ["steps", "finally"] as const) {
      for (const [number, { args }] of workflow[section].entries()) {
        if (args.interactionMode !== "foregroundDemo") continue;
        note([section, number, "args", "interactionMode"], "FOREGROUND_BY_DEFAULT", FOREGROUND_BY_DEFAULT);
      }
    }
    return findings;
  });
}
