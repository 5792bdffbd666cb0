import assert from "node:assert/strict";
import fc from "fast-check";
import { LineSplitter } from "../../src/server/line_splitter.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const fail = (): never => assert.fail("no line is too long here");

Deno.test("LineSplitter gives the same lines however the bytes are cut", () => {
  const lines = fc.array(fc.string({ unit: "grapheme", maxLength: 30 }).map((s) => s.replace(/[\r\n]/g, "")));
  fc.assert(fc.property(lines, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (wanted, cuts) => {
    const bytes = encode(wanted.map((line) => `${line}\n`).join(""));
    const splitter = new LineSplitter(1_000, fail);
    const got: string[] = [];
    let turn = 0;
    for (let at = 0; at < bytes.length;) {
      const length = cuts[turn++ % cuts.length] ?? 1;
      got.push(...splitter.push(bytes.slice(at, at + length)));
      at += length;
    }
    assert.deepEqual(got, wanted);
  }));
});

Deno.test("LineSplitter takes CR LF, a byte order mark and broken UTF-8", () => {
  const splitter = new LineSplitter(1_000, fail);
  assert.deepEqual([...splitter.push(encode("\ufeff{}\r\n\r\n"))], ["{}", ""]);
  assert.deepEqual([...splitter.push(new Uint8Array([0x61, 0xFF, 0x62, 0x0A]))], ["a\ufffdb"]);
});

Deno.test("LineSplitter keeps no view of a chunk whose memory is used again", () => {
  const splitter = new LineSplitter(1_000, fail);
  const chunk = encode("abc");
  assert.deepEqual([...splitter.push(chunk)], []);
  chunk.fill(0x78);
  assert.deepEqual([...splitter.push(encode("d\n"))], ["abcd"]);
});

Deno.test("LineSplitter leaves a line out that is too long, and goes on after it", () => {
  const tooLong: number[] = [];
  const splitter = new LineSplitter(10, (bytes) => tooLong.push(bytes));
  assert.deepEqual([...splitter.push(encode("12345678"))], []);
  assert.deepEqual([...splitter.push(encode("9012345\nnext\n1234567890\n12345678901\nlast\n"))], [
    "next",
    "1234567890",
    "last",
  ]);
  assert.deepEqual(tooLong, [15, 11]);
});
