/** One call on a bound program, written down: how things were before, how it came out, how things were afterwards. */
import { atMost } from "../core/clock.ts";
import { type ErrorCode, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { Desktop } from "../desktop/desktop.ts";
import type { EndOfOperation, OperationResult, TargetState } from "./operation_ring.ts";
import type { ResolvedSession, TargetSessions } from "./target_sessions.ts";
import type { ObservedExit, TargetSession } from "./target_session.ts";

/** What recording needs. */
export interface RecordingContext {
  readonly desktop: Desktop;
  readonly sessions: TargetSessions;
  readonly signal: AbortSignal;
}

/** An answer is not held up for longer; the look goes on by itself. */
const MOST_LOOK_MS = 500;

/** These are thrown with a code and yet are no answer of a tool: something of ours went wrong. */
const OUR_DEFECTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "INTERNAL_ERROR",
  "TOOL_OUTPUT_SCHEMA_MISMATCH",
]);

/**
 * Does the work of a call, with one entry in the ring of its program, however it ends. The work's own answer or error is
 * what comes of it, whatever looking at the program afterwards gives.
 *
 * @param methodOf the native way that an answer, or the details of an error, report
 */
export async function recordedOperation<T extends object>(
  context: RecordingContext,
  { session, found }: ResolvedSession,
  tool: string,
  methodOf: (told: object) => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const { wallTime } = context.sessions;
  const { hwnd } = session.bound;
  const end = session.operations.begin({
    tool,
    startedAt: wallTime().toISOString(),
    before: stateOf(hwnd, true, found !== undefined),
  });
  const complete = async (
    outcome: { readonly told: object } | { readonly error: unknown },
  ): Promise<void> => {
    const finishedAt = wallTime().toISOString();
    const told = "told" in outcome ? outcome.told : detailsOf(outcome.error);
    const method = methodOf(told);
    // Should the look never come back, this much is known.
    const known: EndOfOperation = {
      finishedAt,
      ...(method === undefined ? {} : { interactionMethod: method }),
      ...("error" in outcome && outcome.error instanceof ToolError ? { errorCode: outcome.error.code } : {}),
    };
    end({ ...known, result: resultOf(outcome, undefined) });
    const look = lookAfter(context, session, hwnd).then((after) =>
      end({ ...known, ...after, result: resultOf(outcome, after.observedExit) })
    );
    // The next call is to see it; whoever has left does not wait for what is only written down.
    if (!context.signal.aborted) await atMost(MOST_LOOK_MS, look);
  };
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await complete({ error });
    throw error;
  }
  await complete({ told: answer });
  return answer;
}

/** How the program is now. Its window is judged by the handle known before: a call may have changed what is known. */
async function lookAfter(
  { desktop, sessions }: RecordingContext,
  session: TargetSession,
  hwndBefore: bigint | undefined,
): Promise<EndOfOperation & { readonly observedExit?: ObservedExit }> {
  // Where none was known, the call may have waited for it.
  const hwnd = hwndBefore ?? session.bound.hwnd;
  try {
    const [exit, window] = await Promise.all([
      session.observeExit(desktop, sessions.wallTime),
      hwnd === undefined ? undefined : desktop.windowState(hwnd, 0),
    ]);
    if (exit !== undefined) return { after: stateOf(hwnd, false, false), observedExit: exit };
    if (session.isSavedWindow(window)) return { after: stateOf(hwnd, true, true) };
    const found = await session.rebind(desktop);
    return typeof found === "number"
      ? { after: stateOf(hwnd, true, false) }
      : { after: stateOf(found.hwnd, true, true), windowRebound: true };
  } catch {
    return { afterDiagnosticsAvailable: false };
  }
}

function stateOf(hwnd: bigint | undefined, processAlive: boolean, windowAlive: boolean): TargetState {
  return { processAlive, windowAlive, hwnd: hwnd === undefined ? undefined : formatHwnd(hwnd) };
}

function resultOf(
  outcome: { readonly told: object } | { readonly error: unknown },
  exit: ObservedExit | undefined,
): OperationResult {
  if (!("error" in outcome)) return "success";
  if (exit !== undefined) return "target-disappeared";
  const { error } = outcome;
  return error instanceof ToolError && !OUR_DEFECTS.has(error.code) ? "business-error" : "protocol-error";
}

function detailsOf(error: unknown): object {
  return error instanceof ToolError ? error.details ?? {} : {};
}
