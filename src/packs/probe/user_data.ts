/** Which texts of a running program are the user's own: they have no place in a pack that others get. */

/** Longer texts are content, not labels. */
const MOST_LABEL_UNITS = 40;
const MOST_LABEL_WORDS = 5;

/** A file name, a place, an address, a number, a date, a size; what no label has in it. A tab is before a menu's shortcut. */
const DATA = /[\\/@\p{N}]|\.[A-Za-z0-9]{1,5}$|^[a-z]:|^[a-z]{2,}:\S|(?!\t)\p{Cc}|\p{Cs}|\p{Bidi_Control}/iu;

/** What was made anew each time it was looked at is no id: a handle, a GUID, the number of a run; and a path is the user's. */
const PASSING = /\d{6}|[0-9a-f]{8}-[0-9a-f]{4}|\.app\.\d|[\\/]|@|^[a-z]:/i;

/** A file that a person names: ids are written with dots too, but have no blanks, nor these endings. */
const DOCUMENT =
  /\s.*\.[a-z0-9]{1,5}$|\.(?:csv|docx?|gif|html?|jpe?g|md|mp[34]|pdf|png|pptx?|rtf|txt|xlsx?|zip)$/i;

/** The ids of controls end here: a larger number is a handle. */
const GREATEST_CONTROL_ID = 0xFFFF;

/** What stands between the document and the program in a title. */
const TITLE_PARTS = /\s+[-–|]\s+|\s*—\s*|:\s+/;

/** A shorter part of a title is in many words by chance. */
const LEAST_PART_UNITS = 3;

/** Whether a text is rather content than a label. */
export function looksLikeUserData(text: string): boolean {
  const words = text.trim().split(/\s+/);
  // Digits and signs have a wide form too.
  return text.length > MOST_LABEL_UNITS || words.length > MOST_LABEL_WORDS ||
    DATA.test(text.normalize("NFKC"));
}

/** Whether an automation id, or the name of a window class, will be another one next time or for another document. */
export function isPassing(id: string): boolean {
  return PASSING.test(id) || DOCUMENT.test(id) || /^\d+$/.test(id) && Number(id) > GREATEST_CONTROL_ID;
}

/** Whether one of the texts is in another, as words of their own where `asWords` says so; without case. */
export function hasAnyOf(text: string, parts: readonly string[], { asWords = false } = {}): boolean {
  const whole = text.toLowerCase();
  const isApart = (character: string | undefined): boolean => !/[\p{L}\p{N}]/u.test(character ?? "");
  return parts.some((part) => {
    const looked = part.toLowerCase();
    if (looked.length < LEAST_PART_UNITS) return false;
    for (let at = whole.indexOf(looked); at >= 0; at = whole.indexOf(looked, at + 1)) {
      if (!asWords || isApart(whole[at - 1]) && isApart(whole[at + looked.length])) return true;
    }
    return false;
  });
}

/** The part of a title that is the program's own, and those that are not. */
export interface TitleParts {
  /** Undefined where it cannot be told from the user's. */
  readonly own: string | undefined;
  readonly others: readonly string[];
}

/**
 * Tells the parts of a title apart. The program's own part is the one that is called as its process, else the last one,
 * as Windows' own programs have it. Where another part sounds like the process and the last does not, either may be the
 * document; a title in one part that does not sound like it may be nothing but a document.
 */
export function titleParts(title: string, processName: string): TitleParts {
  const parts = title.trim().split(TITLE_PARTS).map((part) => part.trim()).filter((part) => part !== "");
  const last = parts.at(-1);
  const isLastOwn = last !== undefined && (isAlike(last, processName) ||
    parts.length > 1 && !parts.some((part) => isAlike(part, processName)));
  const own = parts.findLast((part) => plain(part) === plain(processName)) ?? (isLastOwn ? last : undefined);
  if (own === undefined || looksLikeUserData(own)) return { own: undefined, others: parts };
  return { own, others: parts.filter((part) => part !== own) };
}

function isAlike(part: string, processName: string): boolean {
  const [one, other] = [plain(part), plain(processName)];
  if (one.length < LEAST_PART_UNITS || other.length < LEAST_PART_UNITS) return one === other;
  return one.includes(other) || other.includes(one) || isShort(other, part);
}

/** The lengths are bounded, as there are many ways to take a long name apart. */
function isShort(name: string, part: string): boolean {
  const words = wordsOf(part);
  return name.length <= MOST_LABEL_UNITS && words.length <= MOST_LABEL_WORDS && isShortFor(name, words);
}

/** Whether a name is made of how the words begin, each of them in its turn: `regedit` of Registry Editor. */
function isShortFor(name: string, words: readonly string[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined) return name === "";
  for (let units = Math.min(first.length, name.length); units > 0; units--) {
    if (name.startsWith(first.slice(0, units)) && isShortFor(name.slice(units), rest)) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function plain(text: string): string {
  return wordsOf(text.replace(/\.exe$/i, "")).join("");
}
