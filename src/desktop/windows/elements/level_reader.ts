/** Reads what is below an element by one request or two for its children, each of which is then read the same way. */
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import type { UIAutomationElementArray } from "../../../../ffi/uia/element_array.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import type { UiElement } from "../../ui_element.ts";
import { ask, orCut, outcomeOf, type Steps } from "./asking.ts";
import { isCompact } from "./client.ts";
import { readFacts, readRuntimeId } from "./element_facts.ts";
import { readLeftOut } from "./left_out.ts";
import { readOneByOne } from "./one_by_one.ts";
import { readPages } from "./pages.ts";
import { takeBelow } from "./subtree.ts";
import type { Reading } from "./reading.ts";
import type { TreeDraft } from "./tree_draft.ts";
import type { WindowSize } from "./window_sizes.ts";

/** Types that may hold very many: they are read a page at a time. */
const LONG_TYPES: ReadonlySet<string> = new Set(["List", "Tree", "TreeItem", "DataGrid", "Table"]);

/** So many elements a program gives in well under the time that one request may take. */
const MOST_IN_ONE_REQUEST = 1_000;

/** So many children are asked for all their facts at once; more might not be had in time. */
const MOST_CHILDREN_AT_ONCE = 300;

/** A list as long as this may come with everything else, though less of it is wanted: that costs less than its parts. */
const LONGEST_IN_ONE_REQUEST = 500;

/** What is estimated may be wrong by this much. */
const MARGIN = 0.8;

/** Whether everything of a window is certain to fit into one request and into the tree. */
export function fitsOneRequest(size: WindowSize | undefined, draft: TreeDraft): size is WindowSize {
  const most = Math.min(MOST_IN_ONE_REQUEST, draft.roomLeft * MARGIN);
  const longest = Math.max(draft.request.maxChildren, LONGEST_IN_ONE_REQUEST);
  return size !== undefined && size.elements <= most && size.longest <= longest;
}

/** Adds what is below an element whose node is in the tree already. */
export function* readBelow(reading: Reading, element: UIAutomationElement, node: number): Steps {
  const { client, draft, windows } = reading;
  if (!draft.goesInto(node)) return draft.cut(node, "aside");
  if (draft.depthOf(node) >= draft.request.maxDepth) return yield* lookBelow(reading, element, node);
  const facts = draft.elementOf(node);
  const window = windows.get(facts.nativeWindowHandle);
  if (fitsOneRequest(window?.size, draft)) {
    const all = yield* ask(draft, () => element.buildUpdatedCache(client.deadSubtree));
    if (all.isDone) {
      using fetched = all.value;
      return yield* takeBelow(reading, fetched, node);
    }
    if (all.by === "time") return draft.cut(node, "time");
  }
  yield* readChildren(reading, element, node);
  yield* readLeftOut(reading, node);
}

function* readChildren(reading: Reading, element: UIAutomationElement, node: number): Steps {
  const { client, draft, windows } = reading;
  const facts = draft.elementOf(node);
  const window = windows.get(facts.nativeWindowHandle);
  if (LONG_TYPES.has(facts.controlType)) return yield* readPages(reading, element, node);
  if ((window?.children ?? 0) > MOST_CHILDREN_AT_ONCE) return yield* readOneByOne(reading, element, node);
  const found = yield* ask(
    draft,
    () => element.findAll(TREE_SCOPE.TreeScope_Children, client.anyElement, client.element),
  );
  if (found.isDone) {
    using children = found.value;
    if (children !== undefined) yield* orCut(draft, node, takeLevel(reading, element, children, node));
    return;
  }
  if (found.by === "time") return draft.cut(node, "time");
  // What holds up the request for all, or makes it fail, may be one of them only.
  if (reading.isThere(draft.windowOf(node))) return yield* readOneByOne(reading, element, node);
  draft.skipped++;
  draft.cut(node, "error");
}

/** At the limit of depth: whether anything is below. */
function* lookBelow(reading: Reading, element: UIAutomationElement, node: number): Steps {
  const { client, draft } = reading;
  const first = yield* ask(draft, () => client.walker.step("FirstChild", element));
  if (!first.isDone) return draft.cut(node, first.by);
  if (first.value === undefined) return yield* readLeftOut(reading, node);
  first.value[Symbol.dispose]();
  draft.cut(node, "depth");
}

function* takeLevel(
  reading: Reading,
  element: UIAutomationElement,
  children: UIAutomationElementArray,
  node: number,
): Steps {
  const { draft } = reading;
  const total = children.length();
  const first = draft.noteFirstChild(node);
  using compact = new CompactChildren();
  for (let index = first; index < total; index++) {
    if (index - first >= draft.mostChildrenOf(node)) return draft.cut(node, "children", total);
    if (draft.roomLeft <= 0) return draft.cut(node, "nodes", total);
    using child = children.element(UIAutomationElement, index);
    const facts = readFacts(child);
    if (draft.isInEarlierRoot(facts.nativeWindowHandle)) continue;
    const added = draft.add(facts, node);
    // One that stands alone costs one request either way.
    const isWorthIt = isCompact(facts.controlType) && index < total - 1 && draft.isInside(node);
    if (isWorthIt) yield* compact.fetch(reading, element);
    using whole = compact.take(facts);
    if (whole === undefined) yield* readBelow(reading, child, added);
    else yield* takeBelow(reading, whole, added);
  }
}

/** The compact children of an element with all that is inside them, fetched in one request. */
class CompactChildren implements Disposable {
  #array: UIAutomationElementArray | undefined;
  #places: Map<string, number> | undefined;

  /** Fetches them, once. */
  *fetch({ client, draft }: Reading, parent: UIAutomationElement): Steps {
    if (this.#places !== undefined) return;
    this.#places = new Map();
    const found = yield* ask(
      draft,
      () => parent.findAll(TREE_SCOPE.TreeScope_Children, client.compactElement, client.deadSubtree),
    );
    if (!found.isDone) return; // each is then asked by itself
    this.#array = found.value;
    const length = outcomeOf(() => this.#array?.length() ?? 0);
    for (let index = 0; length.isDone && index < length.value; index++) {
      const id = outcomeOf(() => {
        using child = this.#array?.element(UIAutomationElement, index);
        return child === undefined ? [] : readRuntimeId(child);
      });
      // One without an id cannot be told from others that have none.
      if (id.isDone && id.value.length > 0) this.#places.set(id.value.join(), index);
    }
  }

  /** The one that is this element, owned by the caller; undefined where it was not fetched. */
  take({ runtimeId }: UiElement): UIAutomationElement | undefined {
    const place = this.#places?.get(runtimeId.join());
    if (place === undefined) return undefined;
    const taken = outcomeOf(() => this.#array?.element(UIAutomationElement, place));
    return taken.isDone ? taken.value : undefined;
  }

  [Symbol.dispose](): void {
    this.#array?.[Symbol.dispose]();
  }
}
