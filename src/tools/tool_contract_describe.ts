import * as z from "zod";
import { once } from "../core/once.ts";
import { toolNotFound } from "./tool_not_found.ts";
import { defineTool } from "./tool.ts";
import { annotationsSchema } from "./tool_contract_list.ts";

/** Rises when the shape of a contract changes in a way that breaks a reader. */
const SCHEMA_VERSION = 1 as const;

/** A JSON Schema is an object about which nothing more is promised here. */
const jsonSchemaSchema = once(() => z.record(z.string(), z.unknown()));

/** Everything about one tool. */
export const toolContractDescribeTool = defineTool({
  name: "tool_contract_describe",
  title: "Describe a tool contract",
  description:
    "Returns the complete input and output schemas of one tool, with the result fields that every " +
    "success has.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({
    tool: z.string().min(1).max(128).describe("Name of the tool, as tool_contract_list gives it."),
  }),
  output: () => ({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    schemaVersion: z.literal(SCHEMA_VERSION),
    effect: z.string(),
    toolset: z.string(),
    backgroundPolicy: z.string(),
    annotations: annotationsSchema(),
    retrySafe: z.boolean().describe("The same call may be repeated after a failure."),
    needsExpect: z.boolean().describe("Success means that it was sent; look whether it worked."),
    inputSchema: jsonSchemaSchema(),
    outputSchema: jsonSchemaSchema(),
    pipeSafeFields: z.array(z.string()),
    examples: z.array(z.strictObject({ resultPath: z.string(), type: z.string() })),
  }),
  handler: (args, { catalog }) => {
    const contract = catalog.contract(args.tool);
    if (contract === undefined) throw toolNotFound(args.tool, catalog.names());
    const { pipeSafeFields, ...rest } = contract;
    return Promise.resolve({
      ...rest,
      schemaVersion: SCHEMA_VERSION,
      pipeSafeFields: pipeSafeFields.map(({ resultPath }) => resultPath),
      examples: pipeSafeFields.map((field) => ({ ...field })),
    });
  },
});
