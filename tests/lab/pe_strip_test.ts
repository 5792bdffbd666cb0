import assert from "node:assert/strict";
import { stripCompiledProgram } from "./pe_strip.ts";

const HEADER = 0x80;
const OPTIONAL_SIZE = 240;
const SECTIONS = HEADER + 24 + OPTIONAL_SIZE;

interface SectionRow {
  readonly name: string;
  readonly virtualSize: number;
  readonly virtualAddress: number;
  readonly fileOffset: number;
}

const TEXT = { name: ".text", virtualSize: 0x1234, virtualAddress: 0x1000, fileOffset: 0x400 };
const RESOURCES = { name: ".rsrc", virtualSize: 0x1801, virtualAddress: 0x3000, fileOffset: 0x600 };
const APPENDED = { name: ".pedata", virtualSize: 0x90000, virtualAddress: 0x5000, fileOffset: 0x800 };

/** A program of 0x1000 bytes whose section table has these rows; bytes after the headers are their offset's low byte. */
function makeProgram(rows: readonly SectionRow[]): Uint8Array {
  const bytes = new Uint8Array(0x1000);
  for (let offset = 0x400; offset < bytes.length; offset++) bytes[offset] = offset & 0xff;
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x5a4d, true);
  view.setUint32(0x3c, HEADER, true);
  view.setUint32(HEADER, 0x4550, true);
  view.setUint16(HEADER + 6, rows.length, true);
  view.setUint16(HEADER + 20, OPTIONAL_SIZE, true);
  view.setUint32(HEADER + 24 + 32, 0x1000, true);
  view.setUint32(HEADER + 24 + 56, 0x95000, true);
  view.setUint32(HEADER + 24 + 128, 0x5000, true);
  view.setUint32(HEADER + 24 + 132, 0x90000, true);
  rows.forEach((row, index) => {
    const offset = SECTIONS + 40 * index;
    bytes.set(new TextEncoder().encode(row.name), offset);
    view.setUint32(offset + 8, row.virtualSize, true);
    view.setUint32(offset + 12, row.virtualAddress, true);
    view.setUint32(offset + 20, row.fileOffset, true);
  });
  return bytes;
}

Deno.test("stripCompiledProgram() removes the appended section and points back to the program's own resources", () => {
  const program = makeProgram([TEXT, RESOURCES, APPENDED]);
  const stripped = stripCompiledProgram(program);
  const view = new DataView(stripped.buffer, stripped.byteOffset, stripped.byteLength);
  assert.equal(stripped.length, APPENDED.fileOffset);
  assert.equal(view.getUint16(HEADER + 6, true), 2);
  assert.equal(view.getUint32(HEADER + 24 + 56, true), 0x5000, "0x3000 + 0x1801, rounded up to a whole page");
  assert.equal(view.getUint32(HEADER + 24 + 128, true), RESOURCES.virtualAddress);
  assert.equal(view.getUint32(HEADER + 24 + 132, true), RESOURCES.virtualSize);
  assert.ok(stripped.subarray(SECTIONS + 80, SECTIONS + 120).every((byte) => byte === 0));
  assert.deepEqual(stripped.subarray(0x400), program.subarray(0x400, APPENDED.fileOffset));
});

Deno.test("stripCompiledProgram() leaves no resource directory where the program had none", () => {
  const stripped = stripCompiledProgram(makeProgram([TEXT, APPENDED]));
  const view = new DataView(stripped.buffer, stripped.byteOffset, stripped.byteLength);
  assert.equal(view.getUint32(HEADER + 24 + 128, true), 0);
  assert.equal(view.getUint32(HEADER + 24 + 132, true), 0);
  assert.equal(view.getUint32(HEADER + 24 + 56, true), 0x3000);
});

Deno.test("stripCompiledProgram() leaves its argument as it is", () => {
  const program = makeProgram([TEXT, RESOURCES, APPENDED]);
  const before = program.slice();
  stripCompiledProgram(program);
  assert.deepEqual(program, before);
});

for (
  const [what, program, message] of [
    ["a program without the section", makeProgram([TEXT, RESOURCES]), /last section is \.rsrc, not \.pedata/],
    ["a program with that section alone", makeProgram([APPENDED]), /last section/],
    ["a file that is no program", new Uint8Array(0x1000), /does not begin with MZ/],
  ] as const
) {
  Deno.test(`stripCompiledProgram() refuses ${what}`, () => {
    assert.throws(() => stripCompiledProgram(program), message);
  });
}
