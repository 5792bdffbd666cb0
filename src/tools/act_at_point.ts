import type { ForegroundTracker } from "../interaction/foreground_tracker.ts";
import { type Aim, takeAim } from "../interaction/mouse_aim.ts";
import type { InteractionArguments } from "../interaction/modes.ts";
import type { TargetQuery } from "../targets/resolve_target.ts";
import { actOnTarget, type ActResult } from "./act_on_target.ts";
import { screenPointOf, withPointTarget } from "./point_fields.ts";
import type { ToolContext } from "./tool.ts";

type PointCall = TargetQuery & InteractionArguments & {
  readonly timeoutMs: number;
  readonly x: number;
  readonly y: number;
  readonly coordinateSpace: "client" | "window" | "screen" | "image";
  readonly frameId?: string | undefined;
};

/**
 * Finds the window and the point, looks who gets what the mouse does there, and acts.
 *
 * @throws {ToolError} what `actOnTarget`, `takeAim` and `act` throw; INVALID_PARAMS and FRAME_STALE for the point
 */
export async function actAtPoint<T>(
  context: ToolContext,
  given: PointCall,
  act: (aim: Aim, tracker: ForegroundTracker) => Promise<T>,
): Promise<ActResult<{ readonly aim: Aim; readonly result: T }>> {
  const args = await withPointTarget(context, given);
  return await actOnTarget(
    context,
    args,
    "input",
    async ({ window, root, interaction: { mode } }, tracker) => {
      const aim = await takeAim(context, {
        hwnd: window.hwnd,
        root,
        mode,
        busyMs: args.timeoutMs,
        screenPointIn: (now) => screenPointOf(context, args, now),
      }, tracker);
      return { aim, result: await act(aim, tracker), method: "post_message" };
    },
  );
}
