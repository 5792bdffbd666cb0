/** What the tool that locates an element answers. */
import { z } from "zod";
import { READING_OUTPUT } from "../elements/reading_output.ts";
import { UI_WINDOW_OUTPUT } from "./ui_fields.ts";

const POINT = z.strictObject({ x: z.int(), y: z.int() });
const RECT = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

const ELEMENT = z.strictObject({
  ref: z.string().describe("Names the element in later calls."),
  index: z.int().describe("Among those that fit."),
  controlType: z.string(),
  name: z.string(),
  automationId: z.string(),
  className: z.string(),
  enabled: z.boolean(),
  offscreen: z.boolean().describe("What it says of itself; programs are often wrong."),
  screenRect: RECT.nullable(),
  uiPath: z.array(z.string()).describe("Itself and what is above it."),
});

const OTHER = z.strictObject({
  hwnd: z.string().optional(),
  controlType: z.string(),
  name: z.string(),
  className: z.string(),
});

const { status: _status, ...reading } = READING_OUTPUT;

/** The whole answer. */
export const LOCATE_OUTPUT = z.strictObject({
  status: z.enum(["found", "ambiguous", "offscreen", "not-found", "not-exposed", "inconclusive", "truncated"])
    .describe("Only not-found means that it is really not there."),
  screenPoint: POINT.optional().describe("Only with found: looking there showed the element."),
  click: z.strictObject({ hwnd: z.string(), x: z.int(), y: z.int(), coordinateSpace: z.literal("screen") })
    .optional().describe("The same point as arguments of click_window."),
  element: ELEMENT.optional().describe("Where one is meant."),
  reason: z.enum(["notShown", "outsideWindow", "covered"]).optional().describe("Why it is offscreen."),
  coveredBy: OTHER.optional().describe("What lies over it."),
  inside: OTHER.optional().describe(
    "What lies at the point, where it is something else to act on inside the element.",
  ),
  matched: z.int().describe("How many fit."),
  matchedBy: z.enum(["exact", "contains"]).optional().describe("By its whole name or by a part of it."),
  candidates: z.array(ELEMENT).optional().describe("The first of several that fit."),
  hwnd: UI_WINDOW_OUTPUT.hwnd.optional().describe(
    "Handle of the window, the element's own where it is known.",
  ),
  title: UI_WINDOW_OUTPUT.title.optional(),
  pid: UI_WINDOW_OUTPUT.pid.optional(),
  ...reading,
  unread: z.array(z.strictObject({
    ...UI_WINDOW_OUTPUT,
    reason: z.string().describe("A code; slow: read in part; notExposed: shows nothing but its frame."),
  })).optional().describe("Windows of which not everything is known; the first ten."),
  unreadCount: z.int().optional(),
});

/** {@link LOCATE_OUTPUT} as a value. */
export type LocateAnswer = z.output<typeof LOCATE_OUTPUT>;
