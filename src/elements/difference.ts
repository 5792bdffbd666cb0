/** What changed between two readings of a window. */
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { identityKey, identityOf } from "./identity.ts";
import { ancestorsOf, elementAt, nodeAt, rootOf, runtimeKey } from "./tree.ts";

/** One element that is the same and looks different. */
export interface ElementChange {
  /** In the older tree. */
  readonly before: number;
  /** In the newer tree. */
  readonly after: number;
  readonly fields: readonly ChangedField[];
}

/** What a change is noticed in; places are not compared, since everything moves when a window does. */
export type ChangedField =
  | "name"
  | "enabled"
  | "offscreen"
  | "hasKeyboardFocus"
  | "value"
  | "isReadOnly"
  | "range"
  | "toggleState"
  | "selected"
  | "expandCollapseState";

/** The difference of two trees, all lists in document order. */
export interface TreeDifference {
  /** Nodes of the newer tree. */
  readonly added: readonly number[];
  /** Nodes of the older tree. */
  readonly removed: readonly number[];
  readonly changed: readonly ElementChange[];
  readonly unchanged: number;
  /** Nodes of the older tree that the newer reading may have missed: nothing is said of them. */
  readonly unknown: readonly number[];
  /** Nodes of the newer tree that the older reading may have missed: perhaps they were there before. */
  readonly newlyRead: readonly number[];
  /** Of every node of the newer tree that was there before, which one it was. */
  readonly beforeOf: ReadonlyMap<number, number>;
}

/** Compares two readings, the older one first. */
export function compareTrees(older: UiTree, newer: UiTree): TreeDifference {
  const afterOf = pairs(older, newer);
  const changed: ElementChange[] = [];
  const gone: number[] = [];
  let unchanged = 0;
  older.nodes.forEach(({ element }, before) => {
    const after = afterOf.get(before);
    if (after === undefined) {
      gone.push(before);
      return;
    }
    const fields = changedFields(element, elementAt(newer, after));
    if (fields.length > 0) changed.push({ before, after, fields });
    else unchanged++;
  });
  const beforeOf = new Map([...afterOf].map(([before, after]) => [after, before]));
  const come = newer.nodes.flatMap((_, node) => beforeOf.has(node) ? [] : [node]);
  const isMissed = missed(older, newer, afterOf);
  const wasMissed = missed(newer, older, beforeOf);
  return {
    added: come.filter((node) => !wasMissed(node)),
    removed: gone.filter((node) => !isMissed(node)),
    changed: changed.sort((a, b) => a.after - b.after),
    unchanged,
    unknown: gone.filter(isMissed),
    newlyRead: come.filter(wasMissed),
    beforeOf,
  };
}

/** Which node of the newer tree each of the older one is: first those that are surely the same, then the renamed. */
function pairs(older: UiTree, newer: UiTree): ReadonlyMap<number, number> {
  const paired = new Map<number, number>();
  const taken = new Set<number>();
  for (const keyOf of [surelySame, renamed]) {
    const open = new Map<string, number[]>();
    newer.nodes.forEach((_, node) => {
      const key = taken.has(node) ? undefined : keyOf(newer, node);
      if (key === undefined) return;
      const nodes = open.get(key);
      if (nodes === undefined) open.set(key, [node]);
      else nodes.push(node);
    });
    for (const nodes of open.values()) nodes.reverse();
    older.nodes.forEach((_, before) => {
      const key = paired.has(before) ? undefined : keyOf(older, before);
      // Twins are taken in their order.
      const after = key === undefined ? undefined : open.get(key)?.pop();
      if (after === undefined) return;
      paired.set(before, after);
      taken.add(after);
    });
  }
  return paired;
}

function surelySame(tree: UiTree, node: number): string {
  return identityKey(identityOf(tree, node));
}

/** The same place with another name: a status line, a button whose text says what it does next. */
function renamed(tree: UiTree, node: number): string | undefined {
  const element = elementAt(tree, node);
  const runtimeId = runtimeKey(element);
  if (runtimeId === undefined) return undefined;
  return JSON.stringify([
    String(rootOf(tree, node).hwnd),
    runtimeId,
    element.controlType,
    element.automationId,
  ]);
}

/** What is different; a fact that could not be read one of the times is not compared. */
export function changedFields(before: UiElement, after: UiElement): readonly ChangedField[] {
  const isKnown = (property: UiElement["failed"][number]): boolean =>
    !before.failed.includes(property) && !after.failed.includes(property);
  const isValueShown = !before.valueProtected && !after.valueProtected && !before.isPassword &&
    !after.isPassword;
  const differs: Readonly<Record<ChangedField, boolean>> = {
    name: before.name !== after.name,
    enabled: before.enabled !== after.enabled,
    offscreen: before.offscreen !== after.offscreen,
    hasKeyboardFocus: before.hasKeyboardFocus !== after.hasKeyboardFocus,
    value: isValueShown && before.value !== after.value,
    isReadOnly: before.isReadOnly !== after.isReadOnly,
    range: before.range?.value !== after.range?.value || before.range?.maximum !== after.range?.maximum ||
      before.range?.minimum !== after.range?.minimum,
    toggleState: before.toggleState !== after.toggleState,
    selected: before.selected !== after.selected,
    expandCollapseState: before.expandCollapseState !== after.expandCollapseState,
  };
  return (Object.keys(differs) as ChangedField[]).filter((field) => differs[field] && isKnown(field));
}

/** Whether one reading may not have come to where a node of another one is. */
function missed(
  there: UiTree,
  here: UiTree,
  hereOf: ReadonlyMap<number, number>,
): (node: number) => boolean {
  const { reading } = here;
  const isSomewhere = reading.cutByTime || reading.cutByNodes || reading.skipped > 0;
  return (node) => {
    const { hwnd } = rootOf(there, node);
    const isWindowUnread = here.roots.some((root) => root.hwnd === hwnd && root.node < 0);
    if (isSomewhere || isWindowUnread) return true;
    for (const above of ancestorsOf(there, node)) {
      const same = hereOf.get(above);
      if (same === undefined) continue;
      const { cut, firstChild = 0 } = nodeAt(here, same);
      return cut !== undefined || firstChild > 0;
    }
    return false;
  };
}
