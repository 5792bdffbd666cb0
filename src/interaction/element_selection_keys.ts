/** Selects an item of a combo box by posted keys, where the item itself can be selected by no pattern. */
import type { ToolError } from "../core/errors.ts";
import type { UiItemQuery } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { ActContext } from "./act_context.ts";
import { actOnElement, type ElementActOptions } from "./element_act.ts";
import { keysNeedForegroundError } from "./element_act_errors.ts";
import type { ElementOutcome } from "./element_aftermath.ts";
import { pressKeys } from "./element_key.ts";
import type { ElementTarget } from "./element_target.ts";

const HOME = 0x24;
const DOWN = 0x28;
const ENTER = 0x0D;

/** So many steps down are still one act. */
const MOST_STEPS = 200;

/**
 * Focuses the combo box and posts it the keys: Home and so many times Down for a place, its text for a name; then Enter.
 *
 * @param missing why there is no other way; thrown where there is none by keys either
 * @throws {ToolError} FOREGROUND_REQUIRED in background mode, `missing`, and what acting and posting throw
 */
export async function selectByKeys(
  context: ActContext,
  target: ElementTarget,
  container: UiElement,
  wanted: UiItemQuery["wanted"],
  options: ElementActOptions,
  missing: ToolError,
): Promise<ElementOutcome> {
  const isByName = "name" in wanted;
  const hasWay = container.controlType === "ComboBox" && container.nativeWindowHandle !== 0n &&
    (isByName ? container.isReadOnly === false : wanted.index <= MOST_STEPS);
  if (!hasWay) throw missing;
  if (target.mode === "background") throw keysNeedForegroundError(container);
  await actOnElement(context, target, { action: "focus" }, options);
  if (isByName) await actOnElement(context, target, { action: "setValue", value: wanted.name }, options);
  const moves = isByName ? [] : [HOME, ...new Array<number>(wanted.index).fill(DOWN)];
  await pressKeys(context, container, [...moves, ENTER]);
  return {
    method: isByName ? "keyboard-name" : "keyboard-index",
    verified: "unknown",
    before: container,
    after: null,
    isRunning: false,
    responding: "unknown",
    opened: [],
    closed: [],
    isFallback: true,
    fallbackReason: missing.message,
  };
}
