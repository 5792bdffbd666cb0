import * as z from "zod";
import { boundedText } from "../core/text.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { click } from "../interaction/clicking.ts";
import { actAtPoint } from "./act_at_point.ts";
import { actFields, actShape } from "./act_on_target.ts";
import { pointFields, pointOutput, pointShape } from "./point_fields.ts";
import { defineTool } from "./tool.ts";

/** As many new windows as one click opens, and a few more. */
const MOST_OPENED = 5;
const MOST_TITLE_UNITS = 120;

/** Clicks a point of a window by message. */
export const clickWindowTool = defineTool({
  name: "click_window",
  title: "Click in a window",
  description: "Clicks a point of a window by message: no pointer moves, what covers it does not matter. " +
    "Not for menus (click_menu_item) or dragging.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    ...actFields(),
    ...pointFields(),
    button: z.enum(["left", "right", "middle"]).default("left").describe("Mouse button."),
    doubleClick: z.boolean().default(false).describe("Double click."),
    modifiers: z.array(z.enum(["ctrl", "shift"])).max(2).optional()
      .describe("Held: ctrl, shift.")
      .meta({ published: { type: "array", items: { type: "string" } } }),
  }),
  output: () => ({
    clicked: z.literal(true).describe("Posted; a program that reads the real pointer may ignore it."),
    ...actShape(),
    button: z.enum(["left", "right", "middle"]),
    doubleClick: z.boolean(),
    ...pointShape(),
    nativeMenu: z.null().describe("Always null: a click on a menu is refused."),
    verified: z.enum(["yes", "no", "unknown"])
      .describe("Check marks and caption buttons are read back; nothing else can be."),
    responding: z.enum(["yes", "no", "unknown"]).describe("Whether the program answered afterwards."),
    closed: z.literal(true).optional().describe("The window is gone since."),
    opened: z.array(z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() })).optional()
      .describe("Windows of the program that came up before this answer."),
  }),
  async handler(args, context) {
    const modifiers = args.modifiers ?? [];
    const { outcome: { aim, result }, fields } = await actAtPoint(
      context,
      args,
      (aim, tracker) =>
        click(context, aim, {
          click: {
            button: args.button,
            isDouble: args.doubleClick,
            ctrl: modifiers.includes("ctrl"),
            shift: modifiers.includes("shift"),
          },
          delayMs: args.delayMs,
        }, tracker),
    );
    return {
      clicked: true as const,
      ...fields,
      button: args.button,
      doubleClick: args.doubleClick,
      ...pointOutput(aim),
      nativeMenu: null,
      verified: result.verified,
      responding: result.responding,
      ...(result.closed ? { closed: true as const } : {}),
      ...(result.opened.length === 0 ? {} : {
        opened: result.opened.slice(0, MOST_OPENED).map(({ hwnd, title, className }) => ({
          hwnd: formatHwnd(hwnd),
          title: boundedText(title, MOST_TITLE_UNITS),
          className,
        })),
      }),
    };
  },
});
