import assert from "node:assert/strict";
import fc from "fast-check";
import type { StepCheckOptions } from "../../src/steps/check_options.ts";
import { checkSteps } from "../../src/steps/check_steps.ts";
import type { Step, StepList } from "../../src/steps/step.ts";
import { madeUpPack, madeUpPacks } from "./made_up_packs.ts";
import { MADE_UP_TOOLS } from "./step_tools_of.ts";

const PLAIN: StepCheckOptions = { tools: MADE_UP_TOOLS, packs: madeUpPacks() };
const WITH_PACK: Partial<StepCheckOptions> = { packs: madeUpPacks({ own: madeUpPack() }) };

/** What is found, in one line each; what only may be missing is another matter. */
function found(list: Partial<StepList>, options: Partial<StepCheckOptions> = {}): readonly string[] {
  return allFound(list, options).filter((line) => !line.startsWith("OPTIONAL_OUTPUT_PATH"));
}

function allFound(list: Partial<StepList>, options: Partial<StepCheckOptions> = {}): readonly string[] {
  return checkSteps({ steps: [], finally: [], ...list }, { ...PLAIN, ...options })
    .map(({ code, path }) => `${code} ${path.join(".")}`);
}

const start: Step = { id: "start", tool: "start", args: {} };
const press = (args: Step["args"], more: Partial<Step> = {}): Step => ({
  tool: "press",
  args,
  expect: false,
  ...more,
});
/** What is found in the arguments of a step behind the one that starts. */
const after = (args: Step["args"], options: Partial<StepCheckOptions> = {}): readonly string[] =>
  found({ steps: [start, press(args)] }, options);

for (
  const [args, expected] of [
    [{ pid: "${start.pid}" }, []],
    [{ pid: "${0.pid}" }, []],
    [{ text: "${start.window.title}" }, []],
    [{ text: "${start.details.anything.at.all}" }, []],
    [{ text: "no ${start.pid} number" }, []],
    [{ pid: "${start.details.pid}" }, []],
    [{ target: "${start.window.title}" }, []],
    [{ pid: "${start.either}" }, []],
    [{ pid: "${start.window.title}" }, ["INVALID_PARAMS steps.1.args.pid"]],
    [{ pid: "pid ${start.pid}" }, ["INVALID_PARAMS steps.1.args.pid"]],
    [{ text: "${start.pid}" }, ["INVALID_PARAMS steps.1.args.text"]],
    [{ nested: [{ text: "${start.pid}" }] }, ["INVALID_PARAMS steps.1.args.nested.0.text"]],
    [{ region: "${start.details}" }, []],
    [{ region: "${start.window}" }, []],
    [{ region: "${start.pid}" }, ["INVALID_PARAMS steps.1.args.region"]],
    [{ region: { x: "${start.pid}", y: 1 } }, []],
    [{ region: { x: "${start.pid}" } }, ["INVALID_PARAMS steps.1.args.region.y"]],
    [{ text: "${start.error.code}" }, ["UNKNOWN_OUTPUT_PATH steps.1.args.text"]],
    [{ pid: 0 }, ["INVALID_PARAMS steps.1.args.pid"]],
    [{ nobody: 1 }, ["INVALID_PARAMS steps.1.args.nobody"]],
    [{ pid: "${start.nonsense}" }, ["UNKNOWN_OUTPUT_PATH steps.1.args.pid"]],
    [{ text: "${start.window.nonsense}" }, ["UNKNOWN_OUTPUT_PATH steps.1.args.text"]],
    [{ text: "${start.pid.deeper}" }, ["UNKNOWN_OUTPUT_PATH steps.1.args.text"]],
    [{ text: "${other.pid}" }, ["UNKNOWN_STEP_REFERENCE steps.1.args.text"]],
    [{ text: "${7.pid}" }, ["UNKNOWN_STEP_REFERENCE steps.1.args.text"]],
    [{ text: "${1.pressed}" }, ["FORWARD_REFERENCE steps.1.args.text"]],
    [{ text: "${start.accessToken}" }, ["REFERENCE_SENSITIVE_VALUE_BLOCKED steps.1.args.text"]],
    [{ text: `\${start${".a".repeat(17)}}` }, ["REFERENCE_TOO_DEEP steps.1.args.text"]],
    [{ text: `\${start.details${".a".repeat(15)}}` }, []],
    [{ text: "${pack.id}" }, ["NO_PACK_CONTEXT steps.1.args.text"]],
    [{ text: "${inputs.name}" }, ["UNKNOWN_INPUT steps.1.args.text"]],
  ] as const
) {
  Deno.test(`checkSteps() ${expected[0] ?? "finds nothing"}: ${JSON.stringify(args)}`, () => {
    assert.deepEqual(after(args), expected);
  });
}

Deno.test("checkSteps(): a list's items are reached by items and by their number alone", () => {
  const list: Step = { id: "list", tool: "list", args: {} };
  const reading = (text: string): readonly string[] => found({ steps: [list, press({ text })] });
  assert.deepEqual(reading("${list.items.0.title}"), []);
  assert.deepEqual(reading("${0.0.title}"), []);
  assert.deepEqual(reading("${0.items.title}"), ["UNKNOWN_OUTPUT_PATH steps.1.args.text"]);
});

Deno.test("checkSteps(): the id of a pack is a text; inputs are those that are declared, of their types", () => {
  const inputs = { type: "object", properties: { name: { type: "string" }, count: { type: "integer" } } };
  const options = { ...WITH_PACK, inputs };
  assert.deepEqual(after({ text: "${pack.id}" }, options), []);
  assert.deepEqual(after({ pid: "${pack.id}" }, options), ["INVALID_PARAMS steps.1.args.pid"]);
  assert.deepEqual(after({ text: "${pack.version}" }, options), ["UNKNOWN_OUTPUT_PATH steps.1.args.text"]);
  assert.deepEqual(after({ text: "${inputs.name}", pid: "${inputs.count}" }, options), []);
  assert.deepEqual(after({ pid: "${inputs.name}" }, options), ["INVALID_PARAMS steps.1.args.pid"]);
  assert.deepEqual(after({ text: "${inputs.other}" }, options), ["UNKNOWN_INPUT steps.1.args.text"]);
});

Deno.test("checkSteps(): ids are ids, once, and none that references begin with otherwise", () => {
  const named = (id: string): Step => ({ ...start, id });
  assert.deepEqual(found({ steps: [named("a"), named("a")], finally: [named("a")] }), [
    "DUPLICATE_STEP_ID steps.1.id",
    "DUPLICATE_STEP_ID finally.0.id",
  ]);
  assert.deepEqual(found({ steps: [named("inputs"), named("1st"), named("a.b")] }), [
    "RESERVED_STEP_ID steps.0.id",
    "INVALID_STEP_ID steps.1.id",
    "INVALID_STEP_ID steps.2.id",
  ]);
});

Deno.test("checkSteps(): a step calls a tool that there is, and none that runs steps", () => {
  const problems = checkSteps(
    {
      steps: [{ tool: "strat", args: {} }, { tool: "run_steps", args: {} }],
      finally: [{ tool: "no", args: {} }],
    },
    PLAIN,
  );
  assert.deepEqual(problems.map(({ code, path, message }) => `${code} ${path.join(".")} ${message}`), [
    'UNKNOWN_TOOL steps.0.tool There is no tool "strat"; did you mean "start"?',
    "UNKNOWN_TOOL steps.1.tool run_steps runs or checks steps itself and is none",
    'UNKNOWN_TOOL finally.0.tool There is no tool "no"',
  ]);
});

Deno.test("checkSteps(): what is handed on is in the result, and is no secret by its name or its path", () => {
  const exporting = (exports: Step["exports"]): readonly string[] =>
    found({ steps: [{ ...start, exports }] });
  assert.deepEqual(exporting({ pid: "pid", all: "$", title: "$.window.title", any: "details.x.y" }), []);
  assert.deepEqual(exporting({ pid: "nothing" }), ["EXPORT_PATH_NOT_FOUND steps.0.exports.pid"]);
  assert.deepEqual(exporting({ one: "isPassword" }), ["EXPORT_PATH_NOT_FOUND steps.0.exports.one"]);
  assert.deepEqual(exporting({ one: "error.message" }), ["EXPORT_PATH_NOT_FOUND steps.0.exports.one"]);
  const listing = { tool: "list", args: {}, exports: { first: "items.0.hwnd", short: "0.hwnd" } };
  assert.deepEqual(found({ steps: [listing] }), ["EXPORT_PATH_NOT_FOUND steps.0.exports.short"]);
  for (const exports of [{ sessionToken: "pid" }, { harmless: "accessToken" }, { "a.PassWord.b": "pid" }]) {
    assert.match(exporting(exports)[0] ?? "", /^EXPORT_SENSITIVE_VALUE_BLOCKED /);
  }
  const deep = `details${".a".repeat(16)}`;
  assert.deepEqual(exporting({ deep }), ["EXPORT_PATH_TOO_DEEP steps.0.exports.deep"]);
});

Deno.test("checkSteps(): only what is idempotent, by its tool or by the pack, is tried again", () => {
  const retry = { maxAttempts: 2, delayMs: 0, backoffMultiplier: 1 };
  const pressing = press({ control: "ok", action: "invoke" }, { retry });
  assert.deepEqual(found({ steps: [{ tool: "list", args: {}, retry }] }), []);
  assert.deepEqual(found({ steps: [pressing] }), ["UNSAFE_RETRY steps.0.retry"]);
  const own = madeUpPack({ isIdempotent: true, expectTimeoutMs: undefined });
  assert.deepEqual(found({ steps: [pressing] }, { packs: madeUpPacks({ own }) }), []);
});

Deno.test("checkSteps() warns of a step that nothing checks, unless that is said or the pack checks it", () => {
  const unchecked: Step = { tool: "press", args: {} };
  const [problem] = checkSteps({ steps: [unchecked], finally: [] }, { ...PLAIN, ...WITH_PACK });
  assert.deepEqual([problem?.code, problem?.severity], ["MISSING_EXPECT", "warning"]);
  assert.deepEqual(found({ steps: [{ ...unchecked, expect: false }] }), []);
  assert.deepEqual(found({ steps: [{ ...unchecked, expect: { condition: "exists" } }] }, WITH_PACK), []);
  const own = madeUpPack({ isIdempotent: false, expectTimeoutMs: 5_000 });
  assert.deepEqual(found({ steps: [unchecked] }, { packs: madeUpPacks({ own }) }), []);
});

Deno.test("checkSteps() looks into what is read before a step and before all, and into what is expected", () => {
  const capture = { saveAs: "before", read: { tool: "list", args: { pid: "${start.pid}" } } };
  assert.deepEqual(found({ steps: [start, press({}, { captureBefore: [capture] })] }), []);
  assert.deepEqual(found({ steps: [start], captureBefore: [capture] }), [
    "FORWARD_REFERENCE captureBefore.0.read.args.pid",
  ]);
  const wrong = { saveAs: "before", read: { tool: "lists", args: { text: "${none.at}" } } };
  assert.deepEqual(found({ steps: [start, press({}, { captureBefore: [wrong] })] }), [
    "UNKNOWN_STEP_REFERENCE steps.1.captureBefore.0.read.args.text",
    "UNKNOWN_TOOL steps.1.captureBefore.0.read.tool",
  ]);
  const expect = { condition: "valueEquals", expectedValue: "${none.at}" };
  assert.deepEqual(found({ steps: [press({}, { expect })] }, WITH_PACK), [
    "UNKNOWN_STEP_REFERENCE steps.0.expect.expectedValue",
  ]);
});

Deno.test("checkSteps(): steps at the end see all that went before them, and nothing of one another", () => {
  const last = press({ text: "${start.window.title}" }, { id: "last" });
  assert.deepEqual(found({ steps: [start], finally: [last, press({ text: "${last.pressed}" })] }), [
    "UNKNOWN_STEP_REFERENCE finally.1.args.text",
  ]);
});

Deno.test("checkSteps(): nothing is captured at the end, and a misspelt argument is told from its likeness", () => {
  const late = press({}, { captureBefore: [{ saveAs: "late" }] });
  assert.deepEqual(found({ steps: [start], finally: [late] }), [
    "CAPTURE_IN_FINALLY finally.0.captureBefore",
  ]);
  const acting = { tool: "press", args: { pid: 1 } };
  const captureBefore = [{ saveAs: "early", read: acting }];
  assert.deepEqual(found({ steps: [start], finally: [], captureBefore }), [
    "CAPTURE_ACTS captureBefore.0.read.tool",
  ]);
  const [problem] = checkSteps({ steps: [press({ pidd: 1 })], finally: [] }, PLAIN);
  assert.match(problem?.message ?? "", /did you mean "pid"\?/);
});

Deno.test("checkSteps() has an answer for any steps at all", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("${start.pid}", "${0}", "${inputs.a}", "start", "press", "a-b"),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      text,
      fc.double(),
      fc.constant(null),
      fc.array(tie("any")),
      fc.dictionary(text, tie("any")),
    ),
  })).any;
  const step: fc.Arbitrary<Step> = fc.record({
    id: text,
    tool: text,
    args: fc.dictionary(text, value),
    exports: fc.dictionary(text, text),
    expect: fc.dictionary(text, value),
  }, { requiredKeys: ["tool", "args"] });
  fc.assert(fc.property(fc.array(step, { maxLength: 5 }), fc.array(step, { maxLength: 3 }), (steps, last) => {
    const problems = checkSteps({ steps, finally: last }, { ...PLAIN, ...WITH_PACK });
    for (const { code, message } of problems) assert.ok(message !== "", code);
  }));
});
