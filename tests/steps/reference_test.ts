import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTemplate, referencesOf, templatesIn } from "../../src/steps/reference.ts";

const noStep = (): boolean => false;

for (
  const text of [
    "${env:PATH}",
    "price is $5",
    "${}",
    "${a b}",
    "${a.}",
    "${.a}",
    "${a..b}",
    "${a.b-c}",
    "$ {a}",
    "${a",
  ]
) {
  Deno.test(`parseTemplate(): ${text} is text`, () => {
    assert.deepEqual(parseTemplate(text, noStep), { parts: [text] });
  });
}

Deno.test("parseTemplate(): a head with a hyphen is a reference where a step is called so, else text", () => {
  assert.deepEqual(parseTemplate("${not-a-ref}", noStep), { parts: ["${not-a-ref}"] });
  const reference = { text: "${open-it.pid}", head: "open-it", path: ["pid"] };
  assert.deepEqual(parseTemplate("${open-it.pid}", (id) => id === "open-it"), {
    parts: [reference],
    whole: reference,
  });
});

Deno.test("parseTemplate(): a reference with anything around it, even a blank, is part of a text", () => {
  const { parts, whole } = parseTemplate(" ${0.items.1.hwnd}", noStep);
  assert.equal(whole, undefined);
  assert.deepEqual(parts, [" ", { text: "${0.items.1.hwnd}", head: "0", path: ["items", "1", "hwnd"] }]);
});

Deno.test("parseTemplate(): the parts of any text make the text again", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("${a}", "${a.b.0}", "${", "}", "$", "${a-b}", "${inputs.x}"),
  );
  fc.assert(fc.property(fc.array(piece), fc.boolean(), (pieces, isStep) => {
    const text = pieces.join("");
    const { parts } = parseTemplate(text, () => isStep);
    assert.equal(parts.map((part) => typeof part === "string" ? part : part.text).join(""), text);
  }));
});

Deno.test("templatesIn() finds texts at any depth, and never names of fields", () => {
  const data = { "${a}": ["x", { deep: "${b.c} and ${d}" }], number: 1, nothing: null };
  const found = [...templatesIn(data, noStep)].map(({ path, template }) => [
    path,
    referencesOf(template).map(({ text }) => text),
  ]);
  assert.deepEqual(found, [[["${a}", 1, "deep"], ["${b.c}", "${d}"]]]);
});
