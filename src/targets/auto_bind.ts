import { ToolError } from "../core/errors.ts";
import { type Desktop, programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import { type MainWindowRule, mainWindows } from "./main_window_rule.ts";
import { candidateDetails } from "./resolve_target.ts";
import type { BoundTarget, TargetBinding, TargetSessions } from "./target_sessions.ts";

/**
 * Binds the one running program that is a pack's: a call that names the pack alone means it. Programs are counted, not
 * windows. Undefined where none runs with a main window.
 *
 * @throws {ToolError} TARGET_AMBIGUOUS where several run
 */
export async function bindRunning(
  desktop: Desktop,
  sessions: TargetSessions,
  { profile, rule }: { readonly profile: string; readonly rule: MainWindowRule },
): Promise<BoundTarget | undefined> {
  const windows = mainWindows(await desktop.listWindows(false), rule);
  const firstOfEach = new Map<number, TopLevelWindow>();
  for (const window of windows) {
    const pid = programOf(window);
    if (!firstOfEach.has(pid)) firstOfEach.set(pid, window);
  }
  const [first, ...others] = firstOfEach.values();
  if (first === undefined) return undefined;
  if (others.length > 0) {
    throw new ToolError("TARGET_AMBIGUOUS", `${1 + others.length} running programs are ${profile}`, {
      details: { profile, ...candidateDetails([first, ...others]) },
    });
  }
  const process = await desktop.identifyProcess(programOf(first));
  // It has just ended, or is closed to us.
  if (process === undefined) return undefined;
  return await bindFound(desktop, sessions, { profile, rule, process, hwnd: first.hwnd });
}

/** Binds a program that was found running. One that is bound already keeps its name, and what is known of it. */
export async function bindFound(
  desktop: Desktop,
  sessions: TargetSessions,
  found: Pick<TargetBinding, "profile" | "rule" | "process" | "hwnd">,
): Promise<BoundTarget> {
  const known = sessions.findProgram(found.profile, found.process);
  if (known !== undefined) {
    known.followRule(found);
    return (await sessions.resolve(desktop, known.bound.targetRef, "window")).session.bound;
  }
  return sessions.bind({ ...found, startedByMcp: false, lifetime: undefined });
}
