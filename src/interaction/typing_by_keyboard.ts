import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { ARRIVAL_MS, sendWithoutModifiers, takeKeyboard } from "./keyboard_focus.ts";
import { KEYBOARD_METHOD } from "./modes.ts";
import { splitKeys, splitText } from "./text_batches.ts";
import { readBefore, requireWritable } from "./text_control.ts";
import type { Delivery } from "./text_delivery.ts";
import type { TypingOutcome, TypingRequest } from "./typing_request.ts";

/** One uninterrupted batch of keyboard input; before each the foreground and the modifier keys are looked at again. */
const KEY_BATCH_UNITS = 40;

const ARRIVAL_MS_PER_UNIT = 1;

/** Types as keyboard input to the front. Giving the foreground back is left to the caller. */
export async function typeByKeyboard(
  context: ActContext,
  request: TypingRequest,
  { control: seen, tracker, delivery }: {
    readonly control: TextControl;
    readonly tracker: ForegroundTracker;
    readonly delivery: Delivery;
  },
): Promise<TypingOutcome> {
  const control = await takeKeyboard(context, request, tracker);
  // Keyboard input goes to the focus: a control without it is not the one to look at afterwards.
  const before = control.focused ? await readBefore(context, control) : undefined;
  if (control.hwnd !== seen.hwnd) await requireWritable(context, control, request, before);
  for (const batch of splitText(request.text, request.pauseMs > 0 ? 1 : KEY_BATCH_UNITS)) {
    await sendBatch(context, request, delivery, batch);
    await delivery.settle(control); // keys for a program that hangs would pile up and arrive long after the call
    if (request.pauseMs > 0) await context.clock.sleep(request.pauseMs, context.signal);
  }
  // Enter and Tab in a control of one line leave it, so there is no one text to compare with.
  const hasKeys = splitKeys(request.text, !control.multiline).some((part) => part.key !== undefined);
  const readable = hasKeys ? undefined : before;
  if (readable === undefined) await letInputArrive(context, control, request, delivery);
  return {
    control,
    method: KEYBOARD_METHOD,
    verified: await delivery.verify(control, readable, request.text),
  };
}

async function sendBatch(
  context: ActContext,
  request: TypingRequest,
  delivery: Delivery,
  batch: string,
): Promise<void> {
  const send = () => context.desktop.sendText(request.root, batch);
  await delivery.note(await sendWithoutModifiers(context, send), batch.length);
}

/**
 * Gives keyboard input, whose effect cannot be read, the time to reach the target: were the foreground given back at once,
 * what is still in the system's queue would go to the next window.
 */
async function letInputArrive(
  context: ActContext,
  control: TextControl,
  request: TypingRequest,
  delivery: Delivery,
): Promise<void> {
  await context.clock.sleep(ARRIVAL_MS + request.text.length * ARRIVAL_MS_PER_UNIT, context.signal);
  await delivery.settle(control);
}
