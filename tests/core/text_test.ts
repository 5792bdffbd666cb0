import assert from "node:assert/strict";
import fc from "fast-check";
import { allInQuotes, boundedText, quotedText, wellFormedJson } from "../../src/core/text.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });

Deno.test("boundedText() leaves short texts alone and never exceeds the bound", () => {
  fc.assert(fc.property(anyText, fc.integer({ min: 2, max: 20 }), (text, max) => {
    const bounded = boundedText(text, max);
    assert.ok(bounded.length <= max);
    if (text.length <= max) assert.equal(bounded, text);
    else assert.ok(bounded.endsWith("…"));
  }));
});

Deno.test("boundedText() does not cut a character in half", () => {
  assert.equal(boundedText("ab😀cd", 4), "ab…");
  assert.equal(boundedText("ab😀cd", 5), "ab😀…");
});

Deno.test("quotedText() escapes what could end the quotation or the line", () => {
  assert.equal(quotedText('a"b\nc\u0000'), '"a\\"b\\nc\\u0000"');
  assert.equal(quotedText("\ud800x"), '"\ufffdx"');
  assert.ok(quotedText("x".repeat(1_000)).length <= 82);
});

Deno.test("wellFormedJson() replaces lone surrogates everywhere, keys included, and nothing else", () => {
  assert.deepEqual(
    wellFormedJson({ "a\udc00": ["\ud800", { b: "😀\ud83d" }, 1, null, true], c: undefined }),
    { "a\ufffd": ["\ufffd", { b: "😀\ufffd" }, 1, null, true], c: undefined },
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert.deepEqual(JSON.stringify(wellFormedJson(value)), JSON.stringify(value));
  }));
});

Deno.test("allInQuotes() shows the first as they are and counts the rest", () => {
  assert.equal(allInQuotes(["C:\\a b", "*.exe"], 2), '"C:\\a b", "*.exe"');
  assert.equal(allInQuotes(["a", "b", "c"], 1), '"a" and 2 more');
  assert.equal(allInQuotes([]), "");
  assert.ok(allInQuotes(["x".repeat(1_000)]).length < 210);
});
