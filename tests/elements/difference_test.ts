import assert from "node:assert/strict";
import type { UiElement, UiReading, UiTree } from "../../src/desktop/ui_element.ts";
import { changedFields, compareTrees } from "../../src/elements/difference.ts";
import { outlineChanges } from "../../src/elements/outline_changes.ts";
import { utf8Bytes } from "../../src/elements/outline_line.ts";
import { type Branch, BUTTON, EDIT, el, type Facts, ITEM, namesOf, treeOf } from "./trees.ts";

const edit = el("Edit", "Name", { ...EDIT, value: "old" });
const button = el("Button", "OK", BUTTON);
const status = el("Text", "Idle");

function windowOf(children: readonly Branch[], reading: Partial<UiReading> = {}, facts: Facts = {}): UiTree {
  return treeOf(el("Window", "Main", { runtimeId: [42, 1], ...facts }, children), reading);
}

function changedTo(branch: Branch, facts: Partial<UiElement>): Branch {
  return { ...branch, element: { ...branch.element, ...facts } };
}

function changes(older: UiTree, newer: UiTree, maxBytes?: number): string {
  return outlineChanges(older, newer, {
    oldRefOf: (node) => `o${node}`,
    newRefOf: (node) => `n${node}`,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  }).text;
}

Deno.test("compareTrees() finds what came, went, changed and stayed", () => {
  const older = windowOf([edit, button, status]);
  const newer = windowOf([changedTo(edit, { value: "new" }), el("Button", "Cancel", BUTTON), status]);
  const difference = compareTrees(older, newer);
  assert.deepEqual(namesOf(newer, difference.added), ["Cancel"]);
  assert.deepEqual(namesOf(older, difference.removed), ["OK"]);
  assert.deepEqual(difference.changed, [{ before: 1, after: 1, fields: ["value"] }]);
  assert.equal(difference.unchanged, 2);
  assert.deepEqual(difference.unknown, []);
});

Deno.test("compareTrees() of the same reading is nothing", () => {
  const tree = windowOf([edit, button, el("Pane", "", {}, [status])]);
  assert.deepEqual(compareTrees(tree, tree), {
    added: [],
    removed: [],
    changed: [],
    unchanged: 5,
    unknown: [],
    newlyRead: [],
    beforeOf: new Map([0, 1, 2, 3, 4].map((node) => [node, node])),
  });
});

Deno.test("compareTrees() takes another name in the same place for a change", () => {
  const difference = compareTrees(
    windowOf([status, button]),
    windowOf([changedTo(status, { name: "Busy" }), button]),
  );
  assert.deepEqual(difference.changed, [{ before: 1, after: 1, fields: ["name"] }]);
  assert.deepEqual([difference.added, difference.removed], [[], []]);
});

Deno.test("compareTrees() does not pair what has no runtime id and another name", () => {
  const difference = compareTrees(
    windowOf([el("Text", "Idle", { runtimeId: [] })]),
    windowOf([el("Text", "Busy", { runtimeId: [] })]),
  );
  assert.deepEqual([difference.added, difference.removed], [[1], [1]]);
});

Deno.test("compareTrees() pairs twins in their order", () => {
  const twin = el("Button", "same", { ...BUTTON, runtimeId: [] });
  const difference = compareTrees(windowOf([twin, twin]), windowOf([twin, twin, twin]));
  assert.deepEqual([difference.added, difference.removed, difference.unchanged], [[3], [], 3]);
});

for (
  const [why, newer] of [
    ["the time was over", windowOf([button], { cutByTime: true })],
    ["the limit was reached", windowOf([button], { cutByNodes: true })],
    ["something was skipped", windowOf([button], { skipped: 1 })],
    ["the children were not all read", windowOf([button], {}, { cut: { by: "children", total: 3 } })],
    ["reading began further down", windowOf([button], {}, { firstChild: 1 })],
  ] as const
) {
  Deno.test(`compareTrees() does not say that something went where ${why}`, () => {
    const older = windowOf([edit, button]);
    const { removed, unknown } = compareTrees(older, newer);
    assert.deepEqual([removed, namesOf(older, unknown)], [[], ["Name"]]);
  });
}

Deno.test("compareTrees() does not say that something went with a window that was not read", () => {
  const older = treeOf(el("Window", "Main", { runtimeId: [1] }), {}, [el("Menu", "", { runtimeId: [2] })]);
  const newer = {
    ...older,
    nodes: older.nodes.slice(0, 1),
    roots: older.roots.map((root, index) => ({ ...root, node: index === 0 ? 0 : -1 })),
  };
  assert.deepEqual(compareTrees(older, newer).unknown, [1]);
  const closed = { ...newer, roots: newer.roots.slice(0, 1) };
  assert.deepEqual(compareTrees(older, closed).removed, [1]);
});

for (
  const [field, facts] of [
    ["name", { name: "x" }],
    ["enabled", { enabled: false }],
    ["offscreen", { offscreen: true }],
    ["hasKeyboardFocus", { hasKeyboardFocus: true }],
    ["value", { value: "x" }],
    ["isReadOnly", { isReadOnly: true }],
    ["range", { range: { value: 1, minimum: 0, maximum: 2, smallChange: 1, largeChange: 1 } }],
    ["toggleState", { toggleState: "On" }],
    ["selected", { selected: true }],
    ["expandCollapseState", { expandCollapseState: "Expanded" }],
  ] as [string, Partial<UiElement>][]
) {
  Deno.test(`changedFields(): ${field}`, () => {
    const after = { ...edit.element, ...facts };
    assert.deepEqual(changedFields(edit.element, after), [field]);
    assert.deepEqual(changedFields(edit.element, { ...after, failed: [field as "name"] }), []);
  });
}

Deno.test("changedFields() notices neither places nor protected values", () => {
  const { element } = edit;
  assert.deepEqual(changedFields(element, { ...element, screenRect: null, frameworkId: "x" }), []);
  const secret = { ...element, isPassword: true, valueProtected: true };
  assert.deepEqual(changedFields({ ...secret, value: "a" }, { ...secret, value: "b" }), []);
});

Deno.test("outlineChanges() says what changed and what it was", () => {
  const older = windowOf([
    edit,
    status,
    el("CheckBox", "Bold", { runtimeId: [7], toggleState: "Off", patterns: ["Toggle"] }),
  ]);
  const newer = windowOf([
    changedTo(edit, { value: "new", enabled: false, hasKeyboardFocus: true }),
    changedTo(status, { name: "Busy" }),
    el("CheckBox", "Bold", { runtimeId: [7], toggleState: "On", patterns: ["Toggle"] }),
  ]);
  assert.equal(
    changes(older, newer),
    [
      "0 added, 0 removed, 3 changed, 1 unchanged",
      '~ edit "Name" [ref=n1] disabled focused value="new" (was enabled, not focused, value="old")',
      '~ text "Busy" [ref=n2] (was "Idle")',
      '~ checkBox "Bold" [ref=n3] checked (was unchecked)',
    ].join("\n"),
  );
});

Deno.test("outlineChanges() says on a row's line what its cells say and said", () => {
  const row = (name: string, id: number, cells: readonly string[], facts: Partial<UiElement> = {}): Branch =>
    el(
      "DataItem",
      name,
      { ...ITEM, runtimeId: [id] },
      cells.map((cell, column) => el("Text", cell, { runtimeId: [id, column], ...facts })),
    );
  const older = windowOf([row("a.exe", 7, ["1", "00"]), row("b.exe", 8, ["2"]), row("c.exe", 9, ["3"])]);
  const newer = windowOf([
    row("a.exe", 7, ["1", "15"]),
    row("b.exe", 8, [""], { failed: ["name"] }),
    row("c.exe", 9, []),
    row("d.exe", 10, ["4", "01"]),
  ]);
  assert.equal(
    changes(older, newer),
    [
      "1 added, 0 removed, 1 changed, 3 unchanged",
      '+ dataItem "d.exe" [ref=n7]: "4", "01" in [ref=n0]',
      '~ dataItem "a.exe" [ref=n1]: "1", "15" (was "1", "00")',
    ].join("\n"),
  );
});

Deno.test("outlineChanges() tells of a row's cells though its list was disabled around it", () => {
  const list = (isEnabled: boolean, cell: string): Branch =>
    el("List", "L", { runtimeId: [5], enabled: isEnabled }, [
      el("ListItem", "a", { ...ITEM, runtimeId: [6], enabled: isEnabled }, [
        el("Text", cell, { runtimeId: [6, 0], enabled: isEnabled }),
      ]),
    ]);
  assert.equal(
    changes(windowOf([list(true, "1")]), windowOf([list(false, "2")])),
    [
      "0 added, 0 removed, 2 changed, 1 unchanged",
      '~ list "L" [ref=n1] disabled (was enabled)',
      '~ listItem "a" [ref=n2] disabled: "2" (was "1")',
    ].join("\n"),
  );
});

Deno.test("outlineChanges() puts what came below what it came into, and counts what went", () => {
  const dialog = el("Window", "Confirm", {}, [el("Text", "Really?"), el("Button", "Yes", BUTTON)]);
  const older = windowOf([button]);
  const newer = windowOf([button, dialog]);
  assert.equal(
    changes(older, newer),
    [
      "3 added, 0 removed, 0 changed, 2 unchanged",
      '+ window "Confirm" [ref=n2] in [ref=n0]',
      '+   text "Really?" [ref=n3]',
      '+   button "Yes" [ref=n4]',
    ].join("\n"),
  );
  assert.equal(
    changes(newer, older),
    ["0 added, 3 removed, 0 changed, 2 unchanged", '- window "Confirm" [ref=o2] (+2 inside)'].join("\n"),
  );
});

Deno.test("outlineChanges() does not tell of what only arranges others", () => {
  const older = windowOf([button]);
  const newer = windowOf([el("Pane"), button, el("Separator")]);
  assert.equal(changes(older, newer), "0 added, 0 removed, 0 changed, 2 unchanged");
});

Deno.test("outlineChanges() says of how many nothing is known", () => {
  assert.equal(
    changes(windowOf([edit, button]), windowOf([button], { cutByTime: true })),
    "0 added, 0 removed, 0 changed, 2 unchanged, 1 not read this time",
  );
});

for (
  const [words, before, after] of [
    ["disabled", { enabled: false }, {}],
    ["offscreen", { offscreen: true }, {}],
    ["on screen", {}, { offscreen: true }],
    ["focused", { hasKeyboardFocus: true }, {}],
    ["selected", { selected: true }, { selected: false }],
    ["not selected", { selected: false }, { selected: true }],
    ["readonly", { isReadOnly: true }, {}],
    ["not readonly", {}, { isReadOnly: true }],
    ["empty", { value: "" }, { value: "x" }],
    ['value="Name"', { value: "Name" }, { value: "x" }],
    ["collapsed", { expandCollapseState: "Collapsed" }, { expandCollapseState: "Expanded" }],
    ["leaf", { expandCollapseState: "LeafNode" }, { expandCollapseState: "Expanded" }],
    ["without toggleState", { toggleState: null }, { toggleState: "On" }],
    ["mixed", { toggleState: "Indeterminate" }, { toggleState: "On" }],
    ["without value", {}, { range: { value: 1, minimum: 0, maximum: 2, smallChange: 1, largeChange: 1 } }],
    ["value=1 of 0..2", { range: { value: 1, minimum: 0, maximum: 2, smallChange: 1, largeChange: 1 } }, {
      range: { value: 2, minimum: 0, maximum: 2, smallChange: 1, largeChange: 1 },
    }],
  ] as [string, Partial<UiElement>, Partial<UiElement>][]
) {
  Deno.test(`outlineChanges() says that it was ${words}`, () => {
    const text = changes(windowOf([changedTo(edit, before)]), windowOf([changedTo(edit, after)]));
    assert.ok(text.endsWith(`(was ${words})`), text);
  });
}

Deno.test("outlineChanges() keeps to its budget and says what is left out", () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, row) => el("ListItem", `漢字 ${row}`, { patterns: ["SelectionItem"] }),
  );
  const older = windowOf([edit]);
  const newer = windowOf([edit, el("List", "Rows", {}, rows)]);
  for (const maxBytes of [400, 1_000, 8_000]) {
    const { text, bytes, leftOut, added } = outlineChanges(older, newer, {
      oldRefOf: () => undefined,
      newRefOf: (node) => `n${node}`,
      maxBytes,
    });
    assert.ok(bytes <= maxBytes && bytes === utf8Bytes(text), `${bytes} of ${maxBytes}`);
    assert.equal(added, 3_001);
    assert.equal(text.split("\n").filter((line) => line.startsWith("+")).length + leftOut, 3_001);
    assert.match(text, new RegExp(`\\n\\(${leftOut} further changes left out`));
  }
});

Deno.test("what the older reading may have missed is newly read, not added", () => {
  const row = (name: string): Branch => el("ListItem", name, { patterns: ["SelectionItem"] });
  const rows = [row("a"), row("b"), row("c")];
  const list = el("List", "Rows", { runtimeId: [8] });
  const cut = { ...list, children: rows.slice(0, 2), cut: { by: "children", total: 3 } } as const;
  const older = windowOf([cut, edit]);
  const newer = windowOf([{ ...list, children: rows }, edit, button]);
  const { added, newlyRead, removed, unknown } = compareTrees(older, newer);
  assert.deepEqual(namesOf(newer, added), [button.element.name]);
  assert.deepEqual(namesOf(newer, newlyRead), ["c"]);
  assert.deepEqual([removed, unknown], [[], []]);
  assert.deepEqual(namesOf(newer, compareTrees(newer, older).unknown), ["c"]);
  assert.match(
    changes(older, newer),
    /^1 added, .*, 1 not read before\n\+ .*\n\? listItem "c" \[ref=n\d\] in \[ref=n1\]$/,
  );
});

Deno.test("what is in a window that gave nothing before is newly read", () => {
  const newer = windowOf([button]);
  const older = { ...newer, nodes: [], roots: newer.roots.map((root) => ({ ...root, node: -1 })) };
  assert.deepEqual(compareTrees(older, newer).newlyRead, [0, 1]);
});

Deno.test("outlineChanges() tells once what happened to an element and all that is inside it", () => {
  const box = el("Group", "Box", {}, [edit, el("Group", "Inner", {}, [button])]);
  const set = ({ element, children }: Branch, facts: Partial<UiElement>): Branch => ({
    element: { ...element, ...facts },
    children: children.map((child) => set(child, facts)),
  });
  const older = windowOf([box, status]);
  const disabled = set(box, { enabled: false });
  assert.equal(
    changes(older, windowOf([disabled, status])),
    [
      "0 added, 0 removed, 4 changed, 2 unchanged",
      '~ group "Box" [ref=n1] disabled (was enabled; 3 inside too)',
    ].join("\n"),
  );
  // What else happened to one of them is told, and nothing of what is told already.
  const typed = {
    ...disabled,
    children: [changedTo(edit, { enabled: false, value: "x" }), ...disabled.children.slice(1)],
  };
  assert.deepEqual(changes(older, windowOf([typed, status])).split("\n").slice(1), [
    '~ group "Box" [ref=n1] disabled (was enabled; 2 inside too)',
    '~ edit "Name" [ref=n2] disabled value="x" (was value="old")',
  ]);
  // The other way is another thing, and what stands outside is not inside.
  const mixed = windowOf([{
    ...disabled,
    children: [changedTo(edit, { enabled: true }), disabled.children[1] as Branch],
  }, changedTo(status, { enabled: false })]);
  const before = windowOf([{
    ...box,
    children: [changedTo(edit, { enabled: false }), box.children[1] as Branch],
  }, status]);
  assert.deepEqual(changes(before, mixed).split("\n").slice(1), [
    '~ group "Box" [ref=n1] disabled (was enabled; 2 inside too)',
    '~ edit "Name" [ref=n2] value="old" (was disabled)',
    '~ text "Idle" [ref=n5] disabled (was enabled)',
  ]);
});

Deno.test("outlineChanges() leaves room for every kind of change", () => {
  const many = (name: string): Branch[] =>
    Array.from({ length: 300 }, (_, at) => el("Button", `${name} ${at}`, BUTTON));
  const older = windowOf([edit, ...many("old")]);
  const newer = windowOf([changedTo(edit, { value: "new" }), ...many("new")]);
  const text = outlineChanges(older, newer, {
    oldRefOf: () => undefined,
    newRefOf: (node) => `n${node}`,
    maxBytes: 2_000,
  }).text;
  for (const mark of ["+ button", "~ edit", "- button"]) assert.ok(text.includes(`\n${mark}`), mark);
  assert.ok(utf8Bytes(text) > 1_800);
});

Deno.test("outlineChanges() shows what is in a list that opened", () => {
  const rows = [
    el("ListItem", "Red", { patterns: ["SelectionItem"] }),
    el("ListItem", "Blue", { patterns: ["SelectionItem"] }),
  ];
  const combo = (state: "Collapsed" | "Expanded"): Branch =>
    el("ComboBox", "Choice", { runtimeId: [70], patterns: ["ExpandCollapse"], expandCollapseState: state }, [
      el("List", "Choice", { runtimeId: [71], offscreen: state === "Collapsed" }, rows),
    ]);
  const [closed, open] = [windowOf([combo("Collapsed")]), windowOf([combo("Expanded")])];
  assert.equal(
    changes(closed, open),
    [
      "3 added, 0 removed, 1 changed, 1 unchanged",
      '+ list "Choice" [ref=n2] in [ref=n1]',
      '+   listItem "Red" [ref=n3]',
      '+   listItem "Blue" [ref=n4]',
      '~ comboBox "Choice" [ref=n1] expanded (was collapsed)',
    ].join("\n"),
  );
  assert.deepEqual(changes(open, closed).split("\n").slice(1), [
    '~ comboBox "Choice" [ref=n1] collapsed (was expanded)',
  ]);
});

Deno.test("outlineChanges(): what is disabled and so takes no input is disabled, no more", () => {
  const writable = changedTo(edit, { isReadOnly: false });
  const older = windowOf([writable]);
  const disabled = windowOf([changedTo(writable, { enabled: false, isReadOnly: true })]);
  assert.match(changes(older, disabled), /\(was enabled\)$/m);
  assert.match(changes(disabled, older), /\(was disabled\)$/m);
  const locked = windowOf([changedTo(writable, { isReadOnly: true })]);
  assert.match(changes(older, locked), /\(was not readonly\)$/m);
});
