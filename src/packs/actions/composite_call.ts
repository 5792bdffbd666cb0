/** What an action that is made of several acts gets: the control, its pack, and the way to other controls. */
import { ToolError } from "../../core/errors.ts";
import type { WindowState } from "../../desktop/desktop.ts";
import type { UiTree } from "../../desktop/ui_element.ts";
import type { ActContext } from "../../interaction/act_context.ts";
import type { ElementActOptions } from "../../interaction/element_act.ts";
import type { ElementTarget } from "../../interaction/element_target.ts";
import type { ReadLimits } from "../../interaction/read_elements.ts";
import type { Pack } from "../load/load_pack.ts";
import type { ControlEntry } from "../schema/controls.ts";

/** A control as it was found. */
export interface FoundPart {
  readonly target: ElementTarget;
  /** What was read to find it. */
  readonly tree: UiTree;
  /** Its place in the tree. */
  readonly node: number;
}

/** See the head of this file. */
export interface CompositeCall {
  readonly context: ActContext;
  readonly pack: Pack;
  readonly entry: ControlEntry;
  readonly control: FoundPart;
  /** The window that the call names; the control may be in a popup of its program. */
  readonly window: WindowState;
  /** How much of the windows is read. */
  readonly limits: ReadLimits;
  /**
   * Finds another control of the pack.
   *
   * @throws {ToolError} PROFILE_CONTROL_NOT_FOUND, PROFILE_CONTROL_UNRESOLVED, ELEMENT_AMBIGUOUS and what reading throws
   */
  readonly find: (control: string) => Promise<FoundPart>;
}

/** No composite clicks, and none sets a password. */
export const NO_FALLBACK: ElementActOptions = {
  allowsClick: false,
  forcesClick: false,
  allowsPassword: false,
};

const NOT_THERE: ReadonlySet<string> = new Set([
  "PROFILE_CONTROL_NOT_FOUND",
  "PROFILE_CONTROL_UNRESOLVED",
  "ELEMENT_AMBIGUOUS",
  "ELEMENT_NOT_FOUND",
  "QUERY_TRUNCATED",
]);

/** The control of this name, or undefined where it is not to be found now; whatever else is wrong is thrown. */
export async function findIfThere(call: CompositeCall, name: string): Promise<FoundPart | undefined> {
  try {
    return await call.find(name);
  } catch (error) {
    if (error instanceof ToolError && NOT_THERE.has(error.code)) return undefined;
    throw error;
  }
}
