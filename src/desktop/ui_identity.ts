/**
 * What an element is known by. Runtime ids alone are not enough: Windows gives them to other elements later, and lists
 * make them of row numbers, so that another row has the id after sorting. Part of the port: whoever acts on an element
 * compares it in the same breath.
 */
import type { Hwnd } from "../core/hwnd.ts";
import type { UiElement, UiProperty } from "./ui_element.ts";

/** All of it must be as it was for an element to be surely the same. */
export interface ElementIdentity {
  /** Empty where the element has none. */
  readonly runtimeId: string;
  readonly controlType: string;
  readonly automationId: string;
  readonly name: string;
  /** What tells a row from others of its words; null for all else, and where it was not looked for. */
  readonly mark: RowMark | null;
  /** Null for the window itself. */
  readonly parent: ParentIdentity | null;
  /** `hostedPid`: the process whose content a frame host shows; the frames of all Store apps are of one process. */
  readonly window: { readonly hwnd: Hwnd; readonly pid: number; readonly hostedPid?: number };
  /** Some of this could not be read: it is never surely the same as anything. */
  readonly isUnsure: boolean;
}

/** What is known of what an element is in; without its name: a window's title changes while it stays the window. */
export interface ParentIdentity {
  readonly runtimeId: string;
  readonly controlType: string;
  readonly automationId: string;
  /** The name of a row: without it and its mark its cells would be those of another one. Empty for all else. */
  readonly row: string;
  readonly mark: RowMark | null;
}

/** What was seen of a row and around it. Of what was not read nothing is claimed. */
export interface RowMark {
  /** Whether its list has others of the same type, automation id and name; unknown where not all of it was read. */
  readonly twins: "none" | "some" | "unknown";
  /** What its cells show; undefined where they were not read. */
  readonly cells: string | undefined;
  /** The names of its neighbours: null where it has none, undefined where that is not known. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** A part of {@link ElementIdentity} that is not as it was. */
export type IdentityDifference =
  | "runtimeId"
  | "controlType"
  | "automationId"
  | "name"
  | "mark"
  /** What tells a row from its twins was not read this time: it may be the same or not. */
  | "unreadMark"
  | "parent"
  | "window"
  | "unreadable";

const ROWS = new Set<string>(["ListItem", "DataItem"]);

/** Whether an element is a row of a list or a grid whose runtime id may be its number. */
export function isRow({ controlType, frameworkId }: UiElement): boolean {
  return ROWS.has(controlType) && (frameworkId === "" || frameworkId === "Win32");
}

/** The marks of an element and of what it is in. */
export interface Marks {
  readonly own?: RowMark | null | undefined;
  readonly parent?: RowMark | null | undefined;
}

/** The marks of an element and of the row that it is in, as it is known. */
export function marksOf({ mark, parent }: ElementIdentity): Marks {
  return { own: mark, parent: parent?.mark };
}

/** Whether it, or the row that it is in, can be told from others only by what is in it and around it. */
export function hasTwins(identity: ElementIdentity): boolean {
  const { own, parent } = marksOf(identity);
  return own?.twins === "some" || parent?.twins === "some";
}

/** What two looks at a row prove: it differs only by something that was seen both times. */
export function compareMarks(known: RowMark | null, now: RowMark | null): "same" | "differs" | "unread" {
  if (known === null || now === null) return "same";
  if (known.twins === "none" && now.twins === "some") return "differs";
  if (known.twins !== "some" && now.twins !== "some") {
    const mayHaveTwins = known.twins === "unknown" || now.twins === "unknown";
    return mayHaveTwins && isElsewhere(known, now) ? "differs" : "same";
  }
  let isUnread = false;
  for (const part of ["cells", "before", "after"] as const) {
    if (known[part] === undefined || known[part] === now[part]) continue;
    if (now[part] !== undefined) return "differs";
    isUnread = true;
  }
  return isUnread ? "unread" : "same";
}

/** What {@link RowMark.cells} is for a row without any. */
const NO_CELLS = "[]";

/** Nothing around it is as it was, and not what is in it either: another row of its name may have come to its place. */
function isElsewhere(known: RowMark, now: RowMark): boolean {
  const isOther = (part: "before" | "after" | "cells"): boolean =>
    known[part] !== undefined && now[part] !== undefined && known[part] !== now[part];
  const hasNoCells = known.cells === NO_CELLS && now.cells === NO_CELLS;
  return isOther("before") && isOther("after") && (hasNoCells || isOther("cells"));
}

const IDENTIFYING: readonly UiProperty[] = ["runtimeId", "controlType", "automationId", "name"];

/** What an element is known by, from the facts of a moment. */
export function identityFrom(
  element: UiElement,
  parent: UiElement | undefined,
  window: ElementIdentity["window"],
  marks: Marks = {},
): ElementIdentity {
  const isUnsure = element.failed.some((property) => IDENTIFYING.includes(property)) ||
    parent?.failed.some((property) => property !== "name" && IDENTIFYING.includes(property)) === true;
  return {
    ...withoutName(element),
    name: element.name,
    mark: marks.own ?? null,
    parent: parent === undefined ? null : {
      ...withoutName(parent),
      row: isRow(parent) ? parent.name : "",
      mark: marks.parent ?? null,
    },
    window,
    isUnsure,
  };
}

/** Everything that is not as it was; nothing where it is surely the same element. */
export function identityDifferences(
  known: ElementIdentity,
  now: ElementIdentity,
): readonly IdentityDifference[] {
  const mark = compareMarks(known.mark, now.mark);
  const parentMark = compareMarks(known.parent?.mark ?? null, now.parent?.mark ?? null);
  const isSameParent = known.parent === null || now.parent === null
    ? known.parent === now.parent
    : known.parent.runtimeId === now.parent.runtimeId &&
      known.parent.controlType === now.parent.controlType &&
      known.parent.automationId === now.parent.automationId &&
      known.parent.row === now.parent.row && parentMark !== "differs";
  const isSameWindow = known.window.hwnd === now.window.hwnd && known.window.pid === now.window.pid &&
    known.window.hostedPid === now.window.hostedPid;
  const checks: readonly (readonly [IdentityDifference, boolean])[] = [
    ["runtimeId", known.runtimeId === now.runtimeId],
    ["controlType", known.controlType === now.controlType],
    ["automationId", known.automationId === now.automationId],
    // The window's own name is its title, which changes with what is in it.
    ["name", known.name === now.name || (known.parent === null && isSameWindow)],
    ["mark", mark !== "differs"],
    ["unreadMark", mark !== "unread" && parentMark !== "unread"],
    ["parent", isSameParent],
    ["window", isSameWindow],
    ["unreadable", !known.isUnsure && !now.isUnsure],
  ];
  return checks.filter(([, isSame]) => !isSame).map(([field]) => field);
}

/** Whether it is surely the same element. */
export function isSame(known: ElementIdentity, now: ElementIdentity): boolean {
  return identityDifferences(known, now).length === 0;
}

function withoutName(element: UiElement): { runtimeId: string; controlType: string; automationId: string } {
  return {
    runtimeId: runtimeKey(element) ?? "",
    controlType: element.controlType,
    automationId: element.automationId,
  };
}

/** The runtime id as a text; undefined where the element has none. */
export function runtimeKey({ runtimeId }: Pick<UiElement, "runtimeId">): string | undefined {
  return runtimeId.length === 0 ? undefined : runtimeId.join(".");
}
