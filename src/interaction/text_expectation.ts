import type { TextContent, TextControl } from "../desktop/desktop.ts";

/** Whether an effect was seen: `unknown` where there is nothing to look at. */
export type Verified = "yes" | "no" | "unknown";

/** What reading back told. */
export interface TextVerdict {
  readonly verified: Verified;
  /** The control holds exactly what it held before. */
  readonly isUnchanged: boolean;
}

/** Line ends as one unit each: controls keep CR LF, CR or LF, and callers write LF. */
export function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * What the control must hold after `typed` has replaced its selection; undefined where the selection is not known. Rich
 * edits count a line end as one unit in their selection, edits as the two that it has.
 */
export function expectedText(
  before: TextContent,
  typed: string,
  kind: TextControl["kind"],
): string | undefined {
  if (before.selection === undefined) return undefined;
  const text = kind === "richEdit" ? normalizeLineEnds(before.text) : before.text;
  const { start, end } = before.selection;
  return normalizeLineEnds(text.slice(0, start) + typed + text.slice(end));
}

/** Judges what a control holds after typing against what it held before. */
export function judgeText(
  control: TextControl,
  before: TextContent,
  typed: string,
  afterText: string,
): TextVerdict {
  const after = normalizeLineEnds(afterText);
  const isUnchanged = after === normalizeLineEnds(before.text);
  const expected = expectedText(before, typed, control.kind);
  const arrived = expected === undefined
    ? containsInsertion(normalizeLineEnds(before.text), normalizeLineEnds(typed), after)
    : sameText(expected, after, control.transform);
  return { verified: arrived ? "yes" : "no", isUnchanged: isUnchanged && !arrived };
}

function sameText(expected: string, actual: string, transform: TextControl["transform"]): boolean {
  if (expected === actual) return true;
  if (transform === "upper") return expected.toUpperCase() === actual.toUpperCase();
  return transform === "lower" && expected.toLowerCase() === actual.toLowerCase();
}

/** Whether `after` is `before` with one stretch of it (perhaps an empty one) replaced by `typed`. */
function containsInsertion(before: string, typed: string, after: string): boolean {
  for (let at = after.indexOf(typed); at >= 0; at = after.indexOf(typed, at + 1)) {
    const suffix = after.slice(at + typed.length);
    const hasRoom = at + suffix.length <= before.length;
    if (hasRoom && before.startsWith(after.slice(0, at)) && before.endsWith(suffix)) return true;
    if (typed === "") return false;
  }
  return false;
}
