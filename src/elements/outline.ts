/**
 * The outline of a window that a model reads first: one line an element, indented by what is inside what, within a
 * budget of bytes. Where not everything fits, every level gets its first lines before any gets more, and each place
 * where something is missing says how much, and how to go on.
 */
import type { UiTree } from "../desktop/ui_element.ts";
import { fold, type FoldedTree, isUnknownControl } from "./outline_fold.ts";
import { lineOf, shortLineOf, typeWord, utf8Bytes } from "./outline_line.ts";
import { cutWords, elementCount, gapsOf, isCut } from "./status.ts";
import { elementAt, endOf, nodeAt } from "./tree.ts";

/** What a model reads without harm to everything else it has to keep in mind. */
export const DEFAULT_OUTLINE_BYTES = 8_000;
/** Less than this has no room for a line and what is left out. */
export const LEAST_OUTLINE_BYTES = 400;
/** How many children of one element are shown before others get their turn: what a window is made of goes before rows. */
const TURNS = { parts: [100, 1_000, Infinity], rows: [6, 20, 60, 200, 1_000, Infinity] };

/** What lists and their like are made of. */
const ROW_TYPES = new Set<string>(["ListItem", "DataItem", "TreeItem"]);

/** How an outline is made. */
export interface OutlineOptions {
  /** Gives the ref of a node; asked only for nodes that may be shown. */
  readonly refOf: (node: number) => string;
  /** Of the text in UTF-8. */
  readonly maxBytes?: number;
  /** Only this node and what is inside it. */
  readonly scope?: number;
}

/** An outline, and what is not in it. */
export interface Outline {
  readonly text: string;
  readonly bytes: number;
  /** Elements with a line. */
  readonly shown: number;
  /** Elements that deserve a line and have none, for want of bytes. */
  readonly leftOut: number;
  /** Elements that only arrange others, or whose text is on another's line. */
  readonly folded: number;
}

/** Makes the outline. */
export function outline(tree: UiTree, options: OutlineOptions): Outline {
  const { scope } = options;
  const maxBytes = Math.max(LEAST_OUTLINE_BYTES, options.maxBytes ?? DEFAULT_OUTLINE_BYTES);
  const folded = fold(tree, scope);
  const footer = readingFooter(tree, scope);
  const reserved = utf8Bytes(footer) + utf8Bytes(leftOutFooter(folded.kept, folded.kept)) + 2;
  const layout = new Layout(folded, options.refOf, maxBytes - reserved);
  layout.fill();
  const lines = layout.lines();
  const leftOut = folded.kept - layout.shown;
  if (leftOut > 0) lines.push(leftOutFooter(leftOut, folded.kept));
  if (footer !== "") lines.push(footer);
  const text = lines.join("\n");
  return {
    text,
    bytes: utf8Bytes(text),
    shown: layout.shown,
    leftOut,
    folded: (scope === undefined ? tree.nodes.length : endOf(tree, scope) - scope) - folded.kept,
  };
}

function leftOutFooter(leftOut: number, kept: number): string {
  return `(${leftOut} of ${kept} elements left out for want of room; read a ref to see inside it)`;
}

/** What is missing somewhere; where children are too many, the line below them says so. */
function readingFooter(tree: UiTree, scope: number | undefined): string {
  const gaps = { ...gapsOf(tree, scope), children: 0 };
  const parts = [
    isCut(gaps) ? `not everything was read: ${cutWords(gaps)}` : undefined,
    gaps.unreadable > 0 ? `${elementCount(gaps.unreadable)} could not be read` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : `(${parts.join("; ")})`;
}

/** What is known of a node that has a line. */
interface Entry {
  readonly node: number;
  readonly level: number;
  readonly ref: string;
  readonly line: string;
  readonly isOffscreen: boolean;
  readonly isDisabled: boolean;
  readonly children: readonly number[];
  /** Its children are many of a kind, as in a list. */
  readonly hasRows: boolean;
  readonly entries: Entry[];
  /** How many turns it has had. */
  turns: number;
}

/** Chooses the lines that fit. */
class Layout {
  readonly #folded: FoldedTree;
  readonly #refOf: (node: number) => string;
  readonly #maxBytes: number;
  readonly #order: Entry[] = [];
  readonly #tops: Entry[] = [];
  #bytes = 0;

  constructor(folded: FoldedTree, refOf: (node: number) => string, maxBytes: number) {
    this.#folded = folded;
    this.#refOf = refOf;
    this.#maxBytes = maxBytes;
  }

  get shown(): number {
    return this.#order.length;
  }

  fill(): void {
    for (const top of this.#folded.tops) this.#addTop(top);
    for (let turn = 0; turn < TURNS.rows.length; turn++) {
      // Those that are added meanwhile begin in the same turn, after those above them.
      for (const entry of this.#order) {
        const sizes = TURNS[entry.hasRows ? "rows" : "parts"];
        this.#grow(entry, sizes[entry.turns++] ?? Infinity);
      }
    }
  }

  lines(): string[] {
    const lines: string[] = [];
    const open: (Entry | string)[] = this.#tops.toReversed();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next === "string") {
        lines.push(next);
        continue;
      }
      const { before, after, suffix } = this.#gaps(next, next.entries.length);
      lines.push(next.line + suffix);
      if (after !== "") open.push(after);
      for (let at = next.entries.length - 1; at >= 0; at--) open.push(next.entries[at] as Entry);
      if (before !== "") open.push(before);
    }
    return lines;
  }

  #addTop(node: number): void {
    const entry = this.#entryOf(node, undefined);
    const fits = this.#tryAdd(entry, 0);
    if (fits) this.#tops.push(entry);
    else if (this.#tops.length === 0) {
      const short = { ...entry, line: shortLineOf(elementAt(this.#folded.tree, node), entry.ref) };
      if (this.#tryAdd(short, 0)) this.#tops.push(short);
    }
  }

  /** Gives a node's children lines until it has so many, or there is no room. */
  #grow(entry: Entry, most: number): void {
    const target = Math.min(most, entry.children.length);
    while (entry.entries.length < target) {
      const count = entry.entries.length;
      const child = this.#entryOf(entry.children[count] as number, entry);
      const change = this.#gapBytes(entry, count + 1) - this.#gapBytes(entry, count);
      if (!this.#tryAdd(child, change)) return;
      entry.entries.push(child);
    }
  }

  #tryAdd(entry: Entry, changeElsewhere: number): boolean {
    const bytes = utf8Bytes(entry.line) + 1 + this.#gapBytes(entry, 0) + changeElsewhere;
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#bytes += bytes;
    this.#order.push(entry);
    return true;
  }

  #entryOf(node: number, above: Entry | undefined): Entry {
    const { tree, children, cells } = this.#folded;
    const element = elementAt(tree, node);
    const ref = this.#refOf(node);
    const level = above === undefined ? 0 : above.level + 1;
    const isInOffscreen = above?.isOffscreen === true;
    // A dialog lies in the window that it disables, and is used itself.
    const isInDisabled = above?.isDisabled === true && element.controlType !== "Window";
    const texts = cells.get(node);
    const below = children[node] ?? [];
    const line = lineOf(element, {
      ref,
      isInOffscreen,
      isInDisabled,
      isNamedByClass: below.length === 0 && isUnknownControl(element) && element.className !== "",
      ...(texts === undefined ? {} : { cells: texts }),
    });
    return {
      node,
      level,
      ref,
      line: "  ".repeat(level) + line,
      isOffscreen: isInOffscreen || element.offscreen,
      isDisabled: isInDisabled || !element.enabled,
      children: below,
      // Before them may be what their columns are.
      hasRows: below.slice(0, 2).some((child) => ROW_TYPES.has(elementAt(tree, child).controlType)),
      entries: [],
      turns: 0,
    };
  }

  #gapBytes(entry: Entry, count: number): number {
    const { before, after, suffix } = this.#gaps(entry, count);
    return utf8Bytes(suffix) + lineBytes(before) + lineBytes(after);
  }

  /** What says that something is missing below a node of which so many children are shown. */
  #gaps(
    entry: Entry,
    count: number,
  ): { readonly before: string; readonly after: string; readonly suffix: string } {
    const { tree, inside, closed, childCounts, places } = this.#folded;
    const { cut, firstChild = 0 } = nodeAt(tree, entry.node);
    const { children, ref } = entry;
    const indent = "  ".repeat(entry.level + 1);
    const isBehindAll = firstChild > 0 && entry.children.length === 0 && cut === undefined;
    const before = isBehindAll
      ? `${indent}… nothing from item ${firstChild} on`
      : firstChild > 0
      ? `${indent}… ${firstChild} before`
      : "";
    if (count === 0) {
      const hidden = closed.get(entry.node) ?? inside[entry.node] ?? 0;
      const parts = [
        hidden > 0 ? `+${hidden} inside` : undefined,
        cut === undefined ? undefined : `${unreadWords(cut.total)} not read`,
      ].filter((part) => part !== undefined);
      return { before, after: "", suffix: parts.length === 0 ? "" : ` (${parts.join(", ")})` };
    }
    if (count === children.length && cut === undefined) return { before, after: "", suffix: "" };
    const all = childCounts[entry.node] ?? 0;
    const next = children[count];
    // What is kept may be fewer than what there is, or lie deeper.
    const isBelow = next !== undefined && nodeAt(tree, next).parent === entry.node;
    const firstItem = firstChild + (next === undefined ? all : isBelow ? places[next] ?? count : count);
    const unread = cut === undefined ? 0 : cut.total === null ? undefined : cut.total - firstChild - all;
    const hidden = children.length - count;
    const amount = unread === undefined ? "more" : `${hidden + Math.max(0, unread)} more`;
    const of = cut?.total === undefined || cut.total === null ? "" : ` of ${cut.total}`;
    const word = typeWord(elementAt(tree, next ?? children.at(-1) ?? entry.node).controlType);
    return {
      before,
      after: `${indent}… ${amount}${of} (${word}); go on with ref ${ref}, firstItem ${firstItem}`,
      suffix: "",
    };
  }
}

function unreadWords(total: number | null): string {
  return total === null ? "more" : String(total);
}

function lineBytes(line: string): number {
  return line === "" ? 0 : utf8Bytes(line) + 1;
}
