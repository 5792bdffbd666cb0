import * as z from "zod";
import {
  DESCRIBED_PARTS,
  describedActions,
  describedControls,
  describedMap,
  describedWorkflows,
  limitationsOf,
} from "../packs/describe.ts";
import { ANTI_PATTERNS, RECOMMENDED_ORDER } from "../packs/guidance.ts";
import { namingListedTools } from "./listed_names.ts";
import { packIdField } from "./pack_fields.ts";
import { descriptionShape } from "./pack_description.ts";
import { descriptionText } from "./pack_description_text.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool, type ToolCatalog } from "./tool.ts";

/** What later steps mostly want of a result; where every success has it, they may rely on it. */
const WANTED_FIELDS = {
  profile_launch: ["targetRef", "pid", "hwnd", "title", "interaction"],
  profile_action: ["result", "selectorUsed", "interaction"],
  ui_wait: ["matched", "timedOut"],
} as const;

/** What is in one pack. */
export const appPackDescribeTool = defineTool({
  name: "app_pack_describe",
  title: "Describe an App Pack",
  description:
    "Tells what is in an App Pack: its controls, actions, workflows, pages and components, and how to " +
    "work with it.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({
    pack: packIdField("Id of the pack."),
    include: z.array(z.enum(DESCRIBED_PARTS)).min(1).max(8).default(["pages", "components", "relationships"])
      .describe("Parts of its map."),
    page: z.string().min(1).max(128).optional().describe("Pages and components of this page alone."),
    compact: z.boolean().default(false).describe("Relationships in brief, with aliases."),
  }),
  output: descriptionShape,
  // Half of a description is names that every entry has.
  text: descriptionText,
  async handler({ pack: id, ...asked }, { packs, catalog }) {
    const pack = requiredPack(await packs.current(), id);
    const { manifest, profile, source } = pack;
    const { executableNames, executableEnv, mainWindow, launch, security, interaction } = profile;
    return {
      pack: manifest.id,
      displayName: manifest.displayName,
      version: manifest.version,
      source,
      profile: JSON.parse(
        JSON.stringify({ executableNames, executableEnv, mainWindow, launch, security, interaction }),
      ),
      defaultInteractionMode: interaction.defaultMode ?? "auto",
      controls: describedControls(pack),
      actions: describedActions(pack),
      workflows: describedWorkflows(pack),
      limitations: [...limitationsOf(pack)],
      ...describedMap(pack, asked),
      ...usage(catalog),
    };
  },
});

/** How to go on, by tools that this run lists. */
function usage(catalog: ToolCatalog) {
  const listed = new Set(catalog.names());
  const naming = (sentences: readonly string[]): string[] =>
    sentences.flatMap((sentence) => namingListedTools(sentence, (name) => listed.has(name)) ?? []);
  const preferredLaunchTool = "profile_launch";
  return {
    pipeSafe: Object.fromEntries(
      Object.entries(WANTED_FIELDS).flatMap(([name, wanted]) => {
        const safe = new Set(catalog.contract(name)?.pipeSafeFields.map(({ resultPath }) => resultPath));
        return listed.has(name) ? [[name, wanted.filter((field) => safe.has(field))]] : [];
      }),
    ),
    usageGuidance: {
      ...(listed.has(preferredLaunchTool) ? { preferredLaunchTool } : {}),
      preferredTargetBinding: "targetRef" as const,
      recommendedOrder: naming(RECOMMENDED_ORDER),
      antiPatterns: naming(ANTI_PATTERNS),
    },
  };
}
