import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter, ToolError } from "../core/errors.ts";
import { intersect, isEmpty, type Rect, type Size } from "../core/geometry.ts";
import type { CapturedFrame, DisplayLayout } from "../desktop/desktop.ts";
import { noInteractiveDesktopError } from "../interaction/preflight.ts";
import { requireArea } from "./capture_region.ts";
import { deliverPicture, pictureFields, pictureShape } from "./captured_picture.ts";
import { checkOutputPath } from "./picture_file.ts";
import { defineTool, type ToolContext } from "./tool.ts";

const inputFields = once(() => ({
  region: z.strictObject({
    x: z.int(),
    y: z.int(),
    width: z.int().min(1).max(16_384),
    height: z.int().min(1).max(16_384),
  }).optional().describe("{x, y, width, height} in screen pixels; x, y may be negative.")
    .meta({ published: { type: "object" } }),
  display: z.int().min(0).max(63).optional()
    .describe("Instead: index in list_displays. Default 0, the primary."),
  ...pictureFields(),
}));

/** Captures what is on the screen. */
export const captureScreenRegionTool = defineTool({
  name: "capture_screen_region",
  title: "Capture a part of the screen",
  description:
    "Screenshot of a region of the screen, or of a display, as an image: whatever is on top there. " +
    "Activates nothing.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "foregroundRequired",
  input: inputFields,
  output: () => ({
    target: z.literal("screen"),
    ...pictureShape(),
    uniform: z.literal(true).optional().describe("All of it has one colour."),
    clipped: z.literal(true).optional().describe("A part of the region is not on the screen."),
    timestamp: z.string(),
  }),
  async handler(args, context) {
    if (args.region !== undefined && args.display !== undefined) {
      throw invalidParameter("display", "give a region or a display, not both");
    }
    requireArea(args.region);
    const outputPath = checkOutputPath(args.outputPath, context.settings);
    context.setTarget("screen");
    const layout = await context.desktop.displayLayout();
    if (!layout.interactiveDesktop || layout.displays.length === 0) throw noInteractiveDesktopError();
    const wanted = args.region ?? displayRect(layout, args.display ?? 0);
    const frame = await capture(context, layout, wanted);
    const picture = await deliverPicture(context, {
      frame,
      wantedScreenRect: undefined,
      window: null,
      outputPath,
      inline: args.inline,
    });
    return {
      target: "screen" as const,
      ...picture,
      ...(frame.uniformColor === undefined ? {} : { uniform: true as const }),
      ...(isWhollyShown(layout, wanted) ? {} : { clipped: true as const }),
      timestamp: new Date().toISOString(),
    };
  },
});

/** @throws {ToolError} INVALID_PARAMS for a display that is not there */
function displayRect({ displays }: DisplayLayout, index: number): Rect {
  const display = displays[index];
  if (display !== undefined) return display.screenRect;
  throw invalidParameter("display", `the last display is ${displays.length - 1}`);
}

/** Whether every pixel is on a display. What lies between displays of different sizes is black in a picture. */
function isWhollyShown({ displays }: DisplayLayout, wanted: Rect): boolean {
  const area = ({ width, height }: Size): number => width * height;
  // No two displays share a pixel: those that show the same are one.
  const shown = displays.reduce((sum, { screenRect }) => sum + area(intersect(screenRect, wanted)), 0);
  return shown === area(wanted);
}

/** @throws {ToolError} REGION_OUTSIDE_TARGET, CAPTURE_FAILED */
async function capture(
  { desktop }: ToolContext,
  layout: DisplayLayout,
  wanted: Rect,
): Promise<CapturedFrame> {
  // Between monitors of different sizes there may be parts of the virtual screen that nobody can see.
  if (layout.displays.every(({ screenRect }) => isEmpty(intersect(screenRect, wanted)))) {
    throw outsideScreen(layout);
  }
  const answer = await desktop.captureScreen(intersect(wanted, layout.virtualScreenRect));
  if (!("reason" in answer)) return answer;
  if (answer.reason === "offScreen") throw outsideScreen(layout);
  throw new ToolError("CAPTURE_FAILED", "Windows did not let the screen be read", {
    details: { reason: answer.reason },
    suggestion: "Try again; a screen that is locked or just changing cannot be read.",
  });
}

function outsideScreen({ virtualScreenRect }: DisplayLayout): ToolError {
  return new ToolError("REGION_OUTSIDE_TARGET", "The region lies on no display", {
    details: { virtualScreen: virtualScreenRect },
    suggestion: "Give a region on one of the displays that list_displays shows.",
  });
}
