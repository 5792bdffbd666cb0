/** Virtual-key codes of the two control characters that a text may hold (`VK_TAB`, `VK_RETURN`). */
export const TAB_KEY = 0x09;
const ENTER_KEY = 0x0D;

const KEY_OF: Readonly<Record<string, number>> = { "\n": ENTER_KEY, "\t": TAB_KEY };

/** A stretch of text, or one key. */
export type TextPart = { readonly text: string; readonly key?: undefined } | {
  readonly text: "";
  readonly key: number;
};

/**
 * A text as stretches of characters and the keys between them. With `withKeys` false everything is characters: a control
 * of several lines takes line ends and tabs as text.
 */
export function splitKeys(text: string, withKeys: boolean): TextPart[] {
  if (!withKeys) return [{ text }];
  return text.replace(/\r\n?/g, "\n").split(/([\n\t])/).filter((part) => part !== "").map((part) => {
    const key = KEY_OF[part];
    return key === undefined ? { text: part } : { text: "", key };
  });
}

/** A text in batches of at most `maxUnits` UTF-16 units that never part a surrogate pair or a CR LF. */
export function splitText(text: string, maxUnits: number): string[] {
  const batches: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + maxUnits);
    if (partsPair(text, end)) end = end - 1 > start ? end - 1 : end + 1;
    batches.push(text.slice(start, end));
    start = end;
  }
  return batches;
}

function partsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const isSurrogatePair = before >= 0xD800 && before < 0xDC00 && after >= 0xDC00 && after < 0xE000;
  return isSurrogatePair || before === 0x0D && after === 0x0A;
}
