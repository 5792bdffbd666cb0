import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { ToolError } from "../../src/core/errors.ts";
import { CONTROL_TYPES } from "../../src/desktop/ui_element.ts";
import { isControlType, normalizeControlType } from "../../src/elements/control_types.ts";
import {
  ignoredParts,
  parseSelector,
  PUBLISHED_SELECTOR,
  selectorField,
  selectorSchema,
} from "../../src/elements/selector.ts";
import { completeInputSchema, publishedInputSchema } from "../../src/tools/published_schema.ts";
import { violationsOf } from "../../src/tools/violations.ts";

function faults(data: unknown): readonly string[] {
  const parsed = selectorSchema().safeParse(data);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

for (
  const data of [
    { name: "Save" },
    { automationId: "x".repeat(256) },
    { className: "Edit", frameworkId: "Win32" },
    { controlType: "Button", index: 0, visibleOnly: true, enabledOnly: false, caseSensitive: true },
    { name: "^S(ave)?$", match: "regex" },
    { path: [{ controlType: "Pane" }, { name: "x" }] },
    { path: Array.from({ length: 12 }, () => ({ name: "x" })) },
    { ancestor: { name: "x" } },
    { ancestor: { ancestor: { ancestor: { name: "x" } } } },
    { name: "a(", match: "contains" },
  ]
) {
  Deno.test(`selectorSchema takes ${JSON.stringify(data).slice(0, 70)}`, () =>
    assert.deepEqual(faults(data), []));
}

for (
  const [data, place, words] of [
    [{}, "", "A selector needs"],
    [{ index: 0 }, "", "A selector needs"],
    [{ visibleOnly: true, enabledOnly: true }, "", "A selector needs"],
    [{ path: [] }, "", "A selector needs"],
    [{ ancestor: { index: 1 } }, "ancestor", "A selector needs"],
    [{ ancestor: { ancestor: { visibleOnly: true } } }, "ancestor.ancestor", "A selector needs"],
    [{ path: [{ name: "x" }, {}] }, "path.1", "A selector needs"],
    [{ path: Array.from({ length: 13 }, () => ({ name: "x" })) }, "path", "Too big"],
    [{ name: "" }, "name", "Too small"],
    [{ name: "x".repeat(257) }, "name", "Too big"],
    [{ name: "x", index: -1 }, "index", "Too small"],
    [{ name: "x", index: 1.5 }, "index", "Invalid input"],
    [{ name: "x", match: "glob" }, "match", "Invalid option"],
    [{ name: "x", nmae: "y" }, "", "Unrecognized key"],
    [{ ancestor: { nmae: "y" } }, "ancestor", "Unrecognized key"],
    [{ name: "(", match: "regex" }, "name", "Not a regular expression"],
    [{ ancestor: { className: "[", match: "regex" } }, "ancestor.className", "Not a regular expression"],
    [{ path: [{ name: "*", match: "regex" }] }, "path.0.name", "Not a regular expression"],
    ["Save", "", "Invalid input"],
  ] as const
) {
  Deno.test(`selectorSchema refuses ${JSON.stringify(data).slice(0, 60)}`, () => {
    const found = faults(data);
    assert.ok(
      found.some((fault) => fault.startsWith(`${place}: `) && fault.includes(words)),
      found.join("; "),
    );
  });
}

Deno.test("selectorSchema tests every pattern, not only the first", () => {
  const data = { automationId: "ok", name: "(", className: "[", frameworkId: "*", match: "regex" };
  assert.deepEqual(faults(data).map((fault) => fault.split(":")[0]), ["name", "className", "frameworkId"]);
});

Deno.test("selectorSchema gives control types their canonical spelling, nested ones too", () => {
  const parsed = selectorSchema().parse({
    controlType: "controltype.checkbox",
    ancestor: { controlType: "LIST BOX" },
    path: [{ controlType: "MyOwn" }],
  });
  assert.equal(parsed.controlType, "CheckBox");
  assert.equal(parsed.ancestor?.controlType, "List");
  assert.equal(parsed.path?.[0]?.controlType, "MyOwn");
});

Deno.test("parseSelector() says INVALID_SELECTOR with everything that is wrong", () => {
  assert.deepEqual(parseSelector({ name: "x" }), { name: "x" });
  assert.throws(() => parseSelector({ name: "(", className: "[", match: "regex" }), (error) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "INVALID_SELECTOR");
    assert.match(error.message, /^The selector cannot be used: name: Not a regular expression/);
    assert.equal((error.details?.violations as unknown[]).length, 2);
    return true;
  });
});

Deno.test("parseSelector() says what is wrong with a selector as a whole", () => {
  assert.throws(
    () => parseSelector({ index: 1 }),
    /The selector cannot be used: A selector needs automationId/,
  );
});

Deno.test("a selector is published as an object in words, without a reference", () => {
  const input = z.strictObject({
    selector: selectorField("Which element."),
    rootSelector: selectorField("Search inside this one.").optional(),
  });
  const published = publishedInputSchema(input);
  assert.deepEqual(published.properties, {
    selector: { type: "object", description: `Which element. ${PUBLISHED_SELECTOR.description}` },
    rootSelector: {
      type: "object",
      description: `Search inside this one. ${PUBLISHED_SELECTOR.description}`,
    },
  });
  assert.ok(!JSON.stringify(published).includes("$"));
  assert.ok(`Which element. ${PUBLISHED_SELECTOR.description}`.length <= 140);
  const complete = JSON.stringify(completeInputSchema(input));
  for (const field of ["automationId", "caseSensitive", "visibleOnly", "ancestor", "path"]) {
    assert.ok(complete.includes(`"${field}"`), field);
  }
});

Deno.test("a misspelt field of a nested selector is told with the right name", () => {
  const input = z.strictObject({ selector: selectorField("Which element.") });
  const args = { selector: { ancestor: { ancestor: { automationID: "x" } }, path: [{ nme: "x" }] } };
  const parsed = input.safeParse(args);
  const { violations } = violationsOf(parsed.error?.issues ?? [], args, completeInputSchema(input));
  assert.deepEqual(violations.map(({ path, didYouMean }) => [path, didYouMean]), [
    ["selector.ancestor.ancestor.automationID", "automationId"],
    ["selector.path[0].nme", "name"],
  ]);
});

Deno.test("ignoredParts() names what nested selectors say in vain", () => {
  assert.deepEqual(ignoredParts({ name: "x", index: 1 }), []);
  assert.deepEqual(
    ignoredParts({
      ancestor: { name: "a", index: 1, ancestor: { name: "b" }, path: [{ name: "c" }] },
      path: [{ name: "d" }, { name: "e", index: 2 }],
    }),
    ["ancestor.ancestor", "ancestor.path", "ancestor.index", "path[1].index"],
  );
});

for (
  const [written, canonical] of [
    ["Button", "Button"],
    ["button", "Button"],
    ["ControlType.Button", "Button"],
    ["CONTROLTYPE.dataitem", "DataItem"],
    ["list item", "ListItem"],
    ["split-button", "SplitButton"],
    ["textbox", "Edit"],
    ["link", "Hyperlink"],
    ["Whatever", "Whatever"],
    ["ControlType.Whatever", "Whatever"],
  ] as const
) {
  Deno.test(`normalizeControlType() makes ${canonical} of ${written}`, () => {
    assert.equal(normalizeControlType(written), canonical);
  });
}

Deno.test("normalizeControlType() leaves canonical names alone, in any case and with the prefix", () => {
  fc.assert(fc.property(fc.constantFrom(...CONTROL_TYPES), fc.boolean(), (name, isUpper) => {
    assert.equal(normalizeControlType(`ControlType.${isUpper ? name.toUpperCase() : name}`), name);
    assert.ok(isControlType(name));
  }));
});

Deno.test("every alias stands for a type that exists, and hides none", () => {
  for (
    const word of ["anchor", "checkButton", "combo", "dialog", "label", "row", "trackbar", "toggleButton"]
  ) {
    assert.ok(isControlType(normalizeControlType(word)), word);
  }
});
