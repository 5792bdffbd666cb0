/** Programs that calls name by a `targetRef`, through every window that they have one after another. */
import type { Clock } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import type { Desktop, ProcessIdentity } from "../desktop/desktop.ts";
import { processExitedError, windowLostError } from "./exit_evidence.ts";
import {
  type BoundTarget,
  type Followed,
  isSameProcess,
  type TargetBinding,
  TargetSession,
} from "./target_session.ts";

export type { BoundTarget, TargetBinding };

/** A binding that no call has reached for so long is dropped. */
export const SESSION_LIFE_MS = 20 * 60_000;

/** Of so many dropped bindings it is known when they expired; more are forgotten, the oldest first. */
const MOST_EXPIRED = 500;

/** What a call needs: the main window, or only that the program runs. */
export type TargetNeed = "window" | "process";

/** The program that a call means, and its main window; undefined where it has none and none is needed. */
export interface ResolvedSession {
  readonly session: TargetSession;
  readonly found: Extract<Followed, { kind: "window" }> | undefined;
}

/** The bindings of a run; in memory alone. */
export class TargetSessions {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, TargetSession>();
  /** By the clock of the run: when they expired. */
  readonly #expired = new Map<string, number>();

  constructor(clock: Clock, readonly wallTime: () => Date = () => new Date()) {
    this.#clock = clock;
  }

  /**
   * Gives a program a name; binding the same program and window again goes on with what is known of it. Whoever binds
   * has got the identity from the desktop (`identifyProcess`, `startProcess`), which watches the process from then on.
   */
  bind(binding: TargetBinding): BoundTarget {
    const { profile, process, hwnd } = binding;
    const targetRef = `target_${profile}_${process.pid}${hwnd === undefined ? "" : `_${hwnd}`}`;
    this.#dropExpired();
    this.#expired.delete(targetRef);
    const session = this.#sessions.get(targetRef);
    if (session === undefined || !isSameProcess(session.bound.process, process)) {
      const bound = { ...binding, targetRef };
      this.#sessions.set(targetRef, new TargetSession(bound, this.#clock.now()));
      return bound;
    }
    session.bindAgain(binding);
    session.usedAt = this.#clock.now();
    return session.bound;
  }

  /** The session of a binding; undefined when it has been dropped. */
  find(targetRef: string): TargetSession | undefined {
    this.#dropExpired();
    return this.#sessions.get(targetRef);
  }

  /** The session of a pack's program, whatever its name; undefined where it is not bound. */
  findProgram(profile: string, process: ProcessIdentity): TargetSession | undefined {
    this.#dropExpired();
    return [...this.#sessions.values()].find(({ bound }) =>
      bound.profile === profile && isSameProcess(bound.process, process)
    );
  }

  /**
   * The program that a `targetRef` names, followed to its main window where that was recreated.
   *
   * @throws {ToolError} TARGET_REQUIRED for a name that is unknown or has expired, TARGET_PROCESS_EXITED (the binding is
   * dropped), WINDOW_NOT_FOUND_FOR_PROCESS
   */
  async resolve(desktop: Desktop, targetRef: string, need: TargetNeed): Promise<ResolvedSession> {
    const session = this.find(targetRef);
    if (session === undefined) throw this.#notBoundError(targetRef);
    const followed = await this.look(desktop, session);
    if (followed.kind === "exited") {
      if (this.#sessions.get(targetRef) === session) this.#sessions.delete(targetRef);
      throw processExitedError(session, followed.exit);
    }
    if (followed.kind === "windowless" && need === "window") throw windowLostError(session, followed.windows);
    session.usedAt = this.#clock.now();
    return { session, found: followed.kind === "window" ? followed : undefined };
  }

  /** Where the main window of a session is now; the binding stays, whatever has become of the program. */
  async look(desktop: Desktop, session: TargetSession): Promise<Followed> {
    return await session.follow(desktop, this.wallTime);
  }

  /** Notes that `close_app` ended these processes. */
  endedByMcp(processes: readonly ProcessIdentity[]): void {
    for (const session of this.#sessions.values()) {
      if (processes.some((process) => isSameProcess(process, session.bound.process))) {
        session.isEndedByMcp = true;
      }
    }
  }

  #notBoundError(targetRef: string): ToolError {
    const expiredAt = this.#expired.get(targetRef);
    if (expiredAt === undefined) {
      return new ToolError(
        "TARGET_REQUIRED",
        `${targetRef} names no program in this run, or one that has exited`,
        {
          details: { targetRef, reason: "binding-not-found", expired: false },
          suggestion: "Bind the program with profile_launch, which takes one that is running already; " +
            "or give hwnd, pid, processName or titleContains.",
        },
      );
    }
    const agoMs = this.#clock.now() - expiredAt;
    return new ToolError("TARGET_REQUIRED", `${targetRef} was not used for 20 minutes and has expired`, {
      details: {
        targetRef,
        reason: "expired",
        expired: true,
        expiredAt: new Date(this.wallTime().getTime() - agoMs).toISOString(),
      },
      suggestion:
        "Bind the program again with profile_launch; or give hwnd, pid, processName or titleContains.",
    });
  }

  #dropExpired(): void {
    const now = this.#clock.now();
    for (const [targetRef, { usedAt }] of this.#sessions) {
      const expiredAt = usedAt + SESSION_LIFE_MS;
      if (now < expiredAt) continue;
      this.#sessions.delete(targetRef);
      this.#expired.set(targetRef, expiredAt);
    }
    for (const targetRef of this.#expired.keys()) {
      if (this.#expired.size <= MOST_EXPIRED) return;
      this.#expired.delete(targetRef);
    }
  }
}
