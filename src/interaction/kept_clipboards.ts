import type { ClipboardFormat } from "../desktop/desktop.ts";
import { ActTurn } from "./act_turn.ts";

/** Contents that are kept: enough to go back over a few writes, few enough that pictures do not fill the memory. */
const MOST_KEPT = 8;

/** How many bytes all of them may have together. */
const MOST_BYTES = 256 * 1024 * 1024;

/** How many bytes one of them may have: a screenshot in several formats. */
export const MOST_BYTES_EACH = 128 * 1024 * 1024;

/** What the clipboard held before it was written, by an opaque id that is never used twice. */
export class KeptClipboards {
  readonly #kept = new Map<string, readonly ClipboardFormat[]>();
  #count = 0;
  /** Whose turn it is to write: a wait for the clipboard holds up no act on a window. */
  readonly turn = new ActTurn();

  /** Keeps a content, and lets go of the oldest ones if that is too much. */
  add(formats: readonly ClipboardFormat[]): string {
    const id = `clipboard_${++this.#count}_${crypto.randomUUID().slice(0, 8)}`;
    this.#kept.set(id, formats);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT && this.#bytes() <= MOST_BYTES) break;
      this.#kept.delete(oldest);
    }
    return id;
  }

  /** A kept content; undefined when it never was or has been let go. */
  get(id: string): readonly ClipboardFormat[] | undefined {
    return this.#kept.get(id);
  }

  #bytes(): number {
    return [...this.#kept.values()].flat().reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}
