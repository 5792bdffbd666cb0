import type { Hwnd } from "../core/hwnd.ts";
import type { TextControl } from "../desktop/desktop.ts";
import type { InteractionMode } from "./modes.ts";
import type { Verified } from "./text_expectation.ts";

/** What is to be typed, and how. */
export interface TypingRequest {
  /** The window or control that the caller named. */
  readonly hwnd: Hwnd;
  /** The top-level window around it. */
  readonly root: Hwnd;
  readonly text: string;
  readonly mode: InteractionMode;
  /** Never take the foreground, and post characters even where their effect cannot be seen. */
  readonly postsUnverified: boolean;
  readonly allowPassword: boolean;
  /** Pause after each character; 0 sends the text as fast as it is taken. */
  readonly pauseMs: number;
  /** How long in all a control that becomes busy meanwhile is waited for. */
  readonly busyMs: number;
}

/** What became of it. */
export interface TypingOutcome {
  readonly control: TextControl;
  /** The native way it was delivered. */
  readonly method: "EM_REPLACESEL" | "WM_CHAR" | "SendInput";
  readonly verified: Verified;
}
