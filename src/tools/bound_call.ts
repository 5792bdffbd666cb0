/** A call that names its program by a `targetRef`: its window is found, what becomes of the call is written down. */
import { throwIfCancelled } from "../core/clock.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { Desktop } from "../desktop/desktop.ts";
import { recordedOperation } from "../targets/recorded_operation.ts";
import type { BoundTarget, ResolvedSession, TargetSessions } from "../targets/target_sessions.ts";
import { sessionOutput } from "./session_output.ts";
import type { Tool } from "./tool.ts";
import { requireRefAlone } from "./ui_reading.ts";

type Fields = Record<string, unknown>;

/** What such a call needs of the door. */
export interface BoundCallContext {
  readonly desktop: Desktop;
  readonly sessions: TargetSessions;
  readonly signal: AbortSignal;
}

/**
 * Finds the program, has the call done on it, and adds to the answer which program that was.
 *
 * @param run does the call with these arguments; its answer fits the tool's own schema
 * @throws {ToolError} TARGET_REQUIRED, TARGET_PROCESS_EXITED, WINDOW_NOT_FOUND_FOR_PROCESS; INVALID_PARAMS beside a ref;
 * and what `run` throws
 */
export async function runBound(
  context: BoundCallContext,
  tool: Tool,
  { targetRef, ...args }: Fields,
  run: (args: Fields, bound: BoundTarget) => Promise<Fields>,
): Promise<Fields> {
  const { desktop, sessions, signal } = context;
  const name = String(targetRef);
  if (args.ref !== undefined) requireRefAlone({ targetRef: name });
  const resolved = await sessions.resolve(desktop, name, tool.targetNeed ?? "window");
  throwIfCancelled(signal);
  const output = await recordedOperation(
    context,
    resolved,
    tool.name,
    (told) => methodOf(told) ?? (tool.toolset === "ui" && tool.effect === "read" ? "UIAQuery" : undefined),
    () => run(targetArguments(tool, args, resolved), resolved.session.bound),
  );
  return { ...output, ...("session" in output ? {} : { session: sessionOutput(resolved) }) };
}

/** The arguments with the program as the handler knows it; it beats whatever else names a target. */
function targetArguments(
  { targetNeed = "window" }: Tool,
  { hwnd: _hwnd, pid: _pid, processName: _processName, titleContains: _titleContains, ...args }: Fields,
  { session, found }: ResolvedSession,
): Fields {
  if (targetNeed === "process") return { ...args, pid: session.bound.process.pid };
  return found === undefined ? args : { ...args, hwnd: formatHwnd(found.window.hwnd) };
}

/** The native way that an answer or the details of an error report: how an act was done, before how a picture was taken. */
function methodOf(told: object): string | undefined {
  const { interaction, interactionMethod, method } = told as Fields;
  const reported = typeof interaction === "object" && interaction !== null && "method" in interaction
    ? interaction.method
    : undefined;
  return [reported, interactionMethod, method].find((each) => typeof each === "string");
}
