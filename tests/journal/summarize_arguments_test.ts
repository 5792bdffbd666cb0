import assert from "node:assert/strict";
import fc from "fast-check";
import { summarizeArguments } from "../../src/journal/summarize_arguments.ts";

const SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string" },
    mode: { type: "string", enum: ["auto", "background"] },
    either: { anyOf: [{ type: "string", enum: ["all"] }, { type: "string" }] },
    delayMs: { type: "integer" },
    region: { type: "object", properties: { unit: { const: "px" }, name: { type: "string" } } },
    args: { type: "array", items: { type: "string", enum: ["known"] } },
  },
};

Deno.test("summarizeArguments() keeps numbers, booleans and known words, and of texts the length", () => {
  assert.deepEqual(
    summarizeArguments({
      text: "hello world!",
      mode: "background",
      either: "all",
      delayMs: 5,
      noActivate: true,
      region: { unit: "px", name: "secret" },
      args: ["known", "secret"],
    }, SCHEMA),
    {
      text: "<12 units>",
      mode: "background",
      either: "all",
      delayMs: 5,
      "<10 units>": true,
      region: { unit: "px", name: "<6 units>" },
      args: ["known", "<6 units>"],
    },
  );
});

Deno.test("summarizeArguments() takes a word for a text where the schema does not know it", () => {
  assert.deepEqual(summarizeArguments({ text: "auto", mode: "my secret" }, SCHEMA), {
    text: "<4 units>",
    mode: "<9 units>",
  });
});

Deno.test("summarizeArguments() cuts long lists and deep nesting", () => {
  const summary = summarizeArguments({ args: Array.from({ length: 1_000 }, () => "x") }, SCHEMA) as {
    args: unknown[];
  };
  assert.equal(summary.args.length, 11);
  assert.equal(summary.args[10], "<990 more>");
  const deep = JSON.stringify(summarizeArguments(JSON.parse("[".repeat(500) + "]".repeat(500)), SCHEMA));
  assert.ok(deep.includes("<deeper>"));
});

Deno.test("summarizeArguments() never lets a text or an unknown key through", () => {
  const secret = fc.constant("S3CR3T");
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      secret,
      fc.integer(),
      fc.array(tie("any")),
      fc.dictionary(fc.constantFrom("text", "region", "S3CR3T"), tie("any")),
    ),
  })).any;
  fc.assert(fc.property(value, (any) => {
    assert.ok(!JSON.stringify(summarizeArguments(any, SCHEMA)).includes("S3CR3T"));
  }));
});

Deno.test("summarizeArguments() names what JSON cannot hold", () => {
  assert.deepEqual(summarizeArguments([1n, undefined, () => 1, null, true], {}), [
    "<bigint>",
    "<undefined>",
    "<function>",
    null,
    true,
  ]);
});
