/**
 * What a reading left out without a word. A request for many elements leaves out those whose providers fail, and says
 * nothing of it; which windows and how many items there are is known without it.
 */
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { ControlType } from "../../ui_element.ts";
import { ask, outcomeOf, type Steps } from "./asking.ts";
import { readFacts, readRuntimeId } from "./element_facts.ts";
import type { Reading } from "./reading.ts";

/** What items are that a list counts. */
const COUNTED_TYPES: ReadonlySet<ControlType> = new Set(["ListItem", "DataItem", "TabItem", "CheckBox"]);

/** A program of whose windows so many do not answer in time is not asked for the next one. */
const MOST_TIMEOUTS = 2;

/** What came of asking for a window that is not in the tree. */
type Left = "settled" | "failed" | "timeout" | "time" | "full";

/** Whether anything is known to be directly in a node: most have nothing, and are not looked at again. */
export function isKnownToHold({ draft, windows }: Reading, node: number): boolean {
  const window = windows.get(draft.elementOf(node).nativeWindowHandle);
  return window !== undefined && (window.listsEach || window.inside.length > 0);
}

/**
 * Looks whether everything that is known to be directly in a window is below its node, once all that a request gave of it is
 * there. A window that is missing is asked for itself, and added; one that does not answer cuts the node, as missing items do.
 */
export function* readLeftOut(reading: Reading, node: number): Steps {
  const { draft, windows } = reading;
  if (!draft.isWhole(node) || !draft.isWindow(node)) return;
  const hwnd = draft.elementOf(node).nativeWindowHandle;
  const window = windows.get(hwnd);
  if (window === undefined) return;
  noteMissingItems(reading, node, window.listsEach ? window.items : undefined);
  let timeouts = 0;
  for (const inside of window.inside) {
    if (draft.hasWindow(inside) || !reading.isShownIn(inside, hwnd)) continue;
    const left = timeouts < MOST_TIMEOUTS ? yield* readWindow(reading, inside, node) : "failed";
    if (left === "time") return draft.cut(node, "time");
    if (left === "full") return;
    if (left === "timeout") timeouts++;
    // One that has gone meanwhile is no loss.
    if (left === "settled" || !reading.isShownIn(inside, hwnd)) continue;
    draft.skipped++;
    draft.cut(node, "error");
  }
}

/** Adds a window to what is in another one, unless it or what is in it is there already, or it belongs elsewhere. */
function* readWindow(reading: Reading, hwnd: Hwnd, node: number): Steps<Left> {
  const { client, draft } = reading;
  const asked = yield* ask(draft, () => client.automation.elementFromHandle(hwnd, client.element));
  if (!asked.isDone) return failure(asked);
  using element = asked.value;
  const facts = readFacts(element);
  if (draft.holds(node, facts.runtimeId)) return "settled";
  const above = yield* ask(draft, () => client.walker.step("Parent", element, client.element));
  if (!above.isDone) return failure(above);
  using parent = above.value;
  if (parent === undefined) return "settled";
  const around = idOf(parent);
  if (around === undefined) return "failed";
  if (!draft.holds(node, around)) return "settled";
  const within = yield* ask(draft, () => client.walker.step("FirstChild", element, client.element));
  if (within.isDone && within.value !== undefined) {
    using first = within.value;
    const inside = idOf(first);
    // What is in it shows without it.
    if (inside !== undefined && draft.holds(node, inside)) return "settled";
  }
  const limit = draft.depthOf(node) >= draft.request.maxDepth
    ? "depth"
    : draft.roomLeft <= 0
    ? "nodes"
    : undefined;
  if (limit === undefined) {
    yield* reading.readBelow(reading, element, draft.add(facts, node));
    return "settled";
  }
  draft.cut(node, limit);
  return "full";
}

/** The runtime id; undefined where it cannot be had, as of an element that has died meanwhile. */
function idOf(element: UIAutomationElement): readonly number[] | undefined {
  const id = outcomeOf(() => readRuntimeId(element));
  return id.isDone && id.value.length > 0 ? id.value : undefined;
}

function failure({ by, isTimeout }: { readonly by: "time" | "error"; readonly isTimeout: boolean }): Left {
  if (by === "time") return "time";
  return isTimeout ? "timeout" : "failed";
}

/** Items that came or went while the list was read are not missing: it is asked once more how many it has. */
function noteMissingItems({ draft, countItems }: Reading, node: number, items: number | undefined): void {
  if (items === undefined) return;
  const shown = draft.countChildren(node, COUNTED_TYPES);
  if (shown >= items) return;
  const now = countItems(draft.elementOf(node).nativeWindowHandle) ?? items;
  const missing = Math.min(items, now) - shown;
  if (missing <= 0) return;
  draft.skipped += missing;
  draft.cut(node, "error", now);
}
