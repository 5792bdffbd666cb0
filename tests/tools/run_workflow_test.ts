import assert from "node:assert/strict";
import { WorkflowWorld } from "./workflow_world.ts";

const TEXT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const SHOWS_TEXT = [{ id: "one", tool: "look", args: { name: "one", value: "${inputs.text}" } }];

Deno.test("run_workflow: steps run with their inputs, and the pack's id", async () => {
  using world = new WorkflowWorld([{
    inputSchema: TEXT,
    steps: [
      { id: "one", tool: "look", args: { name: "${pack.id}", value: "${inputs.text}" } },
      { id: "two", tool: "act", args: { name: "two", value: "${one.value}!" }, exports: { said: "value" } },
    ],
    finally: [{ tool: "act", args: { name: "last" } }],
  }]);
  const result = await world.run({ inputs: { text: "${one.value} äöü 尺" } });
  assert.deepEqual(Object.keys(result).slice(0, 3), ["summary", "pack", "workflow"]);
  assert.deepEqual([result.pack, result.workflow, result.success, result.total], ["lab", "work", true, 2]);
  assert.deepEqual(world.world.names, ["lab", "two", "last"]);
  assert.equal(world.world.calls[0]?.value, "${one.value} äöü 尺");
  assert.deepEqual(result.exports, { said: "${one.value} äöü 尺!" });
});

Deno.test("run_workflow: one that fails is an answer", async () => {
  using world = new WorkflowWorld([{ finally: [{ tool: "act", args: { name: "last" } }] }]);
  world.world.fails("one", "WINDOW_NOT_FOUND");
  const result = await world.run();
  assert.deepEqual([result.success, result.stoppedAt, result.error.code], [false, "one", "WINDOW_NOT_FOUND"]);
  assert.deepEqual(world.world.names, ["one", "last"]);
});

Deno.test("run_workflow: of a pack that there is not, the nearest and all are told", async () => {
  using world = new WorkflowWorld([{}]);
  const error = await world.refuse({ pack: "lap" });
  assert.equal(error.code, "PACK_NOT_FOUND");
  assert.deepEqual(error.details, { didYouMean: "lab", loaded: ["lab"] });
});

Deno.test("run_workflow: of a workflow that there is not, the nearest and those that show are told", async () => {
  using world = new WorkflowWorld([{ id: "find_text" }, { id: "save" }, {
    id: "find_texts",
    visibility: "hidden",
  }]);
  const error = await world.refuse({ workflow: "findText" });
  assert.equal(error.code, "WORKFLOW_NOT_FOUND");
  assert.deepEqual(error.details, { didYouMean: "find_text", workflows: ["find_text", "save"] });
  assert.match(error.message, /did you mean "find_text"/);
});

Deno.test("run_workflow: a hidden workflow runs by its exact id", async () => {
  using world = new WorkflowWorld([{ visibility: "hidden" }]);
  assert.equal((await world.run()).success, true);
});

Deno.test("run_workflow: a pack without workflows says so", async () => {
  using world = new WorkflowWorld([]);
  const error = await world.refuse();
  assert.deepEqual([error.code, error.details], ["WORKFLOW_NOT_FOUND", { workflows: [] }]);
});

Deno.test("run_workflow: without a schema it takes no inputs", async () => {
  using world = new WorkflowWorld([{}]);
  const error = await world.refuse({ inputs: { text: "x" } });
  assert.deepEqual([error.code, error.details], ["WORKFLOW_INPUT_INVALID", {
    workflow: "work",
    validationErrors: [{ path: "text", message: "The workflow takes no inputs" }],
  }]);
  assert.deepEqual(world.world.names, []);
});

const SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
    colour: { enum: ["red", "green"] },
    count: { type: "integer", maximum: 3 },
    list: { type: "array", items: { type: "string" }, uniqueItems: true },
    deep: {
      type: "object",
      properties: { "a/b": { const: 1 } },
      required: ["a/b"],
      additionalProperties: false,
    },
  },
  required: ["text"],
};

for (
  const [inputs, faults] of [
    [{}, [["text", "It is missing"]]],
    [{ text: "X1" }, [["text", 'must match pattern "^[a-z]+$"']]],
    [{ text: 5 }, [["text", "must be string"]]],
    [{ text: "ab", colour: "blue" }, [["colour", 'must be one of "red", "green"']]],
    [{ text: "ab", count: "1" }, [["count", "must be integer"]]],
    [{ text: "ab", count: 4 }, [["count", "must be <= 3"]]],
    [{ text: "ab", list: ["a", 1] }, [["list[1]", "must be string"]]],
    [{ text: "ab", list: ["a", "a"] }, [[
      "list",
      "must NOT have duplicate items (items ## 1 and 0 are identical)",
    ]]],
    [{ text: "ab", deep: {} }, [['deep["a/b"]', "It is missing"]]],
    [{ text: "ab", deep: { "a/b": 2 } }, [['deep["a/b"]', "must be 1"]]],
    [{ text: "ab", deep: { "a/b": 1, c: 1 } }, [["deep.c", "There is no such input"]]],
    [{ text: "ab", txet: 1 }, [[
      "txet",
      "There is no such input; there are text, colour, count, list, deep",
    ]]],
    [{ text: null, count: 1.5 }, [["text", "must be string"], ["count", "must be integer"]]],
  ] as const
) {
  Deno.test(`run_workflow: inputs ${JSON.stringify(inputs)} are refused`, async () => {
    using world = new WorkflowWorld([{ inputSchema: SCHEMA }]);
    const told = faults.map(([path, message]) => ({ path, message }));
    assert.deepEqual(await world.inputFaults(inputs), told);
    assert.deepEqual(world.world.names, []);
  });
}

Deno.test("run_workflow: of many things that are wrong with inputs the first twenty are told", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`i${index}`, { type: "string" }]),
  );
  using world = new WorkflowWorld([{ inputSchema: { properties, required: Object.keys(properties) } }]);
  const error = await world.refuse();
  assert.equal((error.details?.validationErrors as unknown[]).length, 20);
  assert.match(error.message, /i0: It is missing; and 29 more/);
});

Deno.test("run_workflow: inputs that are left out have the schema's defaults", async () => {
  using world = new WorkflowWorld([{
    inputSchema: { properties: { text: { type: "string", default: "usual" }, other: { type: "string" } } },
    steps: SHOWS_TEXT,
  }]);
  await world.run();
  await world.run({ inputs: { text: "given" } });
  await world.run();
  assert.deepEqual(world.world.calls.map(({ value }) => value), ["usual", "given", "usual"]);
});

Deno.test("run_workflow: an input that a step needs is missed before anything runs, required or not", async () => {
  using world = new WorkflowWorld([{
    inputSchema: { properties: { text: { type: "string" } } },
    steps: [{ tool: "act", args: { name: "first" } }, ...SHOWS_TEXT],
  }]);
  assert.deepEqual(await world.inputFaults({}), [{
    path: "text",
    message: "It is missing, and a step needs it",
  }]);
  assert.deepEqual(world.world.names, []);
});

for (
  const [what, schema, inputs, why] of [
    ["a type that there is not", { properties: { text: { type: "strnig" } } }, {}, /schema is invalid/],
    ["a reference", { properties: { text: { $ref: "#/properties/text" } } }, {}, /references in it/],
    ["a pattern that looks ahead", { properties: { text: { pattern: "(?=a)b" } } }, {}, /a pattern in it/],
    [
      "an endless schema",
      {
        properties: Object.fromEntries(
          Array.from({ length: 1_000 }, (_, index) => [`input${index}`, { type: "string" }]),
        ),
      },
      {},
      /16384 are allowed/,
    ],
    [
      "a text that no step could type",
      { properties: { text: { type: "string" } } },
      { text: "x".repeat(70_000) },
      /65536/,
    ],
    [
      "more values than a workflow can use",
      { properties: { text: {} } },
      { text: Array(3_000).fill(0) },
      /2000/,
    ],
    [
      "many patterns for a long text",
      { properties: { text: { allOf: Array(10).fill(0).map((_, index) => ({ pattern: `a{${index}}` })) } } },
      { text: "x".repeat(60_000) },
      /more text is to be compared/,
    ],
  ] as const
) {
  Deno.test(`run_workflow: ${what} in a schema or its inputs is a coded refusal`, async () => {
    using world = new WorkflowWorld([{ inputSchema: schema }]);
    for (let again = 0; again < 2; again++) {
      const error = await world.refuse({ inputs });
      assert.equal(error.code, "WORKFLOW_INPUT_INVALID");
      assert.match(error.message, why);
      assert.match(JSON.stringify(error.details), why);
    }
    assert.deepEqual(world.world.names, []);
  });
}

Deno.test("run_workflow: a pattern that takes the built-in engine for ever is judged at once", async () => {
  using world = new WorkflowWorld([{
    inputSchema: { properties: { text: { type: "string", pattern: "^(a+)+$" } } },
  }]);
  const startedAt = performance.now();
  const faults = await world.inputFaults({ text: `${"a".repeat(5_000)}!` });
  assert.deepEqual(faults, [{ path: "text", message: 'must match pattern "^(a+)+$"' }]);
  assert.ok(performance.now() - startedAt < 10_000);
});

Deno.test("run_workflow: names that all objects have are inputs like any other", async () => {
  using world = new WorkflowWorld([{ inputSchema: TEXT, steps: SHOWS_TEXT }]);
  for (const name of ["constructor", "toString"]) {
    const told = await world.inputFaults({ text: "x", [name]: 1 });
    assert.deepEqual(told, [{ path: name, message: "There is no such input; there are text" }]);
  }
});

for (
  const [call, workflow, pack, mode] of [
    ["background", "auto", "auto", "background"],
    [undefined, "background", "auto", "background"],
    [undefined, "auto", "background", "auto"],
    [undefined, undefined, "background", "background"],
    ["auto", "background", "background", "auto"],
    ["foregroundDemo", "background", "background", "foregroundDemo"],
    [undefined, undefined, undefined, "auto"],
  ] as const
) {
  Deno.test(`run_workflow: called with ${call}, workflow ${workflow}, pack ${pack}: the mode is ${mode}`, async () => {
    const given = workflow === undefined ? {} : { interactionMode: workflow };
    const profile = pack === undefined ? {} : { interaction: { defaultMode: pack } };
    using world = new WorkflowWorld([given], { profile });
    const { interaction } = await world.run(call === undefined ? {} : { interactionMode: call });
    assert.equal(interaction.requestedMode, mode);
  });
}

Deno.test("run_workflow: what needs the foreground is refused in the background before inputs are looked at", async () => {
  using world = new WorkflowWorld([{
    interactionMode: "background",
    inputSchema: TEXT,
    finally: [{ tool: "act", args: { name: "last", interactionMode: "foregroundDemo" } }],
  }]);
  const error = await world.refuse();
  assert.equal(error.code, "PIPELINE_NOT_BACKGROUND_SAFE");
  assert.deepEqual(world.world.names, []);
});

for (
  const [what, steps, code] of [
    ["tool", [{ tool: "lok", args: { name: "one" } }], "UNKNOWN_TOOL"],
    ["runner", [{ tool: "run_workflow", args: { pack: "lab", workflow: "work" } }], "UNKNOWN_TOOL"],
    ["argument", [{ tool: "look", args: { nmae: "one" } }], "INVALID_PARAMS"],
    ["input", [{ tool: "look", args: { name: "${inputs.nothing}" } }], "UNKNOWN_INPUT"],
  ] as const
) {
  Deno.test(`run_workflow: a step with a ${what} that is none is found before anything runs`, async () => {
    using world = new WorkflowWorld([{
      inputSchema: { properties: { text: {} } },
      steps: [{ tool: "act", args: { name: "first" } }, ...steps],
    }]);
    const error = await world.refuse();
    assert.equal(error.code, what === "input" ? "INVALID_REFERENCES" : "INVALID_PARAMS");
    const [problem] = error.details?.problems as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([problem?.code, String(problem?.path).startsWith("steps[1]")], [code, true]);
    assert.deepEqual(world.world.names, []);
  });
}

Deno.test("run_workflow: a pack that is loaded again during the run changes nothing for it", async () => {
  using world = new WorkflowWorld([{
    steps: [{ tool: "act", args: { name: "first" } }, { tool: "look", args: { name: "${pack.id} old" } }],
  }, { id: "other" }]);
  world.world.happenings.set("first", async (_call, context) => {
    await context.packs.reload();
    return 1;
  });
  await world.run({ workflow: "other" });
  await world.prepare([{ steps: [{ tool: "look", args: { name: "new" } }] }]);
  const { success, summary } = await world.run();
  assert.ok(success, summary);
  assert.deepEqual(world.world.names, ["one", "first", "lab old"]);
  await world.run();
  assert.deepEqual(world.world.names, ["one", "first", "lab old", "new"]);
});
