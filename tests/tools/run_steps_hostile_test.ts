/** What callers and programs do that nobody hopes for. */
import assert from "node:assert/strict";
import * as z from "zod";
import { defineTool } from "../../src/tools/tool.ts";
import { act, look, StepWorld } from "../pipeline/made_up_steps.ts";

/** A text that must not travel. */
const SECRET = "hunter2";

/** A world in which step `a` gives something with secrets in it. */
function secretive(): StepWorld {
  const world = new StepWorld();
  world.happenings.set(
    "a",
    () => ({ kind: "login", password: SECRET, list: [{ accessToken: SECRET, n: 1 }] }),
  );
  return world;
}

for (const value of ["${a}", "all of it: ${a}", "${a.value}", "${0.value.list}", "${a.value.list.0}"]) {
  Deno.test(`run_steps: what lies under ${value} and is called a secret does not reach a later step`, async () => {
    const world = secretive();
    await world.run({ steps: [look("a"), look("b", { args: { name: "b", value } })] });
    const given = JSON.stringify(world.calls[1]?.value);
    assert.ok(!given.includes(SECRET), given);
    assert.ok(given.includes("n"), "the rest is there");
  });
}

for (const path of ["$", "value", "$.value.list", "value.list.0"]) {
  Deno.test(`run_steps: what lies under an export of ${path} and is called a secret is not handed on`, async () => {
    const { exports } = await secretive().run({ steps: [look("a", { exports: { all: path } })] });
    assert.ok(!JSON.stringify(exports).includes(SECRET), JSON.stringify(exports));
    assert.ok(JSON.stringify(exports).includes('"n"'), "the rest is there");
  });
}

for (const code of ["CANCELLED", "PIPELINE_TIMEOUT"]) {
  Deno.test(`run_steps: no step tolerates that the time of the run is over: ${code}`, async () => {
    const world = new StepWorld();
    world.happenings.set("b", async (_call, { clock, signal }) => await clock.sleep(60_000, signal));
    const steps = [look("a"), look("b", { ignoreCodes: [code] })];
    const { success, error } = await world.run({ steps, maxTotalMs: 2_000 });
    assert.deepEqual([success, error.code], [false, "PIPELINE_TIMEOUT"]);
  });

  Deno.test(`run_steps: no step tolerates that the client has cancelled: ${code}`, async () => {
    const world = new StepWorld();
    const client = new AbortController();
    world.happenings.set("b", async (_call, { clock, signal }) => {
      client.abort();
      await clock.sleep(60_000, signal);
    });
    const steps = [look("a"), look("b", { ignoreCodes: [code] })];
    const result = await world.door.call("run_steps", { steps }, client.signal);
    assert.ok(result.ok);
    assert.deepEqual([result.output.success, (result.output.error as { code: string }).code], [
      false,
      "CANCELLED",
    ]);
  });
}

Deno.test("run_steps: a client that cancels during clean-up shortens it as one that cancelled before", async () => {
  const world = new StepWorld();
  const client = new AbortController();
  world.happenings.set("f", async (_call, { clock, signal }) => {
    await clock.sleep(1_000, signal);
    client.abort();
    await clock.sleep(600_000, signal);
  });
  const startedAt = world.door.clock.now();
  const last = [look("f"), look("g")];
  await world.door.call(
    "run_steps",
    { steps: [look("a")], finally: last, maxTotalMs: 600_000 },
    client.signal,
  );
  assert.equal(world.door.clock.now() - startedAt, 31_000);
});

for (
  const code of [
    "ACTION_FAILED",
    "INPUT_DELIVERY_FAILED",
    "INTERNAL_ERROR",
    "LAUNCH_FAILED",
    "TIMEOUT",
    "TOOL_OUTPUT_SCHEMA_MISMATCH",
  ] as const
) {
  Deno.test(`run_steps: ${code} leaves open what was done: it is done again only where it is said that nothing was`, async () => {
    const retry = { maxAttempts: 3, delayMs: 0, onlyCodes: [code] };
    for (const [details, calls] of [[{}, 1], [{ mayHaveHadEffect: false }, 3]] as const) {
      const world = new StepWorld();
      world.fails("a", code, Infinity, details);
      await world.run({ steps: [act("a", { retry })] });
      assert.equal(world.names.length, calls);
    }
  });
}

Deno.test("run_steps: names that all objects have are names like any other", async () => {
  const world = new StepWorld();
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
  const steps = names.map((name) =>
    look(name, { exports: { [name]: "count" }, args: { name, count: name.length } })
  );
  const values = names.map((name) => `\${${name}.count}`);
  const result = await world.run({
    steps: [...steps, look("last", { args: { name: "last", value: values } })],
  });
  assert.deepEqual(result.exports, Object.fromEntries(names.map((name) => [name, name.length])));
  assert.deepEqual(world.calls.at(-1)?.value, names.map(({ length }) => length));
  assert.deepEqual(result.completedSteps, [...names, "last"]);
});

for (
  const [where, path] of [
    ['{"exports":{"__proto__":"count"}}', "steps[0].exports.__proto__"],
    ['{"args":{"name":"a","value":[{"__proto__":{"x":1}}]}}', "steps[0].args.value[0].__proto__"],
    ['{"args":{"name":"a","__proto__":{"x":1}}}', "steps[0].args.__proto__"],
  ] as const
) {
  Deno.test(`run_steps: ${path} is refused, not left out without a word`, async () => {
    const world = new StepWorld();
    const error = await world.door.fail("run_steps", { steps: [{ ...look("a"), ...JSON.parse(where) }] });
    assert.equal(error.code, "INVALID_PARAMS");
    assert.equal((error.details?.violations as { path: string }[])[0]?.path, path);
    assert.deepEqual(world.names, []);
  });
}

for (
  const reference of [
    "${a.__proto__}",
    "${a.deep.__proto__}",
    "${a.deep.constructor.name}",
    "${a.items.length}",
    "${a.items.0.hwnd.length}",
    "${__proto__}",
    "${constructor.name}",
  ]
) {
  Deno.test(`run_steps: ${reference} stands for nothing`, async () => {
    const world = new StepWorld();
    const result = await world.door.call("run_steps", {
      steps: [look("a"), look("b", { args: { name: "b", value: reference } })],
    });
    const code = result.ok ? (result.output.error as { code: string }).code : result.error.code;
    assert.match(code, /^(INVALID_REFERENCES|REFERENCE_RESOLUTION_FAILED)$/);
    assert.ok(!world.names.includes("b"));
  });
}

for (const odd of ["😀", "\ud800", "\udc00\ud800", "\u0000", "a\u0000b", "\u202e"]) {
  Deno.test(`run_steps: ${JSON.stringify(odd)} is answered, wherever it stands`, async () => {
    const world = new StepWorld();
    for (
      const more of [
        { steps: [look("a", { args: { name: odd, value: { [odd]: odd } }, exports: { [odd]: "value" } })] },
        { steps: [look("a"), look("b", { args: { name: odd, value: `\${a.${odd}}${odd}` } })] },
        { steps: [look("a", { exports: { x: odd } })] },
        { steps: [look("a", { ignoreCodes: [odd], retry: { onlyCodes: [odd] } })] },
        { steps: [look("a", { id: odd })] },
        { steps: [look("a", { tool: odd })] },
        { steps: [look("a", { expect: { selector: { name: odd }, condition: "exists", timeoutMs: 0 } })] },
        { steps: [look("a", { args: { name: "a", [odd]: 1 } })] },
        { steps: [look("a")], captureBefore: [{ saveAs: odd }], restore: "always" },
      ]
    ) {
      const result = await world.door.call("run_steps", more);
      if (!result.ok) assert.match(result.error.code, /^INVALID_/, JSON.stringify(more));
    }
  });
}

Deno.test("run_steps: the journal and the log have no text of any step", async () => {
  const world = new StepWorld();
  world.fails("fails", "ELEMENT_NOT_FOUND");
  const words = ["typed text", "a name", "an export", "a saved state", "expected"];
  const [value, name, exported, saveAs, expected] = words;
  await world.door.call("run_steps", {
    steps: [
      look("a", { args: { name, value }, exports: { [exported ?? ""]: "name" } }),
      look("b", { expect: { selector: { name: expected }, condition: "exists", timeoutMs: 0 } }),
    ],
    finally: [look("fails", { args: { name: "fails", value } })],
    captureBefore: [{ saveAs, read: { tool: "look", args: { name } } }],
    restore: "always",
  });
  const written = JSON.stringify(world.door.journal.entries()) + world.door.logLines.join("\n");
  for (const word of words) assert.ok(!written.includes(word), word);
});

Deno.test("run_steps: of fifty pictures the last ones are shown, and the others counted", async () => {
  const picture = defineTool({
    name: "picture",
    title: "Picture",
    description: "Takes a picture.",
    effect: "read",
    toolset: "core",
    backgroundPolicy: "safe",
    input: () => ({ n: z.int().describe("Its number.") }),
    output: () => ({}),
    handler({ n }, context) {
      context.attach({ data: Uint8Array.of(n), mimeType: "image/png" });
      return Promise.resolve({});
    },
  });
  const world = new StepWorld({ tools: [picture] });
  const steps = Array.from({ length: 50 }, (_, n) => ({ tool: "picture", args: { n } }));
  const result = await world.door.call("run_steps", { steps });
  assert.ok(result.ok);
  assert.deepEqual(result.attachments.map(({ data }) => data[0]), [46, 47, 48, 49]);
  assert.match((result.output.warnings as string[]).join(), /^46 more pictures/);
});

Deno.test("run_steps: what is to be put back is read by a tool that only looks, and by no other", async () => {
  const read = { tool: "act", args: { name: "never" } };
  for (
    const captures of [
      { steps: [look("a")], captureBefore: [{ saveAs: "x", read }] },
      { steps: [look("a", { captureBefore: { saveAs: "x", read } })] },
      { steps: [look("a")], captureBefore: [{ saveAs: "x", read: { tool: "run_steps", args: {} } }] },
    ]
  ) {
    const world = new StepWorld();
    const error = await world.door.fail("run_steps", { ...captures, restore: "always" });
    assert.equal(error.code, "INVALID_PARAMS");
    assert.deepEqual(world.names, []);
  }
});

/** A tool of which a run itself fails to judge the result, as a defect of ours would. */
const defective = defineTool({
  name: "defective",
  title: "Defective",
  description: "Gives what cannot be judged.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({}),
  output: () => ({}),
  isMiss() {
    throw new TypeError("boom");
  },
  handler: () => Promise.resolve({}),
});

Deno.test("run_steps: a defect in the run itself keeps no step at the end from being done", async () => {
  const world = new StepWorld({ tools: [defective] });
  const broken = { tool: "defective", args: {} };
  const error = await world.door.fail("run_steps", {
    steps: [look("a"), broken, look("b")],
    finally: [look("f"), broken, look("g")],
  });
  assert.equal(error.code, "INTERNAL_ERROR");
  assert.deepEqual(world.names, ["a", "f", "g"]);
});

for (
  const [what, code, details, more, isTold] of [
    ["of which nothing was done", "ELEMENT_NOT_FOUND", {}, {}, false],
    ["that may have been done", "ACTION_FAILED", { mayHaveHadEffect: true }, {}, true],
    ["that was done and whose export is missing", undefined, {}, { exports: { x: "deep.no" } }, true],
  ] as const
) {
  Deno.test(`run_steps: the summary of a run that stopped at a step ${what} ${isTold ? "says" : "does not say"} so`, async () => {
    const world = new StepWorld();
    if (code !== undefined) world.fails("b", code, Infinity, details);
    const { summary } = await world.run({ steps: [act("a"), act("b", more)] });
    assert.equal(/^Step 2 was done, or may have been/m.test(summary), isTold, summary);
  });
}
