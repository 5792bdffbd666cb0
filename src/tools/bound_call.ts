/** A call on a bound program: its window is found, and what becomes of the call is written down. */
import { throwIfCancelled } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { Desktop } from "../desktop/desktop.ts";
import { mainWindowRuleOf } from "../packs/infer_profile.ts";
import type { PackAccess } from "../packs/registry.ts";
import { bindRunning } from "../targets/auto_bind.ts";
import { recordedOperation } from "../targets/recorded_operation.ts";
import { namesTarget } from "../targets/resolve_target.ts";
import type { BoundTarget, ResolvedSession, TargetSessions } from "../targets/target_sessions.ts";
import { sessionOutput } from "./session_output.ts";
import type { Tool } from "./tool.ts";
import { requireRefAlone } from "./ui_reading.ts";

type Fields = Record<string, unknown>;

/** What such a call needs of the door. */
export interface BoundCallContext {
  readonly desktop: Desktop;
  readonly packs: PackAccess;
  readonly sessions: TargetSessions;
  readonly signal: AbortSignal;
}

/** A call with the name of its program. */
export interface BoundCall {
  readonly tool: Tool;
  readonly targetRef: string;
  readonly args: Fields;
}

/**
 * The name of the program that a call is for: the one it gives; or where it names a profile and no target, that of the
 * one program of this profile that runs. Undefined for any other call.
 *
 * @throws {ToolError} TARGET_AMBIGUOUS where several programs of the profile run
 */
export async function targetRefOf(
  { desktop, packs, sessions }: BoundCallContext,
  tool: Tool,
  args: Fields,
): Promise<string | undefined> {
  if (typeof args.targetRef === "string") return args.targetRef;
  const { profile } = args;
  if (typeof profile !== "string" || !("targetRef" in tool.input.shape)) return undefined;
  if (args.ref !== undefined || namesTarget(args)) return undefined;
  const pack = (await packs.current()).packs.get(profile);
  if (pack === undefined) return undefined;
  return (await bindRunning(desktop, sessions, { profile, rule: mainWindowRuleOf(pack.profile) }))?.targetRef;
}

/**
 * Finds the program, has the call done on it, and adds to the answer which program that was.
 *
 * @param run does the call with these arguments; its answer fits the tool's own schema
 * @throws {ToolError} TARGET_REQUIRED, TARGET_PROCESS_EXITED, WINDOW_NOT_FOUND_FOR_PROCESS; INVALID_PARAMS beside a ref;
 * and what `run` throws, with `packCompatibility` in its details where the call is by the pack of the program
 */
export async function runBound(
  context: BoundCallContext,
  { tool, targetRef, args: { targetRef: _targetRef, ...args } }: BoundCall,
  run: (args: Fields, bound: BoundTarget) => Promise<Fields>,
): Promise<Fields> {
  const { desktop, sessions, signal } = context;
  if (args.ref !== undefined) requireRefAlone({ targetRef });
  const resolved = await sessions.resolve(desktop, targetRef, tool.targetNeed ?? "window");
  throwIfCancelled(signal);
  const output = await recordedOperation(
    context,
    resolved,
    tool.name,
    (told) => methodOf(told) ?? (tool.toolset === "ui" && tool.effect === "read" ? "UIAQuery" : undefined),
    async () => {
      const { bound } = resolved.session;
      try {
        return await run(targetArguments(tool, args, resolved), bound);
      } catch (error) {
        throw withCompatibility(error, args, bound);
      }
    },
  );
  return { ...output, ...("session" in output ? {} : { session: sessionOutput(resolved) }) };
}

/** Where a pack may be to blame, whether it was made for this program is told with the failure. */
function withCompatibility(
  error: unknown,
  { profile }: Fields,
  { profile: boundProfile, packCompatibility }: BoundTarget,
): unknown {
  if (!(error instanceof ToolError) || profile !== boundProfile) return error;
  if (packCompatibility === undefined || packCompatibility.status === "not-declared") return error;
  return new ToolError(error.code, error.message, {
    details: { ...error.details, packCompatibility },
    suggestion: error.suggestion,
    cause: error,
  });
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

/** The native way that an answer or the details of an error report; of a picture that none gave, all that were tried. */
function methodOf(told: object): string | undefined {
  const { interaction, interactionMethod, method, attemptedMethods, tried } = told as Fields;
  const last = Array.isArray(attemptedMethods) ? attemptedMethods.at(-1) : undefined;
  const backends = Array.isArray(tried) ? tried.map((each) => fieldOf(each, "backend")) : [];
  return [fieldOf(interaction, "method"), interactionMethod, method, last, backends.join(", ")]
    .find((each): each is string => typeof each === "string" && each !== "");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Fields)[name] : undefined;
}
