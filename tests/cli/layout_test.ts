import assert from "node:assert/strict";
import { columns, wrap } from "../../src/cli/layout.ts";

Deno.test("wrap() breaks between words, and leaves a longer word whole", () => {
  assert.deepEqual(wrap("one two three incomprehensible four", 9), [
    "one two",
    "three",
    "incomprehensible",
    "four",
  ]);
  assert.deepEqual(wrap("", 9), [""]);
});

Deno.test("columns() pads every column but the last", () => {
  assert.deepEqual(columns([["a", "bb", "c"], ["aaa", "b", ""]]), ["a    bb  c", "aaa  b"]);
  assert.deepEqual(columns([]), []);
});
