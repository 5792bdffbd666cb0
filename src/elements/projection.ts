/** An element as results show it, and the fields of it that a caller asked for. */
import * as z from "zod";
import { once } from "../core/once.ts";
import type { Rect } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { boundedText } from "../core/text.ts";
import type { UiElement } from "../desktop/ui_element.ts";

/** A text may have 32,000 units and a list hundreds of texts. */
const MOST_TEXT_UNITS = 500;

/** A rectangle as results of this kind show it. */
const boundingRectSchema = once(() =>
  z.strictObject({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    coordinateSpace: z.literal("screen"),
  })
);

/** The state of an element, complete: the shape that results declare. */
export const elementStateSchema = once(() =>
  z.strictObject({
    automationId: z.string(),
    name: z.string(),
    controlType: z.string().describe("Short name, e.g. Button."),
    className: z.string(),
    frameworkId: z.string(),
    processId: z.int(),
    nativeWindowHandle: z.string().describe("Empty where it has no window of its own."),
    enabled: z.boolean(),
    offscreen: z.boolean(),
    focusable: z.boolean(),
    hasKeyboardFocus: z.boolean(),
    isPassword: z.boolean(),
    valueProtected: z.boolean(),
    isReadOnly: z.boolean().nullable(),
    boundingRect: boundingRectSchema().nullable(),
    runtimeId: z.array(z.int()),
    patterns: z.array(z.string()).describe("Short names, e.g. Invoke."),
    value: z.string().nullable().describe("Never of a password field."),
    rangeValue: z.number().nullable(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    smallChange: z.number().nullable(),
    largeChange: z.number().nullable(),
    toggleState: z.enum(["On", "Off", "Indeterminate"]).nullable(),
    selected: z.boolean().nullable(),
    expandCollapseState: z.enum(["Expanded", "Collapsed", "LeafNode", "PartiallyExpanded"]).nullable(),
    selectedName: z.string().nullable().optional().describe("Of a container: the selected item."),
    selectedIndex: z.int().nullable().optional(),
    cutTexts: z.array(z.string()).optional().describe("Texts that are longer than what is shown."),
    failed: z.array(z.string()).optional().describe("What could not be read."),
  })
);

/** The state of an element. */
export type ElementState = z.output<ReturnType<typeof elementStateSchema>>;

/** Every field that `fields` may name. */
export const projectedFields: () => ReadonlySet<string> = once(() => {
  const names = Object.keys(elementStateSchema().shape);
  return new Set(names.filter((name) => !["runtimeId", "cutTexts", "failed"].includes(name)));
});

/** The argument `fields`. */
export const fieldsField = once(() =>
  z.array(z.string().min(1).max(64)).max(32).optional()
    .describe("Only these, e.g. name.")
);

/** Which item of a container is selected, where that was looked at. */
export interface SelectedItem {
  readonly name: string;
  /** Among the container's items, from 0. */
  readonly index: number;
}

/** What may be said of how a state is shown. */
export interface StateOptions {
  /** Null where none is selected; left out where it was not looked at. */
  readonly selectedItem?: SelectedItem | null;
  /** Longer texts are cut, and named in `cutTexts`. */
  readonly maxTextUnits?: number;
}

/** The state of an element as JSON. */
export function elementState(element: UiElement, options: StateOptions = {}): ElementState {
  const { selectedItem, maxTextUnits = MOST_TEXT_UNITS } = options;
  const shown = (text: string): string => boundedText(text, maxTextUnits);
  const texts = { automationId: element.automationId, name: element.name, className: element.className };
  // What is protected is not shown, whatever came with the element.
  const value = element.isPassword || element.valueProtected ? null : element.value;
  const cutTexts = Object.entries({ ...texts, value })
    .flatMap(([field, text]) => text !== null && text.length > maxTextUnits ? [field] : []);
  const { range } = element;
  return {
    automationId: shown(texts.automationId),
    name: shown(texts.name),
    controlType: element.controlType,
    className: shown(texts.className),
    frameworkId: element.frameworkId,
    processId: element.processId,
    nativeWindowHandle: element.nativeWindowHandle === 0n ? "" : formatHwnd(element.nativeWindowHandle),
    enabled: element.enabled,
    offscreen: element.offscreen,
    focusable: element.focusable,
    hasKeyboardFocus: element.hasKeyboardFocus,
    isPassword: element.isPassword,
    valueProtected: element.isPassword || element.valueProtected,
    isReadOnly: element.isReadOnly,
    boundingRect: shownRect(element.screenRect),
    runtimeId: [...element.runtimeId],
    patterns: [...element.patterns],
    value: value === null ? null : shown(value),
    rangeValue: finite(range?.value),
    minimum: finite(range?.minimum),
    maximum: finite(range?.maximum),
    smallChange: finite(range?.smallChange),
    largeChange: finite(range?.largeChange),
    toggleState: element.toggleState,
    selected: element.selected,
    expandCollapseState: element.expandCollapseState,
    ...(selectedItem === undefined ? {} : {
      selectedName: selectedItem === null ? null : shown(selectedItem.name),
      selectedIndex: selectedItem?.index ?? null,
    }),
    ...(cutTexts.length === 0 ? {} : { cutTexts }),
    ...(element.failed.length === 0 ? {} : { failed: [...element.failed] }),
  };
}

/** Which fields were asked for; undefined for all of them. */
export interface Projection {
  readonly kept: ReadonlySet<string> | undefined;
  /** Names that no field has: they are left out, and should be named to the caller. */
  readonly ignored: readonly string[];
}

/** Reads the argument `fields`. An empty list asks for everything. */
export function parseFields(
  fields: readonly string[] | undefined,
  knownFields: () => ReadonlySet<string> = projectedFields,
): Projection {
  if (fields === undefined || fields.length === 0) return { kept: undefined, ignored: [] };
  const known = knownFields();
  const kept = new Set(fields.filter((field) => known.has(field)));
  return { kept, ignored: [...new Set(fields)].filter((field) => !known.has(field)) };
}

/**
 * The parts of a result that were asked for. What says where an element is in the result (its node id, ref, confidence
 * and so on) is no field of the element: it is named in `always` and stays.
 */
export function project<T extends Readonly<Record<string, unknown>>>(
  state: T,
  { kept }: Projection,
  always: readonly (keyof T & string)[] = [],
): Partial<T> {
  if (kept === undefined) return state;
  const isKept = (name: string): boolean => kept.has(name) || (always as readonly string[]).includes(name);
  // A selection of the entries of T.
  return Object.fromEntries(Object.entries(state).filter(([name]) => isKept(name))) as Partial<T>;
}

/** JSON has no infinity and no NaN, and some programs answer with one. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function shownRect(rect: Rect | null): ElementState["boundingRect"] {
  if (rect === null || rect.width <= 0 || rect.height <= 0) return null;
  return { x: rect.x, y: rect.y, width: rect.width, height: rect.height, coordinateSpace: "screen" };
}
