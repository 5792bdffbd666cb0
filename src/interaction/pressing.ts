import { ToolError } from "../core/errors.ts";
import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { requireForeign } from "./close_window.ts";
import { editActionOf } from "./edit_action.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { pressByKeyboard } from "./key_by_keyboard.ts";
import { postUnverified, pressByMessage } from "./key_by_message.ts";
import { type KeyOutcome, type KeyRequest, requireKeyTaker } from "./key_request.ts";
import { closesWindow } from "./key_chord.ts";
import { destroyedError } from "./preflight.ts";
import { requireControl } from "./text_control.ts";

/**
 * Presses a chord by the surest way the mode allows: by the message that means it where the control has one whose effect
 * can be read back, else (`auto`, `foregroundDemo`) as keyboard input to the front. Never both for the same chord.
 *
 * @throws {ToolError} before anything is sent: STALE_WINDOW_HANDLE, CONTROL_DISABLED, CONTROL_READ_ONLY, PASSWORD_FIELD,
 * PROTECTED_PROCESS (Alt+F4), FOREGROUND_REQUIRED, MODIFIER_HELD, FOCUS_FAILED; later: WINDOW_HUNG, WINDOW_NOT_RESPONDING, INPUT_DELIVERY_FAILED,
 * CANCELLED
 */
export async function pressKey(
  context: ActContext,
  request: KeyRequest,
  tracker: ForegroundTracker,
): Promise<KeyOutcome> {
  await requireClosable(context, request);
  const outcome = request.mode === "foregroundDemo"
    ? await pressByKeyboard(context, request, tracker)
    : await pressInBackground(context, request, tracker) ?? await pressByKeyboard(context, request, tracker);
  await onceActed(() => context.clock.sleep(request.pauseMs, context.signal));
  return outcome;
}

/** Alt+F4 closes a window as its button does, and so may as little. */
async function requireClosable(context: ActContext, { root, key, held }: KeyRequest): Promise<void> {
  if (!closesWindow(key, held)) return;
  const window = await context.desktop.windowState(root, 0);
  if (window === undefined) throw destroyedError(root);
  await requireForeign(context, window);
}

/**
 * @returns undefined where only the keyboard is left, and the mode allows it
 * @throws {ToolError} FOREGROUND_REQUIRED where it does not
 */
async function pressInBackground(
  context: ActContext,
  request: KeyRequest,
  tracker: ForegroundTracker,
): Promise<KeyOutcome | undefined> {
  const control = await requireControl(context, request.hwnd);
  requireKeyTaker(control, request);
  const action = control.menuOpen ? undefined : editActionOf(control, request.key, request.held);
  const done = action && await pressByMessage(context, request, { control, action, tracker });
  if (done !== undefined) return done;
  if (request.postsUnverified) {
    const posted = await postUnverified(context, request, control);
    if (posted !== undefined) return posted;
  }
  if (request.mode === "auto" && !request.postsUnverified) return undefined;
  throw foregroundRequired(request, control);
}

function foregroundRequired({ mode, key, held }: KeyRequest, control: TextControl): ToolError {
  const chord = [...held, key.name].join("+");
  const message = control.menuOpen
    ? "An open menu takes the keys, and only those of the keyboard"
    : `No message is known that means ${chord} to a control of class ${control.className}`;
  return new ToolError("FOREGROUND_REQUIRED", message, {
    details: {
      requestedMode: mode,
      effectiveMode: "background",
      controlClass: control.className,
      suggestedMode: "foregroundDemo",
    },
  });
}
