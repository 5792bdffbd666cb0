/** Acting on an element, as the tools for it share that: what an action needs, and what is told of what came of it. */
import * as z from "zod";
import type { Clock } from "../core/clock.ts";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import { boundedText } from "../core/text.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { ELEMENT_ACTIONS, type ElementAction, SCROLL_STEPS } from "../elements/action.ts";
import { elementState, elementStateSchema } from "../elements/projection.ts";
import type { ElementActOptions } from "../interaction/element_act.ts";
import type { ElementOutcome, ItemSelection } from "../interaction/element_aftermath.ts";

const MOST_WINDOWS = 5;
const MOST_TITLE_UNITS = 120;

const windowsSchema = once(() =>
  z.array(
    z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() }),
  )
);

const optIn = (words: string): z.ZodOptional<z.ZodBoolean> => z.boolean().optional().describe(words);

/** What a call may allow beside patterns. */
export const fallbackFields = once(() => ({
  allowCoordinateFallback: optIn("May click by message."),
  allowMessageClickFallback: optIn("The same."),
  forceCoordinateClick: optIn("Only click."),
  allowPassword: optIn("Set a password."),
}));

/** What is told of an action on an element. */
export const elementActShape = once(() => ({
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
}));

/** What an action has done to an element of a top-level window. */
export interface ElementDone {
  readonly action: ElementAction;
  readonly outcome: ElementOutcome;
  readonly root: Hwnd;
  /** By the clock of the call. */
  readonly startedAt: number;
}

/** {@link elementActShape} of it. */
export function elementActOutput(
  clock: Clock,
  { action, outcome, root, startedAt }: ElementDone,
): z.input<z.ZodObject<ReturnType<typeof elementActShape>>> {
  const { after, isFallback } = outcome;
  return {
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
    ...(isFallback ? { rootHwnd: formatHwnd(outcome.clickedWindow ?? root) } : {}),
    ...(outcome.selection === undefined ? {} : selectionOutput(outcome.selection)),
    elapsedMs: Math.round(clock.now() - startedAt),
  };
}

/** What a call says about how an action may be done. */
export interface FallbackArguments {
  readonly allowCoordinateFallback?: boolean | undefined;
  readonly allowMessageClickFallback?: boolean | undefined;
  readonly forceCoordinateClick?: boolean | undefined;
  readonly allowPassword?: boolean | undefined;
}

/** The same for the executor. */
export function actOptions(args: FallbackArguments): ElementActOptions {
  return {
    allowsClick: args.allowCoordinateFallback === true || args.allowMessageClickFallback === true,
    forcesClick: args.forceCoordinateClick === true,
    allowsPassword: args.allowPassword === true,
  };
}

function selectionOutput(selection: ItemSelection): ItemSelection & { readonly valueChanged: boolean } {
  return { ...selection, valueChanged: selection.beforeValue !== selection.afterValue };
}

function shown(
  { hwnd, title, className }: TopLevelWindow,
): { hwnd: string; title: string; className: string } {
  return { hwnd: formatHwnd(hwnd), title: boundedText(title, MOST_TITLE_UNITS), className };
}

/** @throws {ToolError} INVALID_PARAMS for what an action needs and has not got */
export function requireActionArguments(
  { action, value, rangeValue, index, length, ...args }: FallbackArguments & {
    readonly action: string;
    readonly value?: string | undefined;
    readonly rangeValue?: number | undefined;
    readonly index?: number | undefined;
    readonly length?: number | undefined;
  },
): void {
  const need = (path: string, isThere: boolean): void => {
    if (!isThere) throw invalidParameter(path, `is needed for ${action}`);
  };
  if (action === "setValue" || action === "appendText" || action === "selectByName") {
    need("value", value !== undefined);
  }
  if ((action === "setValue" || action === "appendText") && value?.includes("\0")) {
    throw invalidParameter("value", "a NUL character ends a text in a control");
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
