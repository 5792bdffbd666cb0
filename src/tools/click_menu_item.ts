import * as z from "zod";
import { boundedText } from "../core/text.ts";
import { chooseMenuItem } from "../interaction/menu_choice.ts";
import { normalizedMenuText } from "../interaction/menu_path.ts";
import { actFields, actOnTarget, actShape } from "./act_on_target.ts";
import { defineTool } from "./tool.ts";

const MOST_TEXT_UNITS = 256;

/** Chooses an item of a window's menu. */
export const clickMenuItemTool = defineTool({
  name: "click_menu_item",
  title: "Choose a menu item",
  description: "Chooses an item of a window's classic menu bar in the background, showing nothing. " +
    "Greyed items are refused.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    ...actFields(),
    path: z.array(z.string().min(1).max(MOST_TEXT_UNITS)).min(1).max(16)
      .describe('["File", "Save As..."]; a part of a text does if it is the only one.'),
    delayMs: z.int().min(0).max(10_000).default(0).describe("Wait afterwards."),
  }),
  output: () => ({
    clicked: z.literal(true).describe("The program was told; what it does is its own."),
    ...actShape(),
    method: z.literal("native_menu_command"),
    menuPath: z.array(z.strictObject({
      index: z.int().describe("Position in its menu, separators too, from 0."),
      text: z.string().describe("As the program wrote it."),
      normalizedText: z.string(),
      commandId: z.int().nullable().describe("Null for an item that opens a menu."),
    })),
    commandId: z.int(),
    checkedBefore: z.boolean(),
    checkedAfter: z.boolean().optional().describe("Absent when the item is gone."),
    verified: z.enum(["yes", "unknown"]).describe("yes: its check mark changed."),
  }),
  async handler(args, context) {
    const { outcome, fields } = await actOnTarget(context, args, "input", async (target, tracker) => {
      if (target.interaction.mode === "foregroundDemo") await tracker.activate(target.root);
      return await chooseMenuItem(context, target.root, args.path, args.delayMs);
    });
    const { path, checkedAfter } = outcome;
    const command = path.at(-1);
    const checkedBefore = command?.checked ?? false;
    return {
      clicked: true as const,
      ...fields,
      method: "native_menu_command" as const,
      menuPath: path.map(({ position, text, kind, commandId }) => ({
        index: position,
        text: boundedText(text, MOST_TEXT_UNITS),
        normalizedText: boundedText(normalizedMenuText(text), MOST_TEXT_UNITS),
        commandId: kind === "submenu" ? null : commandId,
      })),
      commandId: command?.commandId ?? 0,
      checkedBefore,
      ...(checkedAfter === undefined ? {} : { checkedAfter }),
      verified: checkedAfter === !checkedBefore ? "yes" as const : "unknown" as const,
    };
  },
});
