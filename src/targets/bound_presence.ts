import type { Desktop } from "../desktop/desktop.ts";
import { processExitedError } from "./exit_evidence.ts";
import type { TargetSession } from "./target_session.ts";
import type { TargetSessions } from "./target_sessions.ts";
import type { PresenceLook } from "./window_presence.ts";

/**
 * A way to look again and again whether a bound program shows its main window, whichever that is by then.
 *
 * @param isWanted whether it is to appear: then a program that has ended is an error, as none of its windows will
 * @throws {ToolError} TARGET_PROCESS_EXITED, by a look
 */
export function boundPresenceLook(
  desktop: Desktop,
  sessions: TargetSessions,
  session: TargetSession,
  isWanted: boolean,
): PresenceLook {
  return async () => {
    const followed = await sessions.look(desktop, session);
    if (followed.kind === "exited" && isWanted) throw processExitedError(session, followed.exit);
    if (followed.kind !== "window" || !followed.window.visible) return undefined;
    return { window: followed.window, otherMatches: 0 };
  };
}
