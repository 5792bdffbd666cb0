import assert from "node:assert/strict";
import { ToolError } from "../../../src/core/errors.ts";
import type { Rect } from "../../../src/core/geometry.ts";
import type { UiRange } from "../../../src/desktop/ui_element.ts";
import { ensureVisible } from "../../../src/packs/actions/ensure_visible.ts";
import { COMPOSITE_RESULTS, visibilitySchema } from "../../../src/packs/actions/composite_results.ts";
import { type Branch, BUTTON, el, type Facts } from "../../elements/trees.ts";
import { compositeWorld, type Given, MAIN, refused, type World } from "./composite_world.ts";

const PANEL = 0x20n;
const PANEL_RECT: Rect = { x: 100, y: 100, width: 200, height: 100 };
const ROW_HEIGHT = 20;

function rowRect(y: number): Rect {
  return { x: 110, y, width: 50, height: ROW_HEIGHT };
}

/** A panel with a row in it, which lies `y` pixels below the panel's top while nothing is scrolled. */
function panelWith(
  y: number,
  panel: Facts = {},
  row: Facts = {},
): { drawn: Branch; panel: Branch; row: Branch } {
  const inside = el("Button", "Row", {
    ...BUTTON,
    automationId: "row",
    screenRect: rowRect(100 + y),
    ...row,
  });
  const around = el("Pane", "Panel", {
    automationId: "panel",
    nativeWindowHandle: PANEL,
    screenRect: PANEL_RECT,
    ...panel,
  }, [inside]);
  return { drawn: el("Window", "Main", { nativeWindowHandle: MAIN }, [around]), panel: around, row: inside };
}

const RANGE: UiRange = { value: 0, minimum: 0, maximum: 1_000, smallChange: 0, largeChange: 20 };
const RANGED: Facts = { patterns: ["RangeValue"], range: RANGE };

function worldOf(drawn: Branch, visibility: object = {}, given: Partial<Given> = {}): World {
  return compositeWorld({
    drawn,
    controls: {
      row: { selectors: [{ automationId: "row" }], visibility: { scrollContainer: "panel", ...visibility } },
      panel: { automationId: "panel" },
      page: { automationId: "page" },
    },
    ...given,
  });
}

/** The panel follows its number, and its rows with it. */
function followsRange({ desktop }: World, { row }: { readonly row: Branch }): number[] {
  const set: number[] = [];
  desktop.acts.onVerb = (verb, element) => {
    if (verb.verb !== "setRangeValue" || element.range === null) return;
    set.push(verb.number);
    const { screenRect } = row.element;
    if (screenRect === null) return;
    desktop.acts.change(row, { screenRect: rowRect(screenRect.y - (verb.number - element.range.value)) });
  };
  return set;
}

Deno.test("ensureVisible: a control that lies wholly in its container is left alone", async () => {
  const { drawn } = panelWith(30, {}, { offscreen: true });
  const world = worldOf(drawn);
  const result = await ensureVisible(await world.call("row"), 15_000);
  COMPOSITE_RESULTS.ensureVisible().parse(result);
  assert.deepEqual([result.method, result.alreadyVisible, result.viewportSource], [
    "noop",
    true,
    "scrollContainer",
  ]);
  assert.equal(result.offscreen, true);
  assert.deepEqual([world.desktop.callsOf("uiAct").length, world.desktop.callsOf("postWheel").length], [
    0,
    0,
  ]);
});

Deno.test("ensureVisible: a control that scrolls itself into view is asked first", async () => {
  const { drawn, row } = panelWith(300, RANGED, { patterns: ["ScrollItem"], offscreen: true });
  const world = worldOf(drawn);
  world.desktop.acts.onVerb = (verb) => {
    if (verb.verb === "scrollIntoView") world.desktop.acts.change(row, { screenRect: rowRect(130) });
  };
  const result = await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual([result.method, result.attemptedStrategies], ["ScrollItemPattern", ["ScrollItemPattern"]]);
  assert.deepEqual([result.fullyVisible, result.alreadyVisible, result.attemptCount], [true, false, 1]);
});

Deno.test("ensureVisible: the container's number goes on from where it is, step by step", async () => {
  const parts = panelWith(140, RANGED);
  const world = worldOf(parts.drawn);
  const set = followsRange(world, parts);
  const result = await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual(set, [20, 40, 60]);
  assert.deepEqual([result.method, result.attemptCount, result.scrollValueChanged], [
    "RangeValuePattern",
    3,
    true,
  ]);
});

Deno.test("ensureVisible: the container's number goes back for a control above it", async () => {
  const parts = panelWith(-30, { patterns: ["RangeValue"], range: { ...RANGE, value: 100 } });
  const world = worldOf(parts.drawn);
  const set = followsRange(world, parts);
  await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual(set, [80, 60]);
});

Deno.test("ensureVisible: the container's own vertical scroll bar has its number, and no other bar", async () => {
  const bar = (automationId: string, rect: Rect): Branch =>
    el("ScrollBar", "", { automationId, patterns: ["RangeValue"], range: RANGE, screenRect: rect });
  const inside = el("Button", "Row", { ...BUTTON, automationId: "row", screenRect: rowRect(210) });
  const panel = el("Pane", "", { automationId: "panel", nativeWindowHandle: PANEL, screenRect: PANEL_RECT }, [
    bar("across", { x: 100, y: 190, width: 190, height: 10 }),
    inside,
    bar("down", { x: 290, y: 100, width: 10, height: 100 }),
  ]);
  const beside = bar("elsewhere", { x: 600, y: 100, width: 10, height: 100 });
  const world = worldOf(el("Window", "Main", { nativeWindowHandle: MAIN }, [beside, panel]));
  const set = followsRange(world, { row: inside });
  const moved: string[] = [];
  const { onVerb } = world.desktop.acts;
  world.desktop.acts.onVerb = (verb, element) => {
    moved.push(element.automationId);
    return onVerb?.(verb, element);
  };
  await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual([set, moved], [[20, 40], ["down", "down"]]);
});

Deno.test("ensureVisible: a number that does not follow is set once, and the wheel is turned next", async () => {
  const parts = panelWith(140, RANGED);
  const world = worldOf(parts.drawn);
  world.desktop.acts.onVerb = () => "ignores";
  world.desktop.onWheel = (_hwnd, notches) =>
    world.desktop.acts.change(parts.row, {
      screenRect: rowRect((parts.row.element.screenRect?.y ?? 0) - 15 * notches),
    });
  const result = await ensureVisible(await world.call("row"), 15_000);
  assert.equal(result.method, "WM_MOUSEWHEEL");
  assert.deepEqual(result.attemptedStrategies, ["RangeValueScroll", "WindowMessageWheel"]);
  assert.equal(world.desktop.callsOf("uiAct").length, 1);
});

Deno.test("ensureVisible: the wheel is turned over the container, as far as the first notch says", async () => {
  const parts = panelWith(900);
  const world = worldOf(parts.drawn, { strategies: ["WindowMessageWheel"] });
  world.desktop.onWheel = (_hwnd, notches) =>
    world.desktop.acts.change(parts.row, {
      screenRect: rowRect((parts.row.element.screenRect?.y ?? 0) - 30 * notches),
    });
  await ensureVisible(await world.call("row"), 15_000);
  const middle = { x: 200, y: 150 };
  assert.deepEqual(world.desktop.callsOf("postWheel"), [[PANEL, middle, 1], [PANEL, middle, 26], [
    PANEL,
    middle,
    1,
  ]]);
});

Deno.test("ensureVisible: a wheel that changes nothing is turned once, and the failure says all", async () => {
  const { drawn } = panelWith(140);
  const world = worldOf(drawn, { margin: 4 });
  const error = await refused(ensureVisible(await world.call("row"), 15_000));
  assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
  assert.equal(world.desktop.callsOf("postWheel").length, 1);
  const { elementRect, viewportRect, margin, visible, fullyVisible, attemptedStrategies, viewportSource } =
    visibilitySchema().loose().parse(error.details);
  assert.deepEqual([elementRect, viewportRect], [rowRect(240), PANEL_RECT]);
  assert.deepEqual([margin, visible, fullyVisible], [4, false, false]);
  assert.deepEqual([attemptedStrategies, viewportSource], [["WindowMessageWheel"], "scrollContainer"]);
});

Deno.test("ensureVisible: a wheel that scrolls the wrong way is not turned on", async () => {
  const parts = panelWith(140);
  const world = worldOf(parts.drawn);
  world.desktop.onWheel = () => world.desktop.acts.change(parts.row, { screenRect: rowRect(50) });
  const error = await refused(ensureVisible(await world.call("row"), 15_000));
  assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
  assert.equal(world.desktop.callsOf("postWheel").length, 1);
});

for (
  const [title, panel] of [
    ["without a window of its own", { nativeWindowHandle: 0n }],
    ["whose wheel chooses another item", { controlType: "ComboBox" }],
    ["whose number is what a person set", { controlType: "Slider", ...RANGED }],
  ] as const
) {
  Deno.test(`ensureVisible: a container ${title} is not scrolled by it`, async () => {
    const world = worldOf(panelWith(140, panel).drawn);
    const error = await refused(ensureVisible(await world.call("row"), 15_000));
    assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
    assert.deepEqual([world.desktop.callsOf("uiAct").length, world.desktop.callsOf("postWheel").length], [
      0,
      0,
    ]);
  });
}

Deno.test("ensureVisible: only the ways that the pack allows are tried", async () => {
  const { drawn } = panelWith(140, RANGED, { patterns: ["ScrollItem"] });
  const world = worldOf(drawn, { strategies: ["WindowMessageWheel"] });
  await refused(ensureVisible(await world.call("row"), 15_000));
  assert.equal(world.desktop.callsOf("uiAct").length, 0);
});

Deno.test("ensureVisible: without a container nothing but the control itself is asked", async () => {
  const { drawn } = panelWith(2_000, RANGED);
  const world = compositeWorld({ drawn, controls: { row: { automationId: "row" } } });
  const error = await refused(ensureVisible(await world.call("row"), 15_000));
  assert.equal(error.details?.viewportSource, "windowClientRect");
  assert.deepEqual([world.desktop.callsOf("uiAct").length, world.desktop.callsOf("postWheel").length], [
    0,
    0,
  ]);
});

Deno.test("ensureVisible: the viewport is the root of the page, where no container is to be found", async () => {
  const inside = el("Button", "Row", { ...BUTTON, automationId: "row", screenRect: rowRect(110) });
  const page = el("Pane", "Page", { automationId: "page", screenRect: PANEL_RECT }, [inside]);
  const world = compositeWorld({
    drawn: el("Window", "Main", { nativeWindowHandle: MAIN }, [page]),
    controls: {
      row: { selectors: [{ automationId: "row" }], page: "home", visibility: { scrollContainer: "panel" } },
      panel: { automationId: "panel" },
      page: { automationId: "page" },
    },
    pages: [{ id: "home", displayName: "Home", rootControl: "page" }],
  });
  const result = await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual([result.viewportSource, result.viewportRect], ["pageRoot", PANEL_RECT]);
});

Deno.test("ensureVisible: the viewport is the whole window, where it has no client area", async () => {
  const { drawn } = panelWith(20);
  const screenRect = { x: 0, y: 0, width: 500, height: 500 };
  const window = { screenRect, clientScreenRect: { x: 0, y: 0, width: 0, height: 0 } };
  const world = compositeWorld({ drawn, controls: { row: { automationId: "row" } }, window });
  const result = await ensureVisible(await world.call("row"), 15_000);
  assert.deepEqual([result.viewportSource, result.viewportRect], ["windowBoundingRect", screenRect]);
});

Deno.test("ensureVisible: a minimised window is refused as such, and not restored", async () => {
  const world = worldOf(panelWith(20).drawn, {}, { window: { minimized: true } });
  const call = await world.call("row");
  assert.equal((await refused(ensureVisible(call, 15_000))).code, "WINDOW_MINIMIZED");
  assert.equal(world.desktop.callsOf("changeShowState").length, 0);
});

Deno.test("ensureVisible: ends at its deadline", async () => {
  const parts = panelWith(3_000, RANGED);
  const world = worldOf(parts.drawn);
  followsRange(world, parts);
  world.desktop.before("uiAct", () => world.clock.sleep(400));
  const startedAt = world.clock.now();
  const error = await refused(ensureVisible(await world.call("row"), 1_000));
  assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
  assert.ok(world.clock.now() - startedAt < 2_500, `${world.clock.now() - startedAt} ms`);
});

Deno.test("ensureVisible: a control that goes while it is scrolled lies nowhere then", async () => {
  const parts = panelWith(140, RANGED);
  const world = worldOf(parts.drawn);
  world.desktop.acts.onVerb = () => {
    (parts.panel as { children: readonly Branch[] }).children = [];
  };
  const error = await refused(ensureVisible(await world.call("row"), 15_000));
  assert.deepEqual([error.code, error.details?.elementRect], ["ELEMENT_NOT_FULLY_VISIBLE", null]);
});

Deno.test("ensureVisible: a control that is gone before anything is done is stale, so that it is looked for again", async () => {
  const parts = panelWith(30);
  const world = worldOf(parts.drawn);
  const call = await world.call("row");
  (parts.panel as { children: readonly Branch[] }).children = [];
  const error = await refused(ensureVisible(call, 15_000));
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect], ["ELEMENT_STALE", undefined]);
});

Deno.test("ensureVisible: what goes wrong once it has scrolled says that it has", async () => {
  const parts = panelWith(140, RANGED);
  const world = worldOf(parts.drawn);
  let scrolled = 0;
  world.desktop.acts.onVerb = () => void scrolled++;
  world.desktop.before("uiLook", () => {
    if (scrolled > 0) throw new ToolError("PROVIDER_BUSY", "busy");
  });
  const error = await refused(ensureVisible(await world.call("row"), 15_000));
  assert.deepEqual([error.code, error.details?.mayHaveHadEffect, scrolled], ["PROVIDER_BUSY", true, 1]);
});
