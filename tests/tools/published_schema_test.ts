import assert from "node:assert/strict";
import { z } from "zod";
import {
  completeInputSchema,
  ERROR_SCHEMA,
  pipeSafeFields,
  publishedInputSchema,
  publishedOutputSchema,
  schemaAt,
  withDescriptions,
} from "../../src/tools/published_schema.ts";

const shared = z.strictObject({ x: z.int().describe("X.") });
const input = z.strictObject({
  hwnd: z.union([z.string().min(1), z.int().positive()]).optional().describe("A handle."),
  mode: z.enum(["a", "b"]).default("a").describe("A mode."),
  count: z.int().describe("A count."),
  first: shared.optional().describe("One."),
  second: shared.optional().describe("The other."),
  selector: z.union([z.strictObject({ name: z.string() }), z.strictObject({ path: z.array(z.string()) })])
    .default({ name: "ok" }).meta({ description: "A selector.", published: { type: "object" } }),
});

Deno.test("publishedInputSchema() leaves limits and what is off to the complete form", () => {
  const limited = z.strictObject({
    count: z.int().min(1).max(9).default(3).describe("A count."),
    names: z.array(z.string().min(1).max(9).regex(/^a/)).min(1).max(9).describe("Names."),
    force: z.boolean().default(false).describe("Off."),
    focus: z.boolean().default(true).describe("On."),
  });
  assert.deepEqual(publishedInputSchema(limited).properties, {
    count: { type: "integer", default: 3, description: "A count." },
    names: { type: "array", items: { type: "string" }, description: "Names." },
    force: { type: "boolean", description: "Off." },
    focus: { type: "boolean", default: true, description: "On." },
  });
  assert.deepEqual(completeInputSchema(limited).properties, {
    count: { type: "integer", minimum: 1, maximum: 9, default: 3, description: "A count." },
    names: {
      type: "array",
      minItems: 1,
      maxItems: 9,
      items: { type: "string", minLength: 1, maxLength: 9, pattern: "^a" },
      description: "Names.",
    },
    force: { type: "boolean", default: false, description: "Off." },
    focus: { type: "boolean", default: true, description: "On." },
  });
});

Deno.test("publishedInputSchema() is one typed object without references, unions and dialect", () => {
  assert.deepEqual(publishedInputSchema(input), {
    type: "object",
    properties: {
      hwnd: { type: "string", description: "A handle." },
      mode: { type: "string", enum: ["a", "b"], default: "a", description: "A mode." },
      count: { type: "integer", description: "A count." },
      first: {
        type: "object",
        description: "One.",
        properties: { x: { type: "integer", description: "X." } },
        required: ["x"],
        additionalProperties: false,
      },
      second: {
        type: "object",
        description: "The other.",
        properties: { x: { type: "integer", description: "X." } },
        required: ["x"],
        additionalProperties: false,
      },
      selector: { type: "object", description: "A selector.", default: { name: "ok" } },
    },
    required: ["count"],
    additionalProperties: false,
  });
});

Deno.test("publishedInputSchema() of no arguments still says that there are none", () => {
  assert.deepEqual(publishedInputSchema(z.strictObject({})), {
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

Deno.test("completeInputSchema() keeps unions, and says nothing of the published form", () => {
  const { hwnd, selector } = completeInputSchema(input).properties as Record<string, Record<string, unknown>>;
  assert.equal((hwnd?.anyOf as unknown[]).length, 2);
  assert.equal((selector?.anyOf as unknown[]).length, 2);
  assert.equal(selector?.published, undefined);
});

Deno.test("completeInputSchema() does not take a property called like a keyword for one", () => {
  const schema = completeInputSchema(z.strictObject({
    properties: z.int().describe("Not a keyword."),
    minimum: z.int().default(3).describe("Nor this."),
  }));
  assert.deepEqual(schema.properties, {
    properties: { type: "integer", description: "Not a keyword." },
    minimum: { type: "integer", default: 3, description: "Nor this." },
  });
});

Deno.test("publishedOutputSchema() is flat, and only success is required", () => {
  const schema = publishedOutputSchema(z.strictObject({ pid: z.int(), note: z.string().optional() }));
  assert.deepEqual(schema, {
    type: "object",
    properties: {
      success: { type: "boolean" },
      pid: { type: "integer" },
      note: { type: "string" },
      error: ERROR_SCHEMA,
    },
    required: ["success"],
    additionalProperties: false,
  });
});

Deno.test("pipeSafeFields() are the fields that every success has", () => {
  const output = z.strictObject({
    pid: z.int(),
    window: z.strictObject({ hwnd: z.string() }),
    either: z.union([z.string(), z.int()]),
    note: z.string().optional(),
  });
  assert.deepEqual(pipeSafeFields(output), [
    { resultPath: "pid", type: "integer" },
    { resultPath: "window", type: "object" },
    { resultPath: "either", type: "any" },
  ]);
});

Deno.test("schemaAt() follows keys and indices, and into the members of a union", () => {
  const schema = completeInputSchema(input);
  assert.equal(schemaAt(schema, ["first", "x"])?.type, "integer");
  assert.equal(schemaAt(schema, ["selector", "path", 0])?.type, "string");
  assert.equal(schemaAt(schema, ["nothing", "x"]), undefined);
});

Deno.test("withDescriptions() changes every description and no name", () => {
  const schema = publishedInputSchema(z.strictObject({ description: z.string().describe("old") }));
  assert.deepEqual(withDescriptions(schema, () => "new").properties, {
    description: { type: "string", description: "new" },
  });
});
