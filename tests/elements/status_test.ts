import assert from "node:assert/strict";
import fc from "fast-check";
import type { UiReading } from "../../src/desktop/ui_element.ts";
import { find } from "../../src/elements/find.ts";
import {
  type Gaps,
  gapsOf,
  hasContent,
  isCut,
  readingVerdict,
  searchVerdict,
  type StatusFacts,
  statusOf,
} from "../../src/elements/status.ts";
import { type Branch, BUTTON, el, nodeNamed, treeOf } from "./trees.ts";

function statusFor(branch: Branch, reading: Partial<UiReading> = {}, name = "wanted"): string {
  const tree = treeOf(branch, reading);
  return searchVerdict(tree, find(tree, { name })).status;
}

const button = el("Button", "OK", BUTTON);
const wanted = el("Button", "wanted", BUTTON);

for (
  const [title, branch, reading, expected] of [
    ["a hit", el("Window", "W", {}, [wanted]), {}, "found"],
    ["a hit in a cut reading", el("Window", "W", {}, [wanted]), { cutByTime: true }, "found"],
    ["everything was read", el("Window", "W", {}, [button]), {}, "empty-but-accessible"],
    ["the limit of elements was reached", el("Window", "W", {}, [button]), { cutByNodes: true }, "truncated"],
    ["the time was over", el("Window", "W", {}, [button]), { cutByTime: true }, "truncated"],
    [
      "the depth was reached",
      el("Window", "W", {}, [
        el("Pane", "", { cut: { by: "depth", total: null } }),
        button,
      ]),
      {},
      "truncated",
    ],
    [
      "too many children",
      el("Window", "W", { cut: { by: "children", total: 900 } }, [button]),
      {},
      "truncated",
    ],
    ["an element was skipped", el("Window", "W", {}, [button]), { skipped: 1 }, "inconclusive"],
    [
      "children could not be had",
      el("Window", "W", {}, [
        el("Pane", "", { cut: { by: "error", total: null } }),
        button,
      ]),
      {},
      "inconclusive",
    ],
    [
      "a name could not be read",
      el("Window", "W", {}, [el("Button", "", { ...BUTTON, failed: ["name"] })]),
      {},
      "inconclusive",
    ],
    [
      "another fact could not be read",
      el("Window", "W", {}, [el("Button", "", { ...BUTTON, failed: ["value"] })]),
      {},
      "empty-but-accessible",
    ],
    ["panes alone", el("Window", "W", {}, [el("Pane"), el("Document", "page")]), {}, "not-exposed"],
    ["panes alone, in a cut reading", el("Window", "W", {}, [el("Pane")]), { cutByTime: true }, "truncated"],
    [
      "the caption alone",
      el("Window", "W", {}, [
        el("TitleBar", "", {}, [el("Button", "Close", BUTTON)]),
        el("Pane", "", {}, [el("ScrollBar", "", {}, [el("Button", "Up", BUTTON)])]),
      ]),
      {},
      "not-exposed",
    ],
    ["nothing at all", el("Window", "W"), {}, "inconclusive"],
  ] as const
) {
  Deno.test(`searchVerdict(): ${title}: ${expected}`, () =>
    assert.equal(statusFor(branch, reading), expected));
}

for (
  const [what, branch, expected] of [
    ["a text", el("Text", "hello"), true],
    ["a document that can be read", el("Document", "page", { patterns: ["Text"] }), true],
    ["a custom thing with a value", el("Custom", "", { patterns: ["Value"] }), true],
    [
      "a document without anything",
      el("Document", "page", { patterns: ["LegacyIAccessible", "Scroll"] }),
      false,
    ],
    ["a picture", el("Image", "logo"), false],
    ["a pane that can be moved", el("Pane", "", { patterns: ["Transform", "Window"] }), false],
  ] as const
) {
  Deno.test(`hasContent(): ${what} is ${expected ? "content" : "none"}`, () => {
    assert.equal(hasContent(treeOf(el("Window", "W", {}, [branch]))), expected);
  });
}

Deno.test("a search in a part of the window is not cut by what lies elsewhere", () => {
  const tree = treeOf(
    el("Window", "W", {}, [
      el("List", "here", {}, [el("ListItem", "a")]),
      el("List", "there", { cut: { by: "children", total: 10_000 } }, [el("ListItem", "b")]),
    ]),
    { cutByNodes: true },
  );
  const scope = nodeNamed(tree, "here");
  assert.equal(
    searchVerdict(tree, find(tree, { name: "wanted" }, { scope }), scope).status,
    "empty-but-accessible",
  );
  const other = nodeNamed(tree, "there");
  assert.equal(
    searchVerdict(tree, find(tree, { name: "wanted" }, { scope: other }), other).status,
    "truncated",
  );
});

Deno.test("an empty list in a window that shows its content is empty, not hidden", () => {
  const tree = treeOf(el("Window", "W", {}, [el("List", "empty"), button]));
  const scope = nodeNamed(tree, "empty");
  assert.equal(
    searchVerdict(tree, find(tree, { name: "wanted" }, { scope }), scope).status,
    "empty-but-accessible",
  );
  assert.deepEqual(readingVerdict(tree, scope), { status: "found", complete: true, hints: [] });
  const dark = treeOf(el("Window", "W", {}, [el("Pane", "empty")]));
  assert.equal(readingVerdict(dark, 1).status, "not-exposed");
});

Deno.test("a window that gave nothing leaves a search inconclusive", () => {
  const tree = treeOf(el("Window", "W", {}, [button]));
  const roots = [...tree.roots, { ...(tree.roots[0] ?? assert.fail()), isMain: false, node: -1 }];
  const partial = { ...tree, roots };
  assert.equal(searchVerdict(partial, find(partial, { name: "x" })).status, "inconclusive");
});

Deno.test("gapsOf() counts by what stopped the reading, and which properties failed", () => {
  const tree = treeOf(
    el("Window", "W", {}, [
      el("Pane", "", { cut: { by: "depth", total: null }, failed: ["name", "value"] }),
      el("Pane", "", { cut: { by: "depth", total: 3 }, failed: ["name"] }),
      el("List", "", { cut: { by: "children", total: 900 } }),
      el("Pane", "", { cut: { by: "nodes", total: null } }),
      el("Pane", "", { cut: { by: "error", total: null } }),
    ]),
    { skipped: 3 },
  );
  assert.deepEqual(gapsOf(tree), {
    depth: 2,
    children: 1,
    nodes: true,
    time: false,
    unreadable: 3,
    failedProperties: { name: 2, value: 1 },
  });
});

Deno.test("verdicts say whether all was read, and the most important thing first", () => {
  const whole = treeOf(el("Window", "W", {}, [button]));
  assert.deepEqual(readingVerdict(whole), { status: "found", complete: true, hints: [] });
  const unlit = treeOf(el("Window", "W", {}, [el("Pane")]), { unlit: true });
  assert.match(readingVerdict(unlit).hints[0] ?? "", /ask again in a moment/);
  assert.equal(readingVerdict(unlit).status, "not-exposed");
  const dark = treeOf(el("Window", "W", {}, [el("Pane")]));
  assert.match(readingVerdict(dark).hints[0] ?? "", /pictures and points/);
  assert.match(readingVerdict(treeOf(el("Window", "W"))).hints[0] ?? "", /look alike/);
  const cut = treeOf(el("Window", "W", {}, [button]), { cutByTime: true, skipped: 2 });
  const { complete, hints } = readingVerdict(cut);
  assert.equal(complete, false);
  assert.match(hints[0] ?? "", /time over/);
  assert.match(hints[1] ?? "", /^2 elements could not be read/);
  const failed = treeOf(el("Window", "W", {}, [el("Button", "", { ...BUTTON, failed: ["name"] })]));
  assert.equal(readingVerdict(failed).complete, false);
  assert.match(searchVerdict(failed, find(failed, { name: "x" })).hints[0] ?? "", /1 element may fit/);
});

Deno.test("statusOf() says that something is not there only where everything was read and there was something", () => {
  const gaps: fc.Arbitrary<Gaps> = fc.record({
    depth: fc.nat(2),
    children: fc.nat(2),
    nodes: fc.boolean(),
    time: fc.boolean(),
    unreadable: fc.nat(2),
    failedProperties: fc.constant({}),
  });
  const facts: fc.Arbitrary<StatusFacts> = fc.record({
    hits: fc.nat(2),
    unsure: fc.nat(1),
    visited: fc.nat(3),
    hasContent: fc.boolean(),
  });
  fc.assert(fc.property(facts, gaps, (fact, gap) => {
    const status = statusOf(fact, gap);
    assert.equal(status === "found", fact.hits > 0);
    if (status === "empty-but-accessible") {
      assert.ok(fact.hasContent && !isCut(gap) && gap.unreadable === 0 && fact.unsure === 0);
    }
    if (status === "truncated") assert.ok(isCut(gap));
    if (status === "not-exposed") assert.ok(fact.visited > 0 && !fact.hasContent && !isCut(gap));
  }));
});

Deno.test("hints name the limits that go higher, and no others", () => {
  const drawn = el("Window", "W", {}, [el("Pane", "p", { cut: { by: "depth", total: null } }), button]);
  const hint = (reading: Partial<UiReading>): string => readingVerdict(treeOf(drawn, reading)).hints[0] ?? "";
  const cut = { cutByNodes: true, cutByTime: true };
  assert.match(
    hint({ ...cut, maxDepth: 5, maxNodes: 100 }),
    /; raise maxNodes, timeoutMs, maxDepth to read more\.$/,
  );
  assert.match(hint({ ...cut, maxDepth: 30, maxNodes: 5_000 }), /; raise timeoutMs to read more\.$/);
  assert.match(hint({ cutByNodes: true, maxDepth: 30, maxNodes: 5_000 }), /may still be there\.$/);
});
