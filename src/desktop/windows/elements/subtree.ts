/** Takes into the tree what one request has fetched of everything below an element. */
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { orCut, type Steps } from "./asking.ts";
import { readFacts } from "./element_facts.ts";
import { isKnownToHold, readLeftOut } from "./left_out.ts";
import type { Reading } from "./reading.ts";

/** After so many elements the reading can be left. */
const ELEMENTS_A_STEP = 50;

/** Adds what is below an element whose node is in the tree already. Asks only for what is not in it. */
export function* takeBelow(reading: Reading, element: UIAutomationElement, node: number): Steps {
  yield* orCut(reading.draft, node, takeChildren(reading, element, node));
  if (isKnownToHold(reading, node)) yield* readLeftOut(reading, node);
}

function* takeChildren(reading: Reading, element: UIAutomationElement, node: number): Steps {
  const { draft } = reading;
  using children = element.cachedChildren();
  const total = children?.length() ?? 0;
  if (children === undefined || total === 0) return;
  const { maxDepth, maxChildren } = draft.request;
  if (draft.depthOf(node) >= maxDepth) return draft.cut(node, "depth", total);
  const first = draft.noteFirstChild(node);
  for (let index = first; index < total; index++) {
    if (index - first >= maxChildren) return draft.cut(node, "children", total);
    if (draft.roomLeft <= 0) return draft.cut(node, "nodes", total);
    if (draft.isOver) return draft.cut(node, "time", total);
    using child = children.element(UIAutomationElement, index);
    const facts = readFacts(child);
    if (draft.isInEarlierRoot(facts.nativeWindowHandle)) continue;
    const added = draft.add(facts, node);
    if (added % ELEMENTS_A_STEP === 0) yield;
    yield* takeBelow(reading, child, added);
  }
}
