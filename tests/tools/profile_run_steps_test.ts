import assert from "node:assert/strict";
import type { ErrorBody } from "../../src/core/errors.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { type Given, MAIN_TEXT, ProfileWorld } from "./profile_world.ts";

const CONTROLS = {
  user: { selectors: [{ automationId: "user" }] },
  remember: { selectors: [{ automationId: "remember" }] },
  ok: { selectors: [{ automationId: "rightOk" }] },
  gone: { selectors: [{ automationId: "gone" }] },
};
const PERSONS = 0x50n;

/** The program of the pack, and runs of steps on it. */
class RunOnProgram extends ProfileWorld {
  constructor(given: Given = {}) {
    super({ controls: CONTROLS, ...given });
    this.desktop.windows.push(fakeWindow({ hwnd: PERSONS, pid: 50, title: "What the person works in" }));
    this.desktop.foreground = PERSONS;
  }

  // deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
  async run(steps: readonly object[], more: object = {}): Promise<any> {
    return await this.door.succeed("profile_run_steps", { profile: "lab", steps, ...more });
  }

  async refused(steps: readonly object[], more: object = {}): Promise<ErrorBody> {
    const error = await this.door.fail("profile_run_steps", { profile: "lab", steps, ...more });
    assert.deepEqual(this.verbs(), []);
    return error;
  }

  /** Tools that were called, with the runner last, as the journal has them. */
  get called(): readonly string[] {
    return this.door.journal.entries().map(({ tool }) => tool);
  }
}

const SET_USER = { id: "user", control: "user", action: "setValue", value: "bob" };

Deno.test("profile_run_steps: takes the running program, and acts on its controls", async () => {
  using world = new RunOnProgram();
  const result = await world.run([
    {
      ...SET_USER,
      exports: { ref: "ref" },
      expect: { profileControl: "user", condition: "valueEquals", expectedValue: "bob" },
    },
    { control: "remember", action: "setChecked", value: "true", expect: false },
  ], { finally: [{ control: "ok", action: "invoke", expect: false }] });
  assert.ok(result.success, result.summary);
  assert.equal(Object.keys(result)[0], "summary");
  assert.deepEqual([result.profile, result.pid, result.hwnd, result.startedByMcp, result.reused], [
    "lab",
    7,
    MAIN_TEXT,
    false,
    true,
  ]);
  assert.equal(world.branch("User").element.value, "bob");
  assert.equal(world.branch("Remember").element.toggleState, "On");
  assert.deepEqual(world.verbs().filter((verb) => verb === "setValue" || verb === "invoke"), [
    "setValue",
    "invoke",
  ]);
  assert.deepEqual(result.steps.map(({ tool }: { tool: string }) => tool), [
    "profile_action",
    "profile_action",
  ]);
  // What it was started for is what later calls name.
  const { session } = result.steps[0].result;
  assert.equal(session.targetRef, result.targetRef);
  assert.ok(world.door.sessions.find(result.targetRef));
});

Deno.test("profile_run_steps: later steps refer to earlier ones", async () => {
  using world = new RunOnProgram();
  const result = await world.run([
    { id: "first", control: "user", action: "setValue", value: "bob", expect: false },
    { control: "user", action: "setValue", value: "${first.control} ${pack.id}", expect: false },
  ]);
  assert.ok(result.success, result.summary);
  assert.equal(world.branch("User").element.value, "user lab");
});

Deno.test("profile_run_steps: a step that fails is an answer, and the clean-up runs", async () => {
  using world = new RunOnProgram();
  const result = await world.run(
    [{ id: "look", control: "gone", action: "invoke", expect: false }, SET_USER],
    {
      finally: [{ control: "ok", action: "invoke", expect: false }],
    },
  );
  assert.deepEqual([result.success, result.stoppedAt, result.error.code], [
    false,
    "look",
    "PROFILE_CONTROL_UNRESOLVED",
  ]);
  assert.ok(world.verbs().includes("invoke"));
  assert.equal(world.branch("User").element.value, "ann");
});

Deno.test("profile_run_steps: of a pack that there is not, all are told", async () => {
  using world = new RunOnProgram();
  const error = await world.refused([SET_USER], { profile: "lap" });
  assert.deepEqual([error.code, error.details?.didYouMean], ["PACK_NOT_FOUND", "lab"]);
});

for (
  const [what, steps, more, code, at] of [
    ["control", [SET_USER, { control: "usre", action: "invoke" }], {}, "PROFILE_CONTROL_NOT_FOUND", "usre"],
    [
      "control at the end",
      [SET_USER],
      { finally: [{ control: "usre", action: "invoke" }] },
      "PROFILE_CONTROL_NOT_FOUND",
      "usre",
    ],
    [
      "action",
      [SET_USER, { control: "user", action: "explode" }],
      {},
      "INVALID_PARAMS",
      "steps[1].args.action",
    ],
    [
      "reference",
      [{ control: "user", action: "setValue", value: "${1.ref}" }],
      {},
      "INVALID_REFERENCES",
      "steps[0].args.value",
    ],
    ["field", [{ ...SET_USER, tool: "ui_get" }], {}, "INVALID_PARAMS", "tool"],
    ["field of the capture", [{ ...SET_USER, captureBefore: [] }], {}, "INVALID_PARAMS", "captureBefore"],
    ["list", [], {}, "INVALID_PARAMS", "steps"],
    ["number of steps", Array(51).fill(SET_USER), {}, "INVALID_PARAMS", "steps"],
    [
      "number of last steps",
      [SET_USER],
      { finally: Array(21).fill({ control: "ok", action: "invoke" }) },
      "INVALID_PARAMS",
      "finally",
    ],
    ["id", [SET_USER, SET_USER], {}, "INVALID_PARAMS", "steps[1].id"],
    ["launch", [SET_USER], { launch: { exe: "x" } }, "INVALID_PARAMS", "launch"],
  ] as const
) {
  Deno.test(`profile_run_steps: a ${what} that cannot be is found before anything is launched`, async () => {
    using world = new RunOnProgram();
    const error = await world.refused(steps, more);
    assert.equal(error.code, code);
    assert.ok(JSON.stringify(error).includes(at), JSON.stringify(error));
    assert.ok(!world.called.includes("profile_launch"));
  });
}

Deno.test("profile_run_steps: what needs the foreground is refused in the background before the launch", async () => {
  using world = new RunOnProgram({
    contracts: [{ control: "ok", action: "invoke", backgroundPolicy: "foregroundRequired" }],
  });
  const error = await world.refused([SET_USER], {
    interactionMode: "background",
    finally: [{ control: "ok", action: "invoke" }],
  });
  assert.equal(error.code, "PIPELINE_NOT_BACKGROUND_SAFE");
  assert.deepEqual(error.details?.unsafeSteps, [{
    index: 0,
    section: "finally",
    backgroundPolicy: "foregroundRequired",
    suggestedMode: "foregroundDemo",
  }]);
  assert.ok(!world.called.includes("profile_launch"));
});

Deno.test("profile_run_steps: the pack says the mode where the call does not", async () => {
  using world = new RunOnProgram({
    profile: { interaction: { defaultMode: "background" } },
    contracts: [{ control: "ok", action: "invoke", backgroundPolicy: "foregroundRequired" }],
  });
  assert.equal(
    (await world.refused([{ control: "ok", action: "invoke" }])).code,
    "PIPELINE_NOT_BACKGROUND_SAFE",
  );
  const result = await world.run([{ control: "ok", action: "invoke", expect: false }], {
    interactionMode: "auto",
  });
  assert.ok(result.success, result.summary);
});

Deno.test("profile_run_steps: what the launch fails with is passed on, and nothing was run", async () => {
  using world = new RunOnProgram();
  const error = await world.refused([SET_USER], {
    launch: { exePath: "C:\\not there.exe", reuseIfRunning: false },
  });
  assert.equal(error.code, "INVALID_EXECUTABLE");
  assert.match(error.message, /exePath does not exist/);
  assert.deepEqual(world.called, ["profile_run_steps", "profile_launch"]);
});

Deno.test("profile_run_steps: a program that may not be started is not", async () => {
  using world = new RunOnProgram({ settings: { allowLaunch: ["other.exe"] } });
  world.desktop.paths.set("c:\\apps\\lab.exe", "file");
  const error = await world.refused([SET_USER], {
    launch: { exePath: "C:\\apps\\lab.exe", reuseIfRunning: false },
  });
  assert.equal(error.code, "PERMISSION_DENIED");
});

Deno.test("profile_run_steps: what the launch does in front is in the report", async () => {
  using world = new RunOnProgram();
  const result = await world.run([{ ...SET_USER, expect: false }], { interactionMode: "foregroundDemo" });
  assert.ok(result.success, result.summary);
  assert.equal(result.interaction.targetActivated, true);
  assert.equal(result.interaction.foregroundChangedDuringRun, true);
  // The steps worked in front, and the person has it again.
  assert.equal(world.desktop.foreground, PERSONS);
});

Deno.test("profile_run_steps: what is read before the steps is read of the program", async () => {
  using world = new RunOnProgram();
  const result = await world.run([SET_USER], {
    captureBefore: [{ saveAs: "user", read: { tool: "profile_resolve", args: { control: "user" } } }],
    restore: "always",
  });
  assert.ok(result.success, result.summary);
  assert.deepEqual(
    result.restoreResults.map((
      { key, success, verified }: Record<string, unknown>,
    ) => [key, success, verified]),
    [["user", true, true]],
  );
  assert.equal(world.branch("User").element.value, "ann");
});
