import assert from "node:assert/strict";
import fc from "fast-check";
import { Pattern } from "../../src/elements/pattern.ts";
import { PatternError } from "../../src/elements/pattern_syntax.ts";

function fits(source: string, text: string, ignoreCase = false): boolean {
  return new Pattern(source, { ignoreCase }).test(text);
}

for (
  const [source, text, expected] of [
    ["Save", "Save As", true],
    ["^Save$", "Save As", false],
    ["^Save( As)?$", "Save As", true],
    ["^(Open|Save)…?$", "Open…", true],
    ["^Item \\d{2,3}$", "Item 1", false],
    ["^Item \\d{2,3}$", "Item 123", true],
    ["^Item \\d{2,3}$", "Item 1234", false],
    ["^a{2}$", "aa", true],
    ["^a{2,}$", "aaaaa", true],
    ["^a{0}$", "", true],
    ["a{x", "a{x", true],
    ["^.$", "😀", true],
    ["^[^a-c]+$", "def", true],
    ["^[\\w-]+$", "a-b", true],
    ["[\\_]", "_", true],
    ["\\bcat\\b", "the cat sat", true],
    ["\\bcat\\b", "concatenate", false],
    ["\\Bcat", "concat", true],
    ["\\p{Lu}", "École", true],
    ["\\u00e9", "é", true],
    ["\\u{1F600}", "😀", true],
    ["\\.\\*\\$", "a.*$", true],
    ["(?:a|b)+?c", "ababc", true],
    ["(?<year>\\d+)", "in 2024", true],
    ["(a*)*$", "b", true],
    ["", "anything", true],
    ["a||b", "", true],
    ["\\ud83d", "lone \ud83d.", true],
    ["^a.b$", "a\nb", false],
  ] as const
) {
  Deno.test(`Pattern: ${source} ${expected ? "fits" : "does not fit"} ${JSON.stringify(text)}`, () => {
    assert.equal(fits(source, text), expected);
  });
}

Deno.test("Pattern ignores case only where that is asked for", () => {
  assert.equal(fits("save", "SAVE"), false);
  assert.equal(fits("save", "SAVE", true), true);
  assert.equal(fits("[a-z]É", "Aé", true), true);
});

for (
  const [source, reason] of [
    ["(", "( without"],
    [")", ") without"],
    ["a)", ") without"],
    ["[a", "[ without"],
    ["[b-a]", "cannot be read"],
    ["*", "nothing that *"],
    ["a**", "repeats a repeat"],
    ["^*", "repeats a place"],
    ["a{3,2}", "wrong way round"],
    ["a\\", "ends with"],
    ["(a)\\1", "refers back"],
    ["\\k<a>", "refers back"],
    ["(?=a)", "not supported"],
    ["(?<!a)b", "not supported"],
    ["\\q", "means nothing"],
    ["\\p{Nothing}", "cannot be read"],
    ["(((a{99}){99}){99}){99}", "repeats too much"],
    ["(".repeat(200) + ")".repeat(200), "too many groups"],
  ] as const
) {
  Deno.test(`Pattern refuses ${source.slice(0, 30)}`, () => {
    assert.throws(
      () => fits(source, "a"),
      (error) => error instanceof PatternError && error.message.includes(reason),
    );
  });
}

const piece: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1 ? fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\b", "^", "$", "c") : fc.oneof(
    piece(1),
    fc.tuple(piece(depth - 1), piece(depth - 1)).map(([x, y]) => x + y),
    fc.tuple(piece(depth - 1), piece(depth - 1)).map(([x, y]) => `(?:${x}|${y})`),
    fc.tuple(piece(depth - 1), fc.constantFrom("*", "+", "?", "{1,2}", "+?")).map(([x, y]) => `(${x})${y}`),
  )
);

Deno.test("Pattern agrees with the built-in engine", () => {
  fc.assert(
    fc.property(
      piece(4),
      fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " "), maxLength: 8 }),
      (source, text) => {
        assert.equal(fits(source, text), new RegExp(source, "u").test(text), `${source} on ${text}`);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("Pattern ends soon where the built-in engine would not", () => {
  const started = performance.now();
  assert.equal(fits("^(a+)+$", `${"a".repeat(2_000)}!`), false);
  assert.equal(fits("(.*)(.*)(.*)(.*)(.*)=", "b".repeat(2_000)), false);
  // As many states as a pattern may have, all of them reached at every place of the longest text.
  assert.equal(fits("(a{0,30}){30}b", "a".repeat(32_000)), false);
  // The built-in engine needs longer than the universe is old for the first one.
  assert.ok(performance.now() - started < 20_000);
});
