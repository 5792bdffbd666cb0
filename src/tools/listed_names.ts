/**
 * Keeps what a model reads honest: a text of ours that points to a tool which this run does not list loses that part.
 * Tool names are the only words in lower snake_case that our own texts may hold, so they are found without a list.
 */

const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
/** Where a part may be left out and the rest still reads well. */
const PART_END = /(?<=[.;])\s+|,\s+(?=or\b)/;

/** The tool names that a text mentions, each once. */
export function mentionedTools(text: string): readonly string[] {
  return [...new Set(text.match(TOOL_NAME) ?? [])];
}

/**
 * The text without the sentences, half sentences and `, or …` parts that name a tool which is not listed; undefined
 * when nothing is left.
 */
export function namingListedTools(text: string, isListed: (name: string) => boolean): string | undefined {
  if (mentionedTools(text).every(isListed)) return text;
  const kept: string[] = [];
  for (const sentence of text.split(/(?<=\.)\s+/)) {
    const parts = sentence.split(PART_END).filter((part) => mentionedTools(part).every(isListed));
    if (parts.length > 0) kept.push(asSentence(parts));
  }
  return kept.length === 0 ? undefined : kept.join(" ");
}

function asSentence(parts: readonly string[]): string {
  const joined = parts.reduce((text, part) => `${text}${text.endsWith(";") ? " " : ", "}${part}`)
    .replace(/^or\s+/, "")
    .replace(/[;,.]?$/, ".");
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}
