import assert from "node:assert/strict";
import * as z from "zod";
import { PackRegistry } from "../../src/packs/registry.ts";
import { RUN_LIFE_MS } from "../../src/pipeline/run_store.ts";
import { continueRunTool } from "../../src/tools/continue_run.ts";
import { getWindowStateTool } from "../../src/tools/get_window_state.ts";
import { defineTool } from "../../src/tools/tool.ts";
import { profileResolveTool } from "../../src/tools/profile_resolve.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess } from "../fakes/fake_window.ts";
import { packWith } from "../packs/changed_pack.ts";
import { packSetOf } from "../pipeline/kept_runs.ts";
import { act, look, StepWorld } from "../pipeline/made_up_steps.ts";
import { HANDLE, HWND, notesWindow, PID } from "../targets/bound_program.ts";

// deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
type Report = any;

/** Tells in what mode it was called, and that it brought its window to the front. */
const showTool = defineTool({
  name: "show",
  title: "Show",
  description: "Shows.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({ interactionMode: z.enum(["auto", "background", "foregroundDemo"]).optional() }),
  output: () => ({ mode: z.string(), interaction: z.record(z.string(), z.unknown()) }),
  handler: ({ interactionMode = "none" }) =>
    Promise.resolve({
      mode: interactionMode,
      interaction: { foregroundChanged: true, targetActivated: true, effectiveMode: "foregroundDemo" },
    }),
});

/** Made-up tools, and one that tells of a window of a program. */
class World extends StepWorld {
  readonly desktop: FakeDesktop;

  constructor(packs?: PackRegistry) {
    const desktop = new FakeDesktop({
      windows: [notesWindow()],
      processes: [fakeProcess({ pid: PID, name: "notes" })],
    });
    const tools = [showTool, getWindowStateTool, profileResolveTool, continueRunTool];
    super({ desktop, tools, ...(packs === undefined ? {} : { packs }) });
    this.desktop = desktop;
  }

  async continue(runId: string, continueFrom: string | number): Promise<Report> {
    return await this.door.succeed("continue_run", { runId, continueFrom });
  }

  /** Refused with this code: an answer, and nothing was called. */
  async assertRefused(code: string, runId: string, continueFrom: string | number): Promise<Report> {
    const before = this.calls.length;
    const report = await this.continue(runId, continueFrom);
    assert.equal(this.calls.length, before);
    assert.deepEqual([report.success, report.status, report.steps], [false, "failed", []]);
    assert.equal(report.error.code, code, report.error.message);
    assert.ok(report.summary.startsWith(`Not continued, nothing was run: ${code}: `), report.summary);
    assert.equal(report.continuedFrom, String(continueFrom));
    return report;
  }
}

/** A step that acts with this value. */
const given = (name: string, value: unknown, more = {}): Record<string, unknown> =>
  act(name, { args: { name, value }, ...more });

Deno.test("continue_run: a run that is mended goes on where it stopped, and nothing is done twice", async () => {
  const world = new World();
  world.fails("c", "ELEMENT_NOT_FOUND", 1);
  const failed = await world.run({
    steps: [
      given("a", "first", { exports: { one: "value" } }),
      look("b", { exports: { two: "deep.a.b.1" } }),
      given("c", "${a.value} ${b.items.0.n} ${0.count}", { exports: { three: "value" } }),
      act("d"),
    ],
    finally: [look("end")],
  });
  assert.deepEqual([failed.stoppedAt, failed.continuable, failed.runTtlRemainingMs], [
    "c",
    true,
    RUN_LIFE_MS,
  ]);
  assert.match(failed.summary, new RegExp(`continue_run with runId ${failed.runId} and continueFrom 2`));

  const report = await world.continue(failed.runId, "c");
  assert.deepEqual(world.names, ["a", "b", "c", "end", "c", "d"]);
  assert.equal(world.calls[4]?.value, "first 1 7");
  assert.deepEqual(
    [report.success, report.runId, report.continuedFrom, report.total, report.completed, report.continuable],
    [true, failed.runId, "c", 4, 4, false],
  );
  assert.deepEqual(report.completedSteps, ["a", "b", "c", "d"]);
  assert.deepEqual(report.exports, { one: "first", two: 2, three: "first 1 7" });
  assert.deepEqual(report.steps.map(({ index, id }: Report) => [index, id]), [[2, "c"], [3, "d"]]);
  assert.deepEqual(
    report.finallyResults.map((
      { id, success, alreadyRan, skipped }: Report,
    ) => [id, success, alreadyRan, skipped]),
    [["end", true, true, true]],
  );
  assert.match(report.summary, /^Completed: all 4 steps, from step 3 on/);
});

Deno.test("continue_run: several times one after another, with the numbers of the whole run", async () => {
  const world = new World();
  world.fails("b", "ACTION_FAILED", 1);
  world.fails("c", "ACTION_FAILED", 1);
  const { runId } = await world.run({
    steps: [act("a", { exports: { a: "name" } }), act("b", { exports: { b: "name" } }), act("c")],
  });
  const again = await world.continue(runId, 1);
  assert.deepEqual([again.stoppedAt, again.stoppedAtIndex, again.completed, again.continuable], [
    "c",
    2,
    2,
    true,
  ]);
  assert.deepEqual(again.completedSteps, ["a", "b"]);
  const report = await world.continue(runId, "2");
  assert.deepEqual([report.success, report.steps[0].index, report.exports], [true, 2, { a: "a", b: "b" }]);
  assert.deepEqual(world.names, ["a", "b", "b", "c", "c"]);
});

Deno.test("continue_run: from an earlier step, which is done again with all behind it", async () => {
  const world = new World();
  world.fails("c", "ACTION_FAILED", 1);
  const { runId } = await world.run({
    steps: [act("a"), given("b", 1, { exports: { x: "value" } }), given("c", "${b.value}")],
  });
  world.happenings.set("b", () => 2);
  const report = await world.continue(runId, "b");
  assert.deepEqual(world.names, ["a", "b", "c", "b", "c"]);
  assert.equal(world.calls.at(-1)?.value, 2);
  assert.deepEqual(report.exports, { x: 2 });
});

Deno.test("continue_run: the mode is that of the run, and what its first part did to the foreground is told", async () => {
  const world = new World();
  world.fails("b", "ACTION_FAILED", 1);
  const interactionMode = "foregroundDemo";
  const show = { tool: "show" };
  const { runId } = await world.run({ interactionMode, steps: [show, act("b"), show] });
  const report = await world.continue(runId, "b");
  assert.equal(report.steps[1].result.mode, interactionMode);
  assert.equal(report.interaction.requestedMode, interactionMode);

  world.calls.length = 0;
  const second = await world.run({ steps: [show, act("b"), look("c")] });
  assert.equal(second.error.code, "ACTION_FAILED");
  const { interaction } = await world.continue(second.runId, "b");
  assert.deepEqual(
    [interaction.requestedMode, interaction.effectiveMode, interaction.targetActivated],
    ["auto", "foregroundDemo", true],
  );
  assert.deepEqual([interaction.foregroundChangedDuringRun, interaction.foregroundChanged], [true, false]);
});

Deno.test("continue_run: clean-up that failed is done once more", async () => {
  const world = new World();
  world.fails("b", "ACTION_FAILED", 1);
  world.fails("end2", "ACTION_FAILED", 1);
  const { runId } = await world.run({ steps: [act("b")], finally: [act("end1"), act("end2")] });
  const report = await world.continue(runId, 0);
  assert.deepEqual(world.names, ["b", "end1", "end2", "b", "end2"]);
  assert.deepEqual(report.finallyResults.map(({ success }: Report) => success), [true, true]);
});

Deno.test("continue_run: every part has the time of the whole run", async () => {
  const world = new World();
  world.happenings.set("a", () => world.door.clock.sleep(700));
  world.fails("b", "ACTION_FAILED", 1);
  const { runId } = await world.run({ maxTotalMs: 1_000, steps: [act("a"), act("b"), act("a2")] });
  world.happenings.set("a2", (_call, { clock, signal }) => clock.sleep(5_000, signal));
  const report = await world.continue(runId, "b");
  assert.deepEqual([report.error.code, report.stoppedAt], ["PIPELINE_TIMEOUT", "a2"]);
  assert.equal(report.continuable, true);
});

Deno.test("continue_run: a result of more than 1 MiB ends it", async () => {
  const world = new World();
  world.fails("b", "ACTION_FAILED", 1);
  const { runId } = await world.run({ steps: [act("a"), act("b"), act("c")] });
  world.happenings.set("c", () => "x".repeat(1_100_000));
  assert.equal((await world.continue(runId, "b")).error.code, "STEP_RESULT_TOO_LARGE");
});

Deno.test("continue_run: one that the client cancels can be gone on with", async () => {
  const world = new World();
  world.fails("a", "ACTION_FAILED", 1);
  const { runId } = await world.run({ steps: [act("a"), act("b"), act("c")], finally: [look("end")] });
  const client = new AbortController();
  world.happenings.set("b", () => client.abort());
  await world.door.call("continue_run", { runId, continueFrom: 0 }, client.signal);
  world.happenings.clear();
  const report = await world.continue(runId, "c");
  assert.deepEqual([report.success, report.completedSteps], [true, ["a", "b", "c"]]);
  assert.deepEqual(world.names, ["a", "end", "a", "b", "c"]);
});

Deno.test("continue_run: a run that is not known, or ended too long ago", async () => {
  const world = new World();
  const unknown = await world.assertRefused("RUN_EXPIRED", "run_000000000000", 0);
  assert.deepEqual([unknown.total, unknown.continuable, unknown.error.retryable], [0, false, false]);
  world.fails("a", "ACTION_FAILED", 2);
  const { runId } = await world.run({ steps: [act("a")] });
  world.door.clock.pass(RUN_LIFE_MS - 1_000);
  assert.equal((await world.continue(runId, 0)).runTtlRemainingMs, RUN_LIFE_MS);
  world.door.clock.pass(RUN_LIFE_MS - 1_000);
  await world.assertRefused("RUN_STATE_STALE", runId, 1);
  world.door.clock.pass(2_000);
  await world.assertRefused("RUN_EXPIRED", runId, 0);
});

Deno.test("continue_run: of 21 runs the first one is forgotten", async () => {
  const world = new World();
  world.fails("a", "ACTION_FAILED");
  const ids: string[] = [];
  for (let n = 0; n < 21; n++) ids.push((await world.run({ steps: [act("a")] })).runId);
  await world.assertRefused("RUN_EXPIRED", ids[0] ?? "", 0);
  assert.equal((await world.continue(ids[1] ?? "", 0)).error.code, "ACTION_FAILED");
});

Deno.test("continue_run: a start behind the step that failed, one that there is not, a run that succeeded", async () => {
  const world = new World();
  world.fails("b", "ACTION_FAILED", 1);
  const { runId } = await world.run({ steps: [act("a"), act("b"), act("c")] });
  const refused = await world.assertRefused("RUN_STATE_STALE", runId, "c");
  assert.deepEqual(
    [refused.total, refused.completed, refused.stoppedAtIndex, refused.stoppedAt, refused.completedSteps],
    [3, 1, 1, "b", ["a"]],
  );
  assert.equal(refused.continuable, true);
  assert.deepEqual(refused.error.details.stepIds, ["a", "b"]);
  await world.assertRefused("RUN_STATE_STALE", runId, "nobody");
  await world.assertRefused("RUN_STATE_STALE", runId, "2");
  assert.equal((await world.continue(runId, "b")).success, true);
  const over = await world.assertRefused("RUN_STATE_STALE", runId, "b");
  assert.deepEqual([over.completed, over.continuable], [3, false]);
});

Deno.test("continue_run: a run too large to keep", async () => {
  const world = new World();
  world.happenings.set("a", () => "x".repeat(1_000_000));
  world.fails("b", "ACTION_FAILED");
  const failed = await world.run({
    steps: ["a", "a", "a"].map((name, n) => ({ ...act(name), id: `s${n}`, exports: { [`e${n}`]: "$" } }))
      .concat(act("b") as never),
  });
  assert.deepEqual([failed.continuable, failed.continuationReason], [false, "RUN_SNAPSHOT_TRUNCATED"]);
  assert.doesNotMatch(failed.summary, /continue_run/);
  const refused = await world.assertRefused("RUN_NOT_CONTINUABLE", failed.runId, "b");
  assert.deepEqual([refused.total, refused.stoppedAt], [4, "b"]);
});

Deno.test("continue_run: two at once do nothing twice", async () => {
  const world = new World();
  world.fails("a", "ACTION_FAILED", 1);
  const { runId } = await world.run({ steps: [act("a"), act("b")] });
  world.happenings.set("b", () => world.door.clock.sleep(500));
  const [first, second] = await Promise.all([world.continue(runId, 0), world.continue(runId, 0)]);
  assert.deepEqual(world.names, ["a", "a", "b"]);
  assert.equal(first.success, true);
  assert.equal(second.error.code, "RUN_NOT_CONTINUABLE");
  assert.match(second.error.message, /being continued/);
});

Deno.test("continue_run: a pack of another version, or one that is gone", async () => {
  const [then, other] = [
    await packWith(),
    await packWith((files) => {
      files["manifest.json"] = { ...files["manifest.json"], version: "9" };
    }),
  ];
  let packs = packSetOf(then);
  const registry = new PackRegistry(() => Promise.resolve(packs));
  const world = new World(registry);
  world.fails("b", "ACTION_FAILED", 1);
  const byPack = { tool: "profile_resolve", args: { profile: "sensor-lab", control: "settings.open" } };
  const steps = [act("a"), act("b"), byPack];
  const { runId } = await world.run({ steps });
  for (const now of [packSetOf(other), packSetOf()]) {
    packs = now;
    await registry.reload();
    await world.assertRefused("RUN_PACK_VERSION_CHANGED", runId, "b");
  }
  packs = packSetOf(await packWith());
  await registry.reload();
  const report = await world.continue(runId, "b");
  assert.deepEqual([report.stoppedAtIndex, report.error.code, world.names.at(-1)], [
    2,
    "WINDOW_NOT_FOUND",
    "b",
  ]);
});

/** A run that failed behind a step which told of the window. */
async function failedOnWindow(world: World, hwnd: string): Promise<string> {
  world.fails("b", "ACTION_FAILED", 1);
  const window = { id: "a", tool: "get_window_state", args: { hwnd: HANDLE } };
  const again = { id: "c", tool: "get_window_state", args: { hwnd } };
  return (await world.run({ steps: [window, act("b"), again] })).runId;
}

for (const hwnd of [HANDLE, "${a.hwnd}"]) {
  Deno.test(`continue_run: goes on with ${hwnd} while it is the same window, and not with another`, async () => {
    const world = new World();
    const runId = await failedOnWindow(world, hwnd);
    world.desktop.removeWindow(HWND);
    world.desktop.windows.push(notesWindow({ threadId: 7_777 }));
    await world.assertRefused("RUN_WINDOW_RECREATED", runId, "b");
    world.desktop.removeWindow(HWND);
    world.desktop.windows.push(notesWindow());
    const report = await world.continue(runId, "b");
    assert.deepEqual([report.success, report.steps.at(-1).result.hwnd], [true, HANDLE]);
  });
}

Deno.test("continue_run: a program that has ended", async () => {
  const world = new World();
  const runId = await failedOnWindow(world, "${a.hwnd}");
  for (const process of world.desktop.processes) process.exitCode = 1;
  const refused = await world.assertRefused("RUN_PROCESS_EXITED", runId, "b");
  assert.deepEqual(refused.error.details, { pid: PID });
  assert.equal(refused.continuable, false);
});

Deno.test("continue_run: arguments that are none", async () => {
  const world = new World();
  for (
    const args of [
      { runId: "x", continueFrom: 0 },
      { runId: "run_a" },
      { runId: "run_a", continueFrom: -1 },
      { runId: "run_a", continueFrom: "" },
      { runId: "run_a", continueFrom: 0, force: true },
    ]
  ) assert.equal((await world.door.fail("continue_run", args)).code, "INVALID_PARAMS");
});
