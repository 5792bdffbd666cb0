/**
 * Uses the clipboard by other ways than the product's own: a test must not believe the tool it tests. Opens it without a
 * window, which any thread may.
 */
import { waitFor } from "./fixture_run.ts";

const isWindows = Deno.build.os === "windows";
const user32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  OpenClipboard: { parameters: ["usize"], result: "i32" },
  CloseClipboard: { parameters: [], result: "i32" },
  EmptyClipboard: { parameters: [], result: "i32" },
  GetClipboardData: { parameters: ["u32"], result: "usize" },
  SetClipboardData: { parameters: ["u32", "usize"], result: "usize" },
  RegisterClipboardFormatW: { parameters: ["buffer"], result: "u32" },
  CountClipboardFormats: { parameters: [], result: "i32" },
  IsClipboardFormatAvailable: { parameters: ["u32"], result: "i32" },
});
const kernel32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\kernel32.dll", {
  GlobalAlloc: { parameters: ["u32", "usize"], result: "usize" },
  GlobalLock: { parameters: ["usize"], result: "pointer" },
  GlobalUnlock: { parameters: ["usize"], result: "i32" },
  GlobalSize: { parameters: ["usize"], result: "usize" },
});
const gdi32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\gdi32.dll", {
  CreatePalette: { parameters: ["buffer"], result: "usize" },
});

export const CF_TEXT = 1;
export const CF_DIB = 8;
export const CF_PALETTE = 9;
export const CF_UNICODETEXT = 13;

function symbols(): NonNullable<typeof user32>["symbols"] {
  if (user32 === undefined) throw new Error("Cannot use the clipboard: this system is not Windows");
  return user32.symbols;
}

/** Opens the clipboard, waiting for others, and closes it with the `using` block. */
export async function openClipboard(hwnd = 0n): Promise<Disposable> {
  if (await waitFor(() => symbols().OpenClipboard(hwnd) !== 0 ? true : undefined) === undefined) {
    throw new Error("the clipboard cannot be opened");
  }
  return { [Symbol.dispose]: () => void symbols().CloseClipboard() };
}

/** The number of a format of this name. */
export function registerFormat(name: string): number {
  return symbols().RegisterClipboardFormatW(Uint16Array.from(`${name}\0`, (unit) => unit.charCodeAt(0)));
}

/** UTF-16 and a NUL, as bytes. */
export function wideBytes(text: string): Uint8Array {
  const units = new Uint16Array(text.length + 1);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return new Uint8Array(units.buffer);
}

/** A palette of one colour: a handle of GDI, no memory. */
export function palette(): bigint {
  const logical = Uint8Array.of(0, 3, 1, 0, 255, 0, 0, 0);
  return gdi32?.symbols.CreatePalette(logical) ?? 0n;
}

function globalMemory(bytes: Uint8Array): bigint {
  const movable = 2;
  const handle = kernel32?.symbols.GlobalAlloc(movable, BigInt(bytes.length)) ?? 0n;
  const address = kernel32?.symbols.GlobalLock(handle) ?? null;
  if (address === null) throw new Error("there is no memory");
  new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(address, bytes.length)).set(bytes);
  kernel32?.symbols.GlobalUnlock(handle);
  return handle;
}

/** Puts these formats on the clipboard, in this order, instead of what is there: bytes, or a handle, or 0n to promise. */
export async function putOnClipboard(
  formats: readonly (readonly [number, Uint8Array | bigint])[],
  hwnd = 0n,
): Promise<void> {
  using _open = await openClipboard(hwnd);
  symbols().EmptyClipboard();
  for (const [format, data] of formats) putOnOpenClipboard(format, data);
}

/** Puts one more format on a clipboard that somebody has opened, as {@link putOnClipboard} does. */
export function putOnOpenClipboard(format: number, data: Uint8Array | bigint): void {
  symbols().SetClipboardData(format, typeof data === "bigint" ? data : globalMemory(data));
}

/** The bytes of a format on the clipboard; undefined when it is not there. */
export async function bytesOnClipboard(format: number): Promise<Uint8Array | undefined> {
  using _open = await openClipboard();
  const handle = symbols().GetClipboardData(format);
  const address = handle === 0n ? null : kernel32?.symbols.GlobalLock(handle) ?? null;
  if (address === null) return undefined;
  const size = Number(kernel32?.symbols.GlobalSize(handle) ?? 0n);
  const bytes = new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(address, size)).slice();
  kernel32?.symbols.GlobalUnlock(handle);
  return bytes;
}

/** The text on the clipboard, UTF-16 as it is. */
export async function textOnClipboard(): Promise<string | undefined> {
  const bytes = await bytesOnClipboard(CF_UNICODETEXT);
  if (bytes === undefined) return undefined;
  const units = new Uint16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
  const parts: string[] = [];
  const end = units.indexOf(0);
  for (let start = 0; start < end; start += 8192) {
    parts.push(String.fromCharCode(...units.subarray(start, Math.min(end, start + 8192))));
  }
  return parts.join("");
}

/** How many formats are on the clipboard. */
export function formatCount(): number {
  return symbols().CountClipboardFormats();
}

/** Whether a format is on the clipboard. */
export function hasFormat(format: number): boolean {
  return symbols().IsClipboardFormatAvailable(format) !== 0;
}
