import assert from "node:assert/strict";
import { join } from "node:path";
import { annotationsOf } from "../../src/core/effect.ts";
import { TOOLSETS } from "../../src/core/toolset.ts";
import { publishedTools } from "../../src/dev/generated.ts";
import { createTools } from "../../src/tools/index.ts";
import { mentionedTools } from "../../src/tools/listed_names.ts";
import type { JsonSchema } from "../../src/tools/published_schema.ts";
import { ROOT } from "./module_graph.ts";

/** What a model has to read before it can do anything, as compact JSON. */
const BUDGET_BYTES = 44_000;
/** The same where only the tools of `core` are listed. */
const CORE_BUDGET_BYTES = 16_000;
const MAX_TITLE_UNITS = 40;
const DESCRIPTION_UNITS = { min: 40, max: 320 };
const MAX_FIELD_DESCRIPTION_UNITS = 140;
/** The parts of a described rectangle or point explain themselves. */
const SELF_EXPLAINING = ["x", "y", "width", "height"];

const tools = createTools();
const published = publishedTools();
const names = tools.map(({ name }) => name);

/** Every part of a schema with its path. */
function* parts(schema: JsonSchema, path = ""): Generator<[string, JsonSchema]> {
  yield [path, schema];
  for (const [keyword, value] of Object.entries(schema)) {
    if (typeof value !== "object" || value === null || keyword === "default") continue;
    const isMap = keyword === "properties";
    const children = isMap ? value : Array.isArray(value) ? { ...value } : { [keyword]: value };
    for (const [name, child] of Object.entries(children)) {
      if (typeof child === "object" && child !== null) yield* parts(child, `${path}/${name}`);
    }
  }
}

/** Every property of a schema with its path. */
function* properties(schema: JsonSchema, path = ""): Generator<[string, JsonSchema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // The values of `properties` are schemas.
    yield [`${path}/${name}`, property as JsonSchema];
    yield* properties(property as JsonSchema, `${path}/${name}`);
  }
}

Deno.test("tool names are unique words in snake_case", () => {
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z]+(_[a-z]+)+$/);
});

Deno.test("every tool is declared in the file of its name, and every such file is in the list", async () => {
  const declared: string[] = [];
  for await (const { name } of Deno.readDir(join(ROOT, "src/tools"))) {
    const text = await Deno.readTextFile(join(ROOT, "src/tools", name));
    const match = /defineTool\(\{\s*name: "([a-z_]+)"/.exec(text);
    if (match === null) continue;
    assert.equal(`${match[1]}.ts`, name);
    declared.push(match[1] ?? "");
  }
  assert.deepEqual(declared.sort(), names.toSorted());
});

for (const tool of published) {
  const { effect, idempotent, toolset } = tools.find(({ name }) => name === tool.name) ??
    assert.fail(tool.name);

  Deno.test(`${tool.name}: title and description are short, and name only tools that exist`, () => {
    assert.match(tool.title, /^[A-Z]/);
    assert.ok(tool.title.length <= MAX_TITLE_UNITS, tool.title);
    const { length } = tool.description;
    assert.ok(length >= DESCRIPTION_UNITS.min && length <= DESCRIPTION_UNITS.max, `${length} units`);
    assert.match(tool.description, /^[A-Z].*\.$/);
    assert.deepEqual(mentionedTools(tool.description).filter((name) => !names.includes(name)), []);
  });

  Deno.test(`${tool.name}: the hints follow from the effect`, () => {
    assert.deepEqual(tool.annotations, { title: tool.title, ...annotationsOf(effect, idempotent) });
    assert.equal(tool._meta.toolset, toolset);
  });

  Deno.test(`${tool.name}: every input field is described in a short sentence`, () => {
    for (const [path, { description }] of properties(tool.inputSchema)) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (SELF_EXPLAINING.includes(name) && path.lastIndexOf("/") > 0 && description === undefined) continue;
      assert.equal(typeof description, "string", `${path} has no description`);
      const text = String(description);
      assert.ok(text.length <= MAX_FIELD_DESCRIPTION_UNITS, `${path}: ${text.length} units`);
      assert.deepEqual(mentionedTools(text).filter((mentioned) => !names.includes(mentioned)), [], path);
    }
  });

  Deno.test(`${tool.name}: the schemas are ones that real clients accept`, () => {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      assert.equal(schema.type, "object");
      assert.equal(typeof schema.properties, "object");
      assert.equal(schema.additionalProperties, false);
      for (const keyword of ["anyOf", "oneOf", "allOf", "$schema", "$defs"]) {
        assert.ok(!(keyword in schema), keyword);
      }
      for (const [path, part] of parts(schema)) assert.ok(!("$ref" in part), path);
    }
    for (const [path, property] of properties(tool.inputSchema)) {
      assert.equal(typeof property.type, "string", `${path} has no type`);
    }
    assert.deepEqual(tool.outputSchema.required, ["success"]);
  });

  Deno.test(`${tool.name}: every default fits its own field`, () => {
    for (const [path, property] of properties(tool.inputSchema)) {
      const { default: value, enum: words } = property;
      if (value === undefined) continue;
      const type = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
      assert.ok(property.type === type || property.type === "number", `${path}: ${type}`);
      if (Array.isArray(words)) assert.ok(words.includes(value), path);
    }
  });

  Deno.test(`${tool.name}: has a row in the README`, async () => {
    assert.ok((await Deno.readTextFile(join(ROOT, "README.md"))).includes(`| \`${tool.name}\` |`));
  });
}

for (const [toolsets, budgetBytes] of [[TOOLSETS, BUDGET_BYTES], [["core"], CORE_BUDGET_BYTES]] as const) {
  Deno.test(`names, descriptions and input schemas of ${toolsets.join(", ")} fit into ${budgetBytes} bytes`, () => {
    const compact = publishedTools(toolsets).map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema })
    );
    const bytes = new TextEncoder().encode(compact.join("")).length;
    assert.ok(bytes <= budgetBytes, `${bytes} bytes`);
  });
}
