/** What the elements of a reading are known by, and what may have taken the place of one that is gone. */
import type { UiSubject } from "../desktop/ui_act.ts";
import type { UiReadRequest, UiTree } from "../desktop/ui_element.ts";
import { type ElementIdentity, identityFrom } from "../desktop/ui_identity.ts";
import { rowMarks } from "./row_marks.ts";
import { ancestorsOf, elementAt, nodeAt, rootOf, runtimeKey } from "./tree.ts";

export {
  type ElementIdentity,
  type IdentityDifference,
  identityDifferences,
  identityFrom,
  isSame,
  type ParentIdentity,
} from "../desktop/ui_identity.ts";

/** One element on the way from a window to another one. */
export interface WayStep {
  readonly controlType: string;
  readonly automationId: string;
  /** Empty for the window. */
  readonly name: string;
}

/** What a node is known by. */
export function identityOf(tree: UiTree, node: number): ElementIdentity {
  const { element, parent } = nodeAt(tree, node);
  const { hwnd, processId: pid, hostedPid } = rootOf(tree, node);
  const marks = rowMarks(tree);
  const above = parent < 0 ? undefined : elementAt(tree, parent);
  return identityFrom(element, above, { hwnd, pid, ...(hostedPid === undefined ? {} : { hostedPid }) }, {
    own: marks.get(node),
    parent: marks.get(parent),
  });
}

/** A text that two identities of the same element share; rows of one name may share it as well, which their marks tell. */
export function identityKey(identity: ElementIdentity): string {
  const { parent, window } = identity;
  return JSON.stringify([
    String(window.hwnd),
    window.pid,
    window.hostedPid ?? null,
    identity.runtimeId,
    identity.controlType,
    identity.automationId,
    parent === null ? null : identity.name,
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

/** What a ref remembers of its element beside its identity, to find it again, or what may have taken its place. */
export interface KnownElement {
  readonly identity: ElementIdentity;
  readonly way: readonly WayStep[];
  /** The runtime ids of what it is in, as texts: its parent first; empty where there is none. */
  readonly above: readonly string[];
  /** The window handle that a search for it begins at. */
  readonly host: UiSubject["host"];
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
    host: hostOf(tree, node),
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

/** What has to be known of a node to act on it. */
export function subjectOf(tree: UiTree, node: number): UiSubject {
  return { identity: identityOf(tree, node), host: hostOf(tree, node) };
}

/**
 * The same for an element that may have been rebuilt by the time it is acted on; undefined where its type, automation id
 * and name do not tell it from others, such as may be where what it is in was not read to its end.
 */
export function subjectByWords(tree: UiTree, node: number): UiSubject | undefined {
  const { controlType, automationId, name } = elementAt(tree, node);
  if (automationId === "" && name === "") return undefined;
  if ([...ancestorsOf(tree, node)].some((above) => nodeAt(tree, above).cut !== undefined)) return undefined;
  const isAlike = tree.nodes.filter(({ element }) =>
    element.controlType === controlType && element.automationId === automationId && element.name === name
  );
  return isAlike.length === 1 ? { ...subjectOf(tree, node), isByWords: true } : undefined;
}

/** The innermost window at or above a node. */
function hostOf(tree: UiTree, node: number): UiSubject["host"] {
  let levels = 0;
  for (const each of [node, ...ancestorsOf(tree, node)]) {
    const { element: { nativeWindowHandle }, parent } = nodeAt(tree, each);
    if (nativeWindowHandle !== 0n) return { hwnd: nativeWindowHandle, levels };
    if (parent < 0) break;
    levels++;
  }
  return { hwnd: rootOf(tree, node).hwnd, levels };
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
