import assert from "node:assert/strict";
import { z } from "zod";
import { completeInputSchema, publishedInputSchema } from "../../src/tools/published_schema.ts";
import { likeSelectorField, uiTargetFields, walkFields } from "../../src/tools/ui_fields.ts";

const walk = z.strictObject(walkFields({ maxDepth: 10, maxNodes: 1_500, timeoutMs: 20_000 }));

Deno.test("walkFields() has its defaults, and shows them to clients", () => {
  const defaults = { includeProcessPopups: true, maxDepth: 10, maxNodes: 1_500, timeoutMs: 20_000 };
  assert.deepEqual(walk.parse({}), defaults);
  const { properties } = publishedInputSchema(walk) as { properties: Record<string, { default?: unknown }> };
  assert.deepEqual(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default])),
    defaults,
  );
});

for (
  const [field, least, most] of [
    ["maxDepth", 1, 30],
    ["maxNodes", 1, 5_000],
    ["timeoutMs", 500, 120_000],
  ] as const
) {
  Deno.test(`walkFields() takes ${field} from ${least} to ${most}`, () => {
    for (const value of [least, most]) assert.equal(walk.parse({ [field]: value })[field], value);
    for (const value of [least - 1, most + 1, least + 0.5, String(least), null]) {
      assert.equal(walk.safeParse({ [field]: value }).success, false, String(value));
    }
  });
}

Deno.test("a ref is a text as the tools give it", () => {
  const target = z.strictObject(uiTargetFields());
  for (const ref of ["e1", "e999999999999999"]) assert.equal(target.parse({ ref }).ref, ref);
  for (const ref of ["", "1", "e", "E1", "e1 ", "e-1", "s1", 1, "e1234567890123456"]) {
    assert.equal(target.safeParse({ ref }).success, false, String(ref));
  }
});

Deno.test("likeSelectorField() is published as an object and enforced as a selector", () => {
  const input = z.strictObject({ rootSelector: likeSelectorField("Where.") });
  assert.deepEqual(publishedInputSchema(input).properties, {
    rootSelector: { type: "object", description: "Where." },
  });
  assert.ok(JSON.stringify(completeInputSchema(input)).includes("automationId"));
  assert.deepEqual(input.parse({ rootSelector: { controlType: "push button" } }).rootSelector, {
    controlType: "Button",
  });
  assert.equal(input.safeParse({ rootSelector: { index: 0 } }).success, false);
});
