import { defineConstants } from "./constants.ts";
import { withGlobalMemory } from "./global_memory.ts";
import { type Hwnd, Owned, toHwnd } from "./handles.ts";
import { requireNonZero } from "./result.ts";
import { user32 } from "./user32.ts";
import { fromWide, wideString } from "./wide_string.ts";

/** The formats that Windows defines, by number. */
export const CLIPBOARD_FORMAT = defineConstants({
  CF_TEXT: 1,
  CF_BITMAP: 2,
  CF_METAFILEPICT: 3,
  CF_SYLK: 4,
  CF_DIF: 5,
  CF_TIFF: 6,
  CF_OEMTEXT: 7,
  CF_DIB: 8,
  CF_PALETTE: 9,
  CF_PENDATA: 10,
  CF_RIFF: 11,
  CF_WAVE: 12,
  CF_UNICODETEXT: 13,
  CF_ENHMETAFILE: 14,
  CF_HDROP: 15,
  CF_LOCALE: 16,
  CF_DIBV5: 17,
  CF_OWNERDISPLAY: 0x80,
  CF_DSPTEXT: 0x81,
  CF_DSPBITMAP: 0x82,
  CF_DSPMETAFILEPICT: 0x83,
  CF_DSPENHMETAFILE: 0x8E,
});

/** Ranges of numbers whose data only the program that put it there can free: handles of its own, and GDI objects. */
export const CLIPBOARD_RANGE = defineConstants({
  CF_PRIVATEFIRST: 0x200,
  CF_PRIVATELAST: 0x2FF,
  CF_GDIOBJFIRST: 0x300,
  CF_GDIOBJLAST: 0x3FF,
});

/** The parent of windows that are only there for messages. */
const MESSAGE_PARENT = defineConstants({ HWND_MESSAGE: -3 });

/** Where enumerating ends: far more formats than any program offers. */
const MOST_FORMATS = 1_000;

/**
 * Opens the clipboard for this thread; undefined while another one has it open. It opens with a window of its own, made
 * here and destroyed with the end: a window of ours that stayed the clipboard's owner would be sent messages by others
 * while nobody here handles any.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-openclipboard
 */
export function openClipboard(): Owned<Hwnd> | undefined {
  const window = messageWindow();
  if (user32.symbols.OpenClipboard(window.value) === 0) {
    window[Symbol.dispose]();
    return undefined;
  }
  return new Owned("clipboard", window.value, () => {
    user32.symbols.CloseClipboard();
    window[Symbol.dispose]();
  });
}

function messageWindow(): Owned<Hwnd> {
  const parent = BigInt.asUintN(64, BigInt(MESSAGE_PARENT.HWND_MESSAGE));
  const hwnd = user32.symbols
    .CreateWindowExW(0, wideString("STATIC"), null, 0, 0, 0, 0, 0, parent, 0n, 0n, null);
  return new Owned(
    "window",
    requireNonZero("CreateWindowExW", hwnd),
    (open) => void user32.symbols.DestroyWindow(open),
  );
}

/** A number that grows with each change of the clipboard; 0 without access to it. */
export function getClipboardSequence(): number {
  return user32.symbols.GetClipboardSequenceNumber();
}

/** The window that put on the clipboard what is there, or 0n. */
export function getClipboardOwner(): Hwnd {
  return toHwnd(user32.symbols.GetClipboardOwner());
}

/** The window that has the clipboard open, or 0n: none has, or it was opened without a window. */
export function getOpenClipboardWindow(): Hwnd {
  return toHwnd(user32.symbols.GetOpenClipboardWindow());
}

/** Empties the clipboard, which must be open. @throws {Win32Error} */
export function emptyClipboard(): void {
  requireNonZero("EmptyClipboard", user32.symbols.EmptyClipboard());
}

/** The formats on the clipboard, which must be open, in the order in which they were put there; what Windows makes of them last. */
export function clipboardFormats(): number[] {
  const formats: number[] = [];
  for (let format = 0; formats.length < MOST_FORMATS;) {
    format = user32.symbols.EnumClipboardFormats(format);
    if (format === 0) break;
    formats.push(format);
  }
  return formats;
}

const nameUnits = new Uint16Array(256);

/** The name under which programs registered a format; empty for those that Windows defines. */
export function registeredFormatName(format: number): string {
  return fromWide(nameUnits, user32.symbols.GetClipboardFormatNameW(format, nameUnits, nameUnits.length));
}

/**
 * Lets `use` look at the bytes of a format on the clipboard, which must be open. Undefined when there is none, or it is
 * no memory. A program that promised the format is asked for it now, and may take as long as it likes.
 */
export function withClipboardData<T>(format: number, use: (block: Uint8Array) => T): T | undefined {
  const handle = user32.symbols.GetClipboardData(format);
  return handle === 0n ? undefined : withGlobalMemory(handle, use);
}

/**
 * Puts memory on the clipboard, which must be open and emptied by us. It is the system's afterwards.
 *
 * @throws {Win32Error} it is the owner's as before, then
 */
export function setClipboardData(format: number, memory: Owned<bigint>): void {
  requireNonZero("SetClipboardData", user32.symbols.SetClipboardData(format, memory.value));
  memory.release();
}
