/** The tools as the checks of steps see them. */
import * as z from "zod";
import { annotationsOf } from "../core/effect.ts";
import { once } from "../core/once.ts";
import { quotedText } from "../core/text.ts";
import type { ArgumentIssue, StepTool, StepTools } from "../steps/step_tools.ts";
import { ToolError } from "../core/errors.ts";
import { nearestName } from "../core/nearest_name.ts";
import { type JsonSchema, pipeSafeFields, propertiesOf, publishedOutputSchema } from "./published_schema.ts";
import type { Tool } from "./tool.ts";
import { issueMessage, unknownKey, type Violation } from "./violations.ts";

type Fields = Readonly<Record<string, unknown>>;

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
    isRead: tool.effect === "read",
    isIdempotent: annotationsOf(tool.effect, tool.idempotent).idempotentHint,
    needsExpect: tool.needsExpect ?? false,
    backgroundPolicy: tool.backgroundPolicy,
    isAllowed,
    isMiss: (result) => tool.isMiss?.(result) ?? false,
    takes: (argument) => Object.hasOwn(tool.input.shape, argument),
    longestMs: (args, usualMs) => longestMs(tool, args, usualMs),
    check(args) {
      const parsed = tool.input.safeParse(args);
      if (parsed.success) return brokenRules(tool, parsed.data);
      return parsed.error.issues.flatMap((issue) => issuesOf(issue, args, tool));
    },
  };
}

/** Where neither the call nor its tool says how long. */
const USUAL_CALL_MS = 10_000;

/** By the arguments that say how long is waited or paused; a pause may be one after each character. */
function longestMs({ input: { shape } }: Tool, args: Fields, usualMs = USUAL_CALL_MS): number {
  const valueOf = (name: string): number | undefined => {
    const given = args[name];
    if (typeof given === "number") return Math.max(0, given);
    const field = shape[name];
    const byDefault = field === undefined ? undefined : z.safeParse(field, undefined).data;
    return typeof byDefault === "number" ? byDefault : undefined;
  };
  const sum = (...names: readonly string[]): number =>
    names.reduce((total, name) => total + (valueOf(name) ?? 0), 0);
  const pauses = typeof args.text === "string" ? args.text.length : 1;
  return (valueOf("timeoutMs") ?? usualMs) + sum("waitMs", "graceMs") + sum("delayMs", "pressMs") * pauses;
}

/** A step that failed has no result: what a success has is all that others can refer to. */
function successSchema({ output }: Tool): JsonSchema {
  const schema = publishedOutputSchema(output);
  const { error: _error, ...properties } = propertiesOf(schema);
  const always = pipeSafeFields(output).map(({ resultPath }) => resultPath);
  return { ...schema, properties, required: ["success", ...always] };
}

/** What does not go together in arguments of which each by itself is right. */
function brokenRules(tool: Tool, args: Record<string, unknown>): readonly ArgumentIssue[] {
  try {
    tool.rules?.(args);
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { violations = [] } = error.details ?? {};
    return (violations as readonly Violation[]).map(({ path, message }) => ({
      path: path.split(/[.[\]]+/).filter((part) => part !== "")
        .map((part) => /^\d+$/.test(part) ? Number(part) : part),
      message,
      about: "rule",
    }));
  }
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
