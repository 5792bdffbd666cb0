/** Text that came from elsewhere (titles, argument names, messages of other programs): bounded, and whole UTF-16. */

/** The text itself if it has at most `maxUnits` UTF-16 units, else its beginning and `…`; never half a character. */
export function boundedText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const last = text.charCodeAt(maxUnits - 2);
  const isHalf = last >= 0xD800 && last <= 0xDBFF;
  return `${text.slice(0, maxUnits - (isHalf ? 2 : 1))}…`;
}

/** Foreign text inside a message of ours: bounded, in quotation marks, with line ends and the like escaped. */
export function quotedText(text: string, maxUnits = 80): string {
  return JSON.stringify(boundedText(text, maxUnits).toWellFormed());
}

/** A path or pattern that the person at the machine chose, in quotation marks and as it is, so that it can be copied. */
export function inQuotes(text: string): string {
  return `"${boundedText(text, 200)}"`;
}

/** The first of several such texts, and how many more there are. */
export function allInQuotes(texts: readonly string[], most = 5): string {
  const said = texts.slice(0, most).map(inQuotes).join(", ");
  return texts.length > most ? `${said} and ${texts.length - most} more` : said;
}

/**
 * The same JSON value with every lone surrogate, in keys too, replaced by U+FFFD. Window titles and control texts may
 * hold them; JSON can write them down, but many clients cannot read them.
 */
export function wellFormedJson(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormedJson);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedJson(item)]),
  );
}
