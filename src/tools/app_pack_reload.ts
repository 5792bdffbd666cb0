import * as z from "zod";
import { placeOf, summaryOf } from "../packs/summary.ts";
import { packSummarySchema } from "./pack_fields.ts";
import { defineTool } from "./tool.ts";

/** Reads all packs again, and takes them all or none. */
export const appPackReloadTool = defineTool({
  name: "app_pack_reload",
  title: "Reload App Packs",
  description:
    "Reads all App Packs again. Where anything is wrong with any of them, those loaded before stay " +
    "and errors says what.",
  effect: "act",
  toolset: "packs",
  backgroundPolicy: "safe",
  idempotent: true,
  input: () => ({}),
  output: () => ({
    reloaded: z.boolean(),
    loadedPacks: z.array(packSummarySchema()).describe("In use now, hidden ones too."),
    errors: z.array(z.strictObject({
      source: z.string(),
      pack: z.string().describe("Name of its folder."),
      code: z.string(),
      message: z.string(),
    })),
  }),
  async handler(_args, { packs }) {
    const { isReloaded, issues, inUse } = await packs.reload();
    return {
      reloaded: isReloaded,
      loadedPacks: [...inUse.packs.values()].map(summaryOf),
      errors: issues.map((issue) => ({
        source: issue.source,
        pack: issue.folder,
        code: issue.code,
        message: `${placeOf(issue)}${issue.message}`,
      })),
    };
  },
});
