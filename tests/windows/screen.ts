/** What is really on the screen, read without the product, and what the fixture's pictures look like. */
import assert from "node:assert/strict";
import { type DecodedPng, decodePng } from "../image/png_decoder.ts";

const isWindows = Deno.build.os === "windows";
const user32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  GetDC: { parameters: ["usize"], result: "usize" },
  ReleaseDC: { parameters: ["usize", "usize"], result: "i32" },
  GetWindowRect: { parameters: ["usize", "buffer"], result: "i32" },
  ClientToScreen: { parameters: ["usize", "buffer"], result: "i32" },
  GetClientRect: { parameters: ["usize", "buffer"], result: "i32" },
});
const dwmapi = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\dwmapi.dll", {
  DwmGetWindowAttribute: { parameters: ["usize", "u32", "buffer", "u32"], result: "i32" },
});
const gdi32 = !isWindows ? undefined : Deno.dlopen("C:\\windows\\system32\\gdi32.dll", {
  GetPixel: { parameters: ["usize", "i32", "i32"], result: "u32" },
});

/** The colour `0xRRGGBB` of one pixel of the screen. */
export function screenColour(at: { readonly x: number; readonly y: number }): number {
  assert.ok(user32 !== undefined && gdi32 !== undefined);
  const dc = user32.symbols.GetDC(0n);
  const bgr = gdi32.symbols.GetPixel(dc, at.x, at.y);
  user32.symbols.ReleaseDC(0n, dc);
  return (bgr & 0xFF) << 16 | bgr & 0xFF00 | bgr >> 16 & 0xFF;
}

const DWMWA_EXTENDED_FRAME_BOUNDS = 9;

/** A window's outer rectangle on the screen, as it is seen: without the invisible borders that Windows adds. */
export function outerRect(hwnd: bigint): { x: number; y: number; width: number; height: number } {
  const edges = new Int32Array(4);
  const isTold = dwmapi?.symbols.DwmGetWindowAttribute(hwnd, DWMWA_EXTENDED_FRAME_BOUNDS, edges, 16) === 0;
  if (!isTold) user32?.symbols.GetWindowRect(hwnd, edges);
  const [left = 0, top = 0, right = 0, bottom = 0] = edges;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A window's client area on the screen. */
export function clientRect(hwnd: bigint): { x: number; y: number; width: number; height: number } {
  const size = new Int32Array(4);
  const corner = new Int32Array(2);
  user32?.symbols.GetClientRect(hwnd, size);
  user32?.symbols.ClientToScreen(hwnd, corner);
  return { x: corner[0] ?? 0, y: corner[1] ?? 0, width: size[2] ?? 0, height: size[3] ?? 0 };
}

/** The fixture's noise (`--noise`) at a pixel of its client area; the formula stands in its README. */
export function noiseAt(x: number, y: number): number {
  let hash = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) >>> 0;
  hash = Math.imul(hash ^ hash >>> 13, 1274126177) >>> 0;
  return ((hash ^ hash >>> 16) >>> 0) & 0xFFFFFF;
}

/** Reads a picture that was saved. */
export async function readPng(path: string): Promise<DecodedPng> {
  return decodePng(await Deno.readFile(path));
}

/** The part of a picture that the expectation covers, and where the expectation's own origin lies in it. */
export interface PicturePart {
  /** In pixels of the picture; all of it when left out. */
  readonly area?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** What is added to the picture's pixels before the expectation is asked. */
  readonly offset?: { readonly x: number; readonly y: number };
}

/** Fails at the first pixel that is not what is expected. */
export function assertPixels(
  picture: DecodedPng,
  expected: (x: number, y: number) => number,
  part: PicturePart = {},
): void {
  const area = part.area ?? { x: 0, y: 0, width: picture.width, height: picture.height };
  const offset = part.offset ?? { x: 0, y: 0 };
  assert.ok(area.x + area.width <= picture.width && area.y + area.height <= picture.height);
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const colour = picture.colours[y * picture.width + x];
      const wanted = expected(x + offset.x, y + offset.y);
      if (colour !== wanted) assert.fail(`pixel ${x},${y} is ${hex(colour)} and not ${hex(wanted)}`);
    }
  }
}

function hex(colour: number | undefined): string {
  return colour === undefined ? "nothing" : colour.toString(16).padStart(6, "0");
}
