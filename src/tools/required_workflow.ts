/** The workflow that a call names. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { Workflow } from "../packs/schema/workflows.ts";
import { nearestName } from "../core/nearest_name.ts";

/**
 * The workflow of this id, hidden ones among them.
 *
 * @throws {ToolError} WORKFLOW_NOT_FOUND with the ids of those that are listed
 */
export function requiredWorkflow({ manifest, workflows }: Pack, id: string): Workflow {
  const found = workflows.find((workflow) => workflow.id === id);
  if (found !== undefined) return found;
  const listed = workflows.filter(({ visibility }) => visibility === "session").map((workflow) =>
    workflow.id
  );
  const didYouMean = nearestName(id, listed);
  const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
  throw new ToolError(
    "WORKFLOW_NOT_FOUND",
    `App Pack ${manifest.id} has no workflow ${quotedText(id)}${hint}`,
    {
      details: { ...(didYouMean === undefined ? {} : { didYouMean }), workflows: listed },
      ...(listed.length > 0 ? {} : { suggestion: "It has none: look for another pack, or go step by step." }),
    },
  );
}
