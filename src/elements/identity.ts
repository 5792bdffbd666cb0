/**
 * What an element is known by. Runtime ids alone are not enough: Windows gives them to other elements later, and lists
 * make them of row numbers, so that another row has the id after sorting.
 */
import type { Hwnd } from "../core/hwnd.ts";
import type { UiElement, UiProperty, UiReadRequest, UiTree } from "../desktop/ui_element.ts";
import { isRow, rowMarks } from "./row_marks.ts";
import { ancestorsOf, elementAt, nodeAt, rootOf, runtimeKey } from "./tree.ts";

/** All of it must be as it was for an element to be surely the same. */
export interface ElementIdentity {
  /** Empty where the element has none. */
  readonly runtimeId: string;
  readonly controlType: string;
  readonly automationId: string;
  readonly name: string;
  /** What tells a row from others of its name, as {@link rowMarks} has it; empty for all else. */
  readonly mark: string;
  /** Null for the window itself. */
  readonly parent: ParentIdentity | null;
  readonly window: { readonly hwnd: Hwnd; readonly pid: number };
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

/** One element on the way from a window to another one. */
export interface WayStep {
  readonly controlType: string;
  readonly automationId: string;
  /** Empty for the window. */
  readonly name: string;
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

/** What a node is known by. */
export function identityOf(tree: UiTree, node: number): ElementIdentity {
  const { element, parent } = nodeAt(tree, node);
  const { hwnd, processId } = rootOf(tree, node);
  const marks = rowMarks(tree);
  const above = parent < 0 ? undefined : elementAt(tree, parent);
  return identityFrom(element, above, { hwnd, pid: processId }, {
    own: marks.get(node),
    parent: marks.get(parent),
  });
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
  const isSameWindow = known.window.hwnd === now.window.hwnd && known.window.pid === now.window.pid;
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

/** A text that two identities share exactly if they are of surely the same element. */
export function identityKey(identity: ElementIdentity): string {
  const { parent, window } = identity;
  return JSON.stringify([
    String(window.hwnd),
    window.pid,
    identity.runtimeId,
    identity.controlType,
    identity.automationId,
    parent === null ? null : identity.name,
    identity.mark,
    parent === null ? null : [parent.runtimeId, parent.controlType, parent.automationId, parent.row],
  ]);
}

/** The way from the window to an element, the window first, the element itself left out. */
export function wayTo(tree: UiTree, node: number): readonly WayStep[] {
  const steps: WayStep[] = [];
  for (const above of ancestorsOf(tree, node)) {
    const { element, parent } = nodeAt(tree, above);
    steps.push({
      controlType: element.controlType,
      automationId: element.automationId,
      name: parent < 0 ? "" : element.name,
    });
  }
  return steps.reverse();
}

function withoutName(element: UiElement): { runtimeId: string; controlType: string; automationId: string } {
  return {
    runtimeId: runtimeKey(element) ?? "",
    controlType: element.controlType,
    automationId: element.automationId,
  };
}

/** What a ref remembers of its element beside its identity, to find it again, or what may have taken its place. */
export interface KnownElement {
  readonly identity: ElementIdentity;
  readonly way: readonly WayStep[];
  /** The runtime ids of what it is in, as texts: its parent first; empty where there is none. */
  readonly above: readonly string[];
  /** Where reading must go on for it to be met again, should fewer children than that be read. */
  readonly page?: NonNullable<UiReadRequest["continueAt"]>;
}

/** What a ref of this node has to remember. `places` are those of {@link placesOf}. */
export function knownElementOf(tree: UiTree, node: number, places: readonly number[]): KnownElement {
  const above = [...ancestorsOf(tree, node)].map((one) => runtimeKey(elementAt(tree, one)) ?? "");
  const page = pageOf(tree, node, places);
  return {
    identity: identityOf(tree, node),
    way: wayTo(tree, node),
    above,
    ...(page === undefined ? {} : { page }),
  };
}

/** The runtime ids on the way to an element, for {@link UiReadRequest.along}; undefined where that is no help. */
export function alongTo({ identity, above }: KnownElement): UiReadRequest["along"] {
  // Last comes the window.
  const ids = [...above.slice(0, -1).reverse(), identity.runtimeId];
  if (above.length === 0 || ids.includes("")) return undefined;
  return ids.map((id) => id.split(".").map(Number));
}

/** The list that it is farthest from the beginning of. */
function pageOf(tree: UiTree, node: number, places: readonly number[]): KnownElement["page"] {
  let page: KnownElement["page"];
  let child = node;
  for (const above of ancestorsOf(tree, node)) {
    const { element: { runtimeId }, firstChild = 0 } = nodeAt(tree, above);
    const place = firstChild + (places[child] ?? 0);
    if (runtimeId.length > 0 && place > (page?.firstChild ?? 0)) page = { runtimeId, firstChild: place };
    child = above;
  }
  return page;
}

/**
 * The element that probably took the place of one that is gone: the only one with its type, automation id and name
 * under the same way from the window, else the only one anywhere in the tree. Undefined where there is none, or the
 * choice would be a guess.
 */
export function likelySuccessor(
  tree: UiTree,
  { identity, way }: Pick<KnownElement, "identity" | "way">,
): number | undefined {
  if (identity.automationId === "" && identity.name === "") return undefined;
  const alike: number[] = [];
  tree.nodes.forEach(({ element, parent }, node) => {
    if (element.controlType !== identity.controlType || element.automationId !== identity.automationId) {
      return;
    }
    if ((parent < 0) !== (identity.parent === null)) return;
    if (element.name === identity.name && element.failed.length === 0) alike.push(node);
  });
  const wanted = JSON.stringify(way);
  const inPlace = alike.filter((node) => JSON.stringify(wayTo(tree, node)) === wanted);
  const [only, ...others] = inPlace.length > 0 ? inPlace : alike;
  return others.length === 0 ? only : undefined;
}
