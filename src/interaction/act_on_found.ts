/** Acts on an element of a reading, which may have been rebuilt by the time of the act. */
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { subjectByWords, subjectOf } from "../elements/identity.ts";
import { rootOf } from "../elements/tree.ts";
import type { ActContext } from "./act_context.ts";
import type { ElementTarget } from "./element_target.ts";
import { destroyedError } from "./preflight.ts";

/**
 * An element that changed between being read and being acted on is looked for again: so often at least, and as long as
 * the call has time, as a program may build it anew all the time. Nothing was done then.
 */
const LEAST_TRIES = 3;
const MOST_TRIES = 20;

/** The window of an act, and how far the act may go. */
export type ActingOn = Omit<ElementTarget, "subject">;

/** A node of a reading. */
export interface FoundNode {
  readonly tree: UiTree;
  readonly node: number;
}

/** A found element, with the window that it is in: the main one, or another one of its program. */
export async function targetOf(
  { desktop }: Pick<ActContext, "desktop">,
  { tree, node }: FoundNode,
  acting: ActingOn,
): Promise<ElementTarget> {
  const { hwnd } = rootOf(tree, node);
  const subject = subjectOf(tree, node);
  if (hwnd === acting.window.hwnd) return { ...acting, subject };
  const window = await stateOf(desktop, hwnd);
  return { ...acting, subject, window, root: window.root };
}

/**
 * Looks for an element and acts on it. One that was rebuilt meanwhile is the one of the same words now; where that is not
 * there either, it is looked for again. Nothing is done twice: only what says that it did nothing is tried again.
 *
 * @param acting of the main window; a found element may be in another one
 * @throws {ToolError} STALE_WINDOW_HANDLE, ELEMENT_STALE, and what `look` and `act` throw
 */
export async function actOnFound<F extends FoundNode, T>(
  context: Pick<ActContext, "desktop" | "clock">,
  acting: ActingOn,
  look: () => Promise<F>,
  act: (target: ElementTarget, found: F) => Promise<T>,
): Promise<T> {
  const { clock } = context;
  const endsAt = clock.now() + acting.timeoutMs;
  for (let tries = 1;; tries++) {
    const found = await look();
    const target = await targetOf(context, found, acting);
    const subjects = [target.subject, subjectByWords(found.tree, found.node)]
      .filter((one) => one !== undefined);
    for (const [index, subject] of subjects.entries()) {
      try {
        return await act({ ...target, subject }, found);
      } catch (error) {
        const isTimeUp = tries >= LEAST_TRIES && clock.now() >= endsAt || tries >= MOST_TRIES;
        if (!isUndone(error) || isTimeUp && index === subjects.length - 1) throw error;
      }
    }
  }
}

async function stateOf(desktop: ActContext["desktop"], hwnd: Hwnd): Promise<WindowState> {
  const state = await desktop.windowState(hwnd, 0);
  if (state === undefined) throw destroyedError(hwnd);
  return state;
}

/** An element that went stale after something was done says so. */
function isUndone(error: unknown): boolean {
  return error instanceof ToolError && error.code === "ELEMENT_STALE" &&
    error.details?.mayHaveHadEffect !== true;
}
