/** Windows that are closed to a person while a dialog of theirs is open. */
import type { UiTree } from "../desktop/ui_element.ts";
import { elementAt, rootOf } from "./tree.ts";

/**
 * What is meant of several that fit: nothing in another window that takes no input, where something in the window that
 * was named fits. Who names a dialog does not mean what lies behind it.
 */
export function withoutBehind(tree: UiTree, matches: readonly number[]): readonly number[] {
  if (!matches.some((node) => rootOf(tree, node).isMain)) return matches;
  return matches.filter((node) => {
    const root = rootOf(tree, node);
    return root.isMain || elementAt(tree, root.node).enabled;
  });
}
