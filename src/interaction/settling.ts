import { pollUntil } from "../core/clock.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { Responding } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { PROBE_MS } from "./preflight.ts";

/** How long it is looked whether the program answers after an act; a longer handler is no failure. */
const SETTLE_MS = 300;
const LOOK_MS = 25;

/** A program answers sent messages before posted ones: only after some answers has it come to what was posted. */
const ANSWERS_AFTER_POST = 4;

/**
 * Waits a moment until a program has come to what was put into its queue. Whether it answers now; `unknown` when the
 * window is gone.
 */
export async function settle({ desktop, clock, signal }: ActContext, hwnd: Hwnd): Promise<Responding> {
  let answers = 0;
  const looks = { timeoutMs: SETTLE_MS, intervalMs: LOOK_MS, signal };
  const settled = await pollUntil(clock, looks, async (): Promise<Responding | undefined> => {
    const condition = await desktop.targetCondition(hwnd, PROBE_MS);
    if (!condition.exists) return "unknown";
    if (condition.hung) return "no";
    if (condition.responding !== "yes") return undefined;
    return ++answers === ANSWERS_AFTER_POST ? "yes" : undefined;
  });
  return settled ?? (answers > 0 ? "yes" : "no");
}
