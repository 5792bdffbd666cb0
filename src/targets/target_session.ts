/** One program that calls name by a `targetRef`. */
import type { Hwnd } from "../core/hwnd.ts";
import { type Desktop, type ProcessIdentity, programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import { mainWindowOf, type MainWindowRule } from "./main_window_rule.ts";
import { OperationRing } from "./operation_ring.ts";
import { isListable } from "./resolve_target.ts";
import { isMarkedWindow, markOf, type WindowMark } from "./window_mark.ts";

/** What is known of a program when it is bound. */
export interface TargetBinding {
  /** Id of the pack. */
  readonly profile: string;
  /** The process that the main window belongs to, which need not be the one that was started. */
  readonly process: ProcessIdentity;
  /** By what its main window is found again where it was recreated. */
  readonly rule: MainWindowRule;
  /** Its main window, where there was one. */
  readonly hwnd: Hwnd | undefined;
  readonly startedByMcp: boolean;
  /** Undefined for a program that was running already. */
  readonly lifetime: "independent" | "managed" | undefined;
  /** Whether it is the program that the pack was made for, as far as that was looked at. */
  readonly packCompatibility?: Readonly<Record<string, unknown>>;
}

/** A program with its name. */
export interface BoundTarget extends TargetBinding {
  readonly targetRef: string;
}

/** Process ids are reused; together with the time of its creation one names a process for good. */
export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.creationTime === b.creationTime;
}

/** That a process has ended, as far as it was seen. */
export interface ObservedExit {
  /** Undefined where it could not be learnt. */
  readonly exitCode: number | undefined;
  /** When the end was noticed; it may have come earlier. */
  readonly observedAt: string;
}

/** What became of a program and its main window. */
export type Followed =
  | { readonly kind: "exited"; readonly exit: ObservedExit }
  /** It runs, and has no main window; `windows` of others are seen. */
  | { readonly kind: "windowless"; readonly windows: number }
  | {
    readonly kind: "window";
    readonly window: TopLevelWindow;
    readonly rebound: boolean;
    /** The window before, where there was one and it is another. */
    readonly previousHwnd: Hwnd | undefined;
  };

/** See the head of this file. */
export class TargetSession {
  readonly operations = new OperationRing();
  /** By the clock of the run: when a call last reached the program. */
  usedAt: number;
  /** Somebody asked `close_app` for its end, and it came. */
  isEndedByMcp = false;
  #bound: BoundTarget;
  #mark: WindowMark | undefined;
  #exit: ObservedExit | undefined;

  constructor(bound: BoundTarget, usedAt: number) {
    this.#bound = bound;
    this.usedAt = usedAt;
  }

  /** The binding with the window as it is known now. */
  get bound(): BoundTarget {
    return this.#bound;
  }

  /** Takes another binding of the same process. That we started it stays true when it is found running later. */
  bindAgain(binding: TargetBinding): void {
    const { targetRef, startedByMcp, lifetime } = this.#bound;
    const origin = startedByMcp ? { startedByMcp, lifetime: binding.lifetime ?? lifetime } : {};
    this.#bound = { ...binding, ...origin, targetRef };
  }

  /**
   * Takes another rule for its main window, as a pack that was read again may have one, and the window that was found by
   * it. The window it has stays where the rule is the same.
   */
  followRule({ rule, hwnd }: Pick<TargetBinding, "rule" | "hwnd">): void {
    if (JSON.stringify(rule) === JSON.stringify(this.#bound.rule)) return;
    this.#bound = { ...this.#bound, rule, hwnd };
    this.#mark = undefined;
  }

  /** The end of its process; undefined while it runs. What was seen once is not asked again. */
  async observeExit(desktop: Desktop, wallTime: () => Date): Promise<ObservedExit | undefined> {
    if (this.#exit !== undefined) return this.#exit;
    const exitCode = await desktop.exitCode(this.#bound.process);
    if (exitCode === "running") return undefined;
    this.#exit ??= {
      exitCode: exitCode === "gone" ? undefined : exitCode,
      observedAt: wallTime().toISOString(),
    };
    return this.#exit;
  }

  /** Whether a window is the saved one still: of the same program, and not another of the same handle. */
  isSavedWindow(window: TopLevelWindow | undefined): window is TopLevelWindow {
    const { hwnd, process } = this.#bound;
    const mark = this.#mark;
    if (window === undefined || window.hwnd !== hwnd) return false;
    if (mark?.hwnd !== hwnd) return programOf(window) === process.pid;
    // The frame of a Store app hosts nothing while it is minimised.
    const isOfProgram = window.hostedPid === undefined || window.hostedPid === process.pid;
    return isOfProgram && isMarkedWindow(window, mark);
  }

  /** Looks where the program and its main window are now, and remembers the window. */
  async follow(desktop: Desktop, wallTime: () => Date): Promise<Followed> {
    const exit = await this.observeExit(desktop, wallTime);
    if (exit !== undefined) return { kind: "exited", exit };
    const { hwnd } = this.#bound;
    const saved = hwnd === undefined ? undefined : await desktop.windowState(hwnd, 0);
    if (this.isSavedWindow(saved)) {
      this.#remember(saved);
      return { kind: "window", window: saved, rebound: false, previousHwnd: undefined };
    }
    const found = await this.rebind(desktop);
    if (typeof found !== "number") {
      return { kind: "window", window: found, rebound: true, previousHwnd: hwnd };
    }
    // It may have ended between the two looks: its windows go first.
    const exitSince = await this.observeExit(desktop, wallTime);
    return exitSince === undefined
      ? { kind: "windowless", windows: found }
      : { kind: "exited", exit: exitSince };
  }

  /** Takes the first window that fits the rule for the main window; where none does, how many others are seen. */
  async rebind(desktop: Desktop): Promise<TopLevelWindow | number> {
    const { process: { pid }, rule } = this.#bound;
    const windows = (await desktop.listWindows(false)).filter((window) => programOf(window) === pid);
    const window = mainWindowOf(windows, pid, rule);
    if (window === undefined) return windows.filter(isListable).length;
    this.#remember(window);
    return window;
  }

  #remember(window: TopLevelWindow): void {
    const { hwnd } = window;
    this.#mark = markOf(window);
    if (hwnd !== this.#bound.hwnd) this.#bound = { ...this.#bound, hwnd };
  }
}
