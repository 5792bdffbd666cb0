/** Which actions of a control are made of several acts, beside selecting it, and what does each. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import type { ControlEntry } from "../schema/controls.ts";
import type { CompositeCall } from "./composite_call.ts";
import { COMPOSITE_RESULTS } from "./composite_results.ts";
import { ensureVisible } from "./ensure_visible.ts";
import { getSelection } from "./get_selection.ts";
import { invokeByKey } from "./invoke_by_key.ts";
import { openMenu, openSubmenu } from "./open_menu.ts";

/** The name of such an action; `invokeByKey` is `invoke` of a control whose pack says that it takes the Enter key. */
export type CompositeName = keyof typeof COMPOSITE_RESULTS;

/** Any of their results. */
export const compositeResultSchema = once(() =>
  z.union([
    COMPOSITE_RESULTS.ensureVisible(),
    COMPOSITE_RESULTS.openMenu(),
    COMPOSITE_RESULTS.openSubmenu(),
    COMPOSITE_RESULTS.invokeByKey(),
    COMPOSITE_RESULTS.getSelection(),
  ])
);

/** What such an action says of itself. */
export type CompositeResult = z.output<ReturnType<typeof compositeResultSchema>>;

/** What does each; all of it within `timeoutMs`. */
export const COMPOSITES: Readonly<
  Record<CompositeName, (call: CompositeCall, timeoutMs: number) => Promise<CompositeResult>>
> = { ensureVisible, openMenu, openSubmenu, invokeByKey, getSelection };

/** The composite that an action of this control is; undefined for what is one act, or selects. */
export function compositeOf(action: string, { menu }: ControlEntry): CompositeName | undefined {
  switch (action) {
    case "ensureVisible":
    case "openMenu":
    case "openSubmenu":
    case "getSelection":
      return action;
    case "invoke":
      return menu?.invokeMode === "keyboard-enter" ? "invokeByKey" : undefined;
    default:
      return undefined;
  }
}
