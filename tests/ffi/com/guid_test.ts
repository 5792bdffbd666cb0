import assert from "node:assert/strict";
import fc from "fast-check";
import { definedGuids, defineGuids, formatGuid, parseGuid } from "../../../ffi/com/guid.ts";

const TEXT = "30cbe57d-d9d0-452a-ab13-7ac5ac4825ee";
/** As the C headers lay it out: three little-endian numbers, then eight bytes. */
const BYTES = [
  0x7d,
  0xe5,
  0xcb,
  0x30,
  0xd0,
  0xd9,
  0x2a,
  0x45,
  0xab,
  0x13,
  0x7a,
  0xc5,
  0xac,
  0x48,
  0x25,
  0xee,
];

Deno.test("parseGuid() lays the first three groups out little-endian", () => {
  assert.deepEqual([...parseGuid(TEXT)], BYTES);
});

Deno.test("parseGuid() takes braces and capitals", () => {
  assert.deepEqual([...parseGuid(`{${TEXT.toUpperCase()}}`)], BYTES);
});

for (
  const wrong of [
    "",
    "{}",
    TEXT.slice(1),
    `${TEXT}0`,
    `{${TEXT}`,
    TEXT.replace("d9d0", "d9g0"),
    TEXT.replaceAll("-", ""),
  ]
) {
  Deno.test(`parseGuid() refuses ${JSON.stringify(wrong)}`, () => {
    assert.throws(() => parseGuid(wrong), {
      name: "SyntaxError",
      message: `Cannot parse GUID: "${wrong}" is none`,
    });
  });
}

Deno.test("property: formatGuid() undoes parseGuid(), and leaves its bytes as they are", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
    const before = [...bytes];
    const text = formatGuid(bytes);
    assert.deepEqual([...bytes], before);
    assert.deepEqual([...parseGuid(text)], before);
  }));
});

Deno.test("defineGuids() gives the table back, enters it in the registry and refuses what is no GUID", () => {
  const table = { CLSID_MADE_UP: TEXT };
  assert.equal(defineGuids(table), table);
  assert.ok(definedGuids().includes(table));
  assert.throws(() => defineGuids({ CLSID_WRONG: "no" }), SyntaxError);
});
