/** One look for an element by its name, and what is answered. */
import { formatHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { isPartOfControlType } from "../elements/control_types.ts";
import { shownText, summaryOf } from "../elements/describe.ts";
import { isInCutList } from "../elements/find.ts";
import { findByName, type LocatedByName, type LocateVerdict, unreadElsewhere } from "../elements/locate.ts";
import { withUnread } from "../elements/merge_trees.ts";
import { MOST_READ } from "../elements/reading_limits.ts";
import { readingOutput } from "../elements/reading_output.ts";
import { searchVerdict } from "../elements/status.ts";
import { elementAt } from "../elements/tree.ts";
import { locate, type Located } from "../interaction/locating.ts";
import { readWidening } from "../interaction/read_widening.ts";
import { readWindows, type UnreadWindow } from "../interaction/read_windows.ts";
import { MOST_CHILDREN } from "../interaction/read_elements.ts";
import { isListable, namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import type { LocateAnswer } from "./locate_output.ts";
import type { ToolContext } from "./tool.ts";
import { readWindow, refsOf, uiWindowOutput } from "./ui_reading.ts";

/** What is looked for, and where. */
export interface LocateArguments extends TargetQuery {
  /** Needed where there is no ref: the element of a ref is located itself. */
  readonly name?: string | undefined;
  readonly controlType?: string | undefined;
  readonly index?: number | undefined;
  readonly ref?: string | undefined;
  readonly timeoutMs: number;
}

const LIMITS = { maxDepth: MOST_READ.depth, maxNodes: MOST_READ.nodes, maxChildren: MOST_CHILDREN };
const MOST_CANDIDATES = 5;
const MOST_UNREAD = 10;

/** What is searched. */
interface Searched {
  readonly tree: UiTree;
  readonly scope?: number;
  readonly elapsedMs: number;
  /** The one window, where the call named one. */
  readonly window?: TopLevelWindow;
  readonly unread: readonly UnreadWindow[];
  readonly refOf: (node: number) => string;
}

/**
 * Looks once.
 *
 * @throws {ToolError} what reading the window that the call names throws; UIA_ASSEMBLY_UNAVAILABLE, CANCELLED;
 * INVALID_PARAMS for an index beyond what fits; STALE_WINDOW_HANDLE where the element's window ended meanwhile
 */
export async function locateOnce(context: ToolContext, args: LocateArguments): Promise<LocateAnswer> {
  const { name, controlType, index } = args;
  const named = (tree: UiTree, scope?: number): LocatedByName => {
    if (name === undefined) return itself(scope);
    const query = { name, ...(controlType === undefined ? {} : { controlType }) };
    const inside = findByName(tree, query, scope);
    if (scope === undefined || (inside.matches.length > 0 && inside.matchedBy === "exact")) return inside;
    // Who gives the name of the ref's own element means that one.
    const isMeant = elementAt(tree, scope).name.toLowerCase() === name.toLowerCase();
    return isMeant ? { ...itself(scope), candidates: inside.candidates + 1 } : inside;
  };
  const searched = await search(context, args, (tree) => {
    if (name === undefined) return true;
    const { matchedBy, matches } = named(tree);
    // Further down in its list another row may be called the same.
    const isClear = matchedBy === "exact" && !matches.some((node) => isInCutList(tree, node));
    return index === undefined && isClear && matches.length > 0;
  });
  const { tree, scope, unread, elapsedMs } = searched;
  const found = named(tree, scope);
  const verdict = withUnread(searchVerdict(tree, found, scope), unread.length);
  const unreadWindows = unread.filter(({ reason }) => reason !== "notExposed").length;
  const elsewhere = unreadElsewhere(tree, found, {
    unreadWindows,
    ...(scope === undefined ? {} : { scope }),
  });
  const located = await locate(context, { tree, found, index, verdict, unread: elsewhere });
  const isTypeUnknown = controlType !== undefined && !isPartOfControlType(controlType);
  const hints = [
    ...hintsOf(located.verdict, tree),
    ...isTypeUnknown ? [`No control type has ${quotedText(controlType)} in its name.`] : [],
    ...verdict.hints,
  ];
  const window = located.window ?? searched.window;
  return {
    ...readingOutput(tree, { ...verdict, hints }, scope),
    ...placeOutput(searched, found, located),
    matched: found.matches.length,
    ...(found.matches.length === 0 ? {} : { matchedBy: found.matchedBy }),
    ...(window === undefined ? {} : uiWindowOutput(window)),
    elapsedMs,
    ...unreadOutput(unread),
  };
}

/** What is found where nothing is searched for: the element of the ref. */
function itself(scope: number | undefined): LocatedByName {
  const matches = scope === undefined ? [] : [scope];
  return { matches, matchedBy: "exact", candidates: matches.length, unsure: 0 };
}

async function search(
  context: ToolContext,
  args: LocateArguments,
  isFound: (tree: UiTree) => boolean,
): Promise<Searched> {
  if (args.ref !== undefined || namesTarget(args)) {
    const whole = { ...args, ...LIMITS, includeProcessPopups: true };
    const reading = await readWindow(context, whole, {}, { isFound });
    return { ...reading, unread: [], refOf: refsOf(context, reading) };
  }
  const windows = await context.desktop.listWindows(false);
  const listed = windows.filter((window) => isListable(window) && !window.cloaked);
  const startedAt = context.clock.now();
  const limits = { ...LIMITS, timeoutMs: args.timeoutMs };
  const { tree, unread } = await readWidening(
    context,
    limits,
    isFound,
    (width) => readWindows(context, listed, { ...limits, ...width }),
  );
  const snapshot = context.refs.look(tree);
  const elapsedMs = Math.round(context.clock.now() - startedAt);
  return { tree, unread, elapsedMs, refOf: (node) => context.refs.refOf(snapshot, node) };
}

type PlaceOutput = Pick<
  LocateAnswer,
  "status" | "screenPoint" | "click" | "element" | "inside" | "reason" | "coveredBy" | "candidates"
>;

function placeOutput(searched: Searched, { matches }: LocatedByName, located: Located): PlaceOutput {
  const { verdict, window } = located;
  const shown = (node: number): NonNullable<LocateAnswer["element"]> => {
    const { uiPath, ...summary } = summaryOf(searched.tree, node);
    return { ref: searched.refOf(node), index: matches.indexOf(node), ...summary, uiPath: [...uiPath] };
  };
  const { status } = verdict;
  switch (status) {
    case "found": {
      const { x, y } = verdict.screenPoint;
      return {
        status,
        screenPoint: { x, y },
        // A menu follows the real pointer, so no click by message works it.
        ...(window === undefined || elementAt(searched.tree, verdict.node).controlType === "MenuItem"
          ? {}
          : { click: { hwnd: formatHwnd(window.hwnd), x, y, coordinateSpace: "screen" as const } }),
        ...(verdict.inside === undefined ? {} : { inside: otherOutput(verdict.inside) }),
        element: shown(verdict.node),
      };
    }
    case "ambiguous":
      return { status, candidates: verdict.candidates.slice(0, MOST_CANDIDATES).map(shown) };
    case "offscreen":
      return {
        status,
        element: shown(verdict.node),
        reason: verdict.reason,
        ...(verdict.coveredBy === undefined ? {} : { coveredBy: otherOutput(verdict.coveredBy) }),
      };
    case "inconclusive":
    case "truncated":
      return { status, ...(verdict.node === undefined ? {} : { element: shown(verdict.node) }) };
    default:
      return { status };
  }
}

function otherOutput(
  { nativeWindowHandle, controlType, name, className }: UiElement,
): NonNullable<LocateAnswer["coveredBy"]> {
  return {
    ...(nativeWindowHandle === 0n ? {} : { hwnd: formatHwnd(nativeWindowHandle) }),
    controlType,
    name: shownText(name),
    className: shownText(className),
  };
}

/** What to do about the decision. */
function hintsOf(verdict: LocateVerdict, tree: UiTree): readonly string[] {
  switch (verdict.status) {
    case "found":
      return [
        verdict.inside === undefined
          ? undefined
          : "What is inside it lies at the point and gets what is done there.",
        elementAt(tree, verdict.node).controlType === "MenuItem"
          ? "A menu takes no clicks by message: use ui_action expand or invoke with its ref, or click_menu_item."
          : undefined,
        elementAt(tree, verdict.node).enabled ? undefined : "The element is disabled: it takes no input now.",
      ].filter((hint) => hint !== undefined);
    case "ambiguous":
      return ["Several fit: choose one by its index, or give its type or what it is in."];
    case "offscreen":
      return [OFFSCREEN_HINTS[verdict.reason]];
    case "inconclusive":
    case "truncated":
      if (verdict.node === undefined) return [];
      return [
        verdict.isByPart === true
          ? BY_PART_HINT
          : "It is there, but looking at points of it did not show it.",
      ];
    default:
      return [];
  }
}

const BY_PART_HINT =
  "This one fits by a part of its name, but not everything was read, and another one may have " +
  "exactly this name: give its whole name, or index 0 to choose this one.";

const OFFSCREEN_HINTS = {
  notShown: "It is not shown now: its window is minimised or hidden, or it has to be opened or scrolled to.",
  outsideWindow:
    "It lies outside the part of its window that can be seen: scroll to it, or move or enlarge the window.",
  covered: "Something lies over it: bring its window to the front, or close what covers it.",
} as const;

function unreadOutput(unread: readonly UnreadWindow[]): Pick<LocateAnswer, "unread" | "unreadCount"> {
  if (unread.length === 0) return {};
  return {
    unread: unread.slice(0, MOST_UNREAD).map(({ window, reason }) => ({ ...uiWindowOutput(window), reason })),
    unreadCount: unread.length,
  };
}
