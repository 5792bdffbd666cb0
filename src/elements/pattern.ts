/**
 * Regular expressions whose matching always ends soon. A caller's pattern meets texts of foreign programs on the one
 * thread that serves everybody, and the built-in engine can take centuries for forty characters: this one walks through
 * all ways at once, so that its time is bounded by the length of the text times that of the pattern.
 *
 * It knows the usual syntax but for what cannot be matched in this manner: no backreferences and no lookaround.
 */
import { parsePattern, PatternError, type Piece, type Test } from "./pattern_syntax.ts";

/** A counted repetition multiplies what it repeats; more than this is a mistake or an attack. */
const MOST_STATES = 2_000;

/** `next` and `other` are indices of states; -1 is the end of the whole pattern. */
interface State {
  readonly test: Test | undefined;
  next: number;
  other: number | undefined;
}

const ACCEPTED = -1;

/** A text as a pattern that means that text and nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** A compiled pattern. */
export class Pattern {
  readonly #states: readonly State[];
  readonly #first: number;

  /**
   * @param source at most some hundred characters
   * @throws {PatternError} when it is no pattern, or one of a kind that is not supported
   */
  constructor(source: string, options: { readonly ignoreCase: boolean }) {
    const states: State[] = [];
    this.#first = append(states, parsePattern(source, options.ignoreCase), ACCEPTED);
    this.#states = states;
  }

  /** Whether the pattern fits some part of the text. */
  test(text: string): boolean {
    const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const count = this.#states.length;
    // At which place of the text a state was reached last: lists and marks are made once for all places.
    const reachedAt = new Int32Array(count).fill(-1);
    const open: number[] = [];
    let current = new Int32Array(count);
    let next = new Int32Array(count);
    let currentCount = 0;
    for (let at = 0; at <= codePoints.length; at++) {
      for (let index = 0; index < currentCount; index++) open.push(current[index] as number);
      // The pattern may begin anywhere.
      open.push(this.#first);
      const codePoint = codePoints[at];
      let nextCount = 0;
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        if (state === ACCEPTED) return true;
        if (reachedAt[state] === at) continue;
        reachedAt[state] = at;
        const { test, next: following, other } = this.#states[state] as State;
        if (test?.kind === "character") {
          if (codePoint === undefined || !test.fits(codePoint)) continue;
          // The end of the pattern has no mark, and ends the search at once.
          if (following === ACCEPTED) return true;
          next[nextCount++] = following;
        } else if (test === undefined || holdsAt(test.kind, codePoints, at)) {
          open.push(following);
          if (other !== undefined) open.push(other);
        }
      }
      [current, next] = [next, current];
      currentCount = nextCount;
    }
    return false;
  }
}

function holdsAt(place: Exclude<Test["kind"], "character">, text: readonly number[], at: number): boolean {
  if (place === "start") return at === 0;
  if (place === "end") return at === text.length;
  const isEdge = isWord(text[at - 1]) !== isWord(text[at]);
  return isEdge === (place === "wordEdge");
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && /\w/.test(String.fromCodePoint(codePoint));
}

/** Adds the states of a piece that is followed by the state `then`; the index of its first one. */
function append(states: State[], piece: Piece, then: number): number {
  switch (piece.kind) {
    case "test":
      return add(states, { test: piece.test, next: then, other: undefined });
    case "sequence":
      return piece.parts.reduceRight((following, part) => append(states, part, following), then);
    case "choice":
      return piece.parts.map((part) => append(states, part, then))
        .reduceRight((other, next) => add(states, { test: undefined, next, other }));
    case "repeat":
      return appendRepeat(states, piece, then);
  }
}

function appendRepeat(
  states: State[],
  { part, min, max }: Extract<Piece, { kind: "repeat" }>,
  then: number,
): number {
  let following = then;
  if (max === Infinity) {
    following = add(states, { test: undefined, next: then, other: then });
    (states[following] as State).next = append(states, part, following);
  } else {
    for (let count = min; count < max; count++) {
      following = add(states, { test: undefined, next: append(states, part, following), other: then });
    }
  }
  for (let count = 0; count < min; count++) following = append(states, part, following);
  return following;
}

function add(states: State[], state: State): number {
  if (states.length >= MOST_STATES) throw new PatternError("repeats too much");
  return states.push(state) - 1;
}
