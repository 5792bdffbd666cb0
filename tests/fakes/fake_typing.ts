/** What typed text and keys do to a fake control. */
import type { CaretState, DeliveryResult, EditCommand, KeyChord } from "../../src/desktop/desktop.ts";
import type { FakeControl } from "./fake_window.ts";

const VK_TAB = 0x09;
const VK_SPACE = 0x20;
const VK_RETURN = 0x0D;

/** What a fake edit does at a message; `copied` holds what was copied. */
export function edit(control: FakeControl, command: EditCommand, copied: { text: string }): void {
  const { start, end } = control.selection;
  const canChange = control.enabled && !control.readOnly;
  if (typeof command !== "string") {
    const caret = command.caret < 0 ? control.text.length : command.caret;
    control.selection = { start: Math.min(command.anchor, caret), end: Math.max(command.anchor, caret) };
    return;
  }
  if ((command === "copy" || command === "cut") && start !== end) {
    copied.text = control.text.slice(start, end);
  }
  if (command === "paste" && canChange) insert(control, copied.text);
  else if ((command === "cut" || command === "clear") && start !== end && canChange) insert(control, "");
}

/** Where the caret of a fake edit is. */
export function caretOf(control: FakeControl): CaretState {
  const { text, selection } = control;
  const start = text.lastIndexOf("\n", selection.end - 1) + 1;
  const lineEnd = text.indexOf("\r\n", start);
  return {
    selection: { ...selection },
    textUnits: text.length,
    line: { start, end: lineEnd < 0 ? text.length : lineEnd },
  };
}

/** The text that a chord types on the US layout, as far as fakes need it. */
export function chordText({ key, modifiers }: KeyChord): string {
  if ("character" in key) return key.character;
  if (modifiers.some((modifier) => modifier !== "shift")) return "";
  const { virtualKey } = key;
  const isPlain = virtualKey === VK_SPACE || virtualKey >= 0x30 && virtualKey <= 0x5A;
  if (!isPlain) return keyText(virtualKey);
  const character = String.fromCharCode(virtualKey);
  return modifiers.includes("shift") ? character : character.toLowerCase();
}

/** The text that a key types. */
export function keyText(virtualKey: number): string {
  if (virtualKey === VK_RETURN) return "\n";
  if (virtualKey === VK_TAB) return "\t";
  return "";
}

/**
 * Types a text over the selection, as an edit control does: line ends become CR LF, or nothing in a single line;
 * characters that the control changes or refuses are changed or lost; its limit holds.
 */
export function deliver(control: FakeControl | undefined, text: string, units = text.length): DeliveryResult {
  if (control === undefined) return { acceptedUnits: 0, stopped: "gone" };
  const { stopsAfter } = control;
  const isCut = stopsAfter !== undefined && stopsAfter.units < units;
  const accepted = isCut ? text.slice(0, stopsAfter.units) : text;
  if (!control.isDeaf && control.enabled && !control.readOnly) insert(control, accepted);
  return isCut ? { acceptedUnits: stopsAfter.units, stopped: stopsAfter.reason } : { acceptedUnits: units };
}

function insert(control: FakeControl, typed: string): void {
  const lineEnd = control.multiline ? "\r\n" : "";
  const { start, end } = control.selection;
  const before = control.text.slice(0, start);
  const after = control.text.slice(end);
  const room = (control.limitUnits ?? Infinity) - before.length - after.length;
  const text = transformed(control, typed.replace(/\r\n|\r|\n/g, lineEnd)).slice(0, Math.max(0, room));
  control.text = before + text + after;
  const caret = start + text.length;
  control.selection = { start: caret, end: caret };
}

function transformed(control: FakeControl, text: string): string {
  switch (control.transform) {
    case "none":
      return text;
    case "upper":
      return text.toUpperCase();
    case "lower":
      return text.toLowerCase();
    case "digits":
      return text.replace(/[^0-9]/g, "");
  }
}
