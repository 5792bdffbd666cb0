/** Invokes a row of a menu by the Enter key, for programs whose rows do nothing by a pattern. */
import { pollUntil } from "../../core/clock.ts";
import type { TopLevelWindow } from "../../desktop/desktop.ts";
import { onceActed } from "../../interaction/after_acting.ts";
import { windowsBeyond } from "../../interaction/program_windows.ts";
import type { CompositeCall } from "./composite_call.ts";
import type { InvokeByKeyResult } from "./composite_results.ts";
import { pressOnRow } from "./menu_keys.ts";
import { popupsAmong, popupsOutput, shownWindows } from "./menu_reading.ts";

/** How long an effect on the program's windows is waited for. What it does to its own content is not seen here. */
const EFFECT_MS = 450;
const LOOK_MS = 50;

const ENTER = 0x0D;

/**
 * See the head of this file. Asks the program nothing after the key, so a dialog that it opens holds up nobody. `verified`
 * is `yes` where a window came or went; any other effect is for the caller to look at.
 *
 * @throws {ToolError} what `pressOnRow` throws
 */
export async function invokeByKey(call: CompositeCall): Promise<InvokeByKeyResult> {
  const { context: { clock, signal } } = call;
  const before = await shownWindows(call);
  await pressOnRow(call, ENTER);
  let after = before;
  const looks = { timeoutMs: EFFECT_MS, intervalMs: LOOK_MS, signal };
  const hasChanged = await onceActed(() =>
    pollUntil(clock, looks, async () => {
      after = await shownWindows(call);
      return differ(before, after) || undefined;
    })
  );
  return {
    success: true,
    method: "keyboard-invoke",
    verified: hasChanged === true ? "yes" : "unknown",
    physicalCursorMoved: false,
    triggered: true,
    rootsBefore: before.length,
    rootsAfter: after.length,
    popupRoots: popupsOutput(popupsAmong(after, call)),
  };
}

function differ(before: readonly TopLevelWindow[], after: readonly TopLevelWindow[]): boolean {
  return windowsBeyond(before, after).length + windowsBeyond(after, before).length > 0;
}
