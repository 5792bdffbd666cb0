import * as z from "zod";
import { once } from "../core/once.ts";
import { PATTERNS } from "../desktop/ui_element.ts";
import { catalog, type CatalogControl } from "../elements/catalog.ts";
import { fieldsField, parseFields, project, type Projection } from "../elements/projection.ts";
import { readingVerdict } from "../elements/status.ts";
import { controlLabels } from "../packs/control_labels.ts";
import { packOfCall } from "./pack_of_call.ts";
import { defineTool } from "./tool.ts";
import { ignoredHints, longListHints } from "./ui_elements.ts";
import { refSchema, uiReadingShape, uiTargetFields, walkFields } from "./ui_fields.ts";
import { listSizeHints } from "./ui_list_size.ts";
import { requirePart, rootSelectorField } from "./ui_part.ts";
import { readWindow, refsOf, uiReadingOutput } from "./ui_reading.ts";

/** A selector as it is recommended: usable as it is. */
const recommendedSchema = once(() =>
  z.strictObject({
    automationId: z.string().optional(),
    name: z.string().optional(),
    controlType: z.string().optional(),
    match: z.enum(["exact", "contains", "regex"]).optional(),
  })
);

const controlSchema = once(() =>
  z.strictObject({
    ref: refSchema(),
    controlType: z.string(),
    automationId: z.string().describe("Empty where it is too long for a selector."),
    name: z.string(),
    selectorConfidence: z.enum(["stable", "conditionally-stable", "fragile", "unsupported"]),
    recommendedSelector: recommendedSchema().optional().describe("Empty where nothing tells it apart."),
    selectorVerified: z.boolean().optional().describe("It fits this control alone, and everything was read."),
    selectorMatchCount: z.int().optional(),
    supportedActions: z.array(z.string()).optional(),
    patterns: z.array(z.enum(PATTERNS)).optional(),
    className: z.string().optional(),
    frameworkId: z.string().optional(),
    enabled: z.boolean().optional(),
    visible: z.boolean().optional(),
    offscreen: z.boolean().optional(),
    rootHwnd: z.string().optional(),
    rawAutomationId: z.string().optional(),
    replaySelector: recommendedSchema().optional().describe("To be used in place of the long automation id."),
    profileControl: z.string().optional().describe("What the program's App Pack calls it."),
  })
);

const controlFields: () => ReadonlySet<string> = once(() => new Set(Object.keys(controlSchema().shape)));

/** The controls with a selector for each. */
export const uiCatalogTool = defineTool({
  name: "ui_catalog",
  title: "Catalogue controls",
  description:
    "Lists the controls of a window: a selector that finds each again, how far to trust it, what it can do. " +
    "For diagnosis: find a known control with ui_query.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    rootSelector: rootSelectorField(),
    visibleOnly: z.boolean().default(true).describe("Others are only counted."),
    enabledOnly: z.boolean().default(false).describe("Others are only counted."),
    summaryOnly: z.boolean().default(false).describe("The counts alone."),
    fields: fieldsField(),
    ...walkFields({ maxDepth: 20, maxNodes: 5_000, timeoutMs: 30_000 }),
  }),
  output: () => ({
    totalNodes: z.int(),
    actionableNodes: z.int().describe("That can do something; listed or not."),
    unsupportedNodes: z.int().describe("Of these, with nothing to find them by."),
    stableAutomationIdNodes: z.int(),
    nameOnlyNodes: z.int(),
    controlTypes: z.record(z.string(), z.int()),
    patterns: z.record(z.string(), z.int()),
    ...uiReadingShape(),
    controls: z.array(controlSchema()),
  }),
  async handler(args, context) {
    const { rootSelector, visibleOnly, enabledOnly, summaryOnly } = args;
    const reading = await readWindow(context, args, {}, {
      // Whether a selector finds one control alone, the whole window decides.
      isWhole: true,
    });
    const { tree, scope } = reading;
    const part = requirePart(context, reading, rootSelector);
    const { controls, ...counts } = catalog(tree, { ...part, visibleOnly, enabledOnly, summaryOnly });
    const projection = parseFields(args.fields, controlFields);
    const refOf = refsOf(context, reading);
    const pack = await packOfCall(context, args);
    const labels = pack === undefined ? undefined : controlLabels(pack);
    const listed = controls.map((control) => {
      const profileControl = labels?.get(control.automationId);
      const labelled = profileControl === undefined ? control : { ...control, profileControl };
      return shownControl(labelled, refOf(control.node), projection);
    });
    const unlisted = counts.actionableNodes - listed.length;
    return {
      ...counts,
      controls: listed,
      ...uiReadingOutput(reading, readingVerdict(tree, scope), [
        ...!summaryOnly && unlisted > 0
          ? [`${unlisted} controls are hidden by visibleOnly or enabledOnly.`]
          : [],
        ...listSizeHints(listed),
        ...longListHints(tree, scope, refOf),
        ...ignoredHints(projection, undefined, { rootSelector }),
      ]),
    };
  },
});

/** A control with what was asked for, and what it always has. */
function shownControl(
  control: CatalogControl & { readonly profileControl?: string },
  ref: string,
  projection: Projection,
): z.input<ReturnType<typeof controlSchema>> {
  const { node: _node, supportedActions, patterns, ...rest } = control;
  const { controlType, automationId, name, selectorConfidence } = rest;
  const whole = { ...rest, supportedActions: [...supportedActions], patterns: [...patterns] };
  return { ref, controlType, automationId, name, selectorConfidence, ...project(whole, projection) };
}
