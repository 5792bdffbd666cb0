/** Whether the parts of a pack fit one another. */
import { formatPath } from "../../core/json_path.ts";
import { quotedText } from "../../core/text.ts";
import type { StepTools } from "../../steps/step_tools.ts";
import { CONTROL_ACTIONS } from "../control_actions.ts";
import type { Pack } from "../load/load_pack.ts";
import type { PackPart } from "../schema/pack_files.ts";
import { absolutePathsIn } from "./absolute_paths.ts";
import { cyclesOf } from "./cycles.ts";
import { errorAt, type Finding, type PackErrorCode } from "./finding.ts";
import { sensitiveValuesIn } from "./sensitive_values.ts";
import { workflowFindings } from "./workflows.ts";
import { Names, unknownReferences } from "./names.ts";
import { referencesOf } from "./references.ts";

const ACTIONS: ReadonlySet<string> = new Set(CONTROL_ACTIONS);

/**
 * Everything that was found.
 *
 * @param tools what steps of workflows may call; workflows are not looked into without them
 */
export function validatePack(pack: Pack, tools?: StepTools): readonly Finding[] {
  return [
    ...profileFindings(pack),
    ...unknownReferences(new Names(pack), referencesOf(pack)),
    ...groupFindings(pack),
    ...contractFindings(pack),
    ...twice("pages", "pages", pack.pages, "DUPLICATE_PAGE_ID"),
    ...twice("pages", "selectionGroups", pack.groups, "DUPLICATE_GROUP_ID"),
    ...twice("components", "components", pack.components, "DUPLICATE_COMPONENT_ID"),
    ...cyclesOf(pack),
    ...absolutePathsIn(pack),
    ...(tools === undefined ? [] : workflowFindings(pack, tools)),
    ...sensitiveValuesIn(pack),
  ];
}

function profileFindings({ manifest, profile }: Pack): readonly Finding[] {
  const findings: Finding[] = [];
  if (profile.id !== manifest.id) {
    const message = `The profile is ${quotedText(profile.id)}, the pack ${
      quotedText(manifest.id)
    }: both are one`;
    findings.push(errorAt("profile", "id", "ID_MISMATCH", message));
  }
  if (profile.interaction.defaultMode === "foregroundDemo") {
    const message = "Only a call takes the foreground: a pack's default is auto or background";
    findings.push(errorAt("profile", "interaction.defaultMode", "FOREGROUND_BY_DEFAULT", message));
  }
  return findings;
}

/** All that say which group a control is in have to say the same. */
function groupFindings({ controls, groups }: Pack): readonly Finding[] {
  return [...controls].flatMap(([name, { group, selectionGroup }]) => {
    if (group === undefined) return [];
    const conflict = (other: string): Finding =>
      errorAt(
        "controls",
        formatPath(["controls", name]),
        "GROUP_CONFLICT",
        `It is in group ${quotedText(group)} and ${other}`,
      );
    const listing = groups.filter(({ members }) => members.includes(name)).map(({ id }) => id);
    const [elsewhere] = listing;
    return [
      ...(selectionGroup === undefined || selectionGroup === group
        ? []
        : [conflict(`in selectionGroup ${quotedText(selectionGroup)}`)]),
      ...(elsewhere === undefined || listing.includes(group) || !groups.some(({ id }) => id === group)
        ? []
        : [conflict(`a member of group ${quotedText(elsewhere)}`)]),
    ];
  });
}

function contractFindings({ contracts }: Pack): readonly Finding[] {
  const seen = new Set<string>();
  return contracts.flatMap(({ control, action, retrySafe, idempotent }, index) => {
    const at = (field: string): string => formatPath(["contracts", index, field]);
    const findings: Finding[] = [];
    if (!ACTIONS.has(action)) {
      const message = `There is no action ${quotedText(action)}; there are ${[...ACTIONS].join(", ")}`;
      findings.push(errorAt("actions", at("action"), "UNKNOWN_ACTION", message));
    }
    if (retrySafe && !idempotent) {
      const message = "What may be done twice is idempotent as well";
      findings.push(errorAt("actions", at("retrySafe"), "UNSAFE_RETRY", message));
    }
    const key = JSON.stringify([control, action]);
    if (seen.has(key)) {
      findings.push({
        code: "DUPLICATE_CONTRACT",
        severity: "warning",
        part: "actions",
        path: formatPath(["contracts", index]),
        message: `${quotedText(action)} of ${
          quotedText(control)
        } has a contract already, which is the one that counts`,
      });
    }
    seen.add(key);
    return findings;
  });
}

function twice(
  part: PackPart,
  list: string,
  named: readonly { readonly id: string }[],
  code: PackErrorCode,
): readonly Finding[] {
  const seen = new Set<string>();
  return named.flatMap(({ id }, index) => {
    const isSeen = seen.has(id);
    seen.add(id);
    return isSeen
      ? [errorAt(part, formatPath([list, index, "id"]), code, `${quotedText(id)} is there already`)]
      : [];
  });
}
