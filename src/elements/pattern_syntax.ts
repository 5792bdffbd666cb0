/** The syntax of patterns: what a regular expression is made of. */
import { quotedText } from "../core/text.ts";

const MOST_GROUPS_DEEP = 50;

/** A pattern that cannot be used, in words that go behind the name of its field. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** One character, or a place between two. */
export type Test =
  | { readonly kind: "character"; readonly fits: (codePoint: number) => boolean }
  | { readonly kind: "start" | "end" | "wordEdge" | "noWordEdge" };

/** A part of a pattern. */
export type Piece =
  | { readonly kind: "test"; readonly test: Test }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Piece[] }
  | { readonly kind: "repeat"; readonly part: Piece; readonly min: number; readonly max: number };

/**
 * Takes a pattern apart.
 *
 * @throws {PatternError} when it is no pattern, or one of a kind that is not supported
 */
export function parsePattern(source: string, ignoreCase: boolean): Piece {
  return new Parser(source, ignoreCase).parse();
}

/** Reads the syntax; single characters and classes are left to the built-in engine, one character at a time. */
class Parser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source;
    this.#flags = ignoreCase ? "iu" : "u";
  }

  parse(): Piece {
    const piece = this.#choice(0);
    if (this.#at < this.#source.length) throw new PatternError("has a ) without its (");
    return piece;
  }

  #choice(deep: number): Piece {
    if (deep > MOST_GROUPS_DEEP) throw new PatternError("has too many groups inside each other");
    const parts = [this.#sequence(deep)];
    while (this.#take("|")) parts.push(this.#sequence(deep));
    return { kind: "choice", parts };
  }

  #sequence(deep: number): Piece {
    const parts: Piece[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#peek())) {
      parts.push(this.#repeated(this.#atom(deep)));
    }
    return { kind: "sequence", parts };
  }

  #repeated(part: Piece): Piece {
    const counts = /^(?:[*+?]|\{(\d{1,4})(,(\d{1,4})?)?\})/.exec(this.#source.slice(this.#at));
    if (counts === null) return part;
    const [sign, low, comma, high] = counts;
    this.#at += sign.length;
    this.#take("?"); // whether it takes much or little does not change whether it fits
    if (/^[*+?{]/.test(this.#source.slice(this.#at, this.#at + 1))) {
      throw new PatternError("repeats a repeat");
    }
    if (part.kind === "test" && part.test.kind !== "character") {
      throw new PatternError(`repeats a place (${quotedText(sign)})`);
    }
    const min = low === undefined ? Number(sign === "+") : Number(low);
    const max = low === undefined
      ? (sign === "?" ? 1 : Infinity)
      : high === undefined
      ? (comma === undefined ? min : Infinity)
      : Number(high);
    if (max < min) throw new PatternError("has a repeat whose limits are the wrong way round");
    return { kind: "repeat", part, min, max };
  }

  #atom(deep: number): Piece {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#group(deep);
      case "^":
        return { kind: "test", test: { kind: "start" } };
      case "$":
        return { kind: "test", test: { kind: "end" } };
      case "[":
        return this.#oneOf(this.#class());
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(`has nothing that ${character} could repeat`);
      case ".":
        return this.#oneOf(".");
      default:
        return this.#literal(character);
    }
  }

  #group(deep: number): Piece {
    if (this.#take("?")) {
      const opening = /^(?::|<[A-Za-z_]\w*>)/.exec(this.#source.slice(this.#at));
      if (opening === null) throw new PatternError("has a group of a kind that is not supported, (?");
      this.#at += opening[0].length;
    }
    const piece = this.#choice(deep + 1);
    if (!this.#take(")")) throw new PatternError("has a ( without its )");
    return piece;
  }

  /** The source of a class, with what follows its opening bracket. */
  #class(): string {
    const start = this.#at - 1;
    while (this.#peek() !== "]") {
      if (this.#at >= this.#source.length) throw new PatternError("has a [ without its ]");
      if (this.#next() === "\\") this.#next();
    }
    this.#at++;
    return this.#source.slice(start, this.#at);
  }

  #escape(): Piece {
    const rest = this.#source.slice(this.#at);
    if (rest === "") throw new PatternError("ends with a \\");
    if (rest[0] === "b" || rest[0] === "B") {
      this.#at++;
      return { kind: "test", test: { kind: rest[0] === "b" ? "wordEdge" : "noWordEdge" } };
    }
    if (/^(?:[1-9]|k<)/.test(rest)) throw new PatternError("refers back to a group, which is not supported");
    const escape = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[pP]\{[^}]*\}|[dDsSwWtnrfv0])/
      .exec(rest);
    if (escape === null) {
      const [character = ""] = rest;
      if (/[a-zA-Z0-9]/.test(character)) {
        throw new PatternError(`has an escape that means nothing, \\${character}`);
      }
      return this.#literal(this.#next());
    }
    this.#at += escape[0].length;
    return this.#oneOf(`\\${escape[0]}`);
  }

  #literal(character: string): Piece {
    return this.#oneOf(`\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  }

  /** One character that a source without repeats and groups fits. */
  #oneOf(source: string): Piece {
    const expression = this.#compiled(source);
    const known = new Map<number, boolean>();
    let last = -1;
    let isLastFitting = false;
    const fits = (codePoint: number): boolean => {
      // A counted repeat asks the same a thousand times.
      if (codePoint === last) return isLastFitting;
      const answer = known.get(codePoint) ?? expression.test(String.fromCodePoint(codePoint));
      // Texts use few characters; those of all scripts together are not worth remembering.
      if (known.size < 512) known.set(codePoint, answer);
      last = codePoint;
      isLastFitting = answer;
      return answer;
    };
    return { kind: "test", test: { kind: "character", fits } };
  }

  #compiled(source: string): RegExp {
    // Needless escapes in classes ([\_]) are usual elsewhere, and refused only where whole characters are read.
    const isClass = source.startsWith("[") && !/\\p/i.test(source);
    for (const flags of isClass ? [this.#flags, this.#flags.replace("u", "")] : [this.#flags]) {
      try {
        return new RegExp(`^${source}$`, flags);
      } catch {
        // The next one, or none.
      }
    }
    throw new PatternError(`has a part that cannot be read, ${quotedText(source, 40)}`);
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  /** The next character, whole. */
  #next(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character || character === "") return false;
    this.#at++;
    return true;
  }
}
