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
  /** What tells a row from others of its name, empty for all else. */
  readonly mark: string;
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
  /** The name of a row and its mark: without them its cells would be those of another one. Empty for all else. */
  readonly row: string;
}

/** A part of {@link ElementIdentity} that is not as it was. */
export type IdentityDifference =
  | "runtimeId"
  | "controlType"
  | "automationId"
  | "name"
  | "mark"
  | "parent"
  | "window"
  | "unreadable";

const ROWS = new Set<string>(["ListItem", "DataItem"]);

/** Whether an element is a row of a list or a grid whose runtime id may be its number. */
export function isRow({ controlType, frameworkId }: UiElement): boolean {
  return ROWS.has(controlType) && (frameworkId === "" || frameworkId === "Win32");
}

/** The marks of an element and of the row that it is in, as it is known; empty where there is none. */
export function marksOf(
  { mark, parent }: ElementIdentity,
): { readonly own: string; readonly parent: string } {
  if (parent === null || parent.row === "") return { own: mark, parent: "" };
  const [, rowMark] = JSON.parse(parent.row) as readonly [string, string]; // as it is written below
  return { own: mark, parent: rowMark };
}

const IDENTIFYING: readonly UiProperty[] = ["runtimeId", "controlType", "automationId", "name"];

/** What an element is known by, from the facts of a moment. */
export function identityFrom(
  element: UiElement,
  parent: UiElement | undefined,
  window: ElementIdentity["window"],
  marks: { readonly own?: string | undefined; readonly parent?: string | undefined } = {},
): ElementIdentity {
  const isUnsure = element.failed.some((property) => IDENTIFYING.includes(property)) ||
    parent?.failed.some((property) => property !== "name" && IDENTIFYING.includes(property)) === true;
  return {
    ...withoutName(element),
    name: element.name,
    mark: marks.own ?? "",
    parent: parent === undefined ? null : {
      ...withoutName(parent),
      row: isRow(parent) ? JSON.stringify([parent.name, marks.parent ?? ""]) : "",
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
  const isSameParent = known.parent === null || now.parent === null
    ? known.parent === now.parent
    : known.parent.runtimeId === now.parent.runtimeId &&
      known.parent.controlType === now.parent.controlType &&
      known.parent.automationId === now.parent.automationId &&
      known.parent.row === now.parent.row;
  const isSameWindow = known.window.hwnd === now.window.hwnd && known.window.pid === now.window.pid &&
    known.window.hostedPid === now.window.hostedPid;
  const checks: readonly (readonly [IdentityDifference, boolean])[] = [
    ["runtimeId", known.runtimeId === now.runtimeId],
    ["controlType", known.controlType === now.controlType],
    ["automationId", known.automationId === now.automationId],
    // The window's own name is its title, which changes with what is in it.
    ["name", known.name === now.name || (known.parent === null && isSameWindow)],
    ["mark", known.mark === now.mark],
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
