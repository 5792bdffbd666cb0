import * as z from "zod";
import { withEdges } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { destroyedError, PROBE_MS } from "../interaction/preflight.ts";
import { resolveTarget } from "../targets/resolve_target.ts";
import { targetFields, targetOutput, targetShape } from "./target_fields.ts";
import { defineTool } from "./tool.ts";
import { screenRectSchema } from "./window_info.ts";

/** Everything about one window. */
export const getWindowStateTool = defineTool({
  name: "get_window_state",
  title: "Get window state",
  description:
    "Reads the state of one window: visible, minimised, maximised, foreground, enabled, responding, " +
    "rectangles, styles, DPI. Changes nothing; hidden and hung windows too.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: targetFields,
  output: () => ({
    ...targetShape(),
    processName: z.string().describe("Without .exe; (unknown) where it cannot be read."),
    className: z.string(),
    visible: z.boolean(),
    minimized: z.boolean(),
    maximized: z.boolean(),
    foreground: z.boolean(),
    enabled: z.boolean(),
    topmost: z.boolean(),
    cloaked: z.boolean(),
    hung: z.boolean().describe("Windows has given it up."),
    responding: z.enum(["yes", "no", "unknown"]).describe("Answer to a 50 ms probe."),
    rect: screenRectSchema(),
    clientScreenRect: screenRectSchema(),
    toolWindow: z.boolean(),
    layered: z.boolean(),
    clickThrough: z.boolean(),
    noActivate: z.boolean(),
    alpha: z.int().optional().describe("Opacity 0-255 of a layered window."),
    owner: z.string().optional().describe("Handle of the window that owns it."),
    root: z.string().describe("Handle of the top-level window around it."),
    style: z.string().describe("GWL_STYLE, hex."),
    exStyle: z.string().describe("GWL_EXSTYLE, hex."),
    dpi: z.int().describe("96 is 100 %."),
    dpiUnaware: z.boolean().describe("Windows scales its pixels."),
    timestamp: z.string(),
  }),
  async handler(args, context) {
    const { window, otherMatches } = await resolveTarget(context.desktop, args, "all");
    context.setTarget(formatHwnd(window.hwnd));
    const state = await context.desktop.windowState(window.hwnd, PROBE_MS);
    if (state === undefined) {
      throw destroyedError(window.hwnd);
    }
    return {
      ...targetOutput({ window: state, otherMatches }),
      // Whole, however long: elsewhere it is cut.
      title: state.title,
      processName: state.processName ?? "(unknown)",
      className: state.className,
      visible: state.visible,
      minimized: state.minimized,
      maximized: state.maximized,
      foreground: state.foreground,
      enabled: state.enabled,
      topmost: state.topmost,
      cloaked: state.cloaked,
      hung: state.hung,
      responding: state.responding,
      rect: withEdges(state.screenRect),
      clientScreenRect: withEdges(state.clientScreenRect),
      toolWindow: state.toolWindow,
      layered: state.layered,
      clickThrough: state.clickThrough,
      noActivate: state.noActivate,
      ...(state.alpha === undefined ? {} : { alpha: state.alpha }),
      ...(state.owner === 0n ? {} : { owner: formatHwnd(state.owner) }),
      root: formatHwnd(state.root),
      style: toHex(state.style),
      exStyle: toHex(state.exStyle),
      dpi: state.dpi,
      dpiUnaware: state.dpiUnaware,
      timestamp: new Date().toISOString(),
    };
  },
});

function toHex(bits: number): string {
  return `0x${bits.toString(16).toUpperCase().padStart(8, "0")}`;
}
