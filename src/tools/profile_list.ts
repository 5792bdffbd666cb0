import * as z from "zod";
import { processNamesOf } from "../packs/infer_profile.ts";
import { defineTool } from "./tool.ts";

/** The programs that packs are about, hidden ones too. */
export const profileListTool = defineTool({
  name: "profile_list",
  title: "List profiles",
  description: "Lists the programs that App Packs know by name, with their processes. " +
    "app_pack_describe tells what is in one.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({}),
  output: () => ({
    profiles: z.array(z.strictObject({
      id: z.string(),
      displayName: z.string(),
      processNames: z.array(z.string()),
      controlCount: z.int(),
      source: z.literal("app-pack"),
    })),
  }),
  async handler(_args, context) {
    const { packs } = await context.packs.current();
    const profiles = [...packs.values()].map(({ manifest, profile, controls }) => ({
      id: profile.id,
      displayName: profile.displayName ?? manifest.displayName,
      processNames: [...processNamesOf(profile)],
      controlCount: controls.size,
      source: "app-pack" as const,
    }));
    return { profiles };
  },
});
