/** What the parts of a reading have in common. */
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { Steps } from "./asking.ts";
import type { ElementClient } from "./client.ts";
import type { TreeDraft } from "./tree_draft.ts";
import type { MeasuredWindow } from "./window_sizes.ts";

/** The reading of a window, level by level. */
export interface Reading {
  readonly client: ElementClient;
  readonly draft: TreeDraft;
  /** The windows that were measured: this one and those in it. */
  readonly windows: ReadonlyMap<Hwnd, MeasuredWindow>;
  /** Whether a window is still there. */
  isThere(hwnd: Hwnd): boolean;
  /** Whether a window lies directly in another one now and takes up room on it. */
  isShownIn(hwnd: Hwnd, parent: Hwnd): boolean;
  /** How many items a window says that it has now; undefined where it does not say. */
  countItems(hwnd: Hwnd): number | undefined;
  /** Adds what is below an element whose node is in the tree already, by whichever way suits it. */
  readBelow(reading: Reading, element: UIAutomationElement, node: number): Steps;
}
