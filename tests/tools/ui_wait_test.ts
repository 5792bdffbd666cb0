import assert from "node:assert/strict";
import { BUTTON, EDIT, el, type Facts, ITEM } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { branchNamed, HWND, HWND_TEXT, listOfObjects, objectOf, openProgram, SECRET } from "./ui_world.ts";
import type { UiWorld } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };
const CHECK: Facts = { patterns: ["Toggle"], toggleState: "Off" };
const COMBO: Facts = { patterns: ["ExpandCollapse"], expandCollapseState: "Collapsed" };

/** A window of one control named `it`, and one more. */
function drawn(facts: Facts = {}): ReturnType<typeof el> {
  return el("Window", "Main", { nativeWindowHandle: HWND }, [
    el("Edit", "it", { ...EDIT, value: "old", ...facts }),
    el("Button", "other", BUTTON),
  ]);
}

/** Lets something happen at a moment of the wait. */
function at(world: UiWorld, ms: number, happen: () => void): void {
  void world.clock.sleep(ms).then(happen);
}

/** Changes what a program shows at a moment of the wait. */
function changeAt(world: UiWorld, ms: number, name: string, facts: Facts): void {
  at(world, ms, () => world.desktop.acts.change(branchNamed(world, name), facts));
}

/** Shows something else in the window. */
function show(world: UiWorld, branch: ReturnType<typeof el>): void {
  world.desktop.elements.windows.set(HWND, branch);
}

/** Waits for the control named `it`. */
function waitFor(
  world: UiWorld,
  args: Readonly<Record<string, unknown>>,
): ReturnType<UiWorld["succeed"]> {
  return world.succeed("ui_wait", { ...TARGET, selector: { name: "it" }, ...args });
}

Deno.test("ui_wait: what holds already is an answer at once, with the element and its ref", async () => {
  const world = openProgram(drawn());
  const output = await waitFor(world, { condition: "enabled" });
  const { lastObservation, ...rest } = output;
  assert.deepEqual(rest, {
    success: true,
    matched: true,
    condition: "enabled",
    timedOut: false,
    elapsedMs: 0,
    timeoutMs: 10_000,
    pollIntervalMs: 200,
    hwnd: HWND_TEXT,
  });
  const { name, value, ref } = objectOf(lastObservation);
  assert.deepEqual([name, value], ["it", "old"]);
  assert.equal(objectOf((await world.succeed("ui_get", { ref })).element).name, "it");
});

for (
  const [asked, before, after] of [
    [{ condition: "visible" }, { offscreen: true }, { offscreen: false }],
    [{ condition: "hidden" }, {}, { offscreen: true }],
    [{ condition: "enabled" }, { enabled: false }, { enabled: true }],
    [{ condition: "disabled" }, {}, { enabled: false }],
    [{ condition: "valueEquals", expectedValue: "new" }, {}, { value: "new" }],
    [{ condition: "valueContains", expectedValue: "NE", ignoreCase: true }, {}, { value: "new" }],
    [{ condition: "toggleStateEquals", toggleState: "On" }, CHECK, { toggleState: "On" }],
    [{ condition: "selected" }, ITEM, { selected: true }],
    [{ condition: "notSelected" }, { ...ITEM, selected: true }, { selected: false }],
    [{ condition: "expanded" }, COMBO, { expandCollapseState: "Expanded" }],
    [{ condition: "collapsed" }, { ...COMBO, expandCollapseState: "Expanded" }, {
      expandCollapseState: "Collapsed",
    }],
  ] as const
) {
  Deno.test(`ui_wait: ${JSON.stringify(asked)} is noticed soon, by looks at the element alone`, async () => {
    const world = openProgram(drawn(before));
    changeAt(world, 1_000, "it", after);
    const output = await waitFor(world, asked);
    assert.equal(output.matched, true);
    assert.ok(Number(output.elapsedMs) >= 1_000 && Number(output.elapsedMs) <= 1_040, `${output.elapsedMs}`);
    assert.equal(world.requests().length, 1, "the window was read once");
  });

  Deno.test(`ui_wait: ${JSON.stringify(asked)} that never comes is no match, and says why`, async () => {
    const output = await waitFor(openProgram(drawn(before)), { ...asked, timeoutMs: 1_500 });
    assert.deepEqual([output.matched, output.timedOut, output.elapsedMs], [false, true, 1_500]);
    assert.equal(output.reason, "differs");
    assert.equal(objectOf(output.lastObservation).name, "it");
  });
}

for (
  const [asked, first, then] of [
    [{ condition: "exists" }, el("Window", "Main", {}, [el("Button", "b", BUTTON)]), drawn()],
    [{ condition: "notExists" }, drawn(), el("Window", "Main", {}, [el("Button", "b", BUTTON)])],
    [
      { condition: "countEquals", expectedCount: 1 },
      el("Window", "Main", {}, [el("Button", "b", BUTTON)]),
      drawn(),
    ],
    [{ condition: "enabled" }, el("Window", "Main", {}, [el("Button", "b", BUTTON)]), drawn()],
  ] as const
) {
  Deno.test(`ui_wait: ${JSON.stringify(asked)} is seen by the next reading`, async () => {
    const world = openProgram(first);
    at(world, 700, () => show(world, then));
    const output = await waitFor(world, asked);
    assert.deepEqual([output.matched, output.elapsedMs], [true, 800]);
  });
}

Deno.test("ui_wait: presence and counts are told as a count", async () => {
  const world = openProgram(drawn());
  assert.deepEqual((await waitFor(world, { condition: "exists" })).lastObservation, { count: 1 });
  const none = { selector: { name: "none" } };
  assert.deepEqual((await waitFor(world, { condition: "notExists", ...none })).lastObservation, { count: 0 });
  const late = await waitFor(world, { condition: "enabled", timeoutMs: 500, ...none });
  assert.deepEqual([late.lastObservation, late.reason], [null, "noElement"]);
});

Deno.test("ui_wait: what is never there comes with what is nearest to it", async () => {
  const output = await waitFor(openProgram(), {
    selector: { name: "Aply" },
    condition: "exists",
    timeoutMs: 500,
  });
  assert.deepEqual([output.reason, listOfObjects(output.nearest)[0]?.name], ["noElement", "Apply"]);
});

Deno.test("ui_wait: absence and counts are believed only of a whole reading", async () => {
  for (
    const asked of [{ condition: "notExists", selector: { name: "none" } }, {
      condition: "countEquals",
      expectedCount: 1,
    }]
  ) {
    const output = await waitFor(openProgram(), {
      selector: { name: "leek" },
      ...asked,
      maxNodes: 40,
      timeoutMs: 500,
    });
    assert.equal(output.matched, true);
    const world = openProgram();
    world.desktop.elements.reading = { cutByTime: true };
    const cut = await waitFor(world, { selector: { name: "leek" }, ...asked, timeoutMs: 500 });
    assert.deepEqual([cut.matched, cut.timedOut, cut.reason], [false, true, "unproven"]);
    assert.match(String(cut.hints), /Not everything was read/);
  }
});

Deno.test("ui_wait: of several elements, conditions about one are an error with a ref of each", async () => {
  const world = openProgram();
  const selector = { name: "OK" };
  const { code, details } = await world.fail("ui_wait", { ...TARGET, selector, condition: "enabled" });
  assert.deepEqual([code, details?.candidateCount], ["ELEMENT_AMBIGUOUS", 2]);
  assert.equal(typeof listOfObjects(details?.candidates)[0]?.ref, "string");
  const exists = await waitFor(world, { selector, condition: "exists" });
  assert.deepEqual(exists.lastObservation, { count: 2 });
  const index = await waitFor(world, { selector: { ...selector, index: 1 }, condition: "enabled" });
  assert.equal(objectOf(index.lastObservation).automationId, "loginOk");
});

Deno.test("ui_wait: an element with an index is looked for again each time: another one may have its number", async () => {
  const world = openProgram(drawn({ enabled: false }));
  changeAt(world, 900, "it", { enabled: true });
  const output = await waitFor(world, { selector: { controlType: "Edit", index: 0 }, condition: "enabled" });
  assert.deepEqual([output.matched, world.desktop.callsOf("uiGlance").length], [true, 0]);
  assert.equal(world.requests().length, 6);
});

Deno.test("ui_wait: a second element that fits is met by a reading now and then", async () => {
  const world = openProgram(drawn({ enabled: false }));
  const [edit] = world.desktop.elements.windows.get(HWND)?.children ?? [];
  assert.ok(edit !== undefined);
  at(world, 1_000, () => show(world, el("Window", "Main", {}, [edit, el("Edit", "it", EDIT)])));
  const error = await world.fail("ui_wait", { ...TARGET, selector: { name: "it" }, condition: "enabled" });
  assert.equal(error.code, "ELEMENT_AMBIGUOUS");
  assert.ok(world.clock.now() < 4_000);
});

Deno.test("ui_wait: an element that is rebuilt is found again", async () => {
  const world = openProgram(drawn({ enabled: false }));
  for (let ms = 100; ms < 2_000; ms += 100) at(world, ms, () => show(world, drawn({ enabled: ms >= 1_500 })));
  const output = await waitFor(world, { condition: "enabled" });
  assert.ok(output.matched === true && Number(output.elapsedMs) >= 1_500 && Number(output.elapsedMs) < 1_700);
});

Deno.test("ui_wait: an element that no longer fits its selector is not waited with any more", async () => {
  const world = openProgram(drawn({ toggleState: "Off" }));
  const selector = { name: "it", enabledOnly: true };
  changeAt(world, 500, "it", { enabled: false, toggleState: "On" });
  const asked = { selector, condition: "toggleStateEquals", toggleState: "On", timeoutMs: 1_000 };
  const output = await waitFor(world, asked);
  assert.deepEqual([output.matched, output.reason], [false, "noElement"]);
});

Deno.test("ui_wait: the value of a password field is never compared, nor shown", async () => {
  const world = openProgram();
  const selector = { automationId: "password" };
  for (const condition of ["valueEquals", "valueContains"]) {
    const asked = { ...TARGET, selector, condition, expectedValue: SECRET };
    assert.equal((await world.fail("ui_wait", asked)).code, "PASSWORD_FIELD");
  }
  const output = await waitFor(world, { selector, condition: "enabled" });
  assert.equal(objectOf(output.lastObservation).value, null);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("ui_wait: a value that might be a password's is waited with, as that may pass", async () => {
  const world = openProgram(drawn({ valueProtected: true, failed: ["isPassword"], value: SECRET }));
  const asked = { condition: "valueEquals", expectedValue: SECRET, timeoutMs: 500 };
  const output = await waitFor(world, asked);
  assert.deepEqual([output.matched, output.reason], [false, "protected"]);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("ui_wait: what the element has not is said", async () => {
  const output = await waitFor(openProgram(drawn()), { condition: "selected", timeoutMs: 500 });
  assert.deepEqual([output.matched, output.reason], [false, "notSupported"]);
});

Deno.test("ui_wait: stableSamples are looks a poll interval apart, all of them as wanted", async () => {
  const world = openProgram(drawn({ enabled: false }));
  changeAt(world, 500, "it", { enabled: true });
  changeAt(world, 650, "it", { enabled: false });
  changeAt(world, 1_000, "it", { enabled: true });
  const output = await waitFor(world, { condition: "enabled", stableSamples: 3, pollIntervalMs: 100 });
  assert.equal(output.matched, true);
  assert.ok(Number(output.elapsedMs) >= 1_200 && Number(output.elapsedMs) < 1_320, `${output.elapsedMs}`);
  const late = openProgram(drawn({ enabled: false }));
  changeAt(late, 800, "it", { enabled: true });
  const missed = await waitFor(late, { condition: "enabled", stableSamples: 5, timeoutMs: 1_000 });
  assert.deepEqual([missed.matched, missed.reason], [false, undefined]);
  assert.match(String(missed.hints), /in [12] of 5 looks/);
});

Deno.test("ui_wait: an event has it look at once, also where it has to read", async () => {
  const world = openProgram(drawn());
  world.desktop.hearsChanges = true;
  at(world, 1_050, () => {
    show(world, el("Window", "Main", {}, [el("Button", "b", BUTTON)]));
    world.desktop.tellOfChange(7);
  });
  const output = await waitFor(world, { condition: "notExists", pollIntervalMs: 10_000 });
  assert.deepEqual([output.matched, output.elapsedMs], [true, 1_050]);
  assert.equal(world.requests().length, 3); // at first, when changes are heard, and at the end
  assert.equal(world.desktop.changeWatches.size, 0);
});

Deno.test("ui_wait: a program that changes all the time costs a look every 15 ms, no more", async () => {
  const world = openProgram(drawn());
  world.desktop.hearsChanges = true;
  for (let ms = 1; ms <= 600; ms++) at(world, ms, () => world.desktop.tellOfChange(7));
  await waitFor(world, { condition: "notExists", timeoutMs: 600 });
  assert.ok(world.requests().length <= 41, `${world.requests().length} readings`);
});

Deno.test("ui_wait: the window that was found is waited with, whatever its title becomes", async () => {
  const world = openProgram(drawn({ enabled: false }));
  at(world, 300, () => {
    const window = world.desktop.window(HWND);
    if (window !== undefined) window.title = "another";
  });
  changeAt(world, 600, "it", { enabled: true });
  const args = { titleContains: "main", selector: { name: "it" }, condition: "enabled" };
  assert.equal((await world.succeed("ui_wait", args)).matched, true);
});

for (const condition of ["notExists", "hidden", "countEquals"]) {
  Deno.test(`ui_wait: a window that goes is a proof of ${condition}`, async () => {
    const world = openProgram(drawn());
    at(world, 500, () => world.desktop.removeWindow(HWND));
    const output = await waitFor(world, { condition, expectedCount: 0 });
    assert.deepEqual([output.matched, output.windowGone, output.lastObservation], [true, true, null]);
  });
}

Deno.test("ui_wait: for anything else a window that goes is STALE_WINDOW_HANDLE", async () => {
  for (const condition of ["exists", "disabled", "selected"]) {
    const world = openProgram(drawn());
    const selector = { name: condition === "exists" ? "none" : "it" };
    at(world, 500, () => world.desktop.removeWindow(HWND));
    const error = await world.fail("ui_wait", { ...TARGET, selector, condition });
    assert.equal(error.code, "STALE_WINDOW_HANDLE");
  }
});

Deno.test("ui_wait: a handle that another program's window has by now is a window that is gone", async () => {
  const world = openProgram(drawn());
  at(world, 500, () => world.desktop.windows.splice(0, 1, fakeWindow({ hwnd: HWND, pid: 8 })));
  const output = await waitFor(world, { condition: "notExists" });
  assert.deepEqual([output.matched, output.windowGone], [true, true]);
});

Deno.test("ui_wait: a window that shows nothing yet is waited for", async () => {
  for (const given of [undefined, el("Window", "Main", {}, [el("TitleBar")])]) {
    const world = openProgram();
    if (given === undefined) world.desktop.elements.windows.delete(HWND);
    else show(world, given);
    at(world, 1_000, () => show(world, drawn()));
    const output = await waitFor(world, { condition: "exists" });
    assert.equal(output.matched, true);
    assert.ok(Number(output.elapsedMs) < 1_800);
  }
});

Deno.test("ui_wait: a busy program is waited for to the end; then the answer is what was seen before", async () => {
  const world = openProgram(drawn({ enabled: false }));
  const busy = (responding: "yes" | "no") => () => {
    const window = world.desktop.window(HWND);
    if (window !== undefined) window.responding = responding;
  };
  at(world, 300, busy("no"));
  at(world, 2_000, busy("yes"));
  changeAt(world, 2_100, "it", { enabled: true });
  assert.equal((await waitFor(world, { condition: "enabled" })).matched, true);
  at(world, 300, busy("no"));
  const output = await waitFor(world, { condition: "disabled", timeoutMs: 1_000 });
  assert.deepEqual([output.matched, output.elapsedMs], [false, 1_000]);
});

Deno.test("ui_wait: a window that cannot be read once in the whole time is an error, not an answer", async () => {
  const busy = openProgram(drawn(), { responding: "no" });
  const asked = { ...TARGET, selector: { name: "it" }, condition: "enabled", timeoutMs: 600 };
  assert.ok(["TIMEOUT", "WINDOW_NOT_RESPONDING"].includes((await busy.fail("ui_wait", asked)).code));
  const empty = openProgram();
  empty.desktop.elements.windows.delete(HWND);
  assert.equal((await empty.fail("ui_wait", asked)).code, "UIA_ROOT_UNAVAILABLE");
  const stuck = openProgram(drawn());
  stuck.desktop.hang("readUiTree");
  assert.equal((await stuck.fail("ui_wait", asked)).code, "TIMEOUT");
  assert.equal(stuck.clock.now(), 1_600, "the deadline is exact");
});

Deno.test("ui_wait: what stands in the way is raised at once", async () => {
  for (
    const [given, code] of [[{ hung: true }, "WINDOW_HUNG"], [{ elevated: true }, "TARGET_ELEVATED"]] as const
  ) {
    const world = openProgram(drawn({ enabled: false }));
    at(world, 500, () => Object.assign(world.desktop.window(HWND) ?? {}, given));
    const error = await world.fail("ui_wait", { ...TARGET, selector: { name: "it" }, condition: "enabled" });
    assert.equal(error.code, code);
    assert.ok(world.clock.now() < 1_700);
  }
});

Deno.test("ui_wait: a glance that gets no answer is followed by a reading, which waits", async () => {
  const world = openProgram(drawn({ enabled: false }));
  at(world, 200, () => world.desktop.acts.silent = true);
  changeAt(world, 900, "it", { enabled: true });
  assert.equal((await waitFor(world, { condition: "enabled" })).matched, true);
});

Deno.test("ui_wait: with a ref alone, the element itself", async () => {
  const world = openProgram(drawn({ enabled: false }));
  const { element } = await world.succeed("ui_get", { ...TARGET, selector: { name: "it" } });
  const { ref } = objectOf(element);
  changeAt(world, 500, "it", { enabled: true });
  const output = await world.succeed("ui_wait", { ref, condition: "enabled" });
  assert.deepEqual([output.matched, objectOf(output.lastObservation).ref], [true, ref]);
  assert.equal((await world.succeed("ui_wait", { ref, condition: "exists" })).matched, true);
  at(
    world,
    500,
    () => show(world, el("Window", "Main", { nativeWindowHandle: HWND }, [el("Button", "b", BUTTON)])),
  );
  assert.equal((await world.succeed("ui_wait", { ref, condition: "notExists" })).matched, true);
  assert.equal((await world.fail("ui_wait", { ref, condition: "enabled" })).code, "ELEMENT_STALE");
  world.desktop.removeWindow(HWND);
  const gone = await world.succeed("ui_wait", { ref, condition: "notExists" });
  assert.deepEqual([gone.matched, gone.windowGone], [true, true]);
  assert.equal((await world.fail("ui_wait", { ref, condition: "enabled" })).code, "ELEMENT_STALE");
});

Deno.test("ui_wait: with a ref and a selector, what is inside; where that is gone, nothing is proved", async () => {
  const world = openProgram();
  const { element } = await world.succeed("ui_get", { ...TARGET, selector: { automationId: "login" } });
  const { ref } = objectOf(element);
  const inside = await world.succeed("ui_wait", { ref, selector: { name: "OK" }, condition: "enabled" });
  assert.equal(objectOf(inside.lastObservation).automationId, "loginOk");
  show(world, drawn());
  const error = await world.fail("ui_wait", { ref, selector: { name: "OK" }, condition: "notExists" });
  assert.equal(error.code, "ELEMENT_STALE");
});

for (
  const [args, code] of [
    [{ condition: "exists" }, "INVALID_PARAMS"],
    [{ selector: { name: "it" } }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "valueEquals" }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "valueContains" }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "toggleStateEquals" }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "countEquals" }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "countEquals", expectedCount: 101 }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "exists", pollIntervalMs: 49 }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "exists", timeoutMs: 499 }, "INVALID_PARAMS"],
    [{ selector: { name: "it" }, condition: "exists", stableSamples: 4, timeoutMs: 500 }, "INVALID_PARAMS"],
    [{ selector: { index: 1 }, condition: "exists" }, "INVALID_PARAMS"],
    [{ ref: "e1", condition: "exists" }, "INVALID_PARAMS"],
    [{ hwnd: "0x99", selector: { name: "it" }, condition: "notExists" }, "WINDOW_NOT_FOUND"],
  ] as const
) {
  Deno.test(`ui_wait: answers ${code} for ${JSON.stringify(args)}`, async () => {
    const world = openProgram(drawn());
    await world.succeed("ui_get", { ...TARGET, selector: { name: "it" } });
    assert.equal((await world.fail("ui_wait", { ...TARGET, ...args })).code, code);
  });
}

Deno.test("ui_wait: countEquals is about a selector, not about the element of a ref", async () => {
  const world = openProgram(drawn());
  const { element } = await world.succeed("ui_get", { ...TARGET, selector: { name: "it" } });
  const { ref } = objectOf(element);
  assert.equal(
    (await world.fail("ui_wait", { ref, condition: "countEquals", expectedCount: 1 })).code,
    "INVALID_PARAMS",
  );
  assert.equal((await world.fail("ui_wait", { ref: "e999", condition: "exists" })).code, "ELEMENT_STALE");
});

Deno.test("ui_wait: is cancelled in a pause and in a look, at once", async () => {
  for (const isStuck of [false, true]) {
    const world = openProgram(drawn());
    if (isStuck) world.desktop.hang("readUiTree");
    const call = new AbortController();
    at(world, 620, () => call.abort());
    const args = { ...TARGET, selector: { name: "it" }, condition: "notExists", pollIntervalMs: 10_000 };
    const result = await world.call("ui_wait", args, call.signal);
    assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
    assert.equal(world.clock.now(), 1_620);
  }
});

Deno.test("ui_wait: other calls and another wait go on beside it", async () => {
  const world = openProgram(drawn({ enabled: false }));
  changeAt(world, 800, "it", { enabled: true });
  changeAt(world, 1_200, "it", { value: "new" });
  const first = waitFor(world, { condition: "enabled" });
  const second = waitFor(world, { condition: "valueEquals", expectedValue: "new" });
  const other = await world.succeed("list_windows", {});
  assert.equal(world.clock.now(), 1_000);
  assert.equal(listOfObjects(other.items).length, 1);
  assert.equal((await first).matched, true);
  assert.ok(world.clock.now() < 2_100);
  assert.equal((await second).matched, true);
});

Deno.test("ui_wait: a client that asked is told how the wait goes on", async () => {
  const { door } = openProgram(drawn());
  const told: string[] = [];
  await door.invoke({
    tool: "ui_wait",
    args: { ...TARGET, selector: { name: "it" }, condition: "disabled", timeoutMs: 2_500 },
    signal: new AbortController().signal,
    onProgress: (message) => told.push(message),
  });
  assert.equal(told.length, 2);
  assert.match(told[0] ?? "", /^Waiting for an element: disabled: 1 s$/);
});
