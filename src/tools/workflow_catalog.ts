import * as z from "zod";
import { describedWorkflows } from "../packs/describe.ts";
import { policyOfSteps, unsafeSteps } from "../pipeline/background_preflight.ts";
import { packIdField } from "./pack_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool } from "./tool.ts";

/** The workflows of one pack, with what decides whether they can run now. */
export const workflowCatalogTool = defineTool({
  name: "workflow_catalog",
  title: "List workflows",
  description: "Lists the workflows of an App Pack with what they need, whether they were tested and " +
    "whether they can stay in the background.",
  effect: "read",
  toolset: "pipeline",
  backgroundPolicy: "safe",
  input: () => ({ pack: packIdField("Id of the pack.") }),
  output: () => ({
    defaultInteractionMode: z.enum(["auto", "background", "foregroundDemo"]).describe("Of the pack."),
    workflows: z.array(z.strictObject({
      id: z.string(),
      description: z.string(),
      safe: z.boolean(),
      tested: z.boolean(),
      restoresState: z.boolean().describe("It puts back what it changes."),
      requiredInputs: z.array(z.string()),
      inputs: z.record(z.string(), z.unknown()).optional().describe("JSON Schema of each input."),
      visibility: z.enum(["session", "hidden"]),
      interactionMode: z.enum(["auto", "background", "foregroundDemo"]).optional()
        .describe("Its own, before that of the pack."),
      backgroundPolicy: z.enum(["safe", "bestEffort", "foregroundRequired"])
        .describe("foregroundRequired: refused in background mode."),
      foregroundRequiredSteps: z.array(z.strictObject({
        stepId: z.string().optional(),
        index: z.int().optional().describe("Where it has no id."),
        section: z.enum(["steps", "finally", "captureBefore"]),
        backgroundPolicy: z.enum(["safe", "bestEffort", "foregroundRequired"]).optional(),
        requestedMode: z.enum(["auto", "background", "foregroundDemo"]).optional(),
        suggestedMode: z.literal("foregroundDemo"),
      })),
    })),
  }),
  async handler({ pack: id }, { packs: registry, catalog }) {
    const packs = await registry.current();
    const pack = requiredPack(packs, id);
    const scope = { tools: catalog.steps, pack, packs };
    return {
      defaultInteractionMode: pack.profile.interaction.defaultMode ?? "auto",
      workflows: describedWorkflows(pack).flatMap((described) => {
        const workflow = pack.workflows.find((one) => one.id === described.id);
        if (workflow === undefined) return [];
        const { interactionMode, inputSchema: { properties } } = workflow;
        return [{
          ...described,
          requiredInputs: [...described.requiredInputs],
          ...(Object.keys(properties).length === 0 ? {} : { inputs: properties }),
          ...(interactionMode === undefined ? {} : { interactionMode }),
          backgroundPolicy: policyOfSteps(workflow, scope),
          foregroundRequiredSteps: [...unsafeSteps(workflow, scope)],
        }];
      }),
    };
  },
});
