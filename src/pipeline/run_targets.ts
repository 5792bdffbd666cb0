/** The programs and windows that a run was about, and whether they are the same ones still when it is gone on with. */
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd, parseHwnd } from "../core/hwnd.ts";
import { type Desktop, type ProcessIdentity, programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { Resolved } from "../steps/resolve_references.ts";
import type { Step } from "../steps/step.ts";
import { isMarkedWindow, markOf, type WindowMark } from "../targets/window_mark.ts";
import type { Fields, Pipeline, PipelineContext, RunSubject } from "./pipeline.ts";

/** Whose result is about a program that it has ended: not one that later steps are about. */
const ENDING_TOOL = "close_app";

/** A process, or that it was gone when the run was over; undefined where it is closed to us. */
type NotedProcess = ProcessIdentity | "gone" | undefined;

/** A window; without a mark where it was gone when the run was over. */
interface NotedWindow {
  readonly mark: WindowMark | undefined;
  readonly process: NotedProcess;
}

/** What is known of them, by what steps and results call them. Plain data. */
export interface RunTargets {
  readonly processes: ReadonlyMap<number, NotedProcess>;
  readonly windows: ReadonlyMap<Hwnd, NotedWindow>;
  /** By `targetRef`. */
  readonly bound: ReadonlyMap<string, NotedProcess>;
}

/** Of a run about which nothing has to be known. */
export const NO_TARGETS: RunTargets = { processes: new Map(), windows: new Map(), bound: new Map() };

/** What a call or a result is about, as it says itself. */
interface Named {
  readonly targetRef?: string;
  readonly hwnd?: Hwnd;
  readonly pid?: number;
}

/** Puts what references stand for in their places. */
type Resolve = <T>(data: T) => Resolved<T>;

/** What a check of a continued run needs to know. */
export interface TargetsAsked {
  readonly pipeline: Pick<Pipeline, "steps" | "subject">;
  /** The steps that are to be run, those at the end among them. */
  readonly steps: readonly Step[];
  /** By their index: those of the steps that are done. */
  readonly results: readonly (Fields | undefined)[];
  readonly resolve: Resolve;
}

/** Asks Windows now by what the targets of a run are known later. Never throws: what cannot be learnt is not known. */
export async function noteTargets(
  { desktop, sessions }: Pick<PipelineContext, "desktop" | "sessions">,
  steps: readonly Step[],
  results: readonly (Fields | undefined)[],
  resolve: Resolve,
): Promise<RunTargets> {
  const told = results.filter((result) => result !== undefined).map(toldBy);
  const named = [...steps.map((step) => namedBy(step, resolve)), ...told];
  const pidOf = new Map(told.flatMap(({ hwnd, pid }) => hwnd === undefined || !pid ? [] : [[hwnd, pid]]));
  const noted = async <K, V>(keys: readonly (K | undefined)[], note: (key: K) => Promise<V>) => {
    const distinct = new Set(keys.filter((key) => key !== undefined));
    return new Map(await Promise.all([...distinct].map(async (key) => [key, await note(key)] as const)));
  };
  return {
    processes: await noted(named.map(({ pid }) => pid), (pid) => processNow(desktop, pid)),
    windows: await noted(
      named.map(({ hwnd }) => hwnd),
      (hwnd) => windowNow(desktop, hwnd, pidOf.get(hwnd)),
    ),
    // A session that is gone belongs to a program that is gone: it outlives what is kept of a run.
    bound: await noted(
      named.map(({ targetRef }) => targetRef),
      (targetRef) => Promise.resolve(sessions.find(targetRef)?.bound.process ?? "gone"),
    ),
  };
}

/**
 * Refuses to go on where a program that the steps are about has ended, or a window that they name is no more. Programs
 * that they name by a title or a profile alone are found anew; of them the first one that the run was about has to be there.
 *
 * @throws {ToolError} RUN_PROCESS_EXITED, RUN_WINDOW_RECREATED
 */
export async function requireTargets(
  desktop: Desktop,
  targets: RunTargets,
  asked: TargetsAsked,
): Promise<void> {
  const named = asked.steps.map((step) => namedBy(step, asked.resolve));
  for (const [pid, process] of processesOf(targets, named, asked)) {
    if (process !== undefined && !await isRunning(desktop, process)) throw exitedError(pid);
  }
  for (const hwnd of new Set(named.map((one) => one.hwnd))) {
    const noted = hwnd === undefined ? undefined : targets.windows.get(hwnd);
    if (noted !== undefined && !await isThere(desktop, noted.mark)) throw recreatedError(hwnd ?? 0n);
  }
}

/** The program that a run was started for, with the main window that it has by now. */
export async function subjectNow(
  { desktop, sessions }: Pick<PipelineContext, "desktop" | "sessions">,
  subject: RunSubject | undefined,
): Promise<RunSubject | undefined> {
  const session = subject === undefined ? undefined : sessions.find(subject.targetRef);
  if (subject === undefined || session === undefined) return subject;
  const followed = await answerOf(sessions.look(desktop, session));
  return { ...subject, hwnd: followed?.kind === "window" ? followed.window.hwnd : undefined };
}

/** By their ids, where these are known. */
function processesOf(
  { processes, windows, bound }: RunTargets,
  named: readonly Named[],
  { pipeline, results }: TargetsAsked,
): readonly (readonly [number | undefined, NotedProcess])[] {
  const withId = (process: NotedProcess, pid?: number) =>
    [typeof process === "object" ? process.pid : pid, process] as const;
  const own = pipeline.subject === undefined ? [] : [withId(pipeline.subject.process)];
  const meant = named.flatMap(({ targetRef, hwnd, pid }) => {
    if (targetRef !== undefined) return [withId(bound.get(targetRef))];
    if (hwnd !== undefined) return [withId(windows.get(hwnd)?.process)];
    return pid === undefined ? [] : [withId(processes.get(pid), pid)];
  });
  if (own.length + meant.length > 0) return [...own, ...meant];
  const about = results.map((result, index) =>
    result === undefined || pipeline.steps[index]?.tool === ENDING_TOOL ? {} : toldBy(result)
  );
  const ended = new Set(
    results.filter((_, index) => pipeline.steps[index]?.tool === ENDING_TOOL).map((result) => result?.pid),
  );
  const first = about.find(({ pid }) => pid !== undefined && !ended.has(pid))?.pid;
  return first === undefined ? [] : [withId(processes.get(first), first)];
}

/** What a step names once its references are in place; one that refers to what is yet to be run names nothing yet. */
function namedBy({ args: { targetRef, hwnd, pid } }: Step, resolve: Resolve): Named {
  const value = (written: unknown): unknown => {
    const resolved = resolve(written);
    return resolved.isResolved ? resolved.value : undefined;
  };
  const named = namedIn({ targetRef: value(targetRef), hwnd: value(hwnd), pid: value(pid) });
  // A targetRef beats what else names a target, and a handle stands alone.
  if (named.targetRef !== undefined) return { targetRef: named.targetRef };
  return named.hwnd === undefined ? named : { hwnd: named.hwnd };
}

/** What a result says that it is about; what was started may be a stub, whose window another process has. */
function toldBy({ targetRef, session, hwnd, pid, windowPid }: Fields): Named {
  const inSession = typeof session === "object" && session !== null
    ? (session as Fields).targetRef
    : undefined;
  return namedIn({ targetRef: targetRef ?? inSession, hwnd, pid: windowPid ?? pid });
}

function namedIn({ targetRef, hwnd: written, pid }: Fields): Named {
  const hwnd = typeof written === "string" || typeof written === "number" ? parseHwnd(written) : undefined;
  return {
    ...(typeof targetRef === "string" ? { targetRef } : {}),
    ...(hwnd === undefined ? {} : { hwnd }),
    ...(typeof pid === "number" ? { pid } : {}),
  };
}

async function processNow(desktop: Desktop, pid: number): Promise<NotedProcess> {
  const identity = await answerOf(desktop.identifyProcess(pid));
  if (identity !== undefined) return identity;
  const processes = await answerOf(desktop.listProcesses());
  return processes === undefined || processes.some((process) => process.pid === pid) ? undefined : "gone";
}

async function windowNow(desktop: Desktop, hwnd: Hwnd, toldPid: number | undefined): Promise<NotedWindow> {
  const window: TopLevelWindow | undefined = await answerOf(desktop.windowState(hwnd, 0));
  const pid = window === undefined ? toldPid : programOf(window);
  return {
    mark: window === undefined ? undefined : markOf(window),
    process: pid === undefined ? undefined : await processNow(desktop, pid),
  };
}

/** Who does not answer counts as gone: whether it is the same one cannot be said of it. */
async function isRunning(desktop: Desktop, process: ProcessIdentity | "gone"): Promise<boolean> {
  return process !== "gone" && await answerOf(desktop.exitCode(process)) === "running";
}

async function isThere(desktop: Desktop, mark: WindowMark | undefined): Promise<boolean> {
  if (mark === undefined) return false;
  const window = await answerOf(desktop.windowState(mark.hwnd, 0));
  return window !== undefined && isMarkedWindow(window, mark);
}

async function answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return undefined;
  }
}

function exitedError(pid: number | undefined): ToolError {
  const which = pid === undefined ? "The program" : `The program (process ${pid})`;
  return new ToolError("RUN_PROCESS_EXITED", `${which} that the run was about is not running any more`, {
    details: pid === undefined ? {} : { pid },
  });
}

function recreatedError(hwnd: Hwnd): ToolError {
  const handle = formatHwnd(hwnd);
  return new ToolError("RUN_WINDOW_RECREATED", `Window ${handle}, which the steps name, is no more`, {
    details: { hwnd: handle },
  });
}
