/** What chords mean to an edit control, and what it holds before and after. */
import { once } from "../core/once.ts";
import type { CaretState, Modifier, PlainEditCommand, TextControl } from "../desktop/desktop.ts";
import { type Key, typedCharacter } from "./key_chord.ts";
import { normalizeLineEnds } from "./text_expectation.ts";

/** Where a key moves the caret to. */
export type CaretMove = "lineStart" | "lineEnd" | "textStart" | "textEnd" | "left" | "right";

/** What a chord means to an edit control. */
export type EditAction =
  | { readonly kind: "type"; readonly character: string }
  | { readonly kind: "selectAll" | "delete" | "backspace" | "lineBreak" }
  | { readonly kind: "command"; readonly command: PlainEditCommand }
  /** With `selects` the selection grows from where the caret was. */
  | { readonly kind: "caret"; readonly move: CaretMove; readonly selects: boolean }
  /** By a line or a page, which only the control itself can tell. */
  | { readonly kind: "step"; readonly forward: boolean };

/** An edit control at one moment; `text` in the units that its selection counts, undefined where it is not read. */
export interface EditState extends CaretState {
  readonly text: string | undefined;
  readonly clipboard: number;
}

const MOVES: Readonly<Record<string, CaretMove>> = {
  home: "lineStart",
  end: "lineEnd",
  left: "left",
  right: "right",
  "ctrl+home": "textStart",
  "ctrl+end": "textEnd",
};

const ACTIONS: Readonly<Record<string, EditAction>> = {
  "ctrl+a": { kind: "selectAll" },
  "ctrl+c": { kind: "command", command: "copy" },
  "ctrl+insert": { kind: "command", command: "copy" },
  "ctrl+x": { kind: "command", command: "cut" },
  "shift+delete": { kind: "command", command: "cut" },
  "ctrl+v": { kind: "command", command: "paste" },
  "shift+insert": { kind: "command", command: "paste" },
  "ctrl+z": { kind: "command", command: "undo" },
  "alt+backspace": { kind: "command", command: "undo" },
  delete: { kind: "delete" },
  backspace: { kind: "backspace" },
};

/** Of these a control of one line takes none: they are keys of the dialog or list around it. */
const ACTIONS_OF_LINES: Readonly<Record<string, EditAction>> = {
  enter: { kind: "lineBreak" },
  up: { kind: "step", forward: false },
  pageup: { kind: "step", forward: false },
  down: { kind: "step", forward: true },
  pagedown: { kind: "step", forward: true },
};

/** What a chord means to a control; undefined where that is not known, or is nothing that could be seen afterwards. */
export function editActionOf(
  control: TextControl,
  key: Key,
  held: readonly Modifier[],
): EditAction | undefined {
  if (control.kind === "other") return undefined;
  const character = typedCharacter(key, held);
  if (character !== undefined) return { kind: "type", character };
  if (control.kind === "scintilla") return undefined;
  const chord = [...held, key.name].join("+");
  const selects = held.includes("shift");
  const move = MOVES[[...held.filter((one) => one !== "shift"), key.name].join("+")];
  if (move !== undefined) return { kind: "caret", move, selects };
  return ACTIONS[chord] ?? (control.multiline ? ACTIONS_OF_LINES[chord] : undefined);
}

/** Whether the action changes the text. */
export function changesText(action: EditAction): boolean {
  if (action.kind === "command") return action.command !== "copy";
  return action.kind !== "selectAll" && action.kind !== "caret" && action.kind !== "step";
}

/** The text in the units in which the control counts its selection. */
export function inControlUnits(text: string, kind: TextControl["kind"]): string {
  return kind === "richEdit" ? normalizeLineEnds(text) : text;
}

/** How far a character that is shown as one can reach. */
const CLUSTER_UNITS = 64;

/** Made when it is needed: the first one of a process takes 20 ms. */
const clusters = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** Where the character before `at` begins; a line end and an emoji are one character each. */
export function previousBoundary(text: string | undefined, at: number): number {
  if (text === undefined) return Math.max(0, at - 1);
  const before = text.slice(Math.max(0, at - CLUSTER_UNITS), at);
  return at - ([...clusters().segment(before)].at(-1)?.segment.length ?? 0);
}

/** Where the character after `at` ends. */
export function nextBoundary(text: string | undefined, at: number, textUnits: number): number {
  if (text === undefined) return Math.min(textUnits, at + 1);
  const [next] = clusters().segment(text.slice(at, at + CLUSTER_UNITS));
  return at + (next?.segment.length ?? 0);
}

/**
 * The selection after a move: its fixed and its moving end. Undefined where it would grow from a selection that there is
 * already, of which nobody tells which end moves.
 */
export function selectionAfter(
  move: CaretMove,
  selects: boolean,
  state: Omit<EditState, "clipboard">,
): { readonly anchor: number; readonly caret: number } | undefined {
  const { start, end } = state.selection;
  if (selects && start !== end) return undefined;
  const caret = destination(move, state, start !== end);
  return { anchor: selects ? start : caret, caret };
}

function destination(move: CaretMove, state: Omit<EditState, "clipboard">, hasSelection: boolean): number {
  const { selection, line, text, textUnits } = state;
  switch (move) {
    case "lineStart":
      return line.start;
    case "lineEnd":
      return line.end;
    case "textStart":
      return 0;
    case "textEnd":
      return text?.length ?? textUnits;
    case "left": // out of a selection, to its edge
      return hasSelection ? selection.start : previousBoundary(text, selection.start);
    case "right":
      return hasSelection ? selection.end : nextBoundary(text, selection.end, textUnits);
  }
}
