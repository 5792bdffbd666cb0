import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { PackRegistry, type PackSet } from "../../src/packs/registry.ts";
import { ToolError } from "../../src/core/errors.ts";
import { MAIN_TEXT, ProfileWorld } from "./profile_world.ts";
import { act, look, StepWorld } from "../pipeline/made_up_steps.ts";

Deno.test("run_steps: steps run in order, and the summary comes first", async () => {
  const world = new StepWorld();
  const result = await world.run({ steps: [look("a"), act("b"), look("c")] });
  assert.deepEqual(world.names, ["a", "b", "c"]);
  assert.equal(Object.keys(result)[0], "summary");
  assert.match(result.summary, /^Completed: all 3 steps/);
  assert.deepEqual(
    [result.success, result.status, result.total, result.completed, result.stoppedAtIndex, result.stoppedAt],
    [true, "completed", 3, 3, null, null],
  );
  assert.deepEqual(result.completedSteps, ["a", "b", "c"]);
  assert.deepEqual(
    result.steps.map(({ index, id, success }: Record<string, unknown>) => [index, id, success]),
    [
      [0, "a", true],
      [1, "b", true],
      [2, "c", true],
    ],
  );
  assert.equal(result.steps[0].result.success, true);
  assert.match(result.runId, /^run_[0-9a-f]{12}$/);
});

Deno.test("run_steps: a run that fails is an answer, and stops at the step", async () => {
  const world = new StepWorld();
  world.fails("b", "ELEMENT_NOT_FOUND");
  const result = await world.run({ steps: [look("a"), act("b"), look("c")] });
  assert.deepEqual(world.names, ["a", "b"]);
  assert.deepEqual(
    [result.success, result.status, result.completed, result.stoppedAtIndex, result.stoppedAt],
    [false, "failed", 1, 1, "b"],
  );
  assert.equal(result.error.code, "ELEMENT_NOT_FOUND");
  assert.deepEqual(result.completedSteps, ["a"]);
  assert.match(result.summary, /^Failed at step 2 of 3, b \(act\).*ELEMENT_NOT_FOUND: b failed/);
});

for (
  const [written, value] of [
    ["${0.count}", 7],
    ["${first.count}", 7],
    ["${first-one.count}", 7],
    ["n=${first.count}!", "n=7!"],
    ["${first.items.0.hwnd}", "0x0001002A"],
    ["${0.0.hwnd}", "0x0001002A"],
    ["${first.deep.a.b}", [1, 2, 3]],
    ["${first.deep.a.b.1}", 2],
    ["x ${first.deep.a.b}", "x [1,2,3]"],
    ["${first.nothing}", null],
    ["is ${first.nothing}", "is null"],
    ["${env:PATH}", "${env:PATH}"],
    ["${not-a-ref}", "${not-a-ref}"],
    ["price is $5", "price is $5"],
    [{ deep: ["${first.count}", { "${first.count}": true }] }, { deep: [7, { "${first.count}": true }] }],
  ] as const
) {
  Deno.test(`run_steps: ${JSON.stringify(written)} is ${JSON.stringify(value)}`, async () => {
    const world = new StepWorld();
    const first = written === "${first-one.count}" ? "first-one" : "first";
    await world.run({
      steps: [look(first), { tool: "look", args: { name: "second", value: written } }],
    });
    assert.deepEqual(world.calls[1]?.value, value);
  });
}

Deno.test("run_steps: text that a program wrote is never taken for a reference", async () => {
  const world = new StepWorld();
  world.happenings.set("a", () => "${a.count} ${0.name}");
  await world.run({
    steps: [
      look("a"),
      { tool: "look", args: { name: "b", value: "<${a.value}>" } },
      { tool: "look", args: { name: "c", value: "${1.value}" } },
    ],
  });
  assert.equal(world.calls[1]?.value, "<${a.count} ${0.name}>");
  assert.equal(world.calls[2]?.value, "<${a.count} ${0.name}>");
});

Deno.test("run_steps: what is not in the result fails the step that needs it, and nothing after it runs", async () => {
  const world = new StepWorld();
  const result = await world.run({
    steps: [
      look("a"),
      { id: "b", tool: "look", args: { name: "b", value: "${a.deep.no.such}" } },
      look("c"),
    ],
  });
  assert.deepEqual(world.names, ["a"]);
  assert.equal(result.error.code, "REFERENCE_RESOLUTION_FAILED");
  assert.deepEqual(result.error.details, { reference: "${a.deep.no.such}" });
});

Deno.test("run_steps: what is known to be wrong is refused before anything runs", async () => {
  for (
    const step of [
      { tool: "look", args: { name: "b", value: "${c.count}" } },
      { tool: "look", args: { name: "b", value: "${b2.count}" } },
      { tool: "look", args: { name: "b", value: "${a.no.such}" } },
      { tool: "look", args: { name: "b", value: "${pack.id}" } },
      { tool: "look", args: { name: "b", value: "${inputs.x}" } },
      { tool: "look", args: { nam: "b" } },
      { tool: "lok", args: { name: "b" } },
      { tool: "run_steps", args: { steps: [look("a")] } },
      { id: "a", tool: "look", args: { name: "b" } },
      { id: "env", tool: "look", args: { name: "b" } },
      { tool: "look", args: { name: "b" }, exports: { myPassword: "name" } },
    ]
  ) {
    const world = new StepWorld();
    const error = await world.door.fail("run_steps", { steps: [look("a"), step, look("c")] });
    assert.match(error.code, /^INVALID_(PARAMS|REFERENCES)$/, JSON.stringify(step));
    assert.deepEqual(world.names, []);
  }
});

Deno.test("run_steps: sixty steps are refused", async () => {
  const world = new StepWorld();
  const error = await world.door.fail("run_steps", {
    steps: Array.from({ length: 60 }, () => ({ tool: "look", args: { name: "a" } })),
  });
  assert.equal(error.code, "INVALID_PARAMS");
  assert.deepEqual(world.names, []);
});

Deno.test("run_steps: exports are handed over by name; later ones take the place of earlier ones", async () => {
  const world = new StepWorld();
  const result = await world.run({
    steps: [
      look("a", { exports: { n: "count", handle: "items.0.hwnd", all: "$" } }),
      look("b", { args: { name: "b", count: 9 }, exports: { n: "$.count" } }),
    ],
  });
  assert.equal(result.exports.n, 9);
  assert.equal(result.exports.handle, "0x0001002A");
  assert.equal(result.exports.all.name, "a");
});

for (
  const [what, value, path, code] of [
    ["what is not there", {}, "deep.a.c", "EXPORT_PATH_NOT_FOUND"],
    ["null", {}, "nothing", "EXPORT_VALUE_NULL"],
    ["a text of 65,537 units", "x".repeat(65_537), "value", "EXPORT_VALUE_TOO_LARGE"],
  ] as const
) {
  Deno.test(`run_steps: an export of ${what} is ${code}; the step's other exports stay`, async () => {
    const world = new StepWorld();
    const result = await world.run({
      steps: [
        look("a", { args: { name: "a", value }, exports: { good: "count", bad: path } }),
        look("b"),
      ],
    });
    assert.deepEqual(world.names, ["a"]);
    assert.equal(result.error.code, code);
    assert.deepEqual(result.exports, { good: 7 });
    assert.deepEqual(result.completedSteps, ["a"]);
    assert.deepEqual(result.steps.map(({ success }: { success: boolean }) => success), [true, false]);
  });
}

Deno.test("run_steps: a result of more than 1 MiB ends the run; the record says what the step did", async () => {
  const world = new StepWorld();
  const result = await world.run({
    steps: [look("a", { args: { name: "a", value: "x".repeat(1_048_600) } }), look("b")],
  });
  assert.deepEqual(world.names, ["a"]);
  assert.equal(result.error.code, "STEP_RESULT_TOO_LARGE");
  assert.equal(result.steps[0].success, true);
});

Deno.test("run_steps: a report of more than 5 MiB leaves out the largest results and says so", async () => {
  const world = new StepWorld();
  const big = (name: string, units: number) => look(name, { args: { name, value: "x".repeat(units) } });
  const result = await world.run({
    steps: [look("small"), ...Array.from({ length: 8 }, (_, index) => big(`b${index}`, 900_000))],
  });
  assert.equal(result.success, true);
  assert.ok(JSON.stringify(result).length < 5 * 1_048_576);
  assert.equal(result.steps[0].result.name, "small");
  assert.ok(result.warnings.some((warning: string) => warning.includes("left out")));
  const leftOut = result.steps.filter((step: { result: { leftOut?: true } }) => step.result.leftOut === true);
  assert.ok(leftOut.length > 0 && leftOut.length < 8);
});

Deno.test("run_steps: a model that reads a long run sees each of its steps, and the failed one whole", async () => {
  const world = new StepWorld();
  world.fails("last", "ELEMENT_NOT_FOUND", Infinity, { near: "something" });
  const deep = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, "x".repeat(100)]));
  const steps = Array.from(
    { length: 49 },
    (_, index) => look(`s${index}`, { args: { name: "s", value: deep } }),
  );
  const result = await world.door.call("run_steps", { steps: [...steps, look("last")] });
  assert.ok(result.ok && result.text !== undefined);
  assert.ok(result.text.length <= 16_000, String(result.text.length));
  const read = JSON.parse(result.text);
  assert.deepEqual(Object.keys(read)[0], "summary");
  assert.deepEqual(
    read.steps.map(({ index }: { index: number }) => index),
    steps.map((_, index) => index).concat(49),
  );
  assert.equal(read.steps[0].result, undefined);
  assert.deepEqual(read.steps[49].error.details, { near: "something" });
  assert.match(read.note, /structuredContent/);
});

Deno.test("run_steps: what a model reads is cut, and says what is missing", async () => {
  const world = new StepWorld();
  const result = await world.door.call("run_steps", {
    steps: [look("a", { args: { name: "a", value: "x".repeat(100_000) } })],
  });
  assert.ok(result.ok && result.text !== undefined);
  assert.ok(result.text.length < 5_000, String(result.text.length));
  assert.match(result.text, /^\{"summary":"Completed/);
});

for (
  const [what, tool, code, failures, details, retry, calls, end] of [
    ["nothing reached the program", "act", "WINDOW_NOT_RESPONDING", 2, {}, {}, 3, undefined],
    ["there is no retry", "act", "WINDOW_NOT_RESPONDING", 2, {}, undefined, 1, "WINDOW_NOT_RESPONDING"],
    ["it stays busy", "act", "WINDOW_NOT_RESPONDING", 9, {}, { maxAttempts: 2 }, 2, "WINDOW_NOT_RESPONDING"],
    [
      "it may have been done",
      "act",
      "WINDOW_NOT_RESPONDING",
      1,
      { mayHaveHadEffect: true },
      {},
      1,
      "WINDOW_NOT_RESPONDING",
    ],
    [
      "it may have been done, whatever onlyCodes says",
      "act",
      "ACTION_FAILED",
      1,
      { mayHaveHadEffect: true },
      {
        onlyCodes: ["ACTION_FAILED"],
      },
      1,
      "ACTION_FAILED",
    ],
    ["doing it twice is doing it once", "look", "TIMEOUT", 1, {}, {}, 2, undefined],
    ["the element is ambiguous", "look", "ELEMENT_AMBIGUOUS", 1, {}, {}, 1, "ELEMENT_AMBIGUOUS"],
    [
      "its code is listed",
      "look",
      "ELEMENT_AMBIGUOUS",
      1,
      {},
      { onlyCodes: ["ELEMENT_AMBIGUOUS"] },
      2,
      undefined,
    ],
    ["its code is not listed", "look", "TIMEOUT", 1, {}, { onlyCodes: ["CLIPBOARD_BUSY"] }, 1, "TIMEOUT"],
  ] as const
) {
  Deno.test(`run_steps: a step is tried ${calls} times where ${what}`, async () => {
    const world = new StepWorld();
    world.fails("a", code, failures, details);
    const step = { tool, args: { name: "a" }, ...(retry === undefined ? {} : { retry }) };
    const result = await world.run({ steps: [step] });
    assert.deepEqual([world.names.length, result.error?.code], [calls, end]);
    if (end === undefined) assert.equal(result.steps[0].attempts, calls);
  });
}

Deno.test("run_steps: pauses grow from attempt to attempt, and none follows the last one", async () => {
  const world = new StepWorld();
  world.fails("a", "TIMEOUT");
  const startedAt = world.door.clock.now();
  const retry = { maxAttempts: 3, delayMs: 100, backoffMultiplier: 2 };
  await world.run({ steps: [look("a", { retry })] });
  assert.equal(world.door.clock.now() - startedAt, 300);
});

Deno.test("run_steps: a failure with a code that the step tolerates is passed, and told", async () => {
  const world = new StepWorld();
  world.fails("a", "ELEMENT_NOT_FOUND");
  const result = await world.run({ steps: [look("a", { ignoreCodes: ["ELEMENT_NOT_FOUND"] }), look("b")] });
  assert.deepEqual(world.names, ["a", "b"]);
  assert.equal(result.success, true);
  assert.deepEqual(result.steps[0].result, { skipped: true, ignoredCode: "ELEMENT_NOT_FOUND" });
  assert.match(result.warnings[0], /Step a failed with ELEMENT_NOT_FOUND/);
});

Deno.test("run_steps: exports of a tolerated failure fail", async () => {
  const world = new StepWorld();
  world.fails("a", "ELEMENT_NOT_FOUND");
  const step = look("a", { ignoreCodes: ["ELEMENT_NOT_FOUND"], exports: { n: "count" } });
  assert.equal((await world.run({ steps: [step] })).error.code, "EXPORT_PATH_NOT_FOUND");
});

Deno.test("run_steps: clean-up runs after success and failure, all of it, and changes no outcome", async () => {
  for (const hasFailed of [false, true]) {
    const world = new StepWorld();
    if (hasFailed) world.fails("b", "TIMEOUT");
    world.fails("f1", "ELEMENT_NOT_FOUND");
    const result = await world.run({
      steps: [look("a"), look("b")],
      finally: [look("f1"), { id: "f2", tool: "look", args: { name: "f2", value: "${a.count}" } }, {
        id: "f3",
        tool: "look",
        args: { name: "f3", value: "${b.count}" },
      }],
    });
    assert.deepEqual(world.names, hasFailed ? ["a", "b", "f1", "f2"] : ["a", "b", "f1", "f2", "f3"]);
    assert.equal(result.success, !hasFailed);
    assert.equal(world.calls.find(({ name }) => name === "f2")?.value, 7);
    assert.deepEqual(
      result.finallyResults.map(({ success, error }: { success: boolean; error?: { code: string } }) =>
        error?.code ?? success
      ),
      ["ELEMENT_NOT_FOUND", true, hasFailed ? "REFERENCE_RESOLUTION_FAILED" : true],
    );
  }
});

Deno.test("run_steps: exports and retries of clean-up steps are honoured; captures there are refused", async () => {
  const world = new StepWorld();
  world.fails("f", "TIMEOUT", 1);
  const result = await world.run({
    steps: [look("a")],
    finally: [look("f", { retry: {}, exports: { n: "count" } })],
  });
  assert.deepEqual(world.names, ["a", "f", "f"]);
  assert.deepEqual(result.exports, { n: 7 });
  const error = await world.door.fail("run_steps", {
    steps: [look("a")],
    finally: [look("f", { captureBefore: { saveAs: "x", read: { tool: "look", args: { name: "r" } } } })],
  });
  assert.equal(error.code, "INVALID_PARAMS");
});

Deno.test("run_steps: one deadline for everything: the step under way is cut short, the rest is skipped", async () => {
  const world = new StepWorld();
  world.happenings.set("b", async (_call, { clock, signal }) => await clock.sleep(60_000, signal));
  const startedAt = world.door.clock.now();
  const result = await world.run({
    steps: [look("a"), look("b"), look("c")],
    finally: [look("f")],
    maxTotalMs: 2_000,
  });
  assert.equal(world.door.clock.now() - startedAt, 2_000);
  assert.deepEqual(world.names, ["a", "b"]);
  assert.deepEqual([result.error.code, result.stoppedAt], ["PIPELINE_TIMEOUT", "b"]);
  assert.deepEqual([result.finallyResults[0].skipped, result.finallyResults[0].error.code], [
    true,
    "PIPELINE_TIMEOUT",
  ]);
});

Deno.test("run_steps: at the border of a step the deadline leaves no record of the one that did not start", async () => {
  const world = new StepWorld();
  world.happenings.set("a", (_call, { clock }) => (clock as typeof world.door.clock).pass(5_000));
  const result = await world.run({ steps: [look("a"), look("b")], maxTotalMs: 2_000 });
  assert.deepEqual([result.error.code, result.stoppedAtIndex, result.steps.length], [
    "PIPELINE_TIMEOUT",
    1,
    1,
  ]);
});

Deno.test("run_steps: what may have been done when the time was over says so", async () => {
  const world = new StepWorld();
  world.happenings.set("a", async (_call, { clock, signal }) => {
    await clock.sleep(60_000, signal).catch(() => {
      throw new ToolError("CANCELLED", "cut", { details: { mayHaveHadEffect: true } });
    });
  });
  const { error } = await world.run({ steps: [act("a")], maxTotalMs: 2_000 });
  assert.deepEqual([error.code, error.details.mayHaveHadEffect], ["PIPELINE_TIMEOUT", true]);
});

Deno.test("run_steps: a client that cancels in the middle ends the run; clean-up is done all the same", async () => {
  const world = new StepWorld();
  const client = new AbortController();
  world.happenings.set("c", async (_call, { clock, signal }) => {
    client.abort();
    await clock.sleep(60_000, signal);
  });
  const steps = [look("a"), look("b"), look("c"), look("d")];
  const result = await world.door.call("run_steps", { steps, finally: [look("f")] }, client.signal);
  assert.deepEqual(world.names, ["a", "b", "c", "f"]);
  assert.ok(result.ok);
  assert.deepEqual(result.output.stoppedAtIndex, 2);
  assert.deepEqual((result.output.error as { code: string }).code, "CANCELLED");
});

Deno.test("run_steps: clean-up of a cancelled run takes thirty seconds at most", async () => {
  const world = new StepWorld();
  const client = new AbortController();
  world.happenings.set("a", () => client.abort());
  world.happenings.set("f", async (_call, { clock, signal }) => await clock.sleep(600_000, signal));
  const startedAt = world.door.clock.now();
  await world.door.call("run_steps", { steps: [look("a"), look("b")], finally: [look("f")] }, client.signal);
  assert.equal(world.door.clock.now() - startedAt, 30_000);
});

Deno.test("run_steps: progress is told step by step", async () => {
  const world = new StepWorld();
  const told: string[] = [];
  await world.door.door.invoke({
    tool: "run_steps",
    args: { steps: [look("a"), { tool: "look", args: { name: "b" } }], finally: [look("f")] },
    signal: new AbortController().signal,
    onProgress: (message) => void told.push(message),
  });
  assert.deepEqual(told, ["step 1 of 2: a", "step 2 of 2: look", "clean-up 1 of 1: f"]);
});

Deno.test("run_steps: two runs at once do not see each other", async () => {
  const world = new StepWorld();
  world.happenings.set("a", async (_call, { clock }) => await clock.sleep(10));
  const run = (value: number): Promise<{ exports: { n: number } }> =>
    world.run({
      steps: [look("a", { args: { name: "a", count: value } }), {
        tool: "look",
        args: { name: "b", value: "${a.count}" },
        exports: { n: "value" },
      }],
    });
  const [one, two] = await Promise.all([run(1), run(2)]);
  assert.deepEqual([one.exports.n, two.exports.n], [1, 2]);
});

Deno.test("run_steps: every step has its entry in the journal, beside that of the run", async () => {
  const world = new StepWorld();
  await world.run({ steps: [look("a"), act("b")] });
  const tools = world.door.journal.entries().map(({ tool }) => tool);
  assert.deepEqual(tools.toSorted(), ["act", "look", "run_steps"]);
});

for (
  const [what, interaction, ms] of [
    ["foregroundDemo leaves each step to be looked at", { interactionMode: "foregroundDemo" }, 1_000],
    ["no other mode does", {}, 0],
  ] as const
) {
  Deno.test(`run_steps: ${what}`, async () => {
    const world = new StepWorld();
    const startedAt = world.door.clock.now();
    await world.run({ steps: [look("a"), act("b")], ...interaction, foregroundDemo: { stepDelayMs: 500 } });
    assert.equal(world.door.clock.now() - startedAt, ms);
  });
}

Deno.test("run_steps: a pause that does not fit into the time of the run is left out", async () => {
  const world = new StepWorld();
  const result = await world.run({
    steps: [look("a"), look("b")],
    interactionMode: "foregroundDemo",
    foregroundDemo: { stepDelayMs: 5_000 },
    maxTotalMs: 2_000,
  });
  assert.equal(result.success, true);
});

Deno.test("run_steps: packs that are loaded during a run are for later runs", async () => {
  const sets: PackSet[] = [];
  const empty = { packs: new Map(), findings: new Map(), leftOut: [], issues: [] };
  const world = new StepWorld({ packs: new PackRegistry(() => Promise.resolve({ ...empty })) });
  world.happenings.set("note", async (_call, { packs }) => void sets.push(await packs.current()));
  world.happenings.set("reload", async (_call, { packs }) => void await packs.reload());
  const note = { tool: "look", args: { name: "note" } };
  await world.run({ steps: [note, { tool: "look", args: { name: "reload" } }, note] });
  await world.run({ steps: [note] });
  const [before, during, after] = sets;
  assert.ok(before !== undefined && before === during);
  assert.ok(after !== undefined && after !== before);
});

for (const depth of [16, 17]) {
  Deno.test(`run_steps: a reference and an export that are ${depth} fields deep`, async () => {
    const world = new StepWorld();
    // The fields below the first one are the tool's own.
    let value: unknown = "found";
    for (let level = 1; level < depth; level++) value = { a: value };
    world.happenings.set("first", () => value);
    const path = ["value", ...Array.from({ length: depth - 1 }, () => "a")].join(".");
    const steps = [
      look("first", { exports: { deep: path } }),
      { tool: "look", args: { name: "second", value: `\${first.${path}}` } },
    ];
    if (depth > 16) {
      const { code, details } = await world.door.fail("run_steps", { steps });
      assert.equal(code, "INVALID_REFERENCES");
      assert.deepEqual(
        (details?.problems as { code: string }[]).map((problem) => problem.code).toSorted(),
        ["EXPORT_PATH_TOO_DEEP", "REFERENCE_TOO_DEEP"],
      );
    } else {
      const result = await world.run({ steps });
      assert.equal(result.exports.deep, "found");
      assert.equal(world.calls[1]?.value, "found");
    }
  });
}

Deno.test("run_steps: steps that refer to each other in a ring are refused", async () => {
  const world = new StepWorld();
  const step = (id: string, other: string) => ({
    id,
    tool: "look",
    args: { name: id, value: `\${${other}.name}` },
  });
  const error = await world.door.fail("run_steps", { steps: [step("a", "b"), step("b", "a")] });
  assert.equal(error.code, "INVALID_REFERENCES");
  assert.deepEqual(world.names, []);
});

Deno.test("run_steps: huge, odd and empty input is answered, and nothing runs", async () => {
  for (
    const steps of [
      [],
      [{}],
      [null],
      "steps",
      [{ tool: "", args: {} }],
      [{ tool: "look", args: { name: "x".repeat(5_000_000) } }, { tool: "no" }],
      [{ tool: "look", args: { name: "a" }, retry: { maxAttempts: 6 } }],
      [{ tool: "look", args: { name: "a" }, exports: { ["n".repeat(65)]: "name" } }],
      [{
        tool: "look",
        args: { name: "a" },
        exports: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`n${index}`, "name"])),
      }],
      [{ tool: "look", args: { name: "a" }, expect: true }],
      [{ tool: "look", args: { name: "a" }, expect: { condition: "exists" } }],
      [{ id: "1st", tool: "look", args: { name: "a" } }],
    ]
  ) {
    const world = new StepWorld();
    const { code } = await world.door.fail("run_steps", { steps });
    assert.match(code, /^INVALID_/);
    assert.deepEqual(world.names, []);
  }
});

Deno.test("run_steps: a defect of a tool ends the run with its code, and clean-up is done", async () => {
  const world = new StepWorld();
  world.happenings.set("b", () => {
    throw new TypeError("boom");
  });
  const result = await world.run({ steps: [look("a"), look("b")], finally: [look("f")] });
  assert.deepEqual([result.error.code, result.stoppedAt], ["INTERNAL_ERROR", "b"]);
  assert.deepEqual(world.names, ["a", "b", "f"]);
});

Deno.test("run_steps: a step that waited in vain has failed, whatever its tool calls that", async () => {
  const world = new StepWorld();
  world.happenings.set("b", () => "in vain");
  const result = await world.run({ steps: [look("a"), look("b"), look("c")] });
  assert.deepEqual(world.names, ["a", "b"]);
  assert.deepEqual([result.error.code, result.stoppedAt], ["STEP_POSTCONDITION_TIMEOUT", "b"]);
  assert.equal(result.steps[1].result.value, "in vain");
});

Deno.test("run_steps: a wait in vain is tried again, and may be tolerated", async () => {
  const world = new StepWorld();
  world.happenings.set("a", ({ before }) => before < 2 ? "in vain" : "there");
  world.happenings.set("b", () => "in vain");
  const result = await world.run({
    steps: [look("a", { retry: {} }), look("b", { ignoreCodes: ["STEP_POSTCONDITION_TIMEOUT"] }), look("c")],
  });
  assert.deepEqual(world.names, ["a", "a", "a", "b", "c"]);
  assert.equal(result.success, true);
});

for (
  const [tool, args] of [
    ["wait_for_window", { titleContains: "Nobody's", timeoutMs: 500 }],
    ["ui_wait", { hwnd: MAIN_TEXT, selector: { name: "Nobody's" }, condition: "exists", timeoutMs: 1_000 }],
    ["ui_verify", {
      hwnd: MAIN_TEXT,
      conditions: [{ selector: { automationId: "status" }, condition: "disabled" }],
      timeoutMs: 2_000,
    }],
  ] as const
) {
  Deno.test(`run_steps: ${tool} that sees nothing ends the run`, async () => {
    using world = new ProfileWorld();
    const answer = await world.door.succeed(tool, args);
    assert.equal(answer.success, true);
    const run = await world.door.succeed("run_steps", { steps: [{ tool, args }, { tool: "list_windows" }] });
    assert.deepEqual([run.stoppedAtIndex, (run.error as { code: string }).code], [
      0,
      "STEP_POSTCONDITION_TIMEOUT",
    ]);
  });
}

Deno.test("run_steps: the report of any run fits the schema that is published", async () => {
  const world = new StepWorld();
  world.fails("b", "TIMEOUT");
  const output = await world.run({ steps: [look("a"), look("b")], finally: [look("f")] });
  const { outputSchema } = world.door.tools.published().find(({ name }) => name === "run_steps") ?? {};
  const validate = new Ajv({ strict: false }).compile(outputSchema ?? {});
  assert.equal(validate(output), true, JSON.stringify(validate.errors));
});
