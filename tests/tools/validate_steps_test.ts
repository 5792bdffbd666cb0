import assert from "node:assert/strict";
import { publishedTools } from "../../src/dev/generated.ts";
import { createTestDoor } from "../fakes/test_door.ts";
import { PackWorld, smallPack } from "./pack_world.ts";

type Json = Record<string, unknown>;

const door = createTestDoor();
const WINDOW = "0x0001002A";

/** What validate_steps says, its findings in one line each. */
async function checked(args: Json, on = door): Promise<Json & { errors: string[]; warnings: string[] }> {
  const output = await on.succeed("validate_steps", args);
  const lines = (found: unknown): string[] =>
    (found as { code: string; path: string; message: string }[]).map(({ code, path, message }) => {
      assert.ok(message.length > 10, message);
      return `${code} ${path}`;
    });
  return { ...output, errors: lines(output.errors), warnings: lines(output.warnings) };
}

const typing = (args: Json = {}, more: Json = {}): Json => ({
  tool: "type_text",
  args: { text: "x", hwnd: WINDOW, ...args },
  expect: false,
  ...more,
});
const launch = (more: Json = {}): Json => ({
  id: "app",
  tool: "launch_app",
  args: { exePath: "notepad.exe" },
  ...more,
});

Deno.test("validate_steps: steps that can work are valid, and a process id of an earlier step is a number", async () => {
  const result = await checked({
    steps: [launch({ exports: { pid: "pid" } }), typing({ hwnd: undefined, pid: "${app.pid}" })],
    finally: [{ tool: "close_app", args: { pid: "${app.pid}" } }],
  });
  assert.deepEqual([result.valid, result.errors, result.warnings], [true, [], []]);
  assert.deepEqual([result.toolCount, result.maxSteps], [3, 50]);
  assert.deepEqual(result.foregroundRequiredSteps, []);
});

for (
  const [what, steps, expected] of [
    ["a tool that there is not", [{ tool: "type_txt" }], ["UNKNOWN_TOOL steps[0].tool"]],
    ["a runner", [{ tool: "run_steps", args: { steps: [] } }], ["UNKNOWN_TOOL steps[0].tool"]],
    ["itself", [{ tool: "validate_steps" }], ["UNKNOWN_TOOL steps[0].tool"]],
    ["a later step", [typing({ text: "${b.hwnd}" }), typing({}, { id: "b" })], [
      "FORWARD_REFERENCE steps[0].args.text",
    ]],
    ["a step that refers to itself", [typing({ text: "${b.hwnd}" }, { id: "b" })], [
      "FORWARD_REFERENCE steps[0].args.text",
    ]],
    ["a step that there is not", [typing({ text: "${b.hwnd}" })], [
      "UNKNOWN_STEP_REFERENCE steps[0].args.text",
    ]],
    ["a field that no result has", [launch(), typing({ text: "${app.nonsense}" })], [
      "UNKNOWN_OUTPUT_PATH steps[1].args.text",
    ]],
    ["a value of the wrong type", [launch(), typing({ text: "${app.pid}" })], [
      "INVALID_PARAMS steps[1].args.text",
    ]],
    ["a pack where there is none", [typing({ text: "${pack.id}" })], ["NO_PACK_CONTEXT steps[0].args.text"]],
    ["an input where there are none", [typing({ text: "${inputs.a}" })], [
      "UNKNOWN_INPUT steps[0].args.text",
    ]],
    ["an export that no result has", [launch({ exports: { a: "no.such" } })], [
      "EXPORT_PATH_NOT_FOUND steps[0].exports.a",
    ]],
    ["an export called like a secret", [launch({ exports: { authToken: "pid" } })], [
      "EXPORT_SENSITIVE_VALUE_BLOCKED steps[0].exports.authToken",
    ]],
    ["an export of a long path", [launch({ exports: { a: "a".repeat(257) } })], [
      "EXPORT_PATH_TOO_LONG steps[0].exports.a",
    ]],
    ["an export of a deep path", [launch({ exports: { a: "a.".repeat(17) } })], [
      "EXPORT_PATH_TOO_DEEP steps[0].exports.a",
    ]],
    [
      "too many exports",
      [launch({ exports: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`e${n}`, "pid"])) })],
      ["TOO_MANY_EXPORTS steps[0].exports"],
    ],
    ["a wrong id", [launch({ id: "1st" })], ["INVALID_STEP_ID steps[0].id"]],
    ["a reserved id", [launch({ id: "vars" })], ["RESERVED_STEP_ID steps[0].id"]],
    ["an id that is there twice", [launch(), launch()], ["DUPLICATE_STEP_ID steps[1].id"]],
    ["a retry of what would be done twice", [typing({}, { retry: {} })], ["UNSAFE_RETRY steps[0].retry"]],
    ["a call without a target", [typing({ hwnd: undefined })], ["TARGET_REQUIRED steps[0].args"]],
    ["a handle that is none", [typing({ hwnd: "window" })], ["INVALID_PARAMS steps[0].args.hwnd"]],
    ["an expectation without a window", [{
      tool: "list_windows",
      expect: { condition: "exists", selector: { name: "a" } },
    }], ["TARGET_REQUIRED steps[0].expect"]],
    ["a control without a pack", [typing({}, { expect: { condition: "exists", profileControl: "a" } })], [
      "INVALID_PARAMS steps[0].expect.profileControl",
    ]],
    [
      "an expected text that is a list",
      [
        { id: "all", tool: "list_windows" },
        typing({}, {
          expect: { condition: "valueEquals", selector: { name: "a" }, expectedValue: "${all.items}" },
        }),
      ],
      ["INVALID_PARAMS steps[1].expect.expectedValue"],
    ],
    ["a profile that there is not", [{ tool: "profile_launch", args: { profile: "none" } }], [
      "PROFILE_NOT_FOUND steps[0].args.profile",
    ]],
    ["a pack that there is not", [{ tool: "app_pack_describe", args: { pack: "none" } }], [
      "PACK_NOT_FOUND steps[0].args.pack",
    ]],
  ] as const
) {
  Deno.test(`validate_steps: finds ${what}`, async () => {
    const { valid, errors } = await checked({ steps });
    assert.deepEqual([valid, errors], [false, expected]);
  });
}

for (
  const [tool, args, expected] of [
    ["ui_action", { selector: { name: "a" }, action: "setValue" }, "value"],
    ["ui_action", { action: "invoke" }, "selector"],
    ["ui_action", { selector: { name: "a" }, action: "setChecked", value: "on" }, "value"],
    ["ui_action", { selector: { name: "a" }, action: "setChecked", value: "${0.title}" }, undefined],
    ["ui_get", {}, "selector"],
    ["ui_query", {}, "selector"],
    ["ui_locate", {}, "name"],
    ["ui_wait", { condition: "exists" }, "selector"],
    ["ui_wait", { condition: "valueEquals", selector: { name: "a" } }, "expectedValue"],
    ["ui_verify", {}, "conditions"],
    [
      "ui_verify",
      { conditions: [{ condition: "countEquals", selector: { name: "a" } }] },
      "conditions[0].expectedCount",
    ],
    ["manage_window", { action: "move" }, "x"],
    ["manage_window", { action: "close", width: 1 }, "width"],
    ["send_key", { key: "bananas" }, "key"],
    ["type_text", { text: "a".repeat(10_000), delayMs: 10_000 }, "delayMs"],
    ["write_clipboard", {}, "text"],
  ] as const
) {
  Deno.test(`validate_steps: arguments of ${tool} that do not go together: ${JSON.stringify(args).slice(0, 90)}`, async () => {
    const first = { tool: "get_window_state", args: { hwnd: WINDOW } };
    const target = tool === "write_clipboard" ? {} : { hwnd: WINDOW };
    const { errors } = await checked({
      steps: [first, { tool, args: { ...target, ...args }, expect: false }],
    });
    assert.deepEqual(errors, expected === undefined ? [] : [`INVALID_PARAMS steps[1].args.${expected}`]);
  });
}

Deno.test("validate_steps: what has the wrong form is told with all else that is wrong", async () => {
  const { errors } = await checked({
    steps: [
      { args: {} },
      5,
      { tool: 7, args: { a: "${none.at}" } },
      { tool: "ui_get", tol: 1, args: { hwnd: WINDOW, slector: {} }, retry: { maxAttempts: 9 } },
      typing({}, { id: 3, expect: { condition: "exist", selector: { name: "a" } } }),
      typing({}, { exports: { a: 1, "": "hwnd", hwnd: "hwnd" } }),
      typing({ text: "${no-step}" }),
    ],
  });
  assert.deepEqual(errors, [
    "INVALID_PARAMS steps[0].tool",
    "INVALID_PARAMS steps[1]",
    "INVALID_PARAMS steps[2].tool",
    "UNKNOWN_STEP_REFERENCE steps[2].args.a",
    "INVALID_PARAMS steps[3].retry.maxAttempts",
    "INVALID_PARAMS steps[3].tol",
    "INVALID_PARAMS steps[3].args.slector",
    "INVALID_PARAMS steps[4].id",
    "INVALID_PARAMS steps[4].expect.condition",
    "INVALID_PARAMS steps[5].exports.a",
    'INVALID_PARAMS steps[5].exports[""]',
  ]);
});

Deno.test("validate_steps: sixty steps and thirty at the end are told, and looked into all the same", async () => {
  const { errors } = await checked({
    steps: [...Array.from({ length: 59 }, () => typing()), { tool: "none" }],
    finally: Array.from({ length: 30 }, () => typing()),
  });
  assert.deepEqual(errors, [
    "TOO_MANY_STEPS steps[50]",
    "UNKNOWN_TOOL steps[59].tool",
    "TOO_MANY_FINALLY_STEPS finally[20]",
  ]);
});

Deno.test("validate_steps: a hundred findings are shown, and the others counted", async () => {
  const step = { tool: "list_windows", args: { a: 1, b: 2, c: 3 } };
  const { errors, note } = await checked({ steps: Array.from({ length: 50 }, () => step) });
  assert.equal(errors.length, 100);
  assert.match(String(note), / 50 more findings are not shown\.$/);
});

Deno.test("validate_steps warns of what may be missing, of what nobody checks and of codes that there are not", async () => {
  const { valid, warnings } = await checked({
    steps: [
      launch({ ignoreCodes: ["LAUNCH_FAILED", "NO_SUCH_CODE"], exports: { pid: "pid" } }),
      typing({ text: "${app.window.title}" }),
      { id: "state", tool: "get_window_state", args: { hwnd: WINDOW }, retry: { onlyCodes: ["NO"] } },
      typing({ text: "${state.session.targetRef}" }),
      { tool: "ui_action", args: { hwnd: "${state.hwnd}", selector: { name: "a" }, action: "invoke" } },
    ],
  });
  assert.equal(valid, true);
  assert.deepEqual(warnings, [
    "UNKNOWN_CODE steps[0].ignoreCodes[1]",
    "OPTIONAL_OUTPUT_PATH steps[0].exports.pid",
    "OPTIONAL_OUTPUT_PATH steps[1].args.text",
    "UNKNOWN_CODE steps[2].retry.onlyCodes[0]",
    "OPTIONAL_OUTPUT_PATH steps[3].args.text",
    "MISSING_EXPECT steps[4]",
  ]);
});

Deno.test("validate_steps: a step that needs the foreground is told with its place, and refused by no one yet", async () => {
  const result = await checked({
    steps: [
      {
        id: "show",
        tool: "click_window",
        args: { hwnd: WINDOW, x: 1, y: 1, interactionMode: "foregroundDemo" },
      },
    ],
  });
  assert.equal(result.valid, true);
  assert.ok(result.warnings.includes("FOREGROUND_REQUIRED steps[0]"), result.warnings.join());
  assert.deepEqual(result.foregroundRequiredSteps, [
    { stepId: "show", section: "steps", requestedMode: "foregroundDemo", suggestedMode: "foregroundDemo" },
  ]);
});

for (
  const [what, args, expectedMs] of [
    ["what a tool waits by itself", { steps: [{ tool: "wait_for_window", args: { hwnd: WINDOW } }] }, 30_000],
    [
      "what a call says",
      { steps: [{ tool: "wait_for_window", args: { hwnd: WINDOW, timeoutMs: 700 } }] },
      700,
    ],
    ["a tool that says nothing", { steps: [{ tool: "list_windows" }] }, 10_000],
    ["steps at the end", { steps: [{ tool: "list_windows" }], finally: [{ tool: "list_windows" }] }, 20_000],
    [
      "a pause after each letter",
      { steps: [typing({ text: "abc", delayMs: 100, timeoutMs: 1_000 })] },
      1_300,
    ],
    ["an expectation", {
      steps: [typing({ timeoutMs: 1_000 }, {
        expect: { condition: "exists", selector: { name: "a" }, timeoutMs: 2_000 },
      })],
    }, 3_000],
    ["three attempts and the pauses between them", {
      steps: [{
        tool: "ui_get",
        args: { hwnd: WINDOW, selector: { name: "a" }, timeoutMs: 1_000 },
        retry: { maxAttempts: 3, delayMs: 100, backoffMultiplier: 2 },
      }],
    }, 3_300],
    ["what is read before", {
      steps: [{ tool: "list_windows", captureBefore: { saveAs: "a" } }],
      captureBefore: [{ saveAs: "b", read: { tool: "ui_get", args: { hwnd: WINDOW, timeoutMs: 1_000 } } }],
    }, 21_000],
    ["an hour at most", {
      steps: Array.from(
        { length: 50 },
        () => ({ tool: "wait_for_window", args: { hwnd: WINDOW, timeoutMs: 300_000 } }),
      ),
    }, 3_600_000],
  ] as const
) {
  Deno.test(`validate_steps: the longest duration counts ${what}`, async () => {
    const { estimatedMaxDurationMs, errors } = await checked(args);
    assert.deepEqual([estimatedMaxDurationMs, errors], [expectedMs, []]);
  });
}

Deno.test("validate_steps: with a pack its controls, actions, promises and any inputs count", async () => {
  using world = new PackWorld({
    lab: {
      ...smallPack("lab", { ok: { selectors: [{ automationId: "ok" }] } }),
    },
  });
  const press = (args: Json, more: Json = {}): Json => ({
    tool: "profile_action",
    args: { profile: "${pack.id}", control: "ok", action: "invoke", ...args },
    expect: false,
    ...more,
  });
  const result = await checked({
    pack: "lab",
    steps: [
      press({}),
      press({ value: "${inputs.name}" }),
      press({ control: "okay" }),
      press({ action: "invke" }),
      press({ profile: "lab", control: "none" }),
      press({}, { expect: { condition: "exists", profileControl: "none" } }),
      press({}, {
        captureBefore: {
          saveAs: "a",
          read: { tool: "profile_resolve", args: { profile: "lab", control: "no" } },
        },
      }),
      { tool: "profile_launch", args: { profile: "lap" } },
    ],
  }, world.door);
  assert.deepEqual(result.errors, [
    "UNKNOWN_CONTROL steps[2].args.control",
    "UNKNOWN_ACTION steps[3].args.action",
    "UNKNOWN_CONTROL steps[4].args.control",
    "UNKNOWN_CONTROL steps[5].expect.profileControl",
    "UNKNOWN_CONTROL steps[6].captureBefore[0].read.args.control",
    "PROFILE_NOT_FOUND steps[7].args.profile",
  ]);
});

Deno.test("validate_steps: an unknown pack is PACK_NOT_FOUND", async () => {
  const error = await door.fail("validate_steps", { steps: [typing()], pack: "none" });
  assert.equal(error.code, "PACK_NOT_FOUND");
});

Deno.test("validate_steps: what a read-only server would refuse is PERMISSION_DENIED, and its suggestions name listed tools", async () => {
  const readOnly = createTestDoor({ settings: { isReadOnly: true } });
  const { errors } = await checked({ steps: [typing(), { tool: "list_windows" }] }, readOnly);
  assert.deepEqual(errors, ["PERMISSION_DENIED steps[0].tool"]);
});

Deno.test("validate_steps: takes no more than 900 bytes of the tool list", () => {
  const tool = publishedTools().find(({ name }) => name === "validate_steps");
  assert.ok(tool !== undefined);
  const { name, description, inputSchema } = tool;
  assert.ok(new TextEncoder().encode(JSON.stringify({ name, description, inputSchema })).length <= 900);
});

Deno.test("validate_steps: what reads a state beforehand may leave to its step which element is meant, and where", async () => {
  const capture = (args: Json): Json => ({ captureBefore: { saveAs: "a", read: { tool: "ui_get", args } } });
  const { errors } = await checked({
    steps: [typing({}, capture({})), typing({}, capture({ maxDepth: "all" }))],
  });
  assert.deepEqual(errors, ["INVALID_PARAMS steps[1].captureBefore[0].read.args.maxDepth"]);
});
