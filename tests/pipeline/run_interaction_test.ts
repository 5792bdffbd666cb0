import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { InteractionMode } from "../../src/interaction/modes.ts";
import type { Fields, RunInteraction } from "../../src/pipeline/pipeline.ts";
import { RunForeground, withInteraction } from "../../src/pipeline/run_interaction.ts";
import { createTools } from "../../src/tools/index.ts";
import { stepToolsOf } from "../../src/tools/step_tools.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { MAIN } from "../tools/profile_world.ts";
import { RunWorld } from "./run_world.ts";

const PERSONS = 0x40n;
const PERSONS_TEXT = "0x00000040";
const OTHER = 0x50n;

const ways = (mode: InteractionMode, more: Partial<RunInteraction> = {}): RunInteraction => ({
  mode,
  restoresForeground: true,
  stepDelayMs: 0,
  ...more,
});

const tools = stepToolsOf(createTools());
const given = (tool: string, args: Fields, mode: InteractionMode): Fields => {
  const known = tools.tool(tool);
  assert.ok(known !== undefined);
  return withInteraction(known, args, ways(mode));
};

const KEPT = { restorePreviousForeground: false };

for (
  const [title, tool, mode, args, expected] of [
    ["nothing is said in auto", "type_text", "auto", { text: "a" }, { text: "a" }],
    ["what a step says stays in auto", "type_text", "auto", { interactionMode: "background" }, {
      interactionMode: "background",
    }],
    ["the background", "type_text", "background", { text: "a" }, {
      text: "a",
      interactionMode: "background",
    }],
    [
      "the background, whatever a reference stood for",
      "type_text",
      "background",
      { interactionMode: "foregroundDemo" },
      { interactionMode: "background" },
    ],
    ["the front, which the run gives back", "type_text", "foregroundDemo", {}, {
      interactionMode: "foregroundDemo",
      foregroundDemo: KEPT,
    }],
    [
      "the front, as the step has it",
      "type_text",
      "foregroundDemo",
      { foregroundDemo: { stepDelayMs: 9 } },
      { interactionMode: "foregroundDemo", foregroundDemo: { stepDelayMs: 9 } },
    ],
    ["a step that stays behind", "type_text", "foregroundDemo", { interactionMode: "background" }, {
      interactionMode: "background",
    }],
    ["a tool that has no modes", "ui_query", "foregroundDemo", { pid: 7 }, { pid: 7 }],
    ["a tool that has no modes, behind", "ui_query", "background", { pid: 7 }, { pid: 7 }],
  ] as const
) {
  Deno.test(`a step's arguments say how far it may go: ${title}`, () => {
    assert.deepEqual(given(tool, args, mode), expected);
  });
}

Deno.test("every tool that takes a mode takes what a run says of it", () => {
  for (const { name, input } of createTools()) {
    if (!("interactionMode" in input.shape)) continue;
    for (const mode of ["background", "foregroundDemo"] as const) {
      const problems = tools.tool(name)?.check(given(name, {}, mode))
        .filter(({ path }) => path[0] === "interactionMode" || path[0] === "foregroundDemo");
      assert.deepEqual(problems, [], name);
    }
  }
});

/** The person's window is in front; the program is behind it. */
function behind(): RunWorld {
  const world = new RunWorld();
  world.desktop.windows = [
    fakeWindow({ hwnd: PERSONS, pid: 11, title: "Mine" }),
    fakeWindow({ hwnd: OTHER, pid: 12, title: "Another" }),
    ...world.desktop.windows,
  ];
  world.desktop.foreground = PERSONS;
  return world;
}

async function watch(
  world: RunWorld,
  mode: InteractionMode,
  more: Partial<RunInteraction> = {},
): Promise<RunForeground> {
  return await RunForeground.begin(await world.context(), ways(mode, more));
}

const QUIET = {
  requestedMode: "auto",
  effectiveMode: "background",
  foregroundChanged: false,
  targetActivated: false,
  physicalCursorMoved: false,
};

Deno.test("a run that changes nothing says so", async () => {
  using world = behind();
  const run = await watch(world, "auto");
  run.note({ pid: 7, interaction: { ...QUIET, method: "WM_CHAR" } });
  run.note("nothing");
  run.note({ interaction: null });
  assert.deepEqual(await run.end(), {
    interaction: {
      ...QUIET,
      foregroundBefore: PERSONS_TEXT,
      foregroundAfter: PERSONS_TEXT,
      foregroundRestored: true,
    },
    warnings: [],
  });
});

for (
  const [told, expected] of [
    [{ foregroundChanged: true }, { foregroundChangedDuringRun: true }],
    [{ foregroundChangedDuringRun: true }, { foregroundChangedDuringRun: true }],
    [{ targetActivated: true }, { targetActivated: true, effectiveMode: "foregroundDemo" }],
    [{ physicalCursorMoved: true }, { physicalCursorMoved: true }],
    [{ effectiveMode: "foregroundDemo" }, { effectiveMode: "foregroundDemo" }],
  ] as const
) {
  Deno.test(`what one step did to the foreground is told of the run: ${JSON.stringify(told)}`, async () => {
    using world = behind();
    const run = await watch(world, "auto");
    run.note({ interaction: { ...QUIET, ...told } });
    run.note({ interaction: QUIET });
    const { interaction } = await run.end();
    for (const [field, value] of Object.entries(expected)) assert.equal(interaction[field], value, field);
    assert.equal(interaction.foregroundChanged, false);
  });
}

Deno.test("a program that comes forward between the steps of a run in the background is put back", async () => {
  using world = behind();
  const run = await watch(world, "background");
  run.note({ pid: 7, interaction: QUIET });
  world.desktop.setForeground(MAIN);
  const { interaction, warnings } = await run.end();
  assert.equal(world.desktop.foreground, PERSONS);
  assert.deepEqual(
    [interaction.foregroundChanged, interaction.foregroundRestored, interaction.foregroundChangedDuringRun],
    [false, true, true],
  );
  assert.deepEqual(warnings, []);
  assert.equal(world.desktop.callsOf("requestForeground").every(([, way]) => way === "plain"), true);
});

Deno.test("what cannot be put back without input is said, and is no failure", async () => {
  using world = behind();
  const run = await watch(world, "background");
  run.note({ session: { pid: 7 }, interaction: QUIET });
  world.desktop.setForeground(MAIN);
  world.desktop.grantsForeground = "afterInput";
  const { interaction, warnings } = await run.end();
  assert.equal(world.desktop.foreground, MAIN);
  assert.deepEqual(
    [interaction.effectiveMode, interaction.foregroundChanged, interaction.foregroundRestored],
    ["background", true, false],
  );
  assert.match(warnings.join(), /^BACKGROUND_FOREGROUND_NOT_RESTORED: .*could not be given back/);
});

Deno.test("a window that the person turned to during a run in the background stays in front, and is told of", async () => {
  using world = behind();
  const run = await watch(world, "background");
  run.note({ pid: 7, interaction: QUIET });
  world.desktop.setForeground(OTHER);
  const { interaction, warnings } = await run.end();
  assert.equal(world.desktop.foreground, OTHER);
  assert.deepEqual(world.desktop.callsOf("requestForeground"), []);
  assert.equal(interaction.foregroundChanged, true);
  assert.match(warnings.join(), /^BACKGROUND_FOREGROUND_NOT_RESTORED: .*the person/);
});

/** What a step says that has brought the program to the front and left it there. */
const SHOWN = {
  window: { hwnd: "0x00000010" },
  interaction: { ...QUIET, targetActivated: true, foregroundAfter: "0x00000010", foregroundChanged: true },
};

for (
  const [mode, more, front] of [
    ["foregroundDemo", {}, PERSONS],
    ["foregroundDemo", { restoresForeground: false }, MAIN],
    ["auto", {}, MAIN],
  ] as const
) {
  Deno.test(`what was brought to the front stays there after a run as it was asked for: ${mode} ${JSON.stringify(more)}`, async () => {
    using world = behind();
    const run = await watch(world, mode, more);
    world.desktop.setForeground(MAIN);
    run.note(SHOWN);
    const { interaction, warnings } = await run.end();
    assert.equal(world.desktop.foreground, front);
    assert.equal(interaction.foregroundChangedDuringRun, true);
    assert.equal(interaction.foregroundRestored, front === PERSONS);
    assert.deepEqual(warnings, []);
  });
}

Deno.test("a foreground that Windows does not give back after a demonstration is told of", async () => {
  using world = behind();
  const run = await watch(world, "foregroundDemo");
  world.desktop.setForeground(MAIN);
  run.note(SHOWN);
  world.desktop.grantsForeground = false;
  assert.match((await run.end()).warnings.join(), /could not be given back/);
});

Deno.test("what was in front before the program was launched is what is given back", async () => {
  using world = behind();
  world.desktop.setForeground(MAIN);
  const run = await RunForeground.begin(await world.context(), ways("background"), PERSONS);
  run.note({ pid: 7, interaction: QUIET });
  const { interaction } = await run.end();
  assert.equal(world.desktop.foreground, PERSONS);
  assert.equal(interaction.foregroundBefore, PERSONS_TEXT);
});

Deno.test("a foreground that nobody can read says nothing of what changed, and fails no run", async () => {
  using world = behind();
  world.desktop.fail("foregroundWindow", new ToolError("TIMEOUT", "no answer"));
  const run = await watch(world, "background");
  run.note({ pid: 7, interaction: QUIET });
  const { interaction, warnings } = await run.end();
  assert.deepEqual([interaction, warnings], [{
    ...QUIET,
    requestedMode: "background",
  }, []]);
});
