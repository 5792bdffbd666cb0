import { defineConstants } from "./constants.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";
import { VIRTUAL_KEY } from "./message.ts";

/** `KEYBDINPUT`: one key going down or up. */
export const KEYBDINPUT = defineStruct("KEYBDINPUT", {
  wVk: "u16",
  wScan: "u16",
  dwFlags: "u32",
  time: "u32",
  dwExtraInfo: "usize",
});

/** `MOUSEINPUT`, the largest member of the `INPUT` union, which gives the union its size. */
export const MOUSEINPUT = defineStruct("MOUSEINPUT", {
  dx: "i32",
  dy: "i32",
  mouseData: "u32",
  dwFlags: "u32",
  time: "u32",
  dwExtraInfo: "usize",
});

/** `INPUT`: its type and the union, named here after its largest member. */
export const INPUT = defineStruct("INPUT", { type: "u32", mi: MOUSEINPUT });

/** Constants of `SendInput`. */
export const INPUT_FLAG = defineConstants({
  INPUT_MOUSE: 0,
  INPUT_KEYBOARD: 1,
  KEYEVENTF_EXTENDEDKEY: 0x0001,
  KEYEVENTF_KEYUP: 0x0002,
  KEYEVENTF_UNICODE: 0x0004,
});

/** One key event; `virtualKey` 0 with `KEYEVENTF_UNICODE` sends the UTF-16 unit in `scanCode`. */
export interface KeyEvent {
  readonly virtualKey: number;
  readonly scanCode: number;
  readonly flags: number;
}

/** The key events that type a text by its UTF-16 units, each unit down and up. */
export function unicodeKeyEvents(text: string): KeyEvent[] {
  const events: KeyEvent[] = [];
  for (let i = 0; i < text.length; i++) {
    const scanCode = text.charCodeAt(i);
    events.push({ virtualKey: 0, scanCode, flags: INPUT_FLAG.KEYEVENTF_UNICODE });
    events.push({
      virtualKey: 0,
      scanCode,
      flags: INPUT_FLAG.KEYEVENTF_UNICODE | INPUT_FLAG.KEYEVENTF_KEYUP,
    });
  }
  return events;
}

/**
 * The ups that are owed when Windows took only the first `sent` of some events: each key that went down and not up again,
 * the last one first.
 */
export function owedKeyUps(events: readonly KeyEvent[], sent: number): KeyEvent[] {
  const down: KeyEvent[] = [];
  for (const event of events.slice(0, sent)) {
    const isUp = (event.flags & INPUT_FLAG.KEYEVENTF_KEYUP) !== 0;
    const at = down.findLastIndex(({ virtualKey, scanCode }) =>
      virtualKey === event.virtualKey && scanCode === event.scanCode
    );
    if (!isUp) down.push(event);
    else if (at >= 0) down.splice(at, 1);
  }
  return down.reverse().map((event) => ({ ...event, flags: event.flags | INPUT_FLAG.KEYEVENTF_KEYUP }));
}

/**
 * Puts key events into the system's input stream, as one uninterrupted series; they go to whatever is in front.
 * Returns how many Windows took: fewer means that input is blocked (by a secure desktop or a more privileged window).
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-sendinput
 */
export function sendKeyEvents(events: readonly KeyEvent[]): number {
  const bytes = new Uint8Array(events.length * INPUT.byteLength);
  events.forEach((event, index) => {
    const offset = index * INPUT.byteLength;
    INPUT.write(bytes, { type: INPUT_FLAG.INPUT_KEYBOARD }, offset);
    KEYBDINPUT.write(
      bytes,
      { wVk: event.virtualKey, wScan: event.scanCode, dwFlags: event.flags },
      offset + INPUT.offsets.mi,
    );
  });
  return user32.symbols.SendInput(events.length, bytes, INPUT.byteLength);
}

/**
 * Puts a mouse event without movement or button into the input stream. Windows lets the process that sent the last input
 * take the foreground.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setforegroundwindow#remarks
 */
export function sendEmptyMouseEvent(): void {
  user32.symbols.SendInput(1, INPUT.make({ type: INPUT_FLAG.INPUT_MOUSE }), INPUT.byteLength);
}

const modifierKeys = {
  shift: [VIRTUAL_KEY.VK_SHIFT],
  ctrl: [VIRTUAL_KEY.VK_CONTROL],
  alt: [VIRTUAL_KEY.VK_MENU],
  win: [VIRTUAL_KEY.VK_LWIN, VIRTUAL_KEY.VK_RWIN],
} as const;

/** The modifier keys that are down now, whoever holds them. */
export function heldModifiers(): (keyof typeof modifierKeys)[] {
  const names = Object.keys(modifierKeys) as (keyof typeof modifierKeys)[]; // the object is closed
  return names.filter((name) => modifierKeys[name].some((key) => user32.symbols.GetAsyncKeyState(key) < 0));
}
