import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { InteractionRequest } from "./modes.ts";

/** Brings the window to the front, leaves it to be looked at, and gives the foreground back where that is asked for. */
export async function showLaunched(
  context: ActContext,
  interaction: InteractionRequest,
  window: TopLevelWindow,
  tracker: ForegroundTracker,
): Promise<void> {
  tracker.limitTo(window.pid);
  await tracker.activate(window.hwnd);
  if (interaction.stepDelayMs > 0) await context.clock.sleep(interaction.stepDelayMs, context.signal);
  if (interaction.restoresForeground) await tracker.giveBack();
}
