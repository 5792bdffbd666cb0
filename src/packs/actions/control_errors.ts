/** Why a control of a pack was not found, with the way to find out more. */
import { editDistance } from "../../core/edit_distance.ts";
import { type ErrorDetails, ToolError } from "../../core/errors.ts";
import { quotedText } from "../../core/text.ts";
import type { Pack } from "../load/load_pack.ts";
import type { ControlEntry } from "../schema/controls.ts";
import type { CandidateTried } from "./control_call.ts";
import { depthsOf } from "./control_selectors.ts";

const MOST_SIMILAR = 5;
/** To compare a thousand long names in whole would hold up every other call. */
const MOST_COMPARED_UNITS = 64;

/** So many elements does a search near a control need to show. */
const MOST_DIAGNOSED = 10;

/**
 * What a pack says of one of its controls.
 *
 * @throws {ToolError} PROFILE_CONTROL_NOT_FOUND with the names that are most like it
 */
export function requireControl({ manifest: { id }, controls }: Pack, name: string): ControlEntry {
  const entry = controls.get(name);
  if (entry !== undefined) return entry;
  const wanted = compared(name);
  const similar = [...controls.keys()]
    .map((key) => ({ key, distance: editDistance(wanted, compared(key)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_SIMILAR);
  throw new ToolError("PROFILE_CONTROL_NOT_FOUND", `Profile ${id} has no control ${quotedText(name)}`, {
    details: { profile: id, control: name, similar: similar.map(({ key }) => key) },
  });
}

function compared(name: string): string {
  return name.slice(0, MOST_COMPARED_UNITS).toLowerCase();
}

/** What a pack says of where a control belongs. */
export function controlDetails(
  { manifest: { id } }: Pack,
  name: string,
  { page, parent, group }: ControlEntry,
): ErrorDetails {
  return {
    profile: id,
    control: name,
    ...(page === undefined ? {} : { page }),
    ...(parent === undefined ? {} : { component: parent, parent }),
    ...(group === undefined ? {} : { group }),
  };
}

/** The error for a control none of whose selectors means exactly one element. `told` is said of the best of them. */
export function unresolvedError(
  pack: Pack,
  name: string,
  entry: ControlEntry,
  { candidatesTried, maxDepth, told }: {
    readonly candidatesTried: readonly CandidateTried[];
    readonly maxDepth: number;
    readonly told: ErrorDetails;
  },
): ToolError {
  const { search } = entry;
  const near = search?.rootControl ?? entry.parent ?? entry.group ?? entry.page;
  const outcomes = new Set(candidatesTried.map(({ outcome }) => outcome));
  const why = outcomes.has("ambiguous")
    ? "several elements fit"
    : outcomes.has("error")
    ? "not everything could be read"
    : "no element fits";
  return new ToolError("PROFILE_CONTROL_UNRESOLVED", `Control ${quotedText(name)} was not found: ${why}`, {
    details: {
      ...controlDetails(pack, name, entry),
      candidatesTried,
      searchApplied: {
        maxDepth: depthsOf(entry, maxDepth).at(-1),
        depthStrategy: search?.depthStrategy ?? "fixed",
        ...(search?.rootControl === undefined ? {} : { rootControl: search.rootControl }),
      },
      ...(near === undefined ? {} : {
        diagnosticScope: { rootControl: near, maxResults: MOST_DIAGNOSED },
        suggestedDiagnostic: { tool: "ui_query", withinControl: near, maxResults: MOST_DIAGNOSED },
      }),
      ...told,
    },
  });
}
