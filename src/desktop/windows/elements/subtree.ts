/** Takes into the tree what one request has fetched of everything below an element. Asks nobody. */
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { orCut, type Steps } from "./asking.ts";
import { readFacts } from "./element_facts.ts";
import type { TreeDraft } from "./tree_draft.ts";

/** After so many elements the reading can be left. */
const ELEMENTS_A_STEP = 50;

/** Adds what is below an element whose node is in the tree already. */
export function takeBelow(draft: TreeDraft, element: UIAutomationElement, node: number): Steps {
  return orCut(draft, node, takeChildren(draft, element, node));
}

function* takeChildren(draft: TreeDraft, element: UIAutomationElement, node: number): Steps {
  using children = element.cachedChildren();
  const total = children?.length() ?? 0;
  if (children === undefined || total === 0) return;
  const { maxDepth, maxChildren } = draft.request;
  if (draft.depthOf(node) >= maxDepth) return draft.cut(node, "depth", total);
  const first = draft.noteFirstChild(node);
  for (let index = first; index < total; index++) {
    if (index - first >= maxChildren) return draft.cut(node, "children", total);
    if (draft.roomLeft <= 0) return draft.cut(node, "nodes", total);
    using child = children.element(UIAutomationElement, index);
    const facts = readFacts(child);
    if (draft.isInEarlierRoot(facts.nativeWindowHandle)) continue;
    const added = draft.add(facts, node);
    if (added % ELEMENTS_A_STEP === 0) yield;
    yield* takeBelow(draft, child, added);
  }
}
