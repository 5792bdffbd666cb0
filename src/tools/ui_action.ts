import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { boundedText } from "../core/text.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { ELEMENT_ACTIONS, SCROLL_STEPS } from "../elements/action.ts";
import { elementState, elementStateSchema } from "../elements/projection.ts";
import { PUBLISHED_SELECTOR, selectorSchema } from "../elements/selector.ts";
import { actOnElement } from "../interaction/element_act.ts";
import type { ItemSelection } from "../interaction/element_aftermath.ts";
import { selectItem } from "../interaction/element_selection.ts";
import { actShape } from "./act_on_target.ts";
import { actOnSubject } from "./element_subject.ts";
import { interactionFields } from "./interaction_fields.ts";
import { defineTool } from "./tool.ts";
import { uiTargetFields, walkFields } from "./ui_fields.ts";

const MOST_WINDOWS = 5;
const MOST_TITLE_UNITS = 120;

const windowsSchema = once(() =>
  z.array(
    z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() }),
  )
);

const optIn = (words: string): z.ZodOptional<z.ZodBoolean> => z.boolean().optional().describe(words);

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
    allowCoordinateFallback: optIn("May click by message."),
    allowMessageClickFallback: optIn("The same."),
    forceCoordinateClick: optIn("Only click."),
    allowPassword: optIn("Set a password."),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 10_000 }),
    interactionMode: interactionFields().interactionMode,
  }),
  output: () => ({
    ...actShape(),
    action: z.enum(ELEMENT_ACTIONS),
    method: z.string().describe("The way it was done; noop where nothing had to be."),
    verified: z.enum(["yes", "no", "unknown"]).describe("Whether the effect was seen afterwards."),
    before: elementStateSchema().describe("The element when it was found."),
    after: elementStateSchema().nullable().describe("Null where it is gone or does not answer."),
    stillRunning: z.literal(true).optional()
      .describe("The program has not come back from it, as while a dialog of its own is open."),
    responding: z.enum(["yes", "no", "unknown"]).describe("Whether the program answered afterwards."),
    opened: windowsSchema().optional().describe("Windows of the program that came up."),
    closed: windowsSchema().optional().describe("Windows of the program that went."),
    coordinateFallbackUsed: z.boolean().describe("A key or click by message stood in for a pattern."),
    physicalCursorMoved: z.literal(false),
    fallbackReason: z.string().optional(),
    rootHwnd: z.string().optional().describe("The window that such a key or click was for."),
    selected: z.strictObject({ name: z.string(), automationId: z.string() }).optional(),
    beforeValue: z.string().nullable().optional(),
    afterValue: z.string().nullable().optional(),
    valueChanged: z.boolean().optional(),
    popupClosed: z.boolean().optional(),
    elapsedMs: z.int(),
  }),
  async handler(args, context) {
    requireArguments(args);
    const startedAt = context.clock.now();
    const { action } = args;
    const options = {
      allowsClick: args.allowCoordinateFallback === true || args.allowMessageClickFallback === true,
      forcesClick: args.forceCoordinateClick === true,
      allowsPassword: args.allowPassword === true,
    };
    const { outcome, fields } = await actOnSubject(context, args, async (target) => {
      const wanted = action === "selectByName"
        ? { name: args.value ?? "" }
        : action === "selectByIndex"
        ? { index: args.index ?? 0 }
        : undefined;
      const done = wanted === undefined
        ? await actOnElement(context, target, args, options)
        : await selectItem(context, target, wanted, options);
      return { ...done, root: target.root };
    });
    const { after, isFallback } = outcome;
    return {
      ...fields,
      action,
      method: outcome.method,
      verified: outcome.verified,
      before: elementState(outcome.before),
      after: after === null ? null : elementState(after),
      ...(outcome.isRunning ? { stillRunning: true as const } : {}),
      responding: outcome.responding,
      ...(outcome.opened.length === 0 ? {} : { opened: outcome.opened.slice(0, MOST_WINDOWS).map(shown) }),
      ...(outcome.closed.length === 0 ? {} : { closed: outcome.closed.slice(0, MOST_WINDOWS).map(shown) }),
      coordinateFallbackUsed: isFallback,
      physicalCursorMoved: false as const,
      ...(outcome.fallbackReason === undefined ? {} : { fallbackReason: outcome.fallbackReason }),
      ...(isFallback ? { rootHwnd: formatHwnd(outcome.clickedWindow ?? outcome.root) } : {}),
      ...(outcome.selection === undefined ? {} : selectionOutput(outcome.selection)),
      elapsedMs: Math.round(context.clock.now() - startedAt),
    };
  },
});

function selectionOutput(selection: ItemSelection): ItemSelection & { readonly valueChanged: boolean } {
  return { ...selection, valueChanged: selection.beforeValue !== selection.afterValue };
}

function shown(
  { hwnd, title, className }: TopLevelWindow,
): { hwnd: string; title: string; className: string } {
  return { hwnd: formatHwnd(hwnd), title: boundedText(title, MOST_TITLE_UNITS), className };
}

/** @throws {ToolError} INVALID_PARAMS for what an action needs and has not got */
function requireArguments({ action, value, rangeValue, index, length, ...args }: {
  readonly action: typeof ELEMENT_ACTIONS[number];
  readonly value?: string | undefined;
  readonly rangeValue?: number | undefined;
  readonly index?: number | undefined;
  readonly length?: number | undefined;
  readonly forceCoordinateClick?: boolean | undefined;
  readonly allowCoordinateFallback?: boolean | undefined;
}): void {
  const need = (path: string, isThere: boolean): void => {
    if (!isThere) throw invalidParameter(path, `is needed for ${action}`);
  };
  if (action === "setValue" || action === "appendText" || action === "selectByName") {
    need("value", value !== undefined);
  }
  if (action === "setChecked" && value !== "true" && value !== "false") {
    throw invalidParameter("value", "must be true or false, as text, for setChecked");
  }
  if (action === "setRangeValue") need("rangeValue", rangeValue !== undefined);
  if (action === "selectByIndex") need("index", index !== undefined);
  if (action === "selectText") need("length", length !== undefined);
  if (action === "scroll") {
    const isPercent = rangeValue !== undefined && rangeValue >= 0 && rangeValue <= 100;
    if (value === undefined ? !isPercent : SCROLL_STEPS[value] === undefined) {
      const steps = Object.keys(SCROLL_STEPS).join(", ");
      throw invalidParameter("value", `must be one of ${steps}; or rangeValue 0 to 100`);
    }
  }
  if (args.forceCoordinateClick === true && args.allowCoordinateFallback !== true) {
    throw invalidParameter("forceCoordinateClick", "needs allowCoordinateFallback true");
  }
}
