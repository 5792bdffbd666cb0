import assert from "node:assert/strict";
import fc from "fast-check";
import { fromWide, wideString } from "../../ffi/wide_string.ts";

const texts = {
  "plain text": "Notepad",
  "no text": "",
  "an emoji": "a😀b",
  "text of several scripts": "Größe 漢字 ไทย עברית",
  "lone surrogates": "\uDE00x\uD83D",
  "an emoji's halves the wrong way round": "\uDE00\uD83D",
  "100,000 units": "😀漢".repeat(33_334).slice(0, 100_000),
};

for (const [what, text] of Object.entries(texts)) {
  Deno.test(`wideString() and fromWide() keep ${what}`, () => {
    const units = wideString(text);
    assert.equal(units.length, text.length + 1);
    assert.equal(units[text.length], 0);
    assert.equal(fromWide(units), text);
    assert.equal(fromWide(units, text.length), text);
  });
}

Deno.test("wideString() keeps an embedded NUL, which ends fromWide() unless the length is given", () => {
  const units = wideString("ab\0cd");
  assert.equal(units.length, 6);
  assert.equal(fromWide(units), "ab");
  assert.equal(fromWide(units, 5), "ab\0cd");
});

Deno.test("fromWide() takes the whole buffer where there is no NUL", () => {
  assert.equal(fromWide(Uint16Array.of(0x41, 0x42)), "AB");
});

Deno.test("fromWide() does not read behind the buffer", () => {
  assert.equal(fromWide(Uint16Array.of(0x41, 0x42), 10), "AB");
  assert.equal(fromWide(new Uint16Array(0), 10), "");
});

Deno.test("fromWide() reads nothing when the length is 0", () => {
  assert.equal(fromWide(Uint16Array.of(0x41), 0), "");
});

Deno.test("fromWide() joins its chunks without losing a unit", () => {
  for (const length of [8191, 8192, 8193, 16_384, 16_385]) {
    const units = Uint16Array.from({ length }, (_, index) => index % 0xFFFF + 1);
    const text = fromWide(units);
    assert.equal(text.length, length);
    assert.equal(text.charCodeAt(length - 1), units[length - 1]);
  }
});

Deno.test("property: any UTF-16 round-trips", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 0xFFFF }), { maxLength: 300 }), (numbers) => {
    const text = String.fromCharCode(...numbers);
    assert.equal(fromWide(wideString(text), text.length), text);
  }));
});
