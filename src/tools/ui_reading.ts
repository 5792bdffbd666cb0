/** The frame of every tool that reads elements: which window, read how far, and which element of it a ref names. */
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { MOST_BESIDE, type UiTree } from "../desktop/ui_element.ts";
import { type ReadingOutput, readingOutput } from "../elements/reading_output.ts";
import { alongTo } from "../elements/identity.ts";
import type { KnownRef, Snapshot } from "../elements/refs.ts";
import { resolveRef } from "../elements/resolve_ref.ts";
import { gapsOf, hasContent, type SearchVerdict } from "../elements/status.ts";
import { MOST_CHILDREN, readElements, type ReadLimits } from "../interaction/read_elements.ts";
import { readWidening } from "../interaction/read_widening.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { shownTitle } from "./target_fields.ts";
import type { ToolContext } from "./tool.ts";
import { windowOfRef } from "./window_of_ref.ts";

/** A call's own words about where it reads and how far. */
export interface ReadArguments extends TargetQuery {
  readonly ref?: string | undefined;
  readonly includeProcessPopups: boolean;
  /** Levels below the window, or below the element of the ref. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly timeoutMs: number;
}

/** How deep is read, and how widely. */
export interface ReadingOptions {
  /** One after the other, until a reading was not cut there, is enough, or the time is over. */
  readonly depths?: readonly number[];
  /** @param scope the node of the ref that the call gave */
  readonly isEnough?: (tree: UiTree, scope: number | undefined) => boolean;
  /** Where one element is looked for in a whole window: whether it was met, so that long lists need not be read further. */
  readonly isFound?: (tree: UiTree) => boolean;
  /** The whole window is read, even where only what is inside the element of a ref is wanted. */
  readonly isWhole?: boolean;
}

/** What was read. */
export interface WindowReading {
  readonly window: TopLevelWindow;
  readonly tree: UiTree;
  /** The same, for the refs of its elements; it is remembered only where it is kept. */
  readonly snapshot: Snapshot;
  /** The node of the ref that the call gave. */
  readonly scope?: number;
  /** Levels that were read below the window, or below the element of the ref. */
  readonly depth: number;
  /** Of the whole call: waiting for the program, and every reading. */
  readonly elapsedMs: number;
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
  { depths = [limits.maxDepth ?? args.maxDepth], isEnough = () => true, isWhole = false, isFound }:
    ReadingOptions = {},
): Promise<WindowReading> {
  const { clock, refs } = context;
  const begun = clock.now();
  const known = args.ref === undefined ? undefined : knownRef(context, args.ref, args);
  const wantedTo = (depth: number): ReadLimits => ({
    // The element of a ref is in its own window.
    includeProcessPopups: args.includeProcessPopups && known === undefined,
    maxNodes: args.maxNodes,
    maxChildren: MOST_CHILDREN,
    ...limits,
    maxDepth: (known?.way.length ?? 0) + depth,
    timeoutMs: Math.max(0, begun + (limits.timeoutMs ?? args.timeoutMs) - clock.now()),
  });
  const [first = args.maxDepth, ...deeper] = depths;
  const window = known === undefined
    ? await resolveUiTarget(context.desktop, args)
    : await windowOfRef(context, known, wantedTo(first));
  context.setTarget(formatHwnd(window.hwnd));
  let along = isWhole || known === undefined ? limits.along : alongTo(known);
  const read = async (depth: number): Promise<{ readonly tree: UiTree; readonly depth: number }> => {
    const { along: _along, ...wanted } = wantedTo(depth);
    const most = along === undefined ? wanted.maxChildren : Math.min(wanted.maxChildren, MOST_BESIDE);
    const page = known === undefined ? {} : pageOf(known, most);
    const narrowed = along === undefined ? {} : { along };
    const readTo = async (width: Partial<ReadLimits>): Promise<{ readonly tree: UiTree }> => ({
      tree: await readElements(context, window, { ...page, ...wanted, ...narrowed, ...width }),
    });
    const { tree } = known === undefined && isFound !== undefined
      ? await readWidening(context, wanted, isFound, readTo)
      : await readTo({});
    // What became of the element, and whether the window shows anything, is known only when all of it was read.
    const isKnown = along === undefined || known === undefined ||
      (nodeOf(tree, known) !== undefined && hasContent(tree));
    if (isKnown || wantedTo(depth).timeoutMs === 0) return { tree, depth };
    along = undefined;
    return await read(depth);
  };
  let last = await read(first);
  for (const depth of deeper) {
    const scope = known === undefined ? undefined : nodeOf(last.tree, known);
    const isDecided = gapsOf(last.tree, scope).depth === 0 || isEnough(last.tree, scope);
    if (isDecided || wantedTo(depth).timeoutMs === 0) break;
    last = await read(depth);
  }
  const snapshot = refs.look(last.tree, !wantedTo(first).includeProcessPopups, along);
  return {
    ...last,
    window,
    snapshot,
    ...(known === undefined ? {} : { scope: refs.require(known.ref, snapshot) }),
    elapsedMs: Math.round(clock.now() - begun),
  };
}

function nodeOf(tree: UiTree, known: KnownRef): number | undefined {
  const resolution = resolveRef(tree, known);
  return resolution.kind === "same" ? resolution.node : undefined;
}

/** @throws {ToolError} INVALID_PARAMS when a call with a ref names a window as well */
export function requireRefAlone(query: TargetQuery & { readonly targetRef?: string | undefined }): void {
  if (query.targetRef === undefined && !namesTarget(query)) return;
  throw invalidParameter("ref", "names its window itself: give no other target");
}

function knownRef(context: ToolContext, ref: string, query: TargetQuery): KnownRef {
  requireRefAlone(query);
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

/** The fields of a result that say what was read and how whole that is; what a tool has to say stands before the rest. */
export function uiReadingOutput(
  reading: WindowReading,
  verdict: SearchVerdict,
  toolHints: readonly string[] = [],
): ReturnType<typeof uiWindowOutput> & ReadingOutput {
  const hints = [...toolHints, ...verdict.hints];
  return {
    ...uiWindowOutput(reading.window),
    ...readingOutput(reading.tree, { ...verdict, hints }, reading.scope),
    elapsedMs: reading.elapsedMs,
  };
}

/** What gives the elements of a reading their refs. */
export function refsOf(context: ToolContext, { snapshot }: WindowReading): (node: number) => string {
  return (node) => context.refs.refOf(snapshot, node);
}
