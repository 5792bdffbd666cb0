/** Reads children one after another, a request each, so that of ten thousand only those that are wanted are asked. */
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { readAroundHanging } from "./around_hanging.ts";
import { ask, orCut, type Steps } from "./asking.ts";
import { goToChild, MOST_BESIDE_ROWS, type Place } from "./child_place.ts";
import { readFacts } from "./element_facts.ts";
import { isCompact } from "./client.ts";
import type { Reading } from "./reading.ts";
import { takeBelow } from "./subtree.ts";
import { totalOf } from "./totals.ts";

/** Rows come with their cells. Items of trees do not: there is no knowing how many others are in one. */
const ROW_TYPES: ReadonlySet<string> = new Set(["ListItem", "DataItem"]);

/** A list of which so many have failed is left at the next one. */
const MOST_FAILING = 3;

/** Adds the children of an element whose node is in the tree already, from the one where reading is to begin. */
export function readPages(reading: Reading, parent: UIAutomationElement, node: number): Steps {
  return orCut(reading.draft, node, readEach(reading, parent, node));
}

function* readEach(reading: Reading, parent: UIAutomationElement, node: number): Steps {
  const { client, draft } = reading;
  const first = draft.noteFirstChild(node);
  let next = first === 0
    ? yield* ask(draft, () => client.walker.step("FirstChild", parent, client.element))
    : yield* goToChild(reading, parent, node, first);
  let isWhole = false;
  let failed = 0;
  let hasRows = false;
  let behindRows = 0;
  let before: string | undefined;
  for (let read = 0; next.isDone && next.value !== undefined; read++) {
    using child = next.value;
    const facts = readFacts(child);
    const isRow = ROW_TYPES.has(facts.controlType);
    behindRows = isRow ? 0 : behindRows + 1;
    hasRows ||= isRow;
    // For the scroll bars behind the last row nobody need ask another page.
    const isEnd = hasRows && behindRows > 0 && behindRows <= MOST_BESIDE_ROWS;
    if (read >= draft.mostChildrenOf(node) && !isEnd) {
      return draft.cut(node, "children", yield* totalOf(reading, parent, node, child));
    }
    if (draft.roomLeft <= 0) {
      return draft.cut(node, "nodes", yield* totalOf(reading, parent, node, child));
    }
    before = facts.runtimeId.join();
    if (!draft.isInEarlierRoot(facts.nativeWindowHandle)) {
      const added = draft.add(facts, node);
      if (isWhole) yield* takeBelow(reading, child, added);
      else yield* reading.readBelow(reading, child, added);
    }
    // What follows a row is taken for another one.
    isWhole = draft.isInside(node) && (isRow || isCompact(facts.controlType));
    const fetched = isWhole ? client.subtree : client.element;
    next = yield* ask(draft, () => client.walker.step("NextSibling", child, fetched));
    if (!next.isDone && next.isTimeout && isWhole) {
      // There may be too much in it; then by itself.
      isWhole = false;
      next = yield* ask(draft, () => client.walker.step("NextSibling", child, client.element));
    }
    if (!next.isDone && next.by === "error" && failed < MOST_FAILING) {
      failed++;
      isWhole = false;
      const beyond = yield* goBeyond(reading, { parent, node, child, number: first + read + failed });
      if (!beyond.isDone && beyond.by === "error") {
        next = beyond;
        break;
      }
      draft.skipped++;
      next = beyond;
    }
  }
  if (next.isDone) {
    if (failed > 0) draft.cut(node, "error");
    return;
  }
  if (next.by === "error") draft.skipped++;
  if (next.by === "error" && next.isTimeout) yield* readAroundHanging(reading, parent, node, before);
  const total = next.by === "time" ? yield* totalOf(reading, parent, node, undefined) : null;
  draft.cut(node, next.by, total);
}

/** Goes on behind the child of this number, which fails; `child` is the one before it. */
function* goBeyond(
  reading: Reading,
  { parent, node, child, number }: {
    readonly parent: UIAutomationElement;
    readonly node: number;
    readonly child: UIAutomationElement;
    readonly number: number;
  },
): Steps<Place> {
  const { client, draft } = reading;
  // Its facts may be all that cannot be had.
  const failing = yield* ask(draft, () => client.walker.step("NextSibling", child, client.plain));
  if (!failing.isDone) {
    if (failing.by === "time" || failing.isTimeout) return failing;
    return yield* goToChild(reading, parent, node, number + 1);
  }
  if (failing.value === undefined) return failing;
  using plain = failing.value;
  return yield* ask(draft, () => client.walker.step("NextSibling", plain, client.element));
}
