/** The frame of every tool that reads elements: which window, read how far, and which element of it a ref names. */
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import type { KnownRef, Snapshot } from "../elements/refs.ts";
import { readElements, type ReadLimits } from "../interaction/read_elements.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { shownTitle } from "./target_fields.ts";
import type { ToolContext } from "./tool.ts";
import { windowOfRef } from "./window_of_ref.ts";

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
  /** The same, for the refs of its elements; it is remembered only where it is kept. */
  readonly snapshot: Snapshot;
  /** The node of the ref that the call gave. */
  readonly scope?: number;
}

/**
 * Reads the window that a call means, or the one with the element of its ref.
 *
 * @throws {ToolError} TARGET_REQUIRED, INVALID_PARAMS, WINDOW_NOT_FOUND, WINDOW_AMBIGUOUS, ELEMENT_STALE, QUERY_TRUNCATED
 * where the element of the ref may lie behind what was read, and what {@link readElements} throws
 */
export async function readWindow(
  context: ToolContext,
  args: ReadArguments,
  limits: Partial<ReadLimits> = {},
): Promise<WindowReading> {
  const { includeProcessPopups, maxDepth, maxNodes, timeoutMs } = args;
  const wanted: ReadLimits = {
    includeProcessPopups,
    maxDepth,
    maxNodes,
    maxChildren: MOST_CHILDREN,
    timeoutMs,
    ...limits,
  };
  const known = args.ref === undefined ? undefined : knownRef(context, args.ref, args);
  const window = known === undefined
    ? await resolveUiTarget(context.desktop, args)
    : await windowOfRef(context, known, wanted);
  context.setTarget(formatHwnd(window.hwnd));
  const page = known === undefined ? {} : pageOf(known, wanted.maxChildren);
  const tree = await readElements(context, window, { ...page, ...wanted });
  const snapshot = context.refs.look(tree);
  if (known === undefined) return { window, tree, snapshot };
  return { window, tree, snapshot, scope: context.refs.require(known.ref, snapshot) };
}

function knownRef(context: ToolContext, ref: string, query: TargetQuery): KnownRef {
  if (namesTarget(query)) throw invalidParameter("ref", "names its window itself: give no other target");
  return context.refs.known(ref);
}

/** Where reading begins for the element of a ref to be met, where it lies behind the children that are read. */
function pageOf({ page }: KnownRef, maxChildren: number): Pick<ReadLimits, "continueAt"> {
  if (page === undefined || page.firstChild < maxChildren) return {};
  // From somewhat before it, since it may have moved.
  const firstChild = page.firstChild - (maxChildren >> 1);
  return { continueAt: { runtimeId: page.runtimeId, firstChild } };
}

/** The fields of a result that say which window was read. */
export function uiWindowOutput({ hwnd, title, pid }: TopLevelWindow): {
  hwnd: string;
  title: string;
  pid: number;
} {
  return { hwnd: formatHwnd(hwnd), title: shownTitle(title), pid };
}
