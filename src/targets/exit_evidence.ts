/**
 * What is said of a program that has ended: what was seen, never a cause. That something was done to it last is a fact
 * of time alone, and a program without a window is no crashed one.
 */
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TargetOperation } from "./operation_ring.ts";
import type { ObservedExit, TargetSession } from "./target_session.ts";

/** What became of a bound program, in one word. */
export type Lifecycle =
  | "alive"
  | "window-recreated"
  | "window-lost-process-alive"
  | "process-exited"
  | "process-exited-with-code"
  | "terminated-by-mcp";

/** The error for a program that has ended. */
export function processExitedError(session: TargetSession, exit: ObservedExit): ToolError {
  const { targetRef, profile, process: { pid }, startedByMcp, lifetime } = session.bound;
  const last = session.operations.entries().at(-1);
  return new ToolError("TARGET_PROCESS_EXITED", `The process of ${targetRef} (${pid}) has exited`, {
    details: {
      targetRef,
      pid,
      profile,
      processAlive: false,
      windowAlive: false,
      startedByMcp,
      ...(lifetime === undefined ? {} : { lifetime }),
      ...(exit.exitCode === undefined ? {} : { exitCode: exit.exitCode }),
      exitObservedAt: exit.observedAt,
      lifecycle: lifecycleOf(session, exit),
      ...(last === undefined ? {} : { lastOperation: shownOperation(last) }),
      observed: observationOf(session, exit, last),
      causality: "unknown",
    },
    suggestion:
      "Start the program again with profile_launch. The recorded last operation is context in time " +
      "and does not prove the cause.",
  });
}

/** The error for a program that runs and has no main window; `windows` are those that it does have. */
export function windowLostError({ bound }: TargetSession, windows: number): ToolError {
  const { targetRef, profile, process: { pid }, hwnd } = bound;
  const message =
    `Process ${pid} of ${targetRef} is running, and no window of it fits its main window now; ` +
    "a missing window does not prove a crash";
  return new ToolError("WINDOW_NOT_FOUND_FOR_PROCESS", message, {
    details: {
      targetRef,
      pid,
      profile,
      processAlive: true,
      windowAlive: windows > 0,
      profileWindowMatched: false,
      lifecycle: (hwnd === undefined ? "alive" : "window-lost-process-alive") satisfies Lifecycle,
      ...(hwnd === undefined ? {} : { previousHwnd: formatHwnd(hwnd) }),
    },
  });
}

function lifecycleOf({ isEndedByMcp }: TargetSession, { exitCode }: ObservedExit): Lifecycle {
  if (isEndedByMcp) return "terminated-by-mcp";
  return exitCode === undefined || exitCode === 0 ? "process-exited" : "process-exited-with-code";
}

function shownOperation(
  { tool, interactionMethod, finishedAt, startedAt }: TargetOperation,
): Readonly<Record<string, unknown>> {
  return {
    tool,
    ...(interactionMethod === undefined ? {} : { interactionMethod }),
    completed: finishedAt !== undefined,
    startedAt,
  };
}

/** As much as the evidence bears. */
function observationOf(
  { isEndedByMcp }: TargetSession,
  { exitCode }: ObservedExit,
  last: TargetOperation | undefined,
): string {
  if (isEndedByMcp) return "close_app ended the process.";
  if (exitCode === undefined) return "The process is gone; the root cause is unknown.";
  if (exitCode === 0) return "A normal process exit was observed.";
  const what = "An abnormal termination was observed";
  return last === undefined
    ? `${what}; the cause is unknown.`
    : `${what} after ${last.tool}; the timing is recorded, the cause is not proven.`;
}
