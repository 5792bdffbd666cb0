import assert from "node:assert/strict";
import * as z from "zod";
import { controlsSchema } from "../../../src/packs/schema/controls.ts";
import { jsonSchemas } from "../../../src/packs/schema/json_schemas.ts";
import { PACK_FILES, schemasByFile } from "../../../src/packs/schema/pack_files.ts";
import { profileSchema } from "../../../src/packs/schema/profile.ts";
import { workflowsSchema } from "../../../src/packs/schema/workflows.ts";
import { samplePack } from "../sample_pack.ts";

type Path = readonly (string | number)[];

/** The same data with something else at a place; undefined takes it away. */
function changed(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(data)
    ? [...data] as never
    : { ...Object(data) };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, value);
  return copy;
}

/** The places that a file's schema complains of. */
function complaints(file: string, data: unknown): readonly string[] {
  const schema = schemasByFile().get(file);
  assert.ok(schema !== undefined, file);
  const parsed = schema.safeParse(data);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
}

const CONTROL = ["controls", "channel.one"];
const STEP = ["workflows", 0, "steps", 0];

Deno.test("every file of a pack that says everything is accepted", () => {
  const pack = samplePack();
  assert.deepEqual([...schemasByFile().keys()].sort(), Object.keys(pack).sort());
  for (const [file, data] of Object.entries(pack)) assert.deepEqual(complaints(file, data), [], file);
});

for (
  const [file, path, value, complaint] of [
    ["manifest.json", ["schemaVersion"], 2, "schemaVersion"],
    ["manifest.json", ["id"], "Sensor", "id"],
    ["manifest.json", ["id"], "a".repeat(65), "id"],
    ["manifest.json", ["version"], undefined, "version"],
    ["manifest.json", ["displayName"], "", "displayName"],
    ["manifest.json", ["description"], "x".repeat(1_025), "description"],
    ["manifest.json", ["catalogVisibility"], "internal", "catalogVisibility"],
    ["manifest.json", ["author"], "me", ""],
    ["manifest.json", ["testedAgainst", "executable", "md5"], "x", "testedAgainst.executable"],
    ["profile.json", ["executableNames"], [], "executableNames"],
    ["profile.json", ["executableNames"], Array(17).fill("a.exe"), "executableNames"],
    ["profile.json", ["executableEnv"], "lower", "executableEnv"],
    ["profile.json", ["mainWindow", "titleMatch"], "prefix", "mainWindow.titleMatch"],
    ["profile.json", ["launch", "timeoutMs"], 99, "launch.timeoutMs"],
    ["profile.json", ["interaction", "defaultMode"], "foreground", "interaction.defaultMode"],
    ["controls.json", [...CONTROL, "selectors"], [], "controls.channel.one.selectors"],
    ["controls.json", [...CONTROL, "selectors", 0, "x"], 10, "controls.channel.one.selectors.0"],
    [
      "controls.json",
      [...CONTROL, "selectors", 0, "automationId"],
      "(",
      "controls.channel.one.selectors.0.automationId",
    ],
    ["controls.json", [...CONTROL, "controlState"], {}, "controls.channel.one.controlState"],
    [
      "controls.json",
      [...CONTROL, "controlState", "any"],
      [{ condition: "countEquals" }],
      "controls.channel.one.controlState.any.0.condition",
    ],
    [
      "controls.json",
      [...CONTROL, "controlState", "any"],
      [{ condition: "valueEquals" }],
      "controls.channel.one.controlState.any.0.expectedValue",
    ],
    [
      "controls.json",
      [...CONTROL, "postconditions", 0, "selector"],
      { name: "x" },
      "controls.channel.one.postconditions.0",
    ],
    [
      "controls.json",
      [...CONTROL, "postconditions", 0, "profileControl"],
      undefined,
      "controls.channel.one.postconditions.0.profileControl",
    ],
    [
      "controls.json",
      [...CONTROL, "fallbackPolicy", "methods"],
      ["PhysicalMouse"],
      "controls.channel.one.fallbackPolicy.methods.0",
    ],
    ["controls.json", [...CONTROL, "visibility", "margin"], 257, "controls.channel.one.visibility.margin"],
    ["controls.json", [...CONTROL, "search", "maxDepth"], 49, "controls.channel.one.search.maxDepth"],
    ["controls.json", [...CONTROL, "role"], "thing", "controls.channel.one.role"],
    ["actions.json", ["contracts", 0, "control"], undefined, "contracts.0.control"],
    ["actions.json", ["contracts", 0, "maxAttempts"], 6, "contracts.0.maxAttempts"],
    ["actions.json", ["contracts", 0, "defaultExpect"], true, "contracts.0.defaultExpect"],
    ["workflows.json", ["workflows", 0, "id"], "a.b", "workflows.0.id"],
    ["workflows.json", ["workflows", 0, "visibility"], "internal", "workflows.0.visibility"],
    ["workflows.json", [...STEP, "tool"], undefined, "workflows.0.steps.0.tool"],
    ["workflows.json", [...STEP, "retry", "maxAttempts"], 6, "workflows.0.steps.0.retry.maxAttempts"],
    [
      "workflows.json",
      [...STEP, "exports"],
      { ["x".repeat(65)]: "a" },
      `workflows.0.steps.0.exports.${"x".repeat(65)}`,
    ],
    ["workflows.json", ["workflows", 0, "steps"], [], "workflows.0.steps"],
    ["workflows.json", ["workflows", 0, "steps"], Array(51).fill({ tool: "ui_get" }), "workflows.0.steps"],
    ["pages.json", ["pages"], [], "pages"],
    ["pages.json", ["pages", 0], { id: "bare" }, "pages.0"],
    ["pages.json", ["selectionGroups", 0, "members"], ["one"], "selectionGroups.0.members"],
    ["components.json", ["components", 0, "reason"], undefined, "components.0.reason"],
    ["components.json", ["components", 0, "mappingStatus"], "some", "components.0.mappingStatus"],
  ] as const
) {
  Deno.test(`${file}: ${path.join(".")} = ${JSON.stringify(value)?.slice(0, 40)} is refused, there`, () => {
    const found = complaints(file, changed(samplePack()[file], path, value));
    assert.ok(found.includes(complaint), `${found}`);
  });
}

Deno.test("more controls than a pack may have are refused", () => {
  const controls = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`c${index}`, { automationId: `${index}` }]),
    );
  assert.deepEqual(complaints("controls.json", { controls: controls(1_000) }), []);
  assert.deepEqual(complaints("controls.json", { controls: controls(1_001) }), ["controls"]);
});

Deno.test("what is left out has its default", () => {
  const profile = profileSchema().parse({ id: "a", executableNames: ["a.exe"] });
  assert.deepEqual(profile.launch, {
    reuseIfRunning: true,
    waitForWindow: true,
    timeoutMs: 30_000,
    noActivate: true,
  });
  assert.deepEqual([profile.security.requiresAsInvoker, profile.submenuAidPatterns], [false, []]);
  const { workflows: [workflow] } = workflowsSchema().parse({
    workflows: [{ id: "w", steps: [{ tool: "t" }] }],
  });
  assert.deepEqual([workflow?.restore, workflow?.safe, workflow?.finally], ["never", false, []]);
  assert.deepEqual(workflow?.inputSchema, {
    type: "object",
    properties: {},
    required: [],
    additionalProperties: false,
  });
  assert.deepEqual(workflow?.steps[0]?.args, {});
});

Deno.test("the three forms in which a control may be written are one when they are read", () => {
  const selector = { automationId: "ok" };
  for (const written of [selector, [selector], { selectors: [selector] }]) {
    const { ok } = controlsSchema().parse({ controls: { ok: written } }).controls;
    assert.deepEqual([ok?.selectors, ok?.confidence, ok?.aliases], [[selector], "source-derived", []]);
  }
});

Deno.test("a control may be called like what every object has", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    assert.deepEqual(complaints("controls.json", { controls: { [name]: { automationId: "a" } } }), []);
  }
});

Deno.test("the JSON Schemas accept the same pack, and refuse unknown fields and wrong kinds", () => {
  const schemas = jsonSchemas();
  assert.equal(schemas.size, Object.keys(PACK_FILES).length + 1);
  for (const [file, data] of Object.entries(samplePack())) {
    const schema = schemas.get(file.replace(".json", ".schema.json"));
    assert.ok(schema !== undefined, file);
    const read = z.fromJSONSchema(schema);
    const accepts = (given: unknown): boolean => read.safeParse(given).success;
    assert.ok(accepts(data), file);
    assert.ok(!accepts({ ...data, unheardOf: 1 }), file);
    const [required = ""] = schema.required as readonly string[];
    assert.ok(!accepts({ ...data, [required]: true }), file);
  }
});
