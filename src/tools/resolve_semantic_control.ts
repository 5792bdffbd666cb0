import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import { semanticIndexOf } from "../packs/semantics/resolve.ts";
import { nearestName } from "../core/nearest_name.ts";
import { packIdField } from "./pack_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool } from "./tool.ts";

/** An error names the first of each kind. */
const MOST_SHOWN = 20;

/** From a person's words to controls of a pack. */
export const resolveSemanticControlTool = defineTool({
  name: "resolve_semantic_control",
  title: "Find controls by words",
  description: "Finds the controls of an App Pack that words in any language mean, and the way to them. " +
    "Looks at the pack alone, not at the program.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({
    profile: packIdField("Id of the pack."),
    query: z.string().min(1).max(512).describe("E.g. channel 1 sensor settings."),
    page: z.string().min(1).max(128).optional().describe("Not controls of other pages."),
    within: z.string().min(1).max(256).optional()
      .describe("Only inside this page, component, control or group."),
    limit: z.int().min(1).max(20).default(10).describe("Matches."),
  }),
  output: () => ({
    profile: z.string(),
    query: z.string(),
    matches: z.array(z.strictObject({
      control: z.string(),
      score: z.number().describe("At most 1 for each word."),
      reason: z.string(),
      group: z.string().optional(),
      recommendedAction: z.literal("ensureSelected").optional(),
    })),
    suggestedPath: z.array(z.string()).describe("Controls to act on, in this order."),
    pathAmbiguous: z.boolean().describe("The words fit several ways equally: ask, or say more."),
    scope: z.strictObject({ within: z.string().optional(), resolved: z.boolean() }),
    relationshipEvidence: z.array(z.strictObject({
      from: z.string(),
      to: z.string(),
      relation: z.string(),
    })),
  }),
  async handler({ profile, query, ...asked }, { packs }) {
    const pack = requiredPack(await packs.current(), profile);
    const answer = semanticIndexOf(pack).resolve({ query, ...asked });
    if (answer === undefined) throw scopeNotFound(pack, asked.within ?? "");
    const { matches, suggestedPath, relationshipEvidence, ...rest } = answer;
    return {
      profile,
      query,
      matches: [...matches],
      suggestedPath: [...suggestedPath],
      ...rest,
      relationshipEvidence: relationshipEvidence.map(({ from, to, relation }) => ({
        from: from.id,
        to: to.id,
        relation,
      })),
    };
  },
});

function scopeNotFound({ manifest, pages, components, groups, controls }: Pack, within: string): ToolError {
  const ids = (named: readonly { readonly id: string }[]): readonly string[] => named.map(({ id }) => id);
  const [page, component, group] = [ids(pages), ids(components), ids(groups)];
  const didYouMean = nearestName(within, [...page, ...component, ...group, ...controls.keys()]);
  const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
  return new ToolError(
    "SEMANTIC_SCOPE_NOT_FOUND",
    `App Pack ${quotedText(manifest.id)} has no page, component, control or group ${
      quotedText(within)
    }${hint}`,
    {
      details: {
        ...(didYouMean === undefined ? {} : { didYouMean }),
        pages: page.slice(0, MOST_SHOWN),
        components: component.slice(0, MOST_SHOWN),
        groups: group.slice(0, MOST_SHOWN),
      },
    },
  );
}
