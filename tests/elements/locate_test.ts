import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { Point, Rect } from "../../src/core/geometry.ts";
import type { UiReading, UiTree } from "../../src/desktop/ui_element.ts";
import {
  coveringRect,
  type PointFact,
  pointsBeside,
  pointsToTry,
  relationAt,
  shownPart,
  windowAround,
} from "../../src/elements/element_points.ts";
import {
  chosenHit,
  decideLocate,
  findByName,
  type LocateVerdict,
  unreadElsewhere,
} from "../../src/elements/locate.ts";
import { searchVerdict } from "../../src/elements/status.ts";
import { type Branch, BUTTON, el, namesOf, nodeNamed, treeOf } from "./trees.ts";

const WINDOW: Rect = { x: 0, y: 0, width: 500, height: 400 };
const save = el("Button", "Save", BUTTON, [el("Text", "inner")]);
const saveAs = el("Button", "Save As", { ...BUTTON, screenRect: { x: 200, y: 20, width: 100, height: 30 } });
const over = el("Window", "Tip");
const main = el("Window", "Main", {}, [el("Group", "box", {}, [save, saveAs])]);

/** The verdict where these elements, of which each has what is above it, lie at the points in turn. */
function locate(
  name: string,
  options: {
    branch?: Branch;
    reading?: Partial<UiReading>;
    index?: number;
    window?: Rect | null;
    hits?: readonly (readonly Branch[] | undefined)[];
  } = {},
): LocateVerdict {
  const tree = treeOf(options.branch ?? main, options.reading);
  const found = findByName(tree, { name });
  const points = (options.hits ?? []).map((hit, index): PointFact => ({
    screenPoint: { x: index, y: index },
    hit: hit?.map(({ element }) => element),
  }));
  return decideLocate({
    tree,
    found,
    ...(options.index === undefined ? {} : { index: options.index }),
    verdict: searchVerdict(tree, found),
    unread: unreadElsewhere(tree, found),
    windowScreenRect: options.window === null ? undefined : options.window ?? WINDOW,
    points,
  });
}

function reasonOf(verdict: LocateVerdict): string | undefined {
  return verdict.status === "offscreen" ? verdict.reason : undefined;
}

Deno.test("findByName() prefers whole names to parts, in any case", () => {
  const tree = treeOf(main);
  const exact = findByName(tree, { name: "save" });
  assert.deepEqual([namesOf(tree, exact.matches), exact.matchedBy], [["Save"], "exact"]);
  const part = findByName(tree, { name: "ave" });
  assert.deepEqual([namesOf(tree, part.matches), part.matchedBy], [["Save", "Save As"], "contains"]);
  assert.deepEqual(findByName(tree, { name: "ave", controlType: "text" }).matches, []);
  assert.equal(findByName(tree, { name: "ave", controlType: "BUTT" }).matches.length, 2);
});

Deno.test("found: the element itself or something in it lies at the point", () => {
  const tree = treeOf(main);
  for (const hits of [[[save, main]], [[el("Text", "x"), save, main]], [[over], undefined, [save]]]) {
    const verdict = locate("Save", { hits });
    assert.deepEqual(verdict, {
      status: "found",
      node: nodeNamed(tree, "Save"),
      screenPoint: { x: hits.length - 1, y: hits.length - 1 },
    });
  }
});

Deno.test("found: a hit decides, whatever the element says of being off-screen", () => {
  const shy = el("Button", "Shy", { ...BUTTON, offscreen: true });
  assert.equal(locate("Shy", { branch: el("Window", "W", {}, [shy]), hits: [[shy]] }).status, "found");
});

Deno.test("ambiguous: several and no index; an index chooses", () => {
  const tree = treeOf(main);
  assert.deepEqual(locate("ave"), {
    status: "ambiguous",
    candidates: [nodeNamed(tree, "Save"), nodeNamed(tree, "Save As")],
  });
  const chosen = locate("ave", { index: 1, hits: [[saveAs]] });
  assert.ok(chosen.status === "found" && chosen.node === nodeNamed(tree, "Save As"));
});

Deno.test("an index beyond what was found is an error with the range", () => {
  assert.throws(() => locate("ave", { index: 2 }), (error) => {
    assert.ok(error instanceof ToolError && error.code === "INVALID_PARAMS");
    assert.match(error.message, /0 to 1/);
    return true;
  });
  assert.equal(chosenHit({ matches: [], candidates: 0, unsure: 0 }, 3), undefined);
});

Deno.test("offscreen: no rectangle, outside the window, or a window that shows nothing", () => {
  const hidden = el("Window", "W", {}, [el("Button", "B", { ...BUTTON, screenRect: null })]);
  assert.equal(reasonOf(locate("B", { branch: hidden })), "notShown");
  const away = el("Window", "W", {}, [
    el("Button", "B", { ...BUTTON, screenRect: { x: 0, y: -15_585, width: 10, height: 10 } }),
  ]);
  assert.equal(reasonOf(locate("B", { branch: away })), "outsideWindow");
  assert.equal(reasonOf(locate("Save", { window: null })), "notShown");
});

Deno.test("offscreen: something else lies over it wherever it was looked at", () => {
  const verdict = locate("Save", { hits: [[over], [over]] });
  assert.equal(reasonOf(verdict), "covered");
  assert.ok(verdict.status === "offscreen" && verdict.coveredBy?.name === "Tip");
});

Deno.test("offscreen: it says so, and looking shows what is around it", () => {
  const shy = el("ListItem", "Shy", { offscreen: true });
  const branch = el("Window", "W", {}, [shy]);
  assert.equal(reasonOf(locate("Shy", { branch, hits: [[branch]] })), "notShown");
  assert.equal(reasonOf(locate("Shy", { branch, hits: [[over]] })), "notShown");
  assert.equal(reasonOf(locate("Shy", { branch })), "notShown");
  // Here something else, there what is around it: nowhere itself.
  assert.equal(reasonOf(locate("Shy", { branch, hits: [[over], [branch]] })), "notShown");
});

Deno.test("inconclusive: it could not be learnt what lies there", () => {
  assert.equal(locate("Save").status, "inconclusive");
  assert.equal(locate("Save", { hits: [undefined] }).status, "inconclusive");
  assert.equal(locate("Save", { hits: [[main]] }).status, "inconclusive");
  assert.equal(locate("Save", { hits: [[over], undefined] }).status, "inconclusive");
});

for (
  const [status, branch, reading] of [
    ["not-found", el("Window", "W", {}, [save]), {}],
    ["not-exposed", el("Window", "W", {}, [el("Pane")]), {}],
    ["inconclusive", el("Window", "W"), {}],
    ["inconclusive", el("Window", "W", {}, [save]), { skipped: 1 }],
    ["inconclusive", el("Window", "W", {}, [el("Button", "", { ...BUTTON, failed: ["name"] })]), {}],
    ["truncated", el("Window", "W", {}, [save]), { cutByNodes: true }],
  ] as const
) {
  Deno.test(`${status}: nothing of the name, and what that proves`, () => {
    assert.deepEqual(locate("nowhere", { branch, reading }), { status });
  });
}

for (
  const [status, reading] of [
    ["truncated", { cutByNodes: true }],
    ["truncated", { cutByTime: true, skipped: 1 }],
    ["inconclusive", { skipped: 1 }],
  ] as const
) {
  Deno.test(`${status}: it fits by a part of its name, and the whole one may be where nothing was read`, () => {
    const hits = [[saveAs]];
    const node = nodeNamed(treeOf(main), "Save As");
    assert.deepEqual(locate("save a", { reading, hits }), { status, node, isByPart: true });
    assert.equal(locate("save a", { hits }).status, "found", "everything was read");
    assert.equal(locate("Save As", { reading, hits }).status, "found", "it is its whole name");
    assert.equal(locate("save a", { reading, hits, index: 0 }).status, "found", "it was chosen");
    assert.equal(locate("ave", { reading }).status, "ambiguous");
  });
}

Deno.test("unreadElsewhere() counts windows that were not read, and names that could not be", () => {
  const tree = treeOf(main);
  const found = findByName(tree, { name: "save a" });
  assert.equal(unreadElsewhere(tree, found), undefined);
  assert.equal(unreadElsewhere(tree, found, { unreadWindows: 1 }), "inconclusive");
  assert.equal(unreadElsewhere(tree, { ...found, unsure: 1 }), "inconclusive");
});

Deno.test("pointsToTry() gives points of the visible part only, its middle first", () => {
  const points = (screenRect: Rect | null, window: Rect = WINDOW): readonly Point[] =>
    pointsToTry(el("Button", "", { screenRect }).element, window);
  assert.deepEqual(points({ x: 10, y: 10, width: 100, height: 20 })[0], { x: 60, y: 20 });
  assert.deepEqual(points({ x: 400, y: 0, width: 300, height: 20 })[0], { x: 450, y: 10 });
  assert.deepEqual(points({ x: 500, y: 0, width: 300, height: 20 }), []);
  assert.deepEqual(points({ x: 3, y: 4, width: 1, height: 1 }), [{ x: 3, y: 4 }]);
  assert.deepEqual(points(null), []);
  const left = { x: -1000, y: -500, width: 800, height: 400 };
  for (const { x, y } of points({ x: -990, y: -490, width: 50, height: 50 }, left)) {
    assert.ok(x >= -990 && x < -940 && y >= -490 && y < -440);
  }
});

Deno.test("relationAt() compares by all that is written where there is no runtime id", () => {
  const bare = el("Button", "B", { runtimeId: [] });
  const tree = treeOf(el("Window", "W", {}, [bare]));
  const node = nodeNamed(tree, "B");
  assert.equal(relationAt(tree, node, [bare.element]), "itself");
  assert.equal(relationAt(tree, node, [{ ...bare.element, screenRect: null }]), "other");
  assert.equal(relationAt(tree, node, [{ ...bare.element, runtimeId: [1] }]), "other");
  assert.equal(relationAt(tree, node, []), "unknown");
  assert.equal(relationAt(tree, node, undefined), "unknown");
});

Deno.test("findByName() searches inside a node alone, and takes other words for types", () => {
  const tree = treeOf(el("Window", "W", {}, [save, el("Group", "Save it", {}, [saveAs])]));
  const inside = findByName(tree, { name: "save" }, nodeNamed(tree, "Save it"));
  assert.deepEqual(namesOf(tree, inside.matches), ["Save As"]);
  assert.equal(findByName(tree, { name: "inner", controlType: "label" }).matches.length, 1);
});

Deno.test("findByName() counts an element that two windows lead to once", () => {
  const dialog = el("Window", "Dialog", {}, [save]);
  const tree = treeOf(el("Window", "W", {}, [dialog]), {}, [dialog]);
  assert.equal(findByName(tree, { name: "save" }).matches.length, 1);
});

Deno.test("found: a point of its own is better than one where something inside it acts", () => {
  const inner = el("Button", "Go", BUTTON);
  const box = el("Group", "Box", {}, [inner, el("Text", "t")]);
  const branch = el("Window", "W", {}, [box]);
  const own = locate("Box", { branch, hits: [[inner, box], [el("Text", "t"), box, branch]] });
  assert.ok(own.status === "found" && own.screenPoint.x === 1 && own.inside === undefined);
  const covered = locate("Box", { branch, hits: [[over], [inner, box]] });
  assert.ok(covered.status === "found" && covered.screenPoint.x === 1 && covered.inside?.name === "Go");
});

Deno.test("windowAround() is the nearest window around an element, not the one it was reached through", () => {
  const dialog = el("Window", "Dialog", { nativeWindowHandle: 0x500n }, [save]);
  const tree = treeOf(el("Window", "W", {}, [dialog, saveAs]));
  assert.equal(windowAround(tree, nodeNamed(tree, "Save")), 0x500n);
  assert.equal(windowAround(tree, nodeNamed(tree, "Dialog")), 0x500n);
  assert.equal(windowAround(tree, nodeNamed(tree, "Save As")), 0x100n);
});

Deno.test("shownPart() is the part of the window on the display that shows most of the element", () => {
  const displays = [{ x: 0, y: 0, width: 1_000, height: 800 }, { x: -500, y: 0, width: 500, height: 400 }];
  const window = { x: -200, y: 100, width: 400, height: 900 };
  const part = (screenRect: Rect | null): Rect => shownPart({ screenRect }, window, displays);
  assert.deepEqual(part({ x: -150, y: 150, width: 200, height: 20 }), {
    x: -200,
    y: 100,
    width: 200,
    height: 300,
  });
  assert.deepEqual(part({ x: -50, y: 150, width: 200, height: 20 }), {
    x: 0,
    y: 100,
    width: 200,
    height: 700,
  });
  assert.deepEqual(part(null), { x: 0, y: 100, width: 200, height: 700 });
  assert.equal(shownPart({ screenRect: null }, window, []).width, 0);
});

Deno.test("findByName() leaves out what only writes down the name of another one that fits", () => {
  const names = (tree: UiTree, name: string, controlType?: string): readonly string[] =>
    findByName(tree, { name, ...(controlType === undefined ? {} : { controlType }) }).matches
      .map((node) => tree.nodes[node]?.element.controlType ?? "?");
  const tree = treeOf(el("Window", "W", {}, [
    el("Text", "Volume"),
    el("Slider", "Volume", { patterns: ["RangeValue"] }),
    el("Button", "OK", BUTTON, [el("Text", "OK"), el("Button", "OK", BUTTON)]),
    el("Text", "Total"),
    el("Text", "Total"),
    el("Group", "Box", {}, [el("Text", "Box of things")]),
  ]));
  assert.deepEqual(names(tree, "volume"), ["Slider"]);
  assert.deepEqual(names(tree, "volume", "text"), ["Text"]);
  // A button in a button is one of its own.
  assert.deepEqual(names(tree, "OK"), ["Button", "Button"]);
  // A text names no other text: there are two.
  assert.deepEqual(names(tree, "total"), ["Text", "Text"]);
  assert.deepEqual(names(tree, "o"), ["Slider", "Button", "Button", "Text", "Text", "Group", "Text"]);
});

Deno.test("pointsBeside() gives the middles of what others leave, the largest first", () => {
  const visible = { x: 0, y: 0, width: 100, height: 100 };
  assert.deepEqual(pointsBeside(visible, [{ x: -10, y: -10, width: 200, height: 80 }]), [{ x: 50, y: 85 }]);
  assert.deepEqual(pointsBeside(visible, [{ x: 20, y: 20, width: 60, height: 60 }]), [
    { x: 50, y: 10 },
    { x: 50, y: 90 },
    { x: 10, y: 50 },
    { x: 90, y: 50 },
  ]);
  assert.deepEqual(pointsBeside(visible, [visible]), []);
  assert.deepEqual(
    pointsBeside(visible, [{ x: 0, y: 0, width: 50, height: 100 }, { x: 50, y: 0, width: 50, height: 90 }]),
    [
      { x: 75, y: 95 },
    ],
  );
  assert.deepEqual(pointsBeside(visible, []), [{ x: 50, y: 50 }]);
});

Deno.test("coveringRect() is that of the outermost thing the element is not inside of", () => {
  const other = el("Window", "Other", { screenRect: { x: 1, y: 2, width: 3, height: 4 } });
  const tree = treeOf(main);
  const rect = (...hit: readonly Branch[]): Rect | undefined =>
    coveringRect(tree, nodeNamed(tree, "Save"), hit.map(({ element }) => element));
  assert.deepEqual(rect(saveAs, other, main), other.element.screenRect);
  assert.deepEqual(rect(saveAs, main), saveAs.element.screenRect);
  assert.equal(rect(save, main), undefined);
  assert.equal(rect(main), undefined);
  assert.equal(rect(), undefined);
});
