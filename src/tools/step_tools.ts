/** The tools as the checks of steps see them. */
import type * as z from "zod";
import { annotationsOf } from "../core/effect.ts";
import { once } from "../core/once.ts";
import { quotedText } from "../core/text.ts";
import type { ArgumentIssue, StepTool, StepTools } from "../steps/step_tools.ts";
import { nearestName } from "./nearest_name.ts";
import { type JsonSchema, propertiesOf, publishedOutputSchema } from "./published_schema.ts";
import type { Tool } from "./tool.ts";
import { issueMessage, unknownKey } from "./violations.ts";

/**
 * These tools; what is needed of each is made when a step names it.
 *
 * @param isAllowed which of them a run may call: all unless given
 */
export function stepToolsOf(
  tools: readonly Tool[],
  isAllowed: (tool: Tool) => boolean = () => true,
): StepTools {
  const byName = new Map(tools.map((tool) => [tool.name, once(() => stepToolOf(tool, isAllowed(tool)))]));
  return {
    tool: (name) => byName.get(name)?.(),
    nearest: (name) => nearestName(name, byName.keys()),
  };
}

function stepToolOf(tool: Tool, isAllowed: boolean): StepTool {
  const outputSchema = once(() => successSchema(tool));
  return {
    get outputSchema() {
      return outputSchema();
    },
    isIdempotent: annotationsOf(tool.effect, tool.idempotent).idempotentHint,
    needsExpect: tool.needsExpect ?? false,
    backgroundPolicy: tool.backgroundPolicy,
    isAllowed,
    isMiss: (result) => tool.isMiss?.(result) ?? false,
    takes: (argument) => Object.hasOwn(tool.input.shape, argument),
    check(args) {
      const parsed = tool.input.safeParse(args);
      return parsed.success ? [] : parsed.error.issues.flatMap((issue) => issuesOf(issue, args, tool));
    },
  };
}

/** A step that failed has no result: what a success has is all that others can refer to. */
function successSchema({ output }: Tool): JsonSchema {
  const schema = publishedOutputSchema(output);
  const { error: _error, ...properties } = propertiesOf(schema);
  return { ...schema, properties };
}

function issuesOf(issue: z.core.$ZodIssue, args: unknown, { input }: Tool): readonly ArgumentIssue[] {
  const path = issue.path.map((step) => typeof step === "number" ? step : String(step));
  if (issue.code !== "unrecognized_keys") {
    return [{
      path,
      message: issueMessage(issue, args),
      about: issue.code === "invalid_type" ? "type" : "value",
    }];
  }
  const known = path.length === 0 ? Object.keys(input.shape) : [];
  return issue.keys.map((key) => {
    const { message, didYouMean } = unknownKey(path, key, known);
    const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
    return { path: [...path, key], message: `${message}${hint}`, about: "name" };
  });
}
