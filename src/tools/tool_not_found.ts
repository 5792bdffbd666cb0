import { ToolError } from "../core/errors.ts";
import { nearestName } from "../core/nearest_name.ts";
import { quotedText } from "../core/text.ts";

/** The error for a name that no listed tool has; `details` hold all that there are. */
export function toolNotFound(written: string, names: readonly string[]): ToolError {
  const didYouMean = nearestName(written, names);
  const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
  return new ToolError("TOOL_NOT_FOUND", `There is no tool ${quotedText(written)}${hint}`, {
    details: { ...(didYouMean === undefined ? {} : { didYouMean }), tools: names },
  });
}
