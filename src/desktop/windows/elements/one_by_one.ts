/** Reads children each by itself: where they are too many for one request, or one of them does not answer. */
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { ask, orCut, type Steps } from "./asking.ts";
import { isCompact } from "./client.ts";
import { readFacts } from "./element_facts.ts";
import { readPages } from "./pages.ts";
import type { Reading } from "./reading.ts";
import { takeBelow } from "./subtree.ts";

/** A program of whose elements so many in a row do not answer is not asked for the next one. */
const MOST_TIMEOUTS_IN_A_ROW = 2;

/** Adds the children of an element whose node is in the tree already; those that fail are left out. */
export function readOneByOne(reading: Reading, parent: UIAutomationElement, node: number): Steps {
  return orCut(reading.draft, node, readEach(reading, parent, node));
}

function* readEach(reading: Reading, parent: UIAutomationElement, node: number): Steps {
  const { client, draft } = reading;
  const found = yield* ask(
    draft,
    () => parent.findAll(TREE_SCOPE.TreeScope_Children, client.anyElement, client.plain),
  );
  // One that does not answer may hold up even the list of all; it is met on the way from one to the next.
  if (!found.isDone && found.isTimeout) return yield* readPages(reading, parent, node);
  if (!found.isDone) {
    if (found.by === "error") draft.skipped++;
    return draft.cut(node, found.by);
  }
  using children = found.value;
  const total = children?.length() ?? 0;
  const first = draft.noteFirstChild(node);
  let isWhole = false;
  let timeouts = 0;
  let failed = 0;
  for (let index = first; children !== undefined && index < total; index++) {
    if (index - first >= draft.mostChildrenOf(node)) return draft.cut(node, "children", total);
    if (draft.roomLeft <= 0) return draft.cut(node, "nodes", total);
    using child = children.element(UIAutomationElement, index);
    // What follows a compact one is taken for another, and comes with what is in it.
    const wanted = isWhole ? client.subtree : client.element;
    let answer = yield* ask(draft, () => child.buildUpdatedCache(wanted));
    if (!answer.isDone && answer.isTimeout && isWhole) {
      // There may be too much in it; then by itself.
      isWhole = false;
      answer = yield* ask(draft, () => child.buildUpdatedCache(client.element));
    }
    if (!answer.isDone && answer.by === "time") return draft.cut(node, "time", total);
    if (!answer.isDone) {
      isWhole = false;
      draft.skipped++;
      failed++;
      timeouts = answer.isTimeout ? timeouts + 1 : 0;
      if (timeouts >= MOST_TIMEOUTS_IN_A_ROW) return draft.cut(node, "error", total);
      continue;
    }
    timeouts = 0;
    using element = answer.value;
    const facts = readFacts(element);
    if (draft.isInEarlierRoot(facts.nativeWindowHandle)) continue;
    const added = draft.add(facts, node);
    if (isWhole) yield* takeBelow(reading, element, added);
    else yield* reading.readBelow(reading, element, added);
    isWhole = isCompact(facts.controlType) && draft.isInside(node);
  }
  if (failed > 0) draft.cut(node, "error", total);
}
