import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonFile } from "../../../src/packs/load/json_text.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Why a text is refused; undefined where it is read. */
function refusal(given: string | Uint8Array): string | undefined {
  const read = parseJsonFile(typeof given === "string" ? bytesOf(given) : given);
  return read.isRead ? undefined : read.message;
}

Deno.test("parseJsonFile() reads what JSON.stringify writes, whatever it is, with a byte-order mark or without", () => {
  // An object cannot have the key that sets its prototype.
  const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__"));
  fc.assert(fc.property(json, fc.constantFrom("", "\uFEFF"), (value, mark) => {
    const text = JSON.stringify(value, null, 2);
    assert.deepEqual(parseJsonFile(bytesOf(mark + text)), { isRead: true, data: JSON.parse(text) });
  }));
});

for (
  const [what, text, message] of [
    ["no JSON", "{a: 1}", /^It is not JSON: /],
    ["nothing at all", "", /^It is not JSON: /],
    ["a key twice", '{"a": {"b": [1, {"c": 1, "c": 2}]}}', /^a\.b\[1\]\.c is there twice$/],
    ["a key twice, once in another spelling", '{"a": 1, "\\u0061": 2}', /^a is there twice$/],
    ["a key that is no identifier twice", '{"x y": {}, "x y": {}}', /^\["x y"\] is there twice$/],
    ["a key that objects cannot have", '{"controls": {"__proto__": {}}}', /^controls\.__proto__ cannot be/],
    ["lists in lists in lists", `${"[".repeat(65)}${"]".repeat(65)}`, /deeper than 64 levels/],
  ] as const
) {
  Deno.test(`parseJsonFile() refuses ${what}`, () => assert.match(refusal(text) ?? "", message));
}

Deno.test("parseJsonFile() takes no text for a key, and the same key in other objects for none twice", () => {
  const text =
    '{"a": "a", "b": ["a", "a"], "c": {"a": "\\"a\\": 1, \\"a\\": 2"}, "d": {"a": {"a": 1}}, "e": [{"a": 1}, {"a": 2}]}';
  assert.equal(refusal(text), undefined);
});

Deno.test("parseJsonFile() says how to write what it cannot read", () => {
  assert.match(refusal(new Uint8Array([0xFF, 0xFE, 0x7B, 0, 0x7D, 0])) ?? "", /UTF-16: save it as UTF-8/);
  assert.match(refusal(new Uint8Array([0xFE, 0xFF, 0, 0x7B, 0, 0x7D])) ?? "", /UTF-16/);
  assert.match(refusal(new Uint8Array([0x22, 0xC3, 0x28, 0x22])) ?? "", /not written in UTF-8/);
});
