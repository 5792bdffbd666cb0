/** The window of a call that looks at it again and again: always the same one, until it is gone. */
import { beforeDeadline, pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { ElementIdentity } from "../desktop/ui_identity.ts";
import { isPassing } from "../interaction/passing_errors.ts";
import { destroyedError } from "../interaction/preflight.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import type { ChangedParts } from "./changed_parts.ts";
import type { ToolContext } from "./tool.ts";
import { type ReadArguments, readWindow, type WindowReading } from "./ui_reading.ts";

/** The last look begins this long before the time is over, so that it is over in time as well. */
export const LAST_LOOK_MS = 100;

/** A reading ends this long before its time is over, with what it has: the answer has to come in time. */
const ANSWERING_MS = 50;

/** Timers may be early by this. */
const EARLY_MS = 2;

/** What came of a look at the window. */
export type WindowLook =
  | { readonly kind: "read"; readonly reading: WindowReading }
  /** It has been destroyed, or its handle names another program's window; or the element of the ref is gone. */
  | { readonly kind: "windowGone" | "elementGone"; readonly error: ToolError }
  /** It could not be read now. */
  | { readonly kind: "blocked"; readonly error: ToolError };

/** What a call says about where it looks. */
export interface WatchArguments extends ReadArguments {
  /** It is about the element of its ref itself, not about what is in it. */
  readonly isAboutRef: boolean;
}

/** See the head of this file. */
export class WatchedWindow {
  readonly hwnd: Hwnd;
  /** The process whose content it shows. */
  readonly program: number;
  readonly #context: ToolContext;
  readonly #args: ReadArguments;
  readonly #isAboutRef: boolean;

  private constructor(
    context: ToolContext,
    args: WatchArguments,
    window: ElementIdentity["window"],
  ) {
    this.#context = context;
    this.#args = args;
    this.#isAboutRef = args.isAboutRef;
    this.hwnd = window.hwnd;
    this.program = programOf(window);
  }

  /**
   * The window that a call means, or the one that the element of its ref was in.
   *
   * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS, WINDOW_NOT_FOUND, WINDOW_AMBIGUOUS, ELEMENT_STALE for a ref that
   * there never was
   */
  static async of(context: ToolContext, args: WatchArguments): Promise<WatchedWindow> {
    if (args.ref !== undefined) {
      return new WatchedWindow(context, args, context.refs.known(args.ref).identity.window);
    }
    const window = await resolveUiTarget(context.desktop, args);
    context.setTarget(formatHwnd(window.hwnd));
    const { pid: _pid, processName: _processName, titleContains: _titleContains, ...rest } = args;
    return new WatchedWindow(context, { ...rest, hwnd: formatHwnd(window.hwnd) }, window);
  }

  /**
   * Reads it.
   *
   * @param leftMs what is left of the call's time
   * @throws {ToolError} INVALID_PARAMS, ELEMENT_STALE where what has the id of the ref's element is another one,
   * QUERY_TRUNCATED, WINDOW_ON_OTHER_DESKTOP, TARGET_ELEVATED, WINDOW_HUNG, UIA_ASSEMBLY_UNAVAILABLE, CANCELLED
   */
  async look(signal: AbortSignal, leftMs: number): Promise<WindowLook> {
    const timeoutMs = Math.max(0, Math.round(leftMs - ANSWERING_MS));
    try {
      const reading = await readWindow({ ...this.#context, signal }, { ...this.#args, timeoutMs });
      return this.isStill(reading.window) ? { kind: "read", reading } : this.gone();
    } catch (error) {
      return this.lookFailed(error);
    }
  }

  /**
   * A reading of it with what changed since; undefined where it has to be read whole.
   *
   * @throws {ToolError} CANCELLED
   */
  async renew(
    reading: WindowReading,
    changed: ChangedParts,
    signal: AbortSignal,
    leftMs: number,
  ): Promise<WindowReading | undefined> {
    return await changed.renew({ ...this.#context, signal }, reading, this.#args, leftMs - ANSWERING_MS);
  }

  /** Whether what has its handle now shows the content of the same program. */
  isStill(now: Pick<TopLevelWindow, "pid" | "hostedPid"> | undefined): boolean {
    return now !== undefined && programOf(now) === this.program;
  }

  /** What a failure of a look says; one that is neither passing nor about what is gone is thrown again. */
  lookFailed(error: unknown): WindowLook {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === "STALE_WINDOW_HANDLE" || error.code === "WINDOW_NOT_FOUND") return this.gone();
    if (error.code === "ELEMENT_STALE") {
      const { reason } = error.details ?? {};
      if (reason === "windowGone") return { kind: "windowGone", error };
      // What is in it may be in what took its place.
      if (reason === "gone" && this.#isAboutRef) return { kind: "elementGone", error };
    }
    if (isPassing(error)) return { kind: "blocked", error };
    throw error;
  }

  /** It is not there any more. */
  gone(): WindowLook {
    return { kind: "windowGone", error: destroyedError(this.hwnd) };
  }
}

/** When to look again. */
export interface LookingTimes {
  /** By the clock of the call. */
  readonly endsAt: number;
  /** Between two looks, where nothing wakes the wait. */
  pauseMs(): number;
  /** See `pollUntil`. */
  readonly wokenBy?: (wake: () => void) => Disposable;
}

/**
 * Looks until a look says that it is enough; false when the time is over. A look that goes on then is left alone, and its
 * signal says so.
 *
 * @throws {ToolError} CANCELLED, and what the look throws
 */
export async function lookUntil(
  { clock, signal }: ToolContext,
  { endsAt, pauseMs, wokenBy }: LookingTimes,
  look: (looking: AbortSignal) => Promise<true | undefined>,
): Promise<boolean> {
  const leftMs = (): number => endsAt - clock.now();
  const enough = await beforeDeadline(clock, { timeoutMs: leftMs(), signal }, (looking) =>
    pollUntil(
      clock,
      {
        timeoutMs: leftMs(),
        intervalMs: () => pauseWithin(leftMs(), pauseMs()),
        signal: looking,
        ...(wokenBy === undefined ? {} : { wokenBy }),
      },
      () => look(looking),
    ));
  return enough ?? false;
}

/** A pause that ends early enough for a last look. */
function pauseWithin(leftMs: number, pauseMs: number): number {
  const untilLastMs = leftMs - LAST_LOOK_MS;
  return untilLastMs > 0 ? Math.min(pauseMs, untilLastMs) : pauseMs;
}

/** Counts looks in a row that saw what was wanted, each some time after the one before. */
export class Streak {
  #length = 0;
  #countedAt = 0;

  constructor(readonly needed: number, readonly apartMs: number) {}

  /** How many there are now. */
  get length(): number {
    return this.#length;
  }

  /** Takes in a look; whether there are enough of them now. */
  add(isAsWanted: boolean, now: number): boolean {
    if (!isAsWanted) {
      this.#length = 0;
    } else if (this.#length === 0 || now - this.#countedAt >= this.apartMs - EARLY_MS) {
      this.#length++;
      this.#countedAt = now;
    }
    return this.#length >= this.needed;
  }
}
