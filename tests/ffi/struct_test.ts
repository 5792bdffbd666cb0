import assert from "node:assert/strict";
import fc from "fast-check";
import { INPUT, KEYBDINPUT, MOUSEINPUT } from "../../ffi/input.ts";
import { PROCESSENTRY32W, STARTUPINFOW } from "../../ffi/process.ts";
import {
  definedStructs,
  defineStruct,
  type FieldTable,
  type ScalarType,
  wideArray,
} from "../../ffi/struct.ts";
import { GUITHREADINFO, RECT } from "../../ffi/window.ts";

const MIXED = defineStruct("MIXED", {
  small: "u8",
  half: "i16",
  signed: "i32",
  inner: RECT,
  long: "i64",
  handle: "usize",
  offset: "isize",
  name: wideArray(8),
  last: "u8",
});

Deno.test("defineStruct() aligns every field and the end as the x64 ABI does", () => {
  assert.deepEqual(MIXED.offsets, {
    small: 0,
    half: 2,
    signed: 4,
    inner: 8,
    long: 24,
    handle: 32,
    offset: 40,
    name: 48,
    last: 64,
  });
  assert.equal(MIXED.byteLength, 72);
  assert.equal(MIXED.alignment, 8);
});

Deno.test("defineStruct() lays out the structs whose sizes Windows checks", () => {
  // The calls fail when cbSize, dwSize, cb or cbSize of SendInput differ from these.
  const sizes = [GUITHREADINFO, PROCESSENTRY32W, STARTUPINFOW, INPUT].map(({ byteLength }) => byteLength);
  assert.deepEqual(sizes, [72, 568, 104, 40]);
  assert.equal(INPUT.offsets.mi, 8);
});

Deno.test("defineStruct() enters the struct in the registry", () => {
  assert.ok((definedStructs() as readonly unknown[]).includes(MIXED));
});

Deno.test("make() zeroes what is not given", () => {
  assert.deepEqual(MIXED.read(MIXED.make()), {
    small: 0,
    half: 0,
    signed: 0,
    inner: { left: 0, top: 0, right: 0, bottom: 0 },
    long: 0n,
    handle: 0n,
    offset: 0n,
    name: "",
    last: 0,
  });
});

Deno.test("read() gives back what make() was given, negative and 64-bit numbers too", () => {
  const values = {
    small: 255,
    half: -32_768,
    signed: -2_147_483_648,
    inner: { left: -1920, top: -1, right: 2_147_483_647, bottom: 0 },
    long: -(2n ** 63n),
    handle: 2n ** 64n - 1n,
    offset: -1n,
    name: "G漢\uD83D",
    last: 1,
  };
  assert.deepEqual(MIXED.read(MIXED.make(values)), values);
});

Deno.test("write() changes the given fields of the struct at the offset and no other byte", () => {
  const bytes = new Uint8Array(3 * RECT.byteLength).fill(0xAA);
  RECT.write(bytes, { top: -2 }, RECT.byteLength);
  const expected = new Uint8Array(3 * RECT.byteLength).fill(0xAA);
  expected.set([0xFE, 0xFF, 0xFF, 0xFF], RECT.byteLength + RECT.offsets.top);
  assert.deepEqual(bytes, expected);
});

Deno.test("write() works on a view that does not begin where its memory does", () => {
  const memory = new Uint8Array(8 + RECT.byteLength);
  const view = memory.subarray(8);
  RECT.write(view, { left: 7 });
  assert.equal(memory[8], 7);
  assert.equal(RECT.read(view).left, 7);
});

Deno.test("write() takes numbers for 64-bit fields", () => {
  assert.equal(MIXED.read(MIXED.make({ long: -5 as unknown as bigint })).long, -5n);
});

Deno.test("write() refuses a field that the struct does not have", () => {
  assert.throws(() => RECT.make({ middle: 1 } as never), /Cannot write field "middle": RECT has none/);
});

Deno.test("read() fails on memory that is too short", () => {
  assert.throws(() => RECT.read(new Uint8Array(RECT.byteLength - 1)), RangeError);
});

Deno.test("a wide array is cut so that its last unit stays NUL", () => {
  assert.equal(MIXED.read(MIXED.make({ name: "123456789" })).name, "1234567");
});

Deno.test("a wide array ends at its first NUL, or fills its field", () => {
  const bytes = MIXED.make({ name: "ab\0cd" });
  assert.equal(MIXED.read(bytes).name, "ab");
  bytes.fill(0x41, MIXED.offsets.name, MIXED.offsets.name + 16);
  assert.equal(MIXED.read(bytes).name, "\u4141".repeat(8));
});

Deno.test("a shorter text in a wide array hides the longer one before it", () => {
  const bytes = MIXED.make({ name: "longer" });
  MIXED.write(bytes, { name: "ab" });
  assert.equal(MIXED.read(bytes).name, "ab");
});

Deno.test("KEYBDINPUT fits where INPUT has its union", () => {
  const bytes = INPUT.make({ type: 1 });
  KEYBDINPUT.write(bytes, { wScan: 0xD83D, dwFlags: 6, dwExtraInfo: 2n ** 63n }, INPUT.offsets.mi);
  assert.ok(KEYBDINPUT.byteLength <= MOUSEINPUT.byteLength);
  assert.equal(INPUT.read(bytes).type, 1);
  assert.deepEqual(KEYBDINPUT.read(bytes, INPUT.offsets.mi), {
    wVk: 0,
    wScan: 0xD83D,
    dwFlags: 6,
    time: 0,
    dwExtraInfo: 2n ** 63n,
  });
});

const scalarValues: Readonly<Record<ScalarType, fc.Arbitrary<number | bigint>>> = {
  u8: fc.integer({ min: 0, max: 0xFF }),
  u16: fc.integer({ min: 0, max: 0xFFFF }),
  i16: fc.integer({ min: -0x8000, max: 0x7FFF }),
  u32: fc.integer({ min: 0, max: 0xFFFFFFFF }),
  i32: fc.integer({ min: -0x80000000, max: 0x7FFFFFFF }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  usize: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  isize: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  pointer: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
};

/** UTF-16 units without NUL, lone surrogates included. */
const wideText = (maxUnits: number) =>
  fc.array(fc.integer({ min: 1, max: 0xFFFF }), { maxLength: maxUnits })
    .map((units) => String.fromCharCode(...units));

const RECT_VALUE = fc.record({
  left: scalarValues.i32,
  top: scalarValues.i32,
  right: scalarValues.i32,
  bottom: scalarValues.i32,
}, { noNullPrototype: true });

/** A field type together with a value of it. */
const field = fc.oneof(
  fc.constantFrom(...Object.keys(scalarValues) as ScalarType[])
    .chain((type) => scalarValues[type].map((value) => ({ type, value }))),
  fc.integer({ min: 1, max: 40 }).chain((wideUnits) =>
    wideText(wideUnits - 1).map((value) => ({ type: wideArray(wideUnits), value }))
  ),
  RECT_VALUE.map((value) => ({ type: RECT, value })),
);

Deno.test("property: any struct round-trips at any offset, its fields aligned and apart", () => {
  fc.assert(fc.property(
    fc.array(field, { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 0, max: 9 }),
    (fields, byteOffset) => {
      const table = Object.fromEntries(fields.map(({ type }, index) => [`f${index}`, type])) as FieldTable;
      const values = Object.fromEntries(fields.map(({ value }, index) => [`f${index}`, value]));
      const struct = defineStruct("ANY", table);
      const bytes = new Uint8Array(byteOffset + struct.byteLength).fill(0xFF);
      struct.write(bytes, values as never, byteOffset);
      assert.deepEqual(struct.read(bytes, byteOffset), values);
      assert.equal(struct.byteLength % struct.alignment, 0);
      let end = 0;
      for (const [name, type] of Object.entries(table)) {
        const { byteLength: size, alignment } = defineStruct("ONE", { only: type });
        const offset = struct.offsets[name] ?? -1;
        assert.ok(offset >= end && offset < end + alignment);
        assert.equal(offset % alignment, 0);
        end = offset + size;
      }
      assert.ok(struct.byteLength >= end);
    },
  ));
});
