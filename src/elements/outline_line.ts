/** One element on one line: `checkBox "Bold" [ref=e12] disabled checked`. */
import { boundedText } from "../core/text.ts";
import type { UiElement } from "../desktop/ui_element.ts";

const MOST_NAME_UNITS = 100;
/** What a message box says is to be read whole. */
const MOST_TEXT_UNITS = 400;
const MOST_VALUE_UNITS = 80;
const MOST_CELL_UNITS = 40;
const MOST_CELLS = 8;

/** What JSON leaves as it is and a terminal or a reader takes for a command: controls, and marks that turn the line. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A foreign text on a line of ours: bounded, in quotation marks, never more than one line. */
export function quotedOnLine(text: string, maxUnits = MOST_NAME_UNITS): string {
  return JSON.stringify(boundedText(text, maxUnits).toWellFormed())
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The word for a control type on a line: `listItem`. */
export function typeWord(controlType: string): string {
  return controlType.charAt(0).toLowerCase() + controlType.slice(1);
}

/** What is known of an element's place. */
export interface LineOptions {
  /** Left out for what has none. */
  readonly ref?: string;
  /** What is around it is off-screen and said so. */
  readonly isInOffscreen?: boolean;
  /** What is around it is disabled and said so. */
  readonly isInDisabled?: boolean;
  readonly cells?: readonly string[];
  /** Nothing else says what it is. */
  readonly isNamedByClass?: boolean;
}

/** The line of an element, without indentation. */
export function lineOf(
  element: UiElement,
  { ref, isInOffscreen = false, isInDisabled = false, cells = [], isNamedByClass = false }: LineOptions = {},
): string {
  let line = typeWord(element.controlType);
  const mostUnits = element.controlType === "Text" ? MOST_TEXT_UNITS : MOST_NAME_UNITS;
  if (element.name !== "") line += ` ${quotedOnLine(element.name, mostUnits)}`;
  else if (element.automationId !== "") line += ` #${quotedOnLine(element.automationId, 60)}`;
  if (ref !== undefined) line += ` [ref=${ref}]`;
  if (isNamedByClass) line += ` class=${quotedOnLine(element.className, MOST_VALUE_UNITS)}`;
  for (const state of statesOf(element)) {
    const isSaid = state === "disabled" && isInDisabled;
    // A menu that is closed is as menus are.
    const isUsual = state === EXPAND_WORDS.Collapsed && element.controlType === "MenuItem";
    if (!isSaid && !isUsual) line += ` ${state}`;
  }
  if (element.offscreen && !isInOffscreen) line += " offscreen";
  const value = valueOf(element);
  if (value !== "") line += ` ${value}`;
  if (cells.length > 0) line += `: ${cellsText(cells)}`;
  return line;
}

/** The short form, for an element whose line has no room. */
export function shortLineOf(element: UiElement, ref: string): string {
  return `${typeWord(element.controlType)} [ref=${ref}]`;
}

/** The states that differ from the usual, and those that an element is about. */
export function statesOf(element: UiElement): readonly string[] {
  const states: string[] = [];
  if (!element.enabled) states.push("disabled");
  if (element.hasKeyboardFocus) states.push("focused");
  if (element.toggleState !== null) states.push(TOGGLE_WORDS[element.toggleState]);
  if (element.selected === true) states.push("selected");
  if (element.expandCollapseState !== null && element.expandCollapseState !== "LeafNode") {
    states.push(EXPAND_WORDS[element.expandCollapseState]);
  }
  if (element.isPassword) states.push("password");
  const isForText = element.controlType === "Edit" || element.controlType === "Document";
  if (element.isReadOnly === true && isForText) states.push("readonly");
  return states;
}

const TOGGLE_WORDS = { On: "checked", Off: "unchecked", Indeterminate: "mixed" } as const;
const EXPAND_WORDS = {
  Expanded: "expanded",
  Collapsed: "collapsed",
  PartiallyExpanded: "partly expanded",
} as const;

/** The value with its word; empty where there is none to show. */
export function valueOf(element: UiElement): string {
  const { range, value } = element;
  if (range !== null) return `value=${range.value} of ${range.minimum}..${range.maximum}`;
  if (value === null || value === "" || value === element.name) return "";
  if (element.isPassword || element.valueProtected) return "";
  const whole = value.length > MOST_VALUE_UNITS ? ` (of ${value.length} characters)` : "";
  return `value=${quotedOnLine(value, MOST_VALUE_UNITS)}${whole}`;
}

/** What the cells of a row say, bounded. */
export function cellsText(cells: readonly string[]): string {
  const shown = cells.slice(0, MOST_CELLS).map((cell) => quotedOnLine(cell, MOST_CELL_UNITS)).join(", ");
  return cells.length > MOST_CELLS ? `${shown}, … ${cells.length - MOST_CELLS} more` : shown;
}

/** How many bytes a text has in UTF-8; a lone surrogate counts as what it becomes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPairAt(text, unit, index)) {
      // Two units, four bytes.
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

function isPairAt(text: string, unit: number, index: number): boolean {
  if (unit < 0xD800 || unit > 0xDBFF) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xDC00 && next <= 0xDFFF;
}
