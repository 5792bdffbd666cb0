/** Tools that exist only in tests: what the door does with them is what it does with every tool. */
import { z } from "zod";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/tool.ts";

/** A tool with one argument of each kind. */
export function lookTool(
  handler: (args: LookArguments, context: ToolContext) => Promise<LookOutput> = () =>
    Promise.resolve({ seen: 1 }),
): Tool {
  return defineTool({
    name: "look_around",
    title: "Look around",
    description: "Looks. Then use act_boldly.",
    effect: "read",
    toolset: "core",
    backgroundPolicy: "safe",
    input: () => LOOK_INPUT.shape,
    output: () => LOOK_OUTPUT.shape,
    handler,
  });
}

const LOOK_INPUT = z.strictObject({
  titleContains: z.string().min(1).max(256).optional().describe("Part of a title."),
  hwnd: z.union([z.string().min(1), z.int().positive()]).optional().describe("A handle."),
  method: z.enum(["auto", "print", "screen"]).default("auto").describe("How."),
  timeoutMs: z.int().min(100).max(60_000).default(1_000).describe("How long."),
  names: z.array(z.string()).max(3).optional().describe("Names."),
  region: z.strictObject({
    width: z.int().min(1).describe("Width."),
    height: z.int().min(1).describe("Height."),
  }).optional().describe("Where."),
});
type LookArguments = z.output<typeof LOOK_INPUT>;

const LOOK_OUTPUT = z.strictObject({ seen: z.int(), note: z.string().optional() });
type LookOutput = z.input<typeof LOOK_OUTPUT>;

/** A tool that acts. */
export function actTool(handler: () => Promise<Record<string, never>> = () => Promise.resolve({})): Tool {
  return defineTool({
    name: "act_boldly",
    title: "Act",
    description: "Acts. See look_around.",
    effect: "act",
    toolset: "core",
    backgroundPolicy: "bestEffort",
    input: () => ({ text: z.string().default("").describe("A text.") }),
    output: () => ({}),
    handler,
  });
}

/** A tool whose result says `success` itself. */
export const honestTool: Tool = defineTool({
  name: "run_honestly",
  title: "Run",
  description: "Runs and says whether it worked.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({}),
  output: () => ({ success: z.boolean() }),
  handler: () => Promise.resolve({ success: false }),
});
