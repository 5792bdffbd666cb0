import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { Fields, Pipeline, Run } from "../../src/pipeline/pipeline.ts";
import {
  argsWithoutDefaultExpect,
  awaitStepExpectation,
  expectationOfStep,
  type Expected,
  toldExpectation,
} from "../../src/pipeline/step_expectation.ts";
import { type Branch, BUTTON, EDIT, el, ITEM } from "../elements/trees.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { drawnTabs, type Given, MAIN, MAIN_TEXT } from "../tools/profile_world.ts";
import { SECRET } from "../tools/ui_world.ts";
import { RunWorld } from "./run_world.ts";

const DIALOG = 0x20n;

/** Two states of everything that a condition asks for. */
function drawnStates(): Branch {
  return el("Window", "Lab", { nativeWindowHandle: MAIN }, [
    el("Edit", "User", { ...EDIT, value: "Ann Bee", automationId: "user" }),
    el("Edit", "Secret", { ...EDIT, value: SECRET, isPassword: true, automationId: "secret" }),
    el("Button", "Off", { ...BUTTON, enabled: false }),
    el("Button", "Away", { ...BUTTON, offscreen: true }),
    el("CheckBox", "Box", { patterns: ["Toggle"], toggleState: "On" }),
    el("TabItem", "Chosen", { ...ITEM, selected: true }),
    el("TabItem", "Other", { ...ITEM }),
    el("TreeItem", "Open", { patterns: ["ExpandCollapse"], expandCollapseState: "Expanded" }),
    el("TreeItem", "Shut", { patterns: ["ExpandCollapse"], expandCollapseState: "Collapsed" }),
    el("TreeItem", "Leaf", { patterns: ["ExpandCollapse"], expandCollapseState: "LeafNode" }),
    el("Text", "twin"),
    el("Text", "twin"),
  ]);
}

interface Asked {
  readonly args?: Fields;
  readonly result?: Fields;
  readonly pipeline?: Partial<Pipeline>;
  readonly maxTotalMs?: number;
}

/** Waits for what a step on the program expects. */
async function wait(world: RunWorld, expect: Fields, asked: Asked = {}): Promise<Expected> {
  const { args = { hwnd: MAIN_TEXT }, result = {}, pipeline = {}, maxTotalMs } = asked;
  const run = await world.run(pipeline, maxTotalMs === undefined ? {} : { maxTotalMs });
  return await awaitStepExpectation(run, expectOf(run, expect, args), { args, result });
}

function expectOf(
  run: Run,
  expect: Fields,
  args: Fields = {},
): NonNullable<ReturnType<typeof expectationOfStep>> {
  const found = expectationOfStep(run, { expect }, args);
  assert.ok(found !== undefined);
  return found;
}

const refusalOf = (work: () => unknown): ToolError => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ToolError);
    return error;
  }
  assert.fail("nothing was refused");
};

const named = (name: string): Fields => ({ selector: { name } });
const states = (): Given => ({ drawn: drawnStates() });

for (
  const [condition, met, missed] of [
    ["exists", named("Box"), named("Nobody")],
    ["notExists", named("Nobody"), named("Box")],
    ["visible", named("Box"), named("Away")],
    ["hidden", named("Away"), named("Nobody")],
    ["enabled", named("Away"), named("Off")],
    ["disabled", named("Off"), named("Nobody")],
    ["valueEquals", { ...named("User"), expectedValue: "Ann Bee" }, {
      ...named("User"),
      expectedValue: "ann bee",
    }],
    ["valueContains", { ...named("User"), expectedValue: "n B" }, { ...named("User"), expectedValue: "n b" }],
    ["toggleStateEquals", { ...named("Box"), toggleState: "On" }, { ...named("Box"), toggleState: "Off" }],
    ["selected", named("Chosen"), named("Other")],
    ["notSelected", named("Other"), named("Box")],
    ["expanded", named("Open"), named("Shut")],
    ["collapsed", named("Leaf"), named("Open")],
    ["countEquals", { ...named("twin"), expectedCount: 2 }, { ...named("twin"), expectedCount: 1 }],
  ] as const
) {
  Deno.test(`a step's expectation: ${condition} is met by what holds, and only by that`, async () => {
    using world = new RunWorld(states());
    const seen = await wait(world, { ...met, condition });
    assert.deepEqual([seen.isMet, seen.error, seen.expectResult.isMet], [true, undefined, true]);
    const { isMet, error, expectResult } = await wait(world, { ...missed, condition, timeoutMs: 500 });
    assert.equal(isMet, false);
    assert.equal(error?.code, "STEP_POSTCONDITION_TIMEOUT");
    assert.equal(error.details?.condition, condition);
    assert.equal(error.details.timedOut, true);
    assert.ok("lastObservation" in error.details);
    assert.equal(error.details.mayHaveHadEffect, true);
    assert.equal(expectResult.isMet, false);
  });
}

Deno.test("a step's expectation is waited for until it holds, and no longer", async () => {
  using world = new RunWorld();
  const { clock } = world.door;
  const startedAt = clock.now();
  clock.sleep(1_000).then(() => Object.assign(world.branch("Remember").element, { toggleState: "On" }));
  const { isMet } = await wait(world, {
    ...named("Remember"),
    condition: "toggleStateEquals",
    toggleState: "On",
  });
  assert.equal(isMet, true);
  const tookMs = clock.now() - startedAt;
  assert.ok(tookMs >= 1_000 && tookMs < 1_500, `${tookMs} ms`);
});

Deno.test("a step's expectation waits as long as it says, but never longer than its run has time", async () => {
  using world = new RunWorld();
  const { clock } = world.door;
  for (const [timeoutMs, maxTotalMs, waits] of [[2_000, 60_000, 2_000], [60_000, 1_500, 1_500]] as const) {
    const startedAt = clock.now();
    const { error } = await wait(world, { ...named("Nobody"), condition: "exists", timeoutMs }, {
      maxTotalMs,
    });
    assert.equal(error?.code, "STEP_POSTCONDITION_TIMEOUT");
    assert.ok(Math.abs(clock.now() - startedAt - waits) < 100, `${clock.now() - startedAt} ms`);
  }
});

Deno.test("a wait that is cancelled ends at once, and says that the call was done", async () => {
  using world = new RunWorld();
  const { clock } = world.door;
  const startedAt = clock.now();
  clock.sleep(700).then(() => world.cancel());
  await assert.rejects(wait(world, { ...named("Nobody"), condition: "exists" }), (error) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "CANCELLED");
    assert.equal(error.details?.mayHaveHadEffect, true);
    return true;
  });
  assert.ok(clock.now() - startedAt < 1_000);
});

Deno.test("several that fit: exists holds, notExists does not, and what is about one of them is ambiguous", async () => {
  using world = new RunWorld(states());
  assert.equal((await wait(world, { ...named("twin"), condition: "exists" })).isMet, true);
  const absent = await wait(world, { ...named("twin"), condition: "notExists", timeoutMs: 300 });
  assert.equal(absent.error?.code, "STEP_POSTCONDITION_TIMEOUT");
  const { error } = await wait(world, { ...named("twin"), condition: "enabled", timeoutMs: 300 });
  assert.equal(error?.code, "ELEMENT_AMBIGUOUS");
  assert.equal(error.details?.condition, "enabled");
});

Deno.test("a password is never told, whatever was expected of it", async () => {
  using world = new RunWorld(states());
  const missed = await wait(world, {
    ...named("Secret"),
    condition: "valueEquals",
    expectedValue: "x",
    timeoutMs: 300,
  });
  assert.equal(missed.error?.code, "STEP_POSTCONDITION_TIMEOUT");
  const { lastObservation } = missed.error.details as { lastObservation: Fields };
  assert.deepEqual([lastObservation.name, lastObservation.value], ["Secret", null]);
  assert.equal("runtimeId" in lastObservation, false);
  assert.equal(JSON.stringify(missed).includes(SECRET), false);
});

Deno.test("what hinders every look is no absence: notExists does not hold of it", async () => {
  using world = new RunWorld();
  world.desktop.fail("readUiTree", new ToolError("TARGET_ELEVATED", "closed"));
  const { isMet, error, expectResult } = await wait(world, { ...named("Nobody"), condition: "notExists" });
  assert.equal(isMet, false);
  assert.equal(error?.code, "TARGET_ELEVATED");
  assert.equal(error.details?.mayHaveHadEffect, true);
  assert.equal(expectResult.hinderedBy, "TARGET_ELEVATED");
});

Deno.test("a program that cannot be read for a moment is looked at again", async () => {
  using world = new RunWorld();
  let busy = 3;
  world.desktop.before("readUiTree", () => {
    if (busy-- > 0) throw new ToolError("PROVIDER_BUSY", "not now");
  });
  assert.equal((await wait(world, { ...named("Remember"), condition: "exists" })).isMet, true);
});

Deno.test("of a window that is gone holds what holds of nothing, and nothing else is waited for", async () => {
  using world = new RunWorld();
  const { clock } = world.door;
  world.desktop.removeWindow(MAIN);
  const startedAt = clock.now();
  assert.equal((await wait(world, { ...named("First"), condition: "notExists" })).isMet, true);
  assert.equal(
    (await wait(world, { ...named("First"), condition: "countEquals", expectedCount: 0 })).isMet,
    true,
  );
  const { error } = await wait(world, { ...named("First"), condition: "exists" });
  assert.equal(error?.code, "STEP_POSTCONDITION_TIMEOUT");
  assert.deepEqual([error.details?.windowGone, error.details?.timedOut], [true, false]);
  assert.ok(clock.now() - startedAt < 100, `${clock.now() - startedAt} ms`);
});

Deno.test("a window that goes while it is waited: notExists holds then", async () => {
  using world = new RunWorld();
  const { clock } = world.door;
  const startedAt = clock.now();
  clock.sleep(800).then(() => world.desktop.removeWindow(MAIN));
  assert.equal((await wait(world, { ...named("First"), condition: "notExists" })).isMet, true);
  assert.ok(clock.now() - startedAt >= 800);
});

/** Another program's window, in which nothing of the first is. */
function withOther(world: RunWorld): void {
  const other = fakeWindow({ hwnd: DIALOG, pid: 9, title: "Another", className: "Program" });
  world.desktop.windows = [other, ...world.desktop.windows];
  world.desktop.processes.push(fakeProcess({ pid: 9, name: "other" }));
  world.desktop.elements.windows.set(
    DIALOG,
    el("Window", "Other", { nativeWindowHandle: DIALOG, processId: 9 }, [el("Button", "Mine", BUTTON)]),
  );
}

const PAGES = { ...named("Pages"), condition: "exists", timeoutMs: 300 };

for (
  const [title, args, result] of [
    ["the handle of the step", { hwnd: MAIN_TEXT }, { hwnd: "0x00000020" }],
    ["the process of the step", { pid: 7 }, {}],
    ["the process name of the step", { processName: "lab" }, {}],
    ["the title that the step names", { titleContains: "la" }, {}],
    ["the window of the result, where a title fits several", { titleContains: "a" }, {
      hwnd: MAIN_TEXT,
    }],
    ["the window of the result, where the step names none", {}, { hwnd: MAIN_TEXT }],
    ["the window that a result describes", { exePath: "C:\\lab.exe" }, { window: { hwnd: MAIN_TEXT } }],
    ["the process that a result names", { exePath: "C:\\lab.exe" }, { window: null, pid: 7 }],
  ] as const
) {
  Deno.test(`a step's expectation is about ${title}`, async () => {
    using world = new RunWorld();
    withOther(world);
    assert.equal((await wait(world, PAGES, { args, result })).isMet, true);
    const elsewhere = { ...named("Mine"), condition: "notExists", timeoutMs: 300 };
    assert.equal((await wait(world, elsewhere, { args, result })).isMet, true);
  });
}

Deno.test("a step's expectation is about the program of its targetRef, through its next window too", async () => {
  using world = new RunWorld();
  withOther(world);
  const targetRef = await world.bind();
  assert.equal((await wait(world, PAGES, { args: { targetRef } })).isMet, true);
  const session = { targetRef };
  assert.equal((await wait(world, PAGES, { args: { profile: "lab" }, result: { session } })).isMet, true);
  assert.equal((await wait(world, PAGES, { args: { profile: "lab" }, result: { targetRef } })).isMet, true);
  const next = 0x30n;
  world.desktop.removeWindow(MAIN);
  world.door.clock.sleep(500).then(() => {
    world.desktop.windows.push(fakeWindow({ hwnd: next, pid: 7, title: "Lab", className: "Program" }));
    world.desktop.elements.windows.set(
      next,
      el("Window", "Lab", { nativeWindowHandle: next }, [el("Button", "New", BUTTON)]),
    );
  });
  const { isMet } = await wait(world, { ...named("New"), condition: "exists" }, { args: { targetRef } });
  assert.equal(isMet, true);
});

Deno.test("a program that has ended: nothing more is waited for, and what holds of nothing holds", async () => {
  using world = new RunWorld();
  const targetRef = await world.bind();
  world.desktop.removeWindow(MAIN);
  for (const process of world.desktop.processes) process.exitCode = 0;
  const run = await world.run();
  const args = { targetRef };
  const startedAt = world.door.clock.now();
  const wanted = { ...named("Pages"), condition: "notExists" };
  const seen = await awaitStepExpectation(run, expectOf(run, wanted), { args, result: {} });
  assert.equal(seen.isMet, true);
  assert.ok(world.door.clock.now() - startedAt < 100);
});

Deno.test("a step that names no window is about the program that the run was started for", async () => {
  using world = new RunWorld();
  withOther(world);
  const targetRef = await world.bind();
  const process = { pid: 7, creationTime: world.desktop.processes[0]?.creationTime ?? 0n };
  const subject = { profile: "lab", targetRef, process, hwnd: MAIN };
  assert.equal((await wait(world, PAGES, { args: {}, pipeline: { subject } })).isMet, true);
});

Deno.test("without one it is about the one running program of the pack", async () => {
  using world = new RunWorld();
  withOther(world);
  const pack = (await world.context()).packs.packs.get("lab");
  assert.equal((await wait(world, PAGES, { args: {}, pipeline: { pack } })).isMet, true);
});

Deno.test("without any of them there is nothing that it could be about", async () => {
  using world = new RunWorld();
  const { isMet, error } = await wait(world, PAGES, { args: { text: "a" } });
  assert.deepEqual([isMet, error?.code], [false, "TARGET_REQUIRED"]);
});

const CONTROLS = { tabs: { automationId: "pages" }, gone: { automationId: "nowhere" } };

Deno.test("a control is one of the pack that the step names, that the run has, or that its program is of", async () => {
  using world = new RunWorld({ controls: CONTROLS });
  const targetRef = await world.bind();
  const pack = (await world.context()).packs.packs.get("lab");
  const expect = { profileControl: "tabs", condition: "exists", timeoutMs: 300 };
  const byName = await wait(world, expect, { args: { profile: "lab", hwnd: MAIN_TEXT } });
  const byRun = await wait(world, expect, { pipeline: { pack } });
  const byProgram = await wait(world, expect, { args: { targetRef } });
  assert.deepEqual([byName.isMet, byRun.isMet, byProgram.isMet], [true, true, true]);
  assert.equal(byName.expectResult.profileControl, "tabs");
});

Deno.test("a control is told of where it is missed", async () => {
  using world = new RunWorld({ controls: CONTROLS });
  const missed = await wait(world, { profileControl: "gone", condition: "exists", timeoutMs: 300 }, {
    args: { profile: "lab", hwnd: MAIN_TEXT },
  });
  assert.equal(missed.error?.details?.profileControl, "gone");
  assert.match(missed.error.message, /exists of control "gone" was expected and not seen/);
});

Deno.test("a control wins over a selector, which counts where there is no pack", async () => {
  using world = new RunWorld({ controls: CONTROLS });
  const expect = { profileControl: "gone", ...named("Pages"), condition: "exists", timeoutMs: 300 };
  const withPack = await wait(world, expect, { args: { profile: "lab", hwnd: MAIN_TEXT } });
  const without = await wait(world, expect);
  assert.deepEqual([withPack.isMet, without.isMet], [false, true]);
});

Deno.test("what can be known of an expectation before the call is refused before it", async () => {
  using world = new RunWorld({ controls: CONTROLS });
  const run = await world.run();
  const refuse = (expect: Fields, args: Fields = {}) =>
    refusalOf(() => expectationOfStep(run, { expect }, args));
  const unknown = refuse({ profileControl: "tab", condition: "exists" }, { profile: "lab" });
  assert.equal(unknown.code, "PROFILE_CONTROL_NOT_FOUND");
  const packless = refuse({ profileControl: "tabs", condition: "exists" });
  assert.equal(packless.code, "INVALID_PARAMS");
  const broken = refuse({ ...named("a"), condition: "exists", timeoutMs: "soon" });
  assert.equal(broken.code, "INVALID_PARAMS");
  assert.match(broken.message, /^expect\.timeoutMs: /);
});

Deno.test("a number that a reference stands for is compared as the text it is shown as", async () => {
  using world = new RunWorld();
  const run = await world.run();
  const expect = expectOf(run, { selector: { name: 7 }, condition: "valueEquals", expectedValue: 42 });
  assert.deepEqual([expect.selector?.name, expect.expectedValue], ["7", "42"]);
});

Deno.test("nothing is expected of a step that says nothing, or that nothing is to be looked for", async () => {
  using world = new RunWorld();
  const run = await world.run();
  assert.equal(expectationOfStep(run, {}, {}), undefined);
  assert.equal(expectationOfStep(run, { expect: false }, {}), undefined);
});

Deno.test("what a step says itself replaces what the pack expects, which the tool would wait for", async () => {
  using world = new RunWorld();
  const run = await world.run();
  const args = { profile: "lab", control: "tabs", action: "invoke", expect: true };
  const given = (tool: string, expect: Fields | false | undefined) =>
    argsWithoutDefaultExpect(run, { tool, expect }, args).expect;
  const own = { ...named("Pages"), condition: "exists" };
  assert.deepEqual(
    [given("profile_action", undefined), given("profile_action", own), given("profile_action", false)],
    [true, false, false],
  );
  assert.equal(given("ui_action", own), true);
});

Deno.test("what a tool has waited for itself is told as what was expected", async () => {
  const status = { profileControl: "status", condition: "exists" };
  const contracts = [
    { control: "remember", action: "toggle", defaultExpect: status },
    { control: "second", action: "ensureSelected", defaultExpect: status },
  ];
  const controls = {
    remember: { automationId: "remember" },
    second: { automationId: "tab2" },
    status: { automationId: "status" },
  };
  using world = new RunWorld({ controls, contracts, drawn: drawnTabs() });
  const toggled = toldExpectation(await world.act("remember", "toggle"));
  assert.deepEqual([toggled?.isMet, toggled?.profileControl], [true, "status"]);
  const selected = toldExpectation(await world.act("second", "ensureSelected"));
  assert.equal(selected?.isMet, true);
  assert.equal(toldExpectation(await world.act("remember", "toggle", { expect: false })), undefined);
});
