import * as z from "zod";
import { once } from "../core/once.ts";
import { defineTool } from "./tool.ts";

/** The annotations as both contract tools show them. */
export const annotationsSchema = once(() =>
  z.strictObject({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  })
);

/** Every tool in one line, without schemas. */
export const toolContractListTool = defineTool({
  name: "tool_contract_list",
  title: "List tool contracts",
  description: "Lists every tool with its effect, background policy and hints, without schemas. " +
    "tool_contract_describe has the schemas of one tool.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({}),
  output: () => ({
    tools: z.array(z.strictObject({
      name: z.string(),
      title: z.string(),
      effect: z.string(),
      toolset: z.string(),
      backgroundPolicy: z.string(),
      annotations: annotationsSchema(),
      retrySafe: z.boolean(),
      needsExpect: z.boolean(),
    })),
  }),
  handler: (_args, { catalog }) => {
    const tools = catalog.names().flatMap((name) => {
      const contract = catalog.contract(name);
      if (contract === undefined) return [];
      const { title, effect, toolset, backgroundPolicy, annotations, retrySafe, needsExpect } = contract;
      return [{ name, title, effect, toolset, backgroundPolicy, annotations, retrySafe, needsExpect }];
    });
    return Promise.resolve({ tools });
  },
});
