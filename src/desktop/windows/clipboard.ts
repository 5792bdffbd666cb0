/** The clipboard, as a lane reads and replaces it. Each request tries to open it once. */
import {
  CLIPBOARD_FORMAT,
  CLIPBOARD_RANGE,
  clipboardFormats,
  emptyClipboard,
  getClipboardOwner,
  getClipboardSequence,
  getOpenClipboardWindow,
  openClipboard,
  registeredFormatName,
  setClipboardData,
  withClipboardData,
} from "../../../ffi/clipboard.ts";
import { globalMemory } from "../../../ffi/global_memory.ts";
import { answersWithin } from "../../../ffi/message.ts";
import { fromWide, wideString } from "../../../ffi/wide_string.ts";
import { getWindowThread } from "../../../ffi/window.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type {
  ClipboardBefore,
  ClipboardContent,
  ClipboardFormat,
  ClipboardHeld,
  ClipboardOwner,
  ClipboardProgram,
} from "../desktop.ts";
import { processName } from "./processes.ts";

/** Formats that are handles of GDI or drawn by their owner, not memory. */
const NO_MEMORY: ReadonlySet<number> = new Set([
  CLIPBOARD_FORMAT.CF_BITMAP,
  CLIPBOARD_FORMAT.CF_METAFILEPICT,
  CLIPBOARD_FORMAT.CF_PALETTE,
  CLIPBOARD_FORMAT.CF_ENHMETAFILE,
  CLIPBOARD_FORMAT.CF_OWNERDISPLAY,
  CLIPBOARD_FORMAT.CF_DSPBITMAP,
  CLIPBOARD_FORMAT.CF_DSPMETAFILEPICT,
  CLIPBOARD_FORMAT.CF_DSPENHMETAFILE,
]);

/** Memory by which OLE finds the program that still has the data: it means nothing once that is not the owner. */
const OWNERS_OWN: ReadonlySet<string> = new Set(["DataObject", "Ole Private Data"]);

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(CLIPBOARD_FORMAT).map(([name, format]) => [format, name]),
);

function formatName(format: number): string {
  return NAMES.get(format) ?? (registeredFormatName(format) || `0x${format.toString(16).toUpperCase()}`);
}

function isMemory(format: number, name: string): boolean {
  const isOwners = format >= CLIPBOARD_RANGE.CF_PRIVATEFIRST && format <= CLIPBOARD_RANGE.CF_PRIVATELAST;
  const isGdi = format >= CLIPBOARD_RANGE.CF_GDIOBJFIRST && format <= CLIPBOARD_RANGE.CF_GDIOBJLAST;
  return !isOwners && !isGdi && !NO_MEMORY.has(format) && !OWNERS_OWN.has(name);
}

function programOf(hwnd: Hwnd): ClipboardProgram | undefined {
  const { pid } = getWindowThread(hwnd);
  return pid === 0 ? undefined : { hwnd, pid, processName: processName(pid) };
}

/** Formats of pictures that need no device. */
const PICTURES: ReadonlySet<number> = new Set([CLIPBOARD_FORMAT.CF_DIB, CLIPBOARD_FORMAT.CF_DIBV5]);

/** What Windows makes of them for those who ask. */
const MADE_OF_PICTURES = "CF_BITMAP";

/** See the port. */
export function clipboardSequence(): number {
  return getClipboardSequence();
}

/** See the port. */
export function clipboardOwner(probeMs: number): ClipboardOwner | undefined {
  const hwnd = getClipboardOwner();
  const program = programOf(hwnd);
  return program === undefined
    ? undefined
    : { ...program, responding: answersWithin(hwnd, probeMs) ? "yes" : "no" };
}

/** Does something with the open clipboard, if it can be opened now. */
function withOpenClipboard<T>(act: () => T): T | ClipboardHeld {
  using open = openClipboard();
  return open === undefined ? { heldBy: programOf(getOpenClipboardWindow()) } : act();
}

/** See the port. */
export function readClipboard(maxUnits: number): ClipboardContent | ClipboardHeld {
  return withOpenClipboard(() => {
    const formats = clipboardFormats();
    // Windows makes Unicode text of the other kinds of text.
    const read = formats.includes(CLIPBOARD_FORMAT.CF_UNICODETEXT)
      ? withClipboardData(CLIPBOARD_FORMAT.CF_UNICODETEXT, (block) => textIn(block, maxUnits))
      : undefined;
    return { text: read?.text, textUnits: read?.units ?? 0, formats: formats.map(formatName) };
  });
}

/** The text of a block up to its first NUL, and no further than the block. */
function textIn(block: Uint8Array, maxUnits: number): { readonly text: string; readonly units: number } {
  const all = new Uint16Array(block.buffer, block.byteOffset, Math.floor(block.byteLength / 2));
  const end = all.indexOf(0);
  const units = end < 0 ? all.length : end;
  return { text: fromWide(all, Math.min(units, maxUnits)), units };
}

/** See the port. */
export function writeClipboard(
  content: string | readonly ClipboardFormat[],
  keepBytes: number,
): ClipboardBefore | ClipboardHeld {
  return withOpenClipboard(() => {
    const formats = clipboardFormats().map((format) => ({ format, name: formatName(format) }));
    const { kept, notKept } = keepBytes > 0 ? keep(formats, keepBytes) : { kept: [], notKept: [] };
    using memory = new DisposableStack();
    // Before anything is thrown away: there may be too little memory.
    const blocks = blocksOf(content).map(({ format, bytes }) => ({
      format,
      block: memory.use(globalMemory(bytes)),
    }));
    emptyClipboard();
    for (const { format, block } of blocks) setClipboardData(format, block);
    return { formats: formats.map(({ name }) => name), kept, notKept };
  });
}

function blocksOf(
  content: string | readonly ClipboardFormat[],
): readonly Pick<ClipboardFormat, "format" | "bytes">[] {
  if (typeof content !== "string") return content;
  if (content === "") return [];
  return [{
    format: CLIPBOARD_FORMAT.CF_UNICODETEXT,
    bytes: new Uint8Array(wideString(content).buffer),
  }];
}

/** See the port. */
export function clipboardHolds(
  content: string | readonly ClipboardFormat[],
): { readonly holds: boolean } | ClipboardHeld {
  return withOpenClipboard(() => {
    const blocks = blocksOf(content);
    if (blocks.length === 0) return { holds: clipboardFormats().length === 0 };
    const holds = blocks.every(({ format, bytes }) =>
      withClipboardData(format, (block) => beginsWith(block, bytes)) ?? false
    );
    return { holds };
  });
}

/** A block may be longer than what was put into it. */
function beginsWith(block: Uint8Array, bytes: Uint8Array): boolean {
  return block.length >= bytes.length && bytes.every((byte, at) => block[at] === byte);
}

function keep(
  formats: readonly { readonly format: number; readonly name: string }[],
  keepBytes: number,
): Pick<ClipboardBefore, "kept" | "notKept"> {
  const kept: ClipboardFormat[] = [];
  const notKept: string[] = [];
  let leftBytes = keepBytes;
  for (const { format, name } of formats) {
    const bytes = isMemory(format, name)
      ? withClipboardData(format, (block) => block.length <= leftBytes ? block.slice() : undefined)
      : undefined;
    if (bytes === undefined) {
      notKept.push(name);
    } else {
      kept.push({ format, name, bytes });
      leftBytes -= bytes.length;
    }
  }
  // Of a device-independent picture Windows makes the other kind again.
  const hasPicture = kept.some(({ format }) => PICTURES.has(format));
  return { kept, notKept: notKept.filter((name) => !(hasPicture && name === MADE_OF_PICTURES)) };
}
