/** Waits that read only what changed, where a window is made of windows. */
import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { type Branch, BUTTON, EDIT, el } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { HWND, HWND_TEXT, objectOf, openProgram, type UiWorld } from "./ui_world.ts";

const PANEL = 0x77n;

function panelOf(inside: readonly Branch[]): Branch {
  return el("Pane", "Panel", { nativeWindowHandle: PANEL }, inside);
}

/** A window of many controls, of which each is a window, and of a panel. */
function ofWindows(panel: Branch): Branch {
  const buttons = Array.from(
    { length: 12 },
    (_, number) =>
      el("Button", `Button ${number}`, { ...BUTTON, nativeWindowHandle: 0x1000n + BigInt(number) }),
  );
  return el("Window", "Main", { nativeWindowHandle: HWND }, [...buttons, panel]);
}

function happenAt(world: UiWorld, ms: number, happen: () => void): void {
  void world.clock.sleep(ms).then(happen);
}

/** Waits for the control named `it`. */
function waitFor(world: UiWorld, args: object): ReturnType<UiWorld["succeed"]> {
  return world.succeed("ui_wait", { hwnd: HWND_TEXT, selector: { name: "it" }, ...args });
}

/** The program, whose panel shows something else at a moment, of which is told. */
function changingPanel(before: readonly Branch[], after: readonly Branch[]): UiWorld {
  const world = openProgram(ofWindows(panelOf(before)), {}, fakeWindow({ hwnd: PANEL, pid: 7, root: HWND }));
  world.desktop.hearsChanges = true;
  happenAt(world, 1_050, () => {
    const panel = panelOf(after);
    world.desktop.elements.windows.set(HWND, ofWindows(panel));
    world.desktop.elements.windows.set(PANEL, panel);
    world.desktop.tellOfChange(7, [{ hwnd: PANEL, parent: HWND, isNew: false }]);
  });
  return world;
}

/** What was read: `all` or `part` for each reading. */
function readings(world: UiWorld): readonly string[] {
  return world.requests().map(({ windows }) => windows[0]?.isMain === true ? "all" : "part");
}

for (
  const [asked, before, after] of [
    [{ condition: "exists" }, [], [el("Edit", "it", EDIT)]],
    [{ condition: "enabled" }, [], [el("Edit", "it", EDIT)]],
    [{ condition: "valueEquals", expectedValue: "x" }, [], [el("Edit", "it", { ...EDIT, value: "x" })]],
  ] as const
) {
  Deno.test(`ui_wait: ${JSON.stringify(asked)} is seen by reading only what changed`, async () => {
    const world = changingPanel(before, after);
    const output = await waitFor(world, { ...asked, pollIntervalMs: 5_000 });
    assert.deepEqual([output.matched, output.elapsedMs], [true, 1_050]);
    assert.deepEqual(readings(world), ["all", "all", "part"]); // the second when changes are heard
    if (asked.condition === "exists") return assert.deepEqual(output.lastObservation, { count: 1 });
    const { ref } = objectOf(output.lastObservation);
    assert.equal(objectOf((await world.succeed("ui_get", { ref })).element).name, "it");
  });
}

for (const asked of [{ condition: "notExists" }, { condition: "countEquals", expectedCount: 0 }]) {
  Deno.test(`ui_wait: ${JSON.stringify(asked)} is believed only when all was read`, async () => {
    const world = changingPanel([el("Edit", "it", EDIT)], []);
    const output = await waitFor(world, { ...asked, pollIntervalMs: 5_000 });
    assert.deepEqual([output.matched, output.elapsedMs], [true, 1_050]);
    assert.deepEqual(readings(world), ["all", "all", "part", "all"]);
  });
}

Deno.test("ui_wait: what changes and is not it costs no reading of the window", async () => {
  const world = changingPanel([], [el("Edit", "another", EDIT)]);
  const output = await waitFor(world, { condition: "exists", pollIntervalMs: 5_000, timeoutMs: 2_000 });
  assert.deepEqual([output.matched, output.reason], [false, "noElement"]);
  assert.deepEqual(readings(world), ["all", "all", "part", "all"]); // the last at the end
});

Deno.test("ui_wait: a panel that goes is looked for in the window as it is then", async () => {
  const world = changingPanel([el("Edit", "it", EDIT)], []);
  happenAt(world, 1_049, () => world.desktop.removeWindow(PANEL));
  const output = await waitFor(world, { condition: "notExists", pollIntervalMs: 5_000 });
  assert.deepEqual([output.matched, output.elapsedMs], [true, 1_050]);
});

Deno.test("ui_wait: a selector with a number is not judged by a part", async () => {
  const world = changingPanel([], [el("Edit", "it", EDIT)]);
  const asked = { selector: { name: "it", index: 0 }, condition: "exists", pollIntervalMs: 5_000 };
  assert.equal((await waitFor(world, asked)).matched, true);
  assert.deepEqual(readings(world), ["all", "all", "all"]);
});

Deno.test("ui_wait: where a part cannot be read, the window is", async () => {
  const world = changingPanel([], [el("Edit", "it", EDIT)]);
  world.desktop.before("readUiTree", () => {
    if (readings(world).at(-1) === "part") {
      throw new ToolError("PROVIDER_BUSY", "It has something else to do");
    }
    return Promise.resolve();
  });
  const output = await waitFor(world, { condition: "exists", pollIntervalMs: 5_000 });
  assert.deepEqual([output.matched, output.elapsedMs], [true, 1_050]);
});

Deno.test("ui_wait: that the focus moved costs no look", async () => {
  const world = changingPanel([], []);
  for (let ms = 100; ms < 1_000; ms += 100) happenAt(world, ms, () => world.desktop.tellOfChange(7, []));
  await waitFor(world, { condition: "exists", pollIntervalMs: 5_000, timeoutMs: 1_000 });
  assert.deepEqual(readings(world), ["all", "all", "all"]); // at first, when changes are heard, and at the end
});

Deno.test("ui_wait: what was seen in a part is confirmed by all, as something may have gone without a word", async () => {
  const world = openProgram(ofWindows(panelOf([])), {}, fakeWindow({ hwnd: PANEL, pid: 7, root: HWND }));
  world.desktop.hearsChanges = true;
  // Reading all takes long, so it is done seldom.
  world.desktop.before("readUiTree", () => {
    if (readings(world).at(-1) === "all") world.clock.pass(1_000);
    return Promise.resolve();
  });
  happenAt(world, 3_000, () => {
    const panel = panelOf([el("Edit", "it", EDIT)]);
    world.desktop.elements.windows.set(HWND, ofWindows(panel));
    world.desktop.elements.windows.set(PANEL, panel);
    world.desktop.tellOfChange(7, [{ hwnd: PANEL, parent: HWND, isNew: false }]);
  });
  happenAt(world, 3_100, () => world.desktop.elements.windows.set(HWND, ofWindows(panelOf([]))));
  for (let ms = 3_101; ms < 3_400; ms += 20) {
    happenAt(world, ms, () => world.desktop.tellOfChange(7, [{ hwnd: 0x1000n, parent: HWND, isNew: false }]));
  }
  const asked = { condition: "exists", stableSamples: 2, pollIntervalMs: 200, timeoutMs: 8_000 };
  assert.equal((await waitFor(world, asked)).matched, false);
  assert.deepEqual(readings(world).slice(0, 4), ["all", "all", "part", "all"]);
});
