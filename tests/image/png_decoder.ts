/** A PNG reader of its own, which checks every length, order and checksum, so that the writer is not its own judge. */

import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { type Bitmap, colourOf, pixelWords } from "../../src/image/bitmap.ts";

/** What a PNG file holds. */
export interface DecodedPng {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
  /** Colours `0xRRGGBB`, row by row. */
  readonly colours: Uint32Array;
}

/** Reads a file of 8 bits a channel, true colour or by palette. */
export function decodePng(file: Uint8Array): DecodedPng {
  assert.deepEqual([...file.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = readChunks(file);
  const names = chunks.map((chunk) => chunk.name);
  const header = contentOf(chunks, "IHDR");
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const colourType = header[9];
  assert.deepEqual([...header.subarray(8)], [8, colourType, 0, 0, 0]);
  assert.deepEqual(names, colourType === 3 ? ["IHDR", "PLTE", "IDAT", "IEND"] : ["IHDR", "IDAT", "IEND"]);
  const rows = inflateSync(contentOf(chunks, "IDAT"));
  if (colourType === 3) {
    const palette = contentOf(chunks, "PLTE");
    assert.ok(palette.length % 3 === 0 && palette.length >= 3 && palette.length <= 768);
    const indexes = unfilter(rows, { width, height, pixelBytes: 1 });
    return { width, height, colourType, colours: Uint32Array.from(indexes, (index) => rgb(palette, index)) };
  }
  assert.equal(colourType, 2);
  const bytes = unfilter(rows, { width, height, pixelBytes: 3 });
  return {
    width,
    height,
    colourType,
    colours: Uint32Array.from({ length: width * height }, (_, i) => rgb(bytes, i)),
  };
}

/** Checks that a file shows a bitmap; names the first wrong pixel, since a list of all takes minutes to print. */
export function assertShows(file: Uint8Array, bitmap: Bitmap): void {
  const decoded = decodePng(file);
  assert.deepEqual([decoded.width, decoded.height], [bitmap.width, bitmap.height]);
  const expected = pixelWords(bitmap);
  const wrongAt = decoded.colours.findIndex((colour, i) => colour !== colourOf(expected[i] ?? 0));
  assert.equal(wrongAt, -1, `pixel ${wrongAt} has another colour`);
}

function rgb(bytes: Uint8Array, index: number): number {
  const [red, green, blue] = bytes.subarray(index * 3, index * 3 + 3);
  assert.ok(red !== undefined && green !== undefined && blue !== undefined, `no colour ${index}`);
  return red << 16 | green << 8 | blue;
}

interface Chunk {
  readonly name: string;
  readonly content: Uint8Array;
}

function contentOf(chunks: readonly Chunk[], name: string): Uint8Array {
  const chunk = chunks.find((one) => one.name === name);
  assert.ok(chunk, `no ${name} chunk`);
  return chunk.content;
}

function readChunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  let at = 8;
  while (at < file.length) {
    const length = view.getUint32(at);
    const checked = file.subarray(at + 4, at + 8 + length);
    const name = String.fromCharCode(...checked.subarray(0, 4));
    assert.equal(view.getUint32(at + 8 + length), crc32(checked), `checksum of ${name}`);
    chunks.push({ name, content: checked.subarray(4) });
    at += length + 12;
  }
  assert.equal(at, file.length);
  return chunks;
}

/** The table of ISO 3309, as the PNG specification prints it. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ crc >>> 1 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ crc >>> 8;
  return (crc ^ 0xffffffff) >>> 0;
}

interface RowShape {
  readonly width: number;
  readonly height: number;
  readonly pixelBytes: number;
}

function unfilter(rows: Uint8Array, shape: RowShape): Uint8Array {
  const rowBytes = shape.width * shape.pixelBytes;
  assert.equal(rows.length, (rowBytes + 1) * shape.height);
  const plain = new Uint8Array(rowBytes * shape.height);
  for (let y = 0; y < shape.height; y++) {
    const filter = rows[y * (rowBytes + 1)] ?? 255;
    assert.ok(filter <= 2, `filter ${filter} is none, sub or up`);
    for (let i = 0; i < rowBytes; i++) {
      const left = i < shape.pixelBytes ? 0 : plain[y * rowBytes + i - shape.pixelBytes] ?? 0;
      const above = y === 0 ? 0 : plain[(y - 1) * rowBytes + i] ?? 0;
      const before = filter === 0 ? 0 : filter === 1 ? left : above;
      plain[y * rowBytes + i] = (rows[y * (rowBytes + 1) + 1 + i] ?? 0) + before;
    }
  }
  return plain;
}
