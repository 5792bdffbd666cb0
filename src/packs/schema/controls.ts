/** `controls.json`: what the controls of a program are called, how each is found, what it promises. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { selectorSchema } from "../../elements/selector.ts";
import { businessPostconditionSchema, stateConditionSchema } from "./expect.ts";
import { aliasesSchema, schemaPointer, text } from "./texts.ts";

/** So many controls has a pack at most. */
export const MOST_CONTROLS = 1_000;

/** How sure it is that a control is found. */
export const CONFIDENCES = [
  "stable",
  "conditionally-stable",
  "fragile",
  "source-derived",
  "runtime-verified",
  "unsupported",
  "action-limited",
  "ambiguous",
] as const;

/** What a control is for. */
export const CONTROL_ROLES = [
  "pageRoot",
  "navigation",
  "card",
  "tab",
  "toggle",
  "button",
  "input",
  "combo",
  "switch",
  "slider",
  "table",
  "tree",
  "scrollArea",
  "statusMarker",
  "contentMarker",
  "container",
  "other",
] as const;

/** The ways in which a control may be scrolled into view. */
export const VISIBILITY_STRATEGIES = ["ScrollItemPattern", "RangeValueScroll", "WindowMessageWheel"] as const;

/** The ways in which a control may be selected where the first one does not do it. */
export const FALLBACK_METHODS = [
  "SelectionItemPattern",
  "TogglePattern",
  "InvokePattern",
  "WindowMessageElementClick",
] as const;

/** What no pack can have done: it would take the person's own devices. */
export const FORBIDDEN_METHODS = ["PhysicalMouse", "GlobalKeyboard", "SetCursorPos"] as const;

const selectorsSchema = once(() => z.array(selectorSchema()).min(1).max(8));

/** Where and how deep a control is searched. */
const searchSchema = once(() =>
  z.strictObject({
    rootControl: text().optional().describe("The control that it is inside."),
    maxDepth: z.int().min(1).max(48).optional(),
    depthStrategy: z.enum(["fixed", "auto"]).optional(),
    maxResults: z.int().min(1).max(200).optional(),
  })
);

const controlEntrySchema = once(() =>
  z.strictObject({
    selectors: selectorsSchema().describe("Tried in their order."),
    confidence: z.enum(CONFIDENCES).default("source-derived"),
    description: z.string().max(1_024).optional(),
    notes: z.string().max(4_096).optional(),
    aliases: aliasesSchema().default([]),
    page: text().optional(),
    parent: text().optional().describe("A control or a component."),
    group: text().optional().describe("A selection group."),
    role: z.enum(CONTROL_ROLES).optional(),
    search: searchSchema().optional(),
    visibility: z.strictObject({
      scrollContainer: text().optional(),
      strategies: z.array(z.enum(VISIBILITY_STRATEGIES)).min(1).max(3).optional(),
      margin: z.number().min(0).max(256).optional().describe("Pixels."),
    }).optional(),
    controlState: z.strictObject({
      any: z.array(stateConditionSchema()).min(1).max(8).optional(),
      all: z.array(stateConditionSchema()).min(1).max(8).optional(),
    }).refine(({ any, all }) => any !== undefined || all !== undefined, "It needs any or all").optional()
      .describe("When the control counts as selected."),
    postconditions: z.array(businessPostconditionSchema()).max(16).default([]),
    supportedActions: z.array(text()).max(16).default([]),
    fallbackPolicy: z.strictObject({
      enabled: z.boolean().default(true),
      methods: z.array(z.enum(FALLBACK_METHODS)).min(1).max(6).optional(),
      forbidden: z.array(z.enum(FORBIDDEN_METHODS)).max(3).optional(),
    }).optional(),
    selectionGroup: text().optional(),
    menu: z.strictObject({
      opensSubmenu: z.boolean().optional(),
      command: z.boolean().optional(),
      invokeMode: z.enum(["pattern", "keyboard-enter"]).optional(),
      panelControl: text().optional(),
      sectionControl: text().optional(),
    }).optional(),
  })
);

/** A control in its full form; a selector, or a list of them, is one that says no more. */
const controlSchema = once(() =>
  z.preprocess((written) => {
    if (Array.isArray(written)) return { selectors: written };
    const isSelector = typeof written === "object" && written !== null && !("selectors" in written);
    return isSelector ? { selectors: [written] } : written;
  }, controlEntrySchema())
);

/** A control as it may be written. */
const writtenControlSchema = once(() => z.union([controlEntrySchema(), selectorsSchema(), selectorSchema()]));

function fileOf<T extends z.ZodType>(control: T) {
  return z.strictObject({
    ...schemaPointer(),
    controls: z.record(text(), control)
      .refine(
        (controls) => Object.keys(controls).length <= MOST_CONTROLS,
        `At most ${MOST_CONTROLS} controls`,
      ),
  });
}

/** See the head of this file; a control is named by its key. */
export const controlsSchema = once(() => fileOf(controlSchema()));

/** The same as it may be written, for what describes that; what is wrong with it is said by {@link controlsSchema}. */
export const writtenControlsSchema = once(() => fileOf(writtenControlSchema()));

/** A control with its defaults. */
export type ControlEntry = z.output<ReturnType<typeof controlEntrySchema>>;
