/** Which item of a list, a tree or the like is selected. */
import type { UiTree } from "../desktop/ui_element.ts";
import type { SelectedItem } from "./projection.ts";
import { gapsOf, isCut } from "./status.ts";
import { elementAt, endOf, nodeAt } from "./tree.ts";

/**
 * The first selected item of a container; null where none is. Undefined for what is no container, and where items that
 * were not read may be selected.
 */
export function selectedItemOf(tree: UiTree, container: number): SelectedItem | null | undefined {
  if (!elementAt(tree, container).patterns.includes("Selection")) return undefined;
  let index = 0;
  for (let node = container + 1; node < endOf(tree, container); node++) {
    const { selected, name } = elementAt(tree, node);
    if (selected === true) return startsLate(tree, container) ? undefined : { name, index };
    if (selected !== null) index++;
  }
  const gaps = gapsOf(tree, container);
  const isUnsure = isCut(gaps) || gaps.unreadable > 0 || (gaps.failedProperties.selected ?? 0) > 0;
  return isUnsure || startsLate(tree, container) ? undefined : null;
}

/** Reading did not begin with the first item. */
function startsLate(tree: UiTree, container: number): boolean {
  return (nodeAt(tree, container).firstChild ?? 0) > 0;
}
