import type { Clock } from "../core/clock.ts";
import type { Desktop } from "../desktop/desktop.ts";

/** What acting needs of the world. */
export interface ActContext {
  readonly desktop: Desktop;
  readonly clock: Clock;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Tells the client how a wait is going. */
  readonly progress?: (message: string) => void;
}
