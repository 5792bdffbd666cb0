/** What the tools of the mouse have in common: a point of a window or an element of it, and who gets the mouse there. */
import { invalidParameter } from "../core/errors.ts";
import { MOST_READ } from "../elements/reading_limits.ts";
import { lookBeforeClick } from "../interaction/element_act.ts";
import { aimAtElement } from "../interaction/element_click.ts";
import type { ForegroundTracker } from "../interaction/foreground_tracker.ts";
import type { InteractionArguments } from "../interaction/modes.ts";
import { type Aim, takeAim } from "../interaction/mouse_aim.ts";
import { actOnTarget, type ActResult } from "./act_on_target.ts";
import { actOnSubject } from "./element_subject.ts";
import { type PointArguments, screenPointOf, withPointTarget } from "./point_fields.ts";
import type { ToolContext } from "./tool.ts";

type PointCall = PointArguments & InteractionArguments & { readonly timeoutMs: number };

type ActAtAim<T> = (aim: Aim, tracker: ForegroundTracker) => Promise<T>;

/** What was done where. */
interface DoneAt<T> {
  readonly aim: Aim;
  readonly result: T;
}

/** Both ways to name a place end in messages of the mouse. */
const METHOD = "post_message";

/**
 * Finds the window and the point, looks who gets what the mouse does there, and acts.
 *
 * @throws {ToolError} what `actOnTarget`, `takeAim` and `act` throw; INVALID_PARAMS and FRAME_STALE for the point; with
 * a ref what `actOnSubject`, `lookBeforeClick` and `aimAtElement` throw
 */
export async function actAtPoint<T>(
  context: ToolContext,
  given: PointCall,
  act: ActAtAim<T>,
): Promise<ActResult<DoneAt<T>>> {
  const { ref } = given;
  if (ref !== undefined) return await actAtElement(context, { ...given, ref }, act);
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
      return { aim, result: await act(aim, tracker), method: METHOD };
    },
  );
}

/** The element of a ref is found where it is now, or the call is refused. */
async function actAtElement<T>(
  context: ToolContext,
  args: PointCall & { readonly ref: string },
  act: ActAtAim<T>,
): Promise<ActResult<DoneAt<T>>> {
  for (const field of ["x", "y", "frameId"] as const) {
    if (args[field] !== undefined) throw invalidParameter(field, "does not go with ref, which is the place");
  }
  const reading = { includeProcessPopups: false, maxDepth: MOST_READ.depth, maxNodes: MOST_READ.nodes };
  return await actOnSubject(context, { ...args, ...reading }, async (target) => {
    if (target.mode === "foregroundDemo") await target.tracker.activate(target.root);
    const element = await lookBeforeClick(context, target);
    const aim = await aimAtElement(context, target, element);
    return { aim, result: await act(aim, target.tracker), method: METHOD };
  });
}
