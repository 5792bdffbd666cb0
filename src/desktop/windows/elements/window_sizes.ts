/**
 * How many elements a window has at most, learnt from its controls by quick messages. A request for everything below an
 * element cannot be stopped half way, so it is made only where this is known beforehand.
 */
import { childrenInFrontOrder } from "../../../../ffi/hit_test.ts";
import { getMenu, getMenuItemCount } from "../../../../ffi/menu.ts";
import { COUNT_MESSAGE, MESSAGE, OBJECT_ID, sendMessage } from "../../../../ffi/message.ts";
import { hasServerSideProvider } from "../../../../ffi/uia/core.ts";
import {
  enumWindows,
  getClassName,
  getOwner,
  getStyle,
  getWindowThread,
  WINDOW,
} from "../../../../ffi/window.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { OwnTrees } from "./own_tree.ts";

/** For one answer; a program that needs longer is read level by level, which asks it little at a time. */
const ASK_MS = 50;

/** A window frame: title bar with its buttons, system menu, size grip. */
const FRAME_ELEMENTS = 10;
/** A scroll bar with its arrows, thumb and shafts. */
const SCROLL_BAR_ELEMENTS = 6;
/** A menu bar or menu whose items cannot be counted. */
const UNCOUNTED_MENU = 60;

/** What a window has at most. */
export interface WindowSize {
  /** With everything in it. */
  readonly elements: number;
  /** The most that any one element in it has directly in it. */
  readonly longest: number;
}

/** The size of a window, and what decides how it is read. */
export interface MeasuredWindow {
  /** Undefined where it is not known: then there may be any number. */
  readonly size: WindowSize | undefined;
  /** The windows directly in it, without those that it owns. */
  readonly inside: readonly Hwnd[];
  /** How many windows are directly in it or owned by it. */
  readonly children: number;
  /** How many items it says that it has directly in it, where it is a list of some kind. */
  readonly items: number | undefined;
  /** Each of its items is a child of its own, and a list item, row or tab. */
  readonly listsEach: boolean;
  /** What it has directly in it are groups, which have its items: no number of these leads anywhere. */
  readonly isGrouped: boolean;
}

/** What is asked of windows. */
export interface WindowQuestions {
  childrenOf(hwnd: Hwnd): readonly Hwnd[];
  /** Top-level windows that this one owns; they are parts of its tree. */
  ownedBy(hwnd: Hwnd): readonly Hwnd[];
  pidOf(hwnd: Hwnd): number;
  classNameOf(hwnd: Hwnd): string;
  styleOf(hwnd: Hwnd): number;
  /** Items of the menu bar; undefined where they cannot be counted. */
  menuItemsOf(hwnd: Hwnd): number | undefined;
  /** The answer to a message; undefined where none came in time. */
  send(hwnd: Hwnd, message: number): number | undefined;
  /** Whether its program brings a tree of its own for it; undefined where it does not answer. */
  hasProvider(hwnd: Hwnd): boolean | undefined;
  now(): number;
}

interface Counted {
  readonly message: number;
  /** Elements for each item, as for the cells of a row; those of a header are counted with the header. */
  readonly perItem: (columns: number) => number;
  /** Not all of the items, or more than they, are directly in it. */
  readonly isNested?: true;
  /** See {@link MeasuredWindow}. */
  readonly listsEach?: true;
  /** What answers whether the items are in groups at present. */
  readonly groupMessage?: number;
}

const one = (): number => 1;

/** Controls with items, and what counts them. */
const COUNTED: Readonly<Record<string, Counted>> = {
  listbox: { message: COUNT_MESSAGE.LB_GETCOUNT, perItem: one, listsEach: true },
  combolbox: { message: COUNT_MESSAGE.LB_GETCOUNT, perItem: one, listsEach: true },
  combobox: { message: COUNT_MESSAGE.CB_GETCOUNT, perItem: one, isNested: true },
  syslistview32: {
    message: COUNT_MESSAGE.LVM_GETITEMCOUNT,
    perItem: (columns) => columns + 2,
    listsEach: true,
    groupMessage: COUNT_MESSAGE.LVM_ISGROUPVIEWENABLED,
  },
  systreeview32: { message: COUNT_MESSAGE.TVM_GETCOUNT, perItem: one, isNested: true },
  systabcontrol32: { message: COUNT_MESSAGE.TCM_GETITEMCOUNT, perItem: one, listsEach: true },
  sysheader32: { message: COUNT_MESSAGE.HDM_GETITEMCOUNT, perItem: () => 2 },
  toolbarwindow32: { message: COUNT_MESSAGE.TB_BUTTONCOUNT, perItem: () => 2 },
  msctls_statusbar32: { message: COUNT_MESSAGE.SB_GETPARTS, perItem: one },
  // Of each month the days, those of its neighbours, the weeks and the names of the days.
  sysmonthcal32: { message: COUNT_MESSAGE.MCM_GETCALENDARCOUNT, perItem: () => 70, isNested: true },
  rebarwindow32: { message: COUNT_MESSAGE.RB_GETBANDCOUNT, perItem: () => 2, isNested: true },
};

/** Controls that have no more than so many elements, themselves included, whatever is in them. */
const FIXED: Readonly<Record<string, number>> = {
  "#32770": 1,
  "#32768": UNCOUNTED_MENU,
  button: 1,
  static: 1,
  edit: 1,
  richedit20w: 20,
  richedit50w: 20,
  scrollbar: SCROLL_BAR_ELEMENTS,
  comboboxex32: 1,
  mdiclient: 1,
  msctls_trackbar32: 4,
  msctls_updown32: 3,
  msctls_progress32: 1,
  msctls_hotkey32: 1,
  sysanimate32: 1,
  sysdatetimepick32: 10,
  sysipaddress32: 1,
  syslink: 20,
  syspager: 3,
  tooltips_class32: 2,
};

/** The edit and the button beside the items. */
const COMBO_BOX_ELEMENTS = 4;

const CLASS_NUMBER_OBJECT_ID = BigInt(OBJECT_ID.OBJID_QUERYCLASSNAMEIDX);

const UNKNOWN = { size: undefined, items: undefined, listsEach: false, isGrouped: false };

/**
 * Looks at a window and everything in it and owned by it. Asks its program by messages, each with a short time-out.
 *
 * @param allMs for all answers together
 */
export function measureWindows(
  hwnd: Hwnd,
  ownTrees: OwnTrees,
  allMs: number,
  questions: WindowQuestions = realQuestions(),
): ReadonlyMap<Hwnd, MeasuredWindow> {
  const measured = new Map<Hwnd, MeasuredWindow>();
  const endsAt = questions.now() + allMs;
  let isAnswering = true;
  const ask = <T>(question: () => T | undefined): T | undefined => {
    if (!isAnswering || questions.now() >= endsAt) return undefined;
    const answer = question();
    isAnswering = answer !== undefined;
    return answer;
  };
  const hasOwnTree = ownTrees.ofProgram(
    questions.pidOf(hwnd),
    (window) => ask(() => questions.hasProvider(window)),
  );
  const own = (window: Hwnd, columns: number): Omit<MeasuredWindow, "children" | "inside"> => {
    const className = questions.classNameOf(window);
    const kind = className.toLowerCase();
    const frame = frameElements(window, questions);
    const counted = COUNTED[kind];
    if (counted !== undefined) {
      const items = ask(() => questions.send(window, counted.message));
      // Lists answer -1 where they cannot tell.
      if (items === undefined || items < 0) return UNKNOWN;
      const { groupMessage } = counted;
      if (groupMessage !== undefined) {
        const grouped = ask(() => questions.send(window, groupMessage));
        if (grouped !== 0) return { ...UNKNOWN, isGrouped: grouped !== undefined };
      }
      const others = kind === "combobox" ? COMBO_BOX_ELEMENTS : 1;
      return {
        size: { elements: others + frame + items * counted.perItem(columns), longest: items },
        items: counted.isNested ? undefined : items,
        listsEach: counted.listsEach === true,
        isGrouped: false,
      };
    }
    const fixed = FIXED[kind] ?? (hasOwnTree(window, className) === false ? 1 : undefined);
    const size = fixed === undefined ? undefined : { elements: fixed + frame, longest: Math.min(fixed, 50) };
    return { ...UNKNOWN, size };
  };
  const measure = (window: Hwnd): MeasuredWindow => {
    const known = measured.get(window);
    if (known !== undefined) return known;
    const children = questions.childrenOf(window);
    const parts = [...children, ...questions.ownedBy(window)].map(measure);
    const columns = Math.max(0, ...parts.map(({ items }) => items ?? 0));
    const mine = own(window, columns);
    const found = { ...mine, size: sum(mine.size, parts), inside: children, children: parts.length };
    measured.set(window, found);
    return found;
  };
  measure(hwnd);
  return measured;
}

/** How many items a window says that it has now; undefined where it does not say. */
export function countItems(hwnd: Hwnd, questions: WindowQuestions = realQuestions()): number | undefined {
  const counted = COUNTED[questions.classNameOf(hwnd).toLowerCase()];
  return counted === undefined ? undefined : questions.send(hwnd, counted.message);
}

function sum(own: WindowSize | undefined, inside: readonly MeasuredWindow[]): WindowSize | undefined {
  if (own === undefined) return undefined;
  let { elements, longest } = own;
  for (const { size } of inside) {
    if (size === undefined) return undefined;
    elements += size.elements;
    longest = Math.max(longest, size.longest);
  }
  return { elements, longest: Math.max(longest, inside.length + own.longest) };
}

function frameElements(window: Hwnd, questions: WindowQuestions): number {
  const style = questions.styleOf(window);
  let elements = (style & WINDOW.WS_CAPTION) === WINDOW.WS_CAPTION ? FRAME_ELEMENTS : 0;
  if ((style & WINDOW.WS_HSCROLL) !== 0) elements += SCROLL_BAR_ELEMENTS;
  if ((style & WINDOW.WS_VSCROLL) !== 0) elements += SCROLL_BAR_ELEMENTS;
  if ((style & WINDOW.WS_CHILD) === 0) elements += 1 + (questions.menuItemsOf(window) ?? UNCOUNTED_MENU);
  return elements;
}

function realQuestions(): WindowQuestions {
  let owned: ReadonlyMap<Hwnd, readonly Hwnd[]> | undefined;
  return {
    childrenOf: childrenInFrontOrder,
    ownedBy: (owner) => (owned ??= Map.groupBy(enumWindows(), getOwner)).get(owner) ?? [],
    pidOf: (window) => getWindowThread(window).pid,
    classNameOf: getClassName,
    styleOf: getStyle,
    menuItemsOf(window) {
      const menu = getMenu(window);
      return menu === 0n ? 0 : getMenuItemCount(menu);
    },
    send(window, message) {
      const answer = sendMessage(window, message, 0n, 0n, ASK_MS);
      return answer === undefined ? undefined : Number(BigInt.asIntN(32, answer));
    },
    // What WM_GETOBJECT answers is not to be sent for by hand: it names an object that lives until somebody fetches it.
    // So who has only the older interface is taken for one element; the time-out of the request bounds it then.
    // Windows' own function waits for its answer as long as it takes, so it is called only where one comes at once: to the
    // same message, for a number that names no object.
    hasProvider(window) {
      const number = sendMessage(window, MESSAGE.WM_GETOBJECT, 0n, CLASS_NUMBER_OBJECT_ID, ASK_MS);
      return number === undefined ? undefined : hasServerSideProvider(window);
    },
    now: () => performance.now(),
  };
}
