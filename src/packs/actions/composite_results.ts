/** What the actions that are made of several acts say of themselves, declared strictly. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { shownSelectorSchema } from "../../elements/selector.ts";

const rectSchema = once(() =>
  z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable()
);

const common = once(() => ({
  success: z.literal(true),
  method: z.string().describe("The way it was done; noop where nothing had to be."),
  verified: z.enum(["yes", "no", "unknown"]).describe("Whether the effect was seen afterwards."),
  physicalCursorMoved: z.literal(false),
}));

/** Where the rectangle that an element is to be seen in comes from. */
export const VIEWPORT_SOURCES = [
  "scrollContainer",
  "pageRoot",
  "windowClientRect",
  "windowBoundingRect",
  "none",
] as const;

/** The geometry of an element that is to be seen; of a success, and in the details of ELEMENT_NOT_FULLY_VISIBLE. */
export const visibilitySchema = once(() =>
  z.strictObject({
    elementRect: rectSchema().describe("Screen pixels."),
    viewportRect: rectSchema().describe("Screen pixels."),
    viewportSource: z.enum(VIEWPORT_SOURCES),
    margin: z.number(),
    offscreen: z.boolean().describe("What the element says of itself."),
    visible: z.boolean().describe("Some part of it lies in the viewport."),
    fullyVisible: z.boolean(),
    attemptedStrategies: z.array(z.string()),
    attemptCount: z.int().describe("How many times it was scrolled."),
    scrollValueChanged: z.boolean(),
  })
);

const ensureVisibleSchema = once(() =>
  z.strictObject({ ...common(), ...visibilitySchema().shape, alreadyVisible: z.boolean() })
);

const menuItemSchema = once(() =>
  z.strictObject({
    automationId: z.string(),
    name: z.string(),
    controlType: z.string(),
    enabled: z.boolean(),
    checked: z.boolean().nullable(),
    hasSubmenu: z.boolean(),
    supportedActions: z.array(z.string()),
    recommendedSelector: shownSelectorSchema(),
  })
);

const itemsShape = once(() => ({
  items: z.array(menuItemSchema()).describe("At most 100."),
  itemCount: z.int().describe("How many there are."),
}));

const popupRootsShape = once(() => ({
  popupRoots: z.array(z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() }))
    .describe("Windows that the program shows beside the one that was named."),
}));

const openMenuSchema = once(() =>
  z.strictObject({
    ...common(),
    popupOpened: z.boolean(),
    alreadyOpen: z.literal(true).optional(),
    ...popupRootsShape(),
    ...itemsShape(),
  })
);

const openSubmenuSchema = once(() => z.strictObject({ ...common(), ...itemsShape() }));

const invokeByKeySchema = once(() =>
  z.strictObject({
    ...common(),
    triggered: z.literal(true).describe("The key was posted."),
    rootsBefore: z.int(),
    rootsAfter: z.int(),
    ...popupRootsShape(),
  })
);

const getSelectionSchema = once(() =>
  z.strictObject({
    ...common(),
    selected: z.array(z.strictObject({ name: z.string(), automationId: z.string() })).describe(
      "At most 200.",
    ),
    count: z.int().describe("How many are selected."),
  })
);

/** The results of the composites of this folder, by their names. */
export const COMPOSITE_RESULTS = {
  ensureVisible: ensureVisibleSchema,
  openMenu: openMenuSchema,
  openSubmenu: openSubmenuSchema,
  invokeByKey: invokeByKeySchema,
  getSelection: getSelectionSchema,
} as const;

type ResultOf<Name extends keyof typeof COMPOSITE_RESULTS> = z.output<
  ReturnType<typeof COMPOSITE_RESULTS[Name]>
>;

/** What a composite says of itself. */
export type EnsureVisibleResult = ResultOf<"ensureVisible">;
/** The same. */
export type OpenMenuResult = ResultOf<"openMenu">;
/** The same. */
export type OpenSubmenuResult = ResultOf<"openSubmenu">;
/** The same. */
export type InvokeByKeyResult = ResultOf<"invokeByKey">;
/** The same. */
export type GetSelectionResult = ResultOf<"getSelection">;
/** The geometry of an element that is to be seen. */
export type Visibility = z.output<ReturnType<typeof visibilitySchema>>;
/** An item of a menu. */
export type MenuRow = z.output<ReturnType<typeof menuItemSchema>>;
/** Where a viewport comes from. */
export type ViewportSource = typeof VIEWPORT_SOURCES[number];
