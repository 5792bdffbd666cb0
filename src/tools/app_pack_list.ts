import * as z from "zod";
import { listedSummaries } from "../packs/summary.ts";
import { packSummarySchema } from "./pack_fields.ts";
import { defineTool } from "./tool.ts";

/** The packs, and what was left out with its reason. */
export const appPackListTool = defineTool({
  name: "app_pack_list",
  title: "List App Packs",
  description: "Lists the App Packs: programs with named controls and workflows. " +
    "One that cannot be used is listed with its error.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({}),
  output: () => ({ packs: z.array(packSummarySchema()) }),
  handler: async (_args, { packs }) => ({ packs: [...listedSummaries(await packs.current())] }),
});
