/** What a control of a pack can be asked for. */
import { ELEMENT_ACTIONS, type ElementAction } from "../elements/action.ts";

/** An action of a control that is one act on its element. */
export type ControlElementAction = Exclude<ElementAction, "windowMessageClick">;

/** A click by message is a fallback that a pack declares, never an action of a control. */
export const CONTROL_ELEMENT_ACTIONS = ELEMENT_ACTIONS.filter((action): action is ControlElementAction =>
  action !== "windowMessageClick"
);

/** Actions of a control that take more than one step. */
export const COMPOSITE_ACTIONS = [
  "getSelection",
  "openMenu",
  "openSubmenu",
  "ensureSelected",
  "ensureVisible",
] as const;

/** Everything that can be done to a control. */
export type ControlAction = ControlElementAction | typeof COMPOSITE_ACTIONS[number];

/** All of them. */
export const CONTROL_ACTIONS: readonly ControlAction[] = [...CONTROL_ELEMENT_ACTIONS, ...COMPOSITE_ACTIONS];
