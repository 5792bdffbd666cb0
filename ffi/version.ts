import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";
import { defineStruct } from "./struct.ts";
import { fromWide, wideString } from "./wide_string.ts";

/** The version functions that Casement uses. @see https://learn.microsoft.com/windows/win32/api/winver/ */
export const version = defineLibrary("version.dll", {
  GetFileVersionInfoSizeW: { parameters: [C.BUFFER, C.BUFFER], result: C.DWORD }, // lptstrFilename, lpdwHandle
  GetFileVersionInfoW: { parameters: [C.BUFFER, C.DWORD, C.DWORD, C.BUFFER], result: C.BOOL }, // lptstrFilename, dwHandle, dwLen, lpData
  VerQueryValueW: { parameters: [C.BUFFER, C.BUFFER, C.BUFFER, C.BUFFER], result: C.BOOL }, // pBlock, lpSubBlock, lplpBuffer, puLen
});

/** `VS_FIXEDFILEINFO`: the versions of a file as numbers. */
export const VS_FIXEDFILEINFO = defineStruct("VS_FIXEDFILEINFO", {
  dwSignature: "u32",
  dwStrucVersion: "u32",
  dwFileVersionMS: "u32",
  dwFileVersionLS: "u32",
  dwProductVersionMS: "u32",
  dwProductVersionLS: "u32",
  dwFileFlagsMask: "u32",
  dwFileFlags: "u32",
  dwFileOS: "u32",
  dwFileType: "u32",
  dwFileSubtype: "u32",
  dwFileDateMS: "u32",
  dwFileDateLS: "u32",
});

const VERSION = defineConstants({ VS_FFI_SIGNATURE: 0xFEEF04BD });

/** More than any real version resource has. */
const MOST_BYTES = 1_048_576;

/** Where the texts of a file that does not say its languages mostly are: English, in Unicode or Windows' own code page. */
const USUAL_TRANSLATIONS = ["040904B0", "040904E4", "04090000"];

/** The versions that a file says it has. */
export interface FileVersions {
  readonly fileVersion: string | undefined;
  readonly productVersion: string | undefined;
}

/**
 * The versions of a file: the texts that it has for people, as PowerShell shows them, else its numbers with points between
 * them. Undefined where it says none, or cannot be read.
 */
export function getFileVersions(path: string): FileVersions {
  const block = versionBlock(path);
  if (block === undefined) return { fileVersion: undefined, productVersion: undefined };
  const translations = [...translationsOf(block), ...USUAL_TRANSLATIONS];
  const textOf = (name: string): string | undefined =>
    translations.map((translation) => textIn(block, `\\StringFileInfo\\${translation}\\${name}`))
      .find((text) => text !== undefined && text !== "");
  const fixed = fixedInfo(block);
  return {
    fileVersion: textOf("FileVersion") ?? (fixed && dotted(fixed.dwFileVersionMS, fixed.dwFileVersionLS)),
    productVersion: textOf("ProductVersion") ??
      (fixed && dotted(fixed.dwProductVersionMS, fixed.dwProductVersionLS)),
  };
}

/** The numbers; undefined where there are none, or where what stands there is something else, as in a damaged file. */
function fixedInfo(
  block: Uint8Array<ArrayBuffer>,
): ReturnType<typeof VS_FIXEDFILEINFO.read> | undefined {
  const bytes = valueIn(block, "\\");
  if (bytes === undefined || bytes.length < VS_FIXEDFILEINFO.byteLength) return undefined;
  const fixed = VS_FIXEDFILEINFO.read(bytes.slice());
  return fixed.dwSignature === VERSION.VS_FFI_SIGNATURE ? fixed : undefined;
}

function versionBlock(path: string): Uint8Array<ArrayBuffer> | undefined {
  const file = wideString(path);
  const size = version.symbols.GetFileVersionInfoSizeW(file, new Uint32Array(1));
  if (size === 0 || size > MOST_BYTES) return undefined;
  const block = new Uint8Array(size);
  return version.symbols.GetFileVersionInfoW(file, 0, size, block) === 0 ? undefined : block;
}

/** What lies under a name; its length is in bytes, of a text in UTF-16 units. */
function lookUp(
  block: Uint8Array<ArrayBuffer>,
  name: string,
): { readonly offset: number; readonly length: number } | undefined {
  const address = new BigUint64Array(1);
  const length = new Uint32Array(1);
  const isThere = version.symbols.VerQueryValueW(block, wideString(name), address, length) !== 0;
  if (!isThere || length[0] === undefined || length[0] === 0) return undefined;
  // It points into the block.
  const start = BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(block)));
  const offset = Number((address[0] ?? 0n) - start);
  return offset < 0 || offset >= block.length ? undefined : { offset, length: length[0] };
}

function valueIn(block: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> | undefined {
  const found = lookUp(block, name);
  return found && block.subarray(found.offset, found.offset + found.length);
}

function textIn(block: Uint8Array<ArrayBuffer>, name: string): string | undefined {
  const found = lookUp(block, name);
  if (found === undefined) return undefined;
  const bytes = block.slice(found.offset, found.offset + 2 * found.length);
  return fromWide(new Uint16Array(bytes.buffer, 0, bytes.length >> 1)).trim();
}

/** Language and code page of each set of texts, as the names of the sets have them. */
function translationsOf(block: Uint8Array<ArrayBuffer>): readonly string[] {
  const bytes = valueIn(block, "\\VarFileInfo\\Translation")?.slice() ?? new Uint8Array();
  const numbers = new Uint16Array(bytes.buffer, 0, bytes.length >> 1);
  const hex = (number: number | undefined): string => (number ?? 0).toString(16).padStart(4, "0");
  return Array.from(
    { length: numbers.length >> 1 },
    (_, index) => hex(numbers[2 * index]) + hex(numbers[2 * index + 1]),
  );
}

function dotted(high: number, low: number): string {
  return [high >>> 16, high & 0xFFFF, low >>> 16, low & 0xFFFF].join(".");
}
