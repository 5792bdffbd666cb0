import { pollUntil } from "../core/clock.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { ForegroundWay } from "../desktop/desktop.ts";
import { letForward } from "./behind_guard.ts";
import type { ActContext } from "./act_context.ts";

/** Windows answers a request for the foreground within a few frames, or not at all. */
const ACTIVATION_MS = 1_000;
const LOOK_MS = 30;

/**
 * Asks for a window to come to the front and looks whether it did.
 *
 * @param hwnd a top-level window
 * @param lastWay how it is asked for when Windows' foreground lock has refused the plain request
 * @returns whether it is in front now
 */
export async function activate(
  context: ActContext,
  hwnd: Hwnd,
  lastWay: ForegroundWay = "emptyInput",
): Promise<boolean> {
  const { desktop, clock, signal } = context;
  letForward(desktop, hwnd);
  const isInFront = async (): Promise<true | undefined> =>
    await desktop.foregroundWindow() === hwnd ? true : undefined;
  if (await isInFront()) return true;
  if (await desktop.windowState(hwnd, 0) === undefined) return false; // a window that is gone is not waited for
  await desktop.requestForeground(hwnd, "plain");
  const half = ACTIVATION_MS / 2;
  const soon = await pollUntil(clock, { timeoutMs: half, intervalMs: LOOK_MS, signal }, isInFront);
  if (soon) return true;
  await desktop.requestForeground(hwnd, lastWay);
  return await pollUntil(clock, { timeoutMs: half, intervalMs: LOOK_MS, signal }, isInFront) ?? false;
}
