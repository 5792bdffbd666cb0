/** Keys and chords by name: the one place with their tables. */
import type { CharacterKey, KeyChord, Modifier } from "../desktop/desktop.ts";

/** A key that a call may name. */
export interface Key {
  /** The canonical name: `escape`, `f5`; a character is its own. */
  readonly name: string;
  /** Its virtual-key code; that of the US layout for a character. */
  readonly virtualKey: number;
  readonly isExtended: boolean;
  /** The character that it types, where it types one. */
  readonly character?: string;
  /** The character needs Shift on the US layout. */
  readonly needsShift: boolean;
}

/** In the order in which they go down. */
export const MODIFIERS: readonly Modifier[] = ["ctrl", "alt", "shift", "win"];

/** Canonical names of keys that are no characters, with their codes (`VK_…`). */
const NAMED: ReadonlyMap<string, number> = new Map(Object.entries({
  backspace: 0x08,
  tab: 0x09,
  enter: 0x0D,
  escape: 0x1B,
  pageup: 0x21,
  pagedown: 0x22,
  end: 0x23,
  home: 0x24,
  left: 0x25,
  up: 0x26,
  right: 0x27,
  down: 0x28,
  printscreen: 0x2C,
  insert: 0x2D,
  delete: 0x2E,
  apps: 0x5D,
}));
const F1 = 0x70;
const FUNCTION_KEYS = 24;

/** Other names of the same keys. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(Object.entries({
  esc: "escape",
  return: "enter",
  bs: "backspace",
  del: "delete",
  ins: "insert",
  pgup: "pageup",
  pgdn: "pagedown",
  prtsc: "printscreen",
  arrowleft: "left",
  arrowright: "right",
  arrowup: "up",
  arrowdown: "down",
  menu: "apps",
  " ": "space",
}));

/** Those that the first PC keyboard had on the number pad alone. */
const EXTENDED = [
  "pageup",
  "pagedown",
  "end",
  "home",
  "left",
  "up",
  "right",
  "down",
  "printscreen",
  "insert",
  "delete",
  "apps",
];

/** The keys of the US layout that type neither letter nor digit: unshifted, shifted, code (`VK_OEM_…`). */
const SYMBOLS: readonly (readonly [unshifted: string, shifted: string, virtualKey: number])[] = [
  [";", ":", 0xBA],
  ["=", "+", 0xBB],
  [",", "<", 0xBC],
  ["-", "_", 0xBD],
  [".", ">", 0xBE],
  ["/", "?", 0xBF],
  ["`", "~", 0xC0],
  ["[", "{", 0xDB],
  ["\\", "|", 0xDC],
  ["]", "}", 0xDD],
  ["'", '"', 0xDE],
];

/** What Shift makes of the digits 0 to 9 on the US layout. */
const SHIFTED_DIGITS = ")!@#$%^&*(";

const SPACE_KEY = 0x20;

function characterKeyOf(character: string): Key | undefined {
  const key = (virtualKey: number, needsShift: boolean): Key => ({
    name: character === " " ? "space" : character,
    virtualKey,
    isExtended: false,
    character,
    needsShift,
  });
  // The codes of letters and digits are those of their upper-case characters.
  if (/^[a-z0-9]$/i.test(character)) {
    return key(character.toUpperCase().charCodeAt(0), /[A-Z]/.test(character));
  }
  if (character === " ") return key(SPACE_KEY, false);
  const digit = SHIFTED_DIGITS.indexOf(character);
  if (character.length === 1 && digit >= 0) return key("0".charCodeAt(0) + digit, true);
  const symbol = SYMBOLS.find((pair) => pair[0] === character || pair[1] === character);
  return symbol === undefined ? undefined : key(symbol[2], symbol[1] === character);
}

/**
 * The key of a name, whatever its case, or of one printable ASCII character; undefined when there is none.
 *
 * @param modifiers what the call holds with it: the letter of a shortcut is often written in upper case, as Ctrl+C, and
 * Shift is not meant by that
 */
export function parseKey(text: string, modifiers: readonly Modifier[] = []): Key | undefined {
  const lower = text.toLowerCase();
  const name = SYNONYMS.get(lower) ?? lower;
  if (name === "space") return characterKeyOf(" ");
  const functionKey = /^f([1-9]\d?)$/.exec(name);
  const number = Number(functionKey?.[1] ?? 0);
  const virtualKey = number >= 1 && number <= FUNCTION_KEYS ? F1 + number - 1 : NAMED.get(name);
  if (virtualKey === undefined) return characterKeyOf(isShortcut(modifiers) ? lower : text);
  return { name, virtualKey, isExtended: EXTENDED.includes(name), needsShift: false };
}

/** The names that a call may give, without those of characters and function keys. */
export const KEY_NAMES: readonly string[] = [...NAMED.keys(), "space"].toSorted();

/** Why a text names no key, in words; `nearest` finds the right name among some. */
export function explainNoKey(
  text: string,
  nearest: (text: string, names: readonly string[]) => string | undefined,
): string {
  const parts = text.split("+");
  if (parts.length > 1 && parseKey(parts.at(-1) ?? "") !== undefined) {
    return "a key alone; what is held with it stands in modifiers";
  }
  if ([...text].length === 1) return "this character is on no key of a US keyboard; type it with type_text";
  const hint = nearest(text.toLowerCase(), [...KEY_NAMES, ...SYNONYMS.keys()]);
  const known = `one printable ASCII character, f1 to f${FUNCTION_KEYS}, or ${KEY_NAMES.join(", ")}`;
  return `no such key${hint === undefined ? "" : ` (did you mean "${hint}"?)`}; expected ${known}`;
}

/** What is held: the modifiers of the call, and Shift where the character needs it on a US layout. */
export function heldWith(key: Key, given: readonly Modifier[]): readonly Modifier[] {
  return MODIFIERS.filter((one) => given.includes(one) || one === "shift" && key.needsShift);
}

/** Whether a chord is a shortcut: its character, where it has one, is not typed. */
export function isShortcut(held: readonly Modifier[]): boolean {
  return held.some((modifier) => modifier !== "shift");
}

/** The character that a key types with what is held; undefined where it types none, or the layout decides which. */
export function typedCharacter(key: Key, held: readonly Modifier[]): string | undefined {
  if (key.character === undefined || isShortcut(held)) return undefined;
  if (key.needsShift || !held.includes("shift") || key.character === " ") return key.character;
  return /[a-z]/.test(key.character) ? key.character.toUpperCase() : undefined;
}

/** Whether a chord closes the window it is sent to; Ctrl and Shift make no difference to that. */
export function closesWindow(key: Key, held: readonly Modifier[]): boolean {
  return key.name === "f4" && held.includes("alt");
}

/** Why a chord cannot be sent at all, in words; undefined when it can. */
export function impossibleChord(key: Key, held: readonly Modifier[]): string | undefined {
  const has = (...modifiers: readonly Modifier[]): boolean => modifiers.every((one) => held.includes(one));
  if (key.name === "delete" && has("ctrl", "alt")) {
    return "Windows takes Ctrl+Alt+Delete from the keyboard alone; no program can send it";
  }
  if (key.character?.toLowerCase() === "l" && has("win")) {
    return "Windows takes Win+L from the keyboard alone; no program can send it";
  }
  return undefined;
}

/**
 * A chord as it is sent to a program whose layout has `found` for the character. A shortcut goes by the code of its key,
 * a letter or digit by its own on any layout. A character that the layout has no key for, or whose key would type
 * something else now, goes as a character.
 */
export function chordFor(key: Key, held: readonly Modifier[], found: CharacterKey | undefined): KeyChord {
  const byKey = (virtualKey: number, modifiers: readonly Modifier[]): KeyChord => ({
    modifiers,
    key: { virtualKey, isExtended: key.isExtended },
  });
  if (key.character === undefined || key.character === " ") return byKey(key.virtualKey, held);
  const character = typedCharacter(key, held);
  if (character !== undefined) {
    return found?.typesIt
      ? byKey(found.virtualKey, found.shift ? ["shift"] : [])
      : { modifiers: [], key: { character } };
  }
  const isLetterOrDigit = /[a-z0-9]/i.test(key.character);
  if (isLetterOrDigit || found === undefined) return byKey(key.virtualKey, held);
  // On this layout the character may need Shift where it does not on the US one, and the other way round.
  const rest = key.needsShift ? held.filter((one) => one !== "shift") : held;
  return byKey(
    found.virtualKey,
    MODIFIERS.filter((one) => rest.includes(one) || one === "shift" && found.shift),
  );
}
