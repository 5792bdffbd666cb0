/**
 * What changed since a snapshot, as an outline: `~` what looks different, `+` what came, `-` what went, `?` what was not
 * read before.
 */
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { type LineChange, withChangedCells } from "./changed_cells.ts";
import { type ChangedField, compareTrees, type TreeDifference } from "./difference.ts";
import { DEFAULT_OUTLINE_BYTES, LEAST_OUTLINE_BYTES } from "./outline.ts";
import { changesToTell } from "./changes_to_tell.ts";
import { fold, type FoldedTree } from "./outline_fold.ts";
import { cellsText, lineOf, quotedOnLine, statesOf, utf8Bytes, valueOf } from "./outline_line.ts";
import { ancestorsOf, elementAt } from "./tree.ts";

/** How the outline is made. */
export interface ChangesOptions {
  /** The refs of the older tree; those of nodes that had none are not asked for. */
  readonly oldRefOf: (node: number) => string | undefined;
  readonly newRefOf: (node: number) => string;
  readonly maxBytes?: number;
}

/** The outline, and the numbers behind it; elements that only arrange others are not counted. */
export interface ChangesOutline {
  readonly text: string;
  readonly bytes: number;
  /** What came, and what is in something that was closed before. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Elements of which nothing is known now. */
  readonly unknown: number;
  /** Elements that were not read before, and may have been there. */
  readonly newlyRead: number;
  /** Changes that have no line, for want of bytes. */
  readonly leftOut: number;
}

/** Makes the outline of what changed from the older to the newer reading. */
export function outlineChanges(older: UiTree, newer: UiTree, options: ChangesOptions): ChangesOutline {
  const maxBytes = Math.max(LEAST_OUTLINE_BYTES, options.maxBytes ?? DEFAULT_OUTLINE_BYTES);
  const folded = { older: fold(older), newer: fold(newer) };
  const difference = worthTelling(compareTrees(older, newer), folded.older, folded.newer);
  const { added, removed, changed, unchanged, unknown, newlyRead } = difference;
  const head = `${added.length} added, ${removed.length} removed, ${changed.length} changed, ` +
    `${unchanged} unchanged` + (unknown.length === 0 ? "" : `, ${unknown.length} not read this time`) +
    (newlyRead.length === 0 ? "" : `, ${newlyRead.length} not read before`);
  // Written only as far as there is room: a line costs a ref.
  const kinds: readonly (readonly (() => string)[])[] = [
    comeLines(folded.newer, added, "+", options),
    changeLines(older, folded.newer, changed, options),
    removedLines(older, removed, options),
    comeLines(folded.newer, newlyRead, "?", options),
  ];
  const all = kinds.reduce((sum, { length }) => sum + length, 0);
  const kept = withinBytes(kinds, maxBytes - utf8Bytes(head) - 1 - utf8Bytes(leftOutLine(all)) - 1);
  const leftOut = all - kept.length;
  const text = [head, ...kept, ...leftOut === 0 ? [] : [leftOutLine(leftOut)]].join("\n");
  return {
    text,
    bytes: utf8Bytes(text),
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    unchanged,
    unknown: unknown.length,
    newlyRead: newlyRead.length,
    leftOut,
  };
}

/** Without what has no line in an outline; what had none before and has one now, as in a list that opened, has come. */
function worthTelling(
  difference: TreeDifference,
  older: FoldedTree,
  newer: FoldedTree,
): Omit<TreeDifference, "beforeOf" | "changed"> & { readonly changed: readonly LineChange[] } {
  const isKept = ({ children }: FoldedTree, node: number): boolean => children[node] !== undefined;
  const come = new Set(difference.added);
  for (const [node, before] of difference.beforeOf) if (!isKept(older, before)) come.add(node);
  const changed = withChangedCells(difference.changed, older, newer, difference.beforeOf)
    .filter(({ after }) => isKept(newer, after) && !come.has(after));
  const added = [...come].filter((node) => isKept(newer, node)).sort((a, b) => a - b);
  const newlyRead = difference.newlyRead.filter((node) => isKept(newer, node));
  return {
    added,
    newlyRead,
    changed,
    removed: difference.removed.filter((node) => isKept(older, node)),
    unknown: difference.unknown.filter((node) => isKept(older, node)),
    unchanged: newer.kept - changed.length - added.length - newlyRead.length,
  };
}

/** What looks different, and what it was; what happened to all that is inside it as well is told there alone. */
function changeLines(
  older: UiTree,
  newer: FoldedTree,
  changed: readonly LineChange[],
  options: ChangesOptions,
): readonly (() => string)[] {
  return changesToTell(newer.tree, changed).map(({ before, after, fields, cellsBefore, inside }) => () => {
    const line = newLine(newer, after, options);
    const words = fields.map((field) => wordBefore(elementAt(older, before), field));
    if (cellsBefore !== undefined) words.push(cellsBefore.length === 0 ? "empty" : cellsText(cellsBefore));
    const was = words.join(", ");
    return `~ ${line} (was ${was}${inside === 0 ? "" : `; ${inside} inside too`})`;
  });
}

/** The line of an element as it is now. */
function newLine({ tree, cells }: FoldedTree, node: number, { newRefOf }: ChangesOptions): string {
  return lineOf(elementAt(tree, node), { ref: newRefOf(node), cells: cells.get(node) ?? [] });
}

/** What a field of the older reading said. */
function wordBefore(before: UiElement, field: ChangedField): string {
  switch (field) {
    case "name":
      return quotedOnLine(before.name);
    case "enabled":
      return before.enabled ? "enabled" : "disabled";
    case "offscreen":
      return before.offscreen ? "offscreen" : "on screen";
    case "hasKeyboardFocus":
      return before.hasKeyboardFocus ? "focused" : "not focused";
    case "selected":
      return before.selected === true ? "selected" : "not selected";
    case "isReadOnly":
      return before.isReadOnly === true ? "readonly" : "not readonly";
    case "range":
      return before.range === null ? "without value" : valueOf(before);
    case "value":
      return before.value === null || before.value === ""
        ? "empty"
        : valueOf(before) || `value=${quotedOnLine(before.value)}`;
    case "toggleState":
    case "expandCollapseState":
      return before[field] === null ? `without ${field}` : stateWord(before, field);
  }
}

function stateWord(before: UiElement, field: "toggleState" | "expandCollapseState"): string {
  const others = statesOf({ ...before, [field]: null });
  return statesOf(before).find((state) => !others.includes(state)) ?? "leaf";
}

/** What came, each below what it came into. */
function comeLines(
  newer: FoldedTree,
  nodes: readonly number[],
  mark: "+" | "?",
  options: ChangesOptions,
): readonly (() => string)[] {
  const levels = levelsOf(newer.tree, nodes);
  return nodes.map((node) => () => {
    const level = levels.get(node) ?? 0;
    const place = level > 0 ? "" : placeOf(newer.tree, node, options.newRefOf);
    return `${mark} ${"  ".repeat(level)}${newLine(newer, node, options)}${place}`;
  });
}

/** What went: the outermost alone, with how many were in it. */
function removedLines(
  older: UiTree,
  removed: readonly number[],
  { oldRefOf }: ChangesOptions,
): readonly (() => string)[] {
  const levels = levelsOf(older, removed);
  const outermost: { readonly node: number; inside: number }[] = [];
  for (const node of removed) {
    if ((levels.get(node) ?? 0) > 0) {
      const last = outermost.at(-1);
      if (last !== undefined) last.inside++;
    } else outermost.push({ node, inside: 0 });
  }
  return outermost.map(({ node, inside }) => () => {
    const ref = oldRefOf(node);
    const line = lineOf(elementAt(older, node), ref === undefined ? {} : { ref });
    return inside === 0 ? `- ${line}` : `- ${line} (+${inside} inside)`;
  });
}

/** How many of the nodes each of them is inside; they are in document order. */
function levelsOf(tree: UiTree, nodes: readonly number[]): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  for (const node of nodes) {
    let level = 0;
    for (const above of ancestorsOf(tree, node)) {
      const outer = levels.get(above);
      if (outer === undefined) continue;
      level = outer + 1;
      break;
    }
    levels.set(node, level);
  }
  return levels;
}

function placeOf(tree: UiTree, node: number, refOf: (node: number) => string): string {
  for (const above of ancestorsOf(tree, node)) {
    const { name, controlType } = elementAt(tree, above);
    if (name !== "" || controlType === "Window") return ` in [ref=${refOf(above)}]`;
  }
  return "";
}

/**
 * The first lines of every kind that fit: a quarter of the room is each one's own, so that many of one kind leave some for
 * the others.
 */
function withinBytes(kinds: readonly (readonly (() => string)[])[], maxBytes: number): readonly string[] {
  const kept: string[][] = kinds.map(() => []);
  let bytes = 0;
  for (const share of [1 / kinds.length, 1]) {
    kinds.forEach((lines, kind) => {
      const most = share === 1 ? maxBytes : bytes + maxBytes * share;
      const own = kept[kind] ?? [];
      for (let next = lines[own.length]; next !== undefined; next = lines[own.length]) {
        const line = next();
        if (bytes + utf8Bytes(line) + 1 > most) return;
        bytes += utf8Bytes(line) + 1;
        own.push(line);
      }
    });
  }
  return kept.flat();
}

function leftOutLine(count: number): string {
  return `(${count} further changes left out for want of room; read the window again)`;
}
