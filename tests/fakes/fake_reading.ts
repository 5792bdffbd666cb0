/** A reading of elements made by hand. */
import type { UiReadRequest, UiTree } from "../../src/desktop/ui_element.ts";
import type { Steps } from "../../src/desktop/windows/elements/asking.ts";
import { readFacts } from "../../src/desktop/windows/elements/element_facts.ts";
import { readBelow } from "../../src/desktop/windows/elements/level_reader.ts";
import type { Reading } from "../../src/desktop/windows/elements/reading.ts";
import { TreeDraft } from "../../src/desktop/windows/elements/tree_draft.ts";
import type { MeasuredWindow } from "../../src/desktop/windows/elements/window_sizes.ts";
import { fakeElementClient, type FakeElementParts, FakeUiElement } from "./fake_uia.ts";

/** The window that is read. */
export const HWND = 0x10n;

/** Reads below an element that is the root of a tree. */
export function treeBelow(
  root: FakeUiElement,
  read: (reading: Reading, node: number) => Steps,
  over: Partial<Reading> = {},
  maxChildren = 50,
  continueAt?: NonNullable<UiReadRequest["continueAt"]>,
): UiTree {
  const window = { hwnd: HWND, title: "", className: "", processId: 7, isMain: true, isPopup: false };
  const draft = new TreeDraft({
    windows: [window],
    maxDepth: 10,
    maxNodes: 100,
    maxChildren,
    timeoutMs: 60_000,
    ...(continueAt === undefined ? {} : { continueAt }),
  });
  draft.beginRoot();
  const node = draft.addRoot(window, readFacts(root.real));
  const windows = new Map<bigint, MeasuredWindow>();
  const reading: Reading = {
    client: fakeElementClient(),
    draft,
    windows,
    isThere: () => true,
    isShownIn: () => true,
    countItems: () => undefined,
    readBelow,
    ...over,
  };
  for (const _ of read(reading, node));
  return draft.finish();
}

/** Names by depth, `!` where children were cut by a failure. */
export function shown({ nodes }: UiTree): string {
  return nodes.map(({ element, depth, cut }) =>
    `${depth}${element.name}${cut === undefined ? "" : cut.by === "error" ? "!" : "?"}`
  ).join(" ");
}

/** An element. */
export function leaf(name: string, parts: FakeElementParts = {}): FakeUiElement {
  return new FakeUiElement(name, parts);
}

/** A window of which nothing is known but this. */
export function measuredWindow(known: Partial<MeasuredWindow> = {}): MeasuredWindow {
  return {
    size: undefined,
    inside: [],
    children: 0,
    items: undefined,
    listsEach: false,
    isGrouped: false,
    ...known,
  };
}
