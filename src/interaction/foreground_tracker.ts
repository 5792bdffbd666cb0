import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { ActContext } from "./act_context.ts";
import { activate } from "./activation.ts";
import type { InteractionMode } from "./modes.ts";

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
  readonly #targetPid: number | undefined;
  #isTargetActivated = false;
  #isRestored: boolean | undefined;

  private constructor(
    context: ActContext,
    mode: InteractionMode,
    before: Hwnd,
    changesBefore: number | undefined,
    targetPid: number | undefined,
  ) {
    this.#context = context;
    this.#targetPid = targetPid;
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
    return new ForegroundTracker(context, mode, before, changes, targetPid);
  }

  /** Notes that the act itself brought the target to the front. */
  noteActivated(): void {
    this.#isTargetActivated = true;
  }

  /** Gives the foreground back if another window has it now. Never by sent input. */
  async giveBack(): Promise<void> {
    const now = await this.#context.desktop.foregroundWindow();
    if (this.before === 0n || now === this.before || !(await this.#mayBeTakenFrom(now))) return;
    // A cancelled call gives back what it took all the same.
    const context = { ...this.#context, signal: new AbortController().signal };
    this.#isRestored = await activate(context, this.before);
  }

  async #mayBeTakenFrom(hwnd: Hwnd): Promise<boolean> {
    if (this.#targetPid === undefined || hwnd === 0n) return true;
    const state = await this.#context.desktop.windowState(hwnd, 0);
    return state === undefined || state.pid === this.#targetPid || state.hostedPid === this.#targetPid;
  }

  /**
   * The report. An act that must not take the foreground (`background`) gives it back here if the target took it by
   * itself.
   */
  async report(method: string): Promise<InteractionReport> {
    if (this.#mode === "background") await this.giveBack();
    const { desktop } = this.#context;
    const after = await desktop.foregroundWindow();
    const changesAfter = await desktop.foregroundChangeCount();
    const isChanged = after !== this.before && this.before !== 0n;
    const wasChanged = isChanged || this.#isTargetActivated || this.#isRestored !== undefined ||
      (changesAfter ?? 0) > (this.#changesBefore ?? 0);
    const wentForward = this.#mode === "foregroundDemo" || this.#mode === "auto" && wasChanged;
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
