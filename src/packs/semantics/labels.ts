/** How well the words of a query fit what a control is called. */

/** What separates words: blanks, commas of both kinds, the comma of enumerations, and a slash. */
const BETWEEN_WORDS = /[\s,，、/]+/u;

/** How well a word fits a label. */
const SCORES = { equal: 1, labelHoldsWord: 0.8, wordHoldsLabel: 0.6 } as const;

/** A label ready to be compared. */
export interface Label {
  readonly kind: "alias" | "id";
  readonly text: string;
  readonly normalized: string;
}

/** The best label for a word; none where nothing fits. */
export interface WordFit {
  readonly label: Label;
  readonly score: number;
}

/** The words of a query, ready to be compared. */
export function wordsOf(query: string): readonly string[] {
  return query.split(BETWEEN_WORDS).map(normalize).filter((word) => word !== "");
}

/** The labels of a control. */
export function labelsOf(id: string, aliases: readonly string[]): readonly Label[] {
  const label = (kind: Label["kind"], text: string): Label => ({ kind, text, normalized: normalize(text) });
  return [...aliases.map((alias) => label("alias", alias)), label("id", id)].filter(({ normalized }) =>
    normalized !== ""
  );
}

/** How well a word fits the labels of a control; undefined for not at all. An alias is better than an id as good. */
export function fitOf(word: string, labels: readonly Label[]): WordFit | undefined {
  let best: WordFit | undefined;
  for (const label of labels) {
    const score = scoreOf(word, label.normalized);
    if (score > (best?.score ?? 0)) best = { label, score };
  }
  return best;
}

function scoreOf(word: string, label: string): number {
  // Only the longer one can hold the other.
  if (word.length < label.length) return label.includes(word) ? SCORES.labelHoldsWord : 0;
  if (word.length > label.length) return word.includes(label) ? SCORES.wordHoldsLabel : 0;
  return word === label ? SCORES.equal : 0;
}

/** In any case, without blanks; full-width letters, digits and parentheses as the ordinary ones. */
function normalize(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, "");
}
