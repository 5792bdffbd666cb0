import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { activate } from "./activation.ts";
import { DESKTOP_CLASS } from "./desktop_class.ts";
import { type InteractionMode, type InteractionRequest, KEYBOARD_METHOD } from "./modes.ts";

/** What an act did to the foreground and the pointer, as every acting tool reports it. */
export interface InteractionReport {
  readonly requestedMode: InteractionMode;
  readonly effectiveMode: "background" | "foregroundDemo";
  /** Whether another window is in front at the end than at the beginning. */
  readonly foregroundChanged: boolean;
  readonly targetActivated: boolean;
  readonly physicalCursorMoved: boolean;
  readonly method: string;
  readonly foregroundBefore?: string;
  readonly foregroundAfter?: string;
  /** Present and true when the foreground changed in between, whatever it is at the end. */
  readonly foregroundChangedDuringRun?: true;
  /** Present when giving the foreground back was tried: whether it is what it was. */
  readonly foregroundRestored?: boolean;
}

/** Watches the foreground from before an act to after it, gives it back, and reports. */
export class ForegroundTracker {
  readonly before: Hwnd;
  readonly #context: ActContext;
  readonly #mode: InteractionMode;
  readonly #changesBefore: number | undefined;
  /** Undefined where it is not known what is acted on. */
  #targetPids: Set<number> | undefined;
  #isTargetActivated = false;
  #isKept = false;
  #isTaken = false;
  #isRestored: boolean | undefined;

  private constructor(
    context: ActContext,
    mode: InteractionMode,
    before: Hwnd,
    changesBefore: number | undefined,
    targetPids: Set<number> | undefined,
  ) {
    this.#context = context;
    this.#targetPids = targetPids;
    this.#mode = mode;
    this.before = before;
    this.#changesBefore = changesBefore;
  }

  /**
   * Reads the foreground as it is before the act.
   *
   * @param targetPid the program that is acted on, where it is known: then the foreground is taken back from that
   * program alone, and never from a window that the person has turned to meanwhile
   */
  static async begin(
    context: ActContext,
    mode: InteractionMode,
    targetPid?: number,
  ): Promise<ForegroundTracker> {
    const changes = await context.desktop.foregroundChangeCount();
    const before = await context.desktop.foregroundWindow();
    const targetPids = targetPid === undefined ? undefined : new Set([targetPid]);
    return new ForegroundTracker(context, mode, before, changes, targetPids);
  }

  /**
   * The same for several acts, each of which says by {@link limitTo} what it was on.
   *
   * @param before what was in front before; read now where it is not given
   */
  static async beginMany(
    context: ActContext,
    mode: InteractionMode,
    before?: Hwnd,
  ): Promise<ForegroundTracker> {
    const changes = await context.desktop.foregroundChangeCount();
    const front = before ?? await context.desktop.foregroundWindow();
    return new ForegroundTracker(context, mode, front, changes, new Set());
  }

  /** Says which program is acted on, where that is known only now; a further one where there are several. */
  limitTo(targetPid: number): void {
    this.#targetPids ??= new Set();
    this.#targetPids.add(targetPid);
  }

  /** Whether giving the foreground back worked; undefined where it was not tried. */
  get isRestored(): boolean | undefined {
    return this.#isRestored;
  }

  /** Notes that the act itself brought the target to the front. */
  noteActivated(): void {
    this.#isTargetActivated = true;
  }

  /** Leaves the foreground as the act has made it: coming to the front, or going from there, is what was asked for. */
  keepForeground(): void {
    this.#isKept = true;
  }

  /** Looks whether what was sent to the target took the foreground from another program, so that it is given back. */
  async noteIfTaken(): Promise<void> {
    const now = await this.#context.desktop.foregroundWindow();
    if (now === this.before || await this.#isOwnAffair()) return;
    this.#isTaken = await this.#mayBeTakenFrom(now);
  }

  /** Brings a top-level window to the front, if Windows allows it, and notes that. What goes wrong with it is no failure. */
  async activate(hwnd: Hwnd): Promise<void> {
    try {
      if (await activate(this.#context, hwnd)) this.noteActivated();
    } catch (error) {
      if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
    }
  }

  /**
   * Gives the foreground back if the act took it, or, in background mode, if the target took it by itself. Never by sent
   * input, and never from a window that the person has turned to meanwhile. What goes wrong with it is reported, not
   * thrown: the act itself is done.
   */
  async giveBack(): Promise<void> {
    const isOurs = this.#mode === "background" || this.#isTargetActivated || this.#isTaken;
    if (this.#isKept || this.before === 0n || !isOurs) return;
    try {
      const now = await this.#context.desktop.foregroundWindow();
      if (now === this.before || !(await this.#mayBeTakenFrom(now)) || await this.#isOwnAffair()) return;
      // A cancelled call gives back what it took all the same.
      const context = { ...this.#context, signal: new AbortController().signal };
      // In the background no input is sent, not even an empty one.
      const sendsInput = this.#mode !== "background" && this.#isTargetActivated;
      const lastWay = sendsInput ? "emptyInput" : "plain";
      this.#isRestored = await activate(context, this.before, lastWay);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#isRestored = false;
    }
  }

  /** A foreground that cannot be read now counts as it was: the act is done, and its answer must not be lost. */
  async #look(): Promise<{ after: Hwnd; changesAfter: number | undefined }> {
    const { desktop } = this.#context;
    try {
      const changesAfter = await desktop.foregroundChangeCount();
      return { after: await desktop.foregroundWindow(), changesAfter };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { after: this.before, changesAfter: undefined };
    }
  }

  /**
   * Whether the program that was in front has itself put another of its windows there, such as a dialog, or what was in
   * front is gone, as a dialog that was answered: it is not what is to be given back then.
   */
  async #isOwnAffair(): Promise<boolean> {
    const state = await this.#context.desktop.windowState(this.before, 0);
    if (state?.enabled === false) return true;
    return (state === undefined || this.#isTarget(state.pid)) && !this.#isTargetActivated;
  }

  async #mayBeTakenFrom(hwnd: Hwnd): Promise<boolean> {
    if (this.#targetPids === undefined || hwnd === 0n) return true;
    const state = await this.#context.desktop.windowState(hwnd, 0);
    return state === undefined || state.className === DESKTOP_CLASS || this.#isTarget(state.pid) ||
      this.#isTarget(state.hostedPid);
  }

  #isTarget(pid: number | undefined): boolean {
    return pid !== undefined && this.#targetPids?.has(pid) === true;
  }

  /** What the act has done to the foreground, by the native way it was done. */
  async report(method: string): Promise<InteractionReport> {
    const { after, changesAfter } = await this.#look();
    const isChanged = after !== this.before && this.before !== 0n;
    const wasChanged = isChanged || this.#isTargetActivated || this.#isRestored !== undefined ||
      (changesAfter ?? 0) > (this.#changesBefore ?? 0);
    // The keyboard is the person's, even where the target was in front already.
    const usedForeground = wasChanged || method === KEYBOARD_METHOD;
    const wentForward = this.#mode === "foregroundDemo" || this.#mode === "auto" && usedForeground;
    return {
      requestedMode: this.#mode,
      effectiveMode: wentForward ? "foregroundDemo" : "background",
      foregroundChanged: isChanged,
      targetActivated: this.#isTargetActivated,
      physicalCursorMoved: false,
      method,
      ...(this.before === 0n ? {} : { foregroundBefore: formatHwnd(this.before) }),
      ...(after === 0n ? {} : { foregroundAfter: formatHwnd(after) }),
      ...(wasChanged ? { foregroundChangedDuringRun: true as const } : {}),
      ...(this.#isRestored === undefined ? {} : { foregroundRestored: this.#isRestored }),
    };
  }
}

/**
 * Runs an act, leaves its effect to be looked at, gives the foreground back where it was taken, and reports. The
 * foreground is given back after a failure too.
 *
 * @param targetPid the program that is acted on: from it alone the foreground is taken back
 */
export async function actTracked<T extends { readonly method: string }>(
  context: ActContext,
  interaction: InteractionRequest,
  targetPid: number,
  act: (tracker: ForegroundTracker) => Promise<T>,
): Promise<{ readonly outcome: T; readonly report: InteractionReport }> {
  const tracker = await ForegroundTracker.begin(context, interaction.mode, targetPid);
  const givesBack = interaction.restoresForeground || interaction.mode === "background";
  try {
    const outcome = await act(tracker);
    return await onceActed(async () => {
      if (interaction.stepDelayMs > 0) await context.clock.sleep(interaction.stepDelayMs, context.signal);
      if (givesBack) await tracker.giveBack();
      return { outcome, report: await tracker.report(outcome.method) };
    });
  } catch (error) {
    if (givesBack) await tracker.giveBack();
    if (!(error instanceof ToolError)) throw error;
    const { method: _method, ...report } = await tracker.report("");
    if (report.foregroundChangedDuringRun !== true) throw error;
    // What failed may have moved the foreground all the same.
    throw new ToolError(error.code, error.message, {
      details: { ...error.details, interaction: report },
      suggestion: error.suggestion,
      cause: error,
    });
  }
}
