/** What the parts of the executor for elements hand to one another. */
import type { Hwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { UiSubject, UiVerb } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { InteractionMode } from "./modes.ts";
import type { Verified } from "./text_expectation.ts";

/** An element and how far the act may go. */
export interface ElementTarget {
  readonly subject: UiSubject;
  /** The window that the element is in, as it was when the act began. */
  readonly window: WindowState;
  /** The top-level window around that. */
  readonly root: Hwnd;
  readonly mode: InteractionMode;
  readonly tracker: ForegroundTracker;
  /** For finding the element. */
  readonly timeoutMs: number;
}

/** What was sent, before anybody has looked what came of it. */
export interface SentAct {
  readonly method: string;
  readonly verb: UiVerb;
  readonly before: UiElement;
  readonly isRunning: boolean;
  /** It failed in a way that does not tell whether it had an effect. */
  readonly failure?: string;
  readonly isSeen?: boolean;
  /** What the way of sending has seen already. */
  readonly verified?: Verified;
  readonly fallbackReason?: string;
  readonly isFallback?: boolean;
  /** The window that was clicked in. */
  readonly clickedWindow?: Hwnd;
}
