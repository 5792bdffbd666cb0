import * as z from "zod";
import { ELEMENT_ACTIONS } from "../elements/action.ts";
import { PUBLISHED_SELECTOR, selectorSchema } from "../elements/selector.ts";
import { actAsAsked } from "../interaction/element_selection.ts";
import { actShape } from "./act_on_target.ts";
import {
  actOptions,
  elementActOutput,
  elementActShape,
  fallbackFields,
  requireActionArguments,
} from "./element_act_output.ts";
import { actOnSubject, requireSubject } from "./element_subject.ts";
import { interactionFields } from "./interaction_fields.ts";
import { defineTool } from "./tool.ts";
import { uiTargetFields, walkFields } from "./ui_fields.ts";

const count = (most: number, words: string): z.ZodOptional<z.ZodInt> =>
  z.int().min(0).max(most).optional().describe(words);

/** Acts on one element of a window. */
export const uiActionTool = defineTool({
  name: "ui_action",
  title: "Act on an element",
  description: "Acts on an element; verified, before, after, opened say what came of it. " +
    "windowMessageClick is by message: the real mouse neither moves nor clicks.",
  effect: "act",
  toolset: "ui",
  backgroundPolicy: "bestEffort",
  needsExpect: true,
  input: () => ({
    ...uiTargetFields(),
    ref: uiTargetFields().ref.describe("Instead of all these."),
    selector: selectorSchema().optional().describe("As in ui_query.")
      .meta({ published: PUBLISHED_SELECTOR.published }),
    action: z.enum(ELEMENT_ACTIONS).describe("What to do."),
    value: z.string().max(4_000).optional()
      .describe("Text, item name; setChecked true|false; scroll up|pageDown …"),
    rangeValue: z.number().optional().describe("Number; scroll: percent."),
    index: count(1_000_000, "selectByIndex."),
    start: count(1_000_000_000, "selectText."),
    length: count(1_000_000_000, "selectText."),
    ...fallbackFields(),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 10_000 }),
    interactionMode: interactionFields().interactionMode,
  }),
  output: () => ({
    ...actShape(),
    ...elementActShape(),
  }),
  rules(args) {
    requireActionArguments(args);
    requireSubject(args);
  },
  async handler(args, context) {
    requireActionArguments(args);
    const startedAt = context.clock.now();
    const options = actOptions(args);
    const { outcome: { outcome, root }, fields } = await actOnSubject(context, args, async (target) => {
      const done = await actAsAsked(context, target, args, options);
      return { method: done.method, outcome: done, root: target.root };
    });
    return {
      ...fields,
      ...elementActOutput(context.clock, { action: args.action, outcome, root, startedAt }),
    };
  },
});
