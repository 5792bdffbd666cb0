/**
 * Texts that only say what another element is: a label before a field, which Windows names after it; the words on a
 * button; the first cell of a row.
 */
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { ancestorsOf, elementAt, nodeAt } from "./tree.ts";

/** What lies between a label and what it names. */
const NOT_NAMED = new Set<string>(["Text", "ScrollBar", "TitleBar", "Separator", "Thumb"]);

/** Whether a text is the label of the element after it, its next brother. */
export function isLabel(tree: UiTree, index: number): boolean {
  const { parent, element } = nodeAt(tree, index);
  // In document order the next node is the next brother, unless the text has children of its own.
  const next = tree.nodes[index + 1];
  return element.controlType === "Text" && next?.parent === parent && next.element.name === element.name &&
    !NOT_NAMED.has(next.element.controlType);
}

/**
 * What is meant of several that fit: words are not, where what they are the label of, or written in, fits as well.
 *
 * @param isWords what may be no more than the words of another one
 */
export function withoutLabels(
  tree: UiTree,
  matches: readonly number[],
  isWords: (element: UiElement) => boolean = ({ controlType }) => controlType === "Text",
): readonly number[] {
  const all = new Set(matches);
  const isSaidBy = (text: number, other: number): boolean =>
    all.has(other) && elementAt(tree, other).name === elementAt(tree, text).name;
  return matches.filter((node) => {
    if (!isWords(elementAt(tree, node))) return true;
    return !(all.has(node + 1) && isLabel(tree, node)) &&
      ![...ancestorsOf(tree, node)].some((above) => isSaidBy(node, above));
  });
}
