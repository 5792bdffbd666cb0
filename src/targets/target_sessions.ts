/** Programs that calls name by a `targetRef`, through every window that they have one after another. */
import type { Clock } from "../core/clock.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { ProcessIdentity } from "../desktop/desktop.ts";
import type { MainWindowRule } from "./main_window_rule.ts";

/** What is known of a program when it is bound. */
export interface TargetBinding {
  /** Id of the pack. */
  readonly profile: string;
  readonly process: ProcessIdentity;
  /** By what its main window is found again where it was recreated. */
  readonly rule: MainWindowRule;
  /** Its main window, where there was one. */
  readonly hwnd: Hwnd | undefined;
  readonly startedByMcp: boolean;
  /** Undefined for a program that was running already. */
  readonly lifetime: "independent" | "managed" | undefined;
}

/** A program with its name. */
export interface BoundTarget extends TargetBinding {
  readonly targetRef: string;
}

/** The bindings of a run; in memory alone. */
export class TargetSessions {
  readonly #clock: Clock;
  readonly #bound = new Map<string, BoundTarget>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Gives a program a name; binding the same program and window again replaces what was bound under it. */
  bind(binding: TargetBinding): BoundTarget {
    const { profile, process: { pid }, hwnd } = binding;
    const targetRef = `target_${profile}_${pid}${hwnd === undefined ? "" : `_${hwnd}`}`;
    const bound = { ...binding, targetRef };
    this.#bound.set(targetRef, bound);
    return bound;
  }
}
