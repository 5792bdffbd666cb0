import { isEmpty } from "../core/geometry.ts";
import type { ProcessInfo, TopLevelWindow } from "../desktop/desktop.ts";

/** How the window of a launch was recognised, surest first. */
export type LaunchEvidence =
  | "window of the new process"
  | "window of a process that it started"
  | "new window of the same program"
  | "changed window of a running instance"
  | "new window after the program had ended";

/** A window that a launch may have brought about. */
export interface LaunchCandidate {
  readonly window: TopLevelWindow;
  readonly evidence: LaunchEvidence;
}

/** What was there before a launch, and what has come of it. */
export interface LaunchFacts {
  readonly before: readonly TopLevelWindow[];
  readonly family: LaunchFamily;
  /** The program's name without `.exe`. */
  readonly processName: string;
  /** The process that was started has ended: it may have handed over to another one. */
  readonly hasEnded: boolean;
}

/**
 * The processes that a launch has brought about. Those that have ended meanwhile still count, so that a chain of stubs
 * holds together.
 */
export class LaunchFamily {
  readonly pid: number;
  readonly #parentsBefore: ReadonlyMap<number, number>;
  readonly #pids: Set<number>;
  #running: readonly ProcessInfo[] = [];

  /** @param before the processes that ran before the launch: none of them can be its child */
  constructor(pid: number, before: readonly ProcessInfo[]) {
    this.pid = pid;
    this.#parentsBefore = new Map(before.map((process) => [process.pid, process.parentPid]));
    this.#pids = new Set([pid]);
  }

  /** Every process of it that was ever seen. */
  get pids(): ReadonlySet<number> {
    return this.#pids;
  }

  /** Whether any of it, the started process aside, was running at the last look. */
  get hasLivingChild(): boolean {
    return this.#running.some(({ pid }) => pid !== this.pid && this.#pids.has(pid));
  }

  /** Takes in who has come since the last look. */
  update(running: readonly ProcessInfo[]): void {
    this.#running = running;
    for (let grew = true; grew;) {
      grew = false;
      for (const process of running) {
        if (!this.#pids.has(process.parentPid) || this.#pids.has(process.pid)) continue;
        if (!this.#isNew(process)) continue; // its parent had an id that was reused
        this.#pids.add(process.pid);
        grew = true;
      }
    }
  }

  /** Whether a process of this id has come since the launch, of the family or not. */
  hasCome(pid: number): boolean {
    const process = this.#running.find((each) => each.pid === pid);
    return process !== undefined && this.#isNew(process);
  }

  #isNew(process: ProcessInfo): boolean {
    return this.#parentsBefore.get(process.pid) !== process.parentPid;
  }
}

const EVIDENCE_ORDER: readonly LaunchEvidence[] = [
  "window of the new process",
  "window of a process that it started",
  "new window of the same program",
  "changed window of a running instance",
  "new window after the program had ended",
];

/** How long a splash screen, or another window that is not a main one, is not yet taken for the answer. */
const SPLASH_MS = 1_500;

/**
 * The window that a launch most likely brought about. A program may show it in its own process, in one that it started
 * (a stub), or in an instance that was already running; splash screens and tool windows lose against real ones.
 */
export function findLaunchWindow(
  facts: LaunchFacts,
  windows: readonly TopLevelWindow[],
): LaunchCandidate | undefined {
  const candidates = windows.flatMap((window) => {
    const evidence = isShown(window) ? evidenceFor(facts, window) : undefined;
    return evidence === undefined ? [] : [{ window, evidence }];
  });
  return candidates.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Whether a window is the sort that a person would say the program has opened, not a splash screen. */
export function isMainWindow(window: TopLevelWindow): boolean {
  return window.title !== "" && !window.toolWindow && window.owner === 0n;
}

/**
 * Whether there is no need to wait for a better window: the program's own main window is the answer at once; a splash
 * screen, or a window that only time connects with the launch, when nothing better has come for a while; another
 * process's window not while the started one runs, which may yet show its own.
 *
 * @param sinceMs time since the start
 * @param endedSinceMs time since the started process was seen to have ended; undefined while it runs
 */
export function isConvincing(
  candidate: LaunchCandidate,
  sinceMs: number,
  endedSinceMs: number | undefined,
): boolean {
  switch (candidate.evidence) {
    case "window of the new process":
    case "window of a process that it started":
      return isMainWindow(candidate.window) || sinceMs >= SPLASH_MS;
    case "new window of the same program":
    case "changed window of a running instance":
      return endedSinceMs !== undefined && (isMainWindow(candidate.window) || endedSinceMs >= SPLASH_MS);
    case "new window after the program had ended":
      return endedSinceMs !== undefined && endedSinceMs >= SPLASH_MS;
  }
}

function isShown(window: TopLevelWindow): boolean {
  return window.visible && !window.cloaked && !isEmpty(window.screenRect);
}

function evidenceFor(facts: LaunchFacts, window: TopLevelWindow): LaunchEvidence | undefined {
  const { before, family, hasEnded } = facts;
  const earlier = before.find(({ hwnd, pid }) => hwnd === window.hwnd && pid === window.pid);
  const pids = [window.pid, ...(window.hostedPid === undefined ? [] : [window.hostedPid])];
  const isSameProgram = window.processName?.toLowerCase() === facts.processName.toLowerCase();
  if (earlier === undefined) {
    if (pids.includes(family.pid)) return "window of the new process";
    if (pids.some((pid) => family.pids.has(pid))) return "window of a process that it started";
    if (isSameProgram) return "new window of the same program";
    // Stubs of Store apps have the system start the app, which then is nobody's child.
    const isOfNewcomer = hasEnded && isMainWindow(window) && pids.some((pid) => family.hasCome(pid));
    return isOfNewcomer ? "new window after the program had ended" : undefined;
  }
  // A running program's window changes for many reasons; only after a hand-over is the change taken for an answer.
  const hasChanged = earlier.title !== window.title || !earlier.visible ||
    earlier.minimized && !window.minimized;
  return hasEnded && isSameProgram && hasChanged ? "changed window of a running instance" : undefined;
}

function rank(candidate: LaunchCandidate): number {
  return (isMainWindow(candidate.window) ? 0 : EVIDENCE_ORDER.length) +
    EVIDENCE_ORDER.indexOf(candidate.evidence);
}
