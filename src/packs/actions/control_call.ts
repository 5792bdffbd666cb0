/** What acting on a control of a pack needs, and what is known of one that was found. */
import type { UiElement, UiTree } from "../../desktop/ui_element.ts";
import type { TopLevelWindow, WindowState } from "../../desktop/desktop.ts";
import type { RefStore, Snapshot } from "../../elements/refs.ts";
import type { Selector } from "../../elements/selector.ts";
import type { ActContext } from "../../interaction/act_context.ts";
import type { ActingOn } from "../../interaction/act_on_found.ts";
import type { ElementTarget } from "../../interaction/element_target.ts";
import type { ReadLimits } from "../../interaction/read_elements.ts";
import type { Pack } from "../load/load_pack.ts";
import type { ControlEntry } from "../schema/controls.ts";
import type { Controls } from "./control_selectors.ts";

/** What reading and acting need of a run. */
export interface ControlContext extends ActContext {
  readonly refs: RefStore;
}

/** Where it is looked for what is expected, of controls and of selectors. */
export interface StateSearch {
  readonly context: ControlContext;
  readonly pack: Controls;
  readonly window: TopLevelWindow;
  /** How far is read where a control does not say otherwise; the time is that of one look. */
  readonly limits: ReadLimits;
}

/** Where controls of a pack are looked for. */
export interface ControlSearch extends StateSearch {
  readonly pack: Pack;
}

/** The same, with how far an act may go. */
export interface ControlCall extends ControlSearch {
  readonly window: WindowState;
  readonly acting: ActingOn;
}

/** What became of one of the selectors of a control. */
export interface CandidateTried {
  readonly selector: Selector;
  readonly outcome: "found" | "not-found" | "ambiguous" | "error";
  readonly message?: string;
}

/** A control as it was seen. */
export interface SeenControl {
  readonly name: string;
  readonly entry: ControlEntry;
  /** The reading that it was found in, which tells of other controls as well. */
  readonly tree: UiTree;
  readonly snapshot: Snapshot;
  readonly node: number;
  readonly element: UiElement;
  /** As the pack writes it. */
  readonly selectorUsed: Selector;
  readonly candidateIndex: number;
  readonly candidatesTried: readonly CandidateTried[];
}

/** A control that can be acted on. */
export interface FoundControl extends SeenControl {
  readonly target: ElementTarget;
}
