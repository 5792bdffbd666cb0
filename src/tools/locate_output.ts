/** What the tool that locates an element answers. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { readingShape } from "../elements/reading_output.ts";
import { uiWindowShape } from "./ui_fields.ts";

const pointSchema = once(() => z.strictObject({ x: z.int(), y: z.int() }));
const rectSchema = once(() => z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }));

const elementSchema = once(() =>
  z.strictObject({
    ref: z.string().describe("Names the element in later calls."),
    index: z.int().describe("Among those that fit."),
    controlType: z.string(),
    name: z.string(),
    automationId: z.string(),
    className: z.string(),
    enabled: z.boolean(),
    offscreen: z.boolean().describe("What it says of itself; programs are often wrong."),
    screenRect: rectSchema().nullable(),
    uiPath: z.array(z.string()).describe("Itself and what is above it."),
  })
);

const otherSchema = once(() =>
  z.strictObject({
    hwnd: z.string().optional(),
    controlType: z.string(),
    name: z.string(),
    className: z.string(),
  })
);

/** The whole answer. */
export const locateShape = once(() => ({
  ...readingShape(),
  status: z.enum(["found", "ambiguous", "offscreen", "not-found", "not-exposed", "inconclusive", "truncated"])
    .describe("Only not-found means that it is really not there."),
  screenPoint: pointSchema().optional().describe("Only with found: looking there showed the element."),
  click: z.strictObject({ hwnd: z.string(), x: z.int(), y: z.int(), coordinateSpace: z.literal("screen") })
    .optional().describe("The same point as arguments of click_window."),
  element: elementSchema().optional().describe("Where one is meant."),
  reason: z.enum(["notShown", "outsideWindow", "covered"]).optional().describe("Why it is offscreen."),
  coveredBy: otherSchema().optional().describe("What lies over it."),
  inside: otherSchema().optional().describe(
    "What lies at the point, where it is something else to act on inside the element.",
  ),
  matched: z.int().describe("How many fit."),
  matchedBy: z.enum(["exact", "contains"]).optional().describe("By its whole name or by a part of it."),
  candidates: z.array(elementSchema()).optional().describe("The first of several that fit."),
  hwnd: uiWindowShape().hwnd.optional().describe(
    "Handle of the window, the element's own where it is known.",
  ),
  title: uiWindowShape().title.optional(),
  pid: uiWindowShape().pid.optional(),
  unread: z.array(z.strictObject({
    ...uiWindowShape(),
    reason: z.string().describe("A code; slow: read in part; notExposed: shows nothing but its frame."),
  })).optional().describe("Windows of which not everything is known; the first ten."),
  unreadCount: z.int().optional(),
}));

/** {@link locateShape} as a value. */
export type LocateAnswer = z.output<z.ZodObject<ReturnType<typeof locateShape>>>;
