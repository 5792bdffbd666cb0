import * as z from "zod";
import { moveMouse } from "../interaction/clicking.ts";
import { actAtPoint } from "./act_at_point.ts";
import { actShape } from "./act_on_target.ts";
import { pointFields, pointOutput, pointShape } from "./point_fields.ts";
import { targetFields } from "./target_fields.ts";
import { defineTool } from "./tool.ts";

/** How long a busy window is waited for: a move that comes later is worth nothing. */
const BUSY_MS = 10_000;

/** Tells a window that the pointer moved over a point of it. */
export const moveMouseWindowTool = defineTool({
  name: "move_mouse_window",
  title: "Move the mouse in a window",
  description: "Posts a mouse move to a point of a window; the pointer stays.",
  effect: "act",
  idempotent: true,
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({ ...targetFields(), ...pointFields() }),
  output: () => ({
    moved: z.literal(true).describe("Posted; a program that reads the real pointer may ignore it."),
    ...actShape(),
    ...pointShape(),
  }),
  async handler(args, context) {
    const { outcome: { aim }, fields } = await actAtPoint(
      context,
      { ...args, timeoutMs: BUSY_MS },
      (aim) => moveMouse(context, aim, args.delayMs),
    );
    return { moved: true as const, ...fields, ...pointOutput(aim) };
  },
});
