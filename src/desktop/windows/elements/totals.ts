/** How many children an element has, as it or one of them says. */
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { PROPERTY } from "../../../../ffi/uia/ids.ts";
import { UIAutomationGridPattern } from "../../../../ffi/uia/patterns/grid.ts";
import { ask, type Steps } from "./asking.ts";
import type { Reading } from "./reading.ts";

/** How many children there are in all, from whoever says it: the control, the grid, one of the items. */
export function* totalOf(
  { draft, windows }: Reading,
  parent: UIAutomationElement,
  node: number,
  item: UIAutomationElement | undefined,
): Steps<number | null> {
  const facts = draft.elementOf(node);
  const window = windows.get(facts.nativeWindowHandle);
  if (window?.items !== undefined) return window.items;
  if (window?.isGrouped === true) return null;
  if (facts.patterns.includes("Grid")) {
    const rows = yield* ask(draft, () => {
      using grid = parent.pattern("Current", UIAutomationGridPattern);
      return grid?.rowCount("Current") ?? 0;
    });
    if (rows.isDone && rows.value > 0) return rows.value;
  }
  if (item === undefined) return null;
  const size = yield* ask(draft, () => item.value("Current", PROPERTY.UIA_SizeOfSetPropertyId));
  return size.isDone && typeof size.value === "number" && size.value > 0 ? size.value : null;
}

/** Whether its rows can be asked for by number without anything else coming of it: others scroll to them. */
export function hasPlainGrid({ draft, windows }: Reading, node: number): boolean {
  const { patterns, frameworkId, nativeWindowHandle } = draft.elementOf(node);
  return patterns.includes("Grid") && frameworkId === "Win32" &&
    windows.get(nativeWindowHandle)?.isGrouped !== true;
}
