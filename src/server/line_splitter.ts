import { Buffer } from "node:buffer";

const LINE_FEED = 0x0A;

/**
 * Cuts a stream of bytes into lines. Keeps the pieces of an unfinished line as they came, so that a line of many
 * megabytes costs one copy, and lets go of a line that is longer than `maxBytes`.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onTooLong: (bytes: number) => void;
  readonly #decoder = new TextDecoder();
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(maxBytes: number, onTooLong: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#onTooLong = onTooLong;
  }

  /** The lines that end in this chunk, without their line ends. */
  *push(chunk: Uint8Array): Generator<string> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line !== undefined) yield line;
    }
    this.#add(chunk.slice(start));
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(): string | undefined {
    const length = this.#length;
    const pieces = this.#pieces;
    this.#length = 0;
    this.#pieces = [];
    if (length > this.#maxBytes) {
      this.#onTooLong(length);
      return undefined;
    }
    const [only] = pieces;
    const bytes = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, length);
    return this.#decoder.decode(bytes).replace(/\r$/, "");
  }
}
