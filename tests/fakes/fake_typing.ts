/** What typed text does to a fake control. */
import type { DeliveryResult } from "../../src/desktop/desktop.ts";
import type { FakeControl } from "./fake_window.ts";

const VK_TAB = 0x09;
const VK_RETURN = 0x0D;

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
