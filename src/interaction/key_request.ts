import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { Modifier, TextControl } from "../desktop/desktop.ts";
import { editActionOf } from "./edit_action.ts";
import { type Key, typedCharacter } from "./key_chord.ts";
import type { InteractionMode } from "./modes.ts";
import { requireEnabled } from "./text_control.ts";
import type { Verified } from "./text_expectation.ts";

/** Which chord is to be pressed, and how. */
export interface KeyRequest {
  /** The window or control that the caller named. */
  readonly hwnd: Hwnd;
  /** The top-level window around it. */
  readonly root: Hwnd;
  readonly key: Key;
  /** What is held with it, Shift included where the character needs it. */
  readonly held: readonly Modifier[];
  readonly mode: InteractionMode;
  /** Never take the foreground, and post keys even where their effect cannot be seen. */
  readonly postsUnverified: boolean;
  /** Pause after the chord, before the foreground is given back. */
  readonly pauseMs: number;
  /** How long in all a control that becomes busy meanwhile is waited for. */
  readonly busyMs: number;
}

/** What became of it. */
export interface KeyOutcome {
  readonly control: TextControl;
  /** What was held, as it was sent. */
  readonly modifiers: readonly Modifier[];
  /** The native way it was delivered. */
  readonly method: string;
  readonly verified: Verified;
}

/**
 * @throws {ToolError} CONTROL_DISABLED; PASSWORD_FIELD for a character, since only `type_text` can say that it is meant, and
 * for what would copy the password
 */
export function requireKeyTaker(control: TextControl, { key, held }: Pick<KeyRequest, "key" | "held">): void {
  requireEnabled(control);
  const details = { control: formatHwnd(control.hwnd), controlClass: control.className };
  if (control.password === false) return;
  if (typedCharacter(key, held) !== undefined) {
    throw new ToolError("PASSWORD_FIELD", "The control is a password field", {
      details,
      suggestion: "Type into it with type_text and allowPassword true; it is never read back.",
    });
  }
  const action = editActionOf(control, key, held);
  if (action?.kind === "command" && (action.command === "copy" || action.command === "cut")) {
    throw new ToolError("PASSWORD_FIELD", "A password is not copied", {
      details,
      suggestion: "Select it and press Delete to remove it; its text stays where it is.",
    });
  }
}
