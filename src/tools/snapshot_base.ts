/** The earlier snapshot that a call wants to be compared with, and what has to be read for that. */
import { invalidParameter, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { UiRoot, UiTree } from "../desktop/ui_element.ts";
import type { Snapshot } from "../elements/refs.ts";
import type { ReadLimits } from "../interaction/read_elements.ts";
import { namesTarget } from "../targets/resolve_target.ts";
import type { ToolContext } from "./tool.ts";
import type { ReadArguments } from "./ui_reading.ts";

/** The arguments that decide what a snapshot is of. */
export interface SnapshotArguments extends ReadArguments {
  readonly since?: string | undefined;
  readonly firstItem?: number | undefined;
}

/**
 * The snapshot named by `since`; undefined where none is named, or it has been forgotten.
 *
 * @throws {ToolError} INVALID_PARAMS for arguments that do not go together; TARGET_REQUIRED where a forgotten snapshot
 * is all that names the window
 */
export function baseOf(context: ToolContext, args: SnapshotArguments): Snapshot | undefined {
  const { since, ref, firstItem } = args;
  if (firstItem !== undefined && ref === undefined) {
    throw invalidParameter("firstItem", "only goes with the ref of what has the items");
  }
  if (since === undefined) return undefined;
  if (ref !== undefined) throw invalidParameter("since", "is about a whole window: give no ref");
  const base = context.refs.get(since);
  if (base === undefined && !namesTarget(args)) {
    throw new ToolError(
      "TARGET_REQUIRED",
      `Snapshot ${since} is not remembered, so the call names no window`,
    );
  }
  return base;
}

/**
 * The arguments with the window of the snapshot, where they name none themselves.
 *
 * @throws {ToolError} WINDOW_NOT_FOUND when that is gone, or its handle names another program's window by now
 */
export async function withTargetOf<T extends SnapshotArguments>(
  context: ToolContext,
  base: Snapshot | undefined,
  args: T,
): Promise<T> {
  const main = base?.tree.roots[0];
  if (main === undefined || namesTarget(args)) return args;
  const hwnd = formatHwnd(main.hwnd);
  const window = await context.desktop.windowState(main.hwnd, 0);
  if (window !== undefined && isOfProgram(window, main)) return { ...args, hwnd };
  throw new ToolError("WINDOW_NOT_FOUND", `The window ${hwnd} of snapshot ${base?.id} is gone`);
}

/**
 * Where reading goes on from, as the call asks or as the snapshot was made.
 *
 * @throws {ToolError} INVALID_PARAMS for an element that cannot be gone on in, ELEMENT_STALE
 */
export function startOf(
  context: ToolContext,
  base: Snapshot | undefined,
  { ref, firstItem }: SnapshotArguments,
): Pick<ReadLimits, "continueAt" | "along"> {
  if (ref !== undefined && firstItem !== undefined) {
    const { runtimeId } = context.refs.known(ref).identity;
    if (runtimeId === "") throw invalidParameter("firstItem", `element ${ref} has no id to go on from`);
    return { continueAt: { runtimeId: runtimeId.split(".").map(Number), firstChild: firstItem } };
  }
  const along = base?.along === undefined ? {} : { along: base.along };
  const started = base?.tree.nodes.find(({ firstChild = 0 }) => firstChild > 0);
  if (started?.firstChild === undefined) return along;
  return {
    ...along,
    continueAt: { runtimeId: started.element.runtimeId, firstChild: started.firstChild },
  };
}

function isOfProgram(window: TopLevelWindow, { processId: pid, hostedPid }: UiRoot): boolean {
  return programOf(window) === (hostedPid ?? pid);
}

/** Whether a snapshot is of this window. */
export function isOf({ tree }: Snapshot, window: TopLevelWindow): boolean {
  const [main] = tree.roots;
  return main?.hwnd === window.hwnd && isOfProgram(window, main);
}

/** The main window's part of what was read. */
export function mainPart(tree: UiTree): UiTree {
  return { ...tree, roots: tree.roots.slice(0, 1), nodes: tree.nodes.filter(({ root }) => root === 0) };
}
