/** Goes to a child by its number, without fetching anything of those before it. */
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { UIAutomationGridPattern } from "../../../../ffi/uia/patterns/grid.ts";
import type { Step } from "../../../../ffi/uia/tree_walker.ts";
import { ask, type Outcome, outcomeOf, type Steps } from "./asking.ts";
import { readFacts } from "./element_facts.ts";
import type { Reading } from "./reading.ts";
import { hasPlainGrid, totalOf } from "./totals.ts";

/** Beside the rows a list has a header and scroll bars, not more. */
export const MOST_BESIDE_ROWS = 6;

/** So many steps cost about as much as one request for thousands of elements without their facts. */
const MOST_STEPS = 200;

/** A cell lies so many levels below the grid at most. */
const MOST_CELL_DEPTH = 3;

const ITEM_TYPES: ReadonlySet<string> = new Set(["ListItem", "DataItem", "TreeItem"]);

/** A child, undefined where there is none; or why it was not reached. */
export type Place = Outcome<UIAutomationElement | undefined>;

/** The child of this number, from 0, with its facts; undefined where there are fewer. */
export function* goToChild(
  reading: Reading,
  parent: UIAutomationElement,
  node: number,
  number: number,
): Steps<Place> {
  const { client, draft } = reading;
  const place = (yield* byGrid(reading, parent, node, number)) ??
    (yield* bySteps(reading, parent, node, number));
  if (!place.isDone || place.value === undefined) return place;
  using plain = place.value;
  return yield* ask(draft, () => plain.buildUpdatedCache(client.element));
}

/** Where the rows can be asked for by number. Undefined where that does not lead to the child. */
function* byGrid(
  reading: Reading,
  parent: UIAutomationElement,
  node: number,
  number: number,
): Steps<Place | undefined> {
  const { draft, client } = reading;
  if (!hasPlainGrid(reading, node)) return undefined;
  using first = yield* rowOf(reading, parent, 0);
  if (first === undefined) return undefined;
  // What comes before the first row counts as well.
  let before = 0;
  for (let at = first.addReference();;) {
    using from = at;
    const previous = yield* ask(draft, () => client.walker.step("PreviousSibling", from, client.plain));
    if (!previous.isDone) return previous;
    if (previous.value === undefined) break;
    at = previous.value;
    if (++before > MOST_BESIDE_ROWS) {
      at[Symbol.dispose]();
      return undefined;
    }
  }
  if (number < before) return undefined;
  const row = yield* rowOf(reading, parent, number - before);
  return row === undefined ? undefined : { isDone: true, value: row };
}

/** A row of a grid: what of its first cell, or above it, is a child of the grid. */
function* rowOf(
  { draft, client }: Reading,
  parent: UIAutomationElement,
  row: number,
): Steps<UIAutomationElement | undefined> {
  const cell = yield* ask(draft, () => {
    using grid = parent.pattern("Current", UIAutomationGridPattern);
    return grid?.item(row, 0);
  });
  if (!cell.isDone || cell.value === undefined) return undefined;
  using kept = new DisposableStack();
  let at = kept.use(cell.value);
  for (let depth = 0; depth < MOST_CELL_DEPTH; depth++) {
    const above = yield* ask(draft, () => client.walker.step("Parent", at, client.plain));
    if (!above.isDone || above.value === undefined) return undefined;
    const next = kept.use(above.value);
    const isParent = outcomeOf(() => client.automation.compareElements(next, parent));
    if (!isParent.isDone) return undefined;
    if (isParent.value) return at.addReference();
    at = next;
  }
  return undefined;
}

/** One step after another, from the end that is nearer; where that is far, all children are asked for, with no facts. */
function* bySteps(
  reading: Reading,
  parent: UIAutomationElement,
  node: number,
  number: number,
): Steps<Place> {
  const total = yield* totalOf(reading, parent, node, undefined);
  const fromEnd = total === null ? undefined : yield* stepsFromEnd(reading, parent, total, number);
  if (fromEnd !== undefined && fromEnd < 0) return { isDone: true, value: undefined };
  if (Math.min(number, fromEnd ?? number) > MOST_STEPS) {
    const found = yield* ask(
      reading.draft,
      () => parent.findAll(TREE_SCOPE.TreeScope_Children, reading.client.anyElement, reading.client.plain),
    );
    if (found.isDone) {
      using children = found.value;
      if (children === undefined || number >= children.length()) return { isDone: true, value: undefined };
      return { isDone: true, value: children.element(UIAutomationElement, number) };
    }
    // Too many for the time that a request has: there remains the long way.
    if (found.by === "time") return found;
  }
  if (fromEnd !== undefined && fromEnd < number) {
    return yield* walk(reading, parent, "LastChild", "PreviousSibling", fromEnd);
  }
  return yield* walk(reading, parent, "FirstChild", "NextSibling", number);
}

/** How many steps back it is from the last child; undefined where what lies beside the items cannot be told. */
function* stepsFromEnd(
  { draft, client }: Reading,
  parent: UIAutomationElement,
  items: number,
  number: number,
): Steps<number | undefined> {
  const typeAt = function* (
    step: Step,
    from: UIAutomationElement,
  ): Steps<Outcome<UIAutomationElement | undefined>> {
    return yield* ask(draft, () => client.walker.step(step, from, client.element));
  };
  let beside = 0;
  for (const [end, on] of [["FirstChild", "NextSibling"], ["LastChild", "PreviousSibling"]] as const) {
    let at = yield* typeAt(end, parent);
    for (let count = 0;; count++) {
      if (!at.isDone || at.value === undefined) return undefined;
      using here = at.value;
      if (count > MOST_BESIDE_ROWS) return undefined;
      if (ITEM_TYPES.has(readFacts(here).controlType)) break;
      beside++;
      at = yield* typeAt(on, here);
    }
  }
  return items + beside - 1 - number;
}

function* walk(
  { draft, client }: Reading,
  parent: UIAutomationElement,
  start: Step,
  on: Step,
  steps: number,
): Steps<Place> {
  let place = yield* ask(draft, () => client.walker.step(start, parent, client.plain));
  for (let taken = 0; taken < steps && place.isDone && place.value !== undefined; taken++) {
    using from = place.value;
    place = yield* ask(draft, () => client.walker.step(on, from, client.plain));
  }
  return place;
}
