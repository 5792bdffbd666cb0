import * as z from "zod";
import { logicalSize, withEdges } from "../core/geometry.ts";
import { defineTool } from "./tool.ts";
import { screenRectSchema } from "./window_info.ts";

/** Lists the monitors and how they lie beside each other. */
export const listDisplaysTool = defineTool({
  name: "list_displays",
  title: "List displays",
  description:
    "Lists monitors, the primary first: place in physical screen pixels (may be negative), work area, scale.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({}),
  output: () => ({
    items: z.array(z.strictObject({
      index: z.int().describe("0 is the primary one."),
      device: z.string().describe("Windows' name for it."),
      primary: z.boolean(),
      physicalRect: screenRectSchema(),
      workArea: screenRectSchema(),
      scale: z.number().nullable().describe("1.5 is 150 %; null where Windows does not say."),
      logicalRect: z.strictObject({ width: z.int(), height: z.int() }).nullable()
        .describe("Size in pixels of 96 to the inch; null without a scale."),
    })),
    virtualScreen: screenRectSchema(),
  }),
  async handler(_args, { desktop }) {
    const { displays, virtualScreenRect } = await desktop.displayLayout();
    return {
      items: displays.map(({ deviceName, primary, screenRect, workScreenRect, dpi }, index) => ({
        index,
        device: deviceName,
        primary,
        physicalRect: withEdges(screenRect),
        workArea: withEdges(workScreenRect),
        scale: dpi === undefined ? null : Math.round(dpi / 96 * 1_000) / 1_000,
        logicalRect: dpi === undefined ? null : logicalSize(screenRect, dpi),
      })),
      virtualScreen: withEdges(virtualScreenRect),
    };
  },
});
