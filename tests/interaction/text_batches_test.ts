import assert from "node:assert/strict";
import fc from "fast-check";
import { splitKeys, splitText } from "../../src/interaction/text_batches.ts";

Deno.test("splitText() loses nothing, keeps to the size, and parts no surrogate pair and no CR LF", () => {
  const text = fc.array(fc.constantFrom("a", "é", "漢", "😀", "\r\n", "\n", "\t")).map((parts) =>
    parts.join("")
  );
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, maxUnits) => {
    const batches = splitText(whole, maxUnits);
    assert.equal(batches.join(""), whole);
    batches.forEach((batch, index) => {
      assert.ok(batch.length <= Math.max(2, maxUnits));
      assert.ok(batch.isWellFormed());
      assert.ok(!(batch.endsWith("\r") && batches[index + 1]?.startsWith("\n")));
    });
  }));
});

Deno.test("splitText() gives a lone surrogate a place like any other unit", () => {
  assert.deepEqual(splitText("a\uD800b", 1), ["a", "\uD800", "b"]);
});

for (
  const [title, text, withKeys, expected] of [
    ["characters only", "ab", true, [{ text: "ab" }]],
    ["keys between", "a\tb\nc", true, [{ text: "a" }, { text: "", key: 9 }, { text: "b" }, {
      text: "",
      key: 13,
    }, { text: "c" }]],
    ["CR LF and CR are one Enter each", "\r\n\r", true, [{ text: "", key: 13 }, { text: "", key: 13 }]],
    ["everything is text where keys are not wanted", "a\tb\n", false, [{ text: "a\tb\n" }]],
  ] as const
) {
  Deno.test(`splitKeys(): ${title}`, () => assert.deepEqual(splitKeys(text, withKeys), expected));
}
