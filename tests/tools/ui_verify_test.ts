import assert from "node:assert/strict";
import { BUTTON, EDIT, el, type Facts } from "../elements/trees.ts";
import { branchNamed, HWND, HWND_TEXT, listOfObjects, objectOf, openProgram, SECRET } from "./ui_world.ts";
import type { UiWorld } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };

function at(world: UiWorld, ms: number, happen: () => void): void {
  void world.clock.sleep(ms).then(happen);
}

function changeAt(world: UiWorld, ms: number, name: string, facts: Facts): void {
  at(world, ms, () => world.desktop.acts.change(branchNamed(world, name), facts));
}

/** Verifies conditions about elements. */
function verify(
  world: UiWorld,
  conditions: readonly Readonly<Record<string, unknown>>[],
  args: Readonly<Record<string, unknown>> = {},
): ReturnType<UiWorld["succeed"]> {
  return world.succeed("ui_verify", { ...TARGET, conditions, ...args });
}

/** What each check came to. */
function verdicts(output: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] {
  return listOfObjects(output.checks).map(({ what, verdict, reason }) =>
    reason === undefined ? [what, verdict] : [what, verdict, reason]
  );
}

const USER = { automationId: "user" };

Deno.test("ui_verify: is satisfied when everything held in two looks in a row", async () => {
  const output = await verify(openProgram(), [
    { selector: USER, condition: "valueEquals", expectedValue: "ann" },
    { selector: { automationId: "apply" }, condition: "disabled" },
    { selector: { name: "OK" }, condition: "countEquals", expectedCount: 2 },
    { selector: { name: "none" }, condition: "notExists" },
  ]);
  const { checks, ...rest } = output;
  assert.deepEqual(rest, {
    success: true,
    verdict: "satisfied",
    elapsedMs: 250,
    looks: 2,
    streak: 2,
    required: 2,
    hwnd: HWND_TEXT,
  });
  const [first, second, third] = listOfObjects(checks);
  assert.deepEqual([first?.index, first?.actual, first?.count], [0, "ann", 1]);
  assert.match(String(first?.ref), /^e\d+$/);
  assert.deepEqual([second?.what, second?.actual], ["disabled", false]);
  assert.deepEqual([third?.count, third?.ref], [2, undefined]);
});

Deno.test("ui_verify: one look is enough where that is asked for", async () => {
  const output = await verify(openProgram(), [{ selector: USER, condition: "exists" }], { stableSamples: 1 });
  assert.deepEqual([output.verdict, output.looks, output.elapsedMs], ["satisfied", 1, 0]);
});

Deno.test("ui_verify: goes on looking until it is as expected", async () => {
  const world = openProgram();
  changeAt(world, 1_100, "Apply", { enabled: true });
  const output = await verify(world, [{ selector: { automationId: "apply" }, condition: "enabled" }]);
  assert.deepEqual([output.verdict, output.elapsedMs, output.looks], ["satisfied", 1_500, 7]);
});

Deno.test("ui_verify: each condition has a verdict of its own, and one that fails fails all", async () => {
  const output = await verify(openProgram(), [
    { selector: { automationId: "apply" }, condition: "enabled" },
    { selector: USER, condition: "valueEquals", expectedValue: "ann" },
    { selector: { automationId: "ok" }, condition: "valueEquals", expectedValue: "" },
    { selector: { name: "none" }, condition: "visible" },
  ], { timeoutMs: 1_000 });
  assert.deepEqual([output.verdict, output.elapsedMs], ["unsatisfied", 1_000]);
  assert.deepEqual(verdicts(output), [
    ["enabled", "unsatisfied", "differs"],
    ["valueEquals", "satisfied"],
    ["valueEquals", "unknown", "notSupported"],
    ["visible", "unsatisfied", "noElement"],
  ]);
});

Deno.test("ui_verify: what cannot be decided is unknown, never a pass", async () => {
  const cut = openProgram();
  cut.desktop.elements.reading = { cutByNodes: true };
  const output = await verify(cut, [
    { selector: { name: "none" }, condition: "notExists" },
    { selector: USER, condition: "exists" },
  ], { timeoutMs: 1_000 });
  assert.equal(output.verdict, "unknown");
  assert.deepEqual(verdicts(output), [["notExists", "unknown", "unproven"], ["exists", "satisfied"]]);
  assert.match(String(output.hints), /Not everything was read/);
});

Deno.test("ui_verify: a password is neither compared nor shown", async () => {
  const asked = { selector: { automationId: "password" }, condition: "valueEquals", expectedValue: "x" };
  const output = await verify(openProgram(), [asked], { timeoutMs: 600 });
  assert.equal(output.verdict, "unknown");
  assert.deepEqual(verdicts(output), [["valueEquals", "unknown", "protected"]]);
  assert.ok(!JSON.stringify(output).includes(SECRET));
  assert.equal(listOfObjects(output.checks)[0]?.actual, null);
});

Deno.test("ui_verify: what held only at the very end is unknown", async () => {
  const world = openProgram();
  changeAt(world, 850, "Apply", { enabled: true });
  const asked = [{ selector: { automationId: "apply" }, condition: "enabled" }];
  const output = await verify(world, asked, { timeoutMs: 1_000 });
  assert.deepEqual([output.verdict, output.streak, output.required], ["unknown", 1, 2]);
  assert.deepEqual(verdicts(output), [["enabled", "satisfied"]]);
});

Deno.test("ui_verify: what flickers is never satisfied", async () => {
  const world = openProgram();
  for (let ms = 10; ms < 2_000; ms += 250) changeAt(world, ms, "Apply", { enabled: ms % 500 === 10 });
  const asked = [{ selector: { automationId: "apply" }, condition: "enabled" }];
  assert.notEqual((await verify(world, asked, { timeoutMs: 1_900 })).verdict, "satisfied");
});

Deno.test("ui_verify: a window that is shown, its title and its place", async () => {
  const world = openProgram(undefined, { screenRect: { x: -10, y: 20, width: 300, height: 200 } });
  const rect = { x: -4, y: 26, width: 294, height: 208 };
  const near = await world.succeed("ui_verify", {
    ...TARGET,
    window: { title: "Main", titleContains: "AI", ...rect },
  });
  assert.equal(near.verdict, "satisfied");
  assert.deepEqual(verdicts(near), [
    ["windowShown", "satisfied"],
    ["windowTitle", "satisfied"],
    ["windowRect", "satisfied"],
  ]);
  assert.equal(world.requests().length, 0, "nothing in it was read");
  const off = await world.succeed("ui_verify", {
    ...TARGET,
    timeoutMs: 500,
    window: { title: "main", ...rect, tolerancePx: 7 },
  });
  assert.equal(off.verdict, "unsatisfied");
  assert.deepEqual(verdicts(off).slice(1), [
    ["windowTitle", "unsatisfied", "differs"],
    ["windowRect", "unsatisfied", "differs"],
  ]);
  const [shown, title, place] = listOfObjects(off.checks);
  assert.deepEqual([shown?.actual, title?.actual], [true, "Main"]);
  assert.deepEqual(place?.actual, { x: -10, y: 20, width: 300, height: 200 });
});

Deno.test("ui_verify: a hidden or minimised window is not shown", async () => {
  for (const given of [{ visible: false }, { minimized: true }]) {
    const output = await openProgram(undefined, given)
      .succeed("ui_verify", { ...TARGET, window: {}, timeoutMs: 500 });
    assert.deepEqual(verdicts(output), [["windowShown", "unsatisfied", "differs"]]);
  }
});

Deno.test("ui_verify: elements and window together", async () => {
  const conditions = [{ selector: USER, condition: "exists" }];
  const output = await openProgram().succeed("ui_verify", {
    ...TARGET,
    conditions,
    window: { titleContains: "other" },
    timeoutMs: 500,
  });
  assert.equal(output.verdict, "unsatisfied");
  assert.deepEqual(verdicts(output), [
    ["exists", "satisfied"],
    ["windowShown", "satisfied"],
    ["windowTitle", "unsatisfied", "differs"],
  ]);
});

Deno.test("ui_verify: a window that goes decides everything", async () => {
  const world = openProgram();
  at(world, 300, () => world.desktop.removeWindow(HWND));
  const output = await world.succeed("ui_verify", {
    ...TARGET,
    conditions: [
      { selector: USER, condition: "notExists" },
      { selector: { automationId: "apply" }, condition: "enabled" },
    ],
    window: {},
    timeoutMs: 1_000,
  });
  assert.deepEqual([output.verdict, output.windowGone], ["unsatisfied", true]);
  assert.deepEqual(verdicts(output), [
    ["notExists", "satisfied"],
    ["enabled", "unsatisfied", "noElement"],
    ["windowShown", "unsatisfied", "noElement"],
  ]);
});

Deno.test("ui_verify: a Store app that took another one's place in a frame is not the window that was meant", async () => {
  const world = openProgram();
  const [frame] = world.desktop.windows;
  assert.ok(frame !== undefined);
  frame.hostedPid = 31;
  at(world, 300, () => frame.hostedPid = 32);
  const output = await world.succeed("ui_verify", {
    ...TARGET,
    conditions: [{ selector: USER, condition: "exists" }],
    window: {},
    timeoutMs: 2_000,
    stableSamples: 5,
  });
  assert.deepEqual([output.verdict, output.windowGone], ["unsatisfied", true]);
});

Deno.test("ui_verify: a program that does not answer leaves all unknown", async () => {
  const busy = openProgram(undefined, { responding: "no" });
  const output = await verify(busy, [{ selector: USER, condition: "exists" }], { timeoutMs: 800 });
  assert.deepEqual([output.verdict, output.elapsedMs], ["unknown", 800]);
  assert.equal(typeof listOfObjects(output.hints).length, "number");
  const stuck = openProgram();
  stuck.desktop.hang("readUiTree");
  const nothing = await verify(stuck, [{ selector: USER, condition: "exists" }], { timeoutMs: 800 });
  assert.deepEqual([nothing.verdict, nothing.looks, nothing.checks], ["unknown", 0, []]);
  assert.deepEqual(nothing.hints, ["Nothing could be seen within 800 ms."]);
  assert.equal(stuck.clock.now(), 1_800, "the deadline is exact");
});

Deno.test("ui_verify: with a ref, the element itself and what is inside", async () => {
  const world = openProgram();
  const { element } = await world.succeed("ui_get", { ...TARGET, selector: { automationId: "login" } });
  const { ref } = objectOf(element);
  const output = await world.succeed("ui_verify", {
    ref,
    conditions: [{ condition: "enabled" }, {
      selector: { name: "OK" },
      condition: "countEquals",
      expectedCount: 1,
    }],
  });
  assert.equal(output.verdict, "satisfied");
  assert.equal(listOfObjects(output.checks)[0]?.ref, ref);
  world.desktop.elements.windows.set(
    HWND,
    el("Window", "Main", {}, [el("Button", "b", BUTTON), el("Edit", "e", EDIT)]),
  );
  const gone = await world.succeed("ui_verify", {
    ref,
    conditions: [{ condition: "notExists" }, { condition: "hidden" }],
    timeoutMs: 500,
  });
  assert.deepEqual(verdicts(gone), [["notExists", "satisfied"], ["hidden", "unsatisfied", "noElement"]]);
  const inside = { ref, conditions: [{ selector: { name: "OK" }, condition: "notExists" }] };
  assert.equal((await world.fail("ui_verify", inside)).code, "ELEMENT_STALE");
});

Deno.test("ui_verify: several elements are an error where one is meant, a hung program as well", async () => {
  const conditions = [{ selector: { name: "OK" }, condition: "enabled" }];
  assert.equal((await openProgram().fail("ui_verify", { ...TARGET, conditions })).code, "ELEMENT_AMBIGUOUS");
  const hung = openProgram(undefined, { hung: true });
  assert.equal((await hung.fail("ui_verify", { ...TARGET, conditions })).code, "WINDOW_HUNG");
});

const EXISTS = { selector: USER, condition: "exists" };

for (
  const [args, path] of [
    [{}, "conditions"],
    [{ conditions: [] }, "conditions"],
    [{ conditions: [EXISTS, { condition: "exists" }] }, "conditions[1].selector"],
    [{ conditions: [{ selector: USER, condition: "valueEquals" }] }, "conditions[0].expectedValue"],
    [{ conditions: [EXISTS], stableSamples: 5, timeoutMs: 1_000 }, "timeoutMs"],
    [{ conditions: [EXISTS], stableSamples: 3, timeoutMs: 599 }, "timeoutMs"],
    [{ conditions: [EXISTS], stableSamples: 6 }, "stableSamples"],
    [{ window: { x: 1, y: 2 } }, "window"],
    [{ window: { name: "x" } }, "window.name"],
    [{ conditions: [{ ...EXISTS, value: "x" }] }, "conditions[0].value"],
  ] as const
) {
  Deno.test(`ui_verify: refuses ${JSON.stringify(args)}`, async () => {
    const { code, details } = await openProgram().fail("ui_verify", { ...TARGET, ...args });
    assert.equal(code, "INVALID_PARAMS");
    const normalized = String(listOfObjects(details?.violations)[0]?.path).replaceAll(/\.(\d+)/g, "[$1]");
    assert.equal(normalized, path);
  });
}

Deno.test("ui_verify: there is nothing to verify of a window that is not there", async () => {
  const args = { hwnd: "0x99", conditions: [EXISTS] };
  assert.equal((await openProgram().fail("ui_verify", args)).code, "WINDOW_NOT_FOUND");
  assert.equal((await openProgram().fail("ui_verify", { conditions: [EXISTS] })).code, "TARGET_REQUIRED");
});

Deno.test("ui_verify: is cancelled in a pause", async () => {
  const world = openProgram();
  const call = new AbortController();
  at(world, 620, () => call.abort());
  const conditions = [{ selector: { automationId: "apply" }, condition: "enabled" }];
  const result = await world.call("ui_verify", { ...TARGET, conditions }, call.signal);
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  assert.equal(world.clock.now(), 1_620);
});
