import { isEmpty } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { ProcessInfo, TopLevelWindow } from "../desktop/desktop.ts";

/** How the window of a launch was recognised, surest first. */
export type LaunchEvidence =
  | "window of the new process"
  | "window of a process that it started"
  | "new window of the same program"
  | "changed window of a running instance";

/** A window that a launch may have brought about. */
export interface LaunchCandidate {
  readonly window: TopLevelWindow;
  readonly evidence: LaunchEvidence;
}

/** What was there before a launch, and what was started. */
export interface LaunchFacts {
  readonly before: readonly TopLevelWindow[];
  readonly pid: number;
  /** The program's name without `.exe`. */
  readonly processName: string;
  /** The process that was started has ended: it may have handed over to another one. */
  readonly hasEnded: boolean;
}

const EVIDENCE_ORDER: readonly LaunchEvidence[] = [
  "window of the new process",
  "window of a process that it started",
  "new window of the same program",
  "changed window of a running instance",
];

/**
 * The window that a launch most likely brought about. A program may show it in its own process, in one that it started
 * (a stub), or in an instance that was already running; splash screens and tool windows lose against real ones.
 */
export function findLaunchWindow(
  facts: LaunchFacts,
  windows: readonly TopLevelWindow[],
  processes: readonly ProcessInfo[],
): LaunchCandidate | undefined {
  const family = descendants(facts.pid, processes);
  const candidates = windows.flatMap((window) => {
    const evidence = isShown(window) ? evidenceFor(facts, window, family) : undefined;
    return evidence === undefined ? [] : [{ window, evidence }];
  });
  return candidates.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Whether a window is the sort that a person would say the program has opened, not a splash screen. */
export function isMainWindow(window: TopLevelWindow): boolean {
  return window.title !== "" && !window.toolWindow && window.owner === 0n;
}

/** The ids of all processes below one, itself included, even where a parent has ended. */
export function descendants(pid: number, processes: readonly ProcessInfo[]): ReadonlySet<number> {
  const family = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const process of processes) {
      if (family.has(process.parentPid) && !family.has(process.pid)) {
        family.add(process.pid);
        grew = true;
      }
    }
  }
  return family;
}

function isShown(window: TopLevelWindow): boolean {
  return window.visible && !window.cloaked && !isEmpty(window.screenRect);
}

function evidenceFor(
  facts: LaunchFacts,
  window: TopLevelWindow,
  family: ReadonlySet<number>,
): LaunchEvidence | undefined {
  const earlier = facts.before.find(({ hwnd, pid }: { hwnd: Hwnd; pid: number }) =>
    hwnd === window.hwnd && pid === window.pid
  );
  const pids = [window.pid, window.hostedPid];
  const isSameProgram = window.processName?.toLowerCase() === facts.processName.toLowerCase();
  if (earlier === undefined) {
    if (pids.includes(facts.pid)) return "window of the new process";
    if (pids.some((pid) => pid !== undefined && family.has(pid))) {
      return "window of a process that it started";
    }
    return isSameProgram ? "new window of the same program" : undefined;
  }
  // A running program's window changes for many reasons; only after a hand-over is the change taken for an answer.
  const hasChanged = earlier.title !== window.title || !earlier.visible ||
    earlier.minimized && !window.minimized;
  return facts.hasEnded && isSameProgram && hasChanged ? "changed window of a running instance" : undefined;
}

function rank(candidate: LaunchCandidate): number {
  return (isMainWindow(candidate.window) ? 0 : EVIDENCE_ORDER.length) +
    EVIDENCE_ORDER.indexOf(candidate.evidence);
}
