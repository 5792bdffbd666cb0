/** Programs of the Chromium family, Electron's too, build what they show to accessibility only for who looks like a screen reader. */
import { MESSAGE, sendMessage } from "../../../../ffi/message.ts";
import { enumChildWindows, getClassName } from "../../../../ffi/window.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { TreeDraft } from "./tree_draft.ts";

const CHROMIUM_CLASS = /^Chrome_(WidgetWin_\d+|RenderWidgetHostHWND)$/;

/** The object id that Chromium watches for: nobody but a screen reader asks for one that it has told it of. */
const SCREEN_READER_OBJECT_ID = 1n;

/** A busy browser is not waited for. */
const ASK_MS = 100;

/** Asks a window, and those in it that show pages, to build their trees. Answers whether it is of the family at all. */
export function lightUp(hwnd: Hwnd): boolean {
  if (!CHROMIUM_CLASS.test(getClassName(hwnd))) return false;
  for (const window of [hwnd, ...enumChildWindows(hwnd)]) {
    if (!CHROMIUM_CLASS.test(getClassName(window))) continue;
    const answer = sendMessage(window, MESSAGE.WM_GETOBJECT, 0n, SCREEN_READER_OBJECT_ID, ASK_MS);
    if (answer === undefined) break;
  }
  return true;
}

/** Whether no page in the tree has anything in it. */
export function isUnlit(draft: TreeDraft): boolean {
  return !draft.hasParent(({ controlType }) => controlType === "Document");
}
