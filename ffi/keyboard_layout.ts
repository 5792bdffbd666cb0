/** Which key types what, by the keyboard layout that a thread uses. */
import { defineConstants } from "./constants.ts";
import { VIRTUAL_KEY } from "./message.ts";
import { user32 } from "./user32.ts";

const LAYOUT = defineConstants({ MAPVK_VK_TO_VSC: 0, PM_NOREMOVE: 0 });

/** Bits of `VkKeyScanExW`'s high byte. */
const SHIFT_STATE = 1;

const KEY_IS_DOWN = 0x80;
const IS_TOGGLED = 1;
/** A documented flag of `ToUnicodeEx` without a name in the headers: leaves pending dead keys of the session alone. */
const KEEP_KEYBOARD_STATE = 4;

/** Room for a `MSG`, which nobody reads. */
const anyMessage = new Uint8Array(48);

/** A key of a layout, and whether Shift must be down with it. */
export interface LayoutKey {
  readonly virtualKey: number;
  readonly shift: boolean;
}

/** The layout of a thread; 0 is the layout of our own. */
export function getKeyboardLayout(threadId: number): bigint {
  return user32.symbols.GetKeyboardLayout(threadId);
}

/** The scan code (set 1) of a virtual key; 0 when the layout has none. */
export function scanCodeOf(virtualKey: number, layout: bigint): number {
  return user32.symbols.MapVirtualKeyExW(virtualKey, LAYOUT.MAPVK_VK_TO_VSC, layout) & 0xFF;
}

/**
 * The key that stands for a UTF-16 unit; undefined where there is none that needs at most Shift.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-vkkeyscanexw
 */
export function keyOfUnit(unit: number, layout: bigint): LayoutKey | undefined {
  const found = user32.symbols.VkKeyScanExW(unit, layout);
  const state = (found >> 8) & 0xFF;
  return found === -1 || state > SHIFT_STATE
    ? undefined
    : { virtualKey: found & 0xFF, shift: state === SHIFT_STATE };
}

/** A thread learns of the keyboard when it looks at its queue, and is told by its next question. */
function isCapsLockOn(): boolean {
  user32.symbols.GetKeyState(VIRTUAL_KEY.VK_CAPITAL);
  user32.symbols.PeekMessageW(anyMessage, 0n, 0, 0, LAYOUT.PM_NOREMOVE);
  return (user32.symbols.GetKeyState(VIRTUAL_KEY.VK_CAPITAL) & IS_TOGGLED) !== 0;
}

/**
 * Whether pressing this key gives this UTF-16 unit and nothing else, with Caps Lock as it is now. A dead key does not.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-tounicodeex
 */
export function keyTypes(key: LayoutKey, unit: number, layout: bigint): boolean {
  const state = new Uint8Array(256);
  if (key.shift) state[VIRTUAL_KEY.VK_SHIFT] = KEY_IS_DOWN;
  state[VIRTUAL_KEY.VK_CAPITAL] = isCapsLockOn() ? IS_TOGGLED : 0;
  const typed = new Uint16Array(8);
  const scanCode = scanCodeOf(key.virtualKey, layout);
  const count = user32.symbols
    .ToUnicodeEx(key.virtualKey, scanCode, state, typed, typed.length, KEEP_KEYBOARD_STATE, layout);
  return count === 1 && typed[0] === unit;
}
