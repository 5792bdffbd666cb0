import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { DeliveryResult, TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { editActionOf } from "./edit_action.ts";
import { readStateBefore, verifyAction } from "./edit_effect.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { chordFor, closesWindow } from "./key_chord.ts";
import { type KeyOutcome, type KeyRequest, requireKeyTaker } from "./key_request.ts";
import { ARRIVAL_MS, lostForegroundError, sendWithoutModifiers, takeKeyboard } from "./keyboard_focus.ts";
import { KEYBOARD_METHOD } from "./modes.ts";
import { destroyedError } from "./preflight.ts";
import type { Verified } from "./text_expectation.ts";

/** How long the control may take to show what a key did. */
const SETTLE_MS = 1_500;

/**
 * Presses a chord as keyboard input to the front, as one series of keys. Giving the foreground back is left to the caller.
 *
 * @throws {ToolError} MODIFIER_HELD, FOCUS_FAILED, CONTROL_DISABLED, PASSWORD_FIELD, INPUT_DELIVERY_FAILED, STALE_WINDOW_HANDLE
 */
export async function pressByKeyboard(
  context: ActContext,
  request: KeyRequest,
  tracker: ForegroundTracker,
): Promise<KeyOutcome> {
  const { desktop } = context;
  const { root, key, held } = request;
  const control = await takeKeyboard(context, request, tracker);
  requireKeyTaker(control, request);
  const found = key.character === undefined ? undefined : await desktop.characterKey(root, key.character);
  const chord = chordFor(key, held, found);
  const look = await lookBefore(context, request, control);
  const result = await sendWithoutModifiers(context, () => desktop.sendChord(root, chord));
  await requireSent(context, request, result);
  const verified = await onceActed(async () => await look() ?? await lookAtWindow(context, request));
  return { control, modifiers: chord.modifiers, method: KEYBOARD_METHOD, verified };
}

/** Reads a control that can be read, and returns a function that looks what the chord did to it. */
async function lookBefore(
  context: ActContext,
  { key, held }: KeyRequest,
  control: TextControl,
): Promise<() => Promise<Verified | undefined>> {
  // Keys go to the focus, and before that to an open menu.
  const isRead = control.focused && !control.menuOpen;
  const action = isRead ? editActionOf(control, key, held) : undefined;
  const isEdit = control.kind === "edit" || control.kind === "richEdit";
  const before = action !== undefined && isEdit ? await readStateBefore(context, control) : undefined;
  if (action === undefined || before === undefined) return () => Promise.resolve(undefined);
  return () => verifyAction(context, control, action, before, SETTLE_MS);
}

/** What can be seen of a chord that no control shows: that Alt+F4 closed its window. Gives the input time to arrive. */
async function lookAtWindow(
  context: ActContext,
  { root, key, held }: KeyRequest,
): Promise<Verified> {
  const { desktop, clock, signal } = context;
  await clock.sleep(ARRIVAL_MS, signal);
  return closesWindow(key, held) && !(await desktop.targetCondition(root, 0)).exists ? "yes" : "unknown";
}

async function requireSent(context: ActContext, { root }: KeyRequest, result: DeliveryResult): Promise<void> {
  if (result.stopped === undefined) return;
  if (result.stopped === "notInFront") {
    if (!(await context.desktop.targetCondition(root, 0)).exists) throw destroyedError(root);
    throw await lostForegroundError(context, root, "The target lost the foreground; nothing was sent");
  }
  throw new ToolError("INPUT_DELIVERY_FAILED", "Windows did not take the key; none was left down", {
    details: { hwnd: formatHwnd(root) },
  });
}
