/** Programs of the Chromium family, Electron's too, build what they show to accessibility only for who looks like a screen reader. */
import { MESSAGE, sendMessage } from "../../../../ffi/message.ts";
import { enumChildWindows, getClassName } from "../../../../ffi/window.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { TreeDraft } from "./tree_draft.ts";

const CHROMIUM_CLASS = /^Chrome_(WidgetWin_\d+|RenderWidgetHostHWND)$/;

/** The object id that Chromium watches for: nobody but a screen reader asks for one that it has told it of. */
const SCREEN_READER_OBJECT_ID = 1n;

/** A busy browser is not waited for: so long for one answer. */
const ASK_MS = 100;

/** What is asked of windows. */
export interface LightQuestions {
  classNameOf(hwnd: Hwnd): string;
  windowsIn(hwnd: Hwnd): readonly Hwnd[];
  /** Asks as a screen reader does; whether there was an answer in time. */
  ask(hwnd: Hwnd, timeoutMs: number): boolean;
  now(): number;
}

/** Asks the windows of one reading to build their trees, as long as there is time for it. */
export class ChromiumLight {
  readonly #questions: LightQuestions;
  #leftMs: number;

  /** @param allMs for the answers of all windows together */
  constructor(allMs: number, questions: LightQuestions = realQuestions) {
    this.#leftMs = allMs;
    this.#questions = questions;
  }

  /** Asks a window, and those in it that show pages. Answers whether it is of the family at all. */
  lightUp(hwnd: Hwnd): boolean {
    const { classNameOf, windowsIn, ask, now } = this.#questions;
    if (!CHROMIUM_CLASS.test(classNameOf(hwnd))) return false;
    for (const window of [hwnd, ...windowsIn(hwnd)]) {
      if (!CHROMIUM_CLASS.test(classNameOf(window))) continue;
      if (this.#leftMs <= 0) break;
      const startMs = now();
      const isAnswered = ask(window, Math.min(ASK_MS, this.#leftMs));
      this.#leftMs -= now() - startMs;
      if (!isAnswered) break;
    }
    return true;
  }
}

const realQuestions: LightQuestions = {
  classNameOf: getClassName,
  windowsIn: enumChildWindows,
  ask: (hwnd, timeoutMs) =>
    sendMessage(hwnd, MESSAGE.WM_GETOBJECT, 0n, SCREEN_READER_OBJECT_ID, timeoutMs) !== undefined,
  now: () => performance.now(),
};

/** Whether no page in the tree has anything in it. */
export function isUnlit(draft: TreeDraft): boolean {
  return !draft.hasParent(({ controlType }) => controlType === "Document");
}
