import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type {
  CheckMark,
  MouseClick,
  MouseReceiver,
  PostOutcome,
  Responding,
  TopLevelWindow,
} from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { clickRefusal } from "./click_refusal.ts";
import { requireForeign } from "./close_window.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { Aim } from "./mouse_aim.ts";
import { destroyedError } from "./preflight.ts";
import { pidsAround, windowsBeyond, windowsOf } from "./program_windows.ts";
import { settle } from "./settling.ts";
import type { Verified } from "./text_expectation.ts";

/** How long an effect that can be seen is waited for. */
const EFFECT_MS = 500;
const LOOK_MS = 25;

/** What became of a click. */
export interface ClickOutcome {
  /** Read back where that is possible: check marks, and what the buttons of a caption do. */
  readonly verified: Verified;
  /** Whether the program answered after the click; `unknown` when the window is gone. */
  readonly responding: Responding;
  /** The window is gone since. */
  readonly closed: boolean;
  /** Windows of the program that came up meanwhile. */
  readonly opened: readonly TopLevelWindow[];
}

/**
 * Posts a click, down and up together, and looks what came of it for a moment and `delayMs`.
 *
 * @throws {ToolError} POINT_NOT_CLICKABLE, CONTROL_DISABLED and PROTECTED_PROCESS before anything is sent,
 * STALE_WINDOW_HANDLE, INPUT_DELIVERY_FAILED, CANCELLED
 */
export async function click(
  context: ActContext,
  { window, receiver }: Aim,
  request: { readonly click: MouseClick; readonly delayMs: number },
  tracker: ForegroundTracker,
): Promise<ClickOutcome> {
  const refusal = clickRefusal(receiver, request.click);
  if (refusal !== undefined) throw refusal;
  if (receiver.systemCommand === "close") await requireForeign(context, window);
  const { desktop } = context;
  const isLeft = request.click.button === "left" && receiver.part === "client";
  const mark = isLeft ? await desktop.checkMark(receiver.hwnd) : undefined;
  const pids = pidsAround(window);
  const before = await windowsOf(desktop, pids);
  requirePosted(await desktop.postClick(receiver, request.click), receiver);
  return await onceActed(async () => {
    const verified = mark === undefined
      ? await verifyCommand(context, receiver)
      : await verifyMark(context, receiver.hwnd, mark, request.click.isDouble);
    const responding = await settle(context, window.hwnd);
    await pause(context, request.delayMs);
    const opened = windowsBeyond(before, await windowsOf(desktop, pids));
    // A control that takes the focus may take the foreground with it; what a click opened is left where it came up.
    if (opened.length === 0) await tracker.noteIfTaken();
    const closed = await desktop.windowState(window.hwnd, 0) === undefined;
    return { verified, responding, closed, opened };
  }, { clickSent: true });
}

/**
 * Posts a move of the mouse.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE, INPUT_DELIVERY_FAILED, CANCELLED
 */
export async function moveMouse(context: ActContext, { receiver }: Aim, delayMs: number): Promise<void> {
  requirePosted(await context.desktop.postMouseMove(receiver), receiver);
  await pause(context, delayMs);
}

async function pause({ clock, signal }: ActContext, delayMs: number): Promise<void> {
  if (delayMs > 0) await clock.sleep(delayMs, signal);
}

/** @throws {ToolError} STALE_WINDOW_HANDLE, INPUT_DELIVERY_FAILED */
function requirePosted(outcome: PostOutcome, receiver: MouseReceiver): void {
  if (outcome === "gone") throw destroyedError(receiver.hwnd);
  if (outcome === "posted") return;
  throw new ToolError("INPUT_DELIVERY_FAILED", "Windows did not take all of the mouse messages", {
    details: { control: formatHwnd(receiver.hwnd), controlClass: receiver.className },
    suggestion: "Wait until the program responds, then look at the window before repeating.",
  });
}

async function eventually(context: ActContext, isDone: () => Promise<boolean>): Promise<Verified> {
  const { clock, signal } = context;
  const looks = { timeoutMs: EFFECT_MS, intervalMs: LOOK_MS, signal };
  const isSeen = await pollUntil(clock, looks, async () => await isDone() ? true : undefined);
  return isSeen ? "yes" : "no";
}

/** Whether what a button of the caption stands for has happened; nothing else can be read back. */
async function verifyCommand(context: ActContext, receiver: MouseReceiver): Promise<Verified> {
  const { systemCommand } = receiver;
  if (systemCommand === undefined) return "unknown";
  return await eventually(context, async () => {
    const state = await context.desktop.windowState(receiver.hwnd, 0);
    if (systemCommand === "close" || state === undefined) return state === undefined;
    if (systemCommand === "minimize") return state.minimized;
    return state.maximized === (systemCommand === "maximize");
  });
}

/** A check box changes with each click, a radio button is on afterwards; two clicks may bring back the old mark. */
async function verifyMark(
  context: ActContext,
  hwnd: Hwnd,
  before: CheckMark,
  isDouble: boolean,
): Promise<Verified> {
  if (isDouble && !before.isRadio) return "unknown";
  const verified = await eventually(context, async () => {
    const after = await context.desktop.checkMark(hwnd);
    if (after === undefined) return false;
    return before.isRadio ? after.state === 1 : after.state !== before.state;
  });
  if (verified === "yes") return verified;
  // A control that does not answer, or is gone, does not say that nothing happened.
  return await context.desktop.checkMark(hwnd) === undefined ? "unknown" : verified;
}
