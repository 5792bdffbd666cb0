/** Reads the children behind one that does not answer, which cannot be passed: from the last one back to it. */
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import { ask, type Steps } from "./asking.ts";
import { readFacts } from "./element_facts.ts";
import type { Reading } from "./reading.ts";

/** Of the windows between two that do not answer, so many more that do not are asked. */
const MOST_TIMEOUTS = 2;

/**
 * Adds the children behind the one that does not answer, in their order; `before` is the last one that was read in front of
 * it. Where several do not answer, those between them are read as far as they are windows.
 */
export function* readAroundHanging(
  reading: Reading,
  parent: UIAutomationElement,
  node: number,
  before: string | undefined,
): Steps {
  const { client, draft } = reading;
  using kept = new DisposableStack();
  const behind: UIAutomationElement[] = [];
  let next = yield* ask(draft, () => client.walker.step("LastChild", parent, client.element));
  while (next.isDone && next.value !== undefined && behind.length < draft.mostChildrenOf(node)) {
    const child = kept.use(next.value);
    if (readFacts(child).runtimeId.join() === before) break;
    behind.push(child);
    next = yield* ask(draft, () => client.walker.step("PreviousSibling", child, client.element));
  }
  const between = windowsBetween(reading, node, behind);
  // One alone is the one that does not answer.
  if (between.length > 1) yield* readWindows(reading, node, between);
  for (const child of behind.reverse()) yield* take(reading, child, node);
}

/** The windows in a window that were met from neither end. */
function windowsBetween(
  { draft, windows, isShownIn }: Reading,
  node: number,
  behind: readonly UIAutomationElement[],
): readonly Hwnd[] {
  const hwnd = draft.elementOf(node).nativeWindowHandle;
  const met = new Set(behind.map((child) => readFacts(child).nativeWindowHandle));
  const inside = windows.get(hwnd)?.inside ?? [];
  return inside.filter((window) => !met.has(window) && !draft.hasWindow(window) && isShownIn(window, hwnd));
}

function* readWindows(reading: Reading, node: number, windows: readonly Hwnd[]): Steps {
  const { client, draft } = reading;
  let timeouts = 0;
  for (const window of windows) {
    const found = yield* ask(draft, () => client.automation.elementFromHandle(window, client.element));
    if (found.isDone) {
      using element = found.value;
      yield* take(reading, element, node);
      continue;
    }
    if (found.by === "time") return;
    if (found.isTimeout && ++timeouts > MOST_TIMEOUTS) return;
  }
}

function* take(reading: Reading, child: UIAutomationElement, node: number): Steps {
  const { draft } = reading;
  const facts = readFacts(child);
  if (draft.roomLeft <= 0 || draft.isInEarlierRoot(facts.nativeWindowHandle)) return;
  yield* reading.readBelow(reading, child, draft.add(facts, node));
}
