import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { type Hwnd, Owned } from "./handles.ts";
import { defineLibrary } from "./library.ts";
import { requireNonZero } from "./result.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";

/** The gdi32 functions that Casement uses. @see https://learn.microsoft.com/windows/win32/api/wingdi/ */
export const gdi32 = defineLibrary("gdi32.dll", {
  CreateCompatibleDC: { parameters: [C.HDC], result: C.HDC },
  DeleteDC: { parameters: [C.HDC], result: C.BOOL },
  CreateDIBSection: {
    parameters: [C.HDC, C.BUFFER, C.UINT, C.BUFFER, C.HANDLE, C.DWORD], // hdc, pbmi, usage, ppvBits, hSection, offset
    result: C.HGDIOBJ,
  },
  SelectObject: { parameters: [C.HDC, C.HGDIOBJ], result: C.HGDIOBJ },
  DeleteObject: { parameters: [C.HGDIOBJ], result: C.BOOL },
  BitBlt: {
    parameters: [C.HDC, C.INT, C.INT, C.INT, C.INT, C.HDC, C.INT, C.INT, C.DWORD], // hdc, x, y, cx, cy, hdcSrc, x1, y1, rop
    result: C.BOOL,
  },
  GdiFlush: { parameters: [], result: C.BOOL },
});

/** `BITMAPINFOHEADER`; a negative height means that the top row comes first. */
export const BITMAPINFOHEADER = defineStruct("BITMAPINFOHEADER", {
  biSize: "u32",
  biWidth: "i32",
  biHeight: "i32",
  biPlanes: "u16",
  biBitCount: "u16",
  biCompression: "u32",
  biSizeImage: "u32",
  biXPelsPerMeter: "i32",
  biYPelsPerMeter: "i32",
  biClrUsed: "u32",
  biClrImportant: "u32",
});

/** GDI and `PrintWindow` constants. */
export const GDI = defineConstants({
  BI_RGB: 0,
  DIB_RGB_COLORS: 0,
  SRCCOPY: 0x00CC0020,
  CAPTUREBLT: 0x40000000,
  PW_RENDERFULLCONTENT: 2,
});

/** A device context of the whole screen. Dispose on the thread that got it. */
export function screenDc(): Owned<bigint> {
  const hdc = requireNonZero("GetDC", user32.symbols.GetDC(0n));
  return new Owned("windowDc", hdc, (open) => void user32.symbols.ReleaseDC(0n, open));
}

/** A device context of a whole window, frame included. Dispose on the thread that got it. */
export function windowDc(hwnd: Hwnd): Owned<bigint> {
  const hdc = requireNonZero("GetWindowDC", user32.symbols.GetWindowDC(hwnd));
  return new Owned("windowDc", hdc, (open) => void user32.symbols.ReleaseDC(hwnd, open));
}

/** A 32-bit bitmap in memory with a device context that draws into it. */
export class MemoryBitmap implements Disposable {
  readonly hdc: bigint;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly #dc: Owned<bigint>;
  readonly #bitmap: Owned<bigint>;
  readonly #previous: bigint;
  readonly #bits: Deno.PointerObject;

  /** Allocates and selects the bitmap, all zero. @throws {Win32Error} when there is no memory for it. */
  constructor(widthPx: number, heightPx: number) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    const hdc = requireNonZero("CreateCompatibleDC", gdi32.symbols.CreateCompatibleDC(0n));
    this.#dc = new Owned("dc", hdc, (open) => void gdi32.symbols.DeleteDC(open));
    this.hdc = hdc;
    const header = BITMAPINFOHEADER.make({
      biSize: BITMAPINFOHEADER.byteLength,
      biWidth: widthPx,
      biHeight: -heightPx,
      biPlanes: 1,
      biBitCount: 32,
      biCompression: GDI.BI_RGB,
    });
    const address = new BigUint64Array(1);
    const bitmap = gdi32.symbols.CreateDIBSection(hdc, header, GDI.DIB_RGB_COLORS, address, 0n, 0);
    const bits = Deno.UnsafePointer.create(address[0] ?? 0n);
    if (bitmap === 0n || bits === null) {
      this.#dc[Symbol.dispose]();
      throw new RangeError(`Cannot allocate a bitmap of ${widthPx}×${heightPx} pixels`);
    }
    this.#bits = bits;
    this.#bitmap = new Owned("bitmap", bitmap, (open) => void gdi32.symbols.DeleteObject(open));
    this.#previous = gdi32.symbols.SelectObject(hdc, bitmap);
  }

  /** Copies a rectangle of another device context into the whole bitmap. False when Windows refused. */
  copyFrom(source: bigint, sourceX: number, sourceY: number, rasterOperation: number = GDI.SRCCOPY): boolean {
    return gdi32.symbols
      .BitBlt(this.hdc, 0, 0, this.widthPx, this.heightPx, source, sourceX, sourceY, rasterOperation) !== 0;
  }

  /**
   * The bitmap's own memory as top-down BGRA, borrowed: not to be touched after the bitmap is disposed of. GDI leaves the
   * fourth byte undefined.
   */
  view(): Uint8Array<ArrayBuffer> {
    gdi32.symbols.GdiFlush();
    const byteLength = this.widthPx * this.heightPx * 4;
    return new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(this.#bits, byteLength));
  }

  [Symbol.dispose](): void {
    gdi32.symbols.SelectObject(this.hdc, this.#previous);
    this.#bitmap[Symbol.dispose]();
    this.#dc[Symbol.dispose]();
  }
}

/**
 * Asks the window's program to draw the window into a bitmap; covered windows draw too. The call lasts as long as the
 * program needs. True means only that the program was asked.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-printwindow
 */
export function printWindow(hwnd: Hwnd, target: MemoryBitmap, flags: number): boolean {
  return user32.symbols.PrintWindow(hwnd, target.hdc, flags) !== 0;
}
