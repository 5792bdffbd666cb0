/** In which window it is looked for what a step is expected to lead to. */
import { ToolError } from "../core/errors.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { mainWindowRuleOf } from "../packs/infer_profile.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import { bindRunning } from "../targets/auto_bind.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import type { Fields, Run } from "./pipeline.ts";

/** The window as it is now. */
export type WindowNow =
  | { readonly kind: "window"; readonly window: TopLevelWindow }
  /** What was meant was one window, or one program, and that is gone. */
  | { readonly kind: "gone" }
  /** There is none that is meant, but there may be one again: the program runs, or may. */
  | { readonly kind: "none" };

/** Looks for it; it may be another one each time. What hinders the look is thrown: it does not say that there is none. */
export type FindWindow = () => Promise<WindowNow>;

/** A call, and what it led to. */
export interface DoneCall {
  readonly args: Fields;
  readonly result: Fields;
}

/**
 * The window that a call was about: as its arguments say; else as its result does; else that of the program that the run
 * was started for; else that of the one running program of the pack.
 *
 * @throws {ToolError} TARGET_REQUIRED where none of them says anything
 */
export function windowOfCall(run: Run, pack: Pack | undefined, { args, result }: DoneCall): FindWindow {
  const { context: { desktop, sessions }, pipeline: { subject } } = run;
  const bound = textOf(args.targetRef) ?? textOf(fieldsOf(result.session).targetRef) ??
    textOf(result.targetRef);
  if (bound !== undefined) return () => ofSession(run, bound);
  const told = textOf(result.hwnd) ?? textOf(fieldsOf(result.window).hwnd);
  const given: TargetQuery = args;
  if (given.hwnd !== undefined) return () => ofHandle(run, given.hwnd);
  if (namesTarget(given)) {
    const { pid, processName, titleContains } = given;
    // A title may have changed with the call, and several windows may fit: the answer tells which one it was.
    return async () => {
      const own = await ofHandle(run, told);
      return own.kind === "window" ? own : await ofQuery(run, { pid, processName, titleContains });
    };
  }
  if (told !== undefined) return () => ofHandle(run, told);
  const pid = result.windowPid ?? result.pid;
  if (typeof pid === "number") return () => ofQuery(run, { pid });
  if (subject !== undefined) return () => ofSession(run, subject.targetRef);
  if (pack === undefined) {
    throw new ToolError(
      "TARGET_REQUIRED",
      "What is expected is about no window: neither the step nor its result names one",
    );
  }
  const profile = { profile: pack.manifest.id, rule: mainWindowRuleOf(pack.profile) };
  return async () => {
    const running = await bindRunning(desktop, sessions, profile);
    return running === undefined ? { kind: "none" } : await ofSession(run, running.targetRef);
  };
}

async function ofSession({ context: { desktop, sessions } }: Run, targetRef: string): Promise<WindowNow> {
  try {
    const { found } = await sessions.resolve(desktop, targetRef, "window");
    return found === undefined ? { kind: "none" } : { kind: "window", window: found.window };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === "TARGET_PROCESS_EXITED") return { kind: "gone" };
    if (error.code === "WINDOW_NOT_FOUND_FOR_PROCESS") return { kind: "none" };
    throw error;
  }
}

async function ofHandle(run: Run, hwnd: TargetQuery["hwnd"]): Promise<WindowNow> {
  if (hwnd === undefined) return { kind: "gone" };
  const now = await ofQuery(run, { hwnd });
  return now.kind === "none" ? { kind: "gone" } : now;
}

async function ofQuery({ context: { desktop } }: Run, query: TargetQuery): Promise<WindowNow> {
  try {
    return { kind: "window", window: await resolveUiTarget(desktop, query) };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "WINDOW_NOT_FOUND") throw error;
    return { kind: "none" };
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
