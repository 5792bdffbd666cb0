/** The frame of every tool that reads elements: which window, read how far, and which element of it a ref names. */
import { invalidParameter, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import type { Snapshot } from "../elements/refs.ts";
import { readElements, type ReadLimits } from "../interaction/read_elements.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { shownTitle } from "./target_fields.ts";
import type { ToolContext } from "./tool.ts";

/** A call's own words about where it reads and how far. */
export interface ReadArguments extends TargetQuery {
  readonly ref?: string | undefined;
  readonly includeProcessPopups: boolean;
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly timeoutMs: number;
}

/** Of one element: more are read page by page. */
export const MOST_CHILDREN = 500;

/** What was read. */
export interface WindowReading {
  readonly window: TopLevelWindow;
  readonly tree: UiTree;
  /** Remembers the tree, for the refs of its elements. */
  readonly snapshot: Snapshot;
  /** The node of the ref that the call gave. */
  readonly scope?: number;
}

/**
 * Reads the window that a call means, or the one with the element of its ref.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS, WINDOW_NOT_FOUND, WINDOW_AMBIGUOUS, ELEMENT_STALE, and what
 * {@link readElements} throws
 */
export async function readWindow(
  context: ToolContext,
  args: ReadArguments,
  limits: Partial<ReadLimits> = {},
): Promise<WindowReading> {
  const window = args.ref === undefined
    ? await resolveUiTarget(context.desktop, args)
    : await windowOfRef(context, args.ref, args);
  context.setTarget(formatHwnd(window.hwnd));
  const { includeProcessPopups, maxDepth, maxNodes, timeoutMs } = args;
  const tree = await readElements(context, window, {
    includeProcessPopups,
    maxDepth,
    maxNodes,
    maxChildren: MOST_CHILDREN,
    timeoutMs,
    ...limits,
  });
  const snapshot = context.refs.add(tree);
  if (args.ref === undefined) return { window, tree, snapshot };
  return { window, tree, snapshot, scope: context.refs.require(args.ref, snapshot) };
}

async function windowOfRef(context: ToolContext, ref: string, query: TargetQuery): Promise<TopLevelWindow> {
  if (namesTarget(query)) throw invalidParameter("ref", "names its window itself: give no other target");
  const { hwnd, pid } = context.refs.known(ref).identity.window;
  const window = await context.desktop.windowState(hwnd, 0);
  if (window !== undefined && window.pid === pid) return window;
  throw new ToolError("ELEMENT_STALE", `The window of ref ${ref} is gone; nothing was done`, {
    details: { ref, reason: "windowGone", hwnd: formatHwnd(hwnd), pid },
  });
}

/** The fields of a result that say which window was read. */
export function uiWindowOutput({ hwnd, title, pid }: TopLevelWindow): {
  hwnd: string;
  title: string;
  pid: number;
} {
  return { hwnd: formatHwnd(hwnd), title: shownTitle(title), pid };
}
