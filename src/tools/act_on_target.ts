/** What every tool that acts on one window has in common: naming it, looking whether it can work, its turn, the report. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import { actTracked, type ForegroundTracker } from "../interaction/foreground_tracker.ts";
import {
  type InteractionArguments,
  type InteractionRequest,
  interactionRequest,
} from "../interaction/modes.ts";
import {
  type ActedWindow,
  type ActPurpose,
  destroyedError,
  notRespondingError,
  preflight,
  shellWindowError,
} from "../interaction/preflight.ts";
import { resolveTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import { targetFields, targetOutput, targetShape } from "./target_fields.ts";
import type { ToolContext } from "./tool.ts";

/** How long a turn is held for a window that does not answer. */
const LOOK_IN_TURN_MS = 250;

/** The fields of a call that acts on a window: which one, how long it is waited for, and how far the act may go. */
export const actFields = once(() => ({
  ...targetFields(),
  timeoutMs: z.int().min(100).max(60_000).default(10_000).describe("Wait for a busy window."),
  ...interactionFields(),
}));

/** What the result of every such call says. */
export const actShape = once(() => ({
  target: z.string(),
  ...targetShape(),
  interaction: interactionSchema(),
  timestamp: z.string(),
}));

/** The window that is acted on, as it was when the act began. */
export interface ActTarget {
  readonly window: WindowState;
  /** The top-level window around it. */
  readonly root: Hwnd;
  readonly interaction: InteractionRequest;
}

/** What became of an act, and what {@link actShape} says about it. */
export interface ActResult<T> {
  readonly outcome: T;
  readonly fields: z.output<z.ZodObject<ReturnType<typeof actShape>>>;
}

/**
 * Finds the window, looks whether an act of this purpose can work, waits for its turn, looks again, acts, gives back the
 * foreground where it was taken, and reports.
 *
 * @param act says by which native way it was done in `method`
 * @throws {ToolError} what `resolveTarget`, `preflight` and `act` throw; PROTECTED_PROCESS for the desktop window
 */
export async function actOnTarget<T extends { readonly method: string }>(
  context: ToolContext,
  args: TargetQuery & InteractionArguments & { readonly timeoutMs: number },
  purpose: ActPurpose,
  act: (target: ActTarget, tracker: ForegroundTracker) => Promise<T>,
): Promise<ActResult<T>> {
  const { desktop } = context;
  const { window, otherMatches } = await resolveTarget(desktop, args);
  const hwnd = formatHwnd(window.hwnd);
  context.setTarget(hwnd);
  const interaction = interactionRequest(args);
  const end = context.clock.now() + args.timeoutMs;
  for (;;) {
    await preflight(context, window, purpose, Math.max(0, end - context.clock.now()), args.timeoutMs);
    const result = await context.turn.take(context, () => actInTurn());
    if (result !== undefined) return result;
    if (context.clock.now() >= end) throw notRespondingError(window.hwnd, args.timeoutMs);
  }

  /** Undefined when the window has become busy meanwhile: it is not waited for in a turn, which others wait for. */
  async function actInTurn(): Promise<ActResult<T> | undefined> {
    if (!(await respondsSoon(context, window, purpose))) return undefined;
    const state = await desktop.windowState(window.hwnd, 0);
    if (state === undefined) throw destroyedError(window.hwnd);
    // The desktop window has every program's windows below it: an act would reach one that nobody has named.
    if (state.root === 0n) throw shellWindowError(state);
    const { outcome, report } = await actTracked(
      context,
      interaction,
      window.pid,
      (tracker) => act({ window: state, root: state.root, interaction }, tracker),
    );
    return {
      outcome,
      fields: {
        target: `window:${hwnd}`,
        ...targetOutput({ window, otherMatches }),
        interaction: report,
        timestamp: new Date().toISOString(),
      },
    };
  }
}

/** Whether an act of this purpose can begin now; while this call waited for its turn, the window may have gone. */
async function respondsSoon(
  context: ToolContext,
  window: ActedWindow,
  purpose: ActPurpose,
): Promise<boolean> {
  try {
    await preflight(context, window, purpose, LOOK_IN_TURN_MS);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.code === "WINDOW_NOT_RESPONDING") return false;
    throw error;
  }
}
