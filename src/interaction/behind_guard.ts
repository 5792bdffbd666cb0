import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { Desktop, TopLevelWindow } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { DESKTOP_CLASS } from "./desktop_class.ts";

/** Between two looks; a person hardly sees what is put right within it. */
const LOOK_MS = 50;

/** The guards of each desktop that still watch. */
const watching = new WeakMap<Desktop, Set<BehindGuard>>();

/** Has no guard fight for the foreground with an act that brings this window to the front on purpose. */
export function letForward(desktop: Desktop, hwnd: Hwnd): void {
  for (const guard of watching.get(desktop) ?? []) if (guard.holds(hwnd)) guard.standDown();
}

/**
 * Keeps what a launch brings up behind everything else and the foreground where it was. Windows that were there before
 * the launch are left alone.
 */
export class BehindGuard {
  readonly #context: ActContext;
  readonly #known: ReadonlySet<Hwnd>;
  readonly #pushed = new Set<Hwnd>();
  /**
   * Windows that were in front and that the launch did not bring up, the last one at the end: the person may turn to
   * another one meanwhile, and a running instance may come forward before it is known to have taken a hand-over.
   */
  #fronts: Hwnd[];
  #isRestored: boolean | undefined;
  #isStoodDown = false;
  readonly #sendsToBottom: boolean;

  /** @param sendsToBottom whether windows go below all others as well, or only not to the front */
  constructor(
    context: ActContext,
    before: readonly TopLevelWindow[],
    foregroundBefore: Hwnd,
    sendsToBottom = true,
  ) {
    this.#context = context;
    this.#sendsToBottom = sendsToBottom;
    this.#known = new Set(before.filter((window) => window.visible).map((window) => window.hwnd));
    this.#fronts = foregroundBefore === 0n ? [] : [foregroundBefore];
    const guards = watching.get(context.desktop) ?? new Set();
    watching.set(context.desktop, guards.add(this));
  }

  /** Whether the foreground is back, where it had to be taken back. */
  get isRestored(): boolean | undefined {
    return this.#isRestored;
  }

  /** Whether it keeps this window behind. */
  holds(hwnd: Hwnd): boolean {
    return this.#pushed.has(hwnd);
  }

  /** Takes the foreground back from this window too: a running instance that took a hand-over. */
  hold(hwnd: Hwnd): void {
    this.#pushed.add(hwnd);
    this.#fronts = this.#fronts.filter((front) => front !== hwnd);
  }

  /** Ends the watch. */
  standDown(): void {
    this.#isStoodDown = true;
    watching.get(this.#context.desktop)?.delete(this);
  }

  /** Sends new windows of the family below all others, where that is wanted; takes the foreground back from them. */
  async keep(windows: readonly TopLevelWindow[], family: ReadonlySet<number>): Promise<void> {
    const { desktop } = this.#context;
    for (const { hwnd, pid } of windows) {
      if (this.#isStoodDown) return;
      if (this.#known.has(hwnd) || this.#pushed.has(hwnd) || !family.has(pid)) continue;
      this.hold(hwnd);
      if (this.#sendsToBottom) await this.#unlessHeldUp(() => desktop.sendToBottom(hwnd));
    }
    const now = await desktop.foregroundWindow();
    if (this.#isStoodDown || now === 0n) return;
    if (!this.#pushed.has(now) && !(await this.#isNobodys(now))) {
      this.#fronts = [...this.#fronts.filter((front) => front !== now), now];
      if (this.#isRestored === false) this.#isRestored = true;
      return;
    }
    const front = this.#fronts.findLast((hwnd) => windows.some((window) => window.hwnd === hwnd));
    if (front === undefined) return;
    await this.#unlessHeldUp(() => desktop.requestForeground(front, "plain"));
    this.#isRestored = await desktop.foregroundWindow() === front;
  }

  /** Goes on keeping for a while, each time with the family as it is then. */
  async watch(
    durationMs: number,
    signal: AbortSignal,
    familyNow: () => Promise<ReadonlySet<number>>,
  ): Promise<void> {
    const { desktop, clock } = this.#context;
    const end = clock.now() + durationMs;
    while (!this.#isStoodDown) {
      await this.keep(await desktop.listWindows(false), await familyNow());
      if (clock.now() >= end) return;
      await clock.sleep(LOOK_MS, signal);
    }
  }

  /** Where no window is in front, Wine calls the desktop window the foreground; nobody turns to that on purpose. */
  async #isNobodys(hwnd: Hwnd): Promise<boolean> {
    if (hwnd === this.#fronts.at(-1)) return false;
    return (await this.#context.desktop.windowState(hwnd, 0))?.className === DESKTOP_CLASS;
  }

  /** A program that hangs does not end the watch. */
  async #unlessHeldUp(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ToolError) || !["TIMEOUT", "PROVIDER_BUSY"].includes(error.code)) throw error;
    }
  }
}
