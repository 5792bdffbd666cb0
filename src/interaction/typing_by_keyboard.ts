import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { activate } from "./activation.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { splitKeys, splitText } from "./text_batches.ts";
import { readBefore, requireControl, requireWritable } from "./text_control.ts";
import { type Delivery, LOOK_MS } from "./text_delivery.ts";
import type { TypingOutcome, TypingRequest } from "./typing_request.ts";

/** One uninterrupted batch of keyboard input; before each the foreground and the modifier keys are looked at again. */
const KEY_BATCH_UNITS = 40;

/** After its activation a program needs a moment to put the focus where it was. */
const FOCUS_MS = 500;

/** Measured under Wine on two busy cores: 40 units a batch arrive within 30 ms. */
const ARRIVAL_MS = 200;
const ARRIVAL_MS_PER_UNIT = 1;

/** How long a person may go on holding a modifier key before the call is refused. */
const MODIFIER_MS = 2_000;
const MODIFIER_LOOK_MS = 30;

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
  await requireNoModifiers(context);
  await bringToFront(context, request, tracker);
  const control = await focusedControl(context, request.hwnd);
  if (request.hwnd !== request.root && !control.focused) {
    throw new ToolError("FOCUS_FAILED", "The control does not have the keyboard focus; nothing was sent", {
      details: { control: formatHwnd(request.hwnd) },
    });
  }
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
  return { control, method: "SendInput", verified: await delivery.verify(control, readable, request.text) };
}

/** @throws {ToolError} FOCUS_FAILED */
async function bringToFront(
  context: ActContext,
  request: TypingRequest,
  tracker: ForegroundTracker,
): Promise<void> {
  if (!(await activate(context, request.root))) {
    const foreground = formatHwnd(await context.desktop.foregroundWindow());
    throw new ToolError("FOCUS_FAILED", "The target could not be brought to the front; nothing was sent", {
      details: { hwnd: formatHwnd(request.root), foreground },
    });
  }
  if (request.root !== tracker.before) tracker.noteActivated();
}

async function sendBatch(
  context: ActContext,
  request: TypingRequest,
  delivery: Delivery,
  batch: string,
): Promise<void> {
  let result = await context.desktop.sendText(request.root, batch);
  while (result.stopped === "modifierHeld") {
    await requireNoModifiers(context);
    result = await context.desktop.sendText(request.root, batch);
  }
  await delivery.note(result, batch.length);
}

/** The control that has the focus once the program has dealt with its activation; or, after a while, whichever there is. */
async function focusedControl(context: ActContext, hwnd: Hwnd): Promise<TextControl> {
  const { clock, signal } = context;
  const focused = await pollUntil(clock, { timeoutMs: FOCUS_MS, intervalMs: LOOK_MS, signal }, async () => {
    const control = await requireControl(context, hwnd);
    return control.focused ? control : undefined;
  });
  return focused ?? await requireControl(context, hwnd);
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

/** @throws {ToolError} MODIFIER_HELD when a person goes on holding a modifier key. */
async function requireNoModifiers(context: ActContext): Promise<void> {
  const { desktop, clock, signal } = context;
  let held: readonly string[] = [];
  const looks = { timeoutMs: MODIFIER_MS, intervalMs: MODIFIER_LOOK_MS, signal };
  const free = await pollUntil(clock, looks, async () => {
    held = await desktop.heldModifiers();
    return held.length === 0 ? true : undefined;
  });
  if (free === undefined) {
    throw new ToolError("MODIFIER_HELD", `A person holds ${held.join(" and ")}`, { details: { held } });
  }
}
