/** How the controls of a pack are searched: by which selectors, inside what, how deep. */
import type { UiTree } from "../../desktop/ui_element.ts";
import { type Choice, choose, find, isMet } from "../../elements/find.ts";
import { depthsToTry } from "../../elements/inspect.ts";
import type { Selector } from "../../elements/selector.ts";
import type { Pack } from "../load/load_pack.ts";
import type { ControlEntry } from "../schema/controls.ts";

/** As deep as a search goes that is to go deeper by itself. */
const AUTO_DEPTH = 24;

/** What a pack says of its controls; nothing where there is none. */
export type Controls = Pick<Pack, "controls">;

/** The selectors of a control, in their order, each inside what the pack says the control is in. */
export function selectorsOf(
  { controls }: Controls,
  { selectors, search }: ControlEntry,
): readonly Selector[] {
  const root = search?.rootControl === undefined ? undefined : controls.get(search.rootControl);
  const [ancestor] = root?.selectors ?? [];
  return ancestor === undefined ? selectors : selectors.map((selector) => ({ ...selector, ancestor }));
}

/** How deep a control is searched, one depth after the other: what the pack says comes before what the call says. */
export function depthsOf({ search }: ControlEntry, maxDepth: number): readonly number[] {
  const first = search?.maxDepth ?? maxDepth;
  return depthsToTry(search?.depthStrategy ?? "fixed", first, Math.max(AUTO_DEPTH, first));
}

/** What a reading says of one selector of a control. */
export interface Candidate {
  readonly index: number;
  readonly selector: Selector;
  readonly choice: Choice;
}

/** What a reading says of the selectors of a control, up to the first that means exactly one element. */
export function candidatesIn(tree: UiTree, selectors: readonly Selector[]): readonly Candidate[] {
  const tried: Candidate[] = [];
  for (const [index, selector] of selectors.entries()) {
    const choice = choose(tree, find(tree, selector), selector);
    tried.push({ index, selector, choice });
    if (choice.kind === "one") break;
  }
  return tried;
}

/** Whether enough was read for one of the selectors: no further one is needed then. */
export function isAnyMet(tree: UiTree, selectors: readonly Selector[]): boolean {
  return selectors.some((selector) => isMet(tree, selector));
}
