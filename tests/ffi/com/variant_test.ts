/** What of a VARIANT needs no Windows: numbers and booleans own nothing. The rest is in tests/windows/com_test.ts. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { VT } from "../../../ffi/com/safe_array.ts";
import { Variant, type VariantValue } from "../../../ffi/com/variant.ts";
import { openCounts } from "../../../ffi/ledger.ts";

/** A variant as Windows would fill it in. */
function received(type: number, ...value: readonly number[]): Variant {
  return Variant.receive(({ bytes }) => {
    bytes[0] = type & 0xFF;
    bytes[1] = type >> 8;
    bytes.set(value, 8);
  });
}

const cases: readonly {
  title: string;
  variant: () => Variant;
  value: VariantValue;
  bytes: readonly number[];
}[] = [
  { title: "empty", variant: () => Variant.empty(), value: undefined, bytes: [] },
  { title: "null", variant: () => received(VT.VT_NULL), value: null, bytes: [1] },
  {
    title: "a negative integer",
    variant: () => Variant.ofInt(-2),
    value: -2,
    bytes: [3, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF],
  },
  {
    title: "true, which is -1",
    variant: () => Variant.ofBool(true),
    value: true,
    bytes: [11, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
  },
  { title: "false", variant: () => Variant.ofBool(false), value: false, bytes: [11] },
  {
    title: "a double",
    variant: () => Variant.ofDouble(1.5),
    value: 1.5,
    bytes: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F],
  },
  {
    title: "any true",
    variant: () => received(VT.VT_BOOL, 1),
    value: true,
    bytes: [11, 0, 0, 0, 0, 0, 0, 0, 1],
  },
  {
    title: "a short integer",
    variant: () => received(VT.VT_I2, 0xFF, 0xFF),
    value: -1,
    bytes: [2, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
  },
  {
    title: "an unsigned integer",
    variant: () => received(VT.VT_UI4, 0xFF, 0xFF, 0xFF, 0xFF),
    value: 0xFFFFFFFF,
    bytes: [19, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
  },
];

for (const { title, variant, value, bytes } of cases) {
  Deno.test(`a VARIANT can be ${title}`, () => {
    using it = variant();
    assert.deepEqual(it.value, value);
    assert.deepEqual([...it.bytes], [...bytes, ...new Array(24 - bytes.length).fill(0)]);
  });
}

Deno.test("property: numbers come back from a VARIANT as they were", () => {
  fc.assert(fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.double(), (int, double) => {
    using first = Variant.ofInt(int);
    using second = Variant.ofDouble(double);
    assert.equal(first.value, int);
    assert.ok(Object.is(second.value, double));
  }));
});

Deno.test("a VARIANT of a type that has no value is refused", () => {
  const VT_DECIMAL = 14;
  const variant = received(VT_DECIMAL);
  assert.throws(() => variant.value, { message: "VARIANT failed (E_INVALIDARG, HRESULT 0x80070057)" });
  variant.bytes[0] = 0;
  variant[Symbol.dispose]();
});

Deno.test("a VARIANT is counted until it is cleared, and is not used afterwards", () => {
  const before = openCounts().variant ?? 0;
  const variant = Variant.ofInt(1);
  assert.equal(openCounts().variant, before + 1);
  variant[Symbol.dispose]();
  variant[Symbol.dispose]();
  assert.equal(openCounts().variant, before);
  assert.throws(() => variant.value, { message: "Cannot use a VARIANT: it has been cleared" });
});

Deno.test("a VARIANT that a call did not fill in is not left open", () => {
  const before = openCounts().variant ?? 0;
  assert.throws(() =>
    Variant.receive(() => {
      throw new RangeError("inside");
    }), RangeError);
  assert.equal(openCounts().variant, before);
});

Deno.test("two VARIANTs at once do not share memory", () => {
  using one = Variant.ofInt(1);
  using two = Variant.ofInt(2);
  assert.deepEqual([one.value, two.value], [1, 2]);
});
