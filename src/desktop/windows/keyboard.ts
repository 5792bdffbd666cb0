/** Keyboard input and posted keys, as a lane sends them. */
import {
  heldModifiers,
  INPUT_FLAG,
  type KeyEvent,
  owedKeyUps,
  sendKeyEvents,
  unicodeKeyEvents,
} from "../../../ffi/input.ts";
import { getKeyboardLayout, keyOfUnit, keyTypes, scanCodeOf } from "../../../ffi/keyboard_layout.ts";
import { MESSAGE, postMessage, VIRTUAL_KEY } from "../../../ffi/message.ts";
import {
  getForegroundWindow,
  getGuiThreadInfo,
  getRoot,
  getWindowThread,
  isWindow,
} from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type {
  CharacterKey,
  DeliveryResult,
  KeyChord,
  Modifier,
  PostedKeyOptions,
  VirtualKey,
} from "../desktop.ts";

/** Print Screen's own scan code; layouts give that of the same key with Alt. */
const PRINT_SCREEN_SCAN_CODE = 0x37;

/** The modifier keys on the left; the Windows key is an extended one. */
const MODIFIER_KEYS: Readonly<Record<Modifier, VirtualKey>> = {
  ctrl: { virtualKey: VIRTUAL_KEY.VK_CONTROL, isExtended: false },
  alt: { virtualKey: VIRTUAL_KEY.VK_MENU, isExtended: false },
  shift: { virtualKey: VIRTUAL_KEY.VK_SHIFT, isExtended: false },
  win: { virtualKey: VIRTUAL_KEY.VK_LWIN, isExtended: true },
};

function layoutOf(hwnd: Hwnd): bigint {
  return getKeyboardLayout(getWindowThread(hwnd).threadId);
}

function scanCode(virtualKey: number, layout: bigint): number {
  return virtualKey === VIRTUAL_KEY.VK_SNAPSHOT ? PRINT_SCREEN_SCAN_CODE : scanCodeOf(virtualKey, layout);
}

/** See the port. */
export function characterKey(hwnd: Hwnd, character: string): CharacterKey | undefined {
  const layout = layoutOf(hwnd);
  const unit = character.charCodeAt(0);
  const key = keyOfUnit(unit, layout);
  return key === undefined ? undefined : { ...key, typesIt: keyTypes(key, unit, layout) };
}

/** See the port. */
export function postKey(hwnd: Hwnd, virtualKey: number, options: PostedKeyOptions = {}): DeliveryResult {
  const { isExtended = false, isAltDown = false } = options;
  // Bits of lParam: repeat count 1, scan code from bit 16, extended key 24, Alt down 29, previous state 30, transition 31.
  const key = BigInt(scanCode(virtualKey, layoutOf(hwnd))) << 16n | (isExtended ? 1n << 24n : 0n);
  const down = 1n | key | (isAltDown ? 1n << 29n : 0n);
  const up = down | 1n << 30n | 1n << 31n;
  const [downMessage, upMessage] = isAltDown
    ? [MESSAGE.WM_SYSKEYDOWN, MESSAGE.WM_SYSKEYUP]
    : [MESSAGE.WM_KEYDOWN, MESSAGE.WM_KEYUP];
  const ok = postMessage(hwnd, downMessage, BigInt(virtualKey), down) &&
    postMessage(hwnd, upMessage, BigInt(virtualKey), up);
  return ok ? { acceptedUnits: 1 } : { acceptedUnits: 0, stopped: isWindow(hwnd) ? "refused" : "gone" };
}

function keyPress({ virtualKey, isExtended }: VirtualKey, layout: bigint): [down: KeyEvent, up: KeyEvent] {
  const flags = isExtended ? INPUT_FLAG.KEYEVENTF_EXTENDEDKEY : 0;
  const down = { virtualKey, scanCode: scanCode(virtualKey, layout), flags };
  return [down, { ...down, flags: flags | INPUT_FLAG.KEYEVENTF_KEYUP }];
}

/** The events of a chord: modifiers down, the key down and up, modifiers up in reverse order. */
function chordEvents(chord: KeyChord, layout: bigint): KeyEvent[] {
  const held = chord.modifiers.map((modifier) => keyPress(MODIFIER_KEYS[modifier], layout));
  const { key } = chord;
  const press = "character" in key ? unicodeKeyEvents(key.character) : keyPress(key, layout);
  return [...held.map(([down]) => down), ...press, ...held.map(([, up]) => up).reverse()];
}

/** Why nothing may be sent to the front now; undefined when it may. */
function whyNot(root: Hwnd): DeliveryResult["stopped"] {
  if (getRoot(getForegroundWindow()) !== root) return "notInFront";
  return heldModifiers().length > 0 ? "modifierHeld" : undefined;
}

/** Sends all events as one series; what went down and was not let go of is let go of. */
function sendWhole(events: readonly KeyEvent[]): number {
  const sent = sendKeyEvents(events);
  const owed = sent === events.length ? [] : owedKeyUps(events, sent);
  if (owed.length > 0) sendKeyEvents(owed);
  return sent;
}

/** See the port. */
export function sendChord(root: Hwnd, chord: KeyChord): DeliveryResult {
  const events = chordEvents(chord, layoutOf(root));
  const stopped = whyNot(root);
  if (stopped !== undefined) return { acceptedUnits: 0, stopped };
  return sendWhole(events) === events.length
    ? { acceptedUnits: 1 }
    : { acceptedUnits: 0, stopped: "refused" };
}

/** See the port. */
export function sendText(root: Hwnd, text: string): DeliveryResult {
  const layout = layoutOf(root);
  const events: KeyEvent[] = [];
  for (const part of text.split(/(\r\n?|\n|\t)/)) {
    const virtualKey = part === "\t"
      ? VIRTUAL_KEY.VK_TAB
      : /^[\r\n]/.test(part)
      ? VIRTUAL_KEY.VK_RETURN
      : undefined;
    if (virtualKey === undefined) events.push(...unicodeKeyEvents(part));
    else events.push(...keyPress({ virtualKey, isExtended: false }, layout));
  }
  const stopped = whyNot(root);
  // An open menu would take letters for its commands.
  if (stopped !== "notInFront" && isMenuOpen(root)) return { acceptedUnits: 0, stopped: "menuOpen" };
  if (stopped !== undefined) return { acceptedUnits: 0, stopped };
  const sent = sendWhole(events);
  return sent === events.length
    ? { acceptedUnits: text.length }
    : { acceptedUnits: Math.floor(sent / 2), stopped: "refused" };
}

/** Whether the thread of a window is in a menu, which then takes its keys. */
export function isMenuOpen(hwnd: Hwnd): boolean {
  return getGuiThreadInfo(getWindowThread(hwnd).threadId)?.isInMenu ?? false;
}

export { heldModifiers };
