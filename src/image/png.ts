/** Lossless pictures. Tuned for speed: a window of 1280 x 960 takes about ten milliseconds. */

import zlib from "node:zlib";
import { type Bitmap, crop } from "./bitmap.ts";
import { indexColours, paletteBytes } from "./palette.ts";

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const BITS_PER_CHANNEL = 8;
const COLOUR_TYPE_RGB = 2;
const COLOUR_TYPE_INDEXED = 3;

/** Row filters of PNG: the bytes as they are, or the difference to the pixel on the left. */
const FILTER_NONE = 0;
const FILTER_SUB = 1;

/** One way to write rows of true colour. */
interface Plan {
  readonly filter: typeof FILTER_NONE | typeof FILTER_SUB;
  readonly level: number;
  readonly strategy: number;
}

/**
 * Measured on screenshots of desktops and on drawn pictures: flat areas and text are smallest and fastest unfiltered
 * (level 1 saves two milliseconds and costs 60 % more bytes), gradients filtered, photographs filtered with Huffman
 * codes alone, and noise is best stored, at a tenth of the time.
 */
const PLANS: readonly Plan[] = [
  { filter: FILTER_NONE, level: 2, strategy: zlib.constants.Z_DEFAULT_STRATEGY },
  { filter: FILTER_SUB, level: 2, strategy: zlib.constants.Z_DEFAULT_STRATEGY },
  { filter: FILTER_SUB, level: 1, strategy: zlib.constants.Z_HUFFMAN_ONLY },
  { filter: FILTER_NONE, level: 0, strategy: zlib.constants.Z_DEFAULT_STRATEGY },
];

/** Where a plan is chosen: bands of rows spread over the picture, some 3 % of a window. */
const SAMPLE_BANDS = 6;
const SAMPLE_BAND_ROWS = 6;

/** Output buffer of a deflate call; the default of 16 KiB costs a call into zlib for each piece. */
const MAX_CHUNK_BYTES = 1 << 20;

/** The picture as a PNG file, 8 bits a channel; alpha is dropped. */
export function encodePng(bitmap: Bitmap): Uint8Array<ArrayBuffer> {
  const indexed = indexColours(bitmap);
  if (indexed !== undefined) {
    const packed = deflate(indexed.rows, { level: 2, strategy: zlib.constants.Z_DEFAULT_STRATEGY });
    return joinChunks([
      ["IHDR", header(bitmap, COLOUR_TYPE_INDEXED)],
      ["PLTE", paletteBytes(indexed.palette)],
      ["IDAT", packed],
    ]);
  }
  const plan = choosePlan(bitmap);
  return joinChunks([
    ["IHDR", header(bitmap, COLOUR_TYPE_RGB)],
    ["IDAT", deflate(filterRows(bitmap, plan), plan)],
  ]);
}

/** The plan that packs a sample of the rows best. */
function choosePlan(bitmap: Bitmap): Plan {
  const bands = sampleBands(bitmap);
  let best: { readonly plan: Plan; readonly bytes: number } | undefined;
  for (const plan of PLANS) {
    let bytes = 0;
    for (const band of bands) bytes += deflate(filterRows(band, plan), plan).length;
    if (best === undefined || bytes < best.bytes) best = { plan, bytes };
  }
  if (best === undefined) throw new Error("there is no plan");
  return best.plan;
}

function sampleBands(bitmap: Bitmap): Bitmap[] {
  if (bitmap.height <= SAMPLE_BANDS * SAMPLE_BAND_ROWS) return [bitmap];
  const bands: Bitmap[] = [];
  for (let i = 0; i < SAMPLE_BANDS; i++) {
    const y = Math.floor((i + 0.5) * bitmap.height / SAMPLE_BANDS - SAMPLE_BAND_ROWS / 2);
    bands.push(crop(bitmap, { x: 0, y, width: bitmap.width, height: SAMPLE_BAND_ROWS }));
  }
  return bands;
}

/** Rows of red, green, blue, each behind the byte that names its filter. */
function filterRows(bitmap: Bitmap, plan: Plan): Uint8Array<ArrayBuffer> {
  const rowBytes = bitmap.width * 3 + 1;
  const rows = new Uint8Array(rowBytes * bitmap.height);
  const writeRow = plan.filter === FILTER_SUB ? writeSubRow : writePlainRow;
  for (let y = 0; y < bitmap.height; y++) {
    rows[y * rowBytes] = plan.filter;
    writeRow(bitmap, y, rows, y * rowBytes + 1);
  }
  return rows;
}

function writePlainRow({ width, data }: Bitmap, y: number, rows: Uint8Array, start: number): void {
  const end = (y + 1) * width * 4;
  let out = start;
  for (let i = y * width * 4; i < end; i += 4) {
    rows[out] = data[i + 2] ?? 0;
    rows[out + 1] = data[i + 1] ?? 0;
    rows[out + 2] = data[i] ?? 0;
    out += 3;
  }
}

function writeSubRow({ width, data }: Bitmap, y: number, rows: Uint8Array, start: number): void {
  const end = (y + 1) * width * 4;
  let out = start;
  let redBefore = 0;
  let greenBefore = 0;
  let blueBefore = 0;
  for (let i = y * width * 4; i < end; i += 4) {
    const red = data[i + 2] ?? 0;
    const green = data[i + 1] ?? 0;
    const blue = data[i] ?? 0;
    rows[out] = red - redBefore;
    rows[out + 1] = green - greenBefore;
    rows[out + 2] = blue - blueBefore;
    out += 3;
    redBefore = red;
    greenBefore = green;
    blueBefore = blue;
  }
}

function deflate(rows: Uint8Array, how: { readonly level: number; readonly strategy: number }): Uint8Array {
  const chunkSize = Math.min(MAX_CHUNK_BYTES, rows.length + 1024);
  return zlib.deflateSync(rows, { level: how.level, strategy: how.strategy, chunkSize });
}

function header(bitmap: Bitmap, colourType: number): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bitmap.width);
  view.setUint32(4, bitmap.height);
  bytes[8] = BITS_PER_CHANNEL;
  bytes[9] = colourType;
  return bytes;
}

/** The file: signature, each chunk as length, name, content and checksum, and the closing empty chunk. */
function joinChunks(
  chunks: readonly (readonly [name: string, content: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const all = [...chunks, ["IEND", new Uint8Array()] as const];
  const file = new Uint8Array(
    all.reduce((bytes, [, content]) => bytes + content.length + 12, SIGNATURE.length),
  );
  const view = new DataView(file.buffer);
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [name, content] of all) {
    const checked = file.subarray(at + 4, at + 8 + content.length);
    view.setUint32(at, content.length);
    checked.set(new TextEncoder().encode(name));
    checked.set(content, 4);
    view.setUint32(at + 8 + content.length, zlib.crc32(checked));
    at += content.length + 12;
  }
  return file;
}
