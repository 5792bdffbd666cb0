/** Which texts of a running program are the user's own: they have no place in a pack that others get. */

/** Longer texts are content, not labels. */
const MOST_LABEL_UNITS = 40;
const MOST_LABEL_WORDS = 5;

/** A file name, a place, an address, a number, a date, a size. */
const DATA = /[\\/@0-9]|\.[A-Za-z0-9]{1,5}$|https?:|\n/;

/** What stands between the document and the program in a title. */
const TITLE_PARTS = /\s+[-–—|]\s+/;

/** Whether a text is rather content than a label. */
export function looksLikeUserData(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return text.length > MOST_LABEL_UNITS || words.length > MOST_LABEL_WORDS || DATA.test(text);
}

/** The part of a title that is the program's own, and those that are not. */
export interface TitleParts {
  /** Undefined where the whole title may be the user's. */
  readonly own: string | undefined;
  readonly others: readonly string[];
}

/**
 * Tells the parts of a title apart. The program's own part is the one that sounds like its process, else the last one, as
 * Windows' own programs have it.
 */
export function titleParts(title: string, processName: string): TitleParts {
  const parts = title.trim().split(TITLE_PARTS).map((part) => part.trim()).filter((part) => part !== "");
  const likeProcess = parts.findLast((part) => isAlike(part, processName));
  const own = likeProcess ?? parts.at(-1);
  if (own === undefined || looksLikeUserData(own)) return { own: undefined, others: parts };
  return { own, others: parts.filter((part) => part !== own) };
}

function isAlike(part: string, processName: string): boolean {
  const plain = (text: string): string =>
    text.toLowerCase().replace(/\.exe$/, "").replace(/[^\p{L}\p{N}]/gu, "");
  const [one, other] = [plain(part), plain(processName)];
  if (one.length < 3 || other.length < 3) return one === other;
  return one.includes(other) || other.includes(one);
}
