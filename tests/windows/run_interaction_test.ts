/** What a run in the background does about the foreground, beside what is really in front. */
import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, foreground, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

/** Two things that are typed, and a time between them in which something can come to the front. */
const steps = (run: FixtureRun): readonly object[] => [
  { tool: "type_text", args: { hwnd: run.handle, text: "one" } },
  {
    tool: "wait_for_window",
    args: { titleContains: "a window that never comes", timeoutMs: 2_500 },
    ignoreCodes: ["STEP_POSTCONDITION_TIMEOUT"],
  },
  { tool: "type_text", args: { hwnd: run.handle, text: " two" } },
];

/** Waits until the run has typed its first text, and brings a window to the front then. */
async function interrupt(run: FixtureRun, hwnd: bigint): Promise<void> {
  const typed = await waitFor(() => textOf(controlOf(run.hwnd, 100)) === "one" ? true : undefined, 15_000);
  assert.equal(typed, true);
  // The second look is for the step to be over.
  await new Promise((resolve) => setTimeout(resolve, 300));
  bringToFront(hwnd);
  assert.equal(await waitFor(() => foreground() === hwnd ? true : undefined), true);
}

/** How often the program was brought to the front. */
async function timesInFront(run: FixtureRun): Promise<number> {
  return (await run.events()).filter(({ event, wParam }) => event === "activate" && wParam !== 0).length;
}

async function inFront(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  assert.equal(await waitFor(() => foreground() === run.hwnd ? true : undefined), true);
}

Deno.test({
  name: needsFixture(
    "run_steps in the background: what its program takes of the foreground meanwhile is given back",
  ),
  ignore,
  async fn() {
    await using run = await FixtureRun.start();
    await using persons = await FixtureRun.start("--title", "The person's");
    using door = createRealDoor();
    await inFront(persons);
    const [answer] = await Promise.all([
      door.succeed("run_steps", { steps: steps(run), interactionMode: "background" }),
      interrupt(run, run.hwnd),
    ]);
    assert.equal(answer.status, "completed", JSON.stringify(answer.error));
    assert.equal(textOf(controlOf(run.hwnd, 100)), "one two");
    assert.equal(foreground(), persons.hwnd);
    const { interaction } = answer;
    assert.deepEqual(
      [interaction.effectiveMode, interaction.foregroundChanged, interaction.foregroundRestored],
      ["background", false, true],
    );
    assert.equal(interaction.foregroundChangedDuringRun, true);
    assert.equal(interaction.foregroundBefore, persons.handle);
    assert.doesNotMatch(answer.warnings.join(), /NOT_RESTORED/);
  },
});

Deno.test({
  name: needsFixture(
    "run_steps in the background: another program that comes to the front stays there, and is told of",
  ),
  ignore,
  async fn() {
    await using run = await FixtureRun.start();
    await using persons = await FixtureRun.start("--title", "The person's");
    await using another = await FixtureRun.start("--title", "Another");
    using door = createRealDoor();
    await inFront(persons);
    const [answer] = await Promise.all([
      door.succeed("run_steps", { steps: steps(run), interactionMode: "background" }),
      interrupt(run, another.hwnd),
    ]);
    assert.equal(answer.success, true);
    assert.equal(foreground(), another.hwnd);
    const { interaction } = answer;
    assert.deepEqual([interaction.foregroundChanged, interaction.foregroundAfter], [true, another.handle]);
    assert.match(answer.warnings.join(), /BACKGROUND_FOREGROUND_NOT_RESTORED/);
  },
});

Deno.test({
  name: needsFixture(
    "run_steps as a demonstration: the program stays in front from step to step, and gives back at the end",
  ),
  ignore,
  async fn() {
    await using run = await FixtureRun.start();
    await using persons = await FixtureRun.start("--title", "The person's");
    using door = createRealDoor();
    await inFront(persons);
    const cameBefore = await timesInFront(run);
    const answer = await door.succeed("run_steps", {
      steps: [
        { tool: "manage_window", args: { hwnd: run.handle, action: "activate" } },
        { tool: "type_text", args: { hwnd: run.handle, text: "one" } },
        { tool: "get_window_state", args: { hwnd: run.handle }, exports: { front: "foreground" } },
        { tool: "type_text", args: { hwnd: run.handle, text: " two" } },
      ],
      interactionMode: "foregroundDemo",
    });
    assert.equal(answer.status, "completed", JSON.stringify(answer.error));
    assert.equal(answer.exports.front, true);
    assert.equal(foreground(), persons.hwnd);
    assert.deepEqual(
      [
        answer.interaction.effectiveMode,
        answer.interaction.targetActivated,
        answer.interaction.foregroundRestored,
      ],
      ["foregroundDemo", true, true],
    );
    assert.equal(await timesInFront(run), cameBefore + 1);
  },
});
