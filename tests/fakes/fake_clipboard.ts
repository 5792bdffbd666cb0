/** A clipboard of plain data. */
import type {
  ClipboardBefore,
  ClipboardContent,
  ClipboardFormat,
  ClipboardHeld,
  ClipboardOwner,
  ClipboardProgram,
} from "../../src/desktop/desktop.ts";

const CF_UNICODETEXT = 13;

/** Text as the clipboard has it: UTF-16 and a NUL. */
export function textFormat(text: string): ClipboardFormat {
  const units = Uint16Array.from([...Array(text.length + 1).keys()], (at) => text.charCodeAt(at) || 0);
  return { format: CF_UNICODETEXT, name: "CF_UNICODETEXT", bytes: new Uint8Array(units.buffer) };
}

/** See the head of this file. */
export class FakeClipboard {
  formats: ClipboardFormat[] = [];
  /** Formats that are there and no memory. */
  handles: string[] = [];
  owner: ClipboardOwner | undefined;
  /** Who has it open; `unnamed` for a program that opened it without a window. */
  holder: ClipboardProgram | "unnamed" | undefined;

  get text(): string | undefined {
    const bytes = this.formats.find(({ format }) => format === CF_UNICODETEXT)?.bytes;
    if (bytes === undefined) return undefined;
    return String.fromCharCode(...new Uint16Array(bytes.buffer)).split("\0")[0];
  }

  read(maxUnits: number): ClipboardContent | ClipboardHeld {
    return this.#open() ?? {
      text: this.text?.slice(0, maxUnits),
      textUnits: this.text?.length ?? 0,
      formats: this.#names(),
    };
  }

  write(content: string | readonly ClipboardFormat[], keepBytes: number): ClipboardBefore | ClipboardHeld {
    const held = this.#open();
    if (held !== undefined) return held;
    const before = { formats: this.#names(), kept: this.formats, notKept: this.handles };
    this.formats = typeof content !== "string" ? [...content] : content === "" ? [] : [textFormat(content)];
    this.handles = [];
    this.owner = undefined;
    return keepBytes > 0 ? before : { ...before, kept: [], notKept: [] };
  }

  holds(content: string | readonly ClipboardFormat[]): { readonly holds: boolean } | ClipboardHeld {
    const held = this.#open();
    if (held !== undefined) return held;
    if (content.length === 0) return { holds: this.#names().length === 0 };
    if (typeof content === "string") return { holds: this.text === content };
    return { holds: content.every(({ name }) => this.#names().includes(name)) };
  }

  #names(): string[] {
    return [...this.formats.map(({ name }) => name), ...this.handles];
  }

  #open(): ClipboardHeld | undefined {
    if (this.holder === undefined) return undefined;
    return { heldBy: this.holder === "unnamed" ? undefined : this.holder };
  }
}
