/** Which window the element of a ref is in; and where that is gone, what its program has in its place. */
import { ToolError } from "../core/errors.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { KnownRef, Snapshot } from "../elements/refs.ts";
import { readElements, type ReadLimits } from "../interaction/read_elements.ts";
import { bestOfProgram } from "../targets/resolve_ui_target.ts";
import type { ToolContext } from "./tool.ts";

/**
 * The window of a ref.
 *
 * @throws {ToolError} ELEMENT_STALE when it is gone, or its handle names another program's window by now; `details` have
 * the ref of the likely successor in another window of the program, where it can be found within these limits
 */
export async function windowOfRef(
  context: ToolContext,
  { ref, identity }: KnownRef,
  limits: ReadLimits,
): Promise<TopLevelWindow> {
  const program = programOf(identity.window);
  const window = await context.desktop.windowState(identity.window.hwnd, 0);
  if (window !== undefined && programOf(window) === program) return window;
  throw context.refs.windowGone(ref, await whatIsThereNow(context, program, limits));
}

/** What the program shows now; undefined where it shows nothing or cannot be read. */
async function whatIsThereNow(
  context: ToolContext,
  pid: number,
  limits: ReadLimits,
): Promise<Snapshot | undefined> {
  const window = await bestOfProgram(context.desktop, pid);
  if (window === undefined) return undefined;
  try {
    return context.refs.look(await readElements(context, window, { ...limits, includeProcessPopups: true }));
  } catch (error) {
    // That the ref is stale is known already, whatever keeps its successor from being found.
    if (error instanceof ToolError && error.code !== "CANCELLED") return undefined;
    throw error;
  }
}
