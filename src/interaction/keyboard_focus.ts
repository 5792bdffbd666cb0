/** What all keyboard input needs before it is sent: no key that a person holds, the target in front, a focused control. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { DeliveryResult, TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { activate } from "./activation.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { requireControl } from "./text_control.ts";

/** How long keyboard input may take to reach its program. Measured under Wine on two busy cores: 30 ms for 40 units. */
export const ARRIVAL_MS = 200;

/** After its activation a program needs a moment to put the focus where it was. */
const FOCUS_MS = 500;
const FOCUS_LOOK_MS = 15;

/** How long a person may go on holding a modifier key before the call is refused. */
const MODIFIER_MS = 2_000;
const MODIFIER_LOOK_MS = 30;

/** A target for keyboard input. */
interface KeyboardTarget {
  /** The window or control that the caller named. */
  readonly hwnd: Hwnd;
  /** The top-level window around it. */
  readonly root: Hwnd;
}

/**
 * Brings the target to the front once no modifier key is held, and finds the control that has the focus then.
 *
 * @throws {ToolError} MODIFIER_HELD, FOCUS_FAILED, STALE_WINDOW_HANDLE, WINDOW_NOT_RESPONDING; nothing has been sent
 */
export async function takeKeyboard(
  context: ActContext,
  target: KeyboardTarget,
  tracker: ForegroundTracker,
): Promise<TextControl> {
  await requireNoModifiers(context);
  await bringToFront(context, target.root, tracker);
  const control = await focusedControl(context, target.hwnd);
  if (target.hwnd !== target.root && !control.focused) {
    throw new ToolError("FOCUS_FAILED", "The control does not have the keyboard focus; nothing was sent", {
      details: { control: formatHwnd(target.hwnd) },
    });
  }
  return control;
}

/**
 * Sends keyboard input; where a person holds a modifier key at that moment, it is waited out and tried again.
 *
 * @throws {ToolError} MODIFIER_HELD
 */
export async function sendWithoutModifiers(
  context: ActContext,
  send: () => Promise<DeliveryResult>,
): Promise<DeliveryResult> {
  let result = await send();
  while (result.stopped === "modifierHeld") {
    await requireNoModifiers(context);
    result = await send();
  }
  return result;
}

/** @throws {ToolError} MODIFIER_HELD when a person goes on holding a modifier key. */
export async function requireNoModifiers(context: ActContext): Promise<void> {
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

/** The error for a target that is not in front when its input is to be sent. */
export async function lostForegroundError(
  context: ActContext,
  root: Hwnd,
  message: string,
): Promise<ToolError> {
  const foreground = formatHwnd(await context.desktop.foregroundWindow());
  return new ToolError("FOCUS_FAILED", message, { details: { hwnd: formatHwnd(root), foreground } });
}

/** @throws {ToolError} FOCUS_FAILED */
async function bringToFront(context: ActContext, root: Hwnd, tracker: ForegroundTracker): Promise<void> {
  if (!(await activate(context, root))) {
    const message = "The target could not be brought to the front; nothing was sent";
    throw await lostForegroundError(context, root, message);
  }
  if (root !== tracker.before) tracker.noteActivated();
}

/** The control that has the focus once the program has dealt with its activation; or, after a while, whichever there is. */
async function focusedControl(context: ActContext, hwnd: Hwnd): Promise<TextControl> {
  const { clock, signal } = context;
  const looks = { timeoutMs: FOCUS_MS, intervalMs: FOCUS_LOOK_MS, signal };
  const focused = await pollUntil(clock, looks, async () => {
    const control = await requireControl(context, hwnd);
    return control.focused ? control : undefined;
  });
  return focused ?? await requireControl(context, hwnd);
}
